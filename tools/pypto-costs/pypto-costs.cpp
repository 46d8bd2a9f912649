//===- pypto-costs.cpp - costs of all instructions as JSON ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/CoreModel/Instructions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/WithColor.h"

using namespace pypto;

static llvm::cl::opt<std::string>
    chip("target", llvm::cl::desc("910B (the default) or 950"),
         llvm::cl::init("910B"));

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(
      argc, argv,
      "Prints the cycle formula of each instruction, with the numbers of a "
      "chip and their sources, as JSON\n");
  const target::Target *target = target::Target::find(chip);
  if (!target) {
    llvm::WithColor::error()
        << "unknown target '" << chip
        << "'; accepted: " << target::acceptedPlatforms().data() << '\n';
    return 1;
  }
  llvm::json::OStream json(llvm::outs(), 1);
  json.array([&] {
    for (const coremodel::InstructionFacts &fact :
         coremodel::describeInstructions(*target))
      json.object([&] {
        json.attribute("name", fact.name);
        json.attribute("formula", fact.formula);
        json.attribute("class", fact.costClass);
        json.attribute("fixed", fact.fixed);
        json.attribute("perRepeat", fact.perRepeat);
        json.attribute("source", fact.source);
        json.attribute("guess", fact.isGuess);
        json.attribute("inPlace", fact.inPlace);
      });
  });
  llvm::outs() << '\n';
  return 0;
}
