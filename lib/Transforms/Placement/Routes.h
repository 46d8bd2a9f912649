//===- Routes.h - the cheapest way between two memories ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_PLACEMENT_ROUTES_H
#define PYPTO_TRANSFORMS_PLACEMENT_ROUTES_H

#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Target/Target.h"

#include <optional>

namespace pypto {

/// A chain of direct moves between on-chip memories.
struct Route {
  /// The memories on the way, both ends included.
  llvm::SmallVector<mlir::pypto::MemorySpace> spaces;
  /// What all moves take together, from the chip's rates.
  int64_t cycles = 0;
};

/// The cheapest route on which a tile of `bytes` gets from one memory to
/// another, without a way through global memory; none if there is no route.
/// Between equals the one with fewer moves, then the first in the chip's table.
std::optional<Route> findRoute(const target::Target &target,
                               mlir::pypto::MemorySpace from,
                               mlir::pypto::MemorySpace to, int64_t bytes);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_PLACEMENT_ROUTES_H
