//===- PatternsTest.cpp - kernels that broke other planners -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each test is a kind of fault that users of such compilers reported: hangs,
// missing waits on paths that are rarely taken, and synchronisation that is
// correct but several times slower than by hand.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "PipeSimulator.h"
#include "RandomProgram.h"
#include "pypto/Sync/Checker.h"
#include "pypto/Sync/InsertSync.h"

#include <gtest/gtest.h>

#include <ctime>
#include <set>

using namespace pypto::sync;
using namespace pypto::sync::test;

static SyncPlan planAndCheck(const Kernel &kernel, Arch arch = Arch::A2A3,
                             unsigned ids = 8) {
  InsertSyncOptions options;
  options.arch = arch;
  options.eventIds = ids;
  SyncPlan plan = insertSync(kernel.program, options);
  for (const Violation &violation :
       checkSync(kernel.program, arch, plan.instructions))
    ADD_FAILURE() << toString(violation) << "\n"
                  << text(kernel.program, plan.instructions);
  for (unsigned seed = 0; seed < 50; ++seed) {
    PipeSimulator simulator(kernel.program, arch, plan.instructions, seed);
    std::string error = simulator.run(5);
    EXPECT_EQ(error, "") << text(kernel.program, plan.instructions);
    if (!error.empty())
      break;
  }
  return plan;
}

static unsigned countAt(const SyncPlan &plan, NodeId node, bool before,
                        SyncKind kind) {
  unsigned count = 0;
  for (const PlacedSync &sync : plan.instructions)
    count +=
        sync.anchor == node && sync.before == before && sync.sync.kind == kind;
  return count;
}

/// Instructions placed in the loops of the program.
static unsigned countInLoops(const Program &program, const SyncPlan &plan,
                             SyncKind kind) {
  unsigned count = 0;
  for (const PlacedSync &sync : plan.instructions) {
    bool isInLoop = false;
    for (NodeId node = program.blocks[program.nodes[sync.anchor].parent].parent;
         node != kNone;
         node = program.blocks[program.nodes[node].parent].parent)
      isInLoop |= program.nodes[node].kind == NodeKind::Loop;
    count += isInLoop && sync.sync.kind == kind;
  }
  return count;
}

// A matrix product over k with its result drained, and a branch in the loop.
TEST(Patterns, MatmulLoopWithBranchIsBalanced) {
  Kernel k;
  k.loop([&] {
    k.loop([&] {
      k.op(Pipe::MTE2, {0}, {10});
      k.branch([&] { k.op(Pipe::MTE2, {1}, {11}); });
      k.op(Pipe::MTE1, {10}, {20});
      k.op(Pipe::MTE1, {11}, {21});
      k.op(Pipe::M, {20, 21, 30}, {30});
    });
    k.op(Pipe::FIX, {30}, {2});
  });
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(plan.allBarriers, 0u);
}

// One of two buffers per iteration, and another path in the last one.
TEST(Patterns, DoubleBufferWithLastIteration) {
  Kernel k;
  k.loop([&] {
    k.branch([&] { k.op(Pipe::MTE2, {0}, {10}); },
             [&] { k.op(Pipe::MTE2, {0}, {11}); });
    k.branch([&] { k.op(Pipe::V, {10}, {12}); },
             [&] { k.op(Pipe::V, {11}, {12}); });
    k.branch([&] { k.op(Pipe::MTE3, {12}, {1}); });
  });
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(plan.allBarriers, 0u);
}

// Vector instructions that depend on each other need barriers on A2/A3 only.
TEST(Patterns, ChainOnVector) {
  Kernel k;
  for (uint32_t i = 0; i < 4; ++i)
    k.op(Pipe::V, {i}, {i + 1});
  SyncPlan a3 = planAndCheck(k, Arch::A2A3);
  EXPECT_EQ(a3.pipeBarriers, 3u);
  EXPECT_EQ(a3.flagPairs, 0u);
  EXPECT_TRUE(planAndCheck(k, Arch::A5).instructions.empty());
}

TEST(Patterns, WriteAfterReadOnOnePipeNeedsNothing) {
  Kernel k;
  k.op(Pipe::V, {0}, {1});
  k.op(Pipe::V, {2}, {0});
  EXPECT_TRUE(planAndCheck(k).instructions.empty());
}

TEST(Patterns, ShortAccumulationChain) {
  Kernel k;
  for (int i = 0; i < 3; ++i)
    k.program.nodes[k.op(Pipe::M, {0}, {0})].isShortAccumulation = true;
  EXPECT_EQ(planAndCheck(k).pipeBarriers, 2u);
}

TEST(Patterns, LongAccumulationChainNeedsNoBarrier) {
  Kernel k;
  for (int i = 0; i < 3; ++i)
    k.op(Pipe::M, {0}, {0});
  EXPECT_TRUE(planAndCheck(k).instructions.empty());
}

// No flag leads from the cube's pipes to V on A2/A3.
TEST(Patterns, IllegalPairBecomesBarrierWithRemark) {
  Kernel k;
  k.op(Pipe::M, {}, {0});
  NodeId reader = k.op(Pipe::V, {0}, {1});
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(countAt(plan, reader, true, SyncKind::BarrierAll), 1u);
  ASSERT_EQ(plan.remarks.size(), 1u);
  EXPECT_EQ(plan.remarks[0].node, reader);
  EXPECT_EQ(planAndCheck(k, Arch::A5).allBarriers, 0u);
}

// The loop may not run: what it waits for is not to be relied on behind it.
TEST(Patterns, ZeroTripLoopGivesNoCredit) {
  Kernel k;
  k.op(Pipe::MTE2, {0}, {10});
  k.loop([&] { k.op(Pipe::V, {10}, {11}); });
  NodeId use = k.op(Pipe::V, {10}, {12});
  SyncPlan plan = planAndCheck(k);
  // One wait before the loop serves both.
  EXPECT_EQ(plan.flagPairs, 1u);
  EXPECT_EQ(countAt(plan, use, true, SyncKind::Wait), 0u);
}

TEST(Patterns, PutReadsWhatStoreWrote) {
  Kernel k;
  NodeId store = k.op(Pipe::MTE3, {10}, {0});
  NodeId put = k.op(Pipe::MTE2, {0}, {1});
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(countAt(plan, store, false, SyncKind::Set), 1u);
  EXPECT_EQ(countAt(plan, put, true, SyncKind::Wait), 1u);
}

// A signal to another core concerns all global memory.
TEST(Patterns, NotifyWaitsForEveryStore) {
  Kernel k;
  k.op(Pipe::MTE3, {10}, {0});
  k.op(Pipe::FIX, {11}, {1});
  NodeId notify = k.op(Pipe::S, {}, {0, 1});
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(countAt(plan, notify, true, SyncKind::Wait), 2u);
}

// A long fence around a short one with the same source pipe.
TEST(Patterns, NestedFencesHaveDifferentFlags) {
  Kernel k;
  k.op(Pipe::MTE3, {10}, {0});
  k.op(Pipe::MTE3, {11}, {1});
  k.op(Pipe::MTE2, {1}, {12});
  k.op(Pipe::MTE2, {0}, {13});
  k.op(Pipe::V, {12}, {10});
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(plan.allBarriers, 0u);
}

// Both slots are used in one iteration, in turns.
TEST(Patterns, TwoSlotsInOneIterationAreBothGuarded) {
  Kernel k;
  k.loop([&] {
    for (uint32_t turn = 0; turn < 2; ++turn) {
      k.op(Pipe::MTE2, {0}, {10 + turn});
      k.op(Pipe::MTE2, {0}, {10 + 1 - turn});
      k.op(Pipe::V, {10, 11}, {12});
      k.op(Pipe::MTE3, {12}, {1});
    }
  });
  planAndCheck(k);
}

// y = (x + z) + 1 in place, three slots: one event per slot and direction.
TEST(Patterns, ThreeRotatingSlots) {
  Kernel k;
  k.loop([&] {
    for (uint32_t slot = 0; slot < 3; ++slot) {
      uint32_t x = 10 + 2 * slot, z = x + 1;
      k.op(Pipe::MTE2, {0}, {x});
      k.op(Pipe::MTE2, {1}, {z});
      k.op(Pipe::V, {x, z}, {x});
      k.op(Pipe::V, {x}, {x});
      k.op(Pipe::MTE3, {x}, {100 + slot});
    }
  });
  SyncPlan plan = planAndCheck(k, Arch::A5);
  EXPECT_EQ(plan.allBarriers, 0u);
  EXPECT_EQ(plan.mergedPairs, 0u);
  // Per slot: load done, compute done, and slot free again: x after its store,
  // z after the computation.
  EXPECT_LE(plan.flagPairs, 12u);
  EXPECT_LE(plan.idsUsed, 8u);
}

// Per buffer one if/else: the flags stay in the arms.
TEST(Patterns, BranchPerBufferKeepsFlagsInArms) {
  Kernel k;
  k.loop([&] {
    auto half = [&](uint32_t x) {
      k.op(Pipe::MTE2, {0}, {x});
      k.op(Pipe::MTE1, {x}, {x + 1});
      k.op(Pipe::M, {x + 1}, {50});
    };
    k.branch([&] { half(10); }, [&] { half(20); });
  });
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(plan.allBarriers, 0u);
  // By hand: per arm load->move, move->multiply and the two back again.
  EXPECT_LE(plan.flagPairs, 8u);
}

TEST(Patterns, SoftmaxTailOfTwoDividesWaitsOnce) {
  Kernel k;
  k.loop([&] {
    k.op(Pipe::MTE2, {0}, {10});
    k.op(Pipe::V, {10}, {11});
    k.op(Pipe::V, {11, 10}, {12});
    k.op(Pipe::V, {11, 10}, {13});
    k.op(Pipe::MTE3, {12}, {1});
    k.op(Pipe::MTE3, {13}, {2});
  });
  SyncPlan plan = planAndCheck(k);
  // Load->compute, compute->store twice, and back again.
  EXPECT_LE(plan.flagPairs, 6u);
  // One per dependent pair of vector instructions: the divides are independent.
  EXPECT_LE(plan.pipeBarriers, 3u);
}

// Two independent chains on one pair of pipes: each needs its own flag.
TEST(Patterns, IndependentChainsAreNotMistakenForEachOther) {
  Kernel k;
  k.op(Pipe::MTE2, {0}, {10});
  k.op(Pipe::V, {10}, {20});
  k.op(Pipe::MTE2, {1}, {11});
  k.op(Pipe::V, {11}, {21});
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(plan.flagPairs, 2u);
}

// What the taken branch did is not done on the other path.
TEST(Patterns, BranchGivesNoCreditAfterTheMerge) {
  Kernel k;
  k.op(Pipe::V, {}, {0});
  k.branch([&] {
    k.op(Pipe::V, {}, {1});
    k.op(Pipe::V, {1}, {2});
  });
  NodeId use = k.op(Pipe::V, {0}, {3});
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(countAt(plan, use, true, SyncKind::Barrier), 1u);
}

// Scalar stores in a loop: nothing in the loop, one flag behind it.
TEST(Patterns, ScalarStoresNeedOneFlagBehindTheLoop) {
  Kernel k;
  NodeId loop = k.loop([&] { k.op(Pipe::S, {}, {0}); });
  NodeId reader = k.op(Pipe::MTE3, {0}, {1});
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(plan.flagPairs, 1u);
  EXPECT_EQ(countAt(plan, loop, false, SyncKind::Set), 1u);
  EXPECT_EQ(countAt(plan, reader, true, SyncKind::Wait), 1u);
  EXPECT_EQ(countInLoops(k.program, plan, SyncKind::Set), 0u);
}

// Flags that cross iterations of two loops are set outside of both.
TEST(Patterns, FlagIsSetOutsideOfAllLoopsThatCarryIt) {
  Kernel k;
  NodeId outer = k.loop([&] {
    k.loop([&] {
      k.op(Pipe::MTE2, {0}, {10});
      k.op(Pipe::V, {10}, {11});
    });
  });
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(countAt(plan, outer, true, SyncKind::Set), 1u);
  EXPECT_EQ(countAt(plan, outer, false, SyncKind::Wait), 1u);
  EXPECT_EQ(plan.flagPairs, 2u);
}

// Hundreds of loads far ahead of their use: ids run out, no barrier is used.
TEST(Patterns, ManyLoadsAheadOfTheirUse) {
  Kernel k;
  for (uint32_t i = 0; i < 100; ++i)
    k.op(Pipe::MTE2, {0}, {10 + i});
  for (uint32_t i = 0; i < 100; ++i)
    k.op(Pipe::V, {10 + i}, {200 + i});
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(plan.allBarriers, 0u);
  EXPECT_EQ(plan.flagPairs, 8u);
}

// Load and use in turns, never reusing a buffer: the loader is held back only
// when it is several tiles ahead.
TEST(Patterns, StreamWithoutReuseIsThrottled) {
  Kernel k;
  for (uint32_t i = 0; i < 100; ++i) {
    k.op(Pipe::MTE2, {0}, {10 + i});
    k.op(Pipe::V, {10 + i}, {200 + i});
  }
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(plan.allBarriers, 0u);
  EXPECT_EQ(plan.mergedPairs, 0u);
  EXPECT_LE(plan.throttlePairs, 25u);
}

// Loop after loop, each of which may not run: the flags around them need more
// ids than there are. One flag every few loops tells that ids are free again.
TEST(Patterns, ManyShortLoopsNeedNoBarrierOfAllPipes) {
  Kernel k;
  for (uint32_t i = 0; i < 60; ++i)
    k.loop([&] {
      uint32_t x = 10 + 3 * (i % 7);
      k.op(Pipe::MTE2, {0}, {x});
      k.op(Pipe::V, {x}, {x + 1});
      k.op(Pipe::V, {x + 1}, {x + 2});
      k.op(Pipe::MTE3, {x + 2}, {1});
    });
  SyncPlan plan = planAndCheck(k);
  EXPECT_EQ(plan.allBarriers, 0u);
  EXPECT_TRUE(plan.remarks.empty());
}

// The scalar unit reads what V reads too: V's flag back to the loader passes it
// on, and no flag from the scalar unit crosses iterations.
TEST(Patterns, ScalarReadIsPassedOn) {
  Kernel k;
  k.loop([&] {
    k.op(Pipe::MTE2, {0}, {10});
    k.op(Pipe::S, {10}, {});
    k.op(Pipe::V, {10}, {11});
    k.op(Pipe::V, {11, 10}, {12});
    k.op(Pipe::MTE3, {12}, {1});
  });
  SyncPlan plan = planAndCheck(k);
  for (const PlacedSync &sync : plan.instructions)
    EXPECT_FALSE(sync.sync.from == Pipe::S && sync.sync.to == Pipe::MTE2)
        << text(k.program, plan.instructions);
}

// The same in many loops, one after the other: each is looked at by itself, in
// far less than a second altogether. Walking the kernel for each takes minutes.
TEST(Patterns, ScalarReadsOfManyLoopsArePassedOn) {
  Kernel k;
  for (uint32_t n = 0; n < 2000; ++n)
    k.loop([&] {
      k.op(Pipe::MTE2, {n % 7}, {100});
      k.op(Pipe::S, {100}, {});
      k.op(Pipe::V, {100}, {101});
    });
  std::clock_t start = std::clock();
  SyncPlan plan = insertSync(k.program, {});
  EXPECT_LT(std::clock() - start, 30 * CLOCKS_PER_SEC);
  EXPECT_TRUE(checkSync(k.program, Arch::A2A3, plan.instructions).empty());
  unsigned held = 0;
  for (const PlacedSync &sync : plan.instructions)
    held += sync.sync.from == Pipe::S && sync.sync.to == Pipe::MTE2;
  EXPECT_EQ(held, 0u);
}

/// Loads, computes and stores tile by tile, in \p loops loops in a loop.
static Kernel nest(unsigned loops) {
  Kernel k;
  k.loop([&] {
    for (uint32_t n = 0; n < loops; ++n)
      k.loop([&] {
        uint32_t x = 10 + 2 * (n % 5);
        k.op(Pipe::MTE2, {0}, {x});
        k.op(Pipe::V, {x}, {x + 1});
        k.op(Pipe::MTE3, {x + 1}, {1});
      });
  });
  return k;
}

// Each inner loop has flags that the outer loop carries too, far more than
// there are ids: some are set anew for each run of their loop, and the flags in
// the loops keep ids of their own.
TEST(Patterns, NestOfManyLoopsNeedsNoBarrierOfAllPipes) {
  for (unsigned loops : {1u, 2u, 6u, 7u, 8u, 9u, 30u}) {
    SyncPlan plan = planAndCheck(nest(loops));
    EXPECT_EQ(plan.allBarriers, 0u) << loops;
    // Where an inner loop's pipes are not ordered anyway before its next run.
    EXPECT_LE(plan.handshakes, loops / 6) << loops;
    EXPECT_EQ(plan.remarks.size(), plan.handshakes) << loops;
    if (loops < 3 || loops > 6)
      EXPECT_EQ(plan.loweredPairs > 0, loops > 6) << loops;
  }
}

// With one id per pair of pipes, the pipes wait for each other.
TEST(Patterns, OneIdIsEnoughWithoutABarrierOfAllPipes) {
  for (Arch arch : {Arch::A2A3, Arch::A5}) {
    SyncPlan plan = planAndCheck(nest(3), arch, 1);
    EXPECT_EQ(plan.allBarriers, 0u);
    EXPECT_GT(plan.handshakes, 0u);
    EXPECT_FALSE(plan.remarks.empty());
    EXPECT_EQ(plan.idsUsed, 1u);
  }
}

// The author uses all ids of a pair: then all pipes wait, and a remark says so.
TEST(Patterns, WithoutAnIdAllPipesWait) {
  for (uint8_t used : {7, 8}) {
    Kernel k;
    k.op(Pipe::MTE2, {0}, {10});
    NodeId use = k.op(Pipe::V, {10}, {11});
    for (SyncKind kind : {SyncKind::Set, SyncKind::Wait})
      for (uint8_t id = 0; id < used; ++id)
        k.sync({kind, Pipe::MTE2, Pipe::V, id});
    SyncPlan plan = planAndCheck(k);
    EXPECT_EQ(plan.allBarriers, used == 8 ? 1u : 0u);
    EXPECT_EQ(plan.flagPairs, used == 8 ? 0u : 1u);
    ASSERT_EQ(plan.remarks.size(), used == 8 ? 1u : 0u);
    if (used == 8) {
      EXPECT_EQ(plan.remarks[0].node, use);
      EXPECT_NE(plan.remarks[0].text.find("MTE2 to V ran out"),
                std::string::npos);
    }
  }
}

// Whatever is done to save ids, every order is kept.
TEST(Patterns, FewIdsKeepEveryOrder) {
  for (unsigned seed = 5; seed < 8; ++seed)
    for (unsigned ids : {1u, 2u, 3u})
      for (unsigned kind = 0; kind < 16; ++kind) {
        RandomProgramOptions options;
        options.nodes = 15 + seed;
        options.buffers = 3 + seed;
        options.maxDepth = 2 + seed % 3;
        options.cube = kind & 1;
        options.branches = kind & 2;
        options.outerLoop = kind & 4;
        options.rotate = kind & 8;
        Kernel kernel;
        kernel.program = RandomProgram(seed, options).program;
        planAndCheck(kernel, seed % 2 ? Arch::A5 : Arch::A2A3, ids);
        ASSERT_FALSE(HasFailure())
            << "seed " << seed << " ids " << ids << " kind " << kind;
      }
}

// A flag set behind the loop that an earlier one is waited for at cannot be
// joined with that one: it would be waited for before it is set.
TEST(Patterns, FlagsAreJoinedOnlyIfBothAreSetFirst) {
  for (unsigned seed = 10; seed < 20; ++seed) {
    RandomProgramOptions options;
    options.nodes = 100;
    options.buffers = 40;
    options.branches = false;
    options.outerLoop = options.rotate = true;
    Kernel kernel;
    kernel.program = RandomProgram(seed, options).program;
    planAndCheck(kernel, Arch::A2A3, 2);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

// What is left out of one trial is not what the next one starts from: here two
// barriers guard the same pair, and one of them has to stay.
TEST(Patterns, OneOfTwoReasonsStays) {
  RandomProgramOptions options;
  options.nodes = 10;
  options.buffers = 40;
  options.branches = false;
  options.outerLoop = options.rotate = true;
  for (unsigned seed : {56u, 57u, 58u}) {
    Kernel kernel;
    kernel.program = RandomProgram(seed, options).program;
    planAndCheck(kernel);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

// Twice the kernel takes about twice the time.
TEST(Patterns, RotatingNestsArePlannedInLinearTime) {
  auto seconds = [](unsigned nodes) {
    RandomProgramOptions options;
    options.nodes = nodes;
    options.buffers = 40;
    options.outerLoop = options.rotate = true;
    Program program = RandomProgram(1, options).program;
    std::clock_t start = std::clock();
    SyncPlan plan = insertSync(program, {});
    double time = double(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_EQ(plan.allBarriers, 0u) << nodes;
    EXPECT_TRUE(checkSync(program, Arch::A2A3, plan.instructions).empty());
    return time;
  };
  double once = seconds(600), fourTimes = seconds(2400);
  EXPECT_LT(fourTimes, 10 * once + 0.5);
}

// Of hundreds of flags and barriers, hardly one is implied by others; the plan
// says how many could not be tried.
TEST(Patterns, LargeKernelsAreSearchedForRedundancy) {
  unsigned tried = 0, redundant = 0;
  for (unsigned seed = 0; seed < 4; ++seed) {
    RandomProgramOptions options;
    options.nodes = 250;
    options.buffers = 40;
    options.rotate = seed & 1;
    options.outerLoop = seed & 2;
    Program program = RandomProgram(seed, options).program;
    SyncPlan plan = insertSync(program, {});
    EXPECT_GT(plan.removedPairs, 0u);
    EXPECT_LT(10 * plan.untried, plan.flagPairs + plan.pipeBarriers);
    std::set<uint32_t> groups;
    for (const PlacedSync &sync : plan.instructions)
      groups.insert(sync.group);
    for (uint32_t group : groups) {
      if (group % 12 != seed)
        continue;
      std::vector<PlacedSync> rest;
      for (const PlacedSync &sync : plan.instructions)
        if (sync.group != group)
          rest.push_back(sync);
      ++tried;
      redundant += checkSync(program, Arch::A2A3, rest, 1).empty();
    }
  }
  EXPECT_GT(tried, 120u);
  EXPECT_LE(100 * redundant, tried) << redundant << " of " << tried;
}

// The author's flags count, and their ids are left to them.
TEST(Patterns, AuthorsFlagsAreCompleted) {
  Kernel k;
  k.op(Pipe::MTE2, {0}, {10});
  k.sync({SyncKind::Set, Pipe::MTE2, Pipe::V, 0});
  k.op(Pipe::MTE2, {0}, {11});
  k.sync({SyncKind::Wait, Pipe::MTE2, Pipe::V, 0});
  k.op(Pipe::V, {10}, {12});
  NodeId second = k.op(Pipe::V, {11}, {13});
  SyncPlan plan = planAndCheck(k);
  ASSERT_EQ(plan.flagPairs, 1u);
  EXPECT_EQ(countAt(plan, second, true, SyncKind::Wait), 1u);
  EXPECT_EQ(plan.instructions[0].sync.id, 1u);
}
