//===- Replayer.h - statements that repeat operations -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most statements of a kernel call an operation with arguments of types that it
// was called with before. The rules of the front end, which are Python, need
// not look at those again: the replayer emits what they emitted. What rules
// depend on besides types and constants is in the keys too; what else they do,
// as to remember a write or to give a hint, the replayer asks the compiler to
// do.
//
// A statement is planned first, which emits nothing but constants, and emitted
// as a whole then. One that cannot be planned is left to the front end.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_BINDINGS_EMISSION_REPLAYER_H
#define PYPTO_BINDINGS_EMISSION_REPLAYER_H

#include "Recipe.h"

#include <map>

namespace pypto::python {

/// Interned names and classes of Python that the replayer reads.
struct ReplayNames;

class Replayer {
public:
  explicit Replayer(nanobind::handle compiler);
  Replayer(const Replayer &) = delete;
  Replayer &operator=(const Replayer &) = delete;

  /// Emits statements of `body` from `position` on; the number of the first one
  /// that is left to the front end.
  size_t run(nanobind::list body, size_t position);

  /// Remembers what the call at `node` emits. arguments, recipe: of the front
  /// end, see recipes.py. positional: names of parameters.
  void learn(nanobind::handle node, nanobind::dict arguments,
             nanobind::tuple positional, nanobind::handle recipe,
             nanobind::object window);

private:
  bool enter();
  bool statement(nanobind::handle node);
  int plan(nanobind::handle call);
  bool operation(nanobind::handle call, RecipeKey &key) const;
  bool argument(nanobind::handle node, bool isWindow, RecipeKey &key,
                CallArgument &found);
  bool describe(nanobind::handle value, bool isWindow, RecipeKey &key,
                CallArgument &found);
  bool number(nanobind::handle value, nanobind::handle dtype, bool isLiteral,
              RecipeKey &key, CallArgument &found);
  bool items(nanobind::handle list, bool isWindow, RecipeKey &key,
             CallArgument &found, bool areValues);
  bool item(nanobind::handle value, CallArgument &found);
  bool isInside(const Recipe &recipe, const CallArgument &offsets) const;
  bool resolve(const Recipe &recipe, llvm::ArrayRef<CallArgument> arguments,
               int window, PlannedOperation &into);
  std::optional<MlirValue> constant(nanobind::handle dtype,
                                    nanobind::handle number, bool converted);
  MlirOperation emit(size_t number, nanobind::handle name);

  const ReplayNames &names;
  /// The `FunctionCompiler`, which owns this.
  nanobind::handle compiler;
  std::unordered_map<RecipeKey, std::unique_ptr<Recipe>, RecipeKeyHash> recipes;
  /// By operation, the argument that is a list of offsets; -1 for none.
  std::unordered_map<RecipeKey, int, RecipeKeyHash> operations;
  /// By dtype, kind of number and its bits.
  std::map<std::tuple<PyObject *, char, uint64_t>, MlirValue> constants;
  /// Keeps what keys point to.
  std::vector<nanobind::object> kept;

  // Of the statements that are run.
  nanobind::object frame, variables, source, builder, insertion, callers, file;
  nanobind::object lastAssignment, frameKind, lastName;
  bool isPlaced = false, isDivided = false, mayRebind = false,
       isLearning = false;
  MlirContext context{nullptr};
  MlirBlock block{nullptr};
  /// What operations are inserted before, null for the end of the block.
  MlirOperation before{nullptr};
  size_t count = 0;
  unsigned lastLine = 0, lastColumn = 0;
  std::vector<PlannedOperation> planned;
  std::vector<MlirOperation> emitted;
};

} // namespace pypto::python

#endif // PYPTO_BINDINGS_EMISSION_REPLAYER_H
