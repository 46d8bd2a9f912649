//===- Rules.h - which orders the hardware keeps by itself ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each pipe starts its instructions in issue order, but a later one may read
// before an earlier one has written. Only some pipes have an interlock.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_SYNC_RULES_H
#define PYPTO_SYNC_RULES_H

#include "pypto/Sync/Program.h"

namespace pypto::sync {

/// Number of event ids of an ordered pair of pipes (910B and 950 alike).
inline constexpr unsigned kNumEventIds = 8;

/// Whether an instruction of \p pipe may touch bytes that an earlier
/// instruction of the same pipe has not finished writing, so that a barrier is
/// needed between dependent ones.
///
/// A2/A3: V, MTE2, MTE3. A5: MTE2, MTE3; V keeps its order. S is in order by
/// nature. M, MTE1 and FIX are in order but for the case below. A write after a
/// read needs nothing on any pipe: sources are read when an instruction starts.
bool needsBarrierAfterWrite(Arch arch, Pipe pipe);

/// Matrix instructions that accumulate in the same L0C tile of (m x n) elements
/// need a barrier on M when the tile has fewer than ten fractals of 16 x 16:
/// the second instruction then reads the sum before the first has stored it.
/// A5 keeps that order itself.
bool isShortAccumulation(Arch arch, int64_t m, int64_t n);

/// Whether flags from \p from to \p to exist on \p arch. A core has either the
/// cube pipes or the vector pipe, so that V never meets M, MTE1 or FIX on
/// A2/A3; S, MTE2 and MTE3 exist in both.
bool isLegalFlag(Arch arch, Pipe from, Pipe to);

} // namespace pypto::sync

#endif // PYPTO_SYNC_RULES_H
