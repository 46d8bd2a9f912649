//===- PackOrders.h - which item the packing search tries first -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_LIB_ALLOCATOR_PACKORDERS_H
#define PYPTO_LIB_ALLOCATOR_PACKORDERS_H

#include "PoolModel.h"

namespace pypto::allocator {

/// Returns several ways to rank items; in each a higher number is tried first.
std::vector<std::vector<double>> packOrders(const PoolModel &model,
                                            const ConflictGraph &graph);

/// Shakes every ranking, differently in every \p round; deterministic.
void perturbOrders(std::vector<std::vector<double>> &orders, unsigned round);

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_PACKORDERS_H
