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
