//===- EntryArguments.h - what a run's entry takes --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TOOLS_ENTRYARGUMENTS_H
#define PYPTO_TOOLS_ENTRYARGUMENTS_H

#include "pypto/CoreModel/Run.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace pypto::tools {

/// One parameter of an entry.
struct EntryArgument {
  /// The user's name, or "arg<index>".
  std::string name;
  coremodel::Param::Kind kind;
  coremodel::DType type;
  bool reads = true, writes = true;
  /// Extents of a tensor as far as the IR says, in elements of `type`; an
  /// extent known only at run time is -1. Absent where the IR says nothing (a
  /// bare pointer).
  std::optional<std::vector<int64_t>> shape;
};

/// The parameters of the entry of `program`, which was decoded from `module`.
/// The shape of a `!pypto.tensor` is in its type; that of a `!pto.ptr` is that
/// of the largest constant view made of it.
std::vector<EntryArgument>
describeEntry(mlir::ModuleOp module, const coremodel::DecodedProgram &program);

} // namespace pypto::tools

#endif // PYPTO_TOOLS_ENTRYARGUMENTS_H
