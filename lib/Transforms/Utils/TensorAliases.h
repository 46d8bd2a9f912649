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

/// Computed once for all tensors of an operation. Where control flow merges
/// names, they are first taken to agree; those that do not are found by
/// repeating until nothing changes.
class TensorAliases {
public:
  explicit TensorAliases(mlir::Operation *root);

  /// The value of which `value` is an alias: a block argument, the result of a
  /// computation, of `tensor.create` or of a view. Updates, scope results,
  /// branches that agree and loop carries that keep their tensor are followed.
  mlir::Value getTensor(mlir::Value value) { return find(exact, value); }

  /// As getTensor, views (slice, reshape, transpose) followed as well: the
  /// value whose memory `value` names in whole or in part.
  mlir::Value getMemory(mlir::Value value) { return find(memory, value); }

  /// True if `value` is memory that a function is given: a parameter of it, in
  /// whole or in part.
  bool isParameter(mlir::Value value);

  /// True unless a valid region was set on `value` or on what it is a view of.
  bool isWhollyValid(mlir::Value value);

  /// Records that `old` is replaced by `with` in the IR.
  void replace(mlir::Value old, mlir::Value with) {
    exact[old] = with;
    memory[old] = with;
  }

  /// Records that `value`, a view, is a tensor of its own from now on, and so
  /// is what names it; control flow that merges it with others names neither.
  void detach(mlir::Value value);

private:
  /// From a value to one nearer to what it names; its own root if absent.
  using Parents = llvm::DenseMap<mlir::Value, mlir::Value>;
  static mlir::Value find(Parents &parents, mlir::Value value);

  Parents exact, memory;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_UTILS_TENSORALIASES_H
