//===- OrderTaskReads.cpp - writers wait for readers ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Utils/FlowEdges.h"
#include "Utils/TensorAliases.h"
#include "pypto/Transforms/Tasks/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace pypto {
#define GEN_PASS_DEF_ORDERTASKREADS
#include "pypto/Transforms/Tasks/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// A task takes a tensor, or its predicate reads an element of it.
struct Use {
  TaskSubmitOp submit;
  std::optional<unsigned> argument;
  Direction direction;
};

/// What is one memory, as far as one can tell, and the tasks that take it, in
/// the order of the program.
struct Memory {
  SmallVector<Value, 1> tensors;
  SmallVector<Use> uses;
  /// Loops of whose iterations some write it.
  SmallPtrSet<Operation *, 4> writingLoops;
};

/// The tensors of one function of the control plane.
class Orderer {
public:
  Orderer(func::FuncOp func, SymbolTable &symbols)
      : func(func), symbols(symbols), aliases(func) {}

  void run();
  unsigned getNumDependencies() const { return numDependencies; }
  unsigned getNumInOut() const { return numInOut; }

private:
  void collect(TaskSubmitOp submit);
  void order(Memory &memory);
  bool isOverwrittenByNextIteration(const Memory &memory, Operation *reader);
  void makeInOut(const Use &use);
  void addDependencies();

  func::FuncOp func;
  SymbolTable &symbols;
  ::pypto::TensorAliases aliases;
  /// Tensors among which control flow chooses are one memory.
  llvm::EquivalenceClasses<void *> classes;
  llvm::MapVector<void *, Memory> memories;
  /// The readers of which a task must wait.
  llvm::MapVector<Operation *, llvm::SmallSetVector<Value, 4>> readers;
  unsigned numDependencies = 0, numInOut = 0;
};
} // namespace

static Direction getArgumentDirection(TaskSubmitOp submit, func::FuncOp callee,
                                      unsigned argument) {
  if (auto directions = submit.getDirections())
    return cast<DirectionAttr>((*directions)[argument]).getValue();
  return callee ? getDirection(callee, argument) : Direction::InOut;
}

static bool isManual(Operation *op) {
  for (auto scope = op->getParentOfType<RuntimeScopeOp>(); scope;
       scope = scope->getParentOfType<RuntimeScopeOp>())
    if (scope.getMode() == ScopeMode::MANUAL)
      return true;
  return false;
}

/// Calls `visit` for each loop around `op` whose iterations follow each other.
static void forEachSequentialLoop(Operation *op,
                                  function_ref<void(Operation *)> visit) {
  for (Operation *parent = op->getParentOp();
       parent && !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp()) {
    if (!isa<LoopLikeOpInterface>(parent))
      continue;
    auto kind = parent->getAttrOfType<LoopKindAttr>(kLoopAttrName);
    if (!kind || kind.getValue() != LoopKind::Parallel)
      visit(parent);
  }
}

/// True if both are in different branches of one operation.
static bool areExclusive(Operation *a, Operation *b) {
  for (Operation *parent = a->getParentOp(); parent;
       a = parent, parent = parent->getParentOp()) {
    Operation *other = parent->isAncestor(b) ? b : nullptr;
    if (!other)
      continue;
    while (other->getParentOp() != parent)
      other = other->getParentOp();
    return isa<scf::IfOp>(parent) &&
           a->getParentRegion() != other->getParentRegion();
  }
  return false;
}

void Orderer::collect(TaskSubmitOp submit) {
  if (isManual(submit))
    return;
  auto callee = symbols.lookup<func::FuncOp>(
      submit.getCallee().getRootReference().getValue());
  if (Value predicate = submit.getPredicate()) {
    Value tensor = aliases.getMemory(predicate);
    void *leader = classes.getOrInsertLeaderValue(tensor.getAsOpaquePointer());
    memories[leader].uses.push_back({submit, std::nullopt, Direction::In});
  }
  ArrayRef<int64_t> untracked;
  if (auto noDep = submit.getNoDep())
    untracked = *noDep;
  for (auto [index, argument] : llvm::enumerate(submit.getArgs())) {
    if (!isa<GlobalTensorType>(argument.getType()) ||
        llvm::is_contained(untracked, static_cast<int64_t>(index)))
      continue;
    Value tensor = aliases.getMemory(argument);
    void *leader = classes.getOrInsertLeaderValue(tensor.getAsOpaquePointer());
    Memory &memory = memories[leader];
    Direction direction = getArgumentDirection(submit, callee, index);
    memory.uses.push_back({submit, index, direction});
    if (direction != Direction::In)
      forEachSequentialLoop(
          submit, [&](Operation *loop) { memory.writingLoops.insert(loop); });
  }
}

/// True if an iteration that follows the reader's writes the same memory.
bool Orderer::isOverwrittenByNextIteration(const Memory &memory,
                                           Operation *reader) {
  bool isCarried = false;
  forEachSequentialLoop(reader, [&](Operation *loop) {
    isCarried |=
        memory.writingLoops.contains(loop) &&
        llvm::any_of(memory.tensors, [&](Value tensor) {
          return !loop->isAncestor(tensor.getParentBlock()->getParentOp());
        });
  });
  return isCarried;
}

void Orderer::makeInOut(const Use &use) {
  TaskSubmitOp submit = use.submit;
  MLIRContext *context = submit.getContext();
  auto callee = symbols.lookup<func::FuncOp>(
      submit.getCallee().getRootReference().getValue());
  SmallVector<Attribute> directions;
  for (unsigned i = 0; i < submit.getArgs().size(); ++i)
    directions.push_back(DirectionAttr::get(
        context, i == *use.argument ? Direction::InOut
                                    : getArgumentDirection(submit, callee, i)));
  submit.setDirectionsAttr(ArrayAttr::get(context, directions));
  ++numInOut;
}

void Orderer::order(Memory &memory) {
  MutableArrayRef<Use> uses = memory.uses;
  // The first writer at each place or behind it.
  SmallVector<size_t> nextWriter(uses.size() + 1, uses.size());
  for (size_t i = uses.size(); i-- > 0;)
    nextWriter[i] = uses[i].direction == Direction::In ? nextWriter[i + 1] : i;
  for (auto [index, use] : llvm::enumerate(uses)) {
    Use reader = use;
    if (reader.direction != Direction::In)
      continue;
    size_t writer = nextWriter[index + 1];
    while (writer < uses.size() &&
           (uses[writer].submit == reader.submit ||
            areExclusive(reader.submit, uses[writer].submit)))
      writer = nextWriter[writer + 1];
    bool isWritten = writer < uses.size();
    if (isWritten &&
        uses[writer].submit->getBlock() == reader.submit->getBlock())
      readers[uses[writer].submit].insert(reader.submit.getTask());
    else if (reader.argument &&
             (isWritten || isOverwrittenByNextIteration(memory, reader.submit)))
      makeInOut(reader);
  }
}

void Orderer::addDependencies() {
  for (auto &[writer, tasks] : readers) {
    TaskSubmitOp submit = cast<TaskSubmitOp>(writer);
    for (Value known : submit.getDeps())
      tasks.remove(known);
    submit.getDepsMutable().append(tasks.getArrayRef());
    numDependencies += tasks.size();
  }
}

void Orderer::run() {
  func.walk([&](Operation *op) {
    ::pypto::forEachFlowEdge(op, [&](OpOperand &source, Value target) {
      if (isa<GlobalTensorType>(target.getType()))
        classes.unionSets(aliases.getMemory(source.get()).getAsOpaquePointer(),
                          aliases.getMemory(target).getAsOpaquePointer());
    });
  });
  func.walk<WalkOrder::PreOrder>([&](TaskSubmitOp submit) { collect(submit); });
  for (auto &[leader, memory] : memories) {
    for (void *member : classes.members(leader))
      memory.tensors.push_back(Value::getFromOpaquePointer(member));
    order(memory);
  }
  addDependencies();
}

namespace {
class OrderTaskReads
    : public ::pypto::impl::OrderTaskReadsBase<OrderTaskReads> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isExternal() || isKernel(func))
        continue;
      Orderer orderer(func, symbols);
      orderer.run();
      numDependencies += orderer.getNumDependencies();
      numInOut += orderer.getNumInOut();
    }
  }
};
} // namespace
