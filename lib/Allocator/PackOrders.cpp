//===- PackOrders.cpp - which item the packing search tries first -*- C++ -*-=//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackOrders.h"

#include <algorithm>
#include <numeric>

using namespace pypto::allocator;

std::vector<std::vector<double>>
pypto::allocator::packOrders(const PoolModel &model,
                             const ConflictGraph &graph) {
  unsigned n = graph.size();
  // The bytes of the fullest clique that an item is in, and the item's own.
  std::vector<double> crowd(n, 0), size(n), time(n), area(n);
  for (unsigned i = 0; i < n; ++i) {
    size[i] = double(model.items[i].size);
    time[i] = double(model.items[i].liveTime);
    area[i] = size[i] * time[i];
  }
  for (const std::vector<unsigned> &clique : graph.cliques) {
    double sum = 0;
    for (unsigned item : clique)
      sum += size[item];
    for (unsigned item : clique)
      crowd[item] = std::max(crowd[item], sum);
  }
  std::vector<std::vector<double>> orders;
  auto addLex = [&](const std::vector<std::vector<double>> &keys) {
    std::vector<unsigned> sorted(n);
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::stable_sort(sorted.begin(), sorted.end(), [&](unsigned a, unsigned b) {
      for (const std::vector<double> &key : keys)
        if (key[a] != key[b])
          return key[a] > key[b];
      return false;
    });
    std::vector<double> order(n);
    for (unsigned r = 0; r < n; ++r)
      order[sorted[r]] = double(n - r) / n;
    orders.push_back(std::move(order));
  };
  addLex({time, area, crowd});
  addLex({area});
  addLex({crowd, area, time});
  addLex({crowd, time, area});
  return orders;
}

void pypto::allocator::perturbOrders(std::vector<std::vector<double>> &orders,
                                     unsigned round) {
  uint64_t state = 0x2545f4914f6cdd1du * (round + 1);
  for (std::vector<double> &order : orders)
    for (double &key : order) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      key *= 1 + 0.4 * double(state >> 11) / double(uint64_t(1) << 53);
    }
}
