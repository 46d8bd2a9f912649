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
  HiF8, ///< tapered precision, see hif8ToFloat
  Bool,
  F4E2M1x2, ///< a byte of two floats of 4 bits, the first in the low half
};
inline constexpr unsigned kNumDTypes = 17;

/// Bytes of one element; Bool takes one byte.
constexpr unsigned sizeOf(DType type) {
  switch (type) {
  case DType::I8:
  case DType::U8:
  case DType::Bool:
  case DType::F8E4M3:
  case DType::F8E5M2:
  case DType::HiF8:
  case DType::F4E2M1x2:
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
/// Elements of the language in one of the model's: two of 4 bits in a byte.
constexpr unsigned packingOf(DType type) {
  return type == DType::F4E2M1x2 ? 2 : 1;
}
constexpr bool isFloat(DType type) {
  return (type >= DType::F16 && type <= DType::HiF8);
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
/// Sign; a prefix 11, 10, 01, 001 or 0001 for 4, 3, 2, 1 or 0 bits of exponent
/// (its sign, then its magnitude without the leading one); the rest mantissa.
/// Prefix 0000: 2^(m - 23) of 3 bits m, zero for m = 0. 0x80 is NaN, 0x6f and
/// 0xef are infinities; the largest number is 2^15.
float hif8ToFloat(uint8_t bits);
/// Bits of mantissa that a number between 2^e and 2^(e + 1) has.
int hif8MantissaBits(int e);
uint8_t floatToHif8(float value);
/// The float of 4 bits in the low bits: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their
/// negatives.
float f4E2M1ToFloat(uint8_t bits);
/// Saturates: the format has neither infinities nor NaN, which becomes 0.
uint8_t floatToF4E2M1(float value);

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
