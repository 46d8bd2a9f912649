//===- sync_bench.cpp - quality and speed of the planner --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quality: cycles of planned kernels against draining after each instruction,
// synchronisation by hand, and a schedule with any number of flags. Speed: time
// to plan and to check generated kernels.
//
//===----------------------------------------------------------------------===//

#include "../../test/unit/Sync/RandomProgram.h"
#include "Kernels.h"
#include "pypto/Sync/Checker.h"
#include "pypto/Sync/InsertSync.h"

#include <chrono>
#include <cstdio>
#include <functional>

using namespace pypto::sync;

static void benchQuality() {
  constexpr unsigned kTrips = 64;
  std::printf("%-24s %9s %9s %9s %9s  %7s %7s %6s\n", "kernel (cycles)",
              "drained", "by hand", "planned", "oracle", "/oracle", "/hand",
              "flags");
  std::vector<bench::BenchKernel> plain = bench::makeKernels(false);
  std::vector<bench::BenchKernel> hand = bench::makeKernels(true);
  for (size_t i = 0; i < plain.size(); ++i) {
    const Program &program = plain[i].program;
    SyncPlan plan = insertSync(program, InsertSyncOptions());
    unsigned trips = plain[i].name == "double-buffered matmul" ? 16 : kTrips;
    bench::TimingModel model(program, plain[i].costs, Arch::A2A3, trips);
    bench::TimingModel byHand(hand[i].program, hand[i].costs, Arch::A2A3,
                              trips);
    double planned = model.run(bench::Order::Plan, plan.instructions);
    double oracle = model.run(bench::Order::Oracle);
    double drained = model.run(bench::Order::EveryBarrier);
    double expert = byHand.run(bench::Order::Plan);
    bool isRight = checkSync(program, Arch::A2A3, plan.instructions).empty();
    bool isHandRight = checkSync(hand[i].program, Arch::A2A3, {}).empty();
    std::printf("%-24s %9.0f %9.0f %9.0f %9.0f  %7.3f %7.3f %6u%s%s%s\n",
                plain[i].name.c_str(), drained, expert, planned, oracle,
                planned / oracle, planned / expert, plan.flagPairs,
                isRight ? "" : "  WRONG", isHandRight ? "" : "  HAND WRONG",
                plan.allBarriers ? "  BARRIER ALL" : "");
  }
}

static double medianMs(const std::function<void()> &run) {
  std::vector<double> times;
  for (int i = 0; i < 5; ++i) {
    auto start = std::chrono::steady_clock::now();
    run();
    times.push_back(std::chrono::duration<double, std::milli>(
                        std::chrono::steady_clock::now() - start)
                        .count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

static void benchSpeed() {
  struct Family {
    const char *name;
    unsigned buffers;
    bool loops, branches, outerLoop;
  };
  const Family families[] = {
      {"straight, 40 buffers", 40, false, false, false},
      {"straight, 4000 buffers", 4000, false, false, false},
      {"one loop, 40 buffers", 40, false, false, true},
      {"one loop, 4000 buffers", 4000, false, false, true},
      {"nested loops", 40, true, false, false},
      {"loops and branches", 40, true, true, false}};
  std::printf("\n%-24s %8s %9s %9s %8s %8s\n", "program (median ms)", "nodes",
              "plan", "check", "flags", "barriers");
  for (const Family &family : families)
    for (unsigned size : {2500u, 5000u, 10000u, 20000u}) {
      test::RandomProgramOptions options;
      options.nodes = family.loops ? size / 2 : size;
      options.buffers = family.buffers;
      options.loops = family.loops;
      options.branches = family.branches;
      options.outerLoop = family.outerLoop;
      Program program = test::RandomProgram(1, options).program;
      SyncPlan plan;
      double planMs =
          medianMs([&] { plan = insertSync(program, InsertSyncOptions()); });
      double checkMs =
          medianMs([&] { checkSync(program, Arch::A2A3, plan.instructions); });
      std::printf("%-24s %8zu %9.1f %9.1f %8u %8u\n", family.name,
                  program.nodes.size(), planMs, checkMs, plan.flagPairs,
                  plan.pipeBarriers);
    }
}

int main() {
  benchQuality();
  benchSpeed();
  return 0;
}
