//===- CheckerTest.cpp - wrong synchronisation is found ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Sync/Checker.h"
#include "Kernels.h"
#include "PipeSimulator.h"

#include <gtest/gtest.h>

using namespace pypto::sync;
using namespace pypto::sync::test;

static constexpr SyncInstruction set(uint8_t id = 0) {
  return {SyncKind::Set, Pipe::MTE2, Pipe::V, id};
}
static constexpr SyncInstruction wait(uint8_t id = 0) {
  return {SyncKind::Wait, Pipe::MTE2, Pipe::V, id};
}

static std::vector<Violation> check(const Kernel &kernel) {
  return checkSync(kernel.program, Arch::A2A3, {});
}

static void expectOnly(const Kernel &kernel, ViolationKind kind) {
  std::vector<Violation> found = check(kernel);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, kind) << toString(found[0]);
}

TEST(Checker, MissingFlagNamesBothInstructions) {
  Kernel k;
  NodeId load = k.op(Pipe::MTE2, {0}, {10});
  NodeId use = k.op(Pipe::V, {10}, {11});
  std::vector<Violation> found = check(k);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, ViolationKind::Unordered);
  EXPECT_EQ(found[0].earlier, load);
  EXPECT_EQ(found[0].later, use);
  EXPECT_FALSE(found[0].fromEarlierIteration);
}

TEST(Checker, FlagInPlaceIsAccepted) {
  Kernel k;
  k.op(Pipe::MTE2, {0}, {10});
  k.sync(set());
  k.sync(wait());
  k.op(Pipe::V, {10}, {11});
  EXPECT_TRUE(check(k).empty());
}

TEST(Checker, WaitBehindTheUseDoesNotHelp) {
  Kernel k;
  k.op(Pipe::MTE2, {0}, {10});
  k.sync(set());
  k.op(Pipe::V, {10}, {11});
  k.sync(wait());
  expectOnly(k, ViolationKind::Unordered);
}

TEST(Checker, EarlierIteration) {
  Kernel k;
  k.loop([&] {
    k.op(Pipe::MTE2, {0}, {10});
    k.sync(set());
    k.sync(wait());
    k.op(Pipe::V, {10}, {11});
  });
  // The load may overwrite what V still reads or the last load writes, and so
  // run ahead and set the flag twice; V may write its result out of order.
  unsigned unordered = 0, doubleSet = 0;
  for (const Violation &violation : check(k)) {
    unordered += violation.kind == ViolationKind::Unordered &&
                 violation.fromEarlierIteration;
    doubleSet += violation.kind == ViolationKind::DoubleSet;
  }
  EXPECT_EQ(unordered, 3u);
  EXPECT_EQ(doubleSet, 1u);
}

TEST(Checker, SetOnOnePathOnly) {
  Kernel k;
  k.branch([&] { k.sync(set()); });
  expectOnly(k, ViolationKind::Unbalanced);
}

TEST(Checker, SetLeftAtTheEnd) {
  Kernel k;
  k.sync(set());
  expectOnly(k, ViolationKind::LeftSet);
}

TEST(Checker, WaitWithoutSet) {
  Kernel k;
  k.sync(wait());
  expectOnly(k, ViolationKind::WaitWithoutSet);
}

TEST(Checker, SetTwice) {
  Kernel k;
  k.sync(set());
  k.sync(set());
  k.sync(wait());
  expectOnly(k, ViolationKind::DoubleSet);
}

// In program text the wait stands before the second set, but MTE2 may run
// ahead.
TEST(Checker, IdReusedInFlight) {
  Kernel k;
  k.sync(set());
  k.sync(wait());
  k.sync(set());
  k.sync(wait());
  expectOnly(k, ViolationKind::DoubleSet);
  bool isSeen = false;
  for (unsigned seed = 0; seed < 50 && !isSeen; ++seed) {
    Kernel timed;
    timed.op(Pipe::V, {1}, {2});
    timed.sync(set());
    timed.sync(wait());
    timed.op(Pipe::MTE2, {3}, {4});
    timed.sync(set());
    timed.sync(wait());
    isSeen = !PipeSimulator(timed.program, Arch::A2A3, {}, seed).run(1).empty();
  }
  EXPECT_TRUE(isSeen) << "the simulator does not model flags in flight";
}

TEST(Checker, EventIdOutOfRange) {
  Kernel k;
  k.sync(set(8));
  expectOnly(k, ViolationKind::BadEventId);
}

TEST(Checker, PairWithoutFlag) {
  Kernel k;
  k.sync({SyncKind::Set, Pipe::V, Pipe::M, 0});
  expectOnly(k, ViolationKind::BadPair);
}

TEST(Checker, OrderThroughAThirdPipe) {
  Kernel k;
  k.op(Pipe::MTE2, {0}, {10});
  k.sync({SyncKind::Set, Pipe::MTE2, Pipe::MTE3, 0});
  k.sync({SyncKind::Wait, Pipe::MTE2, Pipe::MTE3, 0});
  k.sync({SyncKind::Set, Pipe::MTE3, Pipe::V, 0});
  k.sync({SyncKind::Wait, Pipe::MTE3, Pipe::V, 0});
  k.op(Pipe::V, {10}, {11});
  EXPECT_TRUE(check(k).empty());
}

TEST(Checker, BarrierOfAnotherPipeDoesNotHelp) {
  Kernel k;
  k.op(Pipe::MTE2, {0}, {10});
  k.sync({SyncKind::Barrier, Pipe::V, Pipe::V, 0});
  k.op(Pipe::V, {10}, {11});
  expectOnly(k, ViolationKind::Unordered);
}

TEST(Checker, BarrierOfAllPipesOrdersAndKeepsFlags) {
  Kernel k;
  k.op(Pipe::MTE2, {0}, {10});
  k.sync(set(3));
  k.sync({SyncKind::BarrierAll});
  k.op(Pipe::V, {10}, {11});
  expectOnly(k, ViolationKind::LeftSet);
}

// A transfer beside the pipes is over when somebody has waited for it; flags
// and barriers say nothing of it.
TEST(Checker, TransfersInFlight) {
  for (bool waits : {true, false}) {
    Kernel k;
    NodeId transfer = k.op(Pipe::S, {0}, {1});
    k.program.nodes[transfer].startsTransfer = true;
    k.sync({SyncKind::BarrierAll});
    k.op(Pipe::MTE2, {0}, {10});
    auto wait = [&] {
      NodeId node = k.op(Pipe::S, {}, {0, 1});
      k.program.nodes[node].isFence = true;
      k.program.nodes[node].endsTransfers = {transfer};
      k.sync({SyncKind::BarrierAll});
    };
    k.sync({SyncKind::BarrierAll});
    if (waits)
      wait();
    NodeId use = k.op(Pipe::MTE2, {1}, {11});
    k.sync({SyncKind::BarrierAll});
    if (!waits)
      wait();
    std::vector<Violation> found = check(k);
    ASSERT_EQ(found.size(), waits ? 0u : 1u);
    if (waits)
      continue;
    EXPECT_EQ(found[0].kind, ViolationKind::InFlight);
    EXPECT_EQ(found[0].earlier, transfer);
    EXPECT_EQ(found[0].later, use);
  }
}

TEST(Checker, TransferOfAnEarlierIterationAndAtTheEnd) {
  Kernel k;
  k.loop([&] {
    NodeId transfer = k.op(Pipe::S, {0}, {1});
    k.program.nodes[transfer].startsTransfer = true;
  });
  std::vector<Violation> found = check(k);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kind, ViolationKind::InFlight);
  EXPECT_TRUE(found[0].fromEarlierIteration);
  EXPECT_EQ(found[1].kind, ViolationKind::TransferLeft);
}

// Loops without anything in them, nested, beside an instruction.
TEST(Checker, EmptyLoops) {
  Program program;
  NodeId outer = program.addLoop(Program::body());
  program.addLoop(program.nodes[outer].blocks[0]);
  program.addInstruction(Program::body(), Pipe::V, {});
  EXPECT_TRUE(checkSync(program, Arch::A2A3, {}).empty());
}
