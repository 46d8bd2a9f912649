//===- DType.cpp - element types of the core model --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/CoreModel/DType.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace pypto::coremodel {

std::string_view toString(DType type) {
  static constexpr std::string_view kNames[kNumDTypes] = {
      "i8",       "u8",     "i16",  "u16",  "i32",     "u32",
      "i64",      "u64",    "f16",  "bf16", "f32",     "f64",
      "f8E4M3FN", "f8E5M2", "hif8", "bool", "f4E2M1x2"};
  return kNames[static_cast<unsigned>(type)];
}

template <typename To, typename From> static To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

/// Small float formats with `E` exponent and `M` mantissa bits. `Finite`: the
/// all-ones exponent holds numbers, only S.1111.1..1 is NaN, no infinity.
template <int E, int M, bool Finite> static float decode(uint32_t bits) {
  constexpr int kBias = (1 << (E - 1)) - 1;
  uint32_t sign = (bits >> (E + M)) & 1;
  uint32_t exponent = (bits >> M) & ((1u << E) - 1);
  uint32_t mantissa = bits & ((1u << M) - 1);
  float magnitude;
  if (exponent == (1u << E) - 1 && (!Finite || mantissa == (1u << M) - 1)) {
    if (mantissa == 0 && !Finite)
      magnitude = std::numeric_limits<float>::infinity();
    else
      return bitCast<float>((sign << 31) | 0x7f800000u |
                            (mantissa << (23 - M)));
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(mantissa), 1 - kBias - M);
  } else {
    magnitude = std::ldexp(static_cast<float>(mantissa | (1u << M)),
                           static_cast<int>(exponent) - kBias - M);
  }
  return sign ? -magnitude : magnitude;
}

template <int E, int M, bool Finite> static uint32_t encode(double value) {
  constexpr int kBias = (1 << (E - 1)) - 1;
  constexpr uint32_t kAllOnes = (1u << E) - 1;
  uint32_t sign = std::signbit(value) ? 1u << (E + M) : 0;
  if (std::isnan(value)) {
    if (Finite)
      return sign | (kAllOnes << M) | ((1u << M) - 1);
    return sign | (kAllOnes << M) | (1u << (M - 1));
  }
  double magnitude = std::fabs(value);
  uint32_t infinity =
      Finite ? (kAllOnes << M) | ((1u << M) - 1) : kAllOnes << M;
  if (std::isinf(magnitude))
    return sign | infinity;
  if (magnitude == 0)
    return sign;
  int exponent = std::ilogb(magnitude);
  if (exponent < 1 - kBias)
    exponent = 1 - kBias;
  // Scaling by a power of two is exact; nearbyint rounds ties to even.
  double scaled = std::nearbyint(std::ldexp(magnitude, M - exponent));
  if (scaled >= static_cast<double>(2u << M)) {
    scaled /= 2;
    ++exponent;
  }
  auto mantissa = static_cast<uint32_t>(scaled);
  uint32_t biased = mantissa < (1u << M) ? 0 : exponent + kBias;
  uint32_t bits = (biased << M) | (mantissa & ((1u << M) - 1));
  if (bits >= infinity)
    bits = infinity;
  return sign | bits;
}

float halfToFloat(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
  uint32_t rest = bits & 0x7fffu;
  if (rest >= 0x7c00u)
    return bitCast<float>(sign | 0x7f800000u | ((rest & 0x3ffu) << 13));
  if (rest >= 0x400u)
    return bitCast<float>(sign | ((rest << 13) + 0x38000000u));
  return decode<5, 10, false>(bits);
}

uint16_t floatToHalf(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  uint32_t sign = (bits >> 16) & 0x8000u;
  uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return static_cast<uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x3ff));
  if (magnitude >= 0x477ff000u)
    return static_cast<uint16_t>(sign | 0x7c00u);
  if (magnitude < 0x38800000u)
    return static_cast<uint16_t>(encode<5, 10, false>(value));
  uint32_t rounded = magnitude - 0x38000000u;
  rounded += 0xfffu + ((rounded >> 13) & 1);
  return static_cast<uint16_t>(sign | (rounded >> 13));
}

uint16_t doubleToHalf(double value) {
  return static_cast<uint16_t>(encode<5, 10, false>(value));
}

float bf16ToFloat(uint16_t bits) {
  return bitCast<float>(static_cast<uint32_t>(bits) << 16);
}

uint16_t floatToBf16(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return static_cast<uint16_t>((bits >> 16) | 0x40u);
  bits += 0x7fffu + ((bits >> 16) & 1);
  return static_cast<uint16_t>(bits >> 16);
}

float f8E4M3ToFloat(uint8_t bits) { return decode<4, 3, true>(bits); }
uint8_t floatToF8E4M3(float value) {
  return static_cast<uint8_t>(encode<4, 3, true>(value));
}
float f8E5M2ToFloat(uint8_t bits) { return decode<5, 2, false>(bits); }
uint8_t floatToF8E5M2(float value) {
  return static_cast<uint8_t>(encode<5, 2, false>(value));
}

//===----------------------------------------------------------------------===//
// Tapered precision
//===----------------------------------------------------------------------===//

namespace {
constexpr uint8_t kHif8Nan = 0x80, kHif8Infinity = 0x6f;
constexpr int kHif8Lowest = -22, kHif8LowestNormal = -15;
constexpr double kHif8Largest = 32768;
} // namespace

/// Bits of the exponent of a number between 2^e and 2^(e + 1).
static int hif8ExponentBits(int e) {
  int bits = 0;
  for (int magnitude = std::abs(e); magnitude; magnitude >>= 1)
    ++bits;
  return bits;
}

int hif8MantissaBits(int e) {
  if (e < kHif8LowestNormal)
    return 0;
  // The prefixes of 1 and 0 bits of exponent are longer.
  return std::clamp(5 - hif8ExponentBits(e), 0, 3);
}

float hif8ToFloat(uint8_t bits) {
  if (bits == kHif8Nan)
    return std::numeric_limits<float>::quiet_NaN();
  bool negative = bits & 0x80;
  uint8_t rest = bits & 0x7f;
  float magnitude;
  if (rest == kHif8Infinity) {
    magnitude = std::numeric_limits<float>::infinity();
  } else if (rest < 8) {
    magnitude = rest ? std::ldexp(1.0f, rest + kHif8Lowest - 1) : 0.0f;
  } else {
    // Leading zeros of the prefix tell the exponent's bits.
    int exponentBits = rest >= 0x60   ? 4
                       : rest >= 0x40 ? 3
                       : rest >= 0x20 ? 2
                       : rest >= 0x10 ? 1
                                      : 0;
    int mantissaBits = std::min(3, 5 - exponentBits);
    uint8_t field = static_cast<uint8_t>(rest >> mantissaBits);
    int exponent = 0;
    if (exponentBits) {
      int below = exponentBits - 1;
      exponent = (1 << below) | (field & ((1 << below) - 1));
      if ((field >> below) & 1)
        exponent = -exponent;
    }
    int mantissa = rest & ((1 << mantissaBits) - 1);
    magnitude = std::ldexp(static_cast<float>((1 << mantissaBits) + mantissa),
                           exponent - mantissaBits);
  }
  return negative ? -magnitude : magnitude;
}

static uint8_t encodeHif8(double value) {
  if (std::isnan(value))
    return kHif8Nan;
  uint8_t sign = std::signbit(value) ? 0x80 : 0;
  double magnitude = std::fabs(value);
  if (magnitude != 0 && !std::isinf(magnitude)) {
    int e = std::max(std::ilogb(magnitude), kHif8Lowest);
    int m = hif8MantissaBits(e);
    magnitude = std::ldexp(std::nearbyint(std::ldexp(magnitude, m - e)), e - m);
  }
  if (magnitude > kHif8Largest)
    return sign | kHif8Infinity;
  // There is one zero.
  if (magnitude == 0)
    return 0;
  int e = std::ilogb(magnitude);
  if (e < kHif8LowestNormal)
    return sign | static_cast<uint8_t>(e - kHif8Lowest + 1);
  int m = hif8MantissaBits(e), d = hif8ExponentBits(e);
  auto mantissa = static_cast<int>(std::ldexp(magnitude, m - e)) - (1 << m);
  static constexpr int kPrefixes[] = {1, 1, 1, 2, 3};
  int bits = kPrefixes[d];
  if (d) {
    int below = d - 1;
    bits = (bits << 1) | (e < 0);
    bits = (bits << below) | (std::abs(e) - (1 << below));
  }
  return sign | static_cast<uint8_t>((bits << m) | mantissa);
}
uint8_t floatToHif8(float value) { return encodeHif8(value); }

//===----------------------------------------------------------------------===//
// Four bits
//===----------------------------------------------------------------------===//

float f4E2M1ToFloat(uint8_t bits) {
  static constexpr float kMagnitudes[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  float magnitude = kMagnitudes[bits & 7];
  return bits & 8 ? -magnitude : magnitude;
}

uint8_t floatToF4E2M1(float value) {
  if (std::isnan(value))
    return 0;
  uint8_t sign = std::signbit(value) ? 8 : 0;
  // Steps of 0.5 below 2, of 1 below 4, then 4 and 6.
  float magnitude = std::min(std::fabs(value), 6.0f);
  int e = magnitude < 2 ? 0 : std::ilogb(magnitude);
  float rounded =
      std::ldexp(std::nearbyint(std::ldexp(magnitude, 1 - e)), e - 1);
  if (rounded < 2)
    return sign | static_cast<uint8_t>(rounded * 2);
  e = std::ilogb(rounded);
  return sign | static_cast<uint8_t>(
                    2 * e + static_cast<int>(std::ldexp(rounded, 1 - e)));
}

template <typename T> static T load(const void *p) {
  T value;
  std::memcpy(&value, p, sizeof(T));
  return value;
}
template <typename T> static void store(void *p, T value) {
  std::memcpy(p, &value, sizeof(T));
}

int64_t loadAsInt(DType type, const void *p) {
  switch (type) {
  case DType::I8:
    return load<int8_t>(p);
  case DType::U8:
    return load<uint8_t>(p);
  case DType::Bool:
    return load<uint8_t>(p) != 0;
  case DType::I16:
    return load<int16_t>(p);
  case DType::U16:
    return load<uint16_t>(p);
  case DType::I32:
    return load<int32_t>(p);
  case DType::U32:
    return load<uint32_t>(p);
  case DType::I64:
    return load<int64_t>(p);
  case DType::U64:
    return static_cast<int64_t>(load<uint64_t>(p));
  default:
    return static_cast<int64_t>(loadAsDouble(type, p));
  }
}

double loadAsDouble(DType type, const void *p) {
  switch (type) {
  case DType::F16:
    return halfToFloat(load<uint16_t>(p));
  case DType::BF16:
    return bf16ToFloat(load<uint16_t>(p));
  case DType::F32:
    return load<float>(p);
  case DType::F64:
    return load<double>(p);
  case DType::F8E4M3:
    return f8E4M3ToFloat(load<uint8_t>(p));
  case DType::F8E5M2:
    return f8E5M2ToFloat(load<uint8_t>(p));
  case DType::HiF8:
    return hif8ToFloat(load<uint8_t>(p));
  case DType::U64:
    return static_cast<double>(load<uint64_t>(p));
  default:
    return static_cast<double>(loadAsInt(type, p));
  }
}

void storeDouble(DType type, void *p, double value) {
  switch (type) {
  case DType::F16:
    return store(p, doubleToHalf(value));
  case DType::BF16:
    return store(p, static_cast<uint16_t>(encode<8, 7, false>(value)));
  case DType::F32:
    return store(p, static_cast<float>(value));
  case DType::F64:
    return store(p, value);
  case DType::F8E4M3:
    return store(p, static_cast<uint8_t>(encode<4, 3, true>(value)));
  case DType::F8E5M2:
    return store(p, static_cast<uint8_t>(encode<5, 2, false>(value)));
  case DType::HiF8:
    return store(p, encodeHif8(value));
  default:
    return storeInt(type, p, static_cast<int64_t>(value));
  }
}

void storeInt(DType type, void *p, int64_t value) {
  switch (sizeOf(type)) {
  case 1:
    return store(p, static_cast<uint8_t>(value));
  case 2:
    return store(p, static_cast<uint16_t>(value));
  case 4:
    return store(p, static_cast<uint32_t>(value));
  default:
    return store(p, value);
  }
}

double roundTo(DType type, double value) {
  switch (type) {
  case DType::F16:
    return decode<5, 10, false>(encode<5, 10, false>(value));
  case DType::BF16:
    return decode<8, 7, false>(encode<8, 7, false>(value));
  case DType::F32:
    return static_cast<float>(value);
  case DType::F8E4M3:
    return decode<4, 3, true>(encode<4, 3, true>(value));
  case DType::F8E5M2:
    return decode<5, 2, false>(encode<5, 2, false>(value));
  case DType::HiF8:
    return hif8ToFloat(encodeHif8(value));
  default:
    return value;
  }
}

} // namespace pypto::coremodel
