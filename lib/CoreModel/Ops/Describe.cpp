//===- Describe.cpp - the model's facts for the reference pages -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Engine/ExecInst.h"
#include "pypto/CoreModel/Instructions.h"

namespace pypto::coremodel {

std::vector<InstructionFacts> describeInstructions(const target::Target &t) {
  std::vector<InstructionFacts> facts;
  for (size_t i = 0; i < numOps(); ++i) {
    const OpInfo &op = getOp(i);
    CostNumbers numbers = op.cost.numbers(t, op.cls);
    InstructionFacts fact;
    fact.name = op.name;
    fact.formula = op.cost.formula;
    fact.costClass = target::toString(op.cls);
    fact.fixed = numbers.fixed;
    fact.perRepeat = numbers.perRepeat;
    fact.source = numbers.fixed.source;
    if (fact.source != numbers.perRepeat.source)
      fact.source += std::string("; ") + numbers.perRepeat.source;
    auto isGuess = [](const target::Sourced<double> &number) {
      return number.confidence == target::Confidence::Guess;
    };
    fact.isGuess = !op.cost.isPublished || isGuess(numbers.fixed) ||
                   isGuess(numbers.perRepeat);
    fact.inPlace = op.canShare(t);
    facts.push_back(std::move(fact));
  }
  return facts;
}

} // namespace pypto::coremodel
