//===- WindowTest.cpp - windows of tensors are told apart -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Kernels.h"
#include "pypto/Sync/Checker.h"
#include "pypto/Sync/InsertSync.h"

#include <gtest/gtest.h>

using namespace pypto::sync;
using namespace pypto::sync::test;

namespace {
/// Stores and loads of one tensor (memory 0) through windows.
struct WindowKernel : Kernel {
  WindowDim dim(int64_t constant, int64_t size, std::vector<Term> terms = {}) {
    WindowDim result;
    result.constant = constant;
    result.size = size;
    result.terms = std::move(terms);
    return result;
  }
  NodeId access(Pipe pipe, bool isWrite, std::vector<WindowDim> dims,
                uint32_t geometry = 0) {
    program.windows.push_back({geometry, std::move(dims)});
    Access window{0, 0, kUnbounded, isWrite,
                  uint32_t(program.windows.size() - 1)};
    return program.addInstruction(block, pipe, {window});
  }
  uint32_t symbol(NodeId loop, int64_t step) {
    program.symbols.push_back({loop, step, 0, {}});
    return uint32_t(program.symbols.size() - 1);
  }
  unsigned pairs() {
    return insertSync(program, InsertSyncOptions()).flagPairs;
  }
  unsigned barriers() {
    return insertSync(program, InsertSyncOptions()).pipeBarriers;
  }
};
} // namespace

TEST(Windows, ColumnsOfOneMatrixAreDisjoint) {
  for (int64_t column : {0, 15, 16, 17}) {
    WindowKernel k;
    k.access(Pipe::MTE3, true, {k.dim(0, 16), k.dim(0, 16)});
    k.access(Pipe::MTE2, false, {k.dim(0, 16), k.dim(column, 16)});
    EXPECT_EQ(k.pairs(), column < 16 ? 1u : 0u) << column;
  }
}

TEST(Windows, OtherGeometryMayOverlap) {
  WindowKernel k;
  k.access(Pipe::MTE3, true, {k.dim(0, 16)});
  k.access(Pipe::MTE2, false, {k.dim(16, 16)}, /*geometry=*/1);
  EXPECT_EQ(k.pairs(), 1u);
}

// Each iteration stores its own rows: stores of two iterations do not meet.
TEST(Windows, RowsOfALoop) {
  for (int64_t step : {8, 15, 16, 17, -16, -8}) {
    WindowKernel k;
    NodeId loop = k.loop([] {});
    uint32_t i = k.symbol(loop, step);
    k.block = k.program.nodes[loop].blocks[0];
    k.access(Pipe::MTE3, true, {k.dim(0, 16, {{i, 1}})});
    EXPECT_EQ(k.barriers(), std::abs(step) < 16 ? 1u : 0u) << step;
  }
}

TEST(Windows, FactorOfTheLoopVariable) {
  WindowKernel k;
  NodeId loop = k.loop([] {});
  uint32_t i = k.symbol(loop, 1);
  k.block = k.program.nodes[loop].blocks[0];
  k.access(Pipe::MTE3, true, {k.dim(0, 16, {{i, 16}})});
  EXPECT_EQ(k.barriers(), 0u);
}

// Reads the rows that the last iteration wrote: a flag in the loop.
TEST(Windows, RowsOfTheLastIteration) {
  WindowKernel k;
  NodeId loop = k.loop([] {});
  uint32_t i = k.symbol(loop, 16);
  k.block = k.program.nodes[loop].blocks[0];
  k.access(Pipe::MTE2, false, {k.dim(-16, 16, {{i, 1}})});
  k.access(Pipe::MTE3, true, {k.dim(0, 16, {{i, 1}})});
  // The read of the next iteration's rows never meets a write, so only the
  // store->load direction is needed; the second keeps its event id safe.
  EXPECT_GE(k.pairs(), 1u);
  EXPECT_LE(k.pairs(), 2u);
}

// What every iteration stores in one place lies before what later ones load,
// which are not the first.
TEST(Windows, LaterIterationsLieBehindTheFirstRows) {
  for (int64_t size : {1, 15, 16, 17, 33}) {
    WindowKernel k;
    NodeId loop = k.loop([] {});
    uint32_t i = k.symbol(loop, 16);
    k.block = k.program.nodes[loop].blocks[0];
    NodeId load = k.access(Pipe::MTE2, false, {k.dim(0, 16, {{i, 1}})});
    k.access(Pipe::MTE3, true, {k.dim(0, size)});
    bool meets = false;
    for (const Violation &violation : checkSync(k.program, Arch::A2A3, {}))
      meets |= violation.later == load;
    EXPECT_EQ(meets, size > 16) << size;
    SyncPlan plan = insertSync(k.program, InsertSyncOptions());
    EXPECT_TRUE(checkSync(k.program, Arch::A2A3, plan.instructions).empty());
  }
}

// The inner loop starts again: rows meet across the outer loop.
TEST(Windows, InnerLoopRepeatsItsRows) {
  WindowKernel k;
  NodeId outer = k.loop([] {});
  k.block = k.program.nodes[outer].blocks[0];
  NodeId inner = k.loop([] {});
  uint32_t j = k.symbol(inner, 16);
  k.block = k.program.nodes[inner].blocks[0];
  k.access(Pipe::MTE3, true, {k.dim(0, 16, {{j, 1}})});
  EXPECT_EQ(k.barriers(), 1u);
}

TEST(Windows, OuterVariableTellsInnerLoopsApart) {
  WindowKernel k;
  NodeId outer = k.loop([] {});
  uint32_t i = k.symbol(outer, 1);
  k.block = k.program.nodes[outer].blocks[0];
  NodeId inner = k.loop([] {});
  uint32_t j = k.symbol(inner, 16);
  k.block = k.program.nodes[inner].blocks[0];
  k.access(Pipe::MTE3, true, {k.dim(0, 1, {{i, 1}}), k.dim(0, 16, {{j, 1}})});
  EXPECT_EQ(k.barriers(), 0u);
}

TEST(Windows, UnknownOffsetOrSizeMayOverlap) {
  for (bool knowsSize : {false, true}) {
    WindowKernel k;
    WindowDim unknown = k.dim(0, knowsSize ? 16 : -1);
    unknown.offsetKnown = !knowsSize;
    k.access(Pipe::MTE3, true, {unknown});
    k.access(Pipe::MTE2, false, {k.dim(64, 16)});
    EXPECT_EQ(k.pairs(), 1u);
  }
}

// A value that is computed anew in each iteration says nothing about another.
TEST(Windows, OpaqueValueOfALoop) {
  WindowKernel k;
  NodeId loop = k.loop([] {});
  uint32_t value = k.symbol(loop, 0);
  k.program.symbols[value].min.reset();
  k.block = k.program.nodes[loop].blocks[0];
  k.access(Pipe::MTE3, true, {k.dim(0, 16, {{value, 1}})});
  k.access(Pipe::MTE2, false, {k.dim(16, 16, {{value, 1}})});
  // Disjoint within an iteration, not across iterations.
  SyncPlan plan = insertSync(k.program, InsertSyncOptions());
  EXPECT_TRUE(checkSync(k.program, Arch::A2A3, plan.instructions).empty());
  EXPECT_GE(plan.flagPairs, 1u);
  EXPECT_FALSE(checkSync(k.program, Arch::A2A3, {}).empty());
}
