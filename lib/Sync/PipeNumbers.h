//===- PipeNumbers.h - the pipes of one kernel, numbered --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel uses a few of the pipes. What is kept for each pipe, or for each
// pair of them, is kept for those.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_SYNC_PIPENUMBERS_H
#define PYPTO_LIB_SYNC_PIPENUMBERS_H

#include "pypto/Sync/Program.h"

#include <array>

namespace pypto::sync {

struct PipeNumbers {
  explicit PipeNumbers(const Program &program) {
    std::array<bool, kNumPipes> isUsed = {};
    auto use = [&](Pipe pipe) { isUsed[static_cast<size_t>(pipe)] = true; };
    for (const Node &node : program.nodes) {
      if (node.kind == NodeKind::Instruction)
        use(node.pipe);
      if (node.kind == NodeKind::Sync) {
        use(node.sync.from);
        use(node.sync.to);
      }
    }
    for (unsigned pipe = 0; pipe < kNumPipes; ++pipe)
      if (isUsed[pipe]) {
        numbers[pipe] = count;
        pipes[count++] = static_cast<Pipe>(pipe);
      }
  }
  /// Of a pipe that the kernel uses.
  unsigned number(Pipe pipe) const {
    return numbers[static_cast<size_t>(pipe)];
  }
  Pipe at(unsigned number) const { return pipes[number]; }

  unsigned count = 0;

private:
  std::array<unsigned, kNumPipes> numbers = {};
  std::array<Pipe, kNumPipes> pipes = {};
};

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_PIPENUMBERS_H
