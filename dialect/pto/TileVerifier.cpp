//===- TileVerifier.cpp - the rules that tile instructions share *- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TileVerifier.h"
#include "mlir/IR/Matchers.h"
#include "pypto/Dialect/Pto/TileOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

bool elem::isF8(Type type) {
  return isa<Float8E4M3Type, Float8E4M3FNType, Float8E4M3FNUZType,
             Float8E4M3B11FNUZType, Float8E5M2Type, Float8E5M2FNUZType>(type);
}

bool elem::contains(uint32_t set, Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if ((set & Signless) && !integer.isSignless())
      return false;
    switch (integer.getWidth()) {
    case 8:
      return set & I8;
    case 16:
      return set & I16;
    case 32:
      return set & I32;
    case 64:
      return set & I64;
    default:
      return false;
    }
  }
  if (type.isF16())
    return set & F16;
  if (type.isBF16())
    return set & BF16;
  if (type.isF32())
    return set & F32;
  return (set & F8) && isF8(type);
}

std::string elem::describe(uint32_t set) {
  static constexpr std::pair<uint32_t, StringLiteral> kNames[] = {
      {I8, "i8"},  {I16, "i16"}, {I32, "i32"},   {I64, "i64"},
      {F8, "fp8"}, {F16, "f16"}, {BF16, "bf16"}, {F32, "f32"}};
  SmallVector<StringRef> names;
  for (auto [bit, name] : kNames)
    if (set & bit)
      names.push_back(name);
  return llvm::join(names, ", ");
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

bool pto::hasLoweredOperand(Operation *op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    return isa<BaseMemRefType>(operand.getType()) ||
           operand.getDefiningOp<BindTileOp>();
  });
}

std::optional<int64_t> pto::getConstantIndex(Value value) {
  APInt constant;
  if (!value || !matchPattern(value, m_ConstantInt(&constant)) ||
      constant.getBitWidth() > 64)
    return std::nullopt;
  return constant.getSExtValue();
}

/// Whether `op` is in the older form that works on tensor values.
static bool isInTensorForm(Operation *op) {
  return op->getNumResults() == 1 &&
         isa<TensorType>(op->getResult(0).getType());
}

bool pto::isNamedA3(Operation *op) {
  std::optional<StringRef> name = getTargetArchName(op);
  return name && name->equals_insensitive("a3");
}

TileVerifier::TileVerifier(Operation *op)
    : op(op), arch(getTargetArch(op)),
      isSkipped(hasLoweredOperand(op) || isInTensorForm(op)) {}

TileVerifier &TileVerifier::tiles(Values values) {
  if (isDone())
    return *this;
  selected.clear();
  for (const NamedValue &named : values) {
    if (!named.value)
      continue;
    auto type = dyn_cast<TileBufType>(named.value.getType());
    if (!type) {
      fail(Diag::PtoOperandKind)
          << "expects " << named.name << " to be a rank-2 tile_buf, got "
          << named.value.getType();
      return *this;
    }
    for (unsigned dim : {0u, 1u}) {
      int64_t valid = type.getValidShape()[dim];
      if (valid == ShapedType::kDynamic || valid <= type.getShape()[dim])
        continue;
      fail(Diag::PtoShape) << "expects " << named.name
                           << " to satisfy valid_shape[" << dim << "] <= shape["
                           << dim << "], got " << valid << " > "
                           << type.getShape()[dim];
      return *this;
    }
    selected.push_back(named);
  }
  return *this;
}

TileVerifier &TileVerifier::apply(Rules rules) {
  if (!isDone())
    rules(*this);
  return *this;
}

TileVerifier &TileVerifier::onA3(Rules rules) {
  if (!isDone() && !isA5())
    rules(*this);
  return *this;
}

TileVerifier &TileVerifier::onA5(Rules rules) {
  if (!isDone() && isA5())
    rules(*this);
  return *this;
}

TileVerifier &TileVerifier::onlyA5() {
  return require(isA5(), Diag::PtoArch,
                 "is only supported on A5, and the target is A3; set "
                 "pto.target_arch = \"a5\" on the module or use another "
                 "instruction");
}

//===----------------------------------------------------------------------===//
// Rules on single tiles
//===----------------------------------------------------------------------===//

TileVerifier &TileVerifier::in(ArrayRef<AddressSpace> spaces) {
  if (isDone())
    return *this;
  for (const NamedValue &named : selected) {
    AddressSpace loc = cast<TileBufType>(named.value.getType()).getLoc();
    if (llvm::is_contained(spaces, loc))
      continue;
    InFlightDiagnostic inFlight = fail(Diag::PtoAddressSpace);
    inFlight << "expects " << named.name << " to be in the ";
    llvm::interleave(
        spaces,
        [&](AddressSpace space) { inFlight << stringifyAddressSpace(space); },
        [&] { inFlight << " or "; });
    inFlight << " address space, but it is in " << stringifyAddressSpace(loc);
    return *this;
  }
  return *this;
}

TileVerifier &TileVerifier::layout(BLayout blayout) {
  if (isDone())
    return *this;
  for (const NamedValue &named : selected) {
    BLayout got = cast<TileBufType>(named.value.getType()).getBlayout(arch);
    if (got == blayout)
      continue;
    fail(Diag::PtoLayout) << "expects " << named.name << " to use "
                          << stringifyBLayout(blayout) << " blayout, got "
                          << stringifyBLayout(got);
    return *this;
  }
  return *this;
}

TileVerifier &TileVerifier::layout(BLayout blayout, SLayout slayout) {
  layout(blayout);
  if (isDone())
    return *this;
  for (const NamedValue &named : selected) {
    SLayout got = cast<TileBufType>(named.value.getType()).getSlayout();
    if (got == slayout)
      continue;
    fail(Diag::PtoLayout) << "expects " << named.name << " to use "
                          << stringifySLayout(slayout) << " slayout, got "
                          << stringifySLayout(got);
    return *this;
  }
  return *this;
}

TileVerifier &TileVerifier::noneBox() {
  for (unsigned i = 0; i < selected.size(); ++i)
    if (!isDone())
      require(!tile(i).isBoxed(), Diag::PtoLayout, "expects ", selected[i].name,
              " to use none_box slayout, got ",
              stringifySLayout(tile(i).getSlayout()));
  return *this;
}

/// The element types of the language that `holds` accepts, as a list in words.
static std::string listTypes(MLIRContext *context,
                             function_ref<bool(Type)> holds) {
  SmallVector<Type> types;
  for (unsigned bits : {8u, 16u, 32u, 64u})
    for (auto sign : {IntegerType::Signless, IntegerType::Unsigned})
      types.push_back(IntegerType::get(context, bits, sign));
  types.append({Float8E4M3FNType::get(context), Float8E5M2Type::get(context),
                Float16Type::get(context), BFloat16Type::get(context),
                Float32Type::get(context)});
  llvm::erase_if(types, [&](Type type) { return !holds(type); });
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto [i, type] : llvm::enumerate(types))
    os << (i == 0                  ? "'"
           : i + 1 == types.size() ? " or '"
                                   : ", '")
       << type << "'";
  return text;
}

static StringRef chipName(bool isA5) {
  return isA5 ? "950 (a5)" : "910B (a2a3)";
}

TileVerifier &TileVerifier::element(uint32_t set) {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i) {
    Type got = tile(i).getElementType();
    if (elem::contains(set, got))
      continue;
    InFlightDiagnostic diag = fail(Diag::PtoElementType);
    diag << "(" << selected[i].name << ") takes no elements of " << got
         << " on the " << chipName(isA5());
    ::pypto::attachExpected(diag) << listTypes(
        op->getContext(), [&](Type type) { return elem::contains(set, type); });
    ::pypto::attachGot(diag) << got;
  }
  return *this;
}

TileVerifier &TileVerifier::element(uint32_t onA3, uint32_t onA5) {
  return element(isA5() ? onA5 : onA3);
}

TileVerifier &TileVerifier::elementByAttribute(uint32_t onA3, uint32_t onA5) {
  if (isDone())
    return *this;
  return element(getTargetArchByAttribute(op) == TargetArch::A5 ? onA5 : onA3);
}

TileVerifier &TileVerifier::elementBytes(ArrayRef<unsigned> bytes) {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i) {
    unsigned bits = tile(i).getElementBits();
    if (bits % 8 == 0 && llvm::is_contained(bytes, bits / 8))
      continue;
    Type got = tile(i).getElementType();
    InFlightDiagnostic diag = fail(Diag::PtoElementType);
    diag << "(" << selected[i].name << ") takes no elements of " << got;
    Diagnostic &expected = ::pypto::attachExpected(diag);
    expected << "elements of ";
    llvm::interleave(
        bytes, [&](unsigned size) { expected << size; },
        [&] { expected << " or "; });
    expected << " bytes: " << listTypes(op->getContext(), [&](Type type) {
      return llvm::is_contained(bytes, type.getIntOrFloatBitWidth() / 8);
    });
    ::pypto::attachGot(diag) << got;
  }
  return *this;
}

TileVerifier &TileVerifier::validNonZero() {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i)
    require(!llvm::is_contained(tile(i).getValidShape(), 0), Diag::PtoShape,
            "expects the valid dims of ", selected[i].name,
            " to be positive, got ", tile(i).getValidRows(), " x ",
            tile(i).getValidCols());
  return *this;
}

TileVerifier &TileVerifier::validRows(int64_t rows) {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i)
    require(!differ(tile(i).getValidRows(), rows), Diag::PtoShape, "expects ",
            selected[i].name, " to have ", rows, " valid row(s), got ",
            tile(i).getValidRows());
  return *this;
}

TileVerifier &TileVerifier::validCols(int64_t cols) {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i)
    require(!differ(tile(i).getValidCols(), cols), Diag::PtoShape, "expects ",
            selected[i].name, " to have ", cols, " valid column(s), got ",
            tile(i).getValidCols());
  return *this;
}

//===----------------------------------------------------------------------===//
// Rules between tiles
//===----------------------------------------------------------------------===//

TileVerifier &TileVerifier::sameElement() {
  for (unsigned i = 1; i < selected.size() && !isDone(); ++i)
    require(tile(0).getElementType() == tile(i).getElementType(),
            Diag::PtoElementType, "expects ", selected[0].name, " and ",
            selected[i].name, " to have the same element type, got ",
            tile(0).getElementType(), " and ", tile(i).getElementType());
  return *this;
}

TileVerifier &TileVerifier::sameShape() {
  for (unsigned i = 1; i < selected.size() && !isDone(); ++i)
    require(tile(0).getShape() == tile(i).getShape(), Diag::PtoShape,
            "expects ", selected[0].name, " and ", selected[i].name,
            " to have the same shape, got ", tile(0).getRows(), "x",
            tile(0).getCols(), " and ", tile(i).getRows(), "x",
            tile(i).getCols());
  return *this;
}

TileVerifier &TileVerifier::sameValidRows() {
  for (unsigned i = 1; i < selected.size() && !isDone(); ++i)
    require(!differ(tile(0).getValidRows(), tile(i).getValidRows()),
            Diag::PtoShape, "expects ", selected[0].name, " and ",
            selected[i].name, " to have the same valid_shape rows, got ",
            tile(0).getValidRows(), " and ", tile(i).getValidRows());
  return *this;
}

TileVerifier &TileVerifier::sameValidCols() {
  for (unsigned i = 1; i < selected.size() && !isDone(); ++i)
    require(!differ(tile(0).getValidCols(), tile(i).getValidCols()),
            Diag::PtoShape, "expects ", selected[0].name, " and ",
            selected[i].name, " to have the same valid_shape columns, got ",
            tile(0).getValidCols(), " and ", tile(i).getValidCols());
  return *this;
}

TileVerifier &TileVerifier::distinct() {
  for (unsigned i = 0; i < selected.size(); ++i)
    for (unsigned j = i + 1; j < selected.size() && !isDone(); ++j)
      require(selected[i].value != selected[j].value, Diag::PtoOperandKind,
              "expects ", selected[i].name, " and ", selected[j].name,
              " to be different tiles");
  return *this;
}

TileVerifier &TileVerifier::scalarIsElement(StringRef name, Value scalar) {
  if (isDone())
    return *this;
  return require(scalar.getType() == tile(0).getElementType(),
                 Diag::PtoElementType, "expects ", name,
                 " to have the element type of ", selected[0].name, ", ",
                 tile(0).getElementType(), ", got ", scalar.getType());
}

TileVerifier &TileVerifier::narrows() {
  for (unsigned i = 1; i < selected.size() && !isDone(); ++i)
    require(tile(0).getElementBits() > tile(i).getElementBits(),
            Diag::PtoElementType, "expects ", selected[i].name,
            " to have narrower elements than ", selected[0].name, ", got ",
            tile(i).getElementType(), " for ", tile(0).getElementType());
  return *this;
}
