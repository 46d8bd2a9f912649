//===- Compare.cpp - packed masks and selection -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mask holds one bit per element, row by row: bit c % 8 of byte c / 8 of the
// mask's row. Rows keep the mask tile's own pitch.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"
#include "Scratch.h"
#include <cstring>

namespace pypto::coremodel {

static uint8_t *maskRow(const TileRef &m, int64_t r) {
  return m.data + r * m.desc->ld * m.elementSize();
}

/// [dst mask, a, b] or [dst mask, a] and a scalar. int32 on A2/A3 always
/// compares for equality, whatever the mode.
template <bool Scalar> static void execCompare(ExecInst &e) {
  const TileRef &m = e.tile[0], &a = e.tile[1];
  auto fn = reinterpret_cast<CompareFn>(e.inst->kernel);
  uint64_t s = 0;
  if (Scalar)
    scalarElement(e, 0, a.desc->type, &s);
  for (int64_t r = 0; r < a.validRows; ++r)
    fn(maskRow(m, r), elementAt(a, r, 0),
       Scalar ? static_cast<const void *>(&s) : elementAt(e.tile[2], r, 0),
       static_cast<size_t>(a.validCols), e.inst->attrs.cmp);
}

/// Bytes of the mask's rows; the first source says how many.
static Part partOfCompare(const ExecInst &e, unsigned tile) {
  Part part = validPart(e, 1);
  if (tile == 0)
    part.cols = (part.cols + 7) / 8;
  return part;
}

template <bool Scalar>
static bool selectCompare(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, Scalar ? 2 : 3, why))
    return false;
  const TileDesc &m = tileOf(inst, p, 0), &a = tileOf(inst, p, 1);
  if (!Scalar && tileOf(inst, p, 2).type != a.type) {
    why = "needs sources of one element type";
    return false;
  }
  if (Scalar && inst.numScalars < 1) {
    why = "needs a scalar operand";
    return false;
  }
  if (sizeOf(m.type) != 1 || a.layout != Layout::ND || m.layout != Layout::ND ||
      (!Scalar && tileOf(inst, p, 2).layout != Layout::ND)) {
    why = "needs row-major sources and a row-major mask of bytes";
    return false;
  }
  if ((a.cols + 7) / 8 > m.ld) {
    why = "needs " + std::to_string((a.cols + 7) / 8) +
          " mask bytes a row, the mask has " + std::to_string(m.ld);
    return false;
  }
  CompareFn fn = Scalar ? kernels().compareScalar[static_cast<unsigned>(a.type)]
                        : kernels().compare[static_cast<unsigned>(a.type)];
  if (!fn)
    return noForm(why, a.type);
  if (p.target->arch == target::Arch::A2A3 && a.type == DType::I32)
    inst.attrs.cmp = CmpMode::EQ;
  inst.kernel = reinterpret_cast<void (*)()>(fn);
  inst.exec = execCompare<Scalar>;
  inst.part = partOfCompare;
  return true;
}

/// dst = mask ? a : b. [dst, mask, a, b] or [dst, mask, a] and a scalar.
template <typename T, bool Scalar> static void execSelect(ExecInst &e) {
  const TileRef &d = e.tile[0], &m = e.tile[1], &a = e.tile[2];
  T s{};
  if (Scalar)
    scalarElement(e, 0, d.desc->type, &s);
  bool plain = d.desc->layout == Layout::ND && a.desc->layout == Layout::ND &&
               (Scalar || e.tile[3].desc->layout == Layout::ND);
  for (int64_t r = 0; r < d.validRows; ++r) {
    const uint8_t *bits = maskRow(m, r);
    if (plain) {
      T *out = reinterpret_cast<T *>(elementAt(d, r, 0));
      const T *x = reinterpret_cast<const T *>(elementAt(a, r, 0));
      const T *y =
          Scalar ? &s : reinterpret_cast<const T *>(elementAt(e.tile[3], r, 0));
      for (int64_t c = 0; c < d.validCols; ++c)
        out[c] = (bits[c / 8] >> (c % 8)) & 1 ? x[c] : y[Scalar ? 0 : c];
      continue;
    }
    for (int64_t c = 0; c < d.validCols; ++c) {
      bool set = (bits[c / 8] >> (c % 8)) & 1;
      const void *from = set      ? elementAt(a, r, c)
                         : Scalar ? reinterpret_cast<uint8_t *>(&s)
                                  : elementAt(e.tile[3], r, c);
      std::memcpy(elementAt(d, r, c), from, sizeof(T));
    }
  }
}

static Part partOfSelect(const ExecInst &e, unsigned tile) {
  Part part = resultPart(e, tile);
  if (tile == 1) {
    int64_t bits = 8 * int64_t(e.tile[1].elementSize());
    part.cols = (part.cols + bits - 1) / bits;
  }
  return part;
}

template <bool Scalar>
static bool selectSelect(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, Scalar ? 3 : 4, why))
    return false;
  if (Scalar && inst.numScalars < 1) {
    why = "needs a scalar operand";
    return false;
  }
  const TileDesc &d = tileOf(inst, p, 0), &m = tileOf(inst, p, 1);
  for (unsigned i = 2; i < (Scalar ? 3u : 4u); ++i)
    if (tileOf(inst, p, i).type != d.type) {
      why = "needs one element type";
      return false;
    }
  if (int64_t(m.ld) * sizeOf(m.type) * 8 < d.cols) {
    why = "has a mask with too few bits a row";
    return false;
  }
  if (m.layout != Layout::ND) {
    why = "needs a row-major mask";
    return false;
  }
  inst.part = partOfSelect;
  switch (sizeOf(d.type)) {
  case 1:
    inst.exec = execSelect<uint8_t, Scalar>;
    return true;
  case 2:
    inst.exec = execSelect<uint16_t, Scalar>;
    return true;
  case 4:
    inst.exec = execSelect<uint32_t, Scalar>;
    return true;
  default:
    inst.exec = execSelect<uint64_t, Scalar>;
    return true;
  }
}

/// The source sets the repeats, not the mask.
static Cost cyclesCompare(const ExecInst &e, const target::Target &t) {
  return costOfRows(e, t, /*tile=*/1, /*steps=*/1);
}
static constexpr CostRule costCompare = {
    cyclesCompare, "f + r * rows * ceil(row bytes of the source / 256)"};

using target::VectorClass;

static const OpInfo kOps[] = {
    {"tcmp", selectCompare<false>, costCompare, VectorClass::Compare, false},
    {"tcmps", selectCompare<true>, costCompare, VectorClass::Compare, false},
    {"tsel", selectSelect<false>, costRows, VectorClass::Select, true, false,
     scratchOfSelect},
    {"tsels", selectSelect<true>, costRows, VectorClass::Select, true, false,
     scratchOfSelect},
};

OpList compareOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
