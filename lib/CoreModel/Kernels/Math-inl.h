//===- Math-inl.h - exp, log and narrow float conversions -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Straight-line f32 functions that a compiler can vectorise, with explicit
// fused multiply-adds so that every instruction set gives the same bits.
//
//===----------------------------------------------------------------------===//

template <typename To, typename From> static HWY_INLINE To castBits(From from) {
  To to;
  __builtin_memcpy(&to, &from, sizeof(to));
  return to;
}
static HWY_INLINE float fma32(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}

/// e^x, error at most 1.1 ULP over the whole range, subnormal results included.
/// x = n ln2 + r with |r| <= ln2 / 2; e^r by a polynomial of degree 7 (the
/// Taylor terms, remainder 2^-8 r^8 / 8! < 6e-9); scaled in two steps so that
/// results near the ends do not overflow early.
static HWY_INLINE float expFloat(float x) {
  const float kMagic = 12582912.0f; // 1.5 * 2^23: adds and rounds to integer
  float clamped = x < -104.0f ? -104.0f : x;
  clamped = clamped > 89.0f ? 89.0f : clamped;
  float n = fma32(clamped, 1.44269504088896341f, kMagic) - kMagic;
  float r = fma32(n, -0.693145751953125f, clamped);
  r = fma32(n, -1.42860682030941723212e-6f, r);
  float p = 1.98412698e-4f;
  p = fma32(p, r, 1.38888889e-3f);
  p = fma32(p, r, 8.33333333e-3f);
  p = fma32(p, r, 4.16666667e-2f);
  p = fma32(p, r, 1.66666667e-1f);
  p = fma32(p, r, 5.0e-1f);
  float r2 = r * r;
  p = fma32(p, r2, r) + 1.0f;
  int32_t e = static_cast<int32_t>(n);
  int32_t half = e >> 1;
  float s0 = castBits<float>((half + 127) << 23);
  float s1 = castBits<float>((e - half + 127) << 23);
  float result = p * s0 * s1;
  return x != x ? x : result;
}

/// e^x of an f16 value for a result that is rounded to f16: relative error
/// 3e-6, 0.006 ULP of f16 (Taylor terms to degree 5). Between the clamps, where
/// results become 0 and infinity in f16, one power of two scales all.
static constexpr float kHalfExpLow = -18.0f, kHalfExpHigh = 12.0f;
static constexpr float kLog2E = 1.44269504088896341f, kLn2 = 0.693147180559945f;
static constexpr float kHalfExpTerms[] = {
    8.33333333e-3f, 4.16666667e-2f, 1.66666667e-1f, 5.0e-1f, 1.0f, 1.0f};
static constexpr float kRoundMagic = 12582912.0f; // 1.5 * 2^23

static HWY_INLINE float expHalf(float x) {
  float clamped = x < kHalfExpLow ? kHalfExpLow : x;
  clamped = clamped > kHalfExpHigh ? kHalfExpHigh : clamped;
  float shifted = fma32(clamped, kLog2E, kRoundMagic);
  float r = fma32(shifted - kRoundMagic, -kLn2, clamped);
  float p = kHalfExpTerms[0];
  for (int i = 1; i < 6; ++i)
    p = fma32(p, r, kHalfExpTerms[i]);
  // The rounded exponent is in the low bits of the shifted value.
  uint32_t exponent = castBits<uint32_t>(shifted) << 23;
  return p * castBits<float>(exponent + 0x3f800000u);
}

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
/// expHalf() of one vector, the same bits. The maximum and the minimum give
/// their second operand where that is not a number.
static HWY_INLINE size_t expHalfVectors(uint16_t *d, const uint16_t *a,
                                        size_t n) {
  const hn::ScalableTag<float> df;
  const hn::RebindToUnsigned<decltype(df)> du;
  const hn::Rebind<hwy::float16_t, decltype(df)> dh;
  const auto magic = hn::Set(df, kRoundMagic);
  size_t i = 0;
  for (; i + hn::Lanes(df) <= n; i += hn::Lanes(df)) {
    auto x = hn::PromoteTo(
        df, hn::LoadU(dh, reinterpret_cast<const hwy::float16_t *>(a + i)));
    x = hn::Min(hn::Set(df, kHalfExpHigh),
                hn::Max(hn::Set(df, kHalfExpLow), x));
    auto shifted = hn::MulAdd(x, hn::Set(df, kLog2E), magic);
    auto r = hn::MulAdd(hn::Sub(shifted, magic), hn::Set(df, -kLn2), x);
    auto p = hn::Set(df, kHalfExpTerms[0]);
    for (int term = 1; term < 6; ++term)
      p = hn::MulAdd(p, r, hn::Set(df, kHalfExpTerms[term]));
    auto exponent = hn::ShiftLeft<23>(hn::BitCast(du, shifted));
    auto scale = hn::BitCast(df, hn::Add(exponent, hn::Set(du, 0x3f800000u)));
    hn::StoreU(hn::DemoteTo(dh, hn::Mul(p, scale)), dh,
               reinterpret_cast<hwy::float16_t *>(d + i));
  }
  return i;
}
#endif

/// ln x, error at most 1 ULP. x = 2^e (1 + f) with 1 + f in
/// [sqrt(1/2), sqrt(2)); ln(1 + f) = f - f^2 / 2 + f^3 q(f), q a polynomial of
/// degree 8 fitted to that interval (relative error of the logarithm 1e-9).
static HWY_INLINE float logFloat(float x) {
  // Subnormals are scaled up first.
  bool tiny = x < 1.17549435e-38f;
  float scaled = tiny ? x * 8388608.0f : x;
  int32_t bits = castBits<int32_t>(scaled);
  int32_t exponent = (bits - 0x3f3504f3) >> 23;
  float f = castBits<float>(bits - (exponent << 23)) - 1.0f;
  float e = static_cast<float>(exponent - (tiny ? 23 : 0));
  float q = 6.915259473e-02f;
  q = fma32(q, f, -1.178975275e-01f);
  q = fma32(q, f, 1.187299599e-01f);
  q = fma32(q, f, -1.238435917e-01f);
  q = fma32(q, f, 1.421865677e-01f);
  q = fma32(q, f, -1.666925015e-01f);
  q = fma32(q, f, 2.000222666e-01f);
  q = fma32(q, f, -2.499998661e-01f);
  q = fma32(q, f, 3.333331044e-01f);
  float f2 = f * f;
  float small = fma32(f * f2, q, e * 1.42860682030941723212e-6f);
  small = fma32(-0.5f, f2, small);
  float result = fma32(e, 0.693145751953125f, f + small);
  result = x == 0.0f ? -__builtin_inff() : result;
  result = x < 0.0f ? __builtin_nanf("") : result;
  result = x == __builtin_inff() ? x : result;
  return x != x ? x : result;
}

static void bf16ToFloatLoop(float *d, const uint16_t *a, size_t n) {
  for (size_t i = 0; i < n; ++i)
    d[i] = castBits<float>(static_cast<uint32_t>(a[i]) << 16);
}
static void floatToBf16Loop(uint16_t *d, const float *a, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    uint32_t bits = castBits<uint32_t>(a[i]);
    uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1)) >> 16;
    uint32_t nan = (bits >> 16) | 0x40u;
    d[i] = static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? nan
                                                                    : rounded);
  }
}

// The hardware conversions round to nearest even; without F16C the portable
// ones do the same.
static void halfToFloatLoop(float *d, const uint16_t *a, size_t n) {
  size_t i = 0;
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  const hn::ScalableTag<float> df;
  const hn::Rebind<hwy::float16_t, decltype(df)> dh;
  for (; i + hn::Lanes(df) <= n; i += hn::Lanes(df))
    hn::StoreU(
        hn::PromoteTo(
            df, hn::LoadU(dh, reinterpret_cast<const hwy::float16_t *>(a + i))),
        df, d + i);
#endif
  for (; i < n; ++i)
    d[i] = halfToFloat(a[i]);
}
static void floatToHalfLoop(uint16_t *d, const float *a, size_t n) {
  size_t i = 0;
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  const hn::ScalableTag<float> df;
  const hn::Rebind<hwy::float16_t, decltype(df)> dh;
  for (; i + hn::Lanes(df) <= n; i += hn::Lanes(df))
    hn::StoreU(hn::DemoteTo(dh, hn::LoadU(df, a + i)), dh,
               reinterpret_cast<hwy::float16_t *>(d + i));
#endif
  for (; i < n; ++i)
    d[i] = floatToHalf(a[i]);
}
