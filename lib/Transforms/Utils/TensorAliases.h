//===- TensorAliases.h - which tensor a value names -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors are references: a store returns its target, a loop that carries a
// tensor usually carries the same one. This analysis follows such values to the
// one that they all name.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_UTILS_TENSORALIASES_H
#define PYPTO_TRANSFORMS_UTILS_TENSORALIASES_H

#include "pypto/Dialect/Pypto/Pypto.h"

#include "llvm/ADT/DenseMap.h"

namespace pypto {

/// Valid as long as the IR does not change.
class TensorAliases {
public:
  /// The value of which `value` is an alias: a block argument, the result of a
  /// computation, of `tensor.create` or of a view. Updates, scope results,
  /// branches that agree and loop carries that keep their tensor are followed.
  mlir::Value getTensor(mlir::Value value) { return exact.resolve(value); }

  /// As getTensor, views (slice, reshape, transpose) followed as well: the
  /// value whose memory `value` names in whole or in part.
  mlir::Value getMemory(mlir::Value value) { return memory.resolve(value); }

private:
  class Resolver {
  public:
    explicit Resolver(bool throughViews) : throughViews(throughViews) {}
    mlir::Value resolve(mlir::Value value);

  private:
    /// The value one step nearer to the root; `value` itself at the root.
    mlir::Value step(mlir::Value value);
    mlir::Value stepResult(mlir::OpResult result);
    mlir::Value stepArgument(mlir::BlockArgument argument);
    /// The root of a carry with initial value `init` that is `next` after one
    /// iteration: `init`'s if the loop keeps it, else `carry` itself.
    mlir::Value stepCarry(mlir::Value carry, mlir::Value init,
                          mlir::Value next);

    bool throughViews;
    llvm::DenseMap<mlir::Value, mlir::Value> parent;
  };

  Resolver exact{/*throughViews=*/false};
  Resolver memory{/*throughViews=*/true};
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_UTILS_TENSORALIASES_H
