//===- Matrix.cpp - matrix products -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FP32 accumulation (wrapping INT32 for integers), k ascending per element, one
// fused multiply-add a step: the same bits for any blocking and vector width.
// The accumulator's 16-column boxes are the panels of the inner loop, so it is
// updated in place.
//
//===----------------------------------------------------------------------===//

#include "CopyRect.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace pypto::coremodel {

namespace {
/// Operands unpacked for the inner loop; kept between instructions.
struct Scratch {
  std::vector<uint8_t> packed;
  std::vector<float> a, b, sums;
  std::vector<uint8_t> acc;
};
} // namespace

static Scratch &scratch() {
  static thread_local Scratch s;
  return s;
}

/// Widens n packed elements.
static void widen(DType type, const uint8_t *from, size_t n, float *to) {
  if (type == DType::U8)
    for (size_t i = 0; i < n; ++i)
      to[i] = from[i];
  else if (type == DType::I8)
    for (size_t i = 0; i < n; ++i)
      to[i] = static_cast<int8_t>(from[i]);
  else
    kernels().toFloat[static_cast<unsigned>(type)](to, from, n);
}

/// a row major M x K.
static void unpackLeft(const TileRef &t, int64_t m, int64_t k,
                       std::vector<float> &out) {
  Scratch &s = scratch();
  auto n = static_cast<size_t>(m * k);
  unsigned size = t.elementSize();
  s.packed.resize(n * size);
  copyRect(plainDesc(t.desc->type, m, k, k), s.packed.data(), 0, 0, *t.desc,
           t.data, 0, 0, m, k);
  out.resize(n);
  widen(t.desc->type, s.packed.data(), n, out.data());
}

/// b as [panels][K][16], zero columns after the last.
static void unpackRight(const TileRef &t, int64_t k, int64_t n,
                        std::vector<float> &out) {
  Scratch &s = scratch();
  int64_t panels = (n + 15) / 16;
  auto total = static_cast<size_t>(panels * k * 16);
  unsigned size = t.elementSize();
  s.packed.resize(total * size);
  if (n % 16)
    std::memset(s.packed.data() +
                    static_cast<size_t>((panels - 1) * k * 16) * size,
                0, static_cast<size_t>(k * 16) * size);
  TileDesc panel = plainDesc(t.desc->type, k, 16, 16);
  for (int64_t p = 0; p < panels; ++p)
    copyRect(panel, s.packed.data() + static_cast<size_t>(p * k * 16) * size, 0,
             0, *t.desc, t.data, 0, p * 16, k,
             std::min<int64_t>(16, n - p * 16));
  out.resize(total);
  widen(t.desc->type, s.packed.data(), total, out.data());
}

/// Layout of the accumulator's panels, [column box][rows][16].
static bool hasPanels(const TileDesc &d) {
  return d.layout == Layout::NZ && d.boxRows == 16 && d.boxCols == 16;
}

static void multiply(float *c, size_t stride, const TileRef &a,
                     const TileRef &b, int64_t m, int64_t k, int64_t n) {
  Scratch &s = scratch();
  unpackLeft(a, m, k, s.a);
  unpackRight(b, k, n, s.b);
  kernels().matmulF32(c, stride, s.a.data(), static_cast<size_t>(k), s.b.data(),
                      static_cast<size_t>(m), static_cast<size_t>(k),
                      static_cast<size_t>((n + 15) / 16));
}
/// Products of bytes are exact in f32, and so are sums of up to 256 of them
/// (255 * 255 * 256 < 2^24): the float kernel does blocks of k, which are then
/// added as integers.
static void multiply(int32_t *c, size_t stride, const TileRef &a,
                     const TileRef &b, int64_t m, int64_t k, int64_t n) {
  constexpr int64_t kBlock = 256;
  Scratch &s = scratch();
  unpackLeft(a, m, k, s.a);
  unpackRight(b, k, n, s.b);
  auto panels = static_cast<size_t>((n + 15) / 16);
  auto rows = static_cast<size_t>(m);
  for (int64_t k0 = 0; k0 < k; k0 += kBlock) {
    auto part = static_cast<size_t>(std::min(kBlock, k - k0));
    for (size_t p = 0; p < panels; ++p) {
      s.sums.assign(rows * 16, 0);
      kernels().matmulF32(
          s.sums.data(), rows * 16, s.a.data() + k0, static_cast<size_t>(k),
          s.b.data() +
              (p * static_cast<size_t>(k) + static_cast<size_t>(k0)) * 16,
          rows, part, 1);
      int32_t *panel = c + p * stride;
      for (size_t i = 0; i < rows * 16; ++i)
        panel[i] = static_cast<int32_t>(
            static_cast<uint32_t>(panel[i]) +
            static_cast<uint32_t>(static_cast<int32_t>(s.sums[i])));
    }
  }
}

/// Elements that share a scale of a micro-scaled product.
static constexpr int64_t kScaleGroup = 32;

/// A power of two; 255 is NaN.
static float scaleOf(const TileRef &scales, int64_t r, int64_t c) {
  int exponent = *elementAt(scales, r, c);
  return exponent == 255 ? std::numeric_limits<float>::quiet_NaN()
                         : std::ldexp(1.0f, exponent - 127);
}

/// Products of scaled elements are exact multiples of powers of two, so the
/// elements are scaled before they are multiplied.
static void multiplyScaled(float *c, size_t stride, const TileRef &a,
                           const TileRef &aScale, const TileRef &b,
                           const TileRef &bScale, int64_t m, int64_t k,
                           int64_t n) {
  Scratch &s = scratch();
  unpackLeft(a, m, k, s.a);
  unpackRight(b, k, n, s.b);
  int64_t panels = (n + 15) / 16;
  for (int64_t k0 = 0; k0 < k; k0 += kScaleGroup) {
    int64_t end = std::min(k, k0 + kScaleGroup);
    for (int64_t i = 0; i < m; ++i) {
      float scale = scaleOf(aScale, i, k0 / kScaleGroup);
      for (int64_t x = k0; x < end; ++x)
        s.a[static_cast<size_t>(i * k + x)] *= scale;
    }
    for (int64_t j = 0; j < n; ++j) {
      float scale = scaleOf(bScale, k0 / kScaleGroup, j);
      for (int64_t x = k0; x < end; ++x)
        s.b[static_cast<size_t>((j / 16 * k + x) * 16 + j % 16)] *= scale;
    }
  }
  kernels().matmulF32(c, stride, s.a.data(), static_cast<size_t>(k), s.b.data(),
                      static_cast<size_t>(m), static_cast<size_t>(k),
                      static_cast<size_t>(panels));
}

enum class Init { Zero, Acc, Bias };

/// Where the operands of a product are; micro-scaled ones have a tile of scales
/// behind each factor.
template <Init Start, bool Scaled> struct Operands {
  static constexpr unsigned kA = Start == Init::Acc ? 2 : 1;
  static constexpr unsigned kB = kA + (Scaled ? 2 : 1);
  static constexpr unsigned kBias = kB + (Scaled ? 2 : 1);
  static constexpr unsigned kCount = kBias + (Start == Init::Bias);
};

/// Zero: [dst, a, b]; Acc: [dst, acc, a, b]; Bias: [dst, a, b, bias].
template <typename T, Init Start, bool Scaled = false>
static void execMatmul(ExecInst &e) {
  using At = Operands<Start, Scaled>;
  const TileRef &dst = e.tile[0], &a = e.tile[At::kA], &b = e.tile[At::kB];
  int64_t m = a.validRows, k = a.validCols, n = b.validCols;
  if (m == 0 || n == 0 || k == 0)
    return; // hardware: no operation
  int64_t panels = (n + 15) / 16;
  // Panels of any other accumulator layout are made aside.
  bool direct = hasPanels(*dst.desc);
  int64_t rows = direct ? dst.desc->ld : m;
  Scratch &s = scratch();
  if (!direct)
    s.acc.assign(static_cast<size_t>(panels * rows * 16) * sizeof(T), 0);
  T *c = reinterpret_cast<T *>(direct ? dst.data : s.acc.data());
  size_t stride = static_cast<size_t>(rows * 16);
  TileDesc panelDesc = *dst.desc;
  panelDesc.layout = Layout::NZ;
  panelDesc.boxRows = 1;
  panelDesc.boxCols = 16;
  panelDesc.ld = static_cast<int32_t>(rows);
  if constexpr (Start == Init::Acc) {
    const TileRef &acc = e.tile[1];
    if (!direct || acc.data != dst.data)
      copyRect(panelDesc, reinterpret_cast<uint8_t *>(c), 0, 0, *acc.desc,
               acc.data, 0, 0, m, n);
  } else {
    T row[16] = {};
    for (int64_t p = 0; p < panels; ++p) {
      if constexpr (Start == Init::Bias)
        for (int64_t j = 0; j < std::min<int64_t>(16, n - p * 16); ++j)
          std::memcpy(&row[j], elementAt(e.tile[At::kBias], 0, p * 16 + j),
                      sizeof(T));
      for (int64_t r = 0; r < m; ++r)
        std::memcpy(c + p * static_cast<int64_t>(stride) + r * 16, row,
                    sizeof(row));
    }
  }
  if constexpr (Scaled)
    multiplyScaled(c, stride, a, e.tile[At::kA + 1], b, e.tile[At::kB + 1], m,
                   k, n);
  else
    multiply(c, stride, a, b, m, k, n);
  if (!direct)
    copyRect(*dst.desc, dst.data, 0, 0, panelDesc, s.acc.data(), 0, 0, m, n);
}

template <Init Start, bool Scaled>
static Part partOfMatmul(const ExecInst &e, unsigned tile) {
  using At = Operands<Start, Scaled>;
  const TileRef &a = e.tile[At::kA], &b = e.tile[At::kB];
  int64_t m = a.validRows, k = a.validCols, n = b.validCols;
  if (m == 0 || n == 0 || k == 0)
    return {};
  if (tile == 0 || (Start == Init::Acc && tile == 1))
    return {0, 0, m, n};
  if (tile == At::kA)
    return {0, 0, m, k};
  if (tile == At::kB)
    return {0, 0, k, n};
  return wholePart(e.tile[tile]); // scales, bias
}

/// Scales cover the groups along k of every row (column).
static bool checkScales(const TileDesc &aScale, const TileDesc &bScale,
                        const TileDesc &a, const TileDesc &b,
                        std::string &why) {
  int64_t groups = (a.cols + kScaleGroup - 1) / kScaleGroup;
  if (sizeOf(aScale.type) != 1 || sizeOf(bScale.type) != 1) {
    why = "needs scales of 8 bits (exponents)";
    return false;
  }
  if (aScale.rows < a.rows || aScale.cols < groups || bScale.rows < groups ||
      bScale.cols < b.cols) {
    why = "needs scales of at least " + std::to_string(a.rows) + "x" +
          std::to_string(groups) + " and " + std::to_string(groups) + "x" +
          std::to_string(b.cols) + ", one per 32 elements along k";
    return false;
  }
  return true;
}

template <Init Start, bool Scaled = false>
static bool selectMatmul(TileInst &inst, const Program &p, std::string &why) {
  using At = Operands<Start, Scaled>;
  if ((Scaled && !onlyA5(p, why)) || !needTiles(inst, At::kCount, why))
    return false;
  const TileDesc &dst = tileOf(inst, p, 0);
  const TileDesc &a = tileOf(inst, p, At::kA), &b = tileOf(inst, p, At::kB);
  if (a.cols != b.rows || dst.rows != a.rows || dst.cols != b.cols) {
    auto shape = [](const TileDesc &d) {
      return std::to_string(d.rows) + "x" + std::to_string(d.cols);
    };
    why = "multiplies " + shape(a) + " by " + shape(b) + " into " + shape(dst);
    return false;
  }
  if (Start == Init::Bias && (tileOf(inst, p, At::kBias).type != dst.type ||
                              tileOf(inst, p, At::kBias).cols != b.cols)) {
    why = "needs a bias row of the result's type and columns";
    return false;
  }
  if (Start == Init::Acc && tileOf(inst, p, 1).type != dst.type) {
    why = "needs an accumulator of the result's type, got " +
          std::string(toString(tileOf(inst, p, 1).type)) + " and " +
          std::string(toString(dst.type));
    return false;
  }
  inst.part = partOfMatmul<Start, Scaled>;
  bool floats = dst.type == DType::F32 && a.type == b.type &&
                kernels().toFloat[static_cast<unsigned>(a.type)];
  bool mixed8 = dst.type == DType::F32 && isFloat(a.type) && isFloat(b.type) &&
                sizeOf(a.type) == 1 && sizeOf(b.type) == 1;
  bool ints = dst.type == DType::I32 &&
              (a.type == DType::I8 || a.type == DType::U8) &&
              (b.type == DType::I8 || b.type == DType::U8);
  if constexpr (Scaled) {
    if (mixed8 && !checkScales(tileOf(inst, p, At::kA + 1),
                               tileOf(inst, p, At::kB + 1), a, b, why))
      return false;
    floats = ints = false;
  }
  if (Scaled && mixed8) {
    inst.exec = execMatmul<float, Start, Scaled>;
  } else if (floats || mixed8) {
    inst.exec = execMatmul<float, Start>;
  } else if (ints) {
    inst.exec = execMatmul<int32_t, Start>;
  } else {
    why = "has no form for " + std::string(toString(a.type)) + " x " +
          std::string(toString(b.type)) + " -> " +
          std::string(toString(dst.type));
    return false;
  }
  return true;
}

/// Boxes of 16 x 16 x (32 B of k), one per cycle (FP32: see the target), plus
/// the overhead between chained products; the result of the last one is there
/// after the overhead of an isolated one.
static Cost cyclesMatmul(const ExecInst &e, const target::Target &t) {
  // The factors are told by their memories; scales are in none of these.
  auto in = [&](Space space) -> const TileRef & {
    for (unsigned i = 1; i < e.inst->numTiles; ++i)
      if (e.tile[i].desc->space == space)
        return e.tile[i];
    return e.tile[1];
  };
  const TileRef &a = in(Space::Left), &b = in(Space::Right);
  unsigned size = a.elementSize();
  auto boxes = [](int64_t n, int64_t box) { return (n + box - 1) / box; };
  Cost cost;
  if (!a.validRows || !a.validCols || !b.validCols)
    return cost;
  double n = static_cast<double>(
      boxes(a.validRows, t.cube.boxM) * boxes(b.validCols, t.cube.boxN) *
      boxes(int64_t(a.validCols) * size, t.cube.kBytes));
  double cycles =
      n * (size == 4 ? t.cube.cyclesPerBox32 : t.cube.cyclesPerBox16);
  cost.occupancy = cycles + t.cube.chained;
  cost.latency = cycles + t.cube.isolated;
  return cost;
}
static CostNumbers numbersMatmul(const target::Target &t, target::VectorClass) {
  return {t.cube.chained, t.cube.cyclesPerBox16};
}
static constexpr CostRule costMatmul = {
    cyclesMatmul,
    "f + boxes of 16 x 16 x 32 bytes * r (more for FP32); f is larger where "
    "the next product waits",
    /*isPublished=*/true, numbersMatmul};

static const OpInfo kOps[] = {
    {"tmatmul", selectMatmul<Init::Zero>, costMatmul},
    {"tmatmul.acc", selectMatmul<Init::Acc>, costMatmul},
    {"tmatmul.bias", selectMatmul<Init::Bias>, costMatmul},
    {"tmatmul.mx", selectMatmul<Init::Zero, true>, costMatmul},
    {"tmatmul.mx.acc", selectMatmul<Init::Acc, true>, costMatmul},
    {"tmatmul.mx.bias", selectMatmul<Init::Bias, true>, costMatmul},
    {"tgemv.mx", selectMatmul<Init::Zero, true>, costMatmul},
    {"tgemv.mx.acc", selectMatmul<Init::Acc, true>, costMatmul},
    {"tgemv.mx.bias", selectMatmul<Init::Bias, true>, costMatmul},
    {"tgemv", selectMatmul<Init::Zero>, costMatmul},
    {"tgemv.acc", selectMatmul<Init::Acc>, costMatmul},
    {"tgemv.bias", selectMatmul<Init::Bias>, costMatmul},
};

OpList matrixOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
