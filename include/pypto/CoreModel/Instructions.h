//===- Instructions.h - facts of each instruction ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the reference pages: the facts that the model itself computes with.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_COREMODEL_INSTRUCTIONS_H
#define PYPTO_COREMODEL_INSTRUCTIONS_H

#include "pypto/Target/Target.h"
#include <string>
#include <vector>

namespace pypto::coremodel {

/// The cost of one instruction on one chip.
struct InstructionFacts {
  std::string name; ///< mnemonic of the pto dialect, without its prefix
  /// Formula in words; f and r stand for `fixed` and `perRepeat`.
  std::string formula;
  std::string costClass; ///< "binary", "exp", ...
  double fixed = 0, perRepeat = 0;
  std::string source; ///< of the two numbers
  /// True unless formula and numbers are published or follow from published
  /// measurements.
  bool isGuess = false;
  /// The destination may be one of the sources.
  bool inPlace = false;
};

/// All instructions in the order of their names.
std::vector<InstructionFacts>
describeInstructions(const target::Target &target);

} // namespace pypto::coremodel

#endif // PYPTO_COREMODEL_INSTRUCTIONS_H
