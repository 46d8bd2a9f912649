//===- DType.h - element types of the core model ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_COREMODEL_DTYPE_H
#define PYPTO_COREMODEL_DTYPE_H

#include <cstdint>
#include <string_view>

namespace pypto::coremodel {

/// Element types of buffers and tiles.
enum class DType : uint8_t {
  I8,
  U8,
  I16,
  U16,
  I32,
  U32,
  I64,
  U64,
  F16,
  BF16,
  F32,
  F64,
  F8E4M3,
  F8E5M2,
  Bool,
};
inline constexpr unsigned kNumDTypes = 15;

/// Bytes of one element; Bool takes one byte.
constexpr unsigned sizeOf(DType type) {
  switch (type) {
  case DType::I8:
  case DType::U8:
  case DType::Bool:
  case DType::F8E4M3:
  case DType::F8E5M2:
    return 1;
  case DType::I16:
  case DType::U16:
  case DType::F16:
  case DType::BF16:
    return 2;
  case DType::I32:
  case DType::U32:
  case DType::F32:
    return 4;
  default:
    return 8;
  }
}
constexpr bool isFloat(DType type) {
  return (type >= DType::F16 && type <= DType::F8E5M2);
}
constexpr bool isUnsignedInt(DType type) {
  return type == DType::U8 || type == DType::U16 || type == DType::U32 ||
         type == DType::U64 || type == DType::Bool;
}
/// "i8", "u16", "f16", "bf16", "f8E4M3FN", "bool", ...
std::string_view toString(DType type);

//===----------------------------------------------------------------------===//
// Conversions of single elements. Narrowing rounds to nearest, ties to even;
// overflow gives infinity (NaN for E4M3FN, which has none).
//===----------------------------------------------------------------------===//

float halfToFloat(uint16_t bits);
uint16_t floatToHalf(float value);
uint16_t doubleToHalf(double value);
float bf16ToFloat(uint16_t bits);
uint16_t floatToBf16(float value);
float f8E4M3ToFloat(uint8_t bits);
uint8_t floatToF8E4M3(float value);
float f8E5M2ToFloat(uint8_t bits);
uint8_t floatToF8E5M2(float value);

/// The element at `p` as a double; 64-bit integers may lose low bits.
double loadAsDouble(DType type, const void *p);
/// The integer (or bool) element at `p`, sign or zero extended.
int64_t loadAsInt(DType type, const void *p);
/// Writes `value` to an element of floating type, rounding to nearest even.
void storeDouble(DType type, void *p, double value);
/// Writes the low bits of `value` to an element of integer type.
void storeInt(DType type, void *p, int64_t value);
/// `value` rounded to the precision of floating `type`.
double roundTo(DType type, double value);

} // namespace pypto::coremodel

#endif // PYPTO_COREMODEL_DTYPE_H
