//===- GlobalWindow.h - elements of a window of global memory ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_COREMODEL_OPS_GLOBALWINDOW_H
#define PYPTO_LIB_COREMODEL_OPS_GLOBALWINDOW_H

#include "OpTable.h"

namespace pypto::coremodel {

/// Number of elements.
inline int64_t count(const GmRef &gm) {
  return gm.size[0] * gm.size[1] * gm.size[2] * gm.size[3] * gm.size[4];
}

/// Element `i` in row-major order.
inline uint8_t *gmElement(const GmRef &gm, int64_t i) {
  int64_t offset = 0;
  for (int d = 4; d >= 0; --d) {
    offset += (i % gm.size[d]) * gm.stride[d];
    i /= gm.size[d];
  }
  return gm.data + offset * sizeOf(gm.desc->type);
}

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_OPS_GLOBALWINDOW_H
