//===- sync_bench.cpp - quality and speed of the planner --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quality: cycles on the core model of planned kernels against draining after
// each instruction, synchronisation by hand, and an ideal schedule. The exit
// status tells whether the planner is within 1.02 of the ideal one and no worse
// than the expert. Speed: time to plan and to check generated kernels.
//
//===----------------------------------------------------------------------===//

#include "../../test/unit/Sync/RandomProgram.h"
#include "Kernel.h"
#include "ModelRun.h"
#include "pypto/Sync/Checker.h"
#include "pypto/Sync/InsertSync.h"

#include <cstdio>
#include <ctime>
#include <functional>

using namespace pypto::sync;

/// Prints one line per kernel; false when a bound of the specification or the
/// checker is not met.
static bool benchQuality() {
  constexpr double kOfIdeal = 1.02;
  std::printf("%-24s %9s %9s %9s %9s  %7s %7s %8s %6s\n", "kernel (cycles)",
              "drained", "by hand", "planned", "ideal", "/ideal", "/hand",
              "/drained", "flags");
  bool isGood = true;
  std::vector<bench::BenchKernel> plain = bench::makeKernels(false);
  std::vector<bench::BenchKernel> hand = bench::makeKernels(true);
  for (size_t i = 0; i < plain.size(); ++i) {
    const Program &program = plain[i].program;
    SyncPlan plan = insertSync(program, InsertSyncOptions());
    double planned = bench::runOnModel(plain[i], plan.instructions);
    double drained = bench::runOnModel(plain[i], {}, /*drainAlways=*/true);
    double expert = bench::runOnModel(hand[i], {});
    double ideal = bench::runIdeal(plain[i]);
    bool isRight = checkSync(program, Arch::A2A3, plan.instructions).empty();
    bool isHandRight = checkSync(hand[i].program, Arch::A2A3, {}).empty();
    bool isFast = planned > 0 && planned <= kOfIdeal * ideal &&
                  planned <= expert && plan.allBarriers == 0;
    std::printf(
        "%-24s %9.0f %9.0f %9.0f %9.0f  %7.3f %7.3f %8.3f %6u%s%s%s%s\n",
        plain[i].name.c_str(), drained, expert, planned, ideal, planned / ideal,
        planned / expert, planned / drained, plan.flagPairs,
        isRight ? "" : "  WRONG", isHandRight ? "" : "  HAND WRONG",
        plan.allBarriers ? "  BARRIER ALL" : "", isFast ? "" : "  MISSED");
    isGood &= isRight && isHandRight && drained > 0 && isFast;
  }
  return isGood;
}

/// Simulator time of the race observer; false above one microsecond.
static bool benchObserver() {
  constexpr double kMostNs = 1000;
  bool isGood = true;
  std::printf("\n%-24s %9s\n", "race observer", "ns/instr.");
  for (const bench::BenchKernel &kernel : bench::makeKernels(false)) {
    SyncPlan plan = insertSync(kernel.program, InsertSyncOptions());
    std::optional<double> ns =
        bench::observerNanoseconds(kernel, plan.instructions);
    std::printf("%-24s %9.0f%s\n", kernel.name.c_str(), ns.value_or(0),
                ns ? "" : "  FAILED");
    isGood &= ns && *ns <= kMostNs;
  }
  return isGood;
}

/// Of processor time, three runs.
static double medianMs(const std::function<void()> &run) {
  std::vector<double> times;
  for (int i = 0; i < 3; ++i) {
    std::clock_t start = std::clock();
    run();
    times.push_back(1e3 * double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

static bool isInLoop(const Program &program, NodeId node) {
  for (;;) {
    node = program.blocks[program.nodes[node].parent].parent;
    if (node == kNone || program.nodes[node].kind == NodeKind::Loop)
      return node != kNone;
  }
}

/// Time to plan and to check generated kernels; false when a plan is wrong, has
/// a barrier of all pipes in a loop, or takes more than a second for ten
/// thousand nodes.
static bool benchSpeed() {
  constexpr double kMostPerThousand = 100;
  struct Family {
    const char *name;
    unsigned buffers;
    bool loops, branches, outerLoop, rotate;
  };
  const Family families[] = {
      {"straight, 40 buffers", 40, false, false, false, false},
      {"straight, 4000 buffers", 4000, false, false, false, false},
      {"one loop, 40 buffers", 40, false, false, true, false},
      {"one loop, 4000 buffers", 4000, false, false, true, false},
      {"one loop, rotating", 40, false, false, true, true},
      {"loops", 40, true, false, false, false},
      {"loops and branches", 40, true, true, false, false},
      {"rotating loops, branches", 40, true, true, false, true},
      {"nest", 40, true, false, true, false},
      {"nest with branches", 40, true, true, true, false},
      {"rotating nest", 40, true, false, true, true},
      {"rotating nest, branches", 40, true, true, true, true}};
  std::printf("\n%-24s %8s %9s %8s %9s %8s %8s %8s %8s\n",
              "program (median ms)", "nodes", "plan", "/1000", "check", "flags",
              "barriers", "meetings", "all");
  bool isGood = true;
  for (const Family &family : families)
    for (unsigned size : {2500u, 5000u, 10000u, 20000u}) {
      test::RandomProgramOptions options;
      options.nodes = family.loops ? size / 2 : size;
      options.buffers = family.buffers;
      options.loops = family.loops;
      options.branches = family.branches;
      options.outerLoop = family.outerLoop;
      options.rotate = family.rotate;
      Program program = test::RandomProgram(1, options).program;
      SyncPlan plan;
      double planMs =
          medianMs([&] { plan = insertSync(program, InsertSyncOptions()); });
      bool isRight = true;
      double checkMs = medianMs([&] {
        isRight = checkSync(program, Arch::A2A3, plan.instructions).empty();
      });
      unsigned allInLoops = 0;
      for (const PlacedSync &sync : plan.instructions)
        allInLoops += sync.sync.kind == SyncKind::BarrierAll &&
                      isInLoop(program, sync.anchor);
      double perThousand = 1e3 * planMs / double(program.nodes.size());
      bool isSlow = perThousand > kMostPerThousand;
      std::printf("%-24s %8zu %9.1f %8.1f %9.1f %8u %8u %8u %8u%s%s%s\n",
                  family.name, program.nodes.size(), planMs, perThousand,
                  checkMs, plan.flagPairs, plan.pipeBarriers, plan.handshakes,
                  plan.allBarriers, isRight ? "" : "  WRONG",
                  allInLoops ? "  BARRIER ALL" : "", isSlow ? "  SLOW" : "");
      std::fflush(stdout);
      isGood &= isRight && allInLoops == 0 && !isSlow;
    }
  return isGood;
}

int main(int argc, char **) {
  bool isGood = benchQuality();
  isGood &= benchObserver();
  // Any argument: quality only.
  if (argc < 2)
    isGood &= benchSpeed();
  return isGood ? 0 : 1;
}
