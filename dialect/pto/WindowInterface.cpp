//===- WindowInterface.cpp - instructions on a part of a tile ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/WindowInterface.h"
#include "WindowModels.h"
#include "pypto/Dialect/Pto/MoveOps.h"

using namespace mlir;
using namespace mlir::pto;

#include "pypto/Dialect/Pto/WindowInterface.cpp.inc"

/// The window at an operation's two indices that takes what \p small holds.
template <typename Op>
static std::optional<TileWindow> windowFor(Op op, Value small) {
  auto type = dyn_cast<TileBufType>(small.getType());
  if (!type || type.getShape().size() != 2)
    return std::nullopt;
  int64_t extent[2];
  for (unsigned dim : {0u, 1u}) {
    int64_t valid = type.getValidShape()[dim];
    extent[dim] = ShapedType::isDynamic(valid) ? type.getShape()[dim] : valid;
    if (ShapedType::isDynamic(extent[dim]))
      return std::nullopt;
  }
  return TileWindow{op.getIndexRow(), op.getIndexCol(), extent[0], extent[1]};
}

namespace {
/// Takes a window out of its source.
template <typename Op>
struct ExtractModel : WindowOpInterface::ExternalModel<ExtractModel<Op>, Op> {
  std::optional<TileWindow> getWindow(Operation *op, Value tile) const {
    auto extract = cast<Op>(op);
    if (tile != extract.getSrc() || tile == extract.getDst())
      return std::nullopt;
    return windowFor(extract, extract.getDst());
  }
};

/// Puts its source into a window.
template <typename Op>
struct InsertModel : WindowOpInterface::ExternalModel<InsertModel<Op>, Op> {
  std::optional<TileWindow> getWindow(Operation *op, Value tile) const {
    auto insert = cast<Op>(op);
    if (tile != insert.getDst() || tile == insert.getSrc())
      return std::nullopt;
    return windowFor(insert, insert.getSrc());
  }
};
} // namespace

void pto::attachWindowModels(MLIRContext &context) {
  TExtractOp::attachInterface<ExtractModel<TExtractOp>>(context);
  TExtractFpOp::attachInterface<ExtractModel<TExtractFpOp>>(context);
  TInsertOp::attachInterface<InsertModel<TInsertOp>>(context);
  TInsertFpOp::attachInterface<InsertModel<TInsertFpOp>>(context);
}
