//===- Contiguous.cpp - windows that can be passed to a kernel --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outline/Outline.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// Elements of the window follow each other if, after the first axis that has
/// more than one of them, every axis is taken whole.
static bool isContiguousSlice(TensorSliceOp slice) {
  ArrayRef<int64_t> shape = slice.getSource().getType().getShape();
  auto next = slice.getResult().getType().getShape().begin();
  bool whole = false;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    int64_t extent = llvm::is_contained(slice.getDrop(), axis) ? 1 : *next++;
    if (whole && (extent != shape[axis] || ShapedType::isDynamic(extent)))
      return false;
    whole |= extent != 1;
  }
  return true;
}

bool isContiguous(Value tensor) {
  while (auto view = tensor.getDefiningOp<TensorAliasOpInterface>()) {
    if (isa<TensorTransposeOp>(*view))
      return false;
    if (auto slice = dyn_cast<TensorSliceOp>(*view);
        slice && !isContiguousSlice(slice))
      return false;
    tensor = view.getAliasedTensor().get();
  }
  return true;
}

} // namespace pypto
