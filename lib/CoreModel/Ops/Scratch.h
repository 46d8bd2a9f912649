//===- Scratch.h - what instructions write of scratch tiles -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes, by the formulas of pto-isa. For the rows of the operation table;
// instructions that the 950 has without scratch need none there.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_OPS_SCRATCH_H
#define PYPTO_LIB_COREMODEL_OPS_SCRATCH_H

#include "../Engine/ExecInst.h"

namespace pypto::coremodel {

using ScratchRule = int64_t(const ExecInst &inst, const target::Target &target);

/// As much as the result has (910B).
ScratchRule scratchLikeResult;
/// A row of the result, and two elements for each 64 of it (910B).
ScratchRule scratchOfRemainder;
/// A bit for each element, and one more row of them (910B).
ScratchRule scratchOfPrelu;
/// A block, for the address of the mask (910B).
ScratchRule scratchOfSelect;
/// The source with its rows filled up to whole steps (910B).
ScratchRule scratchOfTranspose;
/// One repeat for each row of the source, or the row if that is less (910B).
ScratchRule scratchOfRowReduction;
/// Sums of the first pairs of rows.
ScratchRule scratchOfColumnTree;

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_OPS_SCRATCH_H
