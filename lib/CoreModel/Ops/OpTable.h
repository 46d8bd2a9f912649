//===- OpTable.h - what the families of instructions share ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operand order of every row: destinations first, then sources in the order of
// the text, then scratch. A row names its operands in a comment where that is
// not obvious.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_OPS_OPTABLE_H
#define PYPTO_LIB_COREMODEL_OPS_OPTABLE_H

#include "../Engine/ExecInst.h"
#include "../Kernels/Kernels.h"

namespace pypto::coremodel {

struct OpList {
  const OpInfo *ops;
  size_t count;
};

OpList elementwiseOps();
OpList scalarOps();
OpList unaryOps();
OpList convertOps();
OpList reduceOps();
OpList broadcastOps();
OpList moveOps();
OpList globalOps();
OpList matrixOps();
OpList compareOps();
OpList generateOps();
OpList reorderOps();
OpList gatherOps();
OpList sortOps();
OpList quantiseOps();
OpList byteOps();
OpList globalIndexedOps();

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Element offset of (r, c) in the tile's layout.
inline int64_t offsetOf(const TileDesc &d, int64_t r, int64_t c) {
  switch (d.layout) {
  case Layout::ND:
    return r * d.ld + c;
  case Layout::DN:
    return c * d.ld + r;
  default:
    break;
  }
  int64_t br = r / d.boxRows, bc = c / d.boxCols;
  int64_t ri = r % d.boxRows, ci = c % d.boxCols;
  int64_t box = int64_t(d.boxRows) * d.boxCols;
  switch (d.layout) {
  case Layout::NZ:
    return ((d.ld / d.boxRows) * bc + br) * box + ri * d.boxCols + ci;
  case Layout::ZN:
    return ((d.ld / d.boxCols) * br + bc) * box + ci * d.boxRows + ri;
  case Layout::ZZ:
    return ((d.ld / d.boxCols) * br + bc) * box + ri * d.boxCols + ci;
  default: // NN
    return ((d.ld / d.boxRows) * bc + br) * box + ci * d.boxRows + ri;
  }
}
inline bool isPlain(const TileDesc &d) {
  return d.layout == Layout::ND || d.layout == Layout::DN;
}
inline uint8_t *elementAt(const TileRef &t, int64_t r, int64_t c) {
  return t.data + offsetOf(*t.desc, r, c) * t.elementSize();
}

/// A rectangle as `outer` runs of `inner` contiguous elements.
struct Runs {
  int64_t outer = 0, inner = 0;
  bool columns = false; ///< runs are columns (DN)
};
/// Runs of the rectangle rows x cols that are contiguous in all of `tiles`,
/// merged into one when nothing lies between them. Inner is zero when the
/// layouts differ or have boxes.
Runs commonRuns(int64_t rows, int64_t cols,
                std::initializer_list<const TileRef *> tiles);
inline uint8_t *runAt(const TileRef &t, const Runs &runs, int64_t i) {
  return t.data + i * t.desc->ld * t.elementSize();
}

/// True when every tile of the instruction with index in [first, last] has the
/// type of tile 0; otherwise explains in `why`.
bool sameTypes(const TileInst &inst, const Program &program, unsigned first,
               unsigned last, std::string &why);
inline const TileDesc &tileOf(const TileInst &inst, const Program &program,
                              unsigned i) {
  return program.tiles[static_cast<size_t>(inst.tile[i])];
}
Part wholePart(const TileRef &tile);
/// For TileInst::part: the operand's own valid rectangle.
Part validPart(const ExecInst &inst, unsigned tile);
/// The result's valid rectangle, of operands that hold data: what is done
/// element by element.
Part resultPart(const ExecInst &inst, unsigned tile);
/// Number of tile operands that hold data, without scratch.
unsigned dataTiles(const TileInst &inst);
/// "has no form for f16"; false.
bool noForm(std::string &why, DType type);
/// "is an instruction of the 950" unless the chip is one.
bool onlyA5(const Program &program, std::string &why);
bool needTiles(const TileInst &inst, unsigned count, std::string &why);

/// Writes scalar operand `i` as one element of `type`.
void scalarElement(const ExecInst &e, unsigned i, DType type, void *out);

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

/// `fixed + perRepeat * repeats` of the row's class. One-source instructions
/// run over contiguous tiles as one sequence of repeats.
extern const CostRule costLinear;
/// As costLinear, for functions with precise variants.
extern const CostRule costFunction;
/// As costLinear, rows apart, with bank conflicts of the sources 1 and 2.
extern const CostRule costBinary;
/// The same for division, which has a precise variant.
extern const CostRule costDivide;
/// Rows apart, no conflicts.
extern const CostRule costRows;
/// Division by a scalar and the reciprocal.
extern const CostRule costReciprocal;
/// Global memory: the engine shares L2 and HBM between the transfers that are
/// under way.
extern const CostRule costEngine;
/// The same, element by element or row by row.
extern const CostRule costByIndex;
/// A repeat of the class for each 256 bytes of the rows of operand `tile`,
/// `steps` times.
Cost costOfRows(const ExecInst &e, const target::Target &t, unsigned tile,
                double steps);
/// Repeats of a rectangle, rows apart.
double rowRepeats(int64_t rows, int64_t cols, unsigned elementSize,
                  const target::Target &t);

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_OPS_OPTABLE_H
