//===- MoveOps.cpp - data movement: text, pipes -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/MoveOps.h"
#include "TileVerifier.h"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

/// Reads `ins(%src : T, %fp : T, %scale : i64)`, of which the last two are
/// optional. The type tells which one a single second entry is.
static ParseResult parseMoveInputs(
    OpAsmParser &parser, OpAsmParser::UnresolvedOperand &src, Type &srcType,
    std::optional<OpAsmParser::UnresolvedOperand> &fp, Type &fpType,
    std::optional<OpAsmParser::UnresolvedOperand> &scalar, Type &scalarType) {
  if (parser.parseKeyword("ins") || parser.parseLParen() ||
      parser.parseOperand(src) || parser.parseColonType(srcType))
    return failure();
  while (!scalar && succeeded(parser.parseOptionalComma())) {
    OpAsmParser::UnresolvedOperand operand;
    Type type;
    if (parser.parseOperand(operand) || parser.parseColonType(type))
      return failure();
    if (type.isInteger(64) || fp) {
      scalar = operand;
      scalarType = type;
    } else {
      fp = operand;
      fpType = type;
    }
  }
  return parser.parseRParen();
}

static void printMoveInputs(OpAsmPrinter &printer, Operation *, Value src,
                            Type srcType, Value fp, Type fpType, Value scalar,
                            Type scalarType) {
  printer << "ins(" << src << " : " << srcType;
  if (fp)
    printer << ", " << fp << " : " << fpType;
  if (scalar)
    printer << ", " << scalar << " : " << scalarType;
  printer << ")";
}

/// The window at two indices that takes what \p small holds.
static std::optional<TileWindow> getWindowFor(Value small, Value row,
                                              Value col) {
  auto type = dyn_cast<TileBufType>(small.getType());
  if (!type || type.getShape().size() != 2)
    return std::nullopt;
  int64_t extent[2];
  for (unsigned dim : {0u, 1u}) {
    int64_t valid = type.getValidShape()[dim];
    extent[dim] = ShapedType::isDynamic(valid) ? type.getShape()[dim] : valid;
    if (ShapedType::isDynamic(extent[dim]))
      return std::nullopt;
  }
  return TileWindow{row, col, extent[0], extent[1]};
}

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/MoveOps.cpp.inc"

void PtoDialect::registerMoveOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/MoveOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Pipes that depend on the memories
//===----------------------------------------------------------------------===//

Pipe TStoreOp::getPipe() {
  return getAddressSpace(getSrc().getType()) == AddressSpace::Acc ? Pipe::FIX
                                                                  : Pipe::MTE3;
}

/// Whether MTE1 carries data from mat to `space`.
static bool isFedByMTE1(std::optional<AddressSpace> space) {
  return space == AddressSpace::Left || space == AddressSpace::Right ||
         space == AddressSpace::Bias || space == AddressSpace::Scaling;
}

Pipe TMovOp::getPipe() {
  std::optional<AddressSpace> src = getAddressSpace(getSrc().getType());
  std::optional<AddressSpace> dst = getAddressSpace(getDst().getType());
  if (src == AddressSpace::Mat && isFedByMTE1(dst))
    return Pipe::MTE1;
  if (src == AddressSpace::Acc &&
      (dst == AddressSpace::Mat || dst == AddressSpace::Vec))
    return Pipe::FIX;
  return Pipe::V;
}

Pipe TExtractOp::getPipe() {
  std::optional<AddressSpace> src = getAddressSpace(getSrc().getType());
  std::optional<AddressSpace> dst = getAddressSpace(getDst().getType());
  if (src == AddressSpace::Mat && isFedByMTE1(dst))
    return Pipe::MTE1;
  if (dst == AddressSpace::Mat &&
      (src == AddressSpace::Vec || src == AddressSpace::Acc))
    return Pipe::FIX;
  return Pipe::V;
}

/// Names of devices that count as A5 for the pipes of a few instructions.
bool mlir::pto::isA5ForPipes(Operation *op) {
  if (getTargetArch(op) == TargetArch::A5)
    return true;
  for (; op; op = op->getParentOp())
    if (auto device = op->getAttrOfType<StringAttr>("pto.device-spec"))
      return device.getValue().starts_with("Ascend950") ||
             device.getValue().starts_with("Ascend910_95");
  return false;
}

Pipe TInsertOp::getPipe() {
  if (!isA5ForPipes(*this) ||
      getAddressSpace(getSrc().getType()) != AddressSpace::Vec)
    return Pipe::FIX;
  std::optional<AddressSpace> dst = getAddressSpace(getDst().getType());
  if (dst == AddressSpace::Vec)
    return Pipe::V;
  return dst == AddressSpace::Mat ? Pipe::MTE3 : Pipe::FIX;
}
