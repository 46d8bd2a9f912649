//===- PyptoDialect.cpp - registration and attribute checks ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Blocks.h"
#include "pypto/Dialect/Pypto/GatherOps.h"
#include "pypto/Dialect/Pypto/PrefetchOps.h"
#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Dialect/Pypto/SlotOps.h"
#include "pypto/Dialect/Pypto/ValidOps.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::pypto;

#include "dialect/pypto/PyptoDialect.cpp.inc"

namespace {
/// Operations of the dialect may be inlined anywhere.
struct PyptoInliner : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void PyptoDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/CompareOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/ElementwiseOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/ExpandOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/GatherOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/GenerateOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/IndexedOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/MatmulOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/MemrefOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/PrefetchOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/ReductionOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/ScopeOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/ScratchOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/ShapeOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/SlotOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/SortOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/SystemOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/TaskOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/TensorOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/TernaryOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/TileOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/pypto/ValidOps.cpp.inc"
      >();
  registerTypes();
  registerAttributes();
  addInterfaces<PyptoInliner>();
}

//===----------------------------------------------------------------------===//
// Discardable attributes
//===----------------------------------------------------------------------===//

template <typename AttrT>
static LogicalResult checkKind(Operation *op, NamedAttribute attr,
                               StringRef form) {
  if (isa<AttrT>(attr.getValue()))
    return success();
  return op->emitError() << "expected '" << attr.getName().getValue()
                         << "' to be " << form << ", got " << attr.getValue();
}

Operation *PyptoDialect::materializeConstant(OpBuilder &builder,
                                             Attribute value, Type type,
                                             Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult PyptoDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name == kKindAttrName) {
    if (!isa<FunctionOpInterface>(op))
      return op->emitError() << "'" << name << "' belongs on a function";
    return checkKind<FuncKindAttr>(op, attr, "#pypto.func_kind<...>");
  }
  if (name == kLoopAttrName) {
    if (!isa<scf::ForOp>(op))
      return op->emitError() << "'" << name << "' belongs on scf.for";
    return checkKind<LoopKindAttr>(op, attr, "#pypto.loop_kind<...>");
  }
  if (name == kStagesAttrName) {
    auto stages = dyn_cast<IntegerAttr>(attr.getValue());
    if (!isa<scf::ForOp>(op) || !stages || stages.getInt() < 1)
      return op->emitError() << "'" << name << "' is a positive i64 on scf.for";
    return success();
  }
  if (name == kArchAttrName) {
    if (!isa<ModuleOp>(op))
      return op->emitError() << "'" << name << "' belongs on a module";
    return checkKind<ArchAttr>(op, attr, "#pypto.arch<...>");
  }
  if (name == kSplitAttrName || name == kSlotNumAttrName) {
    if (!isa<FunctionOpInterface>(op))
      return op->emitError() << "'" << name << "' belongs on a function";
    if (name == kSplitAttrName)
      return checkKind<SplitModeAttr>(op, attr, "#pypto.split<...>");
    return checkKind<IntegerAttr>(op, attr, "an i64");
  }
  if (name == kRowsAttrName) {
    if (!isa<TileCreateOp>(op))
      return op->emitError() << "'" << name << "' belongs on pypto.tile.create";
    return checkKind<UnitAttr>(op, attr, "a unit");
  }
  return op->emitError() << "unknown attribute '" << name
                         << "' of the pypto dialect";
}

LogicalResult PyptoDialect::verifyRegionArgAttribute(Operation *op,
                                                     unsigned regionIndex,
                                                     unsigned argIndex,
                                                     NamedAttribute attr) {
  if (attr.getName() == kDirAttrName)
    return checkKind<DirectionAttr>(op, attr, "#pypto.dir<...>");
  return op->emitError() << "unknown argument attribute '"
                         << attr.getName().getValue()
                         << "' of the pypto dialect";
}

FuncKind mlir::pypto::getFuncKind(func::FuncOp func) {
  auto kind = func->getAttrOfType<FuncKindAttr>(kKindAttrName);
  return kind ? kind.getValue() : FuncKind::Opaque;
}

bool mlir::pypto::isKernel(func::FuncOp func) {
  FuncKind kind = getFuncKind(func);
  return kind == FuncKind::InCore || kind == FuncKind::AIC ||
         kind == FuncKind::AIV;
}

Direction mlir::pypto::getDirection(func::FuncOp func, unsigned index) {
  auto dir = func.getArgAttrOfType<DirectionAttr>(index, kDirAttrName);
  return dir ? dir.getValue() : Direction::In;
}

Arch mlir::pypto::getArch(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto arch = op->getAttrOfType<ArchAttr>(kArchAttrName))
      return arch.getValue();
  return Arch::a2a3;
}

StringRef mlir::pypto::getUserName(Location loc) {
  StringRef name;
  loc->walk([&](Location nested) {
    auto named = dyn_cast<NameLoc>(nested);
    if (!named)
      return WalkResult::advance();
    name = named.getName();
    return WalkResult::interrupt();
  });
  return name;
}
