//===- Executions.h - how often an operation runs ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_UTILS_EXECUTIONS_H
#define PYPTO_TRANSFORMS_UTILS_EXECUTIONS_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace pypto {

/// Iterations of a counted loop with constant bounds; none for any other.
std::optional<int64_t> getTripCount(mlir::Operation *loop);

/// How often `op` runs in one run of its function: the product of the
/// iterations of the loops around it. A loop without a known count is taken to
/// run 8 times, a guess. At most a million, so that sums stay small.
int64_t estimateExecutions(mlir::Operation *op);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_UTILS_EXECUTIONS_H
