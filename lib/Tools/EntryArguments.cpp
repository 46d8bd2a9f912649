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
    // Elements per step of the next dimension; 0 when the view is empty.
    int64_t step = axis + 1 < extents.size() && extents[axis + 1] > 0
                       ? expected / extents[axis + 1]
                       : 0;
    if (step > 0 && *stride > expected && *stride % step == 0)
      extents[axis + 1] = *stride / step;
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

/// The slots of a FIFO that is staged through the buffer.
template <typename Op>
static std::optional<std::vector<int64_t>> getSlotExtents(Op end,
                                                          BlockArgument arg) {
  auto pointer = dyn_cast<pto::PtrType>(arg.getType());
  if (!pointer || !pointer.getElementType().isIntOrFloat())
    return std::nullopt;
  int64_t both = end.getDirMask() == 3 ? 2 : 1;
  int64_t slots = end.getSlotNum().value_or(both == 2 ? 4 : 8);
  int64_t bytes = both * slots * end.getSlotSize();
  int64_t element =
      std::max(1u, pointer.getElementType().getIntOrFloatBitWidth() / 8);
  return std::vector<int64_t>{(bytes + element - 1) / element};
}

/// Extents of \p arg in elements of \p type.
static std::optional<std::vector<int64_t>>
getShape(BlockArgument arg, ::pypto::coremodel::DType type) {
  if (auto tensor = dyn_cast<mlir::pypto::GlobalTensorType>(arg.getType())) {
    std::vector<int64_t> shape;
    for (int64_t extent : tensor.getShape())
      shape.push_back(ShapedType::isDynamic(extent) ? -1 : extent);
    if (!shape.empty() && shape.back() > 0)
      shape.back() /= ::pypto::coremodel::packingOf(type);
    return shape;
  }
  std::optional<std::vector<int64_t>> largest;
  auto consider = [&](std::optional<std::vector<int64_t>> extents) {
    if (extents && (!largest || product(*extents) > product(*largest)))
      largest = extents;
  };
  for (OpOperand &use : arg.getUses()) {
    Operation *user = use.getOwner();
    if (auto view = dyn_cast<pto::MakeTensorViewOp>(user))
      consider(getConstantExtents(view));
    else if (auto end = dyn_cast<pto::AicInitializePipeOp>(user))
      consider(getSlotExtents(end, arg));
    else if (auto end = dyn_cast<pto::AivInitializePipeOp>(user))
      consider(getSlotExtents(end, arg));
    else if (auto call = dyn_cast<func::CallOp>(user))
      if (auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
              user, call.getCalleeAttr());
          callee && !callee.isDeclaration() &&
          callee != arg.getOwner()->getParentOp())
        consider(getShape(callee.getArgument(use.getOperandNumber()), type));
  }
  return largest;
}

/// The function of that name with a body.
static func::FuncOp findFunction(ModuleOp module, StringRef name) {
  func::FuncOp found;
  module.walk([&](func::FuncOp candidate) {
    if (candidate.getSymName() != name || candidate.isExternal())
      return WalkResult::advance();
    found = candidate;
    return WalkResult::interrupt();
  });
  return found;
}

std::vector<EntryArgument>
tools::describeEntry(ModuleOp module,
                     const ::pypto::coremodel::DecodedProgram &program) {
  const ::pypto::coremodel::Function &entry = program.entry();
  // Of a pair, either function may say what a buffer looks like.
  SmallVector<func::FuncOp, 2> functions;
  if (func::FuncOp func = findFunction(module, entry.name))
    functions.push_back(func);
  if (entry.partner >= 0) {
    const auto &all = program.program().functions;
    func::FuncOp func =
        findFunction(module, all[static_cast<size_t>(entry.partner)].name);
    if (func && !llvm::is_contained(functions, func))
      functions.push_back(func);
  }
  std::vector<EntryArgument> arguments;
  for (auto [index, param] : llvm::enumerate(entry.params)) {
    EntryArgument argument;
    argument.name =
        param.name.empty() ? "arg" + std::to_string(index) : param.name;
    argument.kind = param.kind;
    argument.type = param.type;
    argument.reads = param.reads;
    argument.writes = param.writes;
    if (param.kind == ::pypto::coremodel::Param::Pointer)
      for (func::FuncOp func : functions)
        if (!argument.shape)
          argument.shape = getShape(func.getArgument(index), param.type);
    arguments.push_back(std::move(argument));
  }
  return arguments;
}
