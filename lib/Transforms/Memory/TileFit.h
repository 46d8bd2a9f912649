//===- TileFit.h - whether the tiles of a kernel fit ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_MEMORY_TILEFIT_H
#define PYPTO_TRANSFORMS_MEMORY_TILEFIT_H

#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Target/Target.h"

namespace pypto {

/// True if the tiles of `kernel` that are placed in `space` fit there as the IR
/// is now: each with the views of it and its updates in place in one buffer,
/// laid out by the allocator's fast planner. An estimate before buffers exist:
/// copies that control flow needs are not counted, nor that a result may take
/// an operand's buffer.
bool tilesFit(mlir::func::FuncOp kernel, mlir::pypto::MemorySpace space,
              const target::Target &target);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MEMORY_TILEFIT_H
