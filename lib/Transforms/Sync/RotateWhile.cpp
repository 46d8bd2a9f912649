//===- RotateWhile.cpp - conditions without instructions ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RotateWhile.h"

#include "pypto/Dialect/Pto/Pto.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;

bool pypto::hasInstructions(Region &region) {
  return region
      .walk([](Operation *op) {
        return isa<pto::PipeOpInterface, CallOpInterface>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool pypto::needsRotation(Region &region) {
  return region
      .walk([](scf::WhileOp loop) {
        return hasInstructions(loop.getBefore()) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Clones the condition of \p loop for carried values \p inits; returns the
/// test's outcome and what it passes on.
static SmallVector<Value> cloneCondition(OpBuilder &builder, scf::WhileOp loop,
                                         ValueRange inits) {
  IRMapping mapping;
  mapping.map(loop.getBeforeArguments(), inits);
  for (Operation &op : loop.getBeforeBody()->without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> outcome;
  for (Value operand : loop.getConditionOp().getOperands())
    outcome.push_back(mapping.lookupOrDefault(operand));
  return outcome;
}

static void rotate(scf::WhileOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  SmallVector<Value> inits = cloneCondition(builder, loop, loop.getInits());
  auto rotated = scf::WhileOp::create(
      builder, loc, loop.getResultTypes(), inits,
      [&](OpBuilder &nested, Location, ValueRange carried) {
        scf::ConditionOp::create(nested, loc, carried.front(),
                                 carried.drop_front());
      },
      [&](OpBuilder &nested, Location, ValueRange carried) {
        IRMapping mapping;
        mapping.map(loop.getAfterArguments(), carried);
        for (Operation &op : loop.getAfterBody()->without_terminator())
          nested.clone(op, mapping);
        SmallVector<Value> yielded;
        for (Value value : loop.getYieldOp().getOperands())
          yielded.push_back(mapping.lookupOrDefault(value));
        scf::YieldOp::create(nested, loc,
                             cloneCondition(nested, loop, yielded));
      });
  loop.replaceAllUsesWith(rotated.getResults());
  loop.erase();
}

void pypto::rotateWhileLoops(Region &region) {
  // Inner loops first: an outer rotation copies them.
  SmallVector<scf::WhileOp> loops;
  region.walk([&](scf::WhileOp loop) {
    if (hasInstructions(loop.getBefore()))
      loops.push_back(loop);
  });
  for (scf::WhileOp loop : loops)
    rotate(loop);
}
