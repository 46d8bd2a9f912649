//===- InPlaceTest.cpp - one rule of results that overwrite a source ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles share buffers by the traits of the tile operations; the core model
// refuses a result that overwrites a source by its table of instructions. What
// the compiler shares has to be what the model accepts on every chip.
//
//===----------------------------------------------------------------------===//

#include "PyptoToPto/InstructionNames.h"
#include "pypto/CoreModel/Instructions.h"
#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Dialect/Pypto/PyptoTraits.h"
#include "pypto/Target/Target.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringMap.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::pypto;
namespace target = ::pypto::target;

/// By name of the pto operation: whether a result may be a source on all chips.
static llvm::StringMap<bool> getRules() {
  llvm::StringMap<bool> rules;
  for (target::Arch arch : {target::Arch::A2A3, target::Arch::A5})
    for (const auto &fact :
         ::pypto::coremodel::describeInstructions(target::Target::get(arch))) {
      auto [it, isNew] = rules.try_emplace("pto." + fact.name, true);
      it->second &= fact.inPlace;
    }
  return rules;
}

template <typename... OpTs> static bool isOneOf(OperationName name) {
  return ((name.getStringRef() == OpTs::getOperationName()) || ...);
}

/// Operations that say so operand by operand, or have no source.
static bool isMoreThanATrait(OperationName name) {
  return name.hasTrait<RowReductionShapes>() ||
         name.hasTrait<ColReductionShapes>() ||
         name.hasTrait<RowExpandShapes>() || name.hasTrait<ColExpandShapes>() ||
         name.hasTrait<CastShapes>() || name.hasTrait<SelectShapes>() ||
         isOneOf<TileTransposeOp, TileExtractOp, TileFillpadOp, TileRandomOp>(
             name);
}

/// The language forbids what the instruction does.
static bool isStricter(OperationName name) {
  return isOneOf<TileFmodOp, TileFmodsOp, TileRsqrtOp, TileRsqrtPreciseOp>(
      name);
}

TEST(InPlaceTest, TilesAreSharedOnlyWhereTheModelAccepts) {
  MLIRContext context;
  context.loadDialect<PyptoDialect>();
  llvm::StringMap<bool> rules = getRules();
  unsigned compared = 0;
  for (RegisteredOperationName name :
       context.getRegisteredOperationsByDialect("pypto")) {
    StringRef instruction = ::pypto::getInstructionName(name.getStringRef());
    auto rule = rules.find(instruction);
    if (rule == rules.end() || isMoreThanATrait(name))
      continue;
    ++compared;
    bool isApart = name.hasTrait<OutOfPlace>();
    EXPECT_EQ(isApart, !rule->second || isStricter(name))
        << name.getStringRef().str() << " is " << instruction.str();
  }
  EXPECT_GT(compared, 40u);
}
