//===- GlobalIndexed.cpp - gather from and scatter to GM --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An index counts elements of the window in row-major order, or its rows when
// the index tile has one column and the data tile more. Where the policy for
// indices outside the window is "undefined", a gather reads zero and a scatter
// skips: our documented choice. Of two scatters to one element the last one in
// row-major order wins; the hardware leaves that open.
//
//===----------------------------------------------------------------------===//

#include "GlobalWindow.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

/// The element or row that `index` means among `total`; -1: none.
static int64_t resolve(int64_t index, int64_t total, OutOfRange policy) {
  if (index >= 0 && index < total)
    return index;
  if (total == 0)
    return -1;
  switch (policy) {
  case OutOfRange::Clamp:
    return index < 0 ? 0 : total - 1;
  case OutOfRange::Wrap:
    return ((index % total) + total) % total;
  case OutOfRange::Undefined:
  case OutOfRange::Drop:
    break;
  }
  return -1;
}

/// An index means a row of the window.
static bool isByRow(const TileRef &data, const TileRef &index) {
  return index.validCols == 1 && data.validCols > 1;
}

static Part partOfIndexed(const ExecInst &e, unsigned tile) {
  Part part = validPart(e, 0);
  if (tile == 1 && isByRow(e.tile[0], e.tile[1]))
    part.cols = 1;
  return part;
}

/// Calls f(element of the tile, element of the window or null) for every
/// element of the data tile's valid rectangle.
template <typename F>
static void forIndexed(const ExecInst &e, const TileRef &data,
                       const TileRef &index, F f) {
  const GmRef &gm = e.gm;
  int64_t total = count(gm), rowLength = gm.size[4];
  bool byRow = isByRow(data, index);
  int64_t targets = byRow ? (rowLength ? total / rowLength : 0) : total;
  for (int64_t r = 0; r < data.validRows; ++r)
    for (int64_t c = 0; c < data.validCols; ++c) {
      int64_t i =
          loadAsInt(index.desc->type, elementAt(index, r, byRow ? 0 : c));
      int64_t at = resolve(i, targets, e.inst->attrs.oob);
      if (at >= 0 && byRow)
        at = c < rowLength ? at * rowLength + c : -1;
      f(elementAt(data, r, c), at < 0 ? nullptr : gmElement(gm, at));
    }
}

/// [dst, idx] and a window.
static void execGatherGlobal(ExecInst &e) {
  unsigned size = e.tile[0].elementSize();
  forIndexed(e, e.tile[0], e.tile[1], [&](uint8_t *out, const uint8_t *from) {
    if (from)
      std::memcpy(out, from, size);
    else
      std::memset(out, 0, size);
  });
}

/// [src, idx] and a window.
static void execScatterGlobal(ExecInst &e) {
  const TileRef &s = e.tile[0];
  unsigned size = s.elementSize();
  Atomic atomic = e.inst->attrs.atomic;
  BinaryOp op = atomic == Atomic::Max   ? BinaryOp::Max
                : atomic == Atomic::Min ? BinaryOp::Min
                                        : BinaryOp::Add;
  BinaryFn combine = kernels().binary[static_cast<unsigned>(op)]
                                     [static_cast<unsigned>(s.desc->type)];
  forIndexed(e, s, e.tile[1], [&](const uint8_t *from, uint8_t *out) {
    if (!out)
      return;
    if (atomic == Atomic::None)
      std::memcpy(out, from, size);
    else
      combine(out, out, from, 1);
  });
}

template <void (*Exec)(ExecInst &)>
static bool selectIndexed(TileInst &inst, const Program &p, std::string &why) {
  if (!onlyA5(p, why) || !needTiles(inst, 2, why))
    return false;
  if (inst.gm < 0) {
    why = "needs a global window";
    return false;
  }
  DType data = tileOf(inst, p, 0).type, index = tileOf(inst, p, 1).type;
  DType gm = p.gms[static_cast<size_t>(inst.gm)].type;
  if (sizeOf(data) != sizeOf(gm)) {
    why = "needs element types of one size, got " + std::string(toString(gm)) +
          " and " + std::string(toString(data));
    return false;
  }
  if (isFloat(index)) {
    why = "needs integer indices";
    return false;
  }
  if (inst.attrs.atomic != Atomic::None &&
      !kernels().binary[0][static_cast<unsigned>(data)])
    return noForm(why, data);
  inst.exec = Exec;
  inst.part = partOfIndexed;
  return true;
}

using target::VectorClass;

static const OpInfo kOps[] = {
    {"mgather", selectIndexed<execGatherGlobal>, costByIndex,
     VectorClass::Other, true, /*indexed=*/true},
    {"mscatter", selectIndexed<execScatterGlobal>, costByIndex,
     VectorClass::Other, true, /*indexed=*/true},
};

OpList globalIndexedOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
