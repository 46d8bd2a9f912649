//===- Conflict.h - whether two accesses may touch one byte -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_SYNC_CONFLICT_H
#define PYPTO_LIB_SYNC_CONFLICT_H

#include "Structure.h"

namespace pypto::sync {

/// Whether \p earlier and \p later may touch a common byte, where the instance
/// of `earlier` is the one that \p tag says. Does not look at the direction of
/// the accesses.
bool mayOverlap(const Program &program, const Structure &structure,
                NodeId earlierNode, const Access &earlier, NodeId laterNode,
                const Access &later, uint32_t tag);

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_CONFLICT_H
