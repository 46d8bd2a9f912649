//===- CheckFlags.cpp - what flags and barriers say -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flag with a fixed id is one key. Flags that take turns in the iterations of
// a loop are keys relative to the current iteration: the one that is used now,
// in the next iteration, and so on. On entry to the loop, iteration 0, each is
// one of the fixed ids; behind it, any of them may be any.
//
//===----------------------------------------------------------------------===//

#include "CheckWalk.h"
#include "pypto/Sync/Rules.h"

#include <algorithm>

using namespace pypto::sync;

FlagKey pypto::sync::toFlagKey(const SyncInstruction &sync) {
  return {static_cast<uint8_t>(sync.from), static_cast<uint8_t>(sync.to),
          sync.id, sync.idCount, 0};
}

SyncInstruction pypto::sync::toFlag(const FlagKey &key) {
  SyncInstruction sync{SyncKind::Set, static_cast<Pipe>(key.from),
                       static_cast<Pipe>(key.to), key.id};
  sync.idCount = key.idCount;
  return sync;
}

static bool shareAnId(const FlagKey &a, const FlagKey &b) {
  return a.from == b.from && a.to == b.to && a.id < b.id + b.idCount &&
         b.id < a.id + a.idCount;
}

static FlagKey fixedKey(const FlagKey &rotation, unsigned n) {
  FlagKey key = rotation;
  key.id = static_cast<uint8_t>(rotation.id + n);
  key.idCount = 1;
  key.ahead = 0;
  return key;
}

static FlagKey aheadKey(const FlagKey &rotation, unsigned ahead) {
  FlagKey key = rotation;
  key.ahead = static_cast<uint8_t>(ahead);
  return key;
}

void CheckWalk::collectFlags(const SyncInstruction &sync, uint32_t event) {
  if (sync.kind != SyncKind::Set && sync.kind != SyncKind::Wait)
    return;
  FlagKey key = toFlagKey(sync);
  if (sync.kind == SyncKind::Wait)
    waitsOf[key].push_back(event);
  if (!sync.isRotating())
    return;
  structure.tellApart(sync.loop, sync.idCount);
  std::vector<FlagKey> &rotations = rotationsOf[sync.loop];
  if (std::find(rotations.begin(), rotations.end(), key) == rotations.end())
    rotations.push_back(key);
}

void CheckWalk::runSync(const SyncInstruction &sync, NodeId node,
                        uint32_t addedIndex, CheckState &state) {
  size_t from = static_cast<size_t>(sync.from);
  if (sync.kind == SyncKind::BarrierAll)
    return state.forEach([](Unfinished &sets) {
      for (EventSet &set : sets)
        set.clear();
    });
  if (sync.kind == SyncKind::Barrier)
    return state.pipes[from][from].clear();
  Violation violation{ViolationKind::Unordered, kNone, node, addedIndex, sync};
  auto fail = [&](ViolationKind kind) {
    violation.kind = kind;
    report(violation);
  };
  if (sync.id + sync.idCount > kNumEventIds)
    return fail(ViolationKind::BadEventId);
  if (!isLegalFlag(arch, sync.from, sync.to))
    return fail(ViolationKind::BadPair);
  FlagKey key = toFlagKey(sync);
  for (const FlagKey &active : activeRotations)
    if (!(active == key) && shareAnId(active, key))
      return fail(ViolationKind::MixedIds);
  if (sync.kind == SyncKind::Set)
    runSet(sync, violation, state);
  else
    runWait(sync, violation, state);
}

/// A wait for an id of \p sync that may not have passed when it is set; kNone
/// if there is none.
uint32_t CheckWalk::findUnpassedWait(const SyncInstruction &sync,
                                     const CheckState &state) const {
  FlagKey key = toFlagKey(sync);
  const SpanList &unfinished = state.pipes[key.from][key.to].list();
  for (const auto &[other, events] : waitsOf) {
    if (!shareAnId(key, other))
      continue;
    for (const Span &span : unfinished) {
      // The same turn comes again only after all ids have been used.
      bool isOtherTurn =
          sync.isRotating() && other == key && span.tag != 0 &&
          tagDepth(span.tag) == structure.depthTag(sync.loop) &&
          tagDistance(span.tag) < structure.largestDistance(sync.loop) &&
          tagDistance(span.tag) % sync.idCount != 0;
      if (isOtherTurn)
        continue;
      auto it = std::lower_bound(events.begin(), events.end(), span.begin);
      if (it != events.end() && *it < span.end)
        return *it;
    }
  }
  return kNone;
}

void CheckWalk::runSet(const SyncInstruction &sync, Violation violation,
                       CheckState &state) {
  FlagKey key = toFlagKey(sync);
  violation.kind = ViolationKind::DoubleSet;
  uint32_t wait = isSilent ? kNone : findUnpassedWait(sync, state);
  if (wait != kNone)
    violation.earlier = table.nodeOf(key.to, wait);
  if (wait != kNone || state.flags.count(key))
    report(violation);
  for (auto it = state.pools.begin(); it != state.pools.end();)
    it = shareAnId(it->first, key) ? state.pools.erase(it) : std::next(it);
  Unfinished carried = state.pipes[key.from];
  carried[key.from].clear();
  state.flags[key] = std::move(carried);
}

void CheckWalk::runWait(const SyncInstruction &sync, Violation violation,
                        CheckState &state) {
  FlagKey key = toFlagKey(sync);
  auto flag = state.flags.find(key);
  if (flag == state.flags.end()) {
    violation.kind = ViolationKind::WaitWithoutSet;
    return report(violation);
  }
  for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
    state.pipes[key.to][pipe].intersect(flag->second[pipe]);
  takeFromPool(key, state);
  if (sync.to == Pipe::S)
    knowWhatScalarKnows(state);
  state.flags.erase(flag);
  uint32_t event = violation.added == kNone ? table.ofNode(violation.later)
                                            : table.ofAdded(violation.added);
  if (sync.to != Pipe::S)
    return happen(key.to, event, state);
  // Whatever is issued later knows that this wait has passed.
  for (auto &[other, carried] : state.flags)
    carried[key.to].happen(event);
}

/// The scalar unit issues everything: what it has waited for, later
/// instructions of any pipe may rely on. Its own work is not over by having
/// been issued first, unless a flag that has come back says so.
void CheckWalk::knowWhatScalarKnows(CheckState &state) {
  const size_t scalar = static_cast<size_t>(Pipe::S);
  for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
    for (size_t source = 0; source < kNumPipes && pipe != scalar; ++source)
      state.pipes[pipe][source].intersect(state.pipes[scalar][source]);
}

void CheckWalk::enterRotations(NodeId loop, CheckState &state) {
  auto rotations = rotationsOf.find(loop);
  if (rotations == rotationsOf.end())
    return;
  for (const FlagKey &rotation : rotations->second) {
    activeRotations.push_back(rotation);
    for (unsigned n = 0; n < rotation.idCount; ++n) {
      auto fixed = state.flags.find(fixedKey(rotation, n));
      if (fixed == state.flags.end())
        continue;
      state.flags[aheadKey(rotation, n)] = std::move(fixed->second);
      state.flags.erase(fixed);
    }
  }
}

/// One iteration later, the next flag of each rotation has its turn.
void CheckWalk::turnRotations(NodeId loop, CheckState &state) {
  auto rotations = rotationsOf.find(loop);
  if (rotations == rotationsOf.end())
    return;
  for (const FlagKey &rotation : rotations->second) {
    std::map<FlagKey, Unfinished> turned;
    for (unsigned ahead = 0; ahead < rotation.idCount; ++ahead) {
      auto it = state.flags.find(aheadKey(rotation, ahead));
      if (it == state.flags.end())
        continue;
      unsigned next = (ahead + rotation.idCount - 1) % rotation.idCount;
      turned.emplace(aheadKey(rotation, next), std::move(it->second));
      state.flags.erase(it);
    }
    state.flags.merge(turned);
  }
}

void CheckWalk::leaveRotations(NodeId loop, CheckState &state) {
  auto rotations = rotationsOf.find(loop);
  if (rotations == rotationsOf.end())
    return;
  for (const FlagKey &rotation : rotations->second) {
    activeRotations.pop_back();
    Unfinished any, all;
    unsigned inFlight = 0;
    for (unsigned ahead = 0; ahead < rotation.idCount; ++ahead) {
      auto it = state.flags.find(aheadKey(rotation, ahead));
      if (it == state.flags.end())
        continue;
      for (size_t pipe = 0; pipe < kNumPipes; ++pipe) {
        any[pipe].unite(it->second[pipe]);
        if (inFlight == 0)
          all[pipe] = it->second[pipe];
        else
          all[pipe].intersect(it->second[pipe]);
      }
      state.flags.erase(it);
      ++inFlight;
    }
    if (inFlight == 0)
      continue;
    // How often the loop has run decides which ones are set.
    if (inFlight < rotation.idCount) {
      Violation violation;
      violation.kind = ViolationKind::Unbalanced;
      violation.later = loop;
      violation.sync = toFlag(rotation);
      report(violation);
      continue;
    }
    for (unsigned n = 0; n < rotation.idCount; ++n)
      state.flags[fixedKey(rotation, n)] = any;
    state.pools[aheadKey(rotation, (1u << rotation.idCount) - 1)] =
        std::move(all);
  }
}

/// As leaveRotations, where the loop has not run at all.
void CheckWalk::poolRotations(NodeId loop, CheckState &state) {
  auto rotations = rotationsOf.find(loop);
  if (rotations == rotationsOf.end())
    return;
  for (const FlagKey &rotation : rotations->second) {
    Unfinished all;
    unsigned inFlight = 0;
    for (unsigned n = 0; n < rotation.idCount; ++n) {
      auto it = state.flags.find(fixedKey(rotation, n));
      if (it == state.flags.end())
        continue;
      for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
        if (inFlight == 0)
          all[pipe] = it->second[pipe];
        else
          all[pipe].intersect(it->second[pipe]);
      ++inFlight;
    }
    if (inFlight == rotation.idCount)
      state.pools[aheadKey(rotation, (1u << rotation.idCount) - 1)] =
          std::move(all);
  }
}

/// \p flag has been waited for: once no other is left, all have been.
void CheckWalk::takeFromPool(const FlagKey &flag, CheckState &state) {
  for (auto it = state.pools.begin(); it != state.pools.end();) {
    FlagKey key = it->first;
    if (flag.idCount != 1 || !shareAnId(key, flag)) {
      ++it;
      continue;
    }
    Unfinished all = std::move(it->second);
    it = state.pools.erase(it);
    key.ahead &= static_cast<uint8_t>(~(1u << (flag.id - key.id)));
    if (key.ahead != 0) {
      state.pools.emplace(key, std::move(all));
      continue;
    }
    for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
      state.pipes[flag.to][pipe].intersect(all[pipe]);
  }
}
