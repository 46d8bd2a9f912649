//===- EntryArguments.cpp - what a run's entry takes ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Tools/EntryArguments.h"
#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Dialect/Pypto/Pypto.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ::pypto::tools;
namespace tools = ::pypto::tools;

/// The constant extents of a view that reaches all its elements, or nothing.
static std::optional<std::vector<int64_t>>
getConstantExtents(pto::MakeTensorViewOp view) {
  std::vector<int64_t> extents;
  for (Value extent : view.getShape()) {
    std::optional<int64_t> value = getConstantIntValue(extent);
    if (!value)
      return std::nullopt;
    extents.push_back(*value);
  }
  // Rows may be padded: the buffer then has the pitch's columns.
  int64_t expected = 1;
  for (size_t axis = extents.size(); axis-- > 0;) {
    std::optional<int64_t> stride =
        getConstantIntValue(view.getStrides()[axis]);
    if (!stride)
      return std::nullopt;
    bool padded = *stride > expected && axis + 1 < extents.size() &&
                  *stride % (expected / extents[axis + 1]) == 0;
    if (padded)
      extents[axis + 1] = *stride / (expected / extents[axis + 1]);
    expected = *stride * extents[axis];
  }
  return extents;
}

static int64_t product(const std::vector<int64_t> &extents) {
  int64_t count = 1;
  for (int64_t extent : extents)
    count *= extent;
  return count;
}

static std::optional<std::vector<int64_t>> getShape(BlockArgument arg) {
  if (auto tensor = dyn_cast<mlir::pypto::GlobalTensorType>(arg.getType())) {
    std::vector<int64_t> shape;
    for (int64_t extent : tensor.getShape())
      shape.push_back(ShapedType::isDynamic(extent) ? -1 : extent);
    return shape;
  }
  std::optional<std::vector<int64_t>> largest;
  for (Operation *user : arg.getUsers()) {
    auto view = dyn_cast<pto::MakeTensorViewOp>(user);
    if (!view)
      continue;
    std::optional<std::vector<int64_t>> extents = getConstantExtents(view);
    if (extents && (!largest || product(*extents) > product(*largest)))
      largest = extents;
  }
  return largest;
}

std::vector<EntryArgument>
tools::describeEntry(ModuleOp module,
                     const ::pypto::coremodel::DecodedProgram &program) {
  const ::pypto::coremodel::Function &entry = program.entry();
  func::FuncOp func;
  module.walk([&](func::FuncOp candidate) {
    if (candidate.getSymName() != entry.name || candidate.isExternal())
      return WalkResult::advance();
    func = candidate;
    return WalkResult::interrupt();
  });
  std::vector<EntryArgument> arguments;
  for (auto [index, param] : llvm::enumerate(entry.params)) {
    EntryArgument argument;
    argument.name =
        param.name.empty() ? "arg" + std::to_string(index) : param.name;
    argument.kind = param.kind;
    argument.type = param.type;
    argument.reads = param.reads;
    argument.writes = param.writes;
    if (param.kind == ::pypto::coremodel::Param::Pointer && func)
      argument.shape = getShape(func.getArgument(index));
    arguments.push_back(std::move(argument));
  }
  return arguments;
}
