//===- Kernels.h - inner loops, one table per instruction set ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic of the functional model as loops over contiguous elements.
// Each loop is compiled for several instruction sets; kernels() gives the table
// for the machine at hand. Results do not depend on the instruction set: every
// step is either exact, correctly rounded, or an explicit fused multiply-add.
//
// f16 and bf16 are computed in f32 and rounded once to nearest even, which
// gives the correctly rounded result of + - * / and sqrt.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_KERNELS_KERNELS_H
#define PYPTO_LIB_COREMODEL_KERNELS_KERNELS_H

#include "pypto/CoreModel/DType.h"
#include "pypto/CoreModel/Program.h"
#include <cstddef>

namespace pypto::coremodel {

/// d[i] = f(a[i], b[i]). RDiv and RSub are b / a and b - a: with a scalar `b`
/// they are the reversed scalar forms.
enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Max,
  Min,
  And,
  Or,
  Xor,
  Shl,
  Shr,
  Rem,
  Fmod,
  Prelu,
  ExpDif,
  RDiv,
  RSub,
  Pow,
};
inline constexpr unsigned kNumBinaryOps = 18;

/// d[i] = f(a[i]).
enum class UnaryOp : uint8_t {
  Abs,
  Neg,
  Exp,
  Log,
  Sqrt,
  Rsqrt,
  Recip,
  Relu,
  Not
};
inline constexpr unsigned kNumUnaryOps = 9;

enum class ReduceOp : uint8_t { Sum, Max, Min, Prod };
inline constexpr unsigned kNumReduceOps = 4;

/// `d` may equal `a` or `b`; no other overlap.
using BinaryFn = void (*)(void *d, const void *a, const void *b, size_t n);
/// As BinaryFn with one element at `s` in place of b.
using ScalarFnK = void (*)(void *d, const void *a, const void *s, size_t n);
using UnaryFn = void (*)(void *d, const void *a, size_t n);
/// *d = reduction of n >= 1 elements. Floating sums and products add eight
/// interleaved partial results pairwise (the hardware reduces by tree).
using ReduceFn = void (*)(void *d, const void *a, size_t n);
/// Rounds n floats in place to integral values.
using RoundFn = void (*)(float *a, size_t n);
/// Integral floats to integers of one type; saturates, NaN gives 0.
using FloatToIntFn = void (*)(void *d, const float *a, size_t n);
/// bits[i / 8] bit i % 8 = a[i] cmp b[i]; pads the last byte with zeros.
using CompareFn = void (*)(uint8_t *bits, const void *a, const void *b,
                           size_t n, CmpMode mode);
using CompareScalarFn = CompareFn; ///< one element at b

/// Packed FP32 matmul panel: acc(M x 16-column panels) += a * b.
///   a: row major M x K, row pitch `lda`; b: [panels][K][16];
///   c: [panels][cRows][16], rows 0..M-1 updated. Ascending k, one fused
///   multiply-add per step.
using MatmulF32Fn = void (*)(float *c, size_t cPanelStride, const float *a,
                             size_t lda, const float *b, size_t m, size_t k,
                             size_t panels);
/// d (cols x rows, pitch ldd) = transpose of a (rows x cols, pitch lda), in
/// elements.
using TransposeFn = void (*)(void *d, size_t ldd, const void *a, size_t lda,
                             size_t rows, size_t cols);

struct KernelTable {
  const char *name; ///< instruction set
  BinaryFn binary[kNumBinaryOps][kNumDTypes];
  ScalarFnK scalar[kNumBinaryOps][kNumDTypes];
  UnaryFn unary[kNumUnaryOps][kNumDTypes];
  ReduceFn reduce[kNumReduceOps][kNumDTypes];
  CompareFn compare[kNumDTypes];
  CompareScalarFn compareScalar[kNumDTypes];
  /// Widening and rounding of floats to and from f32, by type; F32 copies.
  void (*toFloat[kNumDTypes])(float *d, const void *a, size_t n);
  void (*fromFloat[kNumDTypes])(void *d, const float *a, size_t n);
  RoundFn round[7];                    ///< by RoundMode
  FloatToIntFn floatToInt[kNumDTypes]; ///< 8, 16 and 32 bits
  MatmulF32Fn matmulF32;
  TransposeFn transpose[9]; ///< by element size: 1, 2, 4, 8
  /// d[i] = d[i] + s * a[i] in f32, one fused multiply-add each.
  void (*axpyF32)(float *d, const float *a, float s, size_t n);
};

/// The table for this machine; chosen once.
const KernelTable &kernels();

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_KERNELS_KERNELS_H
