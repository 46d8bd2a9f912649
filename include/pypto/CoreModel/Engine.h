//===- Engine.h - executes a decoded program --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The core model without MLIR: a Program in, numbers and cycles out.
//
// One discrete-event simulation covers all cores. The scalar unit of a core
// issues in program order into its pipes; a pipe starts an instruction when it
// is issued, the pipe is free and its flags and barriers allow. Sources are
// sampled at the start, the destination is written at completion; where nothing
// in flight touches the bytes this happens in one step. Transfers to and from
// global memory share L2 and HBM by max-min fairness.
//
// Results depend on the program, arguments and options only.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_COREMODEL_ENGINE_H
#define PYPTO_COREMODEL_ENGINE_H

#include "pypto/CoreModel/Report.h"
#include <memory>

namespace pypto::coremodel {

class Machine;

/// Runs a Program. Keeps the model's memories between runs, so that a warm run
/// allocates nothing. One run at a time per Engine; Engines are independent and
/// may share a Program, which must outlive them.
class Engine {
public:
  explicit Engine(const Program &program);
  ~Engine();
  Engine(const Engine &) = delete;
  Engine &operator=(const Engine &) = delete;

  /// Runs the program's entry. A kernel runs on `options.blocks` blocks; a
  /// control function runs through the task runtime.
  RunResult run(const std::vector<HostArg> &args, const RunOptions &options);

private:
  std::unique_ptr<Machine> machine;
};

} // namespace pypto::coremodel

#endif // PYPTO_COREMODEL_ENGINE_H
