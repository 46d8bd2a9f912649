//===- Elementwise-inl.h - element-wise loops -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included once per instruction set by Kernels.cpp, inside its namespace; plain
// loops that the compiler vectorises.
//
//===----------------------------------------------------------------------===//

// No include guard: foreach_target includes this several times.

template <typename T> struct Unsigned { using type = T; };
template <> struct Unsigned<int8_t> { using type = uint8_t; };
template <> struct Unsigned<int16_t> { using type = uint16_t; };
template <> struct Unsigned<int32_t> { using type = uint32_t; };
template <> struct Unsigned<int64_t> { using type = uint64_t; };
template <typename T> struct IsFloat { static constexpr bool value = false; };
template <> struct IsFloat<float> { static constexpr bool value = true; };

/// Wrapping integer arithmetic, IEEE for float. The unsigned type promotes to
/// int for 8 and 16 bits, so 32 bits are forced for the product.
#define PYPTO_ARITH(NAME, EXPR)                                                \
  struct NAME {                                                                \
    template <typename T> static HWY_INLINE T apply(T a, T b) {                \
      if constexpr (IsFloat<T>::value) {                                       \
        return a EXPR b;                                                       \
      } else {                                                                 \
        using U = typename Unsigned<T>::type;                                  \
        using W = decltype(U() + 0u);                                          \
        return static_cast<T>(static_cast<U>(static_cast<W>(                   \
            static_cast<U>(a)) EXPR static_cast<W>(static_cast<U>(b))));       \
      }                                                                        \
    }                                                                          \
  };
PYPTO_ARITH(AddOp, +)
PYPTO_ARITH(SubOp, -)
PYPTO_ARITH(MulOp, *)
#undef PYPTO_ARITH

struct DivOp {
  template <typename T> static HWY_INLINE T apply(T a, T b) {
    if constexpr (IsFloat<T>::value)
      return a / b;
    else if (b == 0)
      return static_cast<T>(-1); // all ones: documented choice, hardware open
    else if (static_cast<T>(-1) < 0 && b == static_cast<T>(-1))
      return SubOp::apply(static_cast<T>(0), a);
    else
      return static_cast<T>(a / b);
  }
};
struct RDivOp {
  template <typename T> static HWY_INLINE T apply(T a, T b) {
    return DivOp::apply(b, a);
  }
};
struct RSubOp {
  template <typename T> static HWY_INLINE T apply(T a, T b) {
    return SubOp::apply(b, a);
  }
};
/// a unless a < b: a NaN in the first operand wins, one in the second is lost.
struct MaxOp {
  template <typename T> static HWY_INLINE T apply(T a, T b) {
    return a < b ? b : a;
  }
};
struct MinOp {
  template <typename T> static HWY_INLINE T apply(T a, T b) {
    return b < a ? b : a;
  }
};
#define PYPTO_BITS(NAME, EXPR)                                                 \
  struct NAME {                                                                \
    template <typename T> static HWY_INLINE T apply(T a, T b) {                \
      return static_cast<T>(a EXPR b);                                         \
    }                                                                          \
  };
PYPTO_BITS(AndOp, &)
PYPTO_BITS(OrOp, |)
PYPTO_BITS(XorOp, ^)
#undef PYPTO_BITS
/// Shifts by the width or more give 0 (or the sign): the hardware leaves them
/// open.
struct ShlOp {
  template <typename T> static HWY_INLINE T apply(T a, T b) {
    using U = typename Unsigned<T>::type;
    constexpr U kBits = sizeof(T) * 8;
    U count = static_cast<U>(b);
    return count < kBits ? static_cast<T>(static_cast<U>(a) << count) : T(0);
  }
};
struct ShrOp {
  template <typename T> static HWY_INLINE T apply(T a, T b) {
    using U = typename Unsigned<T>::type;
    constexpr U kBits = sizeof(T) * 8;
    U count = static_cast<U>(b);
    return static_cast<T>(a >> (count < kBits ? count : U(kBits - 1))) &
           (count < kBits || static_cast<T>(-1) < 0 ? static_cast<T>(-1)
                                                    : T(0));
  }
};
/// Sign of the divisor, as a - floor(a / b) * b.
struct RemOp {
  template <typename T> static HWY_INLINE T apply(T a, T b) {
    if constexpr (IsFloat<T>::value) {
      float r = __builtin_fmodf(a, b);
      return r != 0 && ((r < 0) != (b < 0)) ? r + b : r;
    } else {
      if (b == 0)
        return static_cast<T>(-1);
      if (static_cast<T>(-1) < 0 && b == static_cast<T>(-1))
        return 0;
      T r = static_cast<T>(a % b);
      return r != 0 && ((r < 0) != (b < 0)) ? static_cast<T>(r + b) : r;
    }
  }
};
/// Sign of the dividend.
struct FmodOp {
  template <typename T> static HWY_INLINE T apply(T a, T b) {
    if constexpr (IsFloat<T>::value)
      return __builtin_fmodf(a, b);
    else if (b == 0)
      return static_cast<T>(-1);
    else if (static_cast<T>(-1) < 0 && b == static_cast<T>(-1))
      return 0;
    else
      return static_cast<T>(a % b);
  }
};
struct PreluOp {
  template <typename T> static HWY_INLINE T apply(T a, T b) {
    return a > 0 ? a : a * b;
  }
};
struct ExpDifOp {
  static HWY_INLINE float apply(float a, float b) { return expFloat(a - b); }
};
struct PowOp {
  static HWY_INLINE float apply(float a, float b) {
    return static_cast<float>(__builtin_pow(a, b));
  }
};

template <typename Op, typename T>
static void binaryLoop(void *dv, const void *av, const void *bv, size_t n) {
  T *d = static_cast<T *>(dv);
  const T *a = static_cast<const T *>(av);
  const T *b = static_cast<const T *>(bv);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i)
    d[i] = Op::apply(a[i], b[i]);
}
template <typename Op, typename T>
static void scalarLoop(void *dv, const void *av, const void *sv, size_t n) {
  T *d = static_cast<T *>(dv);
  const T *a = static_cast<const T *>(av);
  const T s = *static_cast<const T *>(sv);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i)
    d[i] = Op::apply(a[i], s);
}

struct AbsOp {
  template <typename T> static HWY_INLINE T apply(T a) {
    if constexpr (IsFloat<T>::value)
      return __builtin_fabsf(a);
    else
      return a < 0 ? SubOp::apply(static_cast<T>(0), a) : a;
  }
};
struct NegOp {
  template <typename T> static HWY_INLINE T apply(T a) {
    if constexpr (IsFloat<T>::value)
      return -a;
    else
      return SubOp::apply(static_cast<T>(0), a);
  }
};
struct ReluOp {
  template <typename T> static HWY_INLINE T apply(T a) {
    return a < T(0) ? T(0) : a;
  }
};
struct NotOp {
  template <typename T> static HWY_INLINE T apply(T a) {
    return static_cast<T>(~a);
  }
};
struct ExpOp {
  static HWY_INLINE float apply(float a) { return expFloat(a); }
};
struct LogOp {
  static HWY_INLINE float apply(float a) { return logFloat(a); }
};
struct SqrtOp {
  static HWY_INLINE float apply(float a) { return __builtin_sqrtf(a); }
};
struct RsqrtOp {
  static HWY_INLINE float apply(float a) { return 1.0f / __builtin_sqrtf(a); }
};
struct RecipOp {
  static HWY_INLINE float apply(float a) { return 1.0f / a; }
};
template <typename Op, typename T>
static void unaryLoop(void *dv, const void *av, size_t n) {
  T *d = static_cast<T *>(dv);
  const T *a = static_cast<const T *>(av);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i)
    d[i] = Op::apply(a[i]);
}

// f16 and bf16: widen a chunk that stays in the first-level cache, compute in
// f32, round once.
static constexpr size_t kChunk = 512;

template <DType Type>
static HWY_INLINE void widen(float *d, const uint16_t *a, size_t n) {
  if constexpr (Type == DType::F16)
    halfToFloatLoop(d, a, n);
  else
    bf16ToFloatLoop(d, a, n);
}
template <DType Type>
static HWY_INLINE void narrow(uint16_t *d, const float *a, size_t n) {
  if constexpr (Type == DType::F16)
    floatToHalfLoop(d, a, n);
  else
    floatToBf16Loop(d, a, n);
}

template <typename Op, DType Type>
static void binaryLoop16(void *dv, const void *av, const void *bv, size_t n) {
  auto *d = static_cast<uint16_t *>(dv);
  auto *a = static_cast<const uint16_t *>(av);
  auto *b = static_cast<const uint16_t *>(bv);
  alignas(64) float fa[kChunk], fb[kChunk];
  for (size_t i = 0; i < n; i += kChunk) {
    size_t m = n - i < kChunk ? n - i : kChunk;
    widen<Type>(fa, a + i, m);
    widen<Type>(fb, b + i, m);
    binaryLoop<Op, float>(fa, fa, fb, m);
    narrow<Type>(d + i, fa, m);
  }
}
template <typename Op, DType Type>
static void scalarLoop16(void *dv, const void *av, const void *sv, size_t n) {
  auto *d = static_cast<uint16_t *>(dv);
  auto *a = static_cast<const uint16_t *>(av);
  float s;
  widen<Type>(&s, static_cast<const uint16_t *>(sv), 1);
  alignas(64) float fa[kChunk];
  for (size_t i = 0; i < n; i += kChunk) {
    size_t m = n - i < kChunk ? n - i : kChunk;
    widen<Type>(fa, a + i, m);
    scalarLoop<Op, float>(fa, fa, &s, m);
    narrow<Type>(d + i, fa, m);
  }
}
template <typename Op, DType Type>
static void unaryLoop16(void *dv, const void *av, size_t n) {
  auto *d = static_cast<uint16_t *>(dv);
  auto *a = static_cast<const uint16_t *>(av);
  alignas(64) float fa[kChunk];
  for (size_t i = 0; i < n; i += kChunk) {
    size_t m = n - i < kChunk ? n - i : kChunk;
    widen<Type>(fa, a + i, m);
    unaryLoop<Op, float>(fa, fa, m);
    narrow<Type>(d + i, fa, m);
  }
}

struct ExpHalfOp {
  static HWY_INLINE float apply(float a) { return expHalf(a); }
};
static void expHalfLoop(void *dv, const void *av, size_t n) {
  auto *d = static_cast<uint16_t *>(dv);
  auto *a = static_cast<const uint16_t *>(av);
  size_t done = 0;
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  done = expHalfVectors(d, a, n);
#endif
  unaryLoop16<ExpHalfOp, DType::F16>(d + done, a + done, n - done);
}
