//===- RotationTest.cpp - flags whose event ids take turns ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Kernels.h"
#include "PipeSimulator.h"
#include "RandomProgram.h"
#include "pypto/Sync/Checker.h"
#include "pypto/Sync/InsertSync.h"

#include <gtest/gtest.h>

using namespace pypto::sync;
using namespace pypto::sync::test;

static SyncPlan planAndCheck(const Kernel &kernel, unsigned ids = 8,
                             Arch arch = Arch::A2A3) {
  InsertSyncOptions options;
  options.arch = arch;
  options.eventIds = ids;
  SyncPlan plan = insertSync(kernel.program, options);
  for (const Violation &violation :
       checkSync(kernel.program, arch, plan.instructions))
    ADD_FAILURE() << toString(violation) << "\n"
                  << text(kernel.program, plan.instructions);
  for (unsigned seed = 0; seed < 50 && !testing::Test::HasFailure(); ++seed)
    EXPECT_EQ(
        PipeSimulator(kernel.program, arch, plan.instructions, seed).run(9), "")
        << text(kernel.program, plan.instructions);
  return plan;
}

/// Largest number of ids that take turns from one pipe to another.
static unsigned turns(const SyncPlan &plan, Pipe from, Pipe to) {
  unsigned most = 0;
  for (const PlacedSync &sync : plan.instructions)
    if (sync.sync.from == from && sync.sync.to == to)
      most = std::max<unsigned>(most, sync.sync.idCount);
  return most;
}

/// Load, compute, store with input and output buffers of several slots.
static Kernel pipeline(unsigned slots) {
  Kernel k;
  NodeId loop = k.nextNode();
  k.loop([&] {
    k.program.addInstruction(
        k.block, Pipe::MTE2,
        {Kernel::whole(0, false), k.slot(10, loop, slots, true)});
    k.program.addInstruction(
        k.block, Pipe::V,
        {k.slot(10, loop, slots, false), k.slot(11, loop, slots, true)});
    k.program.addInstruction(
        k.block, Pipe::MTE3,
        {k.slot(11, loop, slots, false), Kernel::whole(1, true)});
  });
  return k;
}

TEST(Rotation, IdsTakeTurnsAsSlotsDo) {
  for (unsigned slots : {2u, 3u, 4u, 8u}) {
    SyncPlan plan = planAndCheck(pipeline(slots));
    EXPECT_EQ(plan.allBarriers, 0u);
    EXPECT_EQ(plan.flagPairs, 4u) << slots;
    EXPECT_EQ(turns(plan, Pipe::MTE2, Pipe::V), slots);
    EXPECT_EQ(turns(plan, Pipe::V, Pipe::MTE2), slots);
    EXPECT_EQ(turns(plan, Pipe::V, Pipe::MTE3), slots);
    EXPECT_EQ(turns(plan, Pipe::MTE3, Pipe::V), slots);
    EXPECT_EQ(plan.idsUsed, slots);
    EXPECT_EQ(plan.narrowed, 0u);
  }
}

// With fewer ids than slots, fewer iterations overlap; no barrier of all pipes.
TEST(Rotation, FewerIdsThanSlots) {
  SyncPlan plan = planAndCheck(pipeline(4), 3);
  EXPECT_EQ(plan.allBarriers, 0u);
  EXPECT_LE(plan.idsUsed, 3u);
  EXPECT_GT(plan.narrowed, 0u);
}

// Two slots of one buffer in one iteration, the next one's being loaded ahead.
TEST(Rotation, TwoSlotsOfOneBufferInOneIteration) {
  for (unsigned slots : {2u, 3u}) {
    Kernel k;
    NodeId loop = k.nextNode();
    k.loop([&] {
      for (unsigned ahead : {0u, 1u})
        k.program.addInstruction(
            k.block, Pipe::MTE2,
            {Kernel::whole(0, false), k.slot(10, loop, slots, true, ahead)});
      k.program.addInstruction(k.block, Pipe::V,
                               {k.slot(10, loop, slots, false),
                                k.slot(10, loop, slots, false, 1),
                                Kernel::whole(12, true)});
      k.program.addInstruction(
          k.block, Pipe::MTE3,
          {Kernel::whole(12, false), Kernel::whole(1, true)});
    });
    EXPECT_EQ(planAndCheck(k).allBarriers, 0u);
  }
}

// The slot of the next iteration is loaded while this one's is used.
TEST(Rotation, LoadsOneIterationAhead) {
  Kernel k;
  NodeId loop = k.nextNode() + 1;
  k.program.addInstruction(
      k.block, Pipe::MTE2,
      {Kernel::whole(0, false), Access{10, 0, 64, true, kNone}});
  k.loop([&] {
    k.program.addInstruction(
        k.block, Pipe::MTE2,
        {Kernel::whole(0, false), k.slot(10, loop, 3, true, 1)});
    k.program.addInstruction(
        k.block, Pipe::V,
        {k.slot(10, loop, 3, false), Kernel::whole(12, true)});
  });
  EXPECT_EQ(planAndCheck(k).allBarriers, 0u);
}

/// Where the flags from MTE2 to V stand in \p plan.
static std::vector<const PlacedSync *> loadFlags(const SyncPlan &plan) {
  std::vector<const PlacedSync *> flags;
  for (const PlacedSync &sync : plan.instructions)
    if (sync.sync.from == Pipe::MTE2 && sync.sync.to == Pipe::V)
      flags.push_back(&sync);
  return flags;
}

// What this iteration loads is for the next one: the computation waits for a
// flag that is set before this load, which covers the one before it.
TEST(Rotation, LoadForTheNextIterationIsNotWaitedFor) {
  for (unsigned slots : {2u, 3u, 4u}) {
    Kernel k;
    NodeId loop = k.nextNode() + 1;
    k.program.addInstruction(
        k.block, Pipe::MTE2,
        {Kernel::whole(0, false), Access{10, 0, 64, true, kNone}});
    NodeId load = kNone, compute = kNone;
    k.loop([&] {
      load = k.program.addInstruction(
          k.block, Pipe::MTE2,
          {Kernel::whole(0, false), k.slot(10, loop, slots, true, 1)});
      compute = k.program.addInstruction(
          k.block, Pipe::V,
          {k.slot(10, loop, slots, false), Kernel::whole(12, true)});
      k.op(Pipe::MTE3, {12}, {13});
    });
    SyncPlan plan = planAndCheck(k);
    EXPECT_EQ(plan.allBarriers, 0u);
    std::vector<const PlacedSync *> flags = loadFlags(plan);
    ASSERT_EQ(flags.size(), 2u) << text(k.program, plan.instructions);
    EXPECT_EQ(flags[0]->anchor, load);
    EXPECT_TRUE(flags[0]->before);
    EXPECT_EQ(flags[0]->sync.kind, SyncKind::Set);
    EXPECT_EQ(flags[1]->anchor, compute);
    EXPECT_TRUE(flags[1]->before);
  }
}

// Several loads for the next iteration: the set stands before the first.
TEST(Rotation, SetStandsBeforeAllLoadsAhead) {
  Kernel k;
  NodeId loop = k.nextNode() + 2;
  for (uint32_t buffer : {10u, 11u})
    k.program.addInstruction(
        k.block, Pipe::MTE2,
        {Kernel::whole(0, false), Access{buffer, 0, 64, true, kNone}});
  NodeId first = kNone;
  k.loop([&] {
    for (uint32_t buffer : {10u, 11u}) {
      NodeId load = k.program.addInstruction(
          k.block, Pipe::MTE2,
          {Kernel::whole(0, false), k.slot(buffer, loop, 3, true, 1)});
      first = buffer == 10 ? load : first;
    }
    k.program.addInstruction(k.block, Pipe::V,
                             {k.slot(10, loop, 3, false),
                              k.slot(11, loop, 3, false),
                              Kernel::whole(12, true)});
    k.op(Pipe::MTE3, {12}, {13});
  });
  SyncPlan plan = planAndCheck(k);
  for (const PlacedSync *flag : loadFlags(plan))
    if (flag->sync.kind == SyncKind::Set) {
      EXPECT_EQ(flag->anchor, first) << text(k.program, plan.instructions);
      EXPECT_TRUE(flag->before);
    }
}

// A rotating buffer of the outer loop that an inner loop works on: its flags
// stand around the inner loop.
TEST(Rotation, InnerLoopWorksOnTheOuterLoopsSlot) {
  Kernel k;
  NodeId outer = k.nextNode();
  k.loop([&] {
    k.program.addInstruction(
        k.block, Pipe::MTE2,
        {Kernel::whole(0, false), k.slot(10, outer, 2, true)});
    k.loop([&] {
      k.program.addInstruction(
          k.block, Pipe::V,
          {k.slot(10, outer, 2, false), Kernel::whole(12, true)});
    });
  });
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(plan.allBarriers, 0u);
  EXPECT_EQ(turns(plan, Pipe::V, Pipe::MTE2), 2u);
}

static SyncInstruction turn(SyncKind kind, Pipe from, Pipe to, NodeId loop,
                            uint8_t count, uint8_t id = 0) {
  SyncInstruction sync{kind, from, to, id};
  sync.idCount = count;
  sync.loop = loop;
  return sync;
}

/// A double buffer synchronised by hand; a fault is put in by the caller.
static std::vector<Violation> checkByHand(unsigned presets, unsigned drains,
                                          uint8_t backIds, bool isMixed) {
  Kernel k;
  auto presetAll = [&](SyncKind kind, unsigned count) {
    for (uint8_t n = 0; n < count; ++n)
      k.sync({kind, Pipe::V, Pipe::MTE2, n});
  };
  presetAll(SyncKind::Set, presets);
  NodeId loop = k.nextNode();
  k.loop([&] {
    k.sync(turn(SyncKind::Wait, Pipe::V, Pipe::MTE2, loop, backIds));
    k.program.addInstruction(k.block, Pipe::MTE2, {k.slot(10, loop, 2, true)});
    k.sync(turn(SyncKind::Set, Pipe::MTE2, Pipe::V, loop, 2));
    k.sync(turn(SyncKind::Wait, Pipe::MTE2, Pipe::V, loop, 2));
    k.program.addInstruction(k.block, Pipe::V, {k.slot(10, loop, 2, false)});
    k.sync(turn(SyncKind::Set, Pipe::V, Pipe::MTE2, loop, backIds));
    if (isMixed) {
      k.sync({SyncKind::Set, Pipe::MTE2, Pipe::V, 1});
      k.sync({SyncKind::Wait, Pipe::MTE2, Pipe::V, 1});
    }
  });
  presetAll(SyncKind::Wait, drains);
  return checkSync(k.program, Arch::A2A3, {});
}

TEST(Rotation, CheckerAcceptsTurns) {
  for (const Violation &violation : checkByHand(2, 2, 2, false))
    ADD_FAILURE() << toString(violation);
}

TEST(Rotation, CheckerFindsWrongTurns) {
  // One flag too few before the loop, or after it.
  EXPECT_FALSE(checkByHand(1, 2, 2, false).empty());
  EXPECT_FALSE(checkByHand(2, 1, 2, false).empty());
  // Three turns for two slots: iteration n waits for iteration n - 3 only.
  std::vector<Violation> found = checkByHand(3, 3, 3, false);
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const Violation &v) {
    return v.kind == ViolationKind::Unordered && v.fromEarlierIteration;
  }));
  found = checkByHand(2, 2, 2, true);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().kind, ViolationKind::MixedIds);
}

// Without the way back, the flag may be set again two iterations later.
TEST(Rotation, CheckerFindsTurnsThatComeAroundTooEarly) {
  Kernel k;
  NodeId loop = k.nextNode();
  k.loop([&] {
    k.op(Pipe::MTE2, {}, {10});
    k.sync(turn(SyncKind::Set, Pipe::MTE2, Pipe::V, loop, 2));
    k.sync(turn(SyncKind::Wait, Pipe::MTE2, Pipe::V, loop, 2));
    k.op(Pipe::V, {11}, {});
  });
  std::vector<Violation> found = checkSync(k.program, Arch::A2A3, {});
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const Violation &v) {
    return v.kind == ViolationKind::DoubleSet;
  }));
}
