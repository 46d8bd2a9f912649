//===- Convert-inl.h - rounding and saturation loops ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct RintOp {
  static HWY_INLINE float apply(float a) { return __builtin_rintf(a); }
};
struct FloorOp {
  static HWY_INLINE float apply(float a) { return __builtin_floorf(a); }
};
struct CeilOp {
  static HWY_INLINE float apply(float a) { return __builtin_ceilf(a); }
};
struct TruncOp {
  static HWY_INLINE float apply(float a) { return __builtin_truncf(a); }
};
/// Ties away from zero. The difference to the truncated value is exact.
struct RoundAwayOp {
  static HWY_INLINE float apply(float a) {
    float t = __builtin_truncf(a);
    float one = __builtin_copysignf(1.0f, a);
    return __builtin_fabsf(a - t) >= 0.5f ? t + one : t;
  }
};
/// An inexact value goes to the odd neighbour.
struct RoundOddOp {
  static HWY_INLINE float apply(float a) {
    float t = __builtin_truncf(a);
    float half = t * 0.5f;
    bool even = half == __builtin_truncf(half);
    float one = __builtin_copysignf(1.0f, a);
    return t != a && even ? t + one : t;
  }
};
template <typename Op> static void roundLoop(float *a, size_t n) {
  for (size_t i = 0; i < n; ++i)
    a[i] = Op::apply(a[i]);
}

/// The limits of 8- and 16-bit types are floats; 2^31 - 1 is not, so the
/// comparison is with 2^31.
template <typename T>
static void floatToIntLoop(void *dv, const float *a, size_t n) {
  T *d = static_cast<T *>(dv);
  if constexpr (sizeof(T) == 4) {
    constexpr bool kSigned = static_cast<T>(-1) < T(0);
    for (size_t i = 0; i < n; ++i) {
      float v = a[i];
      if constexpr (kSigned) {
        bool high = v >= 2147483648.0f, low = v < -2147483648.0f;
        float inside = high || low || v != v ? 0.0f : v;
        int32_t r = static_cast<int32_t>(inside);
        r = high ? INT32_MAX : r;
        d[i] = low ? INT32_MIN : r;
      } else {
        bool high = v >= 4294967296.0f;
        float inside = high || !(v > 0.0f) ? 0.0f : v;
        d[i] = high ? UINT32_MAX
                    : static_cast<uint32_t>(static_cast<int64_t>(inside));
      }
    }
  } else {
    constexpr bool kSigned = static_cast<T>(-1) < T(0);
    constexpr float kHigh =
        kSigned ? (1 << (sizeof(T) * 8 - 1)) - 1 : (1 << (sizeof(T) * 8)) - 1;
    constexpr float kLow = kSigned ? -kHigh - 1 : 0;
    for (size_t i = 0; i < n; ++i) {
      float v = a[i];
      v = v != v ? 0.0f : v;
      v = v < kLow ? kLow : v;
      v = v > kHigh ? kHigh : v;
      d[i] = static_cast<T>(static_cast<int32_t>(v));
    }
  }
}
