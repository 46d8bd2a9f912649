//===- TensorRegion.h - tensor operations computed in blocks ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors are seen as matrices, their leading axes merged into rows. Along each
// axis a tensor either has the region's extent or one element.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_TENSORREGION_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_TENSORREGION_H

#include "TensorToTile/TileShapes.h"
#include "Utils/TensorAliases.h"

#include "llvm/ADT/SetVector.h"

#include <array>

namespace pypto {

/// Rows and columns.
using MatrixExtents = std::array<int64_t, 2>;

MatrixExtents getMatrixExtents(mlir::Value tensor);

/// Tensor operations of one block of code: all of them, or some. What passes
/// between them and others is memory or fits on chip.
class TensorRegion {
public:
  using Operations = llvm::SmallVector<mlir::Operation *>;

  TensorRegion(mlir::Block &block, mlir::func::FuncOp kernel,
               const TileShapes &shapes, TensorAliases &aliases)
      : block(block), entry(&kernel.getBody().front()), shapes(shapes),
        aliases(aliases) {}

  /// Leaves out all other operations than `some`.
  void restrictTo(llvm::ArrayRef<mlir::Operation *> some);
  /// The operations that may be computed in blocks, in groups of which none
  /// computes with what another one does; with `sameExtents` groups of
  /// operations whose tensors have the same extents.
  llvm::SmallVector<Operations> split(bool sameExtents) const;

  /// Looks at the operations; false if they cannot be computed in blocks.
  bool collect();

  llvm::ArrayRef<mlir::Operation *> getOperations() const { return operations; }
  const MatrixExtents &getExtents() const { return extents; }
  bool isMemory(mlir::Value tensor) const;
  /// True if `tensor` has more than one element along `axis` (0: rows).
  bool spans(mlir::Value tensor, unsigned axis) const {
    return extents[axis] != 1 && getMatrixExtents(tensor)[axis] != 1;
  }
  /// The axis along which `op` reduces more than one element, if it does.
  std::optional<unsigned> getReducedAxis(mlir::Operation *op) const;
  bool hasReduction(unsigned axis) const { return reduces[axis]; }
  /// True if an operation needs the whole of `axis` at once.
  bool needsWhole(unsigned axis) const { return whole[axis]; }
  /// True if some tensor in memory is both read and written.
  bool updatesInput() const { return updates; }
  /// True if some operand is valid in part only, so that blocks behind that
  /// part are empty.
  bool isPartlyValid() const { return partlyValid; }
  /// True for an operand on chip that other operations compute.
  bool isForeign(mlir::Value tensor) const { return foreign.contains(tensor); }
  /// True for a result that other operations use, too.
  bool isEscaping(mlir::Value tensor) const {
    return escaping.contains(tensor);
  }
  /// True if all that is written spans each axis that `steps` cuts.
  bool writesSpan(const MatrixExtents &steps) const;

  /// Bytes that are live at once in blocks of `steps`, if every result takes
  /// the place of an operand where it can. Memory counts from its first to its
  /// last use.
  int64_t estimatePeak(const MatrixExtents &steps) const;

private:
  bool isMember(mlir::Operation *op) const;
  bool checkOrder();
  bool checkUsers(mlir::Operation *op);
  bool checkShape(mlir::Value tensor);
  bool checkOperation(mlir::Operation *op);
  bool checkTarget(mlir::pypto::TensorAssembleOp op);
  bool checkMemory();
  int64_t getBytes(mlir::Value tensor, const MatrixExtents &steps) const;

  mlir::Block &block;
  mlir::Block *entry;
  const TileShapes &shapes;
  TensorAliases &aliases;
  /// In program order.
  Operations operations;
  /// Nothing for all of the block.
  llvm::DenseSet<mlir::Operation *> members;
  llvm::SetVector<mlir::Value> foreign, escaping;
  MatrixExtents extents = {1, 1};
  std::array<bool, 2> reduces = {false, false}, whole = {false, false};
  bool updates = false, partlyValid = false;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TENSORREGION_H
