//===- Registration.h - everything a tool or binding registers --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One list for every tool and for the bindings.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_PIPELINES_REGISTRATION_H
#define PYPTO_PIPELINES_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace pypto {

/// The project's dialects and the upstream dialects they are used with.
void registerAllDialects(mlir::DialectRegistry &registry);

/// The project's passes and pipelines, and the upstream passes that kernels
/// are debugged with (canonicalize, cse, symbol-dce, ...).
void registerAllPasses();

} // namespace pypto

#endif // PYPTO_PIPELINES_REGISTRATION_H
