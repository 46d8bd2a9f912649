//===- Capture.cpp - operands of a tile instruction -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolves the registers of an instruction that is being issued, and checks
// that its operands are where the hardware can reach them.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Names.h"
#include <algorithm>

namespace pypto::coremodel {

std::string nameOf(const TileInst &inst, unsigned operand) {
  auto isSource = [&](unsigned i) { return !(inst.access[i] & AccessWrite); };
  if (inst.access[operand] & AccessScratch)
    return "the scratch";
  if (!isSource(operand))
    return "the result";
  unsigned number = 0;
  for (unsigned i = 0; i <= operand; ++i)
    number += isSource(i);
  return "source " + std::to_string(number);
}

static Core *ownerOf(Core &core, Owner owner) {
  if (!core.group)
    return nullptr;
  return owner == Owner::Cube ? core.group->aic
                              : core.group->aiv[static_cast<unsigned>(owner)];
}

bool Machine::capture(Core &core, const TileInst &inst, ExecInst &entry) {
  const Reg *regs = core.regs.data();
  entry.inst = &inst;
  entry.sampled = false;
  for (unsigned i = 0; i < inst.numTiles; ++i) {
    const TileDesc &desc = descOf(inst, i);
    TileRef &ref = entry.tile[i];
    int64_t addr = desc.addr.get(regs);
    int64_t validRows = desc.validRows.get(regs);
    int64_t validCols = desc.validCols.get(regs);
    const target::SpaceInfo &space = target.space(desc.space);
    if (addr < 0 ||
        static_cast<uint64_t>(addr + desc.bytes) > space.physicalBytes.value) {
      fail("PYPTO-E0806",
           std::string("a tile at address ") + std::to_string(addr) + " of " +
               std::to_string(desc.bytes) + " bytes is outside " +
               std::string(target::toString(desc.space)) + " (" +
               std::to_string(space.physicalBytes.value) + " bytes)",
           inst.loc,
           {"", "place it so that it ends inside, or make it "
                "smaller"});
      return false;
    }
    if (validRows < 0 || validRows > desc.rows || validCols < 0 ||
        validCols > desc.cols) {
      fail("PYPTO-E0807",
           "valid extent " + std::to_string(validRows) + "x" +
               std::to_string(validCols) + " does not fit the tile of " +
               std::to_string(desc.rows) + "x" + std::to_string(desc.cols),
           inst.loc,
           {"0x0 to " + std::to_string(desc.rows) + "x" +
                std::to_string(desc.cols),
            "bound it by the tile: pl.min(extent, rows or columns of the "
            "tile)"});
      return false;
    }
    if ((addr & (space.alignment.value - 1)) && validRows && validCols) {
      failAlignment(inst, i, addr);
      return false;
    }
    auto s = static_cast<unsigned>(desc.space);
    ref.desc = &desc;
    ref.addr = static_cast<uint32_t>(addr);
    ref.bytes = static_cast<uint32_t>(desc.bytes);
    ref.validRows = static_cast<int32_t>(validRows);
    ref.validCols = static_cast<int32_t>(validCols);
    ref.core = core.index;
    ref.data = core.memory[s] + addr;
    if (desc.owner != Owner::Self) {
      Core *owner = ownerOf(core, desc.owner);
      if (!owner) {
        fail("PYPTO-E0811",
             std::string("a tile in the memory of another core needs the two "
                         "functions of a cube and a vector core run together"),
             inst.loc);
        return false;
      }
      ref.core = owner->index;
      ref.data = owner->memory[s] + addr;
    }
  }
  for (unsigned i = 0; i < inst.numScalars; ++i) {
    const ScalarOperand &op = inst.scalar[i];
    if (!op.isFloat)
      entry.scalar[i].i = op.value.get(regs);
    else
      entry.scalar[i].f = op.value.isConst() ? op.imm : regs[op.value.reg].f;
  }
  Extents &inside = checked[program.numberOf(inst)];
  if (!inside.areOf(entry)) {
    if (!checkReach(entry))
      return false;
    checkScratch(entry);
    inside.take(entry);
  }
  if (inst.hasPart && !checkParts(core, entry))
    return false;
  return inst.gm < 0 || captureGm(core, inst, entry);
}

/// "rows 4..16 and columns 0..64"
static std::string toText(const Part &part) {
  auto range = [](int64_t first, int64_t count) {
    return std::to_string(first) + ".." + std::to_string(first + count);
  };
  return "rows " + range(part.row, part.rows) + " and columns " +
         range(part.col, part.cols);
}

/// How a part of `tile` begins at a block of `blockBytes`.
static std::string beginningOfPart(const TileDesc &tile, unsigned blockBytes) {
  unsigned lanes = std::max(1u, blockBytes / sizeOf(tile.type));
  bool byRows = tile.layout != Layout::DN;
  return "begin the part at a multiple of " + std::to_string(lanes) +
         (byRows ? " columns" : " rows") +
         ", or gather its elements into a tile of their own";
}

/// The hardware leaves out the low bits of an address, or hangs.
void Machine::failAlignment(const TileInst &inst, unsigned operand,
                            int64_t addr) {
  const TileDesc &desc = descOf(inst, operand);
  const target::SpaceInfo &space = target.space(desc.space);
  std::string bytes = std::to_string(space.alignment.value);
  std::string help = desc.isPart ? beginningOfPart(desc, space.alignment)
                                 : std::string("give the tile such an address");
  fail("PYPTO-E0814",
       std::string(inst.info->name) + ": " + nameOf(inst, operand) +
           " begins at byte " + std::to_string(addr) + " of " +
           std::string(target::toString(desc.space)) + ", inside a block",
       inst.loc, {"a multiple of " + bytes + " bytes", std::move(help)});
}

/// What the instruction touches lies in its tiles. The hardware would go on in
/// the bytes behind.
bool Machine::checkReach(const ExecInst &entry) {
  const TileInst &inst = *entry.inst;
  // Transfers move the valid rectangle, in whole blocks.
  if (!inst.part || (inst.gm >= 0 && !inst.info->indexed))
    return true;
  for (unsigned i = 0; i < inst.numTiles; ++i) {
    const TileDesc &desc = *entry.tile[i].desc;
    Part part = inst.part(entry, i);
    if (part.empty() || part.isInside(desc))
      continue;
    failReach(inst, i, part, desc.rows, desc.cols);
    return false;
  }
  return true;
}

void Machine::checkScratch(const ExecInst &entry) {
  const TileInst &inst = *entry.inst;
  if (!inst.info->scratchBytes)
    return;
  int64_t needed = inst.info->scratchBytes(entry, target);
  for (unsigned i = 0; i < inst.numTiles; ++i) {
    const TileDesc &desc = *entry.tile[i].desc;
    if (!(inst.access[i] & AccessScratch) || desc.bytes >= needed)
      continue;
    hazard("PYPTO-E0815", "scratch", inst.loc,
           std::string(inst.info->name) + " writes " + std::to_string(needed) +
               " bytes of scratch, and its scratch tile of " +
               std::to_string(desc.rows) + "x" + std::to_string(desc.cols) +
               " has " + std::to_string(desc.bytes) +
               ": the hardware goes on in what lies behind",
           "give it a tile of " + std::to_string(needed) + " bytes at least");
  }
}

bool Machine::checkParts(const Core &core, const ExecInst &entry) {
  const Reg *regs = core.regs.data();
  for (unsigned i = 0; i < entry.inst->numTiles; ++i) {
    const TileDesc &desc = *entry.tile[i].desc;
    if (!desc.bounded)
      continue;
    Part part = {desc.offset[0].get(regs), desc.offset[1].get(regs),
                 entry.tile[i].validRows, entry.tile[i].validCols};
    if (part.empty())
      continue;
    if (!part.isInside(desc.extent[0], desc.extent[1])) {
      failReach(*entry.inst, i, part, desc.extent[0], desc.extent[1]);
      return false;
    }
    if (part.row % desc.boxRows == 0 && part.col % desc.boxCols == 0)
      continue;
    fail("PYPTO-E0814",
         std::string(entry.inst->info->name) + ": " + nameOf(*entry.inst, i) +
             " begins at row " + std::to_string(part.row) + " and column " +
             std::to_string(part.col) + " of its tile, inside a box of " +
             std::to_string(desc.boxRows) + "x" + std::to_string(desc.boxCols),
         entry.inst->loc,
         {"multiples of these",
          "begin the part at a box, or take it with pto.textract"});
    return false;
  }
  return true;
}

void Machine::failReach(const TileInst &inst, unsigned operand,
                        const Part &part, int64_t rows, int64_t cols) {
  fail("PYPTO-E0806",
       std::string(inst.info->name) + " reaches " + toText(part) + " of " +
           nameOf(inst, operand) + ", a tile of " + std::to_string(rows) + "x" +
           std::to_string(cols),
       inst.loc,
       {"", "give it a tile that holds them, or a smaller valid region"});
}

bool Machine::checkWindow(const Reg *regs, const TileInst &inst,
                          const GmDesc &desc) {
  for (unsigned d = 0; d < desc.rank; ++d) {
    int64_t start = desc.offset[d].get(regs), size = desc.size[d].get(regs),
            extent = desc.extent[d].get(regs);
    if (start >= 0 && size <= extent && start <= extent - size)
      continue;
    const GmBuffer *buffer =
        gm.findNear(static_cast<uint64_t>(desc.base.get(regs)));
    std::string name =
        buffer ? quotedAfterSpace(nameOf(program, *buffer)) : std::string();
    fail("PYPTO-E0808",
         std::string(inst.gmWrite ? "a store" : "a load") + " of elements " +
             std::to_string(start) + ".." + std::to_string(start + size) +
             " of axis " + std::to_string(d) + " leaves its tensor" + name +
             ", whose extent is " + std::to_string(extent),
         inst.loc,
         {"elements of 0.." + std::to_string(extent),
          inst.gmWrite
              ? "give the tile a valid region that ends there: "
                "pl.min(size, extent - start)"
              : "end the window there: pl.min(size, extent - start) as its "
                "extent, or pl.load or pl.slice with clamp=True"});
    return false;
  }
  return true;
}

bool Machine::captureGm(Core &core, const TileInst &inst, ExecInst &entry) {
  const Reg *regs = core.regs.data();
  const GmDesc &desc = program.gms[static_cast<size_t>(inst.gm)];
  GmRef &ref = entry.gm;
  ref.desc = &desc;
  ref.addr = static_cast<uint64_t>(desc.base.get(regs));
  unsigned pad = 5u - desc.rank;
  int64_t first = 0, last = 0;
  bool empty = false;
  for (unsigned d = 0; d < 5; ++d) {
    ref.size[d] = d < pad ? 1 : desc.size[d - pad].get(regs);
    ref.stride[d] = d < pad ? 0 : desc.stride[d - pad].get(regs);
    if (ref.size[d] < 0) {
      fail("PYPTO-E0807",
           "negative extent " + std::to_string(ref.size[d]) +
               " of a global window",
           inst.loc, {"an extent of 0 or more", "bound it: pl.max(0, extent)"});
      return false;
    }
    empty |= ref.size[d] == 0;
    (ref.stride[d] < 0 ? first : last) += (ref.size[d] - 1) * ref.stride[d];
  }
  int64_t element = sizeOf(desc.type);
  ref.lo = ref.hi = ref.addr;
  ref.data = gm.at(ref.addr);
  if (empty)
    return true;
  if (desc.bounded && !checkWindow(regs, inst, desc))
    return false;
  ref.lo = ref.addr + static_cast<uint64_t>(first * element);
  ref.hi = ref.addr + static_cast<uint64_t>((last + 1) * element);
  if (!inst.gmWrite && !core.cache.empty() &&
      core.cache.isDirty(ref.lo, ref.hi))
    hazard("PYPTO-E0830", "unwritten", inst.loc,
           "a load of global memory that this core's data cache has newer "
           "bytes of: the load sees the old ones",
           "call pl.system.cacheinvalid() and pl.system.fence() between the "
           "pl.write and the load");
  GmBuffer *buffer = gm.find(ref.lo);
  if (buffer && ref.hi <= buffer->base + buffer->bytes)
    return true;
  std::string message = inst.gmWrite ? "a store" : "a load";
  message += " of global bytes ";
  if (GmBuffer *near = buffer ? buffer : gm.findNear(ref.addr)) {
    message += std::to_string(static_cast<int64_t>(ref.lo - near->base)) +
               ".." +
               std::to_string(static_cast<int64_t>(ref.hi - near->base)) +
               " leaves its tensor" + quotedAfterSpace(nameOf(program, *near)) +
               " of " + std::to_string(near->bytes) + " bytes";
    if (near->arg >= 0)
      message += " (argument " + std::to_string(near->arg) + ")";
  } else {
    message += "hits no tensor";
  }
  fail("PYPTO-E0808", message, inst.loc,
       {"", "end the window inside the tensor: pl.min(size, extent - start)"});
  return false;
}

} // namespace pypto::coremodel
