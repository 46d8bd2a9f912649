//===- PtoInterfaces.h - what a pto op says of itself -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_PTOINTERFACES_H
#define PYPTO_DIALECT_PTO_PTOINTERFACES_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "pypto/Dialect/Pto/PtoAttributes.h"
#include <optional>

namespace mlir::pto {

/// Space that an instruction overwrites while it runs.
struct ScratchResource : SideEffects::Resource::Base<ScratchResource> {
  StringRef getName() final { return "PtoScratch"; }
};

/// What the core knows of a tile beside its bytes: valid extents, address.
struct TileMetadataResource
    : SideEffects::Resource::Base<TileMetadataResource> {
  StringRef getName() final { return "PtoTileMetadata"; }
};

/// Slots of the FIFOs between cube and vector cores.
struct FifoResource : SideEffects::Resource::Base<FifoResource> {
  StringRef getName() final { return "PtoFifo"; }
};

/// The user's terminal.
struct DebugResource : SideEffects::Resource::Base<DebugResource> {
  StringRef getName() final { return "PtoDebug"; }
};

/// A rectangle of a tile: run-time indices of its first element, and at most so
/// many rows and columns.
struct TileWindow {
  Value row, col;
  int64_t rows, cols;
};

namespace detail {
SmallVector<Value> getReadValues(Operation *op);
SmallVector<Value> getWrittenValues(Operation *op);
SmallVector<Value> getScratchValues(Operation *op);
} // namespace detail

} // namespace mlir::pto

#include "pypto/Dialect/Pto/PtoInterfaces.h.inc"

#endif // PYPTO_DIALECT_PTO_PTOINTERFACES_H
