//===- Targets.h - the chip of a module, in the dialect's terms -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_UTILS_TARGETS_H
#define PYPTO_TRANSFORMS_UTILS_TARGETS_H

#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Target/Target.h"

namespace pypto {

/// The chip that the module around `op` is compiled for.
const target::Target &getTarget(mlir::Operation *op);

/// The description's name of a memory space. Both lists are those of the
/// language, in its order.
inline target::Space toTarget(mlir::pypto::MemorySpace space) {
  return static_cast<target::Space>(space);
}
inline mlir::pypto::MemorySpace fromTarget(target::Space space) {
  return static_cast<mlir::pypto::MemorySpace>(space);
}

/// The dialect's name of a layout.
inline mlir::pypto::TileLayout fromTarget(target::Layout layout) {
  return static_cast<mlir::pypto::TileLayout>(layout);
}

/// The pipe that runs a placed operation; S for what the scalar unit does.
target::Pipe getPipe(mlir::pypto::TileOpInterface op,
                     const target::Target &target);

/// Bytes that a tile occupies in its memory.
inline int64_t getFootprint(mlir::pypto::TileType type) {
  return type.getSizeInBytes();
}

} // namespace pypto

#endif // PYPTO_TRANSFORMS_UTILS_TARGETS_H
