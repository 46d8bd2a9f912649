//===- Stages.h - what holds between the phases -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module goes through the stages in order. Each has a contract that the
// passes of the next phase rely on.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_STAGES_H
#define PYPTO_TRANSFORMS_STAGES_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace pypto {

enum class Stage {
  Tensor,    ///< as the front end writes it; scopes and kernels
  Tile,      ///< outlined; kernels work on tiles
  Placed,    ///< every tile has a memory, every operand is where it must be
  Split,     ///< every kernel has work for one core kind
  Allocated, ///< every tile has a buffer, every buffer an address
  Pto,       ///< kernels are modules of the pto dialect
  Synced,    ///< pto with the synchronisation between pipes
};

/// "tensor", "tile", "placed", "split", "allocated", "pto", "synced".
llvm::StringRef getName(Stage stage);
/// The inverse; nothing for another string.
std::optional<Stage> parseStage(llvm::StringRef name);
/// The names in order, for error messages.
llvm::StringRef getStageNames();

/// Reports (E0620) each place where `module` breaks the contract of `stage`.
mlir::LogicalResult verifyStage(mlir::ModuleOp module, Stage stage);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_STAGES_H
