//===- Global.cpp - loads from and stores to global memory ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cycles of these come from the engine, which shares L2 and HBM.
//
//===----------------------------------------------------------------------===//

#include "CopyRect.h"
#include "Fixpipe.h"
#include "GlobalWindow.h"
#include "Pad.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace pypto::coremodel {

/// Copies between the window and `desc` at `data`, whose valid rectangle is
/// validRows x validCols. Windows of another shape but the same number of
/// elements are taken in row-major order.
static void transfer(const GmRef &gm, const TileDesc &desc, uint8_t *data,
                     int64_t validRows, int64_t validCols, bool load) {
  unsigned size = sizeOf(desc.type);
  bool columns = desc.layout == Layout::DN;
  int64_t lead = gm.size[0] * gm.size[1] * gm.size[2];
  int64_t rows = columns ? gm.size[3] : lead * gm.size[3];
  int64_t cols = columns ? lead * gm.size[4] : gm.size[4];
  if (gm.desc->layout == Layout::NZ && gm.desc->rank >= 4) {
    // [.., column blocks, row blocks, box rows, box columns]
    TileDesc box = plainDesc(desc.type, gm.size[3], gm.size[4], gm.stride[3]);
    for (int64_t o = 0; o < gm.size[0]; ++o)
      for (int64_t bc = 0; bc < gm.size[1]; ++bc)
        for (int64_t br = 0; br < gm.size[2]; ++br) {
          uint8_t *p =
              gm.data +
              (o * gm.stride[0] + bc * gm.stride[1] + br * gm.stride[2]) * size;
          int64_t r = br * gm.size[3];
          int64_t c = (o * gm.size[1] + bc) * gm.size[4];
          int64_t nr = std::min(gm.size[3], validRows - r);
          int64_t nc = std::min(gm.size[4], validCols - c);
          if (nr <= 0 || nc <= 0)
            continue;
          if (load)
            copyRect(desc, data, r, c, box, p, 0, 0, nr, nc);
          else
            copyRect(box, p, 0, 0, desc, data, r, c, nr, nc);
        }
    return;
  }
  if ((rows != validRows || cols != validCols) &&
      count(gm) == validRows * validCols) {
    for (int64_t i = 0; i < count(gm); ++i) {
      uint8_t *t = data + offsetOf(desc, i / validCols, i % validCols) * size;
      uint8_t *g = gmElement(gm, i);
      std::memcpy(load ? t : g, load ? g : t, size);
    }
    return;
  }
  forSlabs(gm, columns, [&](const GmSlab &slab) {
    int64_t nr = std::min(slab.rows, validRows - slab.row);
    int64_t nc = std::min(slab.cols, validCols - slab.col);
    if (nr <= 0 || nc <= 0)
      return;
    bool byRow = slab.colStride == 1 || nc == 1;
    if (byRow || slab.rowStride == 1 || nr == 1) {
      TileDesc g = byRow ? plainDesc(desc.type, nr, nc, slab.rowStride)
                         : plainDesc(desc.type, nr, nc, slab.colStride, true);
      if (load)
        copyRect(desc, data, slab.row, slab.col, g, slab.data, 0, 0, nr, nc);
      else
        copyRect(g, slab.data, 0, 0, desc, data, slab.row, slab.col, nr, nc);
      return;
    }
    for (int64_t r = 0; r < nr; ++r)
      for (int64_t c = 0; c < nc; ++c) {
        uint8_t *t = data + offsetOf(desc, slab.row + r, slab.col + c) * size;
        uint8_t *g =
            slab.data + (r * slab.rowStride + c * slab.colStride) * size;
        std::memcpy(load ? t : g, load ? g : t, size);
      }
  });
}

/// [dst] and a window.
static void execLoad(ExecInst &e) {
  const TileRef &d = e.tile[0];
  transfer(e.gm, *d.desc, d.data, d.validRows, d.validCols, true);
  if (d.desc->pad != Pad::Null)
    padToBlock(d);
}

/// Transfers write whole blocks of 32 bytes.
static Part partOfLoad(const ExecInst &e, unsigned tile) {
  const TileRef &d = e.tile[tile];
  Part part = validPart(e, tile);
  int64_t lanes = 32 / d.elementSize();
  int64_t &inner = d.desc->layout == Layout::DN ? part.rows : part.cols;
  inner = (inner + lanes - 1) / lanes * lanes;
  return part;
}

static bool selectLoad(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 1, why))
    return false;
  if (inst.gm < 0) {
    why = "needs a global window";
    return false;
  }
  DType tile = tileOf(inst, p, 0).type;
  DType gm = p.gms[static_cast<size_t>(inst.gm)].type;
  if (sizeOf(tile) != sizeOf(gm)) {
    why = "needs element types of one size, got " + std::string(toString(gm)) +
          " and " + std::string(toString(tile));
    return false;
  }
  inst.exec = execLoad;
  inst.part = partOfLoad;
  return true;
}

/// A hint: no data moves.
static void execPrefetch(ExecInst &) {}
static bool selectPrefetch(TileInst &inst, const Program &p, std::string &why) {
  if (!selectLoad(inst, p, why))
    return false;
  inst.exec = execPrefetch;
  return true;
}

/// One value on its way out: relu, then the conversion of the fixpipe (round to
/// nearest even, integers saturate).
static void convertOut(const TileRef &s, const TileAttrs &attrs, DType to,
                       double scale, uint8_t *out) {
  auto n = static_cast<size_t>(s.bytes / s.elementSize());
  DType from = s.desc->type;
  const KernelTable &k = kernels();
  if (from == DType::F32 && !isFloat(to)) {
    static const double kLow[] = {-128, 0}, kHigh[] = {127, 255};
    bool isU8 = to == DType::U8;
    for (size_t i = 0; i < n; ++i) {
      double v = s.as<float>()[i];
      v = attrs.relu && v < 0 ? 0 : v;
      v = std::nearbyint(v * scale);
      v = v != v ? 0 : std::max(kLow[isU8], std::min(kHigh[isU8], v));
      storeInt(to, out + i * sizeOf(to), static_cast<int64_t>(v));
    }
    return;
  }
  if (from == DType::F32) {
    const float *values = s.as<float>();
    std::vector<float> changed;
    if (attrs.relu || scale != 1) {
      changed.assign(values, values + n);
      for (float &v : changed) {
        v = attrs.relu && v < 0 ? 0.0f : v;
        v *= static_cast<float>(scale);
      }
      values = changed.data();
    }
    k.fromFloat[static_cast<unsigned>(to)](out, values, n);
    return;
  }
  for (size_t i = 0; i < n; ++i) {
    int64_t v = s.as<int32_t>()[i];
    v = attrs.relu && v < 0 ? 0 : v;
    uint8_t *p = out + i * sizeOf(to);
    if (to == DType::I32) {
      storeInt(to, p, v);
    } else if (isFloat(to)) {
      storeDouble(to, p, static_cast<double>(v) * scale);
    } else {
      double q = std::nearbyint(static_cast<double>(v) * scale);
      double low = to == DType::U8 ? 0 : -128,
             high = to == DType::U8 ? 255 : 127;
      storeInt(to, p, static_cast<int64_t>(std::max(low, std::min(high, q))));
    }
  }
}

template <typename F>
static void forElements(const GmRef &gm, const TileDesc &desc, uint8_t *data,
                        int64_t validRows, int64_t validCols, F f) {
  // Rare (atomics): copies the window, combines, copies back.
  unsigned size = sizeOf(desc.type);
  std::vector<uint8_t> old(static_cast<size_t>(desc.bytes));
  transfer(gm, desc, old.data(), validRows, validCols, true);
  for (int64_t r = 0; r < validRows; ++r)
    for (int64_t c = 0; c < validCols; ++c) {
      int64_t o = offsetOf(desc, r, c) * size;
      f(old.data() + o, data + o);
    }
  transfer(gm, desc, old.data(), validRows, validCols, false);
}

static void storeOrCombine(const ExecInst &e, const TileDesc &desc,
                           uint8_t *data, int64_t rows, int64_t cols) {
  Atomic atomic = e.inst->attrs.atomic;
  if (atomic == Atomic::None)
    return transfer(e.gm, desc, data, rows, cols, false);
  BinaryOp op = atomic == Atomic::Add   ? BinaryOp::Add
                : atomic == Atomic::Max ? BinaryOp::Max
                                        : BinaryOp::Min;
  BinaryFn fn =
      kernels()
          .binary[static_cast<unsigned>(op)][static_cast<unsigned>(desc.type)];
  forElements(e.gm, desc, data, rows, cols,
              [&](uint8_t *old, uint8_t *value) { fn(old, old, value, 1); });
}

/// Parameters come behind the source.
static Part partOfStore(const ExecInst &e, unsigned tile) {
  return tile ? wholePart(e.tile[tile]) : validPart(e, tile);
}

/// [src] and a window.
static void execStore(ExecInst &e) {
  const TileRef &s = e.tile[0];
  storeOrCombine(e, *s.desc, s.data, s.validRows, s.validCols);
}

static void execStoreAcc(ExecInst &e) {
  const TileRef &s = e.tile[0];
  DType to = e.gm.desc->type;
  static thread_local std::vector<uint8_t> buffer;
  buffer.resize(s.bytes / s.elementSize() * sizeOf(to));
  bool perColumn = dataTiles(*e.inst) > 1;
  if (perColumn || e.inst->numScalars) {
    FixpipeParameters parameters =
        perColumn ? FixpipeParameters(e.tile[1])
                  : FixpipeParameters(static_cast<uint64_t>(e.scalar[0].i));
    for (int64_t r = 0; r < s.validRows; ++r)
      for (int64_t c = 0; c < s.validCols; ++c) {
        int64_t at = offsetOf(*s.desc, r, c);
        convertElement(s.desc->type, s.data + at * s.elementSize(), to,
                       buffer.data() + at * sizeOf(to), e.inst->attrs.relu,
                       parameters.at(c, c, s.desc->cols));
      }
  } else {
    convertOut(s, e.inst->attrs, to, 1, buffer.data());
  }
  TileDesc desc = *s.desc;
  desc.type = to; // boxes keep their element counts
  desc.bytes = static_cast<int32_t>(buffer.size());
  storeOrCombine(e, desc, buffer.data(), s.validRows, s.validCols);
}

static bool selectStore(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 1, why))
    return false;
  if (inst.gm < 0) {
    why = "needs a global window";
    return false;
  }
  const TileDesc &s = tileOf(inst, p, 0);
  DType to = p.gms[static_cast<size_t>(inst.gm)].type;
  if (inst.attrs.atomic != Atomic::None &&
      !kernels().binary[0][static_cast<unsigned>(to)])
    return noForm(why, to);
  if (s.space == Space::Acc) {
    bool known = (s.type == DType::F32 &&
                  (kernels().fromFloat[static_cast<unsigned>(to)] ||
                   to == DType::I8 || to == DType::U8)) ||
                 (s.type == DType::I32 &&
                  (to == DType::I32 || to == DType::I8 || to == DType::U8 ||
                   to == DType::F16 || to == DType::BF16));
    bool quantises = dataTiles(inst) > 1 || inst.numScalars;
    if (quantises)
      known = canQuantise(s.type, to);
    if (dataTiles(inst) > 1 && !isParameterTile(tileOf(inst, p, 1), why))
      return false;
    if (!known) {
      why = "cannot store " + std::string(toString(s.type)) + " as " +
            std::string(toString(to));
      return false;
    }
    inst.exec = execStoreAcc;
    inst.part = partOfStore;
    return true;
  }
  if (sizeOf(s.type) != sizeOf(to)) {
    why = "needs element types of one size, got " +
          std::string(toString(s.type)) + " and " + std::string(toString(to));
    return false;
  }
  inst.exec = execStore;
  inst.part = partOfStore;
  return true;
}

static const OpInfo kOps[] = {
    {"tload", selectLoad, costEngine},
    {"tprefetch", selectPrefetch, costEngine},
    {"tstore", selectStore, costEngine},
    {"tstore_fp", selectStore, costEngine},
};

OpList globalOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
