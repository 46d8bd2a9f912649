//===- Pipes.cpp - instructions start, move data, complete ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Machine.h"
#include "pypto/Sync/Rules.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace pypto::coremodel {

static constexpr double kNever = std::numeric_limits<double>::infinity();

ExecInst &PipeState::push() {
  if (tail - head == ring.size()) {
    // Grow and keep the order.
    std::vector<ExecInst> bigger(std::max<size_t>(8, ring.size() * 2));
    auto newMask = static_cast<uint32_t>(bigger.size() - 1);
    for (uint32_t i = head; i != tail; ++i)
      bigger[i & newMask] = at(i);
    ring.swap(bigger);
    mask = newMask;
  }
  return at(tail++);
}

void PipeState::clear() {
  head = mid = tail = 0;
  free = lastEnd = floor = 0;
  flowActive = false;
  opsPushed = opsStarted = 0;
  busy = busyUntil = 0;
  completed = 0;
}

/// Starts whatever can start: everything up to an unset flag, a transfer of
/// unknown end, or the end of the queue. Start times may lie in the future;
/// data moves at completion only, so nothing is seen too early.
void Machine::startReady(Core &core, uint8_t pipe) {
  PipeState &p = core.pipes[pipe];
  while (p.mid != p.tail && !p.flowActive && !failed) {
    ExecInst &entry = p.at(p.mid);
    switch (entry.kind) {
    case EntryKind::SetFlag: {
      // Behind the waits before it in the queue, also when no instruction
      // stands between.
      double time = std::max({entry.ready, p.lastEnd, p.floor});
      ++p.mid;
      if (races)
        races->onSet(core.index, static_cast<Pipe>(pipe),
                     static_cast<Pipe>(entry.peer), entry.id, entry.issued,
                     entry.loc);
      // The entry may move when the ring grows; take what is needed first.
      setFlag(core, pipe, entry.peer, entry.id, time, entry.loc);
      continue;
    }
    case EntryKind::WaitFlag: {
      double passed;
      double from = std::max(entry.ready, p.free);
      if (!passFlag(core, entry.peer, pipe, entry.id, from, entry.loc, passed))
        return;
      if (races)
        races->onWait(core.index, static_cast<Pipe>(entry.peer),
                      static_cast<Pipe>(pipe), entry.id, entry.issued,
                      entry.loc);
      p.free = passed;
      p.floor = std::max(p.floor, passed);
      ++p.mid;
      continue;
    }
    case EntryKind::Barrier: {
      double done = std::max(entry.ready, p.lastEnd + barrierTail);
      if (races)
        races->onBarrier(core.index, static_cast<Pipe>(pipe), entry.issued);
      p.free = std::max(p.free, done);
      p.floor = std::max(p.floor, done);
      ++p.mid;
      continue;
    }
    case EntryKind::CrossSet: {
      Token token{std::max({entry.ready, p.lastEnd, p.floor}), entry.loc,
                  entry.issued};
      ++p.mid;
      crossSet(core, static_cast<Pipe>(pipe), entry.id, entry.peer, token);
      continue;
    }
    case EntryKind::CrossWait: {
      double passed;
      if (!passCross(core, static_cast<Pipe>(pipe), entry.issued, entry.id,
                     std::max(entry.ready, p.free), passed))
        return;
      p.free = passed;
      p.floor = std::max(p.floor, passed);
      ++p.mid;
      continue;
    }
    case EntryKind::GetBuf: {
      const std::vector<double> &released = core.released[entry.id];
      if (released.size() < entry.order)
        return;
      double passed = std::max(entry.ready, p.free);
      if (races)
        races->onBufferGet(core.index, static_cast<Pipe>(pipe), entry.id,
                           entry.order, entry.issued);
      if (entry.order)
        passed = std::max(passed, released[entry.order - 1] + visibility);
      p.free = passed;
      p.floor = std::max(p.floor, passed);
      ++p.mid;
      continue;
    }
    case EntryKind::RlsBuf: {
      uint8_t id = entry.id;
      std::vector<double> &released = core.released[id];
      // Holders release in turn, so times do not decrease.
      double time = std::max({entry.ready, p.lastEnd, p.floor});
      if (races)
        races->onBufferRelease(core.index, static_cast<Pipe>(pipe), id,
                               entry.issued);
      released.push_back(released.empty() ? time
                                          : std::max(time, released.back()));
      ++p.mid;
      for (uint8_t q = 0; q < kNumPipes; ++q) {
        PipeState &other = core.pipes[q];
        if (q != pipe && other.mid != other.tail &&
            other.at(other.mid).kind == EntryKind::GetBuf)
          advance(core, q);
      }
      continue;
    }
    case EntryKind::Observe:
      ++p.mid;
      races->onTile(core.index, static_cast<Pipe>(pipe), entry);
      continue;
    case EntryKind::Op:
      ++p.mid;
      if (races)
        races->onTile(core.index, static_cast<Pipe>(pipe), entry);
      startOp(core, pipe, entry, std::max(entry.ready, p.free));
      continue;
    }
  }
  p.dropControl();
  if (core.state == FrontEndState::WaitAll)
    wakeFrontEnd(core, core.time);
}

void Machine::advance(Core &core, uint8_t pipe) {
  startReady(core, pipe);
  if (core.state == FrontEndState::WaitRoom && core.waitPipe == pipe &&
      !core.pipes[pipe].isCrowded())
    wakeFrontEnd(core, core.time);
}

/// Extra cycles under a seed; without one, none. Mostly few; sometimes so many
/// that everything that may overtake does. Depends on the seed, the \p stream
/// and the \p number in it only, not on the order of the simulation.
double Machine::jitter(uint64_t stream, uint64_t number) const {
  if (options.seed == 0)
    return 0;
  // SplitMix64's finaliser (public domain, S. Vigna).
  uint64_t x = options.seed * 0x9e3779b97f4a7c15ull +
               stream * 0xd1b54a32d192ed03ull + number;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  x ^= x >> 31;
  uint64_t most = x % 8 == 0 ? 2000 : 16;
  return static_cast<double>((x >> 8) % most);
}

/// A number for each use of `jitter`.
static uint64_t stream(unsigned use, const Core &core, uint8_t pipe) {
  return (uint64_t(use) << 32) + core.index * kNumPipes + pipe;
}

void Machine::startOp(Core &core, uint8_t pipe, ExecInst &entry, double start) {
  PipeState &p = core.pipes[pipe];
  start += jitter(stream(0, core, pipe), p.opsStarted);
  double longer = jitter(stream(1, core, pipe), p.opsStarted);
  entry.start = start;
  entry.sample = start;
  if (pipe == static_cast<uint8_t>(Pipe::V) &&
      target.arch == target::Arch::A2A3)
    // The next vector instruction fetches while this one still writes.
    entry.sample = std::max({entry.ready, start - vectorOverlap, p.floor});
  uint64_t op = p.opsStarted++;
  p.startTimes[op % kQueueSlots] = start;
  if (core.state == FrontEndState::WaitQueue && core.waitPipe == pipe &&
      p.opsStarted + queueDepth > p.opsPushed)
    wakeFrontEnd(core, std::max(core.time, p.placeFree(queueDepth)));

  bool transfer = entry.inst->gm >= 0;
  if (transfer && options.timing) {
    p.flowActive = true;
    p.flowPhase = 0;
    entry.end = kNever;
    schedule(start, EventKind::FlowStart, core.index, pipe);
    return;
  }
  Cost cost;
  if (options.timing)
    cost = entry.inst->info->cost(entry, target);
  entry.end = std::max(start + cost.latency + longer, p.lastEnd);
  p.free = start + cost.occupancy;
  p.lastEnd = entry.end;
  if (!transfer && entry.inst->numTiles > 1 && cost.bytes > 0)
    pathBytes[static_cast<unsigned>(entry.tile[1].desc->space)]
             [static_cast<unsigned>(entry.tile[0].desc->space)] +=
        static_cast<uint64_t>(cost.bytes);
  schedule(entry.end, EventKind::Complete, core.index, pipe);
}

static double flowCap(const target::Target &target, const ExecInst &entry) {
  Space local = entry.tile[0].desc->space;
  if (!entry.inst->gmWrite)
    return target.gm.loadBurstRate;
  if (local == Space::Acc)
    return target.onChip.accToGm;
  if (local == Space::Mat)
    return target.onChip.matToGm;
  return target.gm.storeBurstRate;
}

/// One request per index, of 128 B at least. Which of them miss is taken from
/// the share of the window that L2 does not hold (a guess).
GmTraffic Machine::indexedTraffic(const ExecInst &entry) {
  constexpr double kRequest = 128;
  const TileRef &data = entry.tile[0], &index = entry.tile[1];
  GmTraffic window = gm.touch(entry.gm, entry.inst->gmWrite);
  GmTraffic traffic;
  if (window.bytes == 0)
    return traffic;
  traffic.rows = double(index.validRows) * index.validCols;
  double perIndex = double(data.validRows) * data.validCols *
                    data.elementSize() / std::max(1.0, traffic.rows);
  traffic.bytes = traffic.rows * kRequest * std::ceil(perIndex / kRequest);
  traffic.missBytes = traffic.bytes * (window.missBytes / window.bytes);
  return traffic;
}

/// The transfer at mid - 1 enters the shared memory system.
void Machine::startFlow(Core &core, uint8_t pipe) {
  PipeState &p = core.pipes[pipe];
  ExecInst &entry = p.at(p.mid - 1);
  uint32_t tag = core.index * kNumPipes + pipe;
  if (p.flowPhase == 0) {
    entry.traffic = entry.inst->info->indexed
                        ? indexedTraffic(entry)
                        : gm.touch(entry.gm, entry.inst->gmWrite);
    if (entry.traffic.bytes == 0)
      return endFlow(core, pipe);
    if (entry.traffic.missBytes > 0)
      return fluid.add(now, entry.traffic.missBytes, flowCap(target, entry),
                       true, tag);
    p.flowPhase = 1;
  }
  fluid.add(now, entry.traffic.bytes - entry.traffic.missBytes,
            flowCap(target, entry), false, tag);
}

/// The last byte has passed: completion follows after the latency.
void Machine::endFlow(Core &core, uint8_t pipe) {
  PipeState &p = core.pipes[pipe];
  ExecInst &entry = p.at(p.mid - 1);
  const target::GmCost &cost = target.gm;
  const GmTraffic &traffic = entry.traffic;
  if (p.flowPhase == 0 && traffic.missBytes > 0 &&
      traffic.bytes > traffic.missBytes) {
    p.flowPhase = 1;
    return startFlow(core, pipe);
  }
  bool cube = core.kind == CoreKind::AIC;
  double latency = entry.inst->gmWrite     ? cost.storeLatency
                   : traffic.missBytes > 0 ? cost.missLatency
                                           : cost.loadLatency;
  double moved = now;
  double coreRate = cube ? cost.coreRateAic : cost.coreRateAiv;
  // A cube core handles GM rows one by one.
  if (cube && !entry.inst->gmWrite)
    moved = std::max(moved, entry.start + traffic.rows * cost.perRowAic);
  latency += jitter(stream(2, core, pipe), p.opsStarted);
  entry.end = std::max(moved + latency, p.lastEnd);
  // Indexed accesses are issued one by one.
  double issues = entry.inst->info->indexed ? traffic.rows : 1;
  p.free = std::max(
      {moved, entry.start + issues * (cube ? cost.issueAic : cost.issueAiv),
       entry.start + traffic.bytes / coreRate});
  if (entry.inst->info->indexed)
    entry.end = std::max(entry.end, p.free);
  p.lastEnd = entry.end;
  p.flowActive = false;
  schedule(entry.end, EventKind::Complete, core.index, pipe);
  advance(core, pipe);
}

void Machine::complete(Core &core, uint8_t pipe) {
  PipeState &p = core.pipes[pipe];
  p.dropControl();
  ExecInst &entry = p.at(p.head);
  const TileInst &inst = *entry.inst;
  if (options.functional)
    execute(core, pipe, entry);
  if (inst.gm >= 0) {
    auto ddr = static_cast<unsigned>(Space::DDR);
    auto local = static_cast<unsigned>(entry.tile[0].desc->space);
    uint64_t bytes = sizeOf(entry.gm.desc->type);
    for (int64_t size : entry.gm.size)
      bytes *= static_cast<uint64_t>(size);
    pathBytes[inst.gmWrite ? local : ddr][inst.gmWrite ? ddr : local] += bytes;
    if (!inst.gmWrite && bytes > 0) {
      auto &[all, again] = loads[{entry.loc, static_cast<Space>(local)}];
      all += bytes;
      again += core.loaded[local].add(entry.gm);
    }
  }
  p.busy += entry.end - std::max(entry.start, p.busyUntil);
  p.busyUntil = entry.end;
  ++p.completed;
  if (options.trace) {
    executed += kTraced;
    result.report.trace.push_back({core.index, static_cast<Pipe>(pipe),
                                   entry.start, entry.end, inst.info->name,
                                   inst.loc, core.task});
  }
  ++p.head;
  p.dropControl();
}

static bool overlaps(uint64_t lo0, uint64_t hi0, uint64_t lo1, uint64_t hi1) {
  return lo0 < hi1 && lo1 < hi0;
}

/// Copies the sources of an instruction that has sampled them before they
/// change.
void Machine::snapshot(Core &core, uint8_t pipe, uint32_t index) {
  ExecInst &entry = core.pipes[pipe].at(index);
  entry.sampled = true;
  for (unsigned i = 0; i < entry.inst->numTiles; ++i) {
    if (!(entry.inst->access[i] & AccessRead) ||
        (entry.inst->access[i] & AccessWrite))
      continue;
    TileRef &tile = entry.tile[i];
    core.snapshots.push_back(
        {pipe, index, {tile.data, tile.data + tile.bytes}});
    tile.data = core.snapshots.back().bytes.data();
  }
  if (entry.inst->gm >= 0 && !entry.inst->gmWrite &&
      entry.gm.lo < entry.gm.hi) {
    const uint8_t *from = gm.at(entry.gm.lo);
    core.snapshots.push_back(
        {pipe, index, {from, from + (entry.gm.hi - entry.gm.lo)}});
    entry.gm.data =
        core.snapshots.back().bytes.data() + (entry.gm.addr - entry.gm.lo);
  }
}

/// Whether \p later reads what the instruction before it on its pipe writes,
/// without a barrier between them.
bool Machine::keepsOrder(const ExecInst &later) const {
  Pipe pipe = later.inst->pipe;
  if (pipe == Pipe::M)
    return !sync::isShortAccumulation(target.arch, later.tile[0].validRows,
                                      later.tile[0].validCols);
  return !sync::needsBarrierAfterWrite(target.arch, pipe);
}

/// Every started instruction of this core (of all cores for GM) that has
/// sampled bytes [lo, hi) keeps the old ones.
void Machine::beforeWrite(Core &core, const ExecInst *writer, uint8_t pipe,
                          Space space, uint64_t lo, uint64_t hi) {
  double time = writer ? writer->end : core.time;
  for (uint8_t q = 0; q < kNumPipes; ++q) {
    PipeState &p = core.pipes[q];
    for (uint32_t i = p.head; i != p.mid; ++i) {
      ExecInst &entry = p.at(i);
      if (entry.kind != EntryKind::Op || &entry == writer)
        continue;
      if (entry.sample >= time)
        break;
      if (entry.sampled)
        continue;
      const TileInst &inst = *entry.inst;
      bool touched = space == Space::DDR && inst.gm >= 0 && !inst.gmWrite &&
                     overlaps(lo, hi, entry.gm.lo, entry.gm.hi);
      for (unsigned k = 0; k < inst.numTiles && !touched; ++k)
        touched = (inst.access[k] & AccessRead) &&
                  entry.tile[k].desc->space == space &&
                  overlaps(lo, hi, entry.tile[k].addr,
                           entry.tile[k].addr + entry.tile[k].bytes);
      if (!touched)
        continue;
      // Where a pipe keeps its order, the second sees the first's result.
      if (writer && q == pipe && keepsOrder(entry))
        continue;
      snapshot(core, q, i);
    }
  }
}

/// Whether the operands have a byte in common; what lies between the rows of a
/// part is not its own.
static bool haveCommonByte(const ExecInst &entry, unsigned a, unsigned b) {
  auto regionOf = [&](unsigned i) {
    const TileRef &tile = entry.tile[i];
    return entry.inst->part ? Region::of(tile, entry.inst->part(entry, i))
                            : Region::of(tile);
  };
  return regionOf(a).touches(regionOf(b));
}

/// Reports a result, or scratch, that the hardware may have written where it
/// still reads the source; the model reads all of it first.
void Machine::checkOverlap(const ExecInst &entry, unsigned result,
                           unsigned source) {
  const TileInst &inst = *entry.inst;
  bool isScratch = inst.access[result] & AccessScratch;
  // A chip may do without what the text gives it.
  if (isScratch && inst.info->scratchBytes &&
      inst.info->scratchBytes(entry, target) == 0)
    return;
  if (!options.checkOverlap || !haveCommonByte(entry, result, source))
    return;
  bool canShare = inst.info->canShare(target) && !isScratch;
  hazard("PYPTO-E0816", "overlap", inst.loc,
         std::string(inst.info->name) + ": " + nameOf(inst, result) +
             " overwrites " + nameOf(inst, source) +
             " while the instruction reads it",
         std::string("give it a tile of its own") +
             (canShare ? ", or one that begins where the source does, with "
                         "elements of its size and its rows"
                       : ""));
}

void Machine::execute(Core &core, uint8_t pipe, ExecInst &entry) {
  const TileInst &inst = *entry.inst;
  for (unsigned i = 0; i < inst.numTiles; ++i) {
    if (!(inst.access[i] & AccessWrite))
      continue;
    const TileRef &dst = entry.tile[i];
    beforeWrite(*cores[dst.core], &entry, pipe, dst.desc->space, dst.addr,
                dst.addr + dst.bytes);
    if (dst.core != core.index)
      continue;
    // Inside one instruction a destination may coincide with a source, not
    // overlap it partially: the source is then read as it was at the start.
    for (unsigned k = 0; k < inst.numTiles; ++k) {
      TileRef &src = entry.tile[k];
      if (k == i || !(inst.access[k] & AccessRead) || entry.sampled ||
          src.desc->space != dst.desc->space ||
          !overlaps(dst.addr, dst.addr + dst.bytes, src.addr,
                    src.addr + src.bytes))
        continue;
      bool same = src.addr == dst.addr && src.desc->ld == dst.desc->ld &&
                  src.desc->layout == dst.desc->layout &&
                  sizeOf(src.desc->type) == sizeOf(dst.desc->type);
      if (same && inst.info->canShare(target) &&
          !(inst.access[i] & AccessScratch))
        continue;
      checkOverlap(entry, i, k);
      core.snapshots.push_back(
          {pipe, core.pipes[pipe].head, {src.data, src.data + src.bytes}});
      src.data = core.snapshots.back().bytes.data();
    }
  }
  if (inst.gm >= 0 && inst.gmWrite && entry.gm.lo < entry.gm.hi) {
    for (auto &other : cores)
      if (other->state != FrontEndState::Idle)
        beforeWrite(*other, &entry, pipe, Space::DDR, entry.gm.lo, entry.gm.hi);
    if (GmBuffer *buffer = gm.find(entry.gm.lo)) {
      buffer->dirtyLo = std::min(buffer->dirtyLo, entry.gm.lo);
      buffer->dirtyHi = std::max(buffer->dirtyHi, entry.gm.hi);
    }
  }
  inst.exec(entry);
  core.snapshots.erase(
      std::remove_if(core.snapshots.begin(), core.snapshots.end(),
                     [&](const Core::Snapshot &snapshot) {
                       return snapshot.pipe == pipe &&
                              snapshot.index == core.pipes[pipe].head;
                     }),
      core.snapshots.end());
}

void Machine::wakeFrontEnd(Core &core, double time) {
  if (core.eventPending)
    return;
  core.eventPending = true;
  schedule(std::max(time, now), EventKind::FrontEnd, core.index);
}

} // namespace pypto::coremodel
