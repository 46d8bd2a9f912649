//===- ModelRun.h - cycles of a kernel on the core model --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BENCH_SYNC_MODELRUN_H
#define PYPTO_BENCH_SYNC_MODELRUN_H

#include "Kernel.h"

#include <optional>

namespace pypto::sync::bench {

/// Cycles of \p kernel with \p plan put in on the core model; with
/// \p drainAlways all pipes are drained after every instruction. Negative, with
/// a message on standard error, when the run fails or has races.
double runOnModel(const BenchKernel &kernel,
                  const std::vector<PlacedSync> &plan,
                  bool drainAlways = false);

/// What the race observer adds to the simulator's own time, per instruction;
/// nothing, with a message on standard error, when a run fails.
std::optional<double> observerNanoseconds(const BenchKernel &kernel,
                                          const std::vector<PlacedSync> &plan);

/// Cycles of the best schedule that the kernel's dependences and pipes allow,
/// with any number of events: each instruction starts when its pipe accepts it
/// and what it depends on has completed, plus the time that an event between
/// pipes takes. How long an instruction keeps its pipe, and when its result is
/// there, are measured on the core model.
double runIdeal(const BenchKernel &kernel);

} // namespace pypto::sync::bench

#endif // PYPTO_BENCH_SYNC_MODELRUN_H
