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

  TensorRegion(mlir::Block &block, const TileShapes &shapes,
               TensorAliases &aliases)
      : block(block), shapes(shapes), aliases(aliases) {}

  /// Leaves out all other operations than `some`, which are in program order.
  void restrictTo(llvm::ArrayRef<mlir::Operation *> some);
  /// The operations that may be computed in blocks, in groups of which none
  /// computes with what another one does; with `sameExtents` groups of
  /// operations whose tensors have the same extents.
  llvm::SmallVector<Operations> split(bool sameExtents) const;

  /// Looks at the operations; false if they cannot be computed in blocks.
  bool collect();
  /// Looks at the operations instead; false if they cannot be computed matrix
  /// by matrix: their tensors have the same number of axes, more than two.
  bool collectMatrices();
  /// Extents of all axes but the last two.
  llvm::ArrayRef<int64_t> getLeadingExtents() const { return leading; }

  llvm::ArrayRef<mlir::Operation *> getOperations() const { return operations; }
  const MatrixExtents &getExtents() const { return extents; }
  bool isMemory(mlir::Value tensor) const;
  TensorAliases &getAliases() const { return aliases; }
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
  /// last use. 0 where extents are known at run time only.
  int64_t estimatePeak(const MatrixExtents &steps) const;

  /// Bytes of what others compute before the operations and use behind them.
  int64_t estimateAcross() const;
  /// The same as estimatePeak() of all operations of `block` at once.
  static int64_t estimateBlock(mlir::Block &block, const TileShapes &shapes,
                               TensorAliases &aliases);
  /// How many rows all tensors of `block` may have so that they fit `capacity`
  /// at once, or, where not even one fits, how many of `columns` one row may
  /// have, if those of all tensors shrink alike: the other extent is 0 then.
  static MatrixExtents findSize(mlir::Block &block, const TileShapes &shapes,
                                TensorAliases &aliases, int64_t capacity,
                                int64_t columns);

private:
  /// Calls `visit` for the operations that may belong to the region, in program
  /// order.
  void
  forEachCandidate(llvm::function_ref<void(mlir::Operation *)> visit) const;
  void gather(bool withViews = false);
  bool isTileView(mlir::Operation *op) const;
  bool isMember(mlir::Operation *op) const;
  bool checkOrder();
  bool checkUsers(mlir::Operation *op);
  bool isMatrix(mlir::Value tensor) const;
  bool hasMatrices(mlir::Value tensor);
  bool checkShape(mlir::Value tensor);
  bool checkOperation(mlir::Operation *op);
  bool checkTarget(mlir::pypto::TensorAssembleOp op);
  bool checkMemory();
  int64_t getBytes(mlir::Value tensor, const MatrixExtents &steps) const;

  mlir::Block &block;
  const TileShapes &shapes;
  TensorAliases &aliases;
  /// In program order.
  Operations operations;
  /// Nothing for all of the block; the same in program order.
  llvm::DenseSet<mlir::Operation *> members;
  Operations candidates;
  llvm::SetVector<mlir::Value> foreign, escaping;
  MatrixExtents extents = {1, 1};
  llvm::SmallVector<int64_t> leading;
  std::array<bool, 2> reduces = {false, false}, whole = {false, false};
  /// Columns of all tensors are cut in proportion.
  bool isProportional = false;
  bool updates = false, partlyValid = false, isStatic = true;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TENSORREGION_H
