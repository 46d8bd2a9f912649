//===- DecodeTest.cpp - from text to numbers --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "pypto/CoreModel/Run.h"
#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Dialect/Pto/PtoDialect.h"
#include "pypto/Dialect/Pypto/Pypto.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace ::pypto::coremodel;

namespace {
class Decode : public ::testing::Test {
protected:
  Decode() {
    DialectRegistry registry;
    registry.insert<func::FuncDialect, arith::ArithDialect, scf::SCFDialect,
                    cf::ControlFlowDialect, mlir::pypto::PyptoDialect>();
    pto::registerPtoDialect(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// The decoded program; null and a message when there is an error.
  std::shared_ptr<const DecodedProgram> decodeText(StringRef text,
                                                   StringRef entry = "") {
    messages.clear();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &d) {
      messages += d.str() + "\n";
      return success();
    });
    module = parseSourceString<ModuleOp>(text, &context, "t.pto");
    if (!module)
      return nullptr;
    auto program = decode(*module, entry, targetOf(*module));
    return succeeded(program) ? *program : nullptr;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string messages;
};

std::vector<float> randomFloats(size_t n, uint32_t seed) {
  std::mt19937 gen(seed);
  std::uniform_real_distribution<float> real(-4, 4);
  std::vector<float> values(n);
  for (float &v : values)
    v = real(gen);
  return values;
}
HostArg arg(std::vector<float> &v, std::vector<int64_t> shape) {
  return HostArg::buffer(v.data(), DType::F32, std::move(shape));
}
} // namespace

static const char *const kAdd = R"(
!V = !pto.tile_buf<vec, 16x64xf32>
!T = !pto.tensor_view<16x64xf32>
!P = !pto.partition_tensor_view<16x64xf32>
func.func @add(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %z: !pto.ptr<f32>)
    attributes {pto.entry, pto.kernel_kind = #pto.kernel_kind<vector>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 4096 : i64
  %vx = pto.make_tensor_view %x, shape = [%c16, %c64], strides = [%c64, %c1] : !T
  %vy = pto.make_tensor_view %y, shape = [%c16, %c64], strides = [%c64, %c1] : !T
  %vz = pto.make_tensor_view %z, shape = [%c16, %c64], strides = [%c64, %c1] : !T
  %px = pto.partition_view %vx, offsets = [%c0, %c0], sizes = [%c16, %c64] : !T -> !P
  %py = pto.partition_view %vy, offsets = [%c0, %c0], sizes = [%c16, %c64] : !T -> !P
  %pz = pto.partition_view %vz, offsets = [%c0, %c0], sizes = [%c16, %c64] : !T -> !P
  %a = pto.alloc_tile addr = %a0 : !V
  %b = pto.alloc_tile addr = %a1 : !V
  pto.tload ins(%px : !P) outs(%a : !V)
  pto.tload ins(%py : !P) outs(%b : !V)
  pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.tadd ins(%a, %b : !V, !V) outs(%a : !V)
  pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  pto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  pto.tstore ins(%a : !V) outs(%pz : !P)
  return
}
)";

// A file with addresses and flags runs as it is, again and again.
TEST_F(Decode, VecAdd) {
  auto program = decodeText(kAdd);
  ASSERT_TRUE(program) << messages;
  EXPECT_EQ(program->entry().name, "add");
  ASSERT_EQ(program->entry().params.size(), 3u);
  for (uint32_t seed : {1u, 2u}) {
    auto x = randomFloats(1024, seed), y = randomFloats(1024, seed + 10);
    std::vector<float> z(1024);
    RunResult r =
        program->run({arg(x, {16, 64}), arg(y, {16, 64}), arg(z, {16, 64})});
    ASSERT_TRUE(r.ok()) << r.error.message;
    for (size_t i = 0; i < 1024; ++i)
      ASSERT_EQ(z[i], x[i] + y[i]);
    EXPECT_EQ(r.report.instructions, 4u);
    ASSERT_EQ(r.report.paths.size(), 2u);
    EXPECT_EQ(r.report.paths[0].bytes, 8192u);
  }
}

// The locations of instructions are those of the text.
TEST_F(Decode, Locations) {
  std::string text = kAdd;
  text.replace(text.find("pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]"),
               48, "");
  auto program = decodeText(text);
  ASSERT_TRUE(program) << messages;
  auto x = randomFloats(1024, 1), y = x, z = x;
  RunResult r =
      program->run({arg(x, {16, 64}), arg(y, {16, 64}), arg(z, {16, 64})});
  EXPECT_EQ(r.error.code, "PYPTO-E0802");
  EXPECT_EQ(r.error.loc.file, "t.pto");
  EXPECT_EQ(r.error.loc.line, 24u);
  EXPECT_EQ(z, x) << "an output was written by a failed run";
}

// Loops with carried values, run-time extents, branches, inlined calls, sub-
// tiles: the last rows of a ragged matrix are scaled by a factor per row block.
TEST_F(Decode, ControlFlow) {
  auto program = decodeText(R"(
!D = !pto.tile_buf<vec, 16x64xf32, valid=?x64>
!T = !pto.tensor_view<?x64xf32>
!P = !pto.partition_tensor_view<?x64xf32>
func.func private @factor(%i: index, %s: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %odd = arith.andi %i, %c1 : index
  %is = arith.cmpi eq, %odd, %c1 : index
  cf.cond_br %is, ^odd, ^even(%s : f32)
^odd:
  %two = arith.constant 2.0 : f32
  %d = arith.mulf %s, %two : f32
  return %d : f32
^even(%v: f32):
  return %v : f32
}
func.func @scale(%x: !pto.ptr<f32>, %z: !pto.ptr<f32>, %rows: index, %s: f32) attributes {pto.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %at = arith.constant 512 : i64
  %vx = pto.make_tensor_view %x, shape = [%rows, %c64], strides = [%c64, %c1] : !T
  %vz = pto.make_tensor_view %z, shape = [%rows, %c64], strides = [%c64, %c1] : !T
  %steps = arith.ceildivui %rows, %c16 : index
  %t = pto.alloc_tile addr = %at valid_row = %c16 : !D
  %sum = scf.for %i = %c0 to %steps step %c1 iter_args(%row = %c0) -> (index) {
    %left = arith.subi %rows, %row : index
    %n = arith.minui %left, %c16 : index
    %u = pto.alloc_tile addr = %at valid_row = %n : !D
    %px = pto.partition_view %vx, offsets = [%row, %c0], sizes = [%n, %c64] : !T -> !P
    %pz = pto.partition_view %vz, offsets = [%row, %c0], sizes = [%n, %c64] : !T -> !P
    %f = func.call @factor(%i, %s) : (index, f32) -> f32
    pto.tload ins(%px : !P) outs(%u : !D)
    pto.barrier <PIPE_ALL>
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
      pto.tadds ins(%u, %f : !D, f32) outs(%u : !D)
    } else {
      pto.tmuls ins(%u, %f : !D, f32) outs(%u : !D)
    }
    pto.barrier <PIPE_ALL>
    pto.tstore ins(%u : !D) outs(%pz : !P)
    pto.barrier <PIPE_ALL>
    %next = arith.addi %row, %c16 : index
    scf.yield %next : index
  }
  return
}
)",
                            "scale");
  ASSERT_TRUE(program) << messages;
  for (int64_t rows : {0, 1, 15, 16, 17, 37}) {
    auto x = randomFloats(static_cast<size_t>(rows) * 64, 3);
    std::vector<float> z(x.size());
    RunResult r = program->run({arg(x, {rows, 64}), arg(z, {rows, 64}),
                                HostArg::scalar(rows), HostArg::scalar(1.5)});
    ASSERT_TRUE(r.ok()) << r.error.message;
    for (size_t i = 0; i < x.size(); ++i) {
      size_t block = i / 64 / 16;
      float want = block == 0 ? x[i] + 1.5f : x[i] * (block % 2 ? 3.0f : 1.5f);
      ASSERT_EQ(z[i], want) << rows << " rows, element " << i;
    }
  }
}

// Parts of tiles, other shapes of the same bytes, changed valid extents.
TEST_F(Decode, TileViews) {
  auto program = decodeText(R"(
!V = !pto.tile_buf<vec, 16x32xf32>
!S = !pto.tile_buf<vec, 8x16xf32>
!R = !pto.tile_buf<vec, 8x64xf32>
!D = !pto.tile_buf<vec, 16x32xf32, valid=?x?>
!T = !pto.tensor_view<16x32xf32>
!P = !pto.partition_tensor_view<16x32xf32>
func.func @views(%x: !pto.ptr<f32>, %z: !pto.ptr<f32>) attributes {pto.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1.0 : f32
  %ten = arith.constant 10.0 : f32
  %hundred = arith.constant 100.0 : f32
  %a = arith.constant 0 : i64
  %vx = pto.make_tensor_view %x, shape = [%c16, %c32], strides = [%c32, %c1] : !T
  %vz = pto.make_tensor_view %z, shape = [%c16, %c32], strides = [%c32, %c1] : !T
  %px = pto.partition_view %vx, offsets = [%c0, %c0], sizes = [%c16, %c32] : !T -> !P
  %pz = pto.partition_view %vz, offsets = [%c0, %c0], sizes = [%c16, %c32] : !T -> !P
  %t = pto.alloc_tile addr = %a : !V
  %d = pto.alloc_tile addr = %a valid_row = %c16 valid_col = %c32 : !D
  pto.tload ins(%px : !P) outs(%t : !V)
  pto.barrier <PIPE_ALL>
  %s = pto.subset %t[%c8, %c16] sizes [8, 16] : !V
  pto.tadds ins(%s, %one : !S, f32) outs(%s : !S)
  pto.barrier <PIPE_ALL>
  %r = pto.treshape %t : !V -> !R
  pto.tadds ins(%r, %ten : !R, f32) outs(%r : !R)
  pto.barrier <PIPE_ALL>
  pto.set_validshape %d, %c3, %c8 : !D
  pto.tadds ins(%d, %hundred : !D, f32) outs(%d : !D)
  pto.barrier <PIPE_ALL>
  pto.tstore ins(%t : !V) outs(%pz : !P)
  return
}
)");
  ASSERT_TRUE(program) << messages;
  auto x = randomFloats(512, 5);
  std::vector<float> z(512);
  RunResult r = program->run({arg(x, {16, 32}), arg(z, {16, 32})});
  ASSERT_TRUE(r.ok()) << r.error.message;
  for (size_t i = 0; i < 512; ++i) {
    size_t row = i / 32, col = i % 32;
    float want = x[i];
    if (row >= 8 && col >= 16)
      want += 1.0f;
    want += 10.0f;
    if (row < 3 && col < 8)
      want += 100.0f;
    ASSERT_EQ(z[i], want) << row << "," << col;
  }
}

// A control function with a kernel module: tensors become pointers, run-time
// extents come from the arguments.
TEST_F(Decode, ControlFunction) {
  auto program = decodeText(R"(
module attributes {pypto.arch = #pypto.arch<a2a3>} {
  func.func @main(%x: !pypto.tensor<?x64xf32>, %z: !pypto.tensor<?x64xf32>)
      -> !pypto.tensor<?x64xf32> {
    %n = pypto.tensor.dim %x, 0 : !pypto.tensor<?x64xf32>
    %tmp = pypto.tensor.create [%n] : !pypto.tensor<?x64xf32>
    %t0 = pypto.task.submit @k::@k(%x, %tmp) blocks(%n) directions [#pypto.dir<In>, #pypto.dir<Out>] : (!pypto.tensor<?x64xf32>, !pypto.tensor<?x64xf32>)
    %t1 = pypto.task.submit @k::@k(%tmp, %z) blocks(%n) directions [#pypto.dir<In>, #pypto.dir<Out>] : (!pypto.tensor<?x64xf32>, !pypto.tensor<?x64xf32>)
    return %z : !pypto.tensor<?x64xf32>
  }
  module @k attributes {pto.target_arch = "a2a3"} {
    func.func @k(%x: !pto.ptr<f32>, %z: !pto.ptr<f32>)
        attributes {pto.entry, pto.kernel_kind = #pto.kernel_kind<vector>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %a = arith.constant 0 : i64
      %half = arith.constant 0.5 : f32
      %b = pto.get_block_idx
      %num = pto.get_block_num
      %row = arith.index_cast %b : i64 to index
      %rows = arith.index_cast %num : i64 to index
      %vx = pto.make_tensor_view %x, shape = [%rows, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x64xf32>
      %vz = pto.make_tensor_view %z, shape = [%rows, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x64xf32>
      %px = pto.partition_view %vx, offsets = [%row, %c0], sizes = [%c1, %c64] : !pto.tensor_view<?x64xf32> -> !pto.partition_tensor_view<1x64xf32>
      %pz = pto.partition_view %vz, offsets = [%row, %c0], sizes = [%c1, %c64] : !pto.tensor_view<?x64xf32> -> !pto.partition_tensor_view<1x64xf32>
      %t = pto.alloc_tile addr = %a : !pto.tile_buf<vec, 1x64xf32>
      pto.tload ins(%px : !pto.partition_tensor_view<1x64xf32>) outs(%t : !pto.tile_buf<vec, 1x64xf32>)
      pto.barrier <PIPE_ALL>
      pto.tadds ins(%t, %half : !pto.tile_buf<vec, 1x64xf32>, f32) outs(%t : !pto.tile_buf<vec, 1x64xf32>)
      pto.barrier <PIPE_ALL>
      pto.tstore ins(%t : !pto.tile_buf<vec, 1x64xf32>) outs(%pz : !pto.partition_tensor_view<1x64xf32>)
      return
    }
  }
}
)");
  ASSERT_TRUE(program) << messages;
  for (int64_t rows : {1, 50}) {
    auto x = randomFloats(static_cast<size_t>(rows) * 64, 6);
    std::vector<float> z(x.size());
    RunResult r = program->run({arg(x, {rows, 64}), arg(z, {rows, 64})});
    ASSERT_TRUE(r.ok()) << r.error.message;
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(z[i], x[i] + 0.5f + 0.5f);
    ASSERT_EQ(r.report.tasks.size(), 2u);
    EXPECT_EQ(r.report.tasks[1].dependsOn, std::vector<int32_t>{0});
    ASSERT_EQ(r.returned.size(), 1u);
    EXPECT_EQ(r.returned[0].arg, 1);
    EXPECT_EQ(r.returned[0].shape, (std::vector<int64_t>{rows, 64}));
  }
}

// What cannot be run is an error with a code at its place.
TEST_F(Decode, Errors) {
  EXPECT_FALSE(decodeText(kAdd, "sub"));
  EXPECT_NE(messages.find("[PYPTO-E0811] no function 'sub'"), std::string::npos)
      << messages;
  EXPECT_NE(messages.find("add"), std::string::npos);
  EXPECT_FALSE(decodeText("module {}"));
  EXPECT_NE(messages.find("PYPTO-E0811"), std::string::npos);
  EXPECT_FALSE(
      decodeText("func.func @a() { return }\nfunc.func @b() { return }"));
  EXPECT_NE(messages.find("name one of: a, b"), std::string::npos) << messages;
  EXPECT_FALSE(decodeText(R"(
func.func @k(%x: !pto.ptr<f32>) attributes {pto.entry} {
  %z = arith.constant 0 : i64
  %m = pto.pointer_cast(%z, %z) {config = #pto.tile_buf_config<>}
    : memref<16x16xf32, #pto.address_space<vec>>
  return
})"));
  EXPECT_NE(
      messages.find(
          "[PYPTO-E0810] the core model does not execute 'pto.pointer_cast'"),
      std::string::npos)
      << messages;
  EXPECT_FALSE(decodeText(R"(
func.func private @f() { 
  func.call @f() : () -> ()
  return
}
func.func @k() attributes {pto.entry} {
  func.call @f() : () -> ()
  return
})"));
  EXPECT_NE(messages.find("calls itself"), std::string::npos) << messages;
  EXPECT_FALSE(decodeText(R"(
func.func @k() attributes {pto.entry} {
  %a = pto.alloc_tile : !pto.tile_buf<vec, 128x256xf32>
  %b = pto.alloc_tile : !pto.tile_buf<vec, 128x256xf32>
  return
})"));
  EXPECT_NE(messages.find("PYPTO-E0501"), std::string::npos) << messages;
}
