//===- Table-inl.h - fills the table of one instruction set -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

static constexpr unsigned at(DType type) { return static_cast<unsigned>(type); }

template <typename Op, typename T>
static void setTyped(KernelTable &t, BinaryOp op, DType type) {
  t.binary[static_cast<unsigned>(op)][at(type)] = binaryLoop<Op, T>;
  t.scalar[static_cast<unsigned>(op)][at(type)] = scalarLoop<Op, T>;
}
template <typename Op> static void setInts(KernelTable &t, BinaryOp op) {
  setTyped<Op, int8_t>(t, op, DType::I8);
  setTyped<Op, uint8_t>(t, op, DType::U8);
  setTyped<Op, int16_t>(t, op, DType::I16);
  setTyped<Op, uint16_t>(t, op, DType::U16);
  setTyped<Op, int32_t>(t, op, DType::I32);
  setTyped<Op, uint32_t>(t, op, DType::U32);
  setTyped<Op, int64_t>(t, op, DType::I64);
  setTyped<Op, uint64_t>(t, op, DType::U64);
}
template <typename Op> static void setFloats(KernelTable &t, BinaryOp op) {
  setTyped<Op, float>(t, op, DType::F32);
  auto o = static_cast<unsigned>(op);
  t.binary[o][at(DType::F16)] = binaryLoop16<Op, DType::F16>;
  t.binary[o][at(DType::BF16)] = binaryLoop16<Op, DType::BF16>;
  t.scalar[o][at(DType::F16)] = scalarLoop16<Op, DType::F16>;
  t.scalar[o][at(DType::BF16)] = scalarLoop16<Op, DType::BF16>;
}
template <typename Op, typename T>
static void setUnary(KernelTable &t, UnaryOp op, DType type) {
  t.unary[static_cast<unsigned>(op)][at(type)] = unaryLoop<Op, T>;
}
template <typename Op> static void setUnaryInts(KernelTable &t, UnaryOp op) {
  setUnary<Op, int8_t>(t, op, DType::I8);
  setUnary<Op, uint8_t>(t, op, DType::U8);
  setUnary<Op, int16_t>(t, op, DType::I16);
  setUnary<Op, uint16_t>(t, op, DType::U16);
  setUnary<Op, int32_t>(t, op, DType::I32);
  setUnary<Op, uint32_t>(t, op, DType::U32);
  setUnary<Op, int64_t>(t, op, DType::I64);
}
template <typename Op> static void setUnaryFloats(KernelTable &t, UnaryOp op) {
  setUnary<Op, float>(t, op, DType::F32);
  auto o = static_cast<unsigned>(op);
  t.unary[o][at(DType::F16)] = unaryLoop16<Op, DType::F16>;
  t.unary[o][at(DType::BF16)] = unaryLoop16<Op, DType::BF16>;
}
template <typename Op> static void setReduce(KernelTable &t, ReduceOp op) {
  auto &row = t.reduce[static_cast<unsigned>(op)];
  row[at(DType::I8)] = reduceLoop<Op, int8_t>;
  row[at(DType::U8)] = reduceLoop<Op, uint8_t>;
  row[at(DType::I16)] = reduceLoop<Op, int16_t>;
  row[at(DType::U16)] = reduceLoop<Op, uint16_t>;
  row[at(DType::I32)] = reduceLoop<Op, int32_t>;
  row[at(DType::U32)] = reduceLoop<Op, uint32_t>;
  row[at(DType::I64)] = reduceLoop<Op, int64_t>;
  row[at(DType::U64)] = reduceLoop<Op, uint64_t>;
  row[at(DType::F32)] = reduceLoop<Op, float>;
  row[at(DType::F16)] = reduceLoop16<Op, DType::F16>;
  row[at(DType::BF16)] = reduceLoop16<Op, DType::BF16>;
}
template <bool Scalar> static void setCompare(CompareFn *row) {
  row[at(DType::I8)] = compareLoop<int8_t, Scalar>;
  row[at(DType::U8)] = compareLoop<uint8_t, Scalar>;
  row[at(DType::I16)] = compareLoop<int16_t, Scalar>;
  row[at(DType::U16)] = compareLoop<uint16_t, Scalar>;
  row[at(DType::I32)] = compareLoop<int32_t, Scalar>;
  row[at(DType::U32)] = compareLoop<uint32_t, Scalar>;
  row[at(DType::I64)] = compareLoop<int64_t, Scalar>;
  row[at(DType::U64)] = compareLoop<uint64_t, Scalar>;
  row[at(DType::F32)] = compareLoop<float, Scalar>;
  row[at(DType::F16)] = compareLoop16<DType::F16, Scalar>;
  row[at(DType::BF16)] = compareLoop16<DType::BF16, Scalar>;
}

static void halfToFloatAny(float *d, const void *a, size_t n) {
  halfToFloatLoop(d, static_cast<const uint16_t *>(a), n);
}
static void bf16ToFloatAny(float *d, const void *a, size_t n) {
  bf16ToFloatLoop(d, static_cast<const uint16_t *>(a), n);
}
static void floatToHalfAny(void *d, const float *a, size_t n) {
  floatToHalfLoop(static_cast<uint16_t *>(d), a, n);
}
static void floatToBf16Any(void *d, const float *a, size_t n) {
  floatToBf16Loop(static_cast<uint16_t *>(d), a, n);
}
static void copyToFloat(float *d, const void *a, size_t n) {
  std::memcpy(d, a, n * sizeof(float));
}
static void copyFromFloat(void *d, const float *a, size_t n) {
  std::memcpy(d, a, n * sizeof(float));
}
template <float (*Convert)(uint8_t)>
static void f8ToFloat(float *d, const void *a, size_t n) {
  for (size_t i = 0; i < n; ++i)
    d[i] = Convert(static_cast<const uint8_t *>(a)[i]);
}
template <uint8_t (*Convert)(float)>
static void floatToF8(void *d, const float *a, size_t n) {
  for (size_t i = 0; i < n; ++i)
    static_cast<uint8_t *>(d)[i] = Convert(a[i]);
}

static void fillTable(KernelTable &t) {
  t.name = hwy::TargetName(HWY_TARGET);
  setInts<AddOp>(t, BinaryOp::Add);
  setFloats<AddOp>(t, BinaryOp::Add);
  setInts<SubOp>(t, BinaryOp::Sub);
  setFloats<SubOp>(t, BinaryOp::Sub);
  setInts<MulOp>(t, BinaryOp::Mul);
  setFloats<MulOp>(t, BinaryOp::Mul);
  setInts<DivOp>(t, BinaryOp::Div);
  setFloats<DivOp>(t, BinaryOp::Div);
  setInts<RDivOp>(t, BinaryOp::RDiv);
  setFloats<RDivOp>(t, BinaryOp::RDiv);
  setInts<RSubOp>(t, BinaryOp::RSub);
  setFloats<RSubOp>(t, BinaryOp::RSub);
  setInts<MaxOp>(t, BinaryOp::Max);
  setFloats<MaxOp>(t, BinaryOp::Max);
  setInts<MinOp>(t, BinaryOp::Min);
  setFloats<MinOp>(t, BinaryOp::Min);
  setInts<AndOp>(t, BinaryOp::And);
  setInts<OrOp>(t, BinaryOp::Or);
  setInts<XorOp>(t, BinaryOp::Xor);
  setInts<ShlOp>(t, BinaryOp::Shl);
  setInts<ShrOp>(t, BinaryOp::Shr);
  setInts<RemOp>(t, BinaryOp::Rem);
  setFloats<RemOp>(t, BinaryOp::Rem);
  setInts<FmodOp>(t, BinaryOp::Fmod);
  setFloats<FmodOp>(t, BinaryOp::Fmod);
  setFloats<PreluOp>(t, BinaryOp::Prelu);
  setFloats<ExpDifOp>(t, BinaryOp::ExpDif);
  setFloats<PowOp>(t, BinaryOp::Pow);

  setUnaryInts<AbsOp>(t, UnaryOp::Abs);
  setUnaryFloats<AbsOp>(t, UnaryOp::Abs);
  setUnaryInts<NegOp>(t, UnaryOp::Neg);
  setUnaryFloats<NegOp>(t, UnaryOp::Neg);
  setUnaryInts<ReluOp>(t, UnaryOp::Relu);
  setUnaryFloats<ReluOp>(t, UnaryOp::Relu);
  setUnaryInts<NotOp>(t, UnaryOp::Not);
  setUnaryFloats<ExpOp>(t, UnaryOp::Exp);
  t.unary[static_cast<unsigned>(UnaryOp::Exp)][at(DType::F16)] = expHalfLoop;
  setUnaryFloats<LogOp>(t, UnaryOp::Log);
  setUnaryFloats<SqrtOp>(t, UnaryOp::Sqrt);
  setUnaryFloats<RsqrtOp>(t, UnaryOp::Rsqrt);
  setUnaryFloats<RecipOp>(t, UnaryOp::Recip);

  setReduce<AddOp>(t, ReduceOp::Sum);
  setReduce<MaxOp>(t, ReduceOp::Max);
  setReduce<MinOp>(t, ReduceOp::Min);
  setReduce<MulOp>(t, ReduceOp::Prod);
  setCompare<false>(t.compare);
  setCompare<true>(t.compareScalar);

  t.toFloat[at(DType::F32)] = copyToFloat;
  t.toFloat[at(DType::F16)] = halfToFloatAny;
  t.toFloat[at(DType::BF16)] = bf16ToFloatAny;
  t.toFloat[at(DType::F8E4M3)] = f8ToFloat<f8E4M3ToFloat>;
  t.toFloat[at(DType::F8E5M2)] = f8ToFloat<f8E5M2ToFloat>;
  t.toFloat[at(DType::HiF8)] = f8ToFloat<hif8ToFloat>;
  t.fromFloat[at(DType::F32)] = copyFromFloat;
  t.fromFloat[at(DType::F16)] = floatToHalfAny;
  t.fromFloat[at(DType::BF16)] = floatToBf16Any;
  t.fromFloat[at(DType::F8E4M3)] = floatToF8<floatToF8E4M3>;
  t.fromFloat[at(DType::F8E5M2)] = floatToF8<floatToF8E5M2>;
  t.fromFloat[at(DType::HiF8)] = floatToF8<floatToHif8>;
  t.round[static_cast<unsigned>(RoundMode::None)] = roundLoop<RintOp>;
  t.round[static_cast<unsigned>(RoundMode::Rint)] = roundLoop<RintOp>;
  t.round[static_cast<unsigned>(RoundMode::Round)] = roundLoop<RoundAwayOp>;
  t.round[static_cast<unsigned>(RoundMode::Floor)] = roundLoop<FloorOp>;
  t.round[static_cast<unsigned>(RoundMode::Ceil)] = roundLoop<CeilOp>;
  t.round[static_cast<unsigned>(RoundMode::Trunc)] = roundLoop<TruncOp>;
  t.round[static_cast<unsigned>(RoundMode::Odd)] = roundLoop<RoundOddOp>;
  t.floatToInt[at(DType::I8)] = floatToIntLoop<int8_t>;
  t.floatToInt[at(DType::U8)] = floatToIntLoop<uint8_t>;
  t.floatToInt[at(DType::I16)] = floatToIntLoop<int16_t>;
  t.floatToInt[at(DType::U16)] = floatToIntLoop<uint16_t>;
  t.floatToInt[at(DType::I32)] = floatToIntLoop<int32_t>;
  t.floatToInt[at(DType::U32)] = floatToIntLoop<uint32_t>;
  t.matmulF32 = matmulF32;
  t.transpose[1] = transposeLoop<uint8_t>;
  t.transpose[2] = transposeLoop<uint16_t>;
  t.transpose[4] = transposeLoop<uint32_t>;
  t.transpose[8] = transposeLoop<uint64_t>;
  t.axpyF32 = axpyF32;
}

const KernelTable &makeTable() {
  static const KernelTable table = [] {
    KernelTable t{};
    fillTable(t);
    return t;
  }();
  return table;
}
