//===- Broadcast.cpp - one value per row or column --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpTable.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

template <typename T>
static void fillRow(uint8_t *row, const uint8_t *value, int64_t n) {
  T v;
  std::memcpy(&v, value, sizeof(T));
  std::fill_n(reinterpret_cast<T *>(row), n, v);
}

/// dst[i, j] = src[i, 0]. [dst, src]
static void execRowExpand(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  unsigned size = d.elementSize();
  bool plain = d.desc->layout == Layout::ND;
  for (int64_t r = 0; r < d.validRows; ++r) {
    const uint8_t *value = elementAt(s, r, 0);
    if (plain) {
      uint8_t *row = elementAt(d, r, 0);
      switch (size) {
      case 1:
        fillRow<uint8_t>(row, value, d.validCols);
        break;
      case 2:
        fillRow<uint16_t>(row, value, d.validCols);
        break;
      case 4:
        fillRow<uint32_t>(row, value, d.validCols);
        break;
      default:
        fillRow<uint64_t>(row, value, d.validCols);
        break;
      }
      continue;
    }
    for (int64_t c = 0; c < d.validCols; ++c)
      std::memcpy(elementAt(d, r, c), value, size);
  }
}

/// dst[i, j] = src[0, j]. [dst, src]
static void execColExpand(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  unsigned size = d.elementSize();
  bool plain = d.desc->layout == Layout::ND && s.desc->layout == Layout::ND;
  for (int64_t r = 0; r < d.validRows; ++r) {
    if (plain) {
      std::memmove(elementAt(d, r, 0), s.data,
                   static_cast<size_t>(d.validCols) * size);
      continue;
    }
    for (int64_t c = 0; c < d.validCols; ++c)
      std::memmove(elementAt(d, r, c), elementAt(s, 0, c), size);
  }
}

/// The source is one column (Rows) or one row.
template <bool Rows>
static Part partOfExpand(const ExecInst &e, unsigned tile) {
  Part part = resultPart(e, tile);
  if (tile == 1)
    (Rows ? part.cols : part.rows) = 1;
  return part;
}

template <void (*Exec)(ExecInst &)>
static bool selectExpand(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 2, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  inst.exec = Exec;
  inst.part = partOfExpand<Exec == execRowExpand>;
  return true;
}

/// The operand with one value per row: column major, or one column, or one
/// 32 B block per row (then indexed by column modulo the block).
static bool isPerRow(const TileDesc &d) {
  int32_t lanes = static_cast<int32_t>(32 / sizeOf(d.type));
  return d.layout == Layout::DN || d.cols == 1 || d.cols <= lanes;
}

/// The first source is the one with a value per row.
static bool isSwapped(const ExecInst &e) {
  const TileDesc &d = *e.tile[0].desc, &a = *e.tile[1].desc;
  return e.tile[2].desc->cols == d.cols && isPerRow(a) && a.cols != d.cols;
}
/// Its values are repeated to a block of 32 bytes.
static bool isBlock(const TileRef &vec) {
  return vec.desc->layout == Layout::ND && vec.validCols > 1;
}

/// dst[i, j] = a[i, j] Op s[i]. [dst, a, s] with the operands in either order.
template <BinaryOp Op> static void execRowOp(ExecInst &e) {
  const TileRef &d = e.tile[0];
  const TileRef *full = &e.tile[1], *vec = &e.tile[2];
  bool swapped = isSwapped(e);
  if (swapped)
    std::swap(full, vec);
  auto type = static_cast<unsigned>(d.desc->type);
  auto op = static_cast<unsigned>(Op);
  const KernelTable &k = kernels();
  unsigned size = d.elementSize();
  bool block = isBlock(*vec);
  for (int64_t r = 0; r < d.validRows; ++r) {
    const uint8_t *s = elementAt(*vec, r, 0);
    bool plain = d.desc->layout == Layout::ND &&
                 full->desc->layout == Layout::ND && !block && !swapped;
    if (plain) {
      k.scalar[op][type](elementAt(d, r, 0), elementAt(*full, r, 0), s,
                         static_cast<size_t>(d.validCols));
      continue;
    }
    for (int64_t c = 0; c < d.validCols; ++c) {
      const uint8_t *value = block ? s + (c % vec->validCols) * size : s;
      const uint8_t *a = elementAt(*full, r, c);
      k.binary[op][type](elementAt(d, r, c), swapped ? value : a,
                         swapped ? a : value, 1);
    }
  }
}

static Part partOfRowOp(const ExecInst &e, unsigned tile) {
  Part part = resultPart(e, tile);
  if (tile == (isSwapped(e) ? 1 : 2)) {
    const TileRef &vec = e.tile[tile];
    part.cols = std::min<int64_t>(part.cols, isBlock(vec) ? vec.validCols : 1);
  }
  return part;
}

/// dst[i, j] = a[i, j] Op s[j]. [dst, a, s]
template <BinaryOp Op> static void execColOp(ExecInst &e) {
  const TileRef &d = e.tile[0], &a = e.tile[1], &s = e.tile[2];
  auto fn = kernels().binary[static_cast<unsigned>(Op)]
                            [static_cast<unsigned>(d.desc->type)];
  bool plain = d.desc->layout == Layout::ND && a.desc->layout == Layout::ND &&
               s.desc->layout == Layout::ND;
  for (int64_t r = 0; r < d.validRows; ++r) {
    if (plain) {
      fn(elementAt(d, r, 0), elementAt(a, r, 0), s.data,
         static_cast<size_t>(d.validCols));
      continue;
    }
    for (int64_t c = 0; c < d.validCols; ++c)
      fn(elementAt(d, r, c), elementAt(a, r, c), elementAt(s, 0, c), 1);
  }
}

static Part partOfColOp(const ExecInst &e, unsigned tile) {
  Part part = resultPart(e, tile);
  if (tile == 2)
    part.rows = std::min<int64_t>(part.rows, 1);
  return part;
}

template <BinaryOp Op, void (*Exec)(ExecInst &),
          Part (*PartOf)(const ExecInst &, unsigned)>
static bool selectOp(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 3, why) || !sameTypes(inst, p, 1, 2, why))
    return false;
  DType type = tileOf(inst, p, 0).type;
  if (!kernels().binary[static_cast<unsigned>(Op)][static_cast<unsigned>(type)])
    return noForm(why, type);
  inst.exec = Exec;
  inst.part = PartOf;
  return true;
}

// One duplicate instruction per row; 14.4 cycles each in pto-isa's table.
static Cost cyclesRowExpand(const ExecInst &e, const target::Target &t) {
  Cost cost = costRows(e, t);
  if (t.arch == target::Arch::A2A3)
    cost.occupancy = cost.latency =
        11 + 14.4 * e.tile[0].validRows; // pto-isa TROWEXPAND f32 64x64: 933
  return cost;
}
static constexpr CostRule costRowExpand = {
    cyclesRowExpand, "11 + 14.4 * rows on the 910B (TROWEXPAND f32 64x64); "
                     "else f + r * rows * ceil(row bytes / 256)"};

using target::VectorClass;

#define PYPTO_ROW(NAME, OP, CLS)                                               \
  {                                                                            \
    "trowexpand" NAME,                                                         \
        selectOp<BinaryOp::OP, execRowOp<BinaryOp::OP>, partOfRowOp>,          \
        costRows, VectorClass::CLS, true                                       \
  }
#define PYPTO_COL(NAME, OP, CLS)                                               \
  {                                                                            \
    "tcolexpand" NAME,                                                         \
        selectOp<BinaryOp::OP, execColOp<BinaryOp::OP>, partOfColOp>,          \
        costRows, VectorClass::CLS, true                                       \
  }

static const OpInfo kOps[] = {
    {"trowexpand", selectExpand<execRowExpand>, costRowExpand,
     VectorClass::Copy, false},
    {"tcolexpand", selectExpand<execColExpand>, costRows, VectorClass::Copy,
     false},
    PYPTO_ROW("add", Add, Binary),
    PYPTO_ROW("sub", Sub, Binary),
    PYPTO_ROW("mul", Mul, Mul),
    PYPTO_ROW("div", Div, Div),
    PYPTO_ROW("max", Max, Binary),
    PYPTO_ROW("min", Min, Binary),
    PYPTO_ROW("expdif", ExpDif, Exp),
    PYPTO_COL("add", Add, Binary),
    PYPTO_COL("sub", Sub, Binary),
    PYPTO_COL("mul", Mul, Mul),
    PYPTO_COL("div", Div, Div),
    PYPTO_COL("max", Max, Binary),
    PYPTO_COL("min", Min, Binary),
    PYPTO_COL("expdif", ExpDif, Exp),
};
#undef PYPTO_ROW
#undef PYPTO_COL

OpList broadcastOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
