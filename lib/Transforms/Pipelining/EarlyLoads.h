//===- EarlyLoads.h - loads move to the start of a block --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_PIPELINING_EARLYLOADS_H
#define PYPTO_TRANSFORMS_PIPELINING_EARLYLOADS_H

#include "Utils/TensorWrites.h"

namespace pypto {

/// Moves loads of `block` up to its start, with what their operands are
/// computed from, unless an operation before them may write what they read or
/// has effects that are not known. With `copies`, copies into the memories of
/// the cube's operands move up as well. Returns how many operations moved.
/// `tensors` are the aliases of `kernel` as it is now. Linear in the
/// block and its operands, but for the tensors that are written.
unsigned moveLoadsUp(mlir::Block &block, bool copies, mlir::func::FuncOp kernel,
                     const ParameterPairs &aliased, TensorAliases &tensors);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_PIPELINING_EARLYLOADS_H
