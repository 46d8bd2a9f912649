//===- ConvertRowGather.cpp - rows of memory by index -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chip's transfers know no index: rows are put together by a loop that
// reads an index with the scalar unit and transfers one row. Only the A5 has an
// instruction that gathers from memory, into Vec.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/KernelConverter.h"
#include "TensorToTile/TileBuilding.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

template <typename OpT>
LogicalResult KernelConverter::convertWindowCopy(OpT op) {
  if (!isMemory(op.getSource()))
    return emitError(op, Diag::NotLowered)
           << "pl.gather_row needs a source in global memory; this one is "
              "computed in the kernel or known only at run time";
  if (op.getTarget().getType().getRank() != 2)
    return emitError(op, Diag::NotLowered)
           << "a tile of " << op.getTarget().getType().getRank()
           << " axes; tiles have rows and columns";
  OpBuilder builder(op);
  FailureOr<TensorWindow> window =
      windows.get(builder, op.getLoc(), op.getSource(), op.getSourceOffsets(),
                  op.getShape());
  if (failed(window))
    return failure();
  op.getSourceMutable().assign(window->base);
  op.getSourceOffsetsMutable().assign(window->offsets);
  return success();
}
template LogicalResult KernelConverter::convertWindowCopy(TileGatherRowOp);
template LogicalResult KernelConverter::convertWindowCopy(TileGatherWindowOp);

//===----------------------------------------------------------------------===//
// Rows by a loop
//===----------------------------------------------------------------------===//

Value KernelConverter::readIndex(OpBuilder &builder, Location loc, Value list,
                                 Value position) {
  auto type = cast<GlobalTensorType>(list.getType());
  Value element;
  SmallVector<Value> place(type.getRank(), windows.getConstant(0));
  place.back() = position;
  if (Value tile = getComputedTile(list)) {
    SmallVector<Value> inTile = {windows.getConstant(0), position};
    element =
        TileReadOp::create(builder, loc, type.getElementType(), tile, inTile);
  } else {
    SmallVector<Value> inBase;
    Value base = windows.getElement(builder, loc, list, place, inBase);
    element =
        TensorReadOp::create(builder, loc, type.getElementType(), base, inBase);
  }
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    element);
}

/// `row` as one of `count` rows.
static Value applyPolicy(OpBuilder &builder, Location loc, OutOfRange policy,
                         Value row, Value count, Value zero, Value one) {
  if (policy == OutOfRange::clamp) {
    Value last = arith::SubIOp::create(builder, loc, count, one);
    Value low = arith::MaxSIOp::create(builder, loc, row, zero);
    return arith::MinSIOp::create(builder, loc, low, last);
  }
  if (policy == OutOfRange::wrap) {
    Value rest = arith::RemSIOp::create(builder, loc, row, count);
    Value positive = arith::AddIOp::create(builder, loc, rest, count);
    return arith::RemSIOp::create(builder, loc, positive, count);
  }
  return row;
}

FailureOr<Value> KernelConverter::gatherRows(Operation *op, TileType type,
                                             Value source, Value indices,
                                             Value table, Value column,
                                             int64_t block, OutOfRange policy,
                                             bool transpose) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  int64_t count = cast<GlobalTensorType>(indices.getType()).getShape().back();
  if (ShapedType::isDynamic(count)) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NotLowered)
        << "a gather of rows by an index tensor whose length is known only "
           "at run time";
    ::pypto::attachHelp(diag) << "pass a slice of known length and restrict "
                                 "the result with pl.set_validshape";
    return diag;
  }
  if (!isMemory(source))
    return emitError(op, Diag::NotLowered)
           << "rows are gathered from a tensor in global memory; this one is "
              "computed in the kernel or known only at run time";
  int64_t columns = type.getValid()[!transpose];
  Value zero = windows.getConstant(0), one = windows.getConstant(1);
  Value rows = getExtent(builder, loc, source, 0);
  Value unwritten = createUnwritten(builder, loc, type);
  auto loop = scf::ForOp::create(builder, loc, zero, windows.getConstant(count),
                                 one, ValueRange{unwritten});
  auto inside = OpBuilder::atBlockEnd(loop.getBody());
  Value number = loop.getInductionVar();
  Value row = readIndex(inside, loc, indices, number);
  if (table) {
    Value size = windows.getConstant(block);
    Value logical = arith::DivUIOp::create(inside, loc, row, size);
    Value within = arith::RemUIOp::create(inside, loc, row, size);
    Value physical = readIndex(inside, loc, table, logical);
    Value start = arith::MulIOp::create(inside, loc, physical, size);
    row = arith::AddIOp::create(inside, loc, start, within);
  }
  row = applyPolicy(inside, loc, policy, row, rows, zero, one);
  SmallVector<int64_t> window = {1, columns};
  FailureOr<TensorWindow> from =
      windows.get(inside, loc, source, ValueRange{row, column}, window);
  if (failed(from))
    return failure();
  SmallVector<Value> place = {number, zero};
  if (transpose)
    std::swap(place[0], place[1]);
  Value carried = loop.getRegionIterArgs()[0], next;
  if (transpose)
    next = TileGatherWindowOp::create(inside, loc, type, carried, from->base,
                                      place, from->offsets, /*rows=*/Value(),
                                      window, transpose);
  else
    next = TileGatherRowOp::create(inside, loc, type, carried, from->base,
                                   place, from->offsets, window);
  scf::YieldOp::create(inside, loc, ValueRange{next});
  return loop.getResult(0);
}

/// A tile in `space`, where rows of memory become columns of boxes if
/// `transpose`.
static TileType placeRows(TileType type, MemorySpace space, bool transpose) {
  type = type.withSpace(space);
  return transpose ? type.withLayout(TileLayout::ZN) : type;
}

LogicalResult KernelConverter::convertGatherRows(TensorGatherRowsOp op) {
  FailureOr<TileType> type = getTileType(op.getLoc(), op.getResult());
  if (failed(type))
    return failure();
  FailureOr<Value> tile =
      gatherRows(op, placeRows(*type, op.getSpace(), op.getTranspose()),
                 op.getSource(), op.getIndices(), op.getTable(), op.getColumn(),
                 op.getBlock(), op.getOutOfRange(), op.getTranspose());
  if (failed(tile))
    return failure();
  replace(op, *tile);
  return success();
}

LogicalResult KernelConverter::convertGatherRows(TileGatherRowsOp op) {
  FailureOr<Value> tile = gatherRows(
      op, op.getResult().getType(), op.getSource(), op.getIndices(),
      op.getTable(), op.getColumn(), op.getBlock(), op.getOutOfRange(),
      /*transpose=*/false);
  if (failed(tile))
    return failure();
  op.getResult().replaceAllUsesWith(*tile);
  replaced.push_back(op);
  return success();
}

//===----------------------------------------------------------------------===//
// The A5's instructions
//===----------------------------------------------------------------------===//

Value KernelConverter::getWholeTensor(Operation *op, StringRef what,
                                      Value tensor) {
  if (isMemory(tensor) && !windows.isWindow(tensor))
    return aliases.getTensor(tensor);
  emitError(op, Diag::NotLowered)
      << what << " needs a whole tensor in global memory";
  return {};
}

LogicalResult KernelConverter::convertMgather(TileMgatherOp op) {
  if (getArch(op) != Arch::a5) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NotOnArch)
        << "pl.mgather into Vec is not available on the a2a3";
    ::pypto::attachHelp(diag)
        << "compile for the a5, gather rows with target_memory=pl.Mem.Mat, or "
           "load the table and use pl.gather";
    return diag;
  }
  Value root = getWholeTensor(op, "the source of pl.mgather", op.getSource());
  if (!root)
    return failure();
  OpBuilder builder(op);
  Location loc = op.getLoc();
  op.getSourceMutable().assign(root);
  if (!op.getByRows())
    return success();
  // The instruction wants the indices in the first column of whole rows.
  Value indices = op.getIndices();
  auto type = cast<TileType>(indices.getType());
  int64_t rows = op.getResult().getType().getDimSize(0);
  if (type.getDimSize(0) == rows && type.getDimSize(1) != 1)
    return success();
  if (type.getDimSize(0) != rows)
    indices = asRow(builder, loc, indices);
  constexpr int64_t kLaneBytes = 32 / 4; // elements of i32 in 32 bytes
  TileType wide = TileType::get({rows, kLaneBytes}, type.getElementType());
  wide = wide.withValid(
      {cast<TileType>(indices.getType()).getValid()[0], kLaneBytes});
  Value spread = TileRowExpandOp::create(builder, loc, wide,
                                         createUnwritten(builder, loc, wide),
                                         indices, Value());
  op.getIndicesMutable().assign(
      restrictValid(builder, loc, spread, wide.getValid()[0], 1));
  return success();
}

LogicalResult KernelConverter::convertMscatter(TileMscatterOp op) {
  if (getArch(op) != Arch::a5) {
    InFlightDiagnostic diag = emitError(op, Diag::NotOnArch)
                              << "pl.mscatter is not available on the a2a3";
    ::pypto::attachHelp(diag)
        << "compile for the a5, or write rows with pl.scatter_update";
    return diag;
  }
  Value root = getWholeTensor(op, "the target of pl.mscatter", op.getTarget());
  if (!root)
    return failure();
  OpBuilder builder(op);
  TileMscatterOp::create(builder, op.getLoc(), root.getType(), op.getSource(),
                         op.getIndices(), root);
  markWritten(op.getTarget());
  replaced.push_back(op);
  return success();
}

} // namespace pypto
