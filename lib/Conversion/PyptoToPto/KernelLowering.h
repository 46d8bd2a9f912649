//===- KernelLowering.h - one kernel becomes pto code -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_CONVERSION_PYPTOTOPTO_KERNELLOWERING_H
#define PYPTO_CONVERSION_PYPTOTOPTO_KERNELLOWERING_H

#include "PyptoToPto/TensorViews.h"
#include "PyptoToPto/TileHandles.h"
#include "pypto/Dialect/Pypto/GatherOps.h"

#include "mlir/IR/IRMapping.h"

namespace pypto {

/// The tensor extents of a kernel that are known only at run time, in the order
/// in which they are passed after the kernel's own parameters.
struct RuntimeExtent {
  unsigned parameter;
  int64_t axis;
};
llvm::SmallVector<RuntimeExtent> getRuntimeExtents(mlir::func::FuncOp kernel);

/// True for a tensor that is the base of messages and nothing else.
bool isMessageBase(mlir::BlockArgument parameter);

/// Whether an index is known to be a multiple of `factor`.
bool isMultipleOf(mlir::Value value, int64_t factor);

/// Writes the body of one kernel in the pto dialect.
class KernelLowering {
public:
  /// `lowered` is the function to fill; its parameters are those that the
  /// pass's description gives.
  KernelLowering(mlir::func::FuncOp kernel, mlir::func::FuncOp lowered,
                 const TileBuffers &buffers);

  mlir::LogicalResult run();
  unsigned getNumTiles() const { return tiles.getNumHandles(); }

private:
  // KernelLowering.cpp
  mlir::LogicalResult lowerBlock(mlir::Block &from, mlir::OpBuilder &builder);
  mlir::LogicalResult lower(mlir::Operation *op, mlir::OpBuilder &builder);
  mlir::Value lookup(mlir::Value value) { return scalars.lookup(value); }
  llvm::SmallVector<mlir::Value> lookup(mlir::ValueRange values);

  // ControlFlow.cpp
  mlir::LogicalResult lowerFor(mlir::scf::ForOp loop, mlir::OpBuilder &builder);
  mlir::LogicalResult lowerIf(mlir::scf::IfOp branch, mlir::OpBuilder &builder);
  mlir::LogicalResult lowerWhile(mlir::scf::WhileOp loop,
                                 mlir::OpBuilder &builder);
  mlir::LogicalResult lowerRegion(mlir::Region &from, mlir::Region &to);
  /// Makes `to` stand for `from`; handles of tiles are made before `builder`.
  void mapScalars(mlir::OpBuilder &builder, mlir::ValueRange from,
                  mlir::ValueRange to);
  llvm::SmallVector<mlir::Value> lookupScalars(mlir::ValueRange values);

  // GlobalAccess.cpp
  mlir::LogicalResult lowerLoad(mlir::pypto::TileLoadOp op,
                                mlir::OpBuilder &builder);
  mlir::LogicalResult lowerStore(mlir::pypto::TileStoreOp op,
                                 mlir::OpBuilder &builder);
  mlir::LogicalResult lowerRead(mlir::pypto::TensorReadOp op,
                                mlir::OpBuilder &builder);
  mlir::LogicalResult lowerWrite(mlir::pypto::TensorWriteOp op,
                                 mlir::OpBuilder &builder);
  mlir::LogicalResult lowerDim(mlir::pypto::TensorDimOp op);
  mlir::FailureOr<mlir::Value>
  createWindow(mlir::OpBuilder &builder, mlir::Operation *op,
               mlir::Value tensor, mlir::ValueRange offsets, mlir::Value tile,
               mlir::DenseI64ArrayAttr extents);

  // LowPrecision.cpp
  /// A window of elements that share bytes starts at a whole byte, and what is
  /// stored from the tile `stored` (null: nothing) ends at one.
  mlir::LogicalResult checkWholeBytes(mlir::Operation *op, mlir::Type element,
                                      mlir::ValueRange offsets,
                                      mlir::Value stored);
  llvm::SmallVector<mlir::Value> toStoredOffsets(mlir::OpBuilder &builder,
                                                 mlir::Location loc,
                                                 mlir::Type element,
                                                 mlir::ValueRange offsets);
  /// The handle of a tile in Vec as a store takes it.
  /// The window of a tensor in blocks.
  mlir::FailureOr<mlir::Value> createBlockWindow(mlir::OpBuilder &builder,
                                                 mlir::Operation *op,
                                                 mlir::Value tensor,
                                                 mlir::ValueRange offsets,
                                                 mlir::Value tile);
  /// `handle` of `tile` valid to the end of the blocks of a tensor of `element`
  /// that it is stored to.
  mlir::Value getWholeBlocks(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value tile, mlir::Value handle,
                             mlir::Type element);
  mlir::Value getStorable(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value tile);
  /// Where the box of scales that starts at `offsets` is, in bytes.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  getScaleOffsets(mlir::OpBuilder &builder, mlir::Operation *op,
                  mlir::pypto::TileLayout layout, mlir::ValueRange offsets);
  mlir::LogicalResult lowerScaleLoad(mlir::pypto::TileLoadOp op,
                                     mlir::OpBuilder &builder);
  mlir::LogicalResult lowerMoveScale(mlir::pypto::TileMoveScaleOp op,
                                     mlir::OpBuilder &builder);
  mlir::FailureOr<mlir::Value> lowerColumnScales(mlir::pypto::TileStoreOp op,
                                                 mlir::OpBuilder &builder);
  mlir::LogicalResult lowerQuantisingStore(mlir::pypto::TileStoreOp op,
                                           mlir::Value window,
                                           mlir::OpBuilder &builder);

  // IndexedAccess.cpp
  /// A window of memory that becomes a window of a tile.
  struct WindowCopy {
    mlir::Operation *op;
    mlir::Value target, source, result;
    mlir::ValueRange targetOffsets, sourceOffsets;
    mlir::Value rows; ///< rows that are copied, or null: all
    mlir::ArrayRef<int64_t> shape;
    bool transpose;
  };
  mlir::LogicalResult lowerWindowCopy(const WindowCopy &copy,
                                      mlir::OpBuilder &builder);
  mlir::FailureOr<mlir::Value> createWindowHandle(const WindowCopy &copy,
                                                  TileHandles::Valid extents,
                                                  mlir::OpBuilder &builder);
  /// The window that is the whole of `tensor`.
  mlir::Value createWholeWindow(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::Value tensor);
  mlir::LogicalResult lowerMgather(mlir::pypto::TileMgatherOp op,
                                   mlir::OpBuilder &builder);
  mlir::LogicalResult lowerMscatter(mlir::pypto::TileMscatterOp op,
                                    mlir::OpBuilder &builder);
  mlir::LogicalResult lowerGatherCompare(mlir::pypto::TileGatherCompareOp op,
                                         mlir::OpBuilder &builder);

  // System.cpp
  mlir::LogicalResult lowerSystem(mlir::Operation *op,
                                  mlir::OpBuilder &builder);

  // Instructions.cpp
  mlir::LogicalResult lowerInstruction(mlir::pypto::TileOpInterface op,
                                       mlir::OpBuilder &builder);
  mlir::LogicalResult lowerView(mlir::pypto::TileOpInterface op,
                                mlir::OpBuilder &builder);
  mlir::LogicalResult lowerElement(mlir::pypto::TileOpInterface op,
                                   mlir::OpBuilder &builder);
  mlir::LogicalResult lowerAssemble(mlir::pypto::TileAssembleOp op,
                                    mlir::OpBuilder &builder);
  mlir::LogicalResult lowerScatter(mlir::pypto::TileScatterOp op,
                                   mlir::OpBuilder &builder);
  /// The handle of `tile` as the instruction of `op` wants its type;
  /// `isPerRow` is a value for each row of another operand.
  mlir::Value getOperand(mlir::OpBuilder &builder,
                         mlir::pypto::TileOpInterface op, mlir::Value tile,
                         bool isPerRow = false);

  mlir::func::FuncOp kernel, lowered;
  /// Before everything that is not at the start of the function.
  mlir::OpBuilder head;
  ConstantPool constants;
  mlir::IRMapping scalars;
  TensorViews views;
  TileHandles tiles;
};

} // namespace pypto

#endif // PYPTO_CONVERSION_PYPTOTOPTO_KERNELLOWERING_H
