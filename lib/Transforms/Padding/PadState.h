//===- PadState.h - what lies behind the data of a tile ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The abstract domain of the padding check. Along each axis a tile holds data
// up to some extent; what its valid region has beyond that was put there by
// `fillpad`, and later operations compute on it as on data.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_PADDING_PADSTATE_H
#define PYPTO_TRANSFORMS_PADDING_PADSTATE_H

#include "pypto/Dialect/Pypto/Pypto.h"

#include <array>

namespace pypto {

/// The padding that the valid region of a tile has along one axis.
struct AxisPadding {
  enum Kind : uint8_t {
    Unreached, ///< no value yet
    None,      ///< data only
    Known,     ///< every padding element is `value`
    Varied,    ///< padding that was combined with data
    Unfilled,  ///< padding that nothing was written to
    Unknown    ///< cannot tell
  };
  Kind kind = None;
  double value = 0;
  /// The operation that made the padding.
  mlir::Operation *origin = nullptr;
  /// Extent of the data, where the IR names it.
  mlir::OpFoldResult data;

  bool isPadding() const {
    return kind == Known || kind == Varied || kind == Unfilled;
  }
  bool operator==(const AxisPadding &other) const {
    return kind == other.kind && value == other.value &&
           origin == other.origin && data == other.data;
  }
};

/// Rows and columns of a tile; default: no value yet.
struct PadState {
  std::array<AxisPadding, 2> axes;

  PadState() {
    for (AxisPadding &axis : axes)
      axis.kind = AxisPadding::Unreached;
  }
  static PadState none() {
    PadState state;
    state.axes = {};
    return state;
  }
  bool operator==(const PadState &other) const { return axes == other.axes; }
  static PadState join(const PadState &a, const PadState &b);
  void print(llvm::raw_ostream &os) const;
};

/// How a reduction combines elements.
enum class Reduction { Sum, Max, Min, Prod };

/// The kind of a reduction over `axis` (0: columns reduce their rows, 1: rows
/// reduce their columns); nothing for other operations.
std::optional<std::pair<Reduction, unsigned>> getReduction(mlir::Operation *op);
/// True if `value` of `elementType` does not change the result of `kind`.
bool isIdentity(Reduction kind, double value, mlir::Type elementType);
/// The number that `pad` stands for.
double getPadNumber(mlir::pypto::PadValue pad, mlir::Type elementType);

/// The state of the result of `op`, an operation with a tile as its result;
/// `operands`: the states of its operands, none for those that are no tiles.
PadState transfer(mlir::Operation *op, llvm::ArrayRef<PadState> operands);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_PADDING_PADSTATE_H
