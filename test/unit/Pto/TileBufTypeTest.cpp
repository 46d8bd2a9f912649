//===- TileBufTypeTest.cpp - queries of the tile type ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "pypto/Dialect/Pto/Pto.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::pto;

namespace {
struct TileBufTypeTest : ::testing::Test {
  TileBufTypeTest() : builder(&context) { context.loadDialect<PtoDialect>(); }

  TileBufType get(AddressSpace loc, Type element, ArrayRef<int64_t> shape,
                  BLayout blayout = BLayout::RowMajor) {
    return TileBufType::get(&context, loc, element, shape, shape, blayout);
  }

  MLIRContext context;
  Builder builder;
};
} // namespace

TEST_F(TileBufTypeTest, LeftIsOneTypeOnBothTargets) {
  Type f16 = builder.getF16Type();
  TileBufType row = get(AddressSpace::Left, f16, {16, 16});
  TileBufType col = get(AddressSpace::Left, f16, {16, 16}, BLayout::ColMajor);
  EXPECT_EQ(row, col);
  EXPECT_EQ(row.getBlayout(TargetArch::A3), BLayout::RowMajor);
  EXPECT_EQ(row.getBlayout(TargetArch::A5), BLayout::ColMajor);
}

TEST_F(TileBufTypeTest, OthersKeepTheirLayout) {
  Type f16 = builder.getF16Type();
  TileBufType row = get(AddressSpace::Mat, f16, {16, 16});
  TileBufType col = get(AddressSpace::Mat, f16, {16, 16}, BLayout::ColMajor);
  EXPECT_NE(row, col);
  for (TargetArch arch : {TargetArch::A3, TargetArch::A5})
    EXPECT_EQ(col.getBlayout(arch), BLayout::ColMajor);
}

TEST_F(TileBufTypeTest, SizeInBytes) {
  Type f32 = builder.getF32Type();
  EXPECT_EQ(get(AddressSpace::Vec, f32, {16, 17}).getSizeInBytes(), 1088);
  EXPECT_EQ(get(AddressSpace::Vec, f32, {0, 16}).getSizeInBytes(), 0);
  EXPECT_EQ(
      get(AddressSpace::Vec, builder.getI8Type(), {3, 5}).getSizeInBytes(), 15);
  // One bit per element: 15 bits are not whole bytes.
  EXPECT_EQ(
      get(AddressSpace::Vec, builder.getI1Type(), {3, 5}).getSizeInBytes(),
      std::nullopt);
  // More bytes than any memory has are no tile, so that no size overflows.
  constexpr int64_t kHuge = int64_t(1) << 40;
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  auto isTile = [&](int64_t rows, int64_t columns) {
    SmallVector<int64_t> shape{rows, columns};
    return succeeded(TileBufType::verifyInvariants(
        [&] { return emitError(UnknownLoc::get(&context)); }, AddressSpace::Vec,
        f32, shape, shape, BLayout::RowMajor, SLayout::NoneBox,
        TileBufType::kDefaultFractal, PadValue::Null, CompactMode::Null));
  };
  EXPECT_TRUE(isTile(kHuge, int64_t(1) << 16));
  EXPECT_FALSE(isTile(kHuge, int64_t(1) << 17));
  EXPECT_FALSE(isTile(kHuge, kHuge));
}

TEST_F(TileBufTypeTest, WithChangesOneThing) {
  TileBufType tile = TileBufType::get(
      &context, AddressSpace::Acc, builder.getF32Type(), {32, 16}, {30, 16},
      BLayout::ColMajor, SLayout::RowMajor, TileBufType::kAccFractal,
      PadValue::Max, CompactMode::Normal);
  TileBufType other = tile.withElementType(builder.getI32Type())
                          .withShape({16, 32}, {ShapedType::kDynamic, 31})
                          .withElementType(builder.getF32Type())
                          .withShape({32, 16}, {30, 16});
  EXPECT_EQ(tile, other);
  EXPECT_NE(tile, tile.withValidShape({32, 16}));
}

// Box by layout, order of blocks first (row_major: 0, col_major: 1).
TEST_F(TileBufTypeTest, Box) {
  using Box = std::optional<std::pair<int64_t, int64_t>>;
  auto boxOf = [&](Type element, BLayout blayout, SLayout slayout,
                   int32_t fractal = TileBufType::kDefaultFractal) -> Box {
    return TileBufType::get(&context, AddressSpace::Mat, element, {64, 64},
                            {64, 64}, blayout, slayout, fractal)
        .getBox();
  };
  constexpr BLayout R = BLayout::RowMajor, C = BLayout::ColMajor;
  constexpr SLayout kNone = SLayout::NoneBox, kRows = SLayout::RowMajor,
                    kCols = SLayout::ColMajor;
  constexpr int32_t kScales = TileBufType::kScaleFractal,
                    kAcc = TileBufType::kAccFractal;
  Type i8 = builder.getI8Type(), f16 = builder.getF16Type(),
       f32 = builder.getF32Type(), i64 = builder.getI64Type();
  // ND and DN have none, whatever the fractal says.
  for (int32_t fractal : {TileBufType::kDefaultFractal, kScales, kAcc})
    for (BLayout blayout : {R, C})
      EXPECT_EQ(boxOf(f16, blayout, kNone, fractal), std::nullopt);
  // 16 lines of 32 bytes: rows in NZ and ZZ, columns in ZN and NN.
  const std::pair<Type, int64_t> elements[] = {
      {i8, 32},
      {builder.getIntegerType(8, /*isSigned=*/false), 32},
      {Float8E4M3FNType::get(&context), 32},
      {F4E2M1x2Type::get(&context), 32},
      {HiF8Type::get(&context), 32},
      {builder.getI16Type(), 16},
      {f16, 16},
      {builder.getBF16Type(), 16},
      {builder.getI32Type(), 8},
      {f32, 8},
      {i64, 4}};
  for (auto [element, inLine] : elements)
    for (BLayout blayout : {R, C}) {
      EXPECT_EQ(boxOf(element, blayout, kRows), Box({16, inLine}));
      EXPECT_EQ(boxOf(element, blayout, kCols), Box({inLine, 16}));
    }
  // Scales: 32 bytes, pairs of one line of 16.
  EXPECT_EQ(boxOf(i8, R, kRows, kScales), Box({16, 2}));
  EXPECT_EQ(boxOf(i8, C, kCols, kScales), Box({2, 16}));
  EXPECT_EQ(boxOf(i8, C, kRows, kScales), Box({16, 2}));
  EXPECT_EQ(boxOf(i8, R, kCols, kScales), Box({2, 16}));
  // Accumulators: 16 x 16 words.
  EXPECT_EQ(boxOf(f32, C, kRows, kAcc), Box({16, 16}));
  EXPECT_EQ(boxOf(builder.getI32Type(), C, kCols, kAcc), Box({16, 16}));
  // A fractal without meaning, and elements that do not fill a line.
  EXPECT_EQ(boxOf(f16, C, kRows, 256), std::nullopt);
  EXPECT_EQ(boxOf(builder.getIndexType(), C, kRows), std::nullopt);
  EXPECT_EQ(boxOf(builder.getIntegerType(24), C, kRows), std::nullopt);
}
