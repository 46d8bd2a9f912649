//===- LoadHistory.h - which global bytes a block has loaded ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_COREMODEL_ENGINE_LOADHISTORY_H
#define PYPTO_LIB_COREMODEL_ENGINE_LOADHISTORY_H

#include "ExecInst.h"
#include <array>
#include <map>
#include <set>

namespace pypto::coremodel {

/// Global bytes that one block has loaded into one memory so far. Loading them
/// a second time is traffic that a tile kept on chip would save.
class LoadHistory {
public:
  /// Records the load of the window `ref`; returns how many of its bytes were
  /// loaded before.
  uint64_t add(const GmRef &ref);
  void clear();

private:
  uint64_t addRun(uint64_t lo, uint64_t hi);

  /// Windows seen before in whole: address, sizes, strides.
  std::set<std::array<int64_t, 11>> windows;
  /// Disjoint ranges that do not touch, from begin to end.
  std::map<uint64_t, uint64_t> ranges;
};

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_ENGINE_LOADHISTORY_H
