//===- ToolOptions.h - what tools that read .pto files share ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_TOOLOPTIONS_H
#define PYPTO_DIALECT_PTO_TOOLOPTIONS_H

#include "mlir/Support/LLVM.h"
#include "pypto/Dialect/Pto/TargetArch.h"

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace mlir::pto {

/// Registers the command line option `--pto-arch=a3|a5` and
/// `--pto-level=level1|level2|level3`. Call before the command line is parsed.
void registerToolOptions();

/// The value of `--pto-arch`; nothing when the option was not given.
std::optional<TargetArch> getArchOption();

/// Gives every context made from `registry` the architecture of the option, so
/// that verifiers which run while parsing use it where a module has no
/// `pto.target_arch`. Call after the command line is parsed.
void addArchOption(DialectRegistry &registry);

/// Adds what runs on a file before anything else: `--pto-arch`, if given,
/// replaces the module attribute, `--pto-level` is checked, and a `.pto` file
/// is verified as a whole and linted; so is standard input whose `--pto-arch`
/// is given.
void addInputPasses(OpPassManager &manager, StringRef inputFilename);

} // namespace mlir::pto

#endif // PYPTO_DIALECT_PTO_TOOLOPTIONS_H
