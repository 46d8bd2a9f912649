//===- Extents.h - what decides how far an instruction reaches --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows and columns that an instruction reaches of its tiles follow from
// their valid extents and its integer operands. Most instructions have the same
// ones at every execution: what was found out for them once holds again.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_ENGINE_EXTENTS_H
#define PYPTO_LIB_COREMODEL_ENGINE_EXTENTS_H

#include "ExecInst.h"

namespace pypto::coremodel {

/// Those of the latest execution of one instruction.
class Extents {
public:
  bool areOf(const ExecInst &e) const {
    if (!known || e.inst->fixedExtents)
      return known;
    for (unsigned i = 0; i < e.inst->numTiles; ++i)
      if (e.tile[i].validRows != rows[i] || e.tile[i].validCols != cols[i])
        return false;
    for (unsigned i = 0; i < e.inst->numScalars; ++i)
      if (!e.inst->scalar[i].isFloat && e.scalar[i].i != scalar[i])
        return false;
    return true;
  }

  void take(const ExecInst &e) {
    known = true;
    for (unsigned i = 0; i < e.inst->numTiles; ++i) {
      rows[i] = e.tile[i].validRows;
      cols[i] = e.tile[i].validCols;
    }
    for (unsigned i = 0; i < e.inst->numScalars; ++i)
      if (!e.inst->scalar[i].isFloat)
        scalar[i] = e.scalar[i].i;
  }

private:
  bool known = false;
  int32_t rows[kMaxTiles] = {}, cols[kMaxTiles] = {};
  int64_t scalar[kMaxScalars] = {};
};

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_ENGINE_EXTENTS_H
