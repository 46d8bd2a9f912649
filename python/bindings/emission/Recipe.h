//===- Recipe.h - an operation that is emitted again ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BINDINGS_EMISSION_RECIPE_H
#define PYPTO_BINDINGS_EMISSION_RECIPE_H

#include "mlir-c/IR.h"

#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <nanobind/nanobind.h>
#include <optional>
#include <unordered_map>
#include <vector>

namespace pypto::python {

/// Where an operand comes from.
struct OperandSource {
  enum Kind : uint8_t {
    /// The argument `index` of the call.
    Argument,
    /// The constant `number` of type `dtype`.
    Fixed,
    /// The number that is argument `index`, as a constant of type `dtype`.
    Converted,
    /// The entry `index` of the window's list of offsets.
    Offset
  };
  Kind kind;
  unsigned index = 0;
  nanobind::object dtype, number;
};

/// What a rule emitted once: one operation.
struct Recipe {
  nanobind::object name;
  std::vector<OperandSource> operands;
  llvm::SmallVector<MlirNamedAttribute, 4> attributes;
  MlirType result;
  /// The front end's class and type of the value; no class if it is not used.
  nanobind::object make, type;
  /// The operand that is a tensor which the operation writes, -1 for none, and
  /// the parameter that it aliases, or None.
  int target = -1;
  nanobind::object parameter;
  /// Texts of hints, if the operation has any.
  nanobind::object hints;
  /// Extent of what the window is in, and of the window, for each offset.
  std::vector<int64_t> bounds, extents;
};

/// What an operation depends on: identities of types and values of constants.
using RecipeKey = llvm::SmallVector<uintptr_t, 32>;

struct RecipeKeyHash {
  size_t operator()(const RecipeKey &key) const {
    size_t hash = key.size();
    for (uintptr_t part : key)
      hash = (hash ^ part) * 0x9E3779B97F4A7C15ull + (hash >> 29);
    return hash;
  }
};

/// One argument of a call.
struct CallArgument {
  /// The value of a tile, tensor or run-time scalar, unless `planned`.
  MlirValue value{nullptr};
  /// The number of the operation that gives it, in the plan of the statement.
  int planned = -1;
  /// The number of a constant.
  nanobind::object constant;
  /// The numbers of a list.
  llvm::SmallVector<int64_t, 4> items;
};

/// An operation of a statement before it is emitted.
struct PlannedOperation {
  const Recipe *recipe;
  /// The call.
  nanobind::handle node;
  unsigned line, column;
  /// Operands: values, or numbers of operations of the plan.
  llvm::SmallVector<std::pair<MlirValue, int>, 6> operands;
};

} // namespace pypto::python

#endif // PYPTO_BINDINGS_EMISSION_RECIPE_H
