//===- PipeOpInterfaceTest.cpp - what instructions say of themselves ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "pypto/Dialect/Pto/Pto.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::pto;

namespace {
class PipeOpInterfaceTest : public ::testing::Test {
protected:
  PipeOpInterfaceTest() {
    context.loadDialect<PtoDialect, func::FuncDialect>();
  }

  /// The instruction `text` in a function with operands %0, %1, ... of `types`
  /// on target `arch`; null when it does not verify.
  PipeOpInterface parse(ArrayRef<StringRef> types, StringRef text,
                        StringRef arch = "a3") {
    std::string source = "module attributes {pto.target_arch = \"" +
                         arch.str() + "\"} { func.func @f(";
    for (auto [i, type] : llvm::enumerate(types))
      source += (i ? ", %" : "%") + std::to_string(i) + ": " + type.str();
    source += ") attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {\n" +
              text.str() + "\nreturn } }";
    module = parseSourceString<ModuleOp>(source, &context);
    if (!module)
      return nullptr;
    function = *module->getOps<func::FuncOp>().begin();
    PipeOpInterface found;
    function.walk([&](PipeOpInterface op) { found = op; });
    return found;
  }

  /// Numbers of the function's arguments among `values`.
  std::vector<unsigned> numbers(ArrayRef<Value> values) {
    std::vector<unsigned> result;
    for (Value value : values)
      if (auto argument = dyn_cast<BlockArgument>(value))
        result.push_back(argument.getArgNumber());
    return result;
  }

  using Numbers = std::vector<unsigned>;
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
};

constexpr StringLiteral kVec = "!pto.tile_buf<vec, 16x16xf32>";
constexpr StringLiteral kView = "!pto.partition_tensor_view<16x16xf32>";
constexpr StringLiteral kMat =
    "!pto.tile_buf<mat, 16x16xf32, blayout=col_major, slayout=row_major>";
constexpr StringLiteral kAcc =
    "!pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, "
    "fractal=1024>";
constexpr StringLiteral kLeft =
    "!pto.tile_buf<left, 16x16xf32, slayout=row_major>";

std::string move(StringRef op, StringRef src, StringRef dst) {
  return ("pto." + op + " ins(%0 : " + src + ") outs(%1 : " + dst + ")").str();
}
} // namespace

TEST_F(PipeOpInterfaceTest, PipeDependsOnMemories) {
  EXPECT_EQ(parse({kView, kVec}, move("tload", kView, kVec)).getPipe(),
            Pipe::MTE2);
  EXPECT_EQ(parse({kVec, kView}, move("tstore", kVec, kView)).getPipe(),
            Pipe::MTE3);
  EXPECT_EQ(parse({kAcc, kView}, move("tstore", kAcc, kView)).getPipe(),
            Pipe::FIX);
  EXPECT_EQ(parse({kVec, kVec}, move("tmov", kVec, kVec)).getPipe(), Pipe::V);
  EXPECT_EQ(parse({kMat, kLeft}, move("tmov", kMat, kLeft)).getPipe(),
            Pipe::MTE1);
  EXPECT_EQ(parse({kAcc, kVec}, move("tmov", kAcc, kVec)).getPipe(), Pipe::FIX);
}

TEST_F(PipeOpInterfaceTest, PipeDependsOnTarget) {
  std::string pop = ("%t = pto.tpop_from_aic {split = 0} -> " + kVec).str();
  EXPECT_EQ(parse({}, pop, "a3").getPipe(), Pipe::MTE2);
  EXPECT_EQ(parse({}, pop, "a5").getPipe(), Pipe::S);
  StringRef index = "!pto.tile_buf<vec, 16x16xi32>";
  std::string scatter = ("pto.tscatter ins(%0, %1 : " + kVec + ", " + index +
                         ") outs(%0 : " + kVec + ")")
                            .str();
  EXPECT_EQ(parse({kVec, index}, scatter, "a3").getPipe(), Pipe::S);
  EXPECT_EQ(parse({kVec, index}, scatter, "a5").getPipe(), Pipe::V);
}

TEST_F(PipeOpInterfaceTest, ReadsWritesAndScratch) {
  PipeOpInterface op =
      parse({kVec, kVec, "!pto.tile_buf<vec, 16x1xf32, blayout=col_major>"},
            ("pto.trowsum ins(%0, %1 : " + kVec + ", " + kVec +
             ") outs(%2 : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)")
                .str());
  ASSERT_TRUE(op);
  EXPECT_EQ(numbers(op.getReadValues()), Numbers({0}));
  EXPECT_EQ(numbers(op.getScratchValues()), Numbers({1}));
  EXPECT_EQ(numbers(op.getWrittenValues()), Numbers({2}));
}

TEST_F(PipeOpInterfaceTest, DestinationThatIsRead) {
  PipeOpInterface op =
      parse({kVec, "f32", kVec}, ("pto.taxpy ins(%0, %1 : " + kVec +
                                  ", f32) outs(%2 : " + kVec + ")")
                                     .str());
  ASSERT_TRUE(op);
  EXPECT_EQ(numbers(op.getReadValues()), Numbers({0, 2}));
  EXPECT_EQ(numbers(op.getWrittenValues()), Numbers({2}));
}

TEST_F(PipeOpInterfaceTest, ScalarsAreNoContents) {
  // The scalar comes first, so it stands where a tile is read elsewhere.
  PipeOpInterface op =
      parse({"f32", kVec, kVec}, ("pto.tdivs ins(%0, %1 : f32, " + kVec +
                                  ") outs(%2 : " + kVec + ")")
                                     .str());
  ASSERT_TRUE(op);
  EXPECT_EQ(numbers(op.getReadValues()), Numbers({1}));
  EXPECT_TRUE(cast<TDivSOp>(op.getOperation()).isScalarFirst());
}

TEST_F(PipeOpInterfaceTest, MetadataIsNoContents) {
  StringRef dynamic = "!pto.tile_buf<vec, 16x16xf32, valid=?x?>";
  PipeOpInterface op =
      parse({"index"},
            ("%t = pto.alloc_tile valid_row = %0 valid_col = %0 : " + dynamic +
             "\npto.set_validshape %t, %0, %0 : " + dynamic)
                .str());
  ASSERT_TRUE(op);
  EXPECT_EQ(op.getPipe(), Pipe::S);
  EXPECT_TRUE(op.getReadValues().empty());
  EXPECT_TRUE(op.getWrittenValues().empty());
}

TEST_F(PipeOpInterfaceTest, ReceivedTileIsWritten) {
  PipeOpInterface op =
      parse({}, ("%t = pto.tpop_from_aic {split = 0} -> " + kVec).str());
  ASSERT_TRUE(op);
  SmallVector<Value> written = op.getWrittenValues();
  ASSERT_EQ(written.size(), 1u);
  EXPECT_EQ(written.front(), op->getResult(0));
}

TEST_F(PipeOpInterfaceTest, FlagsHaveTheWaitingSide) {
  EXPECT_EQ(
      parse({}, "pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID3>]").getPipe(),
      Pipe::MTE2);
  EXPECT_EQ(
      parse({}, "pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID3>]").getPipe(),
      Pipe::V);
  EXPECT_EQ(parse({}, "pto.barrier <PIPE_ALL>").getPipe(), Pipe::All);
  EXPECT_EQ(
      parse({}, "pto.record_event[<TLOAD>, <TVEC>, <EVENT_ID0>]").getPipe(),
      Pipe::MTE2);
}
