//===- Matmul-inl.h - matrix product panels and transposition ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// `Rows` rows of A against one or two 16-column panels of B, the accumulators
/// in registers. Every element sees k ascending, one fused multiply-add a step.
template <size_t Rows, size_t Panels>
static HWY_INLINE void matmulBlock(float *c, size_t cPanelStride,
                                   const float *a, size_t lda, const float *b,
                                   size_t k) {
#if HWY_NATIVE_FMA
  const hn::CappedTag<float, 16> df;
  using V = hn::Vec<decltype(df)>;
  constexpr size_t kLanes = HWY_MAX_BYTES >= 64 ? 16 : HWY_MAX_BYTES / 4;
  constexpr size_t kVecs = 16 / kLanes * Panels;
  V acc[Rows][kVecs];
  for (size_t r = 0; r < Rows; ++r)
    for (size_t v = 0; v < kVecs; ++v)
      acc[r][v] = hn::LoadU(df, c + (v * kLanes / 16) * cPanelStride + r * 16 +
                                    v * kLanes % 16);
  for (size_t i = 0; i < k; ++i) {
    V bv[kVecs];
    for (size_t v = 0; v < kVecs; ++v)
      bv[v] = hn::LoadU(df, b + (v * kLanes / 16) * (k * 16) + i * 16 +
                                v * kLanes % 16);
    for (size_t r = 0; r < Rows; ++r) {
      V av = hn::Set(df, a[r * lda + i]);
      for (size_t v = 0; v < kVecs; ++v)
        acc[r][v] = hn::MulAdd(av, bv[v], acc[r][v]);
    }
  }
  for (size_t r = 0; r < Rows; ++r)
    for (size_t v = 0; v < kVecs; ++v)
      hn::StoreU(acc[r][v], df,
                 c + (v * kLanes / 16) * cPanelStride + r * 16 +
                     v * kLanes % 16);
#else
  for (size_t p = 0; p < Panels; ++p)
    for (size_t r = 0; r < Rows; ++r)
      for (size_t j = 0; j < 16; ++j) {
        float sum = c[p * cPanelStride + r * 16 + j];
        for (size_t i = 0; i < k; ++i)
          sum = fma32(a[r * lda + i], b[p * k * 16 + i * 16 + j], sum);
        c[p * cPanelStride + r * 16 + j] = sum;
      }
#endif
}

template <size_t Panels>
static void matmulRows(float *c, size_t cPanelStride, const float *a,
                       size_t lda, const float *b, size_t m, size_t k) {
#if HWY_TARGET == HWY_AVX3
  constexpr size_t kRows = 12;
#elif HWY_TARGET == HWY_AVX2
  constexpr size_t kRows = Panels == 1 ? 6 : 3;
#else
  constexpr size_t kRows = 4;
#endif
  size_t r = 0;
  for (; r + kRows <= m; r += kRows)
    matmulBlock<kRows, Panels>(c + r * 16, cPanelStride, a + r * lda, lda, b,
                               k);
  for (; r + 4 <= m; r += 4)
    matmulBlock<4, Panels>(c + r * 16, cPanelStride, a + r * lda, lda, b, k);
  for (; r < m; ++r)
    matmulBlock<1, Panels>(c + r * 16, cPanelStride, a + r * lda, lda, b, k);
}

static void matmulF32(float *c, size_t cPanelStride, const float *a, size_t lda,
                      const float *b, size_t m, size_t k, size_t panels) {
  size_t p = 0;
#if HWY_TARGET == HWY_AVX3
  for (; p + 2 <= panels; p += 2)
    matmulRows<2>(c + p * cPanelStride, cPanelStride, a, lda, b + p * k * 16, m,
                  k);
#endif
  for (; p < panels; ++p)
    matmulRows<1>(c + p * cPanelStride, cPanelStride, a, lda, b + p * k * 16, m,
                  k);
}

static void axpyF32(float *d, const float *a, float s, size_t n) {
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i)
    d[i] = fma32(s, a[i], d[i]);
}

/// Blocks of 8x8 (2-byte elements) and 4x4 (4-byte) through vector interleaves,
/// small plain blocks for the rest.
#if HWY_TARGET != HWY_SCALAR
static HWY_INLINE void transpose8x8u16(uint16_t *d, size_t ldd,
                                       const uint16_t *a, size_t lda) {
  const hn::Full128<uint16_t> d16;
  const hn::Full128<uint32_t> d32;
  const hn::Full128<uint64_t> d64;
  using V = hn::Vec<decltype(d16)>;
  V r[8], s[8];
  for (size_t i = 0; i < 8; ++i)
    r[i] = hn::LoadU(d16, a + i * lda);
  for (size_t i = 0; i < 4; ++i) {
    s[2 * i] = hn::InterleaveLower(d16, r[2 * i], r[2 * i + 1]);
    s[2 * i + 1] = hn::InterleaveUpper(d16, r[2 * i], r[2 * i + 1]);
  }
  for (size_t i = 0; i < 2; ++i)
    for (size_t j = 0; j < 2; ++j) {
      auto x = hn::BitCast(d32, s[4 * i + j]);
      auto y = hn::BitCast(d32, s[4 * i + 2 + j]);
      r[4 * i + 2 * j] = hn::BitCast(d16, hn::InterleaveLower(d32, x, y));
      r[4 * i + 2 * j + 1] = hn::BitCast(d16, hn::InterleaveUpper(d32, x, y));
    }
  for (size_t j = 0; j < 4; ++j) {
    auto x = hn::BitCast(d64, r[j]);
    auto y = hn::BitCast(d64, r[4 + j]);
    hn::StoreU(hn::BitCast(d16, hn::InterleaveLower(d64, x, y)), d16,
               d + (2 * j) * ldd);
    hn::StoreU(hn::BitCast(d16, hn::InterleaveUpper(d64, x, y)), d16,
               d + (2 * j + 1) * ldd);
  }
}
static HWY_INLINE void transpose4x4u32(uint32_t *d, size_t ldd,
                                       const uint32_t *a, size_t lda) {
  const hn::Full128<uint32_t> d32;
  const hn::Full128<uint64_t> d64;
  auto r0 = hn::LoadU(d32, a), r1 = hn::LoadU(d32, a + lda);
  auto r2 = hn::LoadU(d32, a + 2 * lda), r3 = hn::LoadU(d32, a + 3 * lda);
  auto s0 = hn::BitCast(d64, hn::InterleaveLower(d32, r0, r1));
  auto s1 = hn::BitCast(d64, hn::InterleaveUpper(d32, r0, r1));
  auto s2 = hn::BitCast(d64, hn::InterleaveLower(d32, r2, r3));
  auto s3 = hn::BitCast(d64, hn::InterleaveUpper(d32, r2, r3));
  hn::StoreU(hn::BitCast(d32, hn::InterleaveLower(d64, s0, s2)), d32, d);
  hn::StoreU(hn::BitCast(d32, hn::InterleaveUpper(d64, s0, s2)), d32, d + ldd);
  hn::StoreU(hn::BitCast(d32, hn::InterleaveLower(d64, s1, s3)), d32,
             d + 2 * ldd);
  hn::StoreU(hn::BitCast(d32, hn::InterleaveUpper(d64, s1, s3)), d32,
             d + 3 * ldd);
}

#endif

template <typename T>
static void transposeLoop(void *dv, size_t ldd, const void *av, size_t lda,
                          size_t rows, size_t cols) {
  T *d = static_cast<T *>(dv);
  const T *a = static_cast<const T *>(av);
  constexpr size_t kBlock = sizeof(T) == 2 ? 8 : sizeof(T) == 4 ? 4 : 16;
  for (size_t r = 0; r < rows; r += kBlock)
    for (size_t c = 0; c < cols; c += kBlock) {
      size_t nr = rows - r < kBlock ? rows - r : kBlock;
      size_t nc = cols - c < kBlock ? cols - c : kBlock;
      T *db = d + c * ldd + r;
      const T *ab = a + r * lda + c;
#if HWY_TARGET != HWY_SCALAR
      if (nr == kBlock && nc == kBlock) {
        if constexpr (sizeof(T) == 2) {
          transpose8x8u16(db, ldd, ab, lda);
          continue;
        } else if constexpr (sizeof(T) == 4) {
          transpose4x4u32(db, ldd, ab, lda);
          continue;
        }
      }
#endif
      for (size_t i = 0; i < nr; ++i)
        for (size_t j = 0; j < nc; ++j)
          db[j * ldd + i] = ab[i * lda + j];
    }
}
