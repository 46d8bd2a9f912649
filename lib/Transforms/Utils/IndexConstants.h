//===- IndexConstants.h - index constants of a function ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_UTILS_INDEXCONSTANTS_H
#define PYPTO_TRANSFORMS_UTILS_INDEXCONSTANTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

#include "llvm/ADT/DenseMap.h"

namespace pypto {

/// Index constants, each made once at the start of a function.
class IndexConstants {
public:
  explicit IndexConstants(mlir::Block &entry) : entry(entry) {}

  mlir::Value get(int64_t value) {
    mlir::Value &constant = made[value];
    if (!constant) {
      auto builder = mlir::OpBuilder::atBlockBegin(&entry);
      constant = mlir::arith::ConstantIndexOp::create(
          builder, entry.getParentOp()->getLoc(), value);
    }
    return constant;
  }

private:
  mlir::Block &entry;
  llvm::DenseMap<int64_t, mlir::Value> made;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_UTILS_INDEXCONSTANTS_H
