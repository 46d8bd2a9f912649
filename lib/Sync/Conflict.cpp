//===- Conflict.cpp - whether two accesses may touch one byte ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Conflict.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace pypto::sync;

namespace {
/// An interval of integers; infinite ends are represented by +-infinity.
/// Doubles hold every offset below 2^53 exactly.
struct Interval {
  double low = 0, high = 0;
  void add(double l, double h) {
    low += l;
    high += h;
  }
};
} // namespace

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

static Interval scaled(double factor, double low, double high) {
  if (factor == 0)
    return {};
  double a = factor * low, b = factor * high;
  return {std::min(a, b), std::max(a, b)};
}

static Interval bounds(const Symbol &symbol) {
  return {symbol.min ? double(*symbol.min) : -kInfinity,
          symbol.max ? double(*symbol.max) : kInfinity};
}

static int64_t factorOf(const WindowDim &dim, uint32_t symbol) {
  int64_t factor = 0;
  for (const Term &term : dim.terms)
    if (term.symbol == symbol)
      factor += term.factor;
  return factor;
}

/// What `symbol` adds to offset(later) - offset(earlier).
static Interval difference(const Symbol &symbol, int64_t earlierFactor,
                           int64_t laterFactor, bool isCommon,
                           bool isEarlierIteration) {
  Interval range = bounds(symbol);
  Interval first = range, second = range;
  if (isCommon && isEarlierIteration) {
    // The later iteration is not the first one, nor the earlier one the last.
    double step = double(symbol.step);
    (step > 0 ? second.low : second.high) += step;
    (step > 0 ? first.high : first.low) -= step;
  }
  Interval apart = scaled(double(laterFactor), second.low, second.high);
  Interval other = scaled(-double(earlierFactor), first.low, first.high);
  apart.add(other.low, other.high);
  if (!isCommon)
    return apart;
  if (!isEarlierIteration)
    // The same value in both: only the difference of the factors counts.
    return laterFactor == earlierFactor
               ? Interval{}
               : scaled(double(laterFactor - earlierFactor), range.low,
                        range.high);
  if (laterFactor != earlierFactor || symbol.step == 0)
    return apart;
  // later = earlier + k * step for some k >= 1.
  double span = range.high - range.low;
  double most = std::isfinite(span) ? span : kInfinity;
  double step = double(symbol.step);
  return step > 0 ? scaled(double(laterFactor), step, std::max(step, most))
                  : scaled(double(laterFactor), std::min(step, -most), step);
}

static bool areDisjoint(const Program &program, const Structure &structure,
                        const WindowDim &earlier, const WindowDim &later,
                        BlockId common, uint32_t tag) {
  if (!earlier.offsetKnown || !later.offsetKnown || earlier.size < 0 ||
      later.size < 0)
    return false;
  Interval apart{double(later.constant - earlier.constant),
                 double(later.constant - earlier.constant)};
  std::vector<uint32_t> symbols;
  for (const WindowDim *dim : {&earlier, &later})
    for (const Term &term : dim->terms)
      if (std::find(symbols.begin(), symbols.end(), term.symbol) ==
          symbols.end())
        symbols.push_back(term.symbol);
  for (uint32_t id : symbols) {
    const Symbol &symbol = program.symbols[id];
    bool isCommon =
        symbol.loop == kNone || structure.isInside(common, symbol.loop);
    bool isEarlierIteration = false;
    if (isCommon && symbol.loop != kNone && tag != 0) {
      uint32_t depth = structure.depthTag(symbol.loop);
      isEarlierIteration = depth == tagDepth(tag);
      isCommon = depth <= tagDepth(tag);
    }
    Interval part =
        difference(symbol, factorOf(earlier, id), factorOf(later, id), isCommon,
                   isEarlierIteration);
    if (std::isnan(part.low) || std::isnan(part.high))
      return false;
    apart.add(part.low, part.high);
  }
  return apart.low >= double(earlier.size) || apart.high <= -double(later.size);
}

/// Whether rotating buffers may overlap in some iteration.
static bool mayMeet(const Structure &structure, const Rotation &earlier,
                    const Rotation &later, BlockId common, uint32_t tag) {
  if (earlier.loop != later.loop || !structure.isInside(common, earlier.loop))
    return true;
  uint32_t depth = structure.depthTag(earlier.loop);
  if (tag != 0 && tagDepth(tag) < depth)
    return true;
  size_t slots = earlier.begins.size(), others = later.begins.size();
  size_t period = std::lcm(slots, others);
  // The last distance that is told apart stands for all greater ones.
  size_t first = 0, last = 0;
  if (tag != 0 && tagDepth(tag) == depth) {
    first = last = tagDistance(tag);
    if (first >= structure.largestDistance(earlier.loop))
      last = first + period - 1;
  }
  for (size_t distance = first; distance <= last; ++distance)
    for (size_t n = 0; n < period; ++n) {
      int64_t begin = earlier.begins[n % slots];
      int64_t other = later.begins[(n + distance) % others];
      if (begin < other + later.size && other < begin + earlier.size)
        return true;
    }
  return false;
}

bool pypto::sync::mayOverlap(const Program &program, const Structure &structure,
                             NodeId earlierNode, const Access &earlier,
                             NodeId laterNode, const Access &later,
                             uint32_t tag) {
  if (earlier.memory != later.memory || earlier.begin >= later.end ||
      later.begin >= earlier.end)
    return false;
  BlockId common = structure.commonBlock(earlierNode, laterNode);
  if (earlier.rotation != kNone && later.rotation != kNone &&
      !mayMeet(structure, program.rotations[earlier.rotation],
               program.rotations[later.rotation], common, tag))
    return false;
  if (earlier.window == kNone || later.window == kNone)
    return true;
  const Window &a = program.windows[earlier.window];
  const Window &b = program.windows[later.window];
  if (a.geometry != b.geometry || a.dims.size() != b.dims.size())
    return true;
  for (size_t i = 0; i < a.dims.size(); ++i)
    if (areDisjoint(program, structure, a.dims[i], b.dims[i], common, tag))
      return false;
  return true;
}
