//===- Convert.cpp - element conversion -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Convert.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace pypto::coremodel {

double roundIntegral(double v, RoundMode mode) {
  switch (mode) {
  case RoundMode::None:
  case RoundMode::Rint:
    return std::nearbyint(v);
  case RoundMode::Round:
    return std::round(v);
  case RoundMode::Floor:
    return std::floor(v);
  case RoundMode::Ceil:
    return std::ceil(v);
  case RoundMode::Trunc:
    return std::trunc(v);
  case RoundMode::Odd: {
    double t = std::trunc(v);
    if (t != v && std::fmod(t, 2) == 0)
      t += v < 0 ? -1 : 1;
    return t;
  }
  }
  return v;
}

/// Mantissa bits and smallest normal exponent of a narrow float.
struct Format {
  int mantissa, minExponent;
  double max;
  bool tapered = false;

  int mantissaAt(int exponent) const {
    return tapered ? hif8MantissaBits(exponent) : mantissa;
  }
};
static Format formatOf(DType type) {
  switch (type) {
  case DType::F16:
    return {10, -14, 65504.0};
  case DType::BF16:
    return {7, -126, 3.3895313892515355e38};
  case DType::F8E4M3:
    return {3, -6, 448.0};
  case DType::F8E5M2:
    return {2, -14, 57344.0};
  case DType::HiF8:
    return {3, -22, 32768.0, /*tapered=*/true};
  case DType::F4E2M1x2:
    return {1, 0, 6.0};
  default:
    return {23, -126, std::numeric_limits<float>::max()};
  }
}

/// `v` rounded to a multiple of the format's spacing at v.
static double roundToFormat(double v, const Format &f, RoundMode mode) {
  if (v == 0 || !std::isfinite(v))
    return v;
  int exponent = std::max(std::ilogb(v), f.minExponent);
  int mantissa = f.mantissaAt(exponent);
  double scaled = std::ldexp(v, mantissa - exponent);
  double r = std::ldexp(roundIntegral(scaled, mode), exponent - mantissa);
  if (std::fabs(r) <= f.max)
    return r;
  bool towardZero = mode == RoundMode::Trunc || mode == RoundMode::Odd ||
                    (mode == RoundMode::Floor && v > 0) ||
                    (mode == RoundMode::Ceil && v < 0);
  return towardZero ? std::copysign(f.max, v)
                    : std::copysign(std::numeric_limits<double>::infinity(), v);
}

/// The nearest number of the format; 0 for NaN.
static double clampTo(double v, const Format &f) {
  if (v != v)
    return 0;
  return std::clamp(v, -f.max, f.max);
}

template <DType Type> struct ElementOf;
template <> struct ElementOf<DType::I8> { using type = int8_t; };
template <> struct ElementOf<DType::U8> { using type = uint8_t; };
template <> struct ElementOf<DType::I16> { using type = int16_t; };
template <> struct ElementOf<DType::U16> { using type = uint16_t; };
template <> struct ElementOf<DType::I32> { using type = int32_t; };
template <> struct ElementOf<DType::U32> { using type = uint32_t; };
template <> struct ElementOf<DType::I64> { using type = int64_t; };
template <> struct ElementOf<DType::U64> { using type = uint64_t; };

template <DType To> static int64_t saturateInt(double v) {
  using T = typename ElementOf<To>::type;
  if (v != v)
    return 0;
  // The limits of 64-bit types are not doubles; compare against powers of two.
  double low = static_cast<double>(std::numeric_limits<T>::min());
  double high = static_cast<double>(std::numeric_limits<T>::max());
  if (v <= low)
    return static_cast<int64_t>(std::numeric_limits<T>::min());
  if (v >= high)
    return static_cast<int64_t>(std::numeric_limits<T>::max());
  return static_cast<int64_t>(static_cast<T>(v));
}
/// Low 64 bits of an integral double.
static int64_t wrapInt(double v) {
  if (!std::isfinite(v))
    return 0;
  if (std::fabs(v) < 9223372036854775808.0)
    return static_cast<int64_t>(v);
  double m = std::fmod(v, 18446744073709551616.0);
  if (m < 0)
    m += 18446744073709551616.0;
  return static_cast<int64_t>(static_cast<uint64_t>(m));
}

template <DType To>
static void floatToInt(void *to, const void *from, size_t n, DType fromType,
                       RoundMode mode, Saturation saturation) {
  bool saturate = saturation != Saturation::Off;
  using T = typename ElementOf<To>::type;
  T *d = static_cast<T *>(to);
  auto toFloat = kernels().toFloat[static_cast<unsigned>(fromType)];
  RoundFn round = kernels().round[static_cast<unsigned>(mode)];
  FloatToIntFn toInt = kernels().floatToInt[static_cast<unsigned>(To)];
  unsigned size = sizeOf(fromType);
  float chunk[256];
  for (size_t i = 0; i < n; i += 256) {
    size_t m = std::min<size_t>(256, n - i);
    toFloat(chunk, static_cast<const uint8_t *>(from) + i * size, m);
    round(chunk, m);
    if (saturate && toInt) {
      toInt(d + i, chunk, m);
      continue;
    }
    for (size_t j = 0; j < m; ++j)
      d[i + j] = static_cast<T>(saturate ? saturateInt<To>(chunk[j])
                                         : wrapInt(chunk[j]));
  }
}

template <DType To, DType From>
static void intToInt(void *to, const void *from, size_t n, RoundMode,
                     Saturation saturation) {
  bool saturate = saturation != Saturation::Off;
  using T = typename ElementOf<To>::type;
  using F = typename ElementOf<From>::type;
  T *d = static_cast<T *>(to);
  const F *s = static_cast<const F *>(from);
  for (size_t i = 0; i < n; ++i) {
    F v = s[i];
    if (saturate) {
      if (v < 0 && std::numeric_limits<T>::is_signed == false)
        v = 0;
      else if (v < 0 && static_cast<int64_t>(v) <
                            static_cast<int64_t>(std::numeric_limits<T>::min()))
        v = static_cast<F>(std::numeric_limits<T>::min());
      else if (v > 0 &&
               static_cast<uint64_t>(v) >
                   static_cast<uint64_t>(std::numeric_limits<T>::max()))
        v = static_cast<F>(std::numeric_limits<T>::max());
    }
    d[i] = static_cast<T>(v);
  }
}

/// An integer as a double that every narrower format rounds as the integer
/// itself: what does not fit goes to the odd neighbour.
template <typename F> static double toDoubleOdd(F v) {
  auto exact = static_cast<double>(v);
  if (sizeof(F) < 8)
    return exact;
  bool negative = v < 0;
  auto magnitude = static_cast<uint64_t>(v);
  if (negative)
    magnitude = 0 - magnitude;
  int excess = 0;
  while (magnitude >> excess >> 53)
    ++excess;
  if (excess == 0)
    return exact;
  uint64_t kept = magnitude >> excess;
  if (kept << excess != magnitude)
    kept |= 1;
  double r = std::ldexp(static_cast<double>(kept), excess);
  return negative ? -r : r;
}

template <DType From>
static void intToFloat(void *to, const void *from, size_t n, DType toType,
                       RoundMode mode, Saturation saturation) {
  using F = typename ElementOf<From>::type;
  const F *s = static_cast<const F *>(from);
  Format format = formatOf(toType);
  unsigned size = sizeOf(toType);
  auto *d = static_cast<uint8_t *>(to);
  bool nearest = mode == RoundMode::Rint || mode == RoundMode::None;
  // Up to 16 bits an f32 holds the value, so one rounding follows; to f32
  // itself the conversion is that rounding.
  bool clamps = saturation == Saturation::All;
  if (nearest && !clamps && (sizeof(F) <= 2 || toType == DType::F32)) {
    auto fromFloat = kernels().fromFloat[static_cast<unsigned>(toType)];
    float chunk[256];
    for (size_t i = 0; i < n; i += 256) {
      size_t m = std::min<size_t>(256, n - i);
      for (size_t j = 0; j < m; ++j)
        chunk[j] = static_cast<float>(s[i + j]);
      fromFloat(d + i * size, chunk, m);
    }
    return;
  }
  for (size_t i = 0; i < n; ++i) {
    double v = roundToFormat(toDoubleOdd(s[i]), format, mode);
    storeDouble(toType, d + i * size, clamps ? clampTo(v, format) : v);
  }
}

static void floatToFloat(void *to, const void *from, size_t n, DType toType,
                         DType fromType, RoundMode mode,
                         Saturation saturation) {
  const KernelTable &k = kernels();
  auto toFloat = k.toFloat[static_cast<unsigned>(fromType)];
  auto fromFloat = k.fromFloat[static_cast<unsigned>(toType)];
  unsigned fs = sizeOf(fromType), ts = sizeOf(toType);
  bool integral = toType == fromType && mode != RoundMode::None;
  bool nearest = mode == RoundMode::Rint || mode == RoundMode::None;
  Format format = formatOf(toType);
  bool narrowing = formatOf(fromType).mantissa > format.mantissa ||
                   formatOf(fromType).max > format.max;
  float chunk[256];
  for (size_t i = 0; i < n; i += 256) {
    size_t m = std::min<size_t>(256, n - i);
    toFloat(chunk, static_cast<const uint8_t *>(from) + i * fs, m);
    if (integral)
      k.round[static_cast<unsigned>(mode)](chunk, m);
    else if (!nearest && narrowing)
      for (size_t j = 0; j < m; ++j)
        chunk[j] = static_cast<float>(roundToFormat(chunk[j], format, mode));
    if (saturation == Saturation::All)
      for (size_t j = 0; j < m; ++j)
        chunk[j] = static_cast<float>(
            clampTo(narrowing ? roundToFormat(chunk[j], format, mode)
                              : double(chunk[j]),
                    format));
    fromFloat(static_cast<uint8_t *>(to) + i * ts, chunk, m);
  }
}

// The types as template parameters make each pair a plain function.
template <DType To, DType From>
static void convert(void *to, const void *from, size_t n, RoundMode mode,
                    Saturation saturation) {
  if constexpr (isFloat(To) && isFloat(From))
    floatToFloat(to, from, n, To, From, mode, saturation);
  else if constexpr (isFloat(To))
    intToFloat<From>(to, from, n, To, mode, saturation);
  else if constexpr (isFloat(From))
    floatToInt<To>(to, from, n, From, mode, saturation);
  else
    intToInt<To, From>(to, from, n, mode, saturation);
}

template <DType To> static ConvertFn2 fromType(DType from) {
  switch (from) {
  case DType::I8:
    return convert<To, DType::I8>;
  case DType::U8:
    return convert<To, DType::U8>;
  case DType::I16:
    return convert<To, DType::I16>;
  case DType::U16:
    return convert<To, DType::U16>;
  case DType::I32:
    return convert<To, DType::I32>;
  case DType::U32:
    return convert<To, DType::U32>;
  case DType::I64:
    return convert<To, DType::I64>;
  case DType::U64:
    return convert<To, DType::U64>;
  case DType::F16:
    return convert<To, DType::F16>;
  case DType::BF16:
    return convert<To, DType::BF16>;
  case DType::F32:
    return convert<To, DType::F32>;
  case DType::F8E4M3:
    return convert<To, DType::F8E4M3>;
  case DType::F8E5M2:
    return convert<To, DType::F8E5M2>;
  case DType::HiF8:
    return convert<To, DType::HiF8>;
  default:
    return nullptr;
  }
}

ConvertFn2 convertFn(DType to, DType from) {
  switch (to) {
  case DType::I8:
    return fromType<DType::I8>(from);
  case DType::U8:
    return fromType<DType::U8>(from);
  case DType::I16:
    return fromType<DType::I16>(from);
  case DType::U16:
    return fromType<DType::U16>(from);
  case DType::I32:
    return fromType<DType::I32>(from);
  case DType::U32:
    return fromType<DType::U32>(from);
  case DType::I64:
    return fromType<DType::I64>(from);
  case DType::U64:
    return fromType<DType::U64>(from);
  case DType::F16:
    return fromType<DType::F16>(from);
  case DType::BF16:
    return fromType<DType::BF16>(from);
  case DType::F32:
    return fromType<DType::F32>(from);
  case DType::F8E4M3:
    return fromType<DType::F8E4M3>(from);
  case DType::F8E5M2:
    return fromType<DType::F8E5M2>(from);
  case DType::HiF8:
    return fromType<DType::HiF8>(from);
  default:
    return nullptr;
  }
}

static void execConvert(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  auto fn = reinterpret_cast<ConvertFn2>(e.inst->kernel);
  const TileAttrs &attrs = e.inst->attrs;
  Runs runs = commonRuns(d.validRows, d.validCols, {&d, &s});
  if (runs.inner == 0) {
    for (int64_t r = 0; r < d.validRows; ++r)
      for (int64_t c = 0; c < d.validCols; ++c)
        fn(elementAt(d, r, c), elementAt(s, r, c), 1, attrs.round,
           attrs.saturation);
    return;
  }
  for (int64_t i = 0; i < runs.outer; ++i)
    fn(runAt(d, runs, i), runAt(s, runs, i), static_cast<size_t>(runs.inner),
       attrs.round, attrs.saturation);
}

//===----------------------------------------------------------------------===//
// Two floats of 4 bits in a byte
//===----------------------------------------------------------------------===//

void packPairs(uint8_t *to, DType from, const void *values, size_t n,
               RoundMode mode) {
  Format format = formatOf(DType::F4E2M1x2);
  auto code = [&](size_t i) {
    double v = loadAsDouble(from, static_cast<const uint8_t *>(values) +
                                      i * sizeOf(from));
    return floatToF4E2M1(static_cast<float>(roundToFormat(v, format, mode)));
  };
  for (size_t i = 0; i < n; ++i)
    to[i] = static_cast<uint8_t>(code(2 * i) | (code(2 * i + 1) << 4));
}

void unpackPairs(DType to, void *values, const uint8_t *from, size_t n) {
  auto *d = static_cast<uint8_t *>(values);
  unsigned size = sizeOf(to);
  for (size_t i = 0; i < n; ++i) {
    storeDouble(to, d + 2 * i * size, f4E2M1ToFloat(from[i] & 15));
    storeDouble(to, d + (2 * i + 1) * size, f4E2M1ToFloat(from[i] >> 4));
  }
}

/// Rows of pairs; the last of an odd number of elements shares its byte with
/// one beyond the valid region, which becomes 0.
static void execPack(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  unsigned size = s.elementSize();
  std::vector<uint8_t> row(static_cast<size_t>(d.validCols) * 2 * size);
  int64_t cols = std::min<int64_t>(s.validCols, 2 * int64_t(d.validCols));
  for (int64_t r = 0; r < d.validRows; ++r) {
    std::memcpy(row.data(), elementAt(s, r, 0),
                static_cast<size_t>(cols) * size);
    packPairs(elementAt(d, r, 0), s.desc->type, row.data(),
              static_cast<size_t>(d.validCols), e.inst->attrs.round);
  }
}
static void execUnpack(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  unsigned size = d.elementSize();
  std::vector<uint8_t> row(static_cast<size_t>(s.validCols) * 2 * size);
  int64_t cols = std::min<int64_t>(d.validCols, 2 * int64_t(s.validCols));
  for (int64_t r = 0; r < d.validRows; ++r) {
    unpackPairs(d.desc->type, row.data(), elementAt(s, r, 0),
                static_cast<size_t>(s.validCols));
    std::memcpy(elementAt(d, r, 0), row.data(),
                static_cast<size_t>(cols) * size);
  }
}

/// From or to pairs; false and `why` where there is no such conversion.
static bool selectPairs(TileInst &inst, const Program &p, std::string &why) {
  const TileDesc &d = tileOf(inst, p, 0), &s = tileOf(inst, p, 1);
  bool packs = d.type == DType::F4E2M1x2;
  const TileDesc &wide = packs ? s : d;
  if (wide.type != DType::BF16 && wide.type != DType::F16 &&
      wide.type != DType::F32) {
    why = "cannot convert " + std::string(toString(s.type)) + " to " +
          std::string(toString(d.type));
    return false;
  }
  if (d.layout != Layout::ND || s.layout != Layout::ND) {
    why = "needs rows (nd) of pairs of 4-bit elements";
    return false;
  }
  inst.exec = packs ? execPack : execUnpack;
  return onlyA5(p, why);
}

/// [dst, src, scratch?]
static bool selectConvert(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 2, why))
    return false;
  DType to = tileOf(inst, p, 0).type, from = tileOf(inst, p, 1).type;
  if (to == DType::F4E2M1x2 || from == DType::F4E2M1x2)
    return selectPairs(inst, p, why);
  ConvertFn2 fn = convertFn(to, from);
  if (!fn) {
    why = "cannot convert " + std::string(toString(from)) + " to " +
          std::string(toString(to));
    return false;
  }
  inst.kernel = reinterpret_cast<void (*)()>(fn);
  inst.exec = execConvert;
  inst.part = resultPart;
  return true;
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

namespace {
/// Conversions of the 950 between wide elements and floats of 4 or 8 bits, fit
/// to recorded cycles: dense tiles take the larger of `least` and `fixed +
/// repeat * n`, n the repeats of the wide tile. Rows that lie apart take
/// `rowsFixed + shortRow * n` each; narrowing takes `row + rowRepeat * n` for a
/// row of more than two repeats.
struct SmallFloatCost {
  double fixed, repeat, least;
  double rowsFixed, shortRow, row, rowRepeat;
};
} // namespace

/// f32 and bf16 to 8 and 4 bits: 67, 118 and 178 cycles for 1, 5 and 10
/// repeats; rows of 6 and of 20 repeats 278 and 831 each.
static constexpr SmallFloatCost kNarrowing = {55, 12.3, 0, 55, 6.5, 41, 39.5};
/// 8 bits to f32: 92, 88 and 126 for 1, 5 and 10 repeats.
static constexpr SmallFloatCost kWidening8 = {56, 7, 90, 56, 5.1, 0, 0};
/// 4 bits to bf16: 91, 94 and 99 for 2, 10 and 20 repeats.
static constexpr SmallFloatCost kWidening4 = {90, 0.45, 90, 65, 1.9, 0, 0};

/// Null for conversions of the general formula, f16 to hif8 among them.
static const SmallFloatCost *smallFloatCost(DType to, DType from) {
  auto isSmall = [](DType type) {
    return type == DType::F4E2M1x2 || (isFloat(type) && sizeOf(type) == 1);
  };
  if (isSmall(to))
    return from == DType::F16 ? nullptr : &kNarrowing;
  if (!isSmall(from))
    return nullptr;
  return from == DType::F4E2M1x2 ? &kWidening4 : &kWidening8;
}

static Cost cyclesConvert(const ExecInst &e, const target::Target &t) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  const SmallFloatCost *cost = smallFloatCost(d.desc->type, s.desc->type);
  if (!cost || t.arch != target::Arch::A5)
    return costLinear(e, t);
  const TileRef &wide = d.elementSize() > s.elementSize() ? d : s;
  int64_t rowBytes = int64_t(wide.validCols) * wide.elementSize();
  auto repeats = [&](int64_t bytes) {
    return static_cast<double>((bytes + t.vectorBytes.value - 1) /
                               t.vectorBytes.value);
  };
  Cost result;
  if (wide.validRows <= 1 || wide.validCols == wide.desc->ld) {
    double n = repeats(rowBytes * wide.validRows);
    result.occupancy = std::max(cost->least, cost->fixed + cost->repeat * n);
  } else {
    // Rows apart are narrowed as f32, also those of bf16.
    bool narrows = cost->rowRepeat > 0;
    double n = repeats(narrows ? int64_t(wide.validCols) * 4 : rowBytes);
    bool isLong = narrows && n > 2;
    double perRow =
        isLong ? cost->row + cost->rowRepeat * n : cost->shortRow * n;
    result.occupancy = cost->rowsFixed + wide.validRows * perRow;
  }
  result.latency = result.occupancy;
  return result;
}
static constexpr CostRule costConvert = {
    cyclesConvert,
    "f + r * ceil(bytes / 256), per row where rows are apart; on the 950 f32 "
    "and bf16 to floats of 4 or 8 bits 55 + 12.3 a repeat (rows apart of more "
    "than 128 elements: 41 + 39.5 for each 64), 8 bits to f32 56 + 7 a repeat "
    "and at least 90, 4 bits to bf16 90 + 0.45 a repeat (recorded cycles, fit)",
    /*isPublished=*/true};

static const OpInfo kOps[] = {
    {"tcvt", selectConvert, costConvert, target::VectorClass::Convert, true},
};

OpList convertOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
