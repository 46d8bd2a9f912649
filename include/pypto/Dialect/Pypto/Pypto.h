//===- Pypto.h - the pypto dialect ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types, attributes, interfaces and operations of the pypto dialect. What each
// means is described in dialect/pypto/*.td, from where the reference pages are
// generated.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_DIALECT_PYPTO_PYPTO_H
#define PYPTO_DIALECT_PYPTO_PYPTO_H

#include "pypto/Dialect/Pypto/PyptoTraits.h"
#include "pypto/Dialect/Pypto/PyptoTypes.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::pypto::detail {
/// The operands of `op` that are tiles.
SmallVector<OpOperand *> getTileOperands(Operation *op);
/// The first result of `op` that is a tile, or null.
Value getResultTile(Operation *op);
} // namespace mlir::pypto::detail

namespace mlir::pypto {
/// The operands of a matrix product by the part they play; null where it has
/// none.
struct ProductOperands {
  Value lhs, rhs, acc, bias, lhsScale, rhsScale;
};

/// Elements along the contracted extent that share a scale of a micro-scaled
/// product.
inline constexpr int64_t kScaleGroup = 32;
} // namespace mlir::pypto

#include "dialect/pypto/PyptoInterfaces.h.inc"

namespace mlir::pypto {

/// Names of the discardable attributes that the dialect defines. Each is typed
/// and verified; see PyptoDialect.cpp.
/// `pypto.kind = #pypto.func_kind<...>` on a function.
inline constexpr llvm::StringLiteral kKindAttrName = "pypto.kind";
/// `pypto.dir = #pypto.dir<...>` on an argument of a function.
inline constexpr llvm::StringLiteral kDirAttrName = "pypto.dir";
/// `pypto.loop = #pypto.loop_kind<...>` on a loop.
inline constexpr llvm::StringLiteral kLoopAttrName = "pypto.loop";
/// `pypto.stages = N : i64` on a pipelined loop.
inline constexpr llvm::StringLiteral kStagesAttrName = "pypto.stages";
/// `pypto.arch = #pypto.arch<...>` on a module.
inline constexpr llvm::StringLiteral kArchAttrName = "pypto.arch";
/// `pypto.split = #pypto.split<...>`, `pypto.slot_num = N : i64` on a kernel.
inline constexpr llvm::StringLiteral kSplitAttrName = "pypto.split";
inline constexpr llvm::StringLiteral kSlotNumAttrName = "pypto.slot_num";

/// The kind of `func`; `Opaque` if it has none.
FuncKind getFuncKind(func::FuncOp func);
/// True for functions that run on a core: InCore, AIC and AIV.
bool isKernel(func::FuncOp func);
/// The direction of argument `index` of `func`; `In` if it has none.
Direction getDirection(func::FuncOp func, unsigned index);
/// The architecture of the module around `op`; `a2a3` if none says.
Arch getArch(Operation *op);

/// The name that the user gave a value, taken from its location; empty if
/// there is none.
StringRef getUserName(Location loc);

namespace detail {
/// Effects of a tile operation: it reads and writes the buffers and tensors
/// that it names.
void getTileOpEffects(
    Operation *op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);
} // namespace detail

/// A member of an enum without the punctuation of its attribute: `CORE_GROUP`
/// in place of `#pypto.level<CORE_GROUP>`.
template <typename AttrT>
ParseResult parseBareEnum(OpAsmParser &parser, AttrT &attr) {
  using EnumT = decltype(attr.getValue());
  FailureOr<EnumT> value = FieldParser<EnumT>::parse(parser);
  if (failed(value))
    return failure();
  attr = AttrT::get(parser.getContext(), *value);
  return success();
}
template <typename AttrT>
void printBareEnum(OpAsmPrinter &printer, Operation *, AttrT attr) {
  printer << attr.getValue();
}

/// The condition under which a task runs, `predicate(%t[%i] gt 0 : type)`: an
/// element of a tensor compared with a number. All parts are absent without it.
ParseResult
parsePredicate(OpAsmParser &parser,
               std::optional<OpAsmParser::UnresolvedOperand> &predicate,
               Type &type,
               SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices,
               CmpModeAttr &cmp, IntegerAttr &value);
void printPredicate(OpAsmPrinter &printer, Operation *op, Value predicate,
                    Type type, OperandRange indices, CmpModeAttr cmp,
                    IntegerAttr value);
LogicalResult verifyPredicate(Operation *op, Value predicate,
                              OperandRange indices, CmpModeAttr cmp,
                              IntegerAttr value);

} // namespace mlir::pypto

#define GET_OP_CLASSES
#include "dialect/pypto/CompareOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/ElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/ExpandOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/GenerateOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/IndexedOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/MatmulOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/MemrefOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/ReductionOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/ScopeOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/ScratchOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/ShapeOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/SortOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/SystemOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/TaskOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/TensorOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/TernaryOps.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/TileOps.h.inc"

#endif // PYPTO_DIALECT_PYPTO_PYPTO_H
