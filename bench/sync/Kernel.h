//===- Kernel.h - a kernel for planner and core model -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BENCH_SYNC_KERNEL_H
#define PYPTO_BENCH_SYNC_KERNEL_H

#include "pypto/CoreModel/Program.h"
#include "pypto/Sync/Program.h"

#include <map>

namespace pypto::sync::bench {

/// A tile of a kernel; `memory` is its number for the planner.
struct BenchTile {
  coremodel::TileDesc desc;
  unsigned fractal = 512;
  uint32_t memory = 0;
};

/// What the core model executes for a node.
struct BenchInstruction {
  const char *name = nullptr; ///< null: the scalar unit reads one element
  std::vector<size_t> tiles;  ///< destination first; indices into tiles
  bool hasScalar = false;
  /// The tensor that is transferred, -1: none. Its window moves on with every
  /// execution.
  int tensor = -1;
};

struct BenchKernel {
  std::string name;
  coremodel::FunctionKind kind = coremodel::FunctionKind::Vector;
  Program program;
  std::vector<BenchTile> tiles;
  std::vector<BenchInstruction> instructions; ///< per node
  std::map<NodeId, int64_t> trips;            ///< per loop
};

/// The five kernels without synchronisation or, with \p byHand, with that which
/// an expert writes.
std::vector<BenchKernel> makeKernels(bool byHand);

} // namespace pypto::sync::bench

#endif // PYPTO_BENCH_SYNC_KERNEL_H
