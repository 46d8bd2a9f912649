//===- Kernels.h - kernels that schedules are compared on -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BENCH_SYNC_KERNELS_H
#define PYPTO_BENCH_SYNC_KERNELS_H

#include "TimingModel.h"

namespace pypto::sync::bench {

struct BenchKernel {
  std::string name;
  Program program;
  std::vector<Cost> costs; ///< per node
};

/// The kernels without synchronisation or, with \p byHand, with that which an
/// expert writes.
std::vector<BenchKernel> makeKernels(bool byHand);

} // namespace pypto::sync::bench

#endif // PYPTO_BENCH_SYNC_KERNELS_H
