//===- Async.cpp - transfers by an engine beside the cores ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One engine copies within global memory, one transfer after the other; its
// data moves when the transfer ends. On one chip source and destination are
// both in this chip's memory. A prefetch, which has one window, takes the
// engine's time and moves nothing: there is no L2 whose contents would matter.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

bool Machine::asyncInstruction(Core &core, const Inst &inst, double &t) {
  Reg *regs = core.regs.data();
  if (inst.kind == InstKind::AsyncTest) {
    auto index = static_cast<uint64_t>(regs[inst.a].i);
    if (index >= transfers.size()) {
      fail("PYPTO-E0805", "an event that belongs to no transfer", inst.loc);
      return false;
    }
    Transfer &transfer = transfers[index];
    if (inst.b && !transfer.done) {
      core.state = FrontEndState::WaitAsync;
      core.waitTransfer = static_cast<uint32_t>(index);
      return false;
    }
    regs[inst.dst].i = transfer.done;
    if (races && transfer.done && transfer.observed)
      races->onTransferDone(core.index, *transfer.observed);
    t += flagIssue;
    return true;
  }
  // Both windows are checked like those of loads and stores.
  ExecInst windows[2];
  bool prefetch = inst.a == inst.b;
  for (unsigned i : {0u, 1u}) {
    if (prefetch && i == 0)
      continue;
    TileInst access;
    access.gm = i == 0 ? inst.a : inst.b;
    access.gmWrite = i == 0;
    access.loc = inst.loc;
    if (!captureGm(core, access, windows[i]))
      return false;
  }
  const GmRef &from = windows[1].gm, &to = prefetch ? from : windows[0].gm;
  if (to.hi - to.lo != from.hi - from.lo) {
    fail("PYPTO-E0807",
         "a transfer of " + std::to_string(from.hi - from.lo) + " bytes to " +
             std::to_string(to.hi - to.lo),
         inst.loc,
         {"windows of one size", "give both windows the same extents"});
    return false;
  }
  Transfer transfer{from.lo, to.lo, from.hi - from.lo};
  const target::GmCost &cost = target.gm;
  double begin = std::max(t, transferEngineFree);
  double cycles = 1;
  if (options.timing)
    cycles = cost.asyncLatencyNs * target.clockMHz.value / 1000 +
             static_cast<double>(transfer.bytes) /
                 target.perCycle(cost.asyncBytesPerSecond);
  cycles += jitter(uint64_t(7) << 32, transfers.size());
  if (prefetch)
    transfer.bytes = 0;
  else if (races && transfer.bytes)
    transfer.observed = races->onTransfer(core.index, from, to, inst.loc);
  transfer.end = transferEngineFree = begin + cycles;
  auto index = static_cast<uint32_t>(transfers.size());
  keep();
  transfers.push_back(transfer);
  regs[inst.dst].i = index;
  schedule(transfer.end, EventKind::Transfer, index);
  t += issueCost;
  return true;
}

void Machine::finishTransfer(uint32_t index) {
  Transfer &transfer = transfers[index];
  transfer.done = true;
  if (options.functional && transfer.bytes) {
    uint64_t end = transfer.to + transfer.bytes;
    for (auto &core : cores)
      if (core->state != FrontEndState::Idle)
        beforeWrite(*core, nullptr, 0, Space::DDR, transfer.to, end);
    std::memmove(gm.at(transfer.to), gm.at(transfer.from), transfer.bytes);
    if (GmBuffer *buffer = gm.find(transfer.to)) {
      buffer->dirtyLo = std::min(buffer->dirtyLo, transfer.to);
      buffer->dirtyHi = std::max(buffer->dirtyHi, end);
    }
  }
  for (auto &core : cores)
    if (core->state == FrontEndState::WaitAsync && core->waitTransfer == index)
      wakeFrontEnd(*core, now);
}

} // namespace pypto::coremodel
