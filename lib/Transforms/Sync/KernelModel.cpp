//===- KernelModel.cpp - a function as a plain structured program ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelModel.h"

#include "Memories.h"
#include "RotateWhile.h"
#include "TileOrigins.h"
#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Sync/Rules.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace pypto;

namespace {
class ModelBuilder {
public:
  ModelBuilder(KernelModel &model, bool gmMayAlias,
               SmallVectorImpl<Region *> &sections)
      : model(model), program(model.program), offsets(program),
        memories(program, offsets, gmMayAlias), sections(sections) {}

  LogicalResult addRegion(Region &region, sync::BlockId block);
  void finish();

private:
  LogicalResult addOperation(Operation *op, sync::BlockId block);
  LogicalResult addInstruction(Operation *op, sync::BlockId block);
  LogicalResult addLoop(Operation *op, Region &body, bool mayRunZeroTimes,
                        sync::BlockId block);
  LogicalResult addBranch(Operation *op, sync::BlockId block);
  LogicalResult addWhile(scf::WhileOp loop, sync::BlockId block);
  void addTransfer(Operation *op, sync::NodeId node);
  void addCall(Operation *op, sync::BlockId block);
  LogicalResult addFlag(Operation *op, sync::SyncKind kind, pto::Pipe from,
                        pto::Pipe to, uint8_t id, sync::BlockId block);
  LogicalResult addRunTimeFlag(Operation *op, sync::SyncKind kind,
                               pto::Pipe from, pto::Pipe to, Value id,
                               sync::BlockId block);
  bool addSyncOp(Operation *op, sync::BlockId block, LogicalResult &result);
  void remember(sync::NodeId node, Operation *op) {
    model.operations.resize(node + 1);
    model.operations[node] = op;
  }

  KernelModel &model;
  sync::Program &program;
  Offsets offsets;
  Memories memories;
  SmallVectorImpl<Region *> &sections;
  /// Nodes that touch all global memory, or everything.
  SmallVector<sync::NodeId> globalNodes, callNodes;
  /// By event, what starts the transfer.
  DenseMap<Value, sync::NodeId> transfers;
  /// Who waits, and for which of them; a loop may start them further down.
  SmallVector<std::pair<sync::NodeId, SmallVector<Value>>> transferWaits;
  unsigned loopDepth = 0; ///< loops around what is being added
};
} // namespace

/// What is pending in a nest tells the iterations of each loop around it apart,
/// and walks grow with it: the time to plan one grows with the fourth power of
/// its depth (measured: 25 loops 0.35 s, 50 loops 6 s).
static constexpr unsigned kMostLoopDepth = 32;

static std::optional<sync::Pipe> toPipe(pto::Pipe pipe) {
  switch (pipe) {
  case pto::Pipe::S:
    return sync::Pipe::S;
  case pto::Pipe::V:
  case pto::Pipe::V2:
    return sync::Pipe::V;
  case pto::Pipe::M:
    return sync::Pipe::M;
  case pto::Pipe::MTE1:
    return sync::Pipe::MTE1;
  case pto::Pipe::MTE2:
    return sync::Pipe::MTE2;
  case pto::Pipe::MTE3:
    return sync::Pipe::MTE3;
  case pto::Pipe::FIX:
    return sync::Pipe::FIX;
  default:
    return std::nullopt;
  }
}

StringRef pypto::pipeText(sync::Pipe pipe) {
  switch (pipe) {
  case sync::Pipe::S:
    return "PIPE_S";
  case sync::Pipe::V:
    return "PIPE_V";
  case sync::Pipe::M:
    return "PIPE_M";
  case sync::Pipe::MTE1:
    return "PIPE_MTE1";
  case sync::Pipe::MTE2:
    return "PIPE_MTE2";
  case sync::Pipe::MTE3:
    return "PIPE_MTE3";
  case sync::Pipe::FIX:
    return "PIPE_FIX";
  }
  llvm_unreachable("unknown pipe");
}

static bool hasInstructions(Operation *op) {
  return llvm::any_of(op->getRegions(),
                      [](Region &region) { return hasInstructions(region); });
}

LogicalResult ModelBuilder::addRegion(Region &region, sync::BlockId block) {
  if (region.empty())
    return success();
  if (!region.hasOneBlock()) {
    emitError(region.getParentOp(), Diag::SyncUnsupported)
        << "control flow between blocks cannot be synchronised; use scf "
           "operations (pass --lift-cf-to-scf)";
    return failure();
  }
  for (Operation &op : region.front())
    if (failed(addOperation(&op, block)))
      return failure();
  return success();
}

LogicalResult ModelBuilder::addFlag(Operation *op, sync::SyncKind kind,
                                    pto::Pipe from, pto::Pipe to, uint8_t id,
                                    sync::BlockId block) {
  std::optional<sync::Pipe> source = toPipe(from), target = toPipe(to);
  if (!source || !target) {
    emitError(op, Diag::SyncUnsupported)
        << "names a pipe that is not S, V, M, MTE1, MTE2, MTE3 or FIX";
    return failure();
  }
  remember(program.addSync(block, {kind, *source, *target, id}), op);
  return success();
}

/// An event id that takes turns in the iterations of a loop.
static std::optional<Periodic> getTurns(Value id) {
  std::optional<Periodic> turns = getPeriodic(id);
  if (!turns || turns->values.front() < 0 || turns->values.front() > 255)
    return std::nullopt;
  for (size_t n = 1; n < turns->values.size(); ++n)
    if (turns->values[n] != turns->values[n - 1] + 1)
      return std::nullopt;
  return turns;
}

bool pypto::isKnownEventId(Value id) { return getConstant(id) || getTurns(id); }

/// A flag whose id takes turns: base, base + 1, ... in the iterations of a
/// loop.
LogicalResult ModelBuilder::addRunTimeFlag(Operation *op, sync::SyncKind kind,
                                           pto::Pipe from, pto::Pipe to,
                                           Value id, sync::BlockId block) {
  if (std::optional<int64_t> constant = getConstant(id))
    return addFlag(op, kind, from, to,
                   static_cast<uint8_t>(std::clamp<int64_t>(*constant, 0, 255)),
                   block);
  std::optional<Periodic> turns = getTurns(id);
  if (!turns || offsets.nodeOf(turns->loop) == sync::kNone) {
    emitError(op, Diag::SyncUnsupported)
        << "this run-time event id cannot be analysed; expected a constant "
           "plus the number of the iteration modulo a constant";
    return failure();
  }
  if (failed(addFlag(op, kind, from, to,
                     static_cast<uint8_t>(turns->values.front()), block)))
    return failure();
  sync::SyncInstruction &sync = program.nodes.back().sync;
  sync.idCount = static_cast<uint8_t>(turns->values.size());
  sync.loop = offsets.nodeOf(turns->loop);
  return success();
}

/// Handles \p op if it synchronises pipes.
bool ModelBuilder::addSyncOp(Operation *op, sync::BlockId block,
                             LogicalResult &result) {
  auto flag = [&](auto flagOp, sync::SyncKind kind) {
    result = addFlag(op, kind, flagOp.getSrcPipe(), flagOp.getDstPipe(),
                     static_cast<uint8_t>(flagOp.getEventId()), block);
  };
  auto barrier = [&](pto::Pipe pipe) {
    if (pipe == pto::Pipe::All)
      remember(program.addSync(block, {sync::SyncKind::BarrierAll}), op);
    else
      result = addFlag(op, sync::SyncKind::Barrier, pipe, pipe, 0, block);
  };
  return TypeSwitch<Operation *, bool>(op)
      .Case<pto::SetFlagOp, pto::RecordEventOp>([&](auto set) {
        flag(set, sync::SyncKind::Set);
        return true;
      })
      .Case<pto::WaitFlagOp, pto::WaitEventOp>([&](auto wait) {
        flag(wait, sync::SyncKind::Wait);
        return true;
      })
      .Case<pto::BarrierOp, pto::BarrierSyncOp>([&](auto barrierOp) {
        barrier(barrierOp.getPipe());
        return true;
      })
      .Case<pto::SetFlagDynOp, pto::WaitFlagDynOp>([&](auto flagOp) {
        result =
            addRunTimeFlag(op,
                           isa<pto::SetFlagDynOp>(op) ? sync::SyncKind::Set
                                                      : sync::SyncKind::Wait,
                           flagOp.getSrcPipe(), flagOp.getDstPipe(),
                           flagOp.getEventId(), block);
        return true;
      })
      .Default([](Operation *) { return false; });
}

LogicalResult ModelBuilder::addInstruction(Operation *op, sync::BlockId block) {
  // What has effects but no pipe is started by the scalar unit.
  sync::Pipe pipe = sync::Pipe::S;
  SmallVector<Value> reads, writes, scratch;
  bool isInstruction = isa<pto::PipeOpInterface>(op);
  if (auto instruction = dyn_cast<pto::PipeOpInterface>(op)) {
    std::optional<sync::Pipe> own = toPipe(instruction.getPipe());
    if (!own) {
      emitError(op, Diag::SyncUnsupported)
          << "no pipe runs this combination of memories; check the operands' "
             "address spaces";
      return failure();
    }
    pipe = *own;
    reads = instruction.getReadValues();
    writes = instruction.getWrittenValues();
    scratch = instruction.getScratchValues();
  } else {
    reads = pto::detail::getReadValues(op);
    writes = pto::detail::getWrittenValues(op);
    scratch = pto::detail::getScratchValues(op);
  }
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  SmallVector<MemoryEffects::EffectInstance> list;
  if (effects)
    effects.getEffects(list);
  bool touchesFifo = false, touchesEverything = false;
  for (const MemoryEffects::EffectInstance &effect : list) {
    touchesFifo |= isa<pto::FifoResource>(effect.getResource()) &&
                   isa<MemoryEffects::Read>(effect.getEffect());
    touchesEverything |=
        pipe == sync::Pipe::S && isInstruction && !effect.getValue() &&
        isa<MemoryEffects::Write>(effect.getEffect()) &&
        isa<SideEffects::DefaultResource>(effect.getResource());
  }
  std::vector<sync::Access> accesses;
  auto element = [&](Value pointer, Value offset, bool isWrite) {
    memories.addElementAccess(pointer, offset, isWrite, accesses);
  };
  if (auto load = dyn_cast<pto::LoadScalarOp>(op)) {
    element(load.getPtr(), load.getOffset(), false);
  } else if (auto store = dyn_cast<pto::StoreScalarOp>(op)) {
    element(store.getPtr(), store.getOffset(), true);
  } else {
    auto windows = dyn_cast<pto::WindowOpInterface>(op);
    auto partOf = [&](Value value) {
      return windows ? windows.getWindow(value) : std::nullopt;
    };
    for (Value value : reads)
      memories.addAccesses(value, false, accesses, partOf(value));
    for (Value value : writes)
      memories.addAccesses(value, true, accesses, partOf(value));
    for (Value value : scratch)
      memories.addAccesses(value, true, accesses);
  }
  // Giving a slot back lets the other core overwrite it. On A2/A3 the tile was
  // copied when it was received and there is nothing to give back.
  if (touchesFifo && writes.empty() && model.arch == sync::Arch::A5)
    memories.addReceivedTiles(accesses);
  if (accesses.empty() && !touchesEverything)
    return success();
  sync::NodeId node = program.addInstruction(block, pipe, std::move(accesses));
  remember(node, op);
  program.nodes[node].isFence = touchesEverything;
  addTransfer(op, node);
  // Messages between cores wait on a pipe of their own choice; the rest
  // (fences, meeting points) concerns all of global memory.
  if (touchesEverything)
    globalNodes.push_back(node);
  model.usesPipes |= pipe != sync::Pipe::S;
  if (pipe == sync::Pipe::M)
    for (Value value : writes)
      if (auto tile = dyn_cast<pto::TileBufType>(value.getType())) {
        ArrayRef<int64_t> valid = tile.getValidShape();
        bool isKnown = !ShapedType::isDynamicShape(valid);
        program.nodes[node].isShortAccumulation = sync::isShortAccumulation(
            model.arch, isKnown ? valid[0] : 1, isKnown ? valid[1] : 1);
      }
  return success();
}

/// Transfers beside the pipes run until their event has been waited for. What
/// asks without waiting is believed, and so is a wait for an event that loops
/// or branches carry: the race observer sees which one it is.
void ModelBuilder::addTransfer(Operation *op, sync::NodeId node) {
  auto isEvent = [](Value value) {
    return isa<pto::AsyncEventType>(value.getType());
  };
  for (Value event : llvm::make_filter_range(op->getResults(), isEvent)) {
    transfers[event] = node;
    program.nodes[node].startsTransfer = true;
  }
  for (Value event : llvm::make_filter_range(op->getOperands(), isEvent)) {
    SmallVector<Value> origins = collectTileOrigins(event);
    program.nodes[node].endsAnyInstance |= !llvm::is_contained(origins, event);
    transferWaits.push_back({node, std::move(origins)});
  }
}

LogicalResult ModelBuilder::addLoop(Operation *op, Region &body,
                                    bool mayRunZeroTimes, sync::BlockId block) {
  if (loopDepth == kMostLoopDepth) {
    emitError(op, Diag::SyncUnsupported)
        << "loops around instructions are nested more than " << kMostLoopDepth
        << " deep; make one loop of several and compute their indices";
    return failure();
  }
  llvm::SaveAndRestore deeper(loopDepth, loopDepth + 1);
  sync::NodeId loop = program.addLoop(block, mayRunZeroTimes);
  remember(loop, op);
  offsets.setLoop(op, loop);
  return addRegion(body, program.nodes[loop].blocks[0]);
}

LogicalResult ModelBuilder::addBranch(Operation *op, sync::BlockId block) {
  sync::NodeId branch = program.addBranch(block, op->getNumRegions());
  remember(branch, op);
  for (auto [i, region] : llvm::enumerate(op->getRegions()))
    if (failed(addRegion(region, program.nodes[branch].blocks[i])))
      return failure();
  return success();
}

LogicalResult ModelBuilder::addWhile(scf::WhileOp loop, sync::BlockId block) {
  if (!hasInstructions(loop.getBefore()))
    return addLoop(loop, loop.getAfter(), /*mayRunZeroTimes=*/true, block);
  emitError(loop.getOperation(), Diag::SyncUnsupported)
      << "an scf.while whose condition runs instructions cannot be "
         "synchronised as it stands; pass --pto-insert-sync, which rotates it";
  return failure();
}

/// A callee drains all pipes before it returns.
void ModelBuilder::addCall(Operation *op, sync::BlockId block) {
  sync::NodeId call = program.addInstruction(block, sync::Pipe::S, {});
  remember(call, op);
  callNodes.push_back(call);
  remember(program.addSync(block, {sync::SyncKind::BarrierAll}), op);
}

LogicalResult ModelBuilder::addOperation(Operation *op, sync::BlockId block) {
  LogicalResult result = success();
  if (addSyncOp(op, block, result))
    return result;
  if (isa<pto::TAssignOp>(op)) {
    emitError(op, Diag::SyncUnsupported)
        << "a tile that changes its address cannot be synchronised; allocate "
           "a second tile at the new address";
    return failure();
  }
  if (isa<pto::SectionCubeOp, pto::SectionVectorOp>(op)) {
    sections.push_back(&op->getRegion(0));
    addCall(op, block);
    return success();
  }
  if (isa<CallOpInterface>(op)) {
    addCall(op, block);
    return success();
  }
  if (op->getNumRegions() == 0)
    return addInstruction(op, block);
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    std::optional<int64_t> lower = getConstant(loop.getLowerBound());
    std::optional<int64_t> upper = getConstant(loop.getUpperBound());
    return addLoop(op, loop.getRegion(), !lower || !upper || *lower >= *upper,
                   block);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return addWhile(loop, block);
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    return addBranch(op, block);
  if (isa<scf::ExecuteRegionOp>(op))
    return addRegion(op->getRegion(0), block);
  if (!hasInstructions(op))
    return success();
  emitError(op, Diag::SyncUnsupported)
      << "instructions in this operation cannot be synchronised; use scf.for, "
         "scf.while, scf.if or scf.index_switch";
  return failure();
}

void ModelBuilder::finish() {
  for (const auto &[node, events] : transferWaits)
    for (Value event : events)
      if (auto start = transfers.find(event); start != transfers.end())
        program.nodes[node].endsTransfers.push_back(start->second);
  for (sync::NodeId node : globalNodes)
    memories.addWholeGlobalMemory(program.nodes[node].accesses);
  for (sync::NodeId node : callNodes)
    for (uint32_t memory = 0; memory < memories.count(); ++memory) {
      sync::Access access;
      access.memory = memory;
      access.isWrite = true;
      program.nodes[node].accesses.push_back(access);
    }
  model.operations.resize(program.nodes.size());
}

FailureOr<KernelModel>
pypto::buildKernelModel(Region &body, bool gmMayAlias,
                        SmallVectorImpl<Region *> &sections) {
  KernelModel model;
  model.arch = pto::getTargetArch(body.getParentOp()) == pto::TargetArch::A5
                   ? sync::Arch::A5
                   : sync::Arch::A2A3;
  ModelBuilder builder(model, gmMayAlias, sections);
  if (failed(builder.addRegion(body, sync::Program::body())))
    return failure();
  builder.finish();
  return model;
}

FailureOr<SmallVector<KernelModel>> pypto::buildKernelModels(func::FuncOp func,
                                                             bool gmMayAlias) {
  SmallVector<KernelModel> models;
  SmallVector<Region *> regions{&func.getBody()};
  for (size_t i = 0; i < regions.size(); ++i) {
    SmallVector<Region *> sections;
    FailureOr<KernelModel> model =
        buildKernelModel(*regions[i], gmMayAlias, sections);
    if (failed(model))
      return failure();
    models.push_back(std::move(*model));
    llvm::append_range(regions, sections);
  }
  return models;
}
