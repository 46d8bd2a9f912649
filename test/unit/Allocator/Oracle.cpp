//===- Oracle.cpp - random problems and brute-force answers -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Oracle.h"

using namespace pypto::allocator;
using namespace pypto::allocator::test;

static int64_t pick(std::mt19937 &random, int64_t low, int64_t high) {
  return low + int64_t(random() % uint64_t(high - low + 1));
}

Problem pypto::allocator::test::randomProblem(const Mix &mix,
                                              std::mt19937 &random) {
  Problem problem;
  for (unsigned p = 0; p < mix.pools; ++p) {
    Pool pool;
    pool.name = "pool" + std::to_string(p);
    pool.capacity = mix.capacity;
    if (mix.reserved && pick(random, 0, 1)) {
      int64_t begin = pick(random, 0, mix.capacity - 2);
      pool.reserved.push_back({begin, begin + pick(random, 1, 2)});
    }
    problem.pools.push_back(pool);
  }
  for (unsigned i = 0; i < mix.buffers; ++i) {
    Buffer buffer;
    buffer.id = "b" + std::to_string(i);
    buffer.size = pick(random, 1, mix.capacity / 2);
    int64_t begin = pick(random, 0, 7);
    buffer.live.push_back({begin, begin + pick(random, 1, 5)});
    if (mix.gaps && pick(random, 0, 1)) {
      begin = pick(random, 0, 12);
      buffer.live.push_back({begin, begin + pick(random, 1, 3)});
    }
    if (mix.alignment)
      buffer.alignment = pick(random, 1, 3);
    buffer.allowedPools = {unsigned(pick(random, 0, mix.pools - 1))};
    if (mix.pools > 1 && pick(random, 0, 2) == 0)
      buffer.allowedPools = {0, 1};
    if (mix.pins && pick(random, 0, 3) == 0) {
      buffer.pinnedOffset = pick(random, 0, mix.capacity - buffer.size) /
                            buffer.alignment * buffer.alignment;
      buffer.pinnedExclusive = pick(random, 0, 2) == 0;
    }
    problem.buffers.push_back(buffer);
  }
  for (unsigned i = 0; i < mix.buffers; ++i)
    for (unsigned j = 0; j < i; ++j) {
      BufferPair pair = {i, j};
      if (mix.separations && pick(random, 0, 4) == 0)
        problem.separations.push_back(pair);
      if (mix.colocations && pick(random, 0, 7) == 0)
        problem.colocations.push_back(pair);
      if (mix.exclusions && pick(random, 0, 4) == 0)
        problem.temporalExclusions.push_back(pair);
      if (mix.costs && pick(random, 0, 1) == 0)
        problem.sharingCosts.push_back({i, j, pick(random, 0, 4)});
    }
  if (mix.groups) {
    PipelineGroup group;
    group.members = {{0, 0}, {1, 1}, {2, 0}};
    problem.pipelineGroups.push_back(group);
  }
  return problem;
}

namespace {
class BruteForce {
public:
  explicit BruteForce(const Problem &problem)
      : problem(problem), n(unsigned(problem.buffers.size())), offsets(n),
        pools(n), hard(n, std::vector<bool>(n)), same(hard), cost(n) {
    for (std::vector<int64_t> &row : cost)
      row.assign(n, 0);
    findPairs();
  }

  Answer run() {
    place(0);
    return answer;
  }

private:
  bool liveTogether(unsigned a, unsigned b) const {
    for (const BufferPair &pair : problem.temporalExclusions)
      if ((pair.first == a && pair.second == b) ||
          (pair.first == b && pair.second == a))
        return false;
    for (const Range &x : problem.buffers[a].live)
      for (const Range &y : problem.buffers[b].live)
        for (int64_t t = x.begin; t < x.end; ++t)
          if (t >= y.begin && t < y.end)
            return true;
    return false;
  }

  void findPairs() {
    for (unsigned i = 0; i < n; ++i)
      same[i][i] = true;
    for (const BufferPair &pair : problem.colocations)
      same[pair.first][pair.second] = same[pair.second][pair.first] = true;
    for (unsigned k = 0; k < n; ++k)
      for (unsigned i = 0; i < n; ++i)
        for (unsigned j = 0; j < n; ++j)
          if (same[i][k] && same[k][j])
            same[i][j] = true;
    auto keepApart = [&](unsigned a, unsigned b) {
      hard[a][b] = hard[b][a] = true;
    };
    std::vector<std::vector<bool>> together = hard;
    for (unsigned i = 0; i < n; ++i)
      for (unsigned j = 0; j < n; ++j) {
        together[i][j] = liveTogether(i, j);
        if (!same[i][j] &&
            (together[i][j] || problem.buffers[i].pinnedExclusive))
          keepApart(i, j);
      }
    for (const BufferPair &pair : problem.separations)
      keepApart(pair.first, pair.second);
    for (const PipelineGroup &group : problem.pipelineGroups)
      for (const PipelineGroup::Member &a : group.members)
        for (const PipelineGroup::Member &b : group.members)
          if (group.enforced && a.residue != b.residue)
            keepApart(a.buffer, b.buffer);
    for (const SharingCost &entry : problem.sharingCosts)
      if (!same[entry.first][entry.second] &&
          !together[entry.first][entry.second]) {
        cost[entry.first][entry.second] += entry.cost;
        cost[entry.second][entry.first] += entry.cost;
      }
  }

  bool overlap(unsigned a, unsigned b) const {
    return pools[a] == pools[b] &&
           offsets[a] < offsets[b] + problem.buffers[b].size &&
           offsets[b] < offsets[a] + problem.buffers[a].size;
  }

  bool allowed(unsigned i) const {
    for (const Range &range : problem.pools[pools[i]].reserved)
      if (offsets[i] < range.end &&
          range.begin < offsets[i] + problem.buffers[i].size)
        return false;
    for (unsigned j = 0; j < i; ++j) {
      if (same[i][j] && (pools[i] != pools[j] || offsets[i] != offsets[j]))
        return false;
      if (hard[i][j] && overlap(i, j))
        return false;
    }
    return true;
  }

  void place(unsigned i) {
    if (i == n)
      return evaluate();
    const Buffer &buffer = problem.buffers[i];
    for (unsigned pool : buffer.allowedPools) {
      pools[i] = pool;
      for (int64_t at = 0; at + buffer.size <= *problem.pools[pool].capacity;
           at += buffer.alignment) {
        if (buffer.pinnedOffset && at != *buffer.pinnedOffset)
          continue;
        offsets[i] = at;
        if (allowed(i))
          place(i + 1);
      }
    }
  }

  void evaluate() {
    std::vector<int64_t> peaks(problem.pools.size(), 0);
    int64_t sum = 0, total = 0, highest = 0;
    for (unsigned i = 0; i < n; ++i) {
      peaks[pools[i]] =
          std::max(peaks[pools[i]], offsets[i] + problem.buffers[i].size);
      for (unsigned j = 0; j < i; ++j)
        if (cost[i][j] && overlap(i, j))
          sum += cost[i][j];
    }
    for (int64_t peak : peaks) {
      total += peak;
      highest = std::max(highest, peak);
    }
    std::vector<int64_t> values;
    for (Objective term : problem.objectives)
      values.push_back(term == Objective::TotalPeak   ? total
                       : term == Objective::MaxPeak   ? highest
                       : term == Objective::ReuseCost ? sum
                                                      : 0);
    if (!answer.fits || values < answer.values)
      answer.values = values;
    answer.fits = true;
  }

  const Problem &problem;
  unsigned n;
  std::vector<int64_t> offsets;
  std::vector<unsigned> pools;
  std::vector<std::vector<bool>> hard, same;
  std::vector<std::vector<int64_t>> cost;
  Answer answer;
};
} // namespace

Answer pypto::allocator::test::bruteForce(const Problem &problem) {
  return BruteForce(problem).run();
}
