//===- Workspaces.cpp - a kernel's own global memory ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/Workspaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static int64_t countBlocks(TaskSubmitOp submit) {
  if (!submit.getBlocks())
    return 1;
  return getConstantIntValue(submit.getBlocks()).value_or(ShapedType::kDynamic);
}

Workspaces::Workspaces(func::FuncOp kernel, const SymbolUserMap &users)
    : kernel(kernel), numParameters(kernel.getNumArguments()) {
  for (Operation *user : users.getUsers(kernel)) {
    auto submit = dyn_cast<TaskSubmitOp>(user);
    if (!submit) {
      submits.clear();
      return;
    }
    submits.push_back(submit);
  }
  if (submits.empty())
    return;
  numBlocks = countBlocks(submits.front());
  for (TaskSubmitOp submit : submits)
    if (countBlocks(submit) != numBlocks)
      numBlocks = ShapedType::kDynamic;
}

Value Workspaces::add(Location loc, GlobalTensorType type) {
  GlobalTensorType all = type;
  if (numBlocks != 1) {
    SmallVector<int64_t> shape(type.getShape());
    shape.front() = ShapedType::isDynamic(numBlocks)
                        ? ShapedType::kDynamic
                        : numBlocks * shape.front();
    all = GlobalTensorType::get(shape, type.getElementType());
  }
  unsigned index = kernel.getNumArguments();
  MLIRContext *context = kernel.getContext();
  auto out = DictionaryAttr::get(
      context, NamedAttribute(StringAttr::get(context, kDirAttrName),
                              DirectionAttr::get(context, Direction::Out)));
  if (failed(kernel.insertArgument(index, all, out, loc)))
    llvm_unreachable("a function type takes any parameter");
  added.push_back({all, loc, type});
  Value memory = kernel.getArgument(index);
  if (numBlocks == 1)
    return memory;

  Block &entry = kernel.getBody().front();
  OpBuilder builder(&entry, entry.begin());
  if (block)
    builder.setInsertionPointAfterValue(block);
  else
    block = GetBlockIdxOp::create(builder, kernel.getLoc());
  SmallVector<Value> offsets(type.getRank());
  for (Value &offset : offsets)
    offset = arith::ConstantIndexOp::create(builder, loc, 0);
  offsets.front() = arith::MulIOp::create(
      builder, loc, block,
      arith::ConstantIndexOp::create(builder, loc, type.getDimSize(0)));
  return TensorSliceOp::create(builder, loc, type, memory, offsets,
                               ValueRange(), ArrayRef<int64_t>());
}

void Workspaces::provide() {
  for (const Added &one : added) {
    InFlightDiagnostic remark = mlir::emitRemark(one.loc);
    StringRef name = getUserName(one.loc);
    if (!name.empty())
      remark << "'" << name << "' ";
    remark << "passes through global memory, as it does not fit on chip where "
              "it is used: "
           << getSizeInBytes(one.part.getElementType(),
                             one.part.getNumElements())
           << " bytes for each block of a task";
  }
  for (TaskSubmitOp submit : submits) {
    OpBuilder builder(submit);
    for (const Added &one : added) {
      SmallVector<Value> extents;
      if (!one.type.hasStaticShape()) {
        Value blocks = submit.getBlocks();
        if (!blocks)
          blocks = arith::ConstantIndexOp::create(builder, one.loc, 1);
        extents.push_back(arith::MulIOp::create(
            builder, one.loc, blocks,
            arith::ConstantIndexOp::create(builder, one.loc,
                                           one.part.getDimSize(0))));
      }
      Value tensor = TensorCreateOp::create(builder, one.loc, one.type, extents,
                                            TypedAttr());
      submit.getArgsMutable().append(tensor);
    }
    if (auto directions = submit.getDirections()) {
      SmallVector<Attribute> all(directions->begin(), directions->end());
      all.append(added.size(),
                 DirectionAttr::get(submit.getContext(), Direction::Out));
      submit.setDirectionsAttr(builder.getArrayAttr(all));
    }
  }
}

} // namespace pypto
