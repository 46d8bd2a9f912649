//===- Reduce-inl.h - reductions and comparisons ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Eight interleaved partial results, combined pairwise at the end: element i
/// goes to partial i % 8, then (0+4, 1+5, 2+6, 3+7), (0+2, 1+3), (0+1). The
/// order is fixed, so the result is the same on every machine.
template <typename Op, typename T> static T reduceValues(const T *a, size_t n) {
  if (n < 8) {
    T r = a[0];
    for (size_t i = 1; i < n; ++i)
      r = Op::apply(r, a[i]);
    return r;
  }
  // Two blocks of eight lanes per step would change the order; one block it is.
  T p[8];
  for (size_t j = 0; j < 8; ++j)
    p[j] = a[j];
  size_t i = 8;
  for (; i + 8 <= n; i += 8)
    for (size_t j = 0; j < 8; ++j)
      p[j] = Op::apply(p[j], a[i + j]);
  for (size_t j = 0; i + j < n; ++j)
    p[j] = Op::apply(p[j], a[i + j]);
  for (size_t width = 4; width > 0; width /= 2)
    for (size_t j = 0; j < width; ++j)
      p[j] = Op::apply(p[j], p[j + width]);
  return p[0];
}
template <typename Op, typename T>
static void reduceLoop(void *d, const void *a, size_t n) {
  *static_cast<T *>(d) = reduceValues<Op, T>(static_cast<const T *>(a), n);
}
/// f16 and bf16 accumulate in f32 and are rounded once.
template <typename Op, DType Type>
static void reduceLoop16(void *d, const void *av, size_t n) {
  auto *a = static_cast<const uint16_t *>(av);
  alignas(64) float fa[kChunk];
  float total = 0;
  for (size_t i = 0; i < n; i += kChunk) {
    size_t m = n - i < kChunk ? n - i : kChunk;
    widen<Type>(fa, a + i, m);
    float part = reduceValues<Op, float>(fa, m);
    total = i == 0 ? part : Op::apply(total, part);
  }
  narrow<Type>(static_cast<uint16_t *>(d), &total, 1);
}

template <typename T>
static HWY_INLINE bool compareOne(T a, T b, CmpMode mode) {
  switch (mode) {
  case CmpMode::EQ:
    return a == b;
  case CmpMode::NE:
    return a != b;
  case CmpMode::LT:
    return a < b;
  case CmpMode::LE:
    return a <= b;
  case CmpMode::GT:
    return a > b;
  case CmpMode::GE:
    return a >= b;
  }
  return false;
}
template <CmpMode Mode, typename T, bool Scalar>
static void compareMode(uint8_t *bits, const T *a, const T *b, size_t n) {
  for (size_t i = 0; i < n; i += 8) {
    size_t m = n - i < 8 ? n - i : 8;
    unsigned byte = 0;
    for (size_t j = 0; j < m; ++j)
      byte |= static_cast<unsigned>(
                  compareOne(a[i + j], Scalar ? b[0] : b[i + j], Mode))
              << j;
    bits[i / 8] = static_cast<uint8_t>(byte);
  }
}
template <typename T, bool Scalar>
static void compareTyped(uint8_t *bits, const T *a, const T *b, size_t n,
                         CmpMode mode) {
  switch (mode) {
  case CmpMode::EQ:
    return compareMode<CmpMode::EQ, T, Scalar>(bits, a, b, n);
  case CmpMode::NE:
    return compareMode<CmpMode::NE, T, Scalar>(bits, a, b, n);
  case CmpMode::LT:
    return compareMode<CmpMode::LT, T, Scalar>(bits, a, b, n);
  case CmpMode::LE:
    return compareMode<CmpMode::LE, T, Scalar>(bits, a, b, n);
  case CmpMode::GT:
    return compareMode<CmpMode::GT, T, Scalar>(bits, a, b, n);
  case CmpMode::GE:
    return compareMode<CmpMode::GE, T, Scalar>(bits, a, b, n);
  }
}
template <typename T, bool Scalar>
static void compareLoop(uint8_t *bits, const void *a, const void *b, size_t n,
                        CmpMode mode) {
  compareTyped<T, Scalar>(bits, static_cast<const T *>(a),
                          static_cast<const T *>(b), n, mode);
}
template <DType Type, bool Scalar>
static void compareLoop16(uint8_t *bits, const void *av, const void *bv,
                          size_t n, CmpMode mode) {
  auto *a = static_cast<const uint16_t *>(av);
  auto *b = static_cast<const uint16_t *>(bv);
  alignas(64) float fa[kChunk], fb[kChunk];
  for (size_t i = 0; i < n; i += kChunk) {
    size_t m = n - i < kChunk ? n - i : kChunk;
    widen<Type>(fa, a + i, m);
    widen<Type>(fb, Scalar ? b : b + i, Scalar ? 1 : m);
    compareTyped<float, Scalar>(bits + i / 8, fa, fb, m, mode);
  }
}
