//===- ScalarMemory.cpp - scalar loads and stores ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of tiles are accessed directly. Elements of global memory go through
// the core's data cache, which reaches memory in whole lines: when a line is
// evicted or invalidated, and when the block ends.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Names.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

void Machine::warnOnce(const char *kind, uint32_t loc, std::string message) {
  if (!warned.insert({kind, loc}).second)
    return;
  std::string place = program.locs[loc].str();
  result.report.warnings.push_back(
      place.empty() ? std::move(message) : place + ": " + std::move(message));
}

/// What the hardware does with other bytes than the model: with the race
/// observer an error, else a warning.
void Machine::hazard(const char *code, const char *kind, uint32_t loc,
                     std::string message, std::string help) {
  if (!races)
    return warnOnce(kind, loc, message + "; " + help);
  if (warned.insert({kind, loc}).second)
    races->add({code, std::move(message), program.locs[loc], program.locs[loc],
                Space::DDR, 0, 0, std::move(help)});
}

/// Reads register `dst` from memory or writes register `c` to it.
static void move(const Inst &inst, Reg *regs, uint8_t *memory, bool write) {
  bool real = isFloat(inst.type);
  if (!write) {
    if (real)
      regs[inst.dst].f = loadAsDouble(inst.type, memory);
    else
      regs[inst.dst].i = loadAsInt(inst.type, memory);
    return;
  }
  if (real)
    storeDouble(inst.type, memory, regs[inst.c].f);
  else
    storeInt(inst.type, memory, regs[inst.c].i);
}

bool Machine::scalarMemory(Core &core, const Inst &inst, double &t) {
  switch (inst.kind) {
  case InstKind::CacheInvalid:
    cacheInvalidate(core, inst, t);
    return true;
  case InstKind::LoadGm:
  case InstKind::StoreGm:
    return accessGlobal(core, inst, t);
  default:
    return accessTile(core, inst, t);
  }
}

bool Machine::accessTile(Core &core, const Inst &inst, double &t) {
  Reg *regs = core.regs.data();
  bool write = inst.kind == InstKind::SetVal;
  unsigned size = sizeOf(inst.type);
  const TileDesc &desc = program.tiles[static_cast<size_t>(inst.imm)];
  int64_t index = regs[inst.b].i;
  int64_t addr = desc.addr.get(regs);
  if (index < 0 || (index + 1) * int64_t(size) > desc.bytes || addr < 0 ||
      static_cast<uint64_t>(addr + desc.bytes) >
          target.space(desc.space).physicalBytes.value) {
    fail("PYPTO-E0806",
         "element " + std::to_string(index) + " is outside the tile of " +
             std::to_string(desc.rows) + "x" + std::to_string(desc.cols),
         inst.loc,
         {"an element of 0.." + std::to_string(desc.bytes / size - 1),
          "bound the index with pl.min, or read under a condition that it is "
          "inside"});
    return false;
  }
  if (options.timing)
    t += target.control.ubScalarAccess;
  t += scalarCost;
  auto lo = static_cast<uint64_t>(addr + index * size);
  if (races)
    races->onScalar(core.index, desc.space, lo, size, write,
                    write ? "tsetval" : "tgetval", inst.loc);
  if (!options.functional) {
    if (!write)
      regs[inst.dst].i = 0;
    return true;
  }
  if (write)
    beforeWrite(core, nullptr, 0, desc.space, lo, lo + size);
  move(inst, regs, core.memory[static_cast<unsigned>(desc.space)] + lo, write);
  return true;
}

/// The tensor is the one that the access begins in.
void Machine::failElement(const Inst &inst, const Reg *regs) {
  auto base = static_cast<uint64_t>(regs[inst.a].i);
  auto size = static_cast<int64_t>(sizeOf(inst.type));
  int64_t element = regs[inst.b].i;
  GmBuffer *buffer = gm.find(base);
  if (!buffer)
    return fail("PYPTO-E0808",
                "a scalar access to global memory at element " +
                    std::to_string(element) + " hits no tensor",
                inst.loc);
  element += static_cast<int64_t>(base - buffer->base) / size;
  int64_t count = static_cast<int64_t>(buffer->bytes) / size;
  std::string message = "a scalar access to element " + std::to_string(element);
  std::string name = quotedAfterSpace(nameOf(program, *buffer));
  ErrorFacts facts;
  facts.expected = "an element of 0.." + std::to_string(count - 1);
  if (buffer->host && buffer->host->shape.size() > 1) {
    const std::vector<int64_t> &shape = buffer->host->shape;
    std::vector<int64_t> indices = indicesOf(element, shape);
    if (!indices.empty())
      message += ", " + listed(indices) + " by rows,";
    facts.expected += ": indices below " + listed(shape);
  }
  if (count == 0)
    facts.expected = "no access: the tensor has no elements";
  facts.help = "bound the index, pl.min(index, extent - 1), or access the "
               "element under a condition that it is there";
  fail("PYPTO-E0808",
       message + " leaves its tensor" + name + " of " + std::to_string(count) +
           " elements",
       inst.loc, std::move(facts));
}

bool Machine::accessGlobal(Core &core, const Inst &inst, double &t) {
  Reg *regs = core.regs.data();
  bool write = inst.kind == InstKind::StoreGm;
  unsigned size = sizeOf(inst.type);
  auto lo = static_cast<uint64_t>(regs[inst.a].i + regs[inst.b].i * size);
  GmBuffer *buffer = gm.find(lo);
  if (!buffer || lo + size > buffer->base + buffer->bytes) {
    failElement(inst, regs);
    return false;
  }
  DataCache::Line &line = fetchLine(core, lo, t);
  uint64_t offset = lo - line.base;
  uint64_t mask = ((size == 64 ? 0 : 1ull << size) - 1) << offset;
  t += scalarCost;
  if (races)
    races->onScalar(core.index, Space::DDR, lo, size, write,
                    write ? "store_scalar" : "load_scalar", inst.loc);
  if (write) {
    line.dirty |= mask;
    line.loc = inst.loc;
  }
  if (!options.functional) {
    if (!write)
      regs[inst.dst].i = 0;
    return true;
  }
  if (!write && !(line.dirty & mask) &&
      std::memcmp(line.data + offset, gm.at(lo), size) != 0)
    hazard("PYPTO-E0833", "stale", inst.loc,
           "a scalar read of an element that was stored to after this core "
           "cached its line: it sees the old value",
           "call pl.system.cacheinvalid() before the read");
  move(inst, regs, line.data + offset, write);
  return true;
}

DataCache::Line &Machine::fetchLine(Core &core, uint64_t addr, double &t) {
  if (DataCache::Line *line = core.cache.find(addr))
    return *line;
  if (options.timing)
    t += target.control.gmScalarAccess;
  if (DataCache::Line *old = core.cache.victim()) {
    if (old->dirty)
      writeBack(core, *old);
    core.cache.release(*old);
    core.cache.victim(); // the freed place is the oldest
  }
  DataCache::Line &line = core.cache.add(addr);
  // Buffers start at multiples of 512 bytes with gaps between them, so the
  // line lies in the arena even where the tensor ends inside it.
  if (options.functional)
    std::memcpy(line.data, gm.at(line.base), kCacheLineBytes);
  return line;
}

/// All 64 bytes, also those that were only read.
void Machine::writeBack(Core &core, const DataCache::Line &line) {
  GmBuffer *buffer = gm.find(line.base);
  if (!buffer)
    return;
  uint64_t lo = line.base;
  uint64_t hi = std::min(lo + kCacheLineBytes, buffer->base + buffer->bytes);
  for (uint64_t i = 0; races && i < hi - lo;) {
    uint64_t begin = i;
    bool isDirty = line.dirty >> i & 1;
    while (i < hi - lo && (line.dirty >> i & 1) == isDirty)
      ++i;
    if (!isDirty)
      races->onRewrite(core.index, lo + begin, i - begin, line.loc);
  }
  if (!options.functional)
    return;
  uint8_t *memory = gm.at(lo);
  for (uint64_t i = 0; i < hi - lo; ++i)
    if (!(line.dirty >> i & 1) && memory[i] != line.data[i]) {
      std::string name = nameOf(program, *buffer);
      std::string tensor = name.empty() ? name : " of '" + name + "'";
      hazard("PYPTO-E0833", "lost", core.function->loc,
             "stores were lost: kernel '" + core.function->name +
                 "' wrote a 64-byte cache line back over bytes" + tensor +
                 " that another core or a DMA had stored meanwhile",
             "give each instance whole 64-byte lines");
      break;
    }
  for (auto &other : cores)
    if (other.get() == &core || other->state != FrontEndState::Idle)
      beforeWrite(*other, nullptr, 0, Space::DDR, lo, hi);
  std::memcpy(memory, line.data, hi - lo);
  buffer->dirtyLo = std::min(buffer->dirtyLo, lo);
  buffer->dirtyHi = std::max(buffer->dirtyHi, hi);
}

/// Cycles to write lines back: a guess, one store whose bytes stream.
double Machine::writeBackCost(unsigned lines) const {
  if (lines == 0 || !options.timing)
    return 0;
  return target.gm.storeLatency +
         lines * double(kCacheLineBytes) / target.gm.storeBurstRate;
}

void Machine::cacheInvalidate(Core &core, const Inst &inst, double &t) {
  unsigned written = 0;
  auto drop = [&](DataCache::Line &line) {
    if (line.dirty) {
      writeBack(core, line);
      ++written;
    }
    core.cache.release(line);
  };
  if (inst.a < 0)
    core.cache.forEach(drop);
  else if (DataCache::Line *line = core.cache.find(
               static_cast<uint64_t>(core.regs[static_cast<size_t>(inst.a)].i)))
    drop(*line);
  t += scalarCost + writeBackCost(written);
}

/// Repeatable shuffle of when blocks write back, by the run's seed.
static double seededDelay(uint64_t seed, int32_t task, int64_t block) {
  if (seed == 0)
    return 0;
  uint64_t x = seed * 0x9e3779b97f4a7c15ull +
               static_cast<uint64_t>(task) * 0xbf58476d1ce4e5b9ull +
               static_cast<uint64_t>(block) * 0x94d049bb133111ebull;
  x ^= x >> 31;
  x *= 0xd6e8feb86659fd93ull;
  x ^= x >> 32;
  return static_cast<double>(x % 1024);
}

/// The block ends: lines that were stored to go to memory, in the order in
/// which they were first used. Which of two cores writes a shared line last
/// depends on the run; the seed chooses.
bool Machine::drainCache(Core &core, double &t) {
  unsigned dirty = core.cache.empty() ? 0 : core.cache.numDirty();
  if (dirty == 0)
    return true;
  if (core.drainTime < 0)
    core.drainTime = t + writeBackCost(dirty) +
                     seededDelay(options.seed, core.task, core.block);
  if (core.drainTime > now) {
    core.time = core.drainTime;
    wakeFrontEnd(core, core.drainTime);
    return false;
  }
  core.time = t = std::max(t, core.drainTime);
  core.cache.forEach([&](DataCache::Line &line) {
    if (line.dirty)
      writeBack(core, line);
    core.cache.release(line);
  });
  return true;
}

} // namespace pypto::coremodel
