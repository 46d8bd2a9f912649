//===- GmRuns.h - the contiguous parts of a global window -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_COREMODEL_ENGINE_GMRUNS_H
#define PYPTO_LIB_COREMODEL_ENGINE_GMRUNS_H

#include "ExecInst.h"

namespace pypto::coremodel {

/// Calls `visit(lo, hi)` for each contiguous run of bytes of `ref`; runs that
/// follow each other without a gap are one.
template <typename Visit> void forEachRun(const GmRef &ref, Visit visit) {
  int64_t element = sizeOf(ref.desc->type);
  // The dimension of stride one is the run; without one every element is.
  int inner = 4;
  while (inner >= 0 && !(ref.stride[inner] == 1 && ref.size[inner] > 1))
    --inner;
  if (inner < 0)
    inner = 4;
  int64_t run = ref.stride[inner] == 1 ? ref.size[inner] : 1;
  int64_t loopSize[5], loopStride[5];
  int loops = 0;
  bool merging = true;
  for (int d = 4; d >= 0; --d) {
    if (ref.size[d] == 0)
      return;
    if (ref.size[d] == 1 || (d == inner && ref.stride[inner] == 1))
      continue;
    if (merging && ref.stride[d] == run) {
      run *= ref.size[d];
      continue;
    }
    merging = false;
    loopSize[loops] = ref.size[d];
    loopStride[loops++] = ref.stride[d];
  }
  int64_t index[5] = {};
  int64_t offset = 0;
  for (;;) {
    uint64_t lo = ref.addr + static_cast<uint64_t>(offset * element);
    visit(lo, lo + static_cast<uint64_t>(run * element));
    int d = 0;
    for (; d < loops; ++d) {
      offset += loopStride[d];
      if (++index[d] < loopSize[d])
        break;
      offset -= loopStride[d] * loopSize[d];
      index[d] = 0;
    }
    if (d == loops)
      return;
  }
}

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_ENGINE_GMRUNS_H
