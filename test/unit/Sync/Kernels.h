//===- Kernels.h - short way to write kernels in tests ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TEST_UNIT_SYNC_KERNELS_H
#define PYPTO_TEST_UNIT_SYNC_KERNELS_H

#include "pypto/Sync/Program.h"

#include <initializer_list>

namespace pypto::sync::test {

/// Buffers are memories of their own, named by a number.
struct Kernel {
  Program program;
  BlockId block = Program::body();

  NodeId op(Pipe pipe, std::initializer_list<uint32_t> reads,
            std::initializer_list<uint32_t> writes) {
    std::vector<Access> accesses;
    for (uint32_t memory : reads)
      accesses.push_back({memory, 0, kUnbounded, false, kNone});
    for (uint32_t memory : writes)
      accesses.push_back({memory, 0, kUnbounded, true, kNone});
    return program.addInstruction(block, pipe, std::move(accesses));
  }
  /// A buffer in memory \p memory of \p slots slots that the iterations of
  /// \p loop use in turns, iteration 0 the one with number \p first.
  Access slot(uint32_t memory, NodeId loop, unsigned slots, bool isWrite,
              unsigned first = 0) {
    Rotation rotation{loop, {}, 64};
    for (unsigned n = 0; n < slots; ++n)
      rotation.begins.push_back(64 * ((n + first) % slots));
    Access access{memory, 0, 64 * int64_t(slots), isWrite, kNone};
    access.rotation = static_cast<uint32_t>(program.rotations.size());
    program.rotations.push_back(std::move(rotation));
    return access;
  }
  /// The node that the next loop will be.
  NodeId nextNode() const { return static_cast<NodeId>(program.nodes.size()); }
  static Access whole(uint32_t memory, bool isWrite) {
    return {memory, 0, kUnbounded, isWrite, kNone};
  }
  template <typename Fn> NodeId loop(Fn body, bool mayRunZeroTimes = true) {
    NodeId node = program.addLoop(block, mayRunZeroTimes);
    in(program.nodes[node].blocks[0], body);
    return node;
  }
  template <typename Then, typename Else>
  NodeId branch(Then thenBody, Else elseBody) {
    NodeId node = program.addBranch(block, 2);
    in(program.nodes[node].blocks[0], thenBody);
    in(program.nodes[node].blocks[1], elseBody);
    return node;
  }
  template <typename Then> NodeId branch(Then body) {
    return branch(body, [] {});
  }
  void sync(SyncInstruction instruction) {
    program.addSync(block, instruction);
  }

private:
  template <typename Fn> void in(BlockId inner, Fn body) {
    BlockId outer = block;
    block = inner;
    body();
    block = outer;
  }
};

} // namespace pypto::sync::test

#endif // PYPTO_TEST_UNIT_SYNC_KERNELS_H
