//===- Run.h - from IR to numbers and cycles --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   auto program = pypto::coremodel::decode(module, "", target);
//   RunResult result = (*program)->run(args, options);
//
// Two kinds of entry:
//  * a kernel (a function of a `pto` module): it runs on `options.blocks`
//    blocks; pointer parameters take buffers, others scalars;
//  * a control function (an ordinary function with `pypto.task.submit`): the
//    task runtime executes it; `!pypto.tensor` parameters take buffers.
//
// Decoding is done once; a decoded program is immutable and runs any number of
// times, from several threads at once.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_COREMODEL_RUN_H
#define PYPTO_COREMODEL_RUN_H

#include "mlir/IR/BuiltinOps.h"
#include "pypto/CoreModel/Engine.h"
#include <mutex>

namespace pypto::coremodel {

class DecodedProgram {
public:
  explicit DecodedProgram(std::unique_ptr<Program> program);

  /// Runs the entry. Arguments in the order of its parameters; buffers hold
  /// contiguous row-major elements of the parameter's type. Buffers are
  /// written only when the whole run succeeds, and only where the program
  /// stored something. Thread safe.
  RunResult run(const std::vector<HostArg> &args,
                const RunOptions &options = {}) const;

  const Program &program() const { return *decoded; }
  const Function &entry() const {
    return decoded->functions[static_cast<size_t>(decoded->entry)];
  }

private:
  std::unique_ptr<Program> decoded;
  // Engines keep their memories; one per thread that runs at the same time.
  mutable std::mutex mutex;
  mutable std::vector<std::unique_ptr<Engine>> idle;
};

/// Decodes `entry` of `module` and what it calls or launches for `target`.
/// An empty name selects the control function if there is one (a function that
/// submits tasks), else the function with `pto.entry`, else the only function.
/// On failure errors with codes PYPTO-E08xx have been emitted at the operations
/// that cannot be executed.
mlir::FailureOr<std::shared_ptr<const DecodedProgram>>
decode(mlir::ModuleOp module, llvm::StringRef entry,
       const target::Target &target);

/// The target that the module names (`pypto.arch`, `pto.target_arch`), 910B
/// when it names none.
const target::Target &targetOf(mlir::ModuleOp module);

} // namespace pypto::coremodel

#endif // PYPTO_COREMODEL_RUN_H
