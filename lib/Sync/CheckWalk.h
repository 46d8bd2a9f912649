//===- CheckWalk.h - forward analysis of the checker ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_SYNC_CHECKWALK_H
#define PYPTO_LIB_SYNC_CHECKWALK_H

#include "CheckState.h"
#include "EventTable.h"
#include "Structure.h"
#include "pypto/Sync/Checker.h"

#include <set>

namespace pypto::sync {

class CheckWalk {
public:
  CheckWalk(const Program &program, Arch arch,
            const std::vector<PlacedSync> &added, unsigned limit);
  std::vector<Violation> run();

private:
  // Checker.cpp
  void runBlock(BlockId block, CheckState &state);
  void runNode(NodeId node, CheckState &state);
  void runLoop(NodeId loop, CheckState &state);
  void runBranch(NodeId branch, CheckState &state);
  void runInstruction(NodeId node, CheckState &state);
  void merge(CheckState &into, const CheckState &other, NodeId at);
  void report(Violation violation);
  void happen(size_t pipe, uint32_t event, CheckState &state);
  void runTransfers(NodeId node, CheckState &state);
  void ageTransfers(NodeId loop, CheckState &state) const;
  void leaveTransfers(uint32_t depth, CheckState &state) const;
  bool isUnsafe(NodeId earlier, const Access &first, NodeId later,
                const Access &second, uint32_t age) const;

  // CheckFlags.cpp
  void collectFlags(const SyncInstruction &sync, uint32_t event);
  void runSync(const SyncInstruction &sync, NodeId node, uint32_t added,
               CheckState &state);
  void runSet(const SyncInstruction &sync, Violation violation,
              CheckState &state);
  void runWait(const SyncInstruction &sync, Violation violation,
               CheckState &state);
  uint32_t findUnpassedWait(const SyncInstruction &sync,
                            const CheckState &state) const;
  void enterRotations(NodeId loop, CheckState &state);
  void turnRotations(NodeId loop, CheckState &state);
  void leaveRotations(NodeId loop, CheckState &state);
  void poolRotations(NodeId loop, CheckState &state);
  void takeFromPool(const FlagKey &flag, CheckState &state);
  void knowWhatScalarKnows(CheckState &state);

  const Program &program;
  Arch arch;
  const std::vector<PlacedSync> &added;
  unsigned limit;
  Structure structure;
  EventTable table;
  /// Waits of each flag, in program order.
  std::map<FlagKey, std::vector<uint32_t>> waitsOf;
  /// Flags that take turns in the iterations of a loop.
  std::map<NodeId, std::vector<FlagKey>> rotationsOf;
  std::vector<FlagKey> activeRotations;
  /// What is known at the head of a loop after its last visit.
  std::map<NodeId, CheckState> heads;
  bool isSilent = false;
  std::set<std::tuple<ViolationKind, NodeId, NodeId, FlagKey>> seen;
  std::vector<Violation> violations;
};

FlagKey toFlagKey(const SyncInstruction &sync);
SyncInstruction toFlag(const FlagKey &key);

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_CHECKWALK_H
