//===- RaceObserver.cpp - find accesses that nothing orders -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RaceObserver.h"
#include "pypto/Sync/Rules.h"

namespace pypto::coremodel {

static unsigned index(Pipe pipe) { return static_cast<unsigned>(pipe); }

static uint32_t flagKey(Pipe from, Pipe to, uint8_t id) {
  return (index(from) * target::kNumPipes + index(to)) * 256 + id;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

void RaceObserver::beginBlock(uint32_t core, int32_t task, int64_t index,
                              const Function &function) {
  auto block = std::make_unique<BlockState>();
  block->number = static_cast<uint32_t>(blocks.size());
  block->task = task;
  block->clock.fill(1);
  block->issueViews.emplace_back();
  onChip[core].assign(target::kNumSpaces, Shadow());
  blocks.push_back({task, index, &function});
  cores[core] = std::move(block);
}

void RaceObserver::endBlock(uint32_t core) {
  for (uint32_t number : at(core).transfers) {
    uint32_t loc = blocks[number].loc;
    if (!blocks[number].isAwaited && seen.insert({loc, loc, 0xfe}).second)
      add({"PYPTO-E0835",
           "kernel '" + blocks[number].function->name +
               "' ends while this transfer may still run",
           program.locs[loc], program.locs[loc], Space::DDR, 0, 0,
           "wait for it before the end: pto.wait_async_event"});
  }
  cores[core].reset();
}

uint32_t RaceObserver::issueView(uint32_t core) const {
  return static_cast<uint32_t>(cores[core]->issueViews.size() - 1);
}

/// The view of \p pipe when it takes an entry that was issued when the scalar
/// unit knew \p issued. What the scalar unit itself has done is not over by
/// having been issued first, unless a flag that has come back says so.
View &RaceObserver::enter(BlockState &block, Pipe pipe, uint32_t issued) {
  View &view = block.views[index(pipe)];
  if (pipe != Pipe::S)
    view.join(block.issueViews[issued]);
  return view;
}

void RaceObserver::onSet(uint32_t core, Pipe from, Pipe to, uint8_t id,
                         uint32_t issued, uint32_t loc) {
  BlockState &block = at(core);
  View &view = enter(block, from, issued);
  FlagState &flag = block.flags[flagKey(from, to, id)];
  bool isSafe = flag.messages.empty() &&
                (!flag.hasWait || view.own[index(to)] >= flag.waitClock ||
                 // The scalar unit had passed the wait when it issued this.
                 (to == Pipe::S && issued >= flag.waitIssue));
  if (!isSafe && races.size() < kLimit &&
      seen.insert({flag.waitLoc, loc, 0xff}).second) {
    std::string name = std::string(target::toString(from)) + "->" +
                       std::string(target::toString(to)) + " id " +
                       std::to_string(id);
    std::string pipe(target::toString(from));
    races.push_back(
        {"PYPTO-E0834",
         "event " + name + " may be set again before its last wait" +
             (flag.hasWait ? " (" + program.locs[flag.waitLoc].str() + ")"
                           : std::string()) +
             " has passed, and one of the two would be lost",
         program.locs[flag.waitLoc], program.locs[loc], Space::DDR, 0, 0,
         "order " + pipe + " after that wait, or use another event id"});
  }
  flag.messages.push_back(release(core, from, issued));
}

void RaceObserver::onWait(uint32_t core, Pipe from, Pipe to, uint8_t id,
                          uint32_t issued, uint32_t loc) {
  BlockState &block = at(core);
  FlagState &flag = block.flags[flagKey(from, to, id)];
  flag.hasWait = true;
  flag.waitClock = block.clock[index(to)];
  flag.waitLoc = loc;
  if (flag.messages.empty())
    return;
  View message = std::move(flag.messages.front());
  flag.messages.erase(flag.messages.begin());
  acquire(core, to, issued, message);
  flag.waitIssue = issueView(core);
}

View RaceObserver::release(uint32_t core, Pipe pipe, uint32_t issued) {
  BlockState &block = at(core);
  View message = enter(block, pipe, issued);
  message.own[index(pipe)] = block.clock[index(pipe)]++;
  return message;
}

void RaceObserver::acquire(uint32_t core, Pipe pipe, uint32_t issued,
                           const View &message) {
  BlockState &block = at(core);
  View &view = enter(block, pipe, issued);
  view.join(message);
  if (pipe == Pipe::S)
    block.issueViews.push_back(view);
}

Knowledge RaceObserver::onSignal(uint32_t core, Pipe pipe, uint32_t issued) {
  View message = release(core, pipe, issued);
  auto knows = message.others ? std::make_shared<View::Others>(*message.others)
                              : std::make_shared<View::Others>();
  coremodel::join((*knows)[at(core).number], message.own);
  return knows;
}

void RaceObserver::onSignalTaken(uint32_t core, Pipe pipe, uint32_t issued,
                                 const Knowledge &knows) {
  // What others know of this block comes back to it.
  View message;
  message.others = knows;
  if (knows)
    if (auto own = knows->find(at(core).number); own != knows->end())
      message.own = own->second;
  acquire(core, pipe, issued, message);
}

void RaceObserver::onBufferRelease(uint32_t core, Pipe pipe, uint8_t buffer,
                                   uint32_t issued) {
  at(core).buffers[buffer].push_back(release(core, pipe, issued));
}

void RaceObserver::onBufferGet(uint32_t core, Pipe pipe, uint8_t buffer,
                               size_t order, uint32_t issued) {
  const std::vector<View> &released = at(core).buffers[buffer];
  if (order > 0 && order <= released.size())
    acquire(core, pipe, issued, released[order - 1]);
}

void RaceObserver::onBarrier(uint32_t core, Pipe pipe, uint32_t issued) {
  BlockState &block = at(core);
  View &view = enter(block, pipe, issued);
  view.own[index(pipe)] = block.clock[index(pipe)]++;
}

void RaceObserver::onDrain(uint32_t core) {
  BlockState &block = at(core);
  View all;
  for (const View &view : block.views)
    all.join(view);
  for (unsigned p = 0; p < target::kNumPipes; ++p)
    all.own[p] = block.clock[p]++;
  // Everything has been taken from the queues; nothing older is asked for.
  for (View &view : block.views)
    view = all;
  block.issueViews.assign(1, all);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool RaceObserver::pipeOrders(const Touch &earlier, const Touch &later) const {
  // Sources are read when an instruction starts, in issue order.
  if (earlier.kind == TouchKind::Read)
    return true;
  if (later.pipe == Pipe::M)
    return !(earlier.isShortAccumulation && later.isShortAccumulation &&
             later.kind != TouchKind::Read);
  return !sync::needsBarrierAfterWrite(program.target->arch, later.pipe);
}

bool RaceObserver::isOrdered(const BlockState &block, const Touch &earlier,
                             const Touch &later) const {
  const View &view = block.views[index(later.pipe)];
  if (earlier.block == block.number)
    return view.own[index(earlier.pipe)] >= earlier.clock ||
           (earlier.pipe == later.pipe && pipeOrders(earlier, later));
  const BlockName &other = blocks[earlier.block];
  if (other.task != block.task)
    return (!other.starter || other.isAwaited) &&
           taskReaches(other.task, block.task);
  if (!view.others)
    return false;
  auto it = view.others->find(earlier.block);
  return it != view.others->end() &&
         it->second[index(earlier.pipe)] >= earlier.clock;
}

void RaceObserver::touch(BlockState &block, uint32_t owner, Space space,
                         const Region &region, Touch touch) {
  if (region.empty())
    return;
  Shadow *shadow = &onChip[owner][static_cast<unsigned>(space)];
  if (space == Space::DDR) {
    GmBuffer *buffer = gm.find(region.lo);
    if (!buffer)
      return;
    shadow = &global[buffer->base];
  }
  touch.block = block.number;
  touch.clock = block.clock[index(touch.pipe)];
  shadow->add(
      region, touch,
      [&](const Touch &earlier) { return isOrdered(block, earlier, touch); },
      [&](const Touch &earlier) {
        report(block, space, region, earlier, touch);
      });
}

/// What an instruction touches, for the tiles' addresses taken as 0.
const std::vector<Region> &RaceObserver::footprintOf(const ExecInst &entry) {
  const TileInst &inst = *entry.inst;
  Footprint &footprint = footprints[program.numberOf(inst)];
  if (footprint.extents.areOf(entry))
    return footprint.regions;
  footprint.extents.take(entry);
  footprint.regions.clear();
  for (unsigned i = 0; i < inst.numTiles; ++i) {
    TileRef tile = entry.tile[i];
    tile.addr = 0;
    footprint.regions.push_back(
        inst.part ? Region::of(tile, inst.part(entry, i)) : Region::of(tile));
  }
  return footprint.regions;
}

void RaceObserver::onTile(uint32_t core, Pipe pipe, const ExecInst &entry) {
  BlockState &block = at(core);
  enter(block, pipe, entry.issued);
  const TileInst &inst = *entry.inst;
  Touch touch;
  touch.pipe = pipe;
  touch.loc = entry.loc;
  touch.name = inst.info->name;
  const std::vector<Region> &footprint = footprintOf(entry);
  // Reads come first: an instruction does not race with itself.
  for (bool writes : {false, true}) {
    for (unsigned i = 0; i < inst.numTiles; ++i) {
      uint8_t access = inst.access[i];
      if (!(access & (writes ? AccessWrite | AccessScratch : AccessRead)))
        continue;
      const TileRef &tile = entry.tile[i];
      touch.kind = writes ? TouchKind::Write : TouchKind::Read;
      touch.isShortAccumulation =
          pipe == Pipe::M && (access & AccessWrite) &&
          sync::isShortAccumulation(program.target->arch, tile.validRows,
                                    tile.validCols);
      this->touch(block, tile.core, tile.desc->space,
                  footprint[i].movedBy(tile.addr), touch);
    }
    if (inst.gm >= 0 && inst.gmWrite == writes) {
      // Which elements of its window a scatter reaches is not known when it is
      // issued: like atomic updates, two of them may be meant to be unordered.
      bool mayMeet = inst.attrs.atomic != Atomic::None || inst.info->indexed;
      touch.kind = !writes   ? TouchKind::Read
                   : mayMeet ? TouchKind::Atomic
                             : TouchKind::Write;
      touch.isShortAccumulation = false;
      this->touch(block, core, Space::DDR, Region::of(entry.gm), touch);
    }
  }
}

void RaceObserver::onScalar(uint32_t core, Space space, uint64_t lo,
                            uint64_t size, bool isWrite, const char *name,
                            uint32_t loc) {
  Touch touch;
  touch.kind = isWrite ? TouchKind::Write : TouchKind::Read;
  touch.loc = loc;
  touch.name = name;
  this->touch(at(core), core, space, Region::bytes(lo, size), touch);
}

void RaceObserver::onRewrite(uint32_t core, uint64_t lo, uint64_t size,
                             uint32_t loc) {
  Touch touch;
  touch.kind = TouchKind::Rewrite;
  touch.loc = loc;
  touch.name = "write-back of a cache line";
  this->touch(at(core), core, Space::DDR, Region::bytes(lo, size), touch);
}

//===----------------------------------------------------------------------===//
// Transfers beside the cores
//===----------------------------------------------------------------------===//

uint32_t RaceObserver::onTransfer(uint32_t core, const GmRef &from,
                                  const GmRef &to, uint32_t loc) {
  BlockState &starter = at(core);
  BlockState transfer;
  transfer.number = static_cast<uint32_t>(blocks.size());
  transfer.task = starter.task;
  transfer.clock.fill(1);
  // What the scalar unit has done and what it knows comes before.
  transfer.views[index(Pipe::S)].others = onSignal(core, Pipe::S, 0);
  BlockName name = blocks[starter.number];
  name.starter = starter.number;
  name.loc = loc;
  blocks.push_back(name);
  starter.transfers.push_back(transfer.number);
  Touch touch;
  touch.loc = loc;
  touch.name = "asynchronous transfer";
  this->touch(transfer, core, Space::DDR, Region::of(from), touch);
  touch.kind = TouchKind::Write;
  this->touch(transfer, core, Space::DDR, Region::of(to), touch);
  return transfer.number;
}

void RaceObserver::onTransferDone(uint32_t core, uint32_t transfer) {
  if (blocks[transfer].isAwaited)
    return;
  blocks[transfer].isAwaited = true;
  View message;
  auto others = std::make_shared<View::Others>();
  (*others)[transfer].fill(1);
  message.others = std::move(others);
  acquire(core, Pipe::S, 0, message);
}

} // namespace pypto::coremodel
