//===- Slots.h - equal parts of the author's buffers ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_MEMORY_SLOTS_H
#define PYPTO_TRANSFORMS_MEMORY_SLOTS_H

#include "pypto/Dialect/Pypto/SlotOps.h"

#include "mlir/IR/Dominance.h"
#include "llvm/ADT/MapVector.h"

namespace pypto {

/// Gives each slot of a buffer whose slots are all chosen by constants a buffer
/// of its own, and slots of one index one operation. What then is left of
/// `pypto.memref.slot` chooses at run time.
void separateSlots(mlir::func::FuncOp kernel);

/// Collects which tiles live in which slots, then makes all slots of a buffer
/// as large as the largest of them.
class SlotSizes {
public:
  explicit SlotSizes(mlir::func::FuncOp kernel) : dominance(kernel) {}

  /// `tiles` live in `slot`. An error (E0505) if the slot is chosen after one
  /// of them is made, or is in another memory.
  mlir::LogicalResult add(mlir::pypto::MemrefSlotOp slot,
                          llvm::ArrayRef<mlir::Value> tiles);
  /// Sets the types of the buffers and their slots.
  void apply();

private:
  struct Size {
    int64_t bytes = 0; ///< of the largest tile
    int64_t step = 1;  ///< of which a slot is a multiple
  };
  mlir::DominanceInfo dominance;
  llvm::MapVector<mlir::Operation *, Size> sizes;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MEMORY_SLOTS_H
