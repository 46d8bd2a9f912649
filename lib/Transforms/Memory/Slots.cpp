//===- Slots.cpp - equal parts of the author's buffers ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/Slots.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/TileBuffers.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static SmallVector<MemrefSlotOp> getSlots(MemrefAllocOp alloc) {
  SmallVector<MemrefSlotOp> slots;
  for (Operation *user : alloc->getUsers())
    if (auto slot = dyn_cast<MemrefSlotOp>(user))
      slots.push_back(slot);
  // Users come last to first.
  std::reverse(slots.begin(), slots.end());
  return slots;
}

/// A buffer for the slot with the constant index `index`.
static Value createOwnBuffer(MemrefAllocOp alloc, int64_t index) {
  OpBuilder builder(alloc);
  std::string name =
      (getUserName(alloc.getLoc()) + "[" + Twine(index) + "]").str();
  auto space = alloc.getResult().getType().getMemorySpace();
  auto type = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type(),
                              MemRefLayoutAttrInterface(), space);
  auto own = MemrefAllocOp::create(
      builder, NameLoc::get(builder.getStringAttr(name), alloc.getLoc()), type);
  own.setDeclared(true);
  return own;
}

static void separate(MemrefAllocOp alloc, ArrayRef<MemrefSlotOp> slots) {
  llvm::DenseMap<int64_t, Value> buffers;
  for (MemrefSlotOp slot : slots) {
    int64_t index = *getConstantIntValue(slot.getIndex());
    Value &buffer = buffers[index];
    if (!buffer)
      buffer = createOwnBuffer(alloc, index);
    slot.getResult().replaceAllUsesWith(buffer);
    slot.erase();
  }
  alloc.erase();
}

/// One operation for each index: of constants at the start, of others where one
/// of them comes before the rest.
static void joinEqual(func::FuncOp kernel, MemrefAllocOp alloc,
                      ArrayRef<MemrefSlotOp> slots) {
  DominanceInfo dominance(kernel);
  llvm::DenseMap<int64_t, MemrefSlotOp> constants;
  SmallVector<MemrefSlotOp> kept;
  for (MemrefSlotOp slot : slots) {
    MemrefSlotOp same;
    if (std::optional<int64_t> index = getConstantIntValue(slot.getIndex())) {
      MemrefSlotOp &first = constants[*index];
      if (!first) {
        OpBuilder builder(alloc->getContext());
        builder.setInsertionPointAfter(alloc);
        Value constant =
            arith::ConstantIndexOp::create(builder, slot.getLoc(), *index);
        first = MemrefSlotOp::create(builder, slot.getLoc(),
                                     slot.getResult().getType(),
                                     alloc.getResult(), constant);
        kept.push_back(first);
      }
      same = first;
    } else {
      for (MemrefSlotOp other : kept)
        if (other.getIndex() == slot.getIndex() &&
            dominance.properlyDominates(other.getOperation(), slot))
          same = other;
    }
    if (!same) {
      kept.push_back(slot);
      continue;
    }
    slot.getResult().replaceAllUsesWith(same.getResult());
    slot.erase();
  }
}

void separateSlots(func::FuncOp kernel) {
  SmallVector<MemrefAllocOp> allocs;
  kernel.walk([&](MemrefAllocOp alloc) {
    if (alloc.getResult().getType().getRank() == 2)
      allocs.push_back(alloc);
  });
  for (MemrefAllocOp alloc : allocs) {
    SmallVector<MemrefSlotOp> slots;
    for (MemrefSlotOp slot : getSlots(alloc)) {
      if (slot.getResult().use_empty())
        slot.erase();
      else
        slots.push_back(slot);
    }
    auto isConstant = [](MemrefSlotOp slot) {
      return getConstantIntValue(slot.getIndex()).has_value();
    };
    if (llvm::all_of(slots, isConstant))
      separate(alloc, slots);
    else
      joinEqual(kernel, alloc, slots);
  }
}

LogicalResult SlotSizes::add(MemrefSlotOp slot, ArrayRef<Value> tiles) {
  auto space = cast<MemorySpaceAttr>(
      cast<MemRefType>(slot.getResult().getType()).getMemorySpace());
  Size &size = sizes[slot.getAllocation()];
  for (Value tile : tiles) {
    auto type = cast<TileType>(tile.getType());
    if (type.getSpace() != space)
      return emitError(tile.getLoc(), Diag::BadAllocation)
             << "a tile in " << stringifyMemorySpace(*type.getMemorySpace())
             << " cannot live in a buffer of "
             << stringifyMemorySpace(space.getValue());
    auto op = tile.getDefiningOp<TileOpInterface>();
    if (!op || !op.takesDestination())
      continue;
    if (!dominance.properlyDominates(slot.getOperation(), op)) {
      // The choice moves up as far as its index is known.
      Operation *index = slot.getIndex().getDefiningOp();
      if (index ? dominance.properlyDominates(index, op)
                : dominance.properlyDominates(slot.getIndex(), op)) {
        slot->moveBefore(op);
      } else {
        InFlightDiagnostic diag =
            emitError(tile.getLoc(), Diag::BadAllocation)
            << "this tile is made before its slot is chosen";
        diag.attachNote(slot.getLoc()) << "the slot is chosen here";
        attachHelp(diag) << "copy the tile with pl.move into it";
        return diag;
      }
    }
    size.bytes = std::max(size.bytes, getFootprint(type));
    size.step = std::lcm(size.step, getLineBytes(type));
  }
  return success();
}

void SlotSizes::apply() {
  for (auto &[operation, size] : sizes) {
    auto alloc = cast<MemrefAllocOp>(operation);
    auto type = cast<MemRefType>(alloc.getResult().getType());
    auto memory = cast<MemorySpaceAttr>(type.getMemorySpace()).getValue();
    int64_t alignment =
        getTarget(alloc).space(toTarget(memory)).alignment.value;
    int64_t bytes = llvm::alignTo(size.bytes, std::lcm(size.step, alignment));
    auto resized = [&](ArrayRef<int64_t> shape) {
      return MemRefType::get(shape, type.getElementType(),
                             MemRefLayoutAttrInterface(),
                             type.getMemorySpace());
    };
    alloc.getResult().setType(resized({type.getDimSize(0), bytes}));
    for (MemrefSlotOp slot : getSlots(alloc))
      slot.getResult().setType(resized({bytes}));
  }
}

} // namespace pypto
