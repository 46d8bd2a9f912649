//===- Fluid.h - shared bandwidth of global memory --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfers in progress, as flows that share two resources: L2 (every flow) and
// HBM (flows whose lines miss L2). Rates are max-min fair with a cap per flow.
// Flows with the same cap and kind always have the same rate, so the sharing is
// computed per class of flows, and each class keeps one running total of bytes
// served: a flow ends when that total reaches its mark.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_ENGINE_FLUID_H
#define PYPTO_LIB_COREMODEL_ENGINE_FLUID_H

#include <cstdint>
#include <limits>
#include <vector>

namespace pypto::coremodel {

class Fluid {
public:
  /// Capacities in bytes per cycle.
  void reset(double l2Rate, double hbmRate);

  /// Adds a flow of `bytes` at `now`; `tag` comes back when it ends.
  void add(double now, double bytes, double cap, bool miss, uint32_t tag);

  /// Time at which the next flow ends; infinity when there is none.
  double nextEnd() const { return next; }
  /// Removes the flow that ends at nextEnd() and returns its tag.
  uint32_t popEnd();

private:
  struct Flow {
    double mark; ///< value of Class::served at which the flow ends
    uint64_t seq;
    uint32_t tag;
  };
  struct Class {
    double cap = 0;
    bool miss = false;
    double rate = 0;   ///< of each flow
    double served = 0; ///< bytes a flow present since the start would have got
    std::vector<Flow> heap;
  };

  void advance(double now);
  void share();
  void findNext();

  double l2 = 0, hbm = 0;
  double time = 0;
  double next = std::numeric_limits<double>::infinity();
  int nextClass = -1;
  uint64_t seq = 0;
  std::vector<Class> classes;
};

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_ENGINE_FLUID_H
