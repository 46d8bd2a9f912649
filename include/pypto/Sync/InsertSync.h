//===- InsertSync.h - choose the synchronisation of a kernel ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SYNC_INSERTSYNC_H
#define PYPTO_SYNC_INSERTSYNC_H

#include "pypto/Sync/Program.h"

namespace pypto::sync {

struct InsertSyncOptions {
  Arch arch = Arch::A2A3;
  /// Event ids that may be used per ordered pair of pipes: 0 up to this, at
  /// most 8.
  unsigned eventIds = 8;
};

/// What the planner had to give up, for the user.
struct SyncRemark {
  NodeId node = kNone;
  std::string text;
};

struct SyncPlan {
  std::vector<PlacedSync> instructions;
  std::vector<SyncRemark> remarks;

  /// Pairs of a set and the waits that belong to it (a flag that crosses a
  /// loop's back edge counts once).
  unsigned flagPairs = 0;
  unsigned pipeBarriers = 0;
  unsigned allBarriers = 0;
  /// Places where two pipes wait for each other because ids ran out.
  unsigned handshakes = 0;
  /// Highest event id used by any pair of pipes, plus one.
  unsigned idsUsed = 0;
  /// Flags that were found to be implied by others and removed again.
  unsigned removedPairs = 0;
  /// Flags and barriers of which it was not found out whether others imply
  /// them: that would have taken too long.
  unsigned untried = 0;
  /// Flags that were joined with another one because ids ran out.
  unsigned mergedPairs = 0;
  /// Flags that are set anew for each run of an inner loop because ids ran out.
  unsigned loweredPairs = 0;
  /// Event ids saved by letting fewer iterations of a rotating buffer overlap.
  unsigned narrowed = 0;
  /// Flags added only so that an event id can be used again safely.
  unsigned throttlePairs = 0;
};

/// Chooses set/wait pairs and barriers such that every two instructions that
/// depend on each other through memory are ordered on every path, and no event
/// id is set again before its last set has been waited for. Synchronisation
/// already in \p program is taken into account and its ids are not used.
/// Deterministic; time is near linear in the size of the program.
///
/// A set is placed right after the producer and a wait right before the
/// consumer, moved out of branches and loops that contain only one of the two.
/// A dependence from one iteration to a later one becomes a flag that is set
/// before the loop, waited for before the consumer, set again after the
/// producer, and waited for after the loop.
SyncPlan insertSync(const Program &program, const InsertSyncOptions &options);

} // namespace pypto::sync

#endif // PYPTO_SYNC_INSERTSYNC_H
