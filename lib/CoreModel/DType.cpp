//===- DType.cpp - element types of the core model --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/CoreModel/DType.h"
#include <cmath>
#include <cstring>
#include <limits>

namespace pypto::coremodel {

std::string_view toString(DType type) {
  static constexpr std::string_view kNames[kNumDTypes] = {
      "i8",  "u8",   "i16", "u16", "i32",      "u32",    "i64", "u64",
      "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "bool"};
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
  default:
    return value;
  }
}

} // namespace pypto::coremodel
