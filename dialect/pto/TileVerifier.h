//===- TileVerifier.h - the rules that tile instructions share --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instruction states its rules as a chain of calls:
//
//   TileVerifier(op)
//       .tiles({{"src0", src0}, {"src1", src1}, {"dst", dst}})
//       .rowMajor().sameElement().sameValid()
//       .element(kArithmetic, kArithmetic | elem::I8)
//       .result();
//
// The first rule that does not hold emits the error; later calls do nothing.
// Where an operand is a memref (the lowered form of a tile) the public
// assembler checks nothing, so neither does the chain.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TILEVERIFIER_H
#define PTO_TILEVERIFIER_H

#include "Diagnose.h"
#include "pypto/Dialect/Pto/PtoDialect.h"
#include "pypto/Dialect/Pto/PtoTypes.h"
#include <limits>

namespace mlir::pto {

/// Sets of element types. Integers are of any signedness unless Signless is in
/// the set.
namespace elem {
enum : uint32_t {
  I8 = 1u << 0,
  I16 = 1u << 1,
  I32 = 1u << 2,
  I64 = 1u << 3,
  F16 = 1u << 4,
  BF16 = 1u << 5,
  F32 = 1u << 6,
  F8 = 1u << 7, // the E4M3 and E5M2 families
  Signless = 1u << 8,
  // The types that nearly every vector instruction has on both targets.
  Arithmetic = I16 | I32 | F16 | F32,
  Float = F16 | F32,
  Ints = I8 | I16 | I32,
};
bool contains(uint32_t set, Type type);
std::string describe(uint32_t set);
bool isF8(Type type);
} // namespace elem

struct NamedValue {
  StringRef name;
  Value value; // null: an optional operand that is absent
};

class TileVerifier {
public:
  using Values = std::initializer_list<NamedValue>;
  using Rules = function_ref<void(TileVerifier &)>;

  explicit TileVerifier(Operation *op);

  LogicalResult result() const { return failure(isFailed); }
  /// Whether the rest of the chain has no effect.
  bool isDone() const { return isSkipped || isFailed; }
  bool isA5() const { return arch == TargetArch::A5; }
  TargetArch getArch() const { return arch; }

  /// Rules written as a function, run while no rule has failed.
  TileVerifier &apply(Rules rules);

  /// Selects operands for the calls that follow; each must be a tile whose
  /// static valid extents are within its shape.
  TileVerifier &tiles(Values values);

  /// Rules for one target.
  TileVerifier &onA3(Rules rules);
  TileVerifier &onA5(Rules rules);
  /// The operation exists on A5 only.
  TileVerifier &onlyA5();

  /// Rules on each selected tile.
  TileVerifier &in(ArrayRef<AddressSpace> spaces);
  TileVerifier &vec() { return in(AddressSpace::Vec); }
  TileVerifier &layout(BLayout blayout);
  TileVerifier &layout(BLayout blayout, SLayout slayout);
  TileVerifier &noneBox();
  TileVerifier &rowMajor() { return layout(BLayout::RowMajor); }
  TileVerifier &nd() { return layout(BLayout::RowMajor, SLayout::NoneBox); }
  TileVerifier &nz() { return layout(BLayout::ColMajor, SLayout::RowMajor); }
  TileVerifier &element(uint32_t set);
  TileVerifier &element(uint32_t onA3, uint32_t onA5);
  /// By the module attribute alone, which some rules of the assembler use.
  TileVerifier &elementByAttribute(uint32_t onA3, uint32_t onA5);
  TileVerifier &elementBytes(ArrayRef<unsigned> bytes);
  TileVerifier &validNonZero();
  TileVerifier &validRows(int64_t rows);
  TileVerifier &validCols(int64_t cols);

  /// Rules between the first selected tile and each of the others.
  TileVerifier &sameElement();
  TileVerifier &sameShape();
  TileVerifier &sameValid() { return sameValidRows().sameValidCols(); }
  TileVerifier &sameValidRows();
  TileVerifier &sameValidCols();
  TileVerifier &distinct();
  /// The elements of the first have more bytes than those of the others.
  TileVerifier &narrows();

  /// The second has a valid row, and the valid columns of the first.
  TileVerifier &roomInSecond();
  /// No source is larger than the last tile and one has its valid extents.
  TileVerifier &partsCover();
  /// The valid columns of all but the last fit into the last.
  TileVerifier &columnsFit();
  /// Each has elements of ui8; of an integer; of i8 or i16 with a sign; of i32
  /// or ui32; of
  /// ui32.
  TileVerifier &unsignedBytes();
  TileVerifier &integers();
  TileVerifier &signedShortInts();
  TileVerifier &indices();
  TileVerifier &unsignedWords();
  /// The second has the elements of the first, or f32 for f16.
  TileVerifier &sameElementOrWider();
  /// Each has at least so many bytes.
  TileVerifier &atLeastBytes(int64_t bytes);
  /// Each has columns, and valid ones, of at least `least` and at most `most`.
  TileVerifier &columns(int64_t least,
                        int64_t most = std::numeric_limits<int64_t>::max());
  TileVerifier &sameRows();
  TileVerifier &notOneColumn();
  TileVerifier &sameElementBytes();
  /// The second has at least the rows and columns of the first.
  TileVerifier &growsTo();
  /// Each has a pad value.
  TileVerifier &hasPad();
  /// Scalars of 32 bits.
  TileVerifier &words(OperandRange scalars);
  /// A tile stored column by column has one column.
  TileVerifier &oneColumnIfColMajor();
  /// Each holds a value per row: 32 bytes of columns if row-major, else one.
  TileVerifier &perRow();
  /// Of the first two tiles one is like the third and the other holds a value
  /// per row, whichever way round.
  TileVerifier &oneFullOnePerRow(Value tmp);
  /// Exactly one of the two values is a tile.
  TileVerifier &onlyOneTile(Value first, Value second);
  /// A constant `scalar` is 0 or more.
  TileVerifier &notNegative(StringRef name, Value scalar);

  /// The type of `scalar` equals the element type of the first selected tile.
  TileVerifier &scalarIsElement(StringRef name, Value scalar);

  /// Any other rule: the error is the concatenation of `parts`.
  template <typename... Parts>
  TileVerifier &require(bool holds, ::pypto::Diag diag, Parts &&...parts) {
    if (isDone() || holds)
      return *this;
    isFailed = true;
    InFlightDiagnostic inFlight = diagnose(op, diag);
    (inFlight << ... << std::forward<Parts>(parts));
    return *this;
  }

  /// Starts an error; the rest of the chain has no effect.
  InFlightDiagnostic fail(::pypto::Diag diag) {
    isFailed = true;
    return diagnose(op, diag);
  }

  Operation *getOperation() const { return op; }

  /// The i-th selected tile. Valid only while the chain is not done.
  TileBufType tile(unsigned i) const {
    return cast<TileBufType>(selected[i].value.getType());
  }

private:
  TileVerifier &eachElement(bool (*holds)(Type), StringRef what);

  Operation *op;
  TargetArch arch;
  SmallVector<NamedValue, 6> selected;
  bool isSkipped = false;
  bool isFailed = false;
};

/// Whether an operand of `op` is in lowered form, which switches its rules off.
bool hasLoweredOperand(Operation *op);

/// Whether a module says "a3" itself; a few rules apply only then.
bool isNamedA3(Operation *op);

/// Whether `op` takes the pipes of A5: by target, or by the device that a
/// module names in `pto.device-spec` (for tinsert and tscatter only).
bool isA5ForPipes(Operation *op);

/// Whether two extents are both known and different.
inline bool differ(int64_t a, int64_t b) {
  return a != ShapedType::kDynamic && b != ShapedType::kDynamic && a != b;
}

/// The constant that `value` is, if it is one.
std::optional<int64_t> getConstantIndex(Value value);

} // namespace mlir::pto

#endif // PTO_TILEVERIFIER_H
