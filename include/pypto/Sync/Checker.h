//===- Checker.h - prove that a kernel is synchronised ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SYNC_CHECKER_H
#define PYPTO_SYNC_CHECKER_H

#include "pypto/Sync/Program.h"

namespace pypto::sync {

enum class ViolationKind : uint8_t {
  Unordered,      ///< `later` may run before `earlier` is finished
  DoubleSet,      ///< a flag is set while it may still be set
  WaitWithoutSet, ///< hangs: no set before it on some path
  Unbalanced,     ///< paths disagree on whether a flag is set
  LeftSet,        ///< a flag is still set when the kernel ends
  MixedIds,       ///< an id is used both fixed and in a rotation of a loop
  BadEventId,     ///< outside 0-7
  BadPair,        ///< no flag between these pipes on this architecture
  InFlight,     ///< `later` touches bytes of transfer `earlier`, still running
  TransferLeft, ///< transfer `later` may still run when the kernel ends
};

struct Violation {
  ViolationKind kind = ViolationKind::Unordered;
  /// Unordered: the two instructions. DoubleSet: the last wait, if known, and
  /// the set's anchor. Otherwise `later` is the node concerned, or kNone.
  NodeId earlier = kNone;
  NodeId later = kNone;
  /// Index into the list of added instructions; kNone if `later` is meant.
  uint32_t added = kNone;
  SyncInstruction sync;
  /// Whether `earlier` is an instance of an earlier iteration of a loop around
  /// both.
  bool fromEarlierIteration = false;
};

/// Checks the synchronisation of \p program with \p added put in: every two
/// dependent instructions are ordered on every path, flags are balanced, and no
/// flag can be set twice. Uses nothing of the planner. At most \p limit
/// violations are returned, in program order; none means that the kernel is
/// synchronised.
std::vector<Violation> checkSync(const Program &program, Arch arch,
                                 const std::vector<PlacedSync> &added,
                                 unsigned limit = 16);

/// One sentence, without the names of the nodes.
std::string toString(const Violation &violation);

} // namespace pypto::sync

#endif // PYPTO_SYNC_CHECKER_H
