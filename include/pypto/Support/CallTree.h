//===- CallTree.h - which functions call which ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SUPPORT_CALLTREE_H
#define PYPTO_SUPPORT_CALLTREE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace pypto {

/// The calls of a program and what they cost where each is replaced by what it
/// calls. Takes time in proportion to the program; callees are looked up in
/// tables.
class CallTree {
public:
  explicit CallTree(mlir::Operation *root);

  /// The function that \p call names, or null.
  mlir::func::FuncOp getCallee(mlir::func::CallOp call);
  /// Whether \p call leads back to the function that it is in.
  bool leadsBack(mlir::func::CallOp call);
  /// What is wrong with the calls below \p function, as what is said of it: too
  /// many levels, or too many operations; "" if nothing is.
  std::string getFault(mlir::func::FuncOp function) const;

private:
  struct Function {
    llvm::SmallVector<mlir::Operation *> callees;
    unsigned order = 0, lowest = 0; ///< of the search
    int component = -1;
    unsigned levels = 0;     ///< of calls below it
    uint64_t operations = 0; ///< its own and those of its callees
    uint64_t called = 0;     ///< those of its callees
  };

  void search(mlir::Operation *start);
  void finish(mlir::Operation *function);

  mlir::SymbolTableCollection tables;
  llvm::DenseMap<mlir::Operation *, Function> functions;
  /// Found, but not in a component yet.
  llvm::SmallVector<mlir::Operation *> pending;
  unsigned numFound = 0;
  int numComponents = 0;
};

} // namespace pypto

#endif // PYPTO_SUPPORT_CALLTREE_H
