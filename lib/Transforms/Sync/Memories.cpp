//===- Memories.cpp - which bytes a tile or view stands for -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memories.h"
#include "TileOrigins.h"

#include "pypto/Dialect/Pto/Pto.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pypto;

/// Any unique address will do as the key of a whole on-chip memory.
static const void *spaceKey(pto::AddressSpace space) {
  static const char keys[16] = {};
  return &keys[static_cast<unsigned>(space) % sizeof(keys)];
}

/// The slots of all FIFOs between cores. Which slot a received tile is in is
/// not tracked: the next one may overwrite it.
static const void *receivedKey() {
  static const char key = 0;
  return &key;
}

static const void *valueKey(Value value) { return value.getAsOpaquePointer(); }

/// Size of a tile or memref in bytes; kUnbounded if it is not static.
static int64_t getBytes(Type type) {
  std::optional<ArrayRef<int64_t>> shape = pto::getShapeOf(type);
  unsigned bits = pto::getElementTypeOf(type)
                      ? pto::getElementBits(pto::getElementTypeOf(type))
                      : 0;
  if (!shape || !bits || ShapedType::isDynamicShape(*shape))
    return sync::kUnbounded;
  int64_t total = bits;
  for (int64_t extent : *shape)
    if (llvm::MulOverflow(total, extent, total))
      return sync::kUnbounded;
  return total / 8 + (total % 8 != 0);
}

uint32_t Memories::memoryOf(const void *key) {
  auto [it, isNew] = memories.try_emplace(key, nextMemory);
  if (isNew)
    ++nextMemory;
  return it->second;
}

uint32_t Memories::globalMemoryOf(Value root) {
  const void *key =
      gmMayAlias ? spaceKey(pto::AddressSpace::Gm) : valueKey(root);
  uint32_t before = nextMemory, memory = memoryOf(key);
  if (nextMemory != before)
    globalMemories.push_back(memory);
  return memory;
}

uint32_t Memories::geometryOf(ArrayRef<const void *> key) {
  std::vector<const void *> copy(key.begin(), key.end());
  return geometries
      .try_emplace(std::move(copy), static_cast<uint32_t>(geometries.size()))
      .first->second;
}

void Memories::addWindow(sync::Access access, sync::Window window,
                         std::vector<sync::Access> &accesses) {
  if (!window.dims.empty()) {
    access.window = static_cast<uint32_t>(program.windows.size());
    program.windows.push_back(std::move(window));
  }
  accesses.push_back(access);
}

void Memories::addAccesses(Value value, bool isWrite,
                           std::vector<sync::Access> &accesses,
                           std::optional<pto::TileWindow> part) {
  std::optional<pto::AddressSpace> space =
      pto::getAddressSpace(value.getType());
  if (!space ||
      (*space != pto::AddressSpace::Gm && *space != pto::AddressSpace::Zero))
    return addTile(value, isWrite, accesses, part);
  sync::Window window;
  sync::Access access = getGlobal(value, window);
  access.isWrite = isWrite;
  addWindow(access, std::move(window), accesses);
}

void Memories::addWholeGlobalMemory(std::vector<sync::Access> &accesses) {
  for (uint32_t memory : globalMemories) {
    sync::Access access;
    access.memory = memory;
    access.isWrite = true;
    accesses.push_back(access);
  }
}

//===----------------------------------------------------------------------===//
// On-chip memories
//===----------------------------------------------------------------------===//

/// Lets \p dim begin and end where boxes of \p box elements do.
static void roundToBoxes(sync::WindowDim &dim, int64_t box) {
  for (const sync::Term &term : dim.terms)
    dim.offsetKnown &= term.factor % box == 0;
  int64_t begin = llvm::divideFloorSigned(dim.constant, box) * box;
  if (dim.size >= 0)
    dim.size =
        llvm::divideCeilSigned(dim.constant + dim.size, box) * box - begin;
  dim.constant = begin;
}

/// A line of a box, a row or a column of it, is touched as a whole; whole boxes
/// are where those along the lines' direction do not follow each other.
static void roundToBoxes(sync::Window &window, pto::TileBufType tile,
                         Operation *user) {
  if (!tile.isBoxed() || window.dims.size() != 2)
    return;
  std::optional<std::pair<int64_t, int64_t>> box = tile.getBox();
  if (!box) {
    window.dims.clear();
    return;
  }
  bool linesAreRows = tile.getSlayout() == pto::SLayout::RowMajor;
  bool boxesGoDown =
      tile.getBlayout(pto::getTargetArch(user)) == pto::BLayout::ColMajor;
  if (!(linesAreRows && boxesGoDown))
    roundToBoxes(window.dims[0], box->first);
  if (linesAreRows || boxesGoDown)
    roundToBoxes(window.dims[1], box->second);
}

void Memories::addTile(Value tile, bool isWrite,
                       std::vector<sync::Access> &accesses,
                       std::optional<pto::TileWindow> part) {
  // A chain of subsets, and the part of the last that is touched, adds up to
  // one window of the tile at its end.
  sync::Window window;
  Value base = tile;
  auto addOffset = [&](size_t i, Value offset, int64_t size) {
    LinearForm form = offsets.get(offset);
    if (window.dims.size() <= i) {
      window.dims.emplace_back();
      window.dims[i].size = size;
    }
    sync::WindowDim &dim = window.dims[i];
    LinearForm sum{dim.constant, {dim.terms.begin(), dim.terms.end()}};
    dim.offsetKnown &= sum.add(form, 1);
    dim.constant = sum.constant;
    dim.terms.assign(sum.terms.begin(), sum.terms.end());
  };
  if (part) {
    addOffset(0, part->row, part->rows);
    addOffset(1, part->col, part->cols);
  }
  SmallVector<pto::SubsetOp> subsets;
  while (auto subset = base.getDefiningOp<pto::SubsetOp>()) {
    subsets.push_back(subset);
    for (auto [i, offset] : llvm::enumerate(subset.getOffsets()))
      addOffset(i, offset, cast<IntegerAttr>(subset.getSizes()[i]).getInt());
    base = subset.getSource();
  }
  if (auto type = dyn_cast<pto::TileBufType>(base.getType()); part && type)
    roundToBoxes(window, type, base.getParentRegion()->getParentOp());
  // Another shape or type for the same storage, perhaps of a part of it.
  Operation *op = base.getDefiningOp();
  if (auto view = dyn_cast_or_null<ViewLikeOpInterface>(op))
    return addTile(view.getViewSource(), isWrite, accesses);
  SmallVector<Value> origins = collectTileOrigins(base);
  if (origins.size() == 1 && origins.front() == base) {
    window.geometry = geometryOf({valueKey(base)});
    sync::Access access = getTileStorage(base);
    access.isWrite = isWrite;
    if (subsets.size() == 1 && addSlots(subsets.front(), access))
      window.dims.clear();
    return addWindow(access, std::move(window), accesses);
  }
  // The same window of each of them.
  if (base != tile)
    part.reset();
  for (Value origin : origins)
    addTile(origin, isWrite, accesses, part);
}

/// Describes \p access as one of a rotating buffer if its \p address, in \p
/// units of bytes from \p start, takes turns in a loop.
bool Memories::addRotation(Value address, int64_t bytes, sync::Access &access,
                           int64_t unit, int64_t start) {
  std::optional<Periodic> turns = getPeriodic(address);
  sync::NodeId loop = turns ? offsets.nodeOf(turns->loop) : sync::kNone;
  if (loop == sync::kNone || bytes == sync::kUnbounded)
    return false;
  sync::Rotation rotation{loop, {}, bytes};
  for (int64_t value : turns->values)
    rotation.begins.push_back(start + value * unit);
  access.begin = *llvm::min_element(rotation.begins);
  access.end = *llvm::max_element(rotation.begins) + bytes;
  access.rotation = static_cast<uint32_t>(program.rotations.size());
  program.rotations.push_back(std::move(rotation));
  return true;
}

/// The same of a part of the tile at \p access that takes turns: whole lines of
/// it, so that its bytes have no gaps.
bool Memories::addSlots(pto::SubsetOp part, sync::Access &access) {
  pto::TileBufType tile = part.getSource().getType();
  bool columns =
      tile.getBlayout(pto::getTargetArch(part)) == pto::BLayout::ColMajor;
  int64_t bytes = getBytes(tile), extent = tile.getShape()[columns];
  int64_t lines = part.getResult().getType().getShape()[columns];
  if (access.end == sync::kUnbounded || access.end - access.begin != bytes ||
      bytes == sync::kUnbounded || extent <= 0 || bytes % extent != 0 ||
      part.getResult().getType().getShape()[!columns] !=
          tile.getShape()[!columns] ||
      getConstant(part.getOffsets()[!columns]) != int64_t(0))
    return false;
  int64_t unit = bytes / extent;
  return addRotation(part.getOffsets()[columns], lines * unit, access, unit,
                     access.begin);
}

/// The bytes of a tile that is no subset and has one origin.
sync::Access Memories::getTileStorage(Value tile) {
  sync::Access access;
  Operation *op = tile.getDefiningOp();
  std::optional<pto::AddressSpace> space = pto::getAddressSpace(tile.getType());
  Value address;
  auto effects = dyn_cast_or_null<MemoryEffectOpInterface>(op);
  if (auto alloc = dyn_cast_or_null<pto::AllocTileOp>(op))
    address = alloc.getAddr();
  else if (auto cast = dyn_cast_or_null<pto::PointerCastOp>(op))
    address = cast.getAddrs().size() == 1 ? cast.getAddrs().front() : Value();
  if (effects && effects.getEffectOnValue<MemoryEffects::Allocate>(tile) &&
      !address) {
    bool isReceived = isa<pto::DeclareTileOp, pto::DeclareTileMemRefOp>(op) ||
                      isa<pto::PipeOpInterface>(op);
    access.memory = memoryOf(isReceived ? receivedKey() : valueKey(tile));
    return access;
  }
  // At an address, or (arguments, run-time addresses) anywhere in the memory.
  access.memory = memoryOf(space ? spaceKey(*space) : valueKey(tile));
  int64_t bytes = getBytes(tile.getType());
  if (addRotation(address, bytes, access))
    return access;
  if (std::optional<Bounds> begin = getBounds(address)) {
    access.begin = begin->low;
    if (llvm::AddOverflow(begin->high, bytes, access.end))
      access.end = sync::kUnbounded;
  }
  return access;
}

void Memories::addReceivedTiles(std::vector<sync::Access> &accesses) {
  sync::Access access;
  access.memory = memoryOf(receivedKey());
  access.isWrite = true;
  accesses.push_back(access);
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

namespace {
/// A pointer as root + offset in elements.
struct Pointer {
  Value root;
  LinearForm offset;
  bool isOffsetKnown = true;
};
} // namespace

static Pointer followPointer(Value pointer, Offsets &offsets) {
  Pointer result{pointer, {}, true};
  while (auto add = result.root.getDefiningOp<pto::AddPtrOp>()) {
    result.isOffsetKnown &= result.offset.add(offsets.get(add.getOffset()), 1);
    result.root = add.getPtr();
  }
  return result;
}

static sync::WindowDim toDim(const LinearForm &form, int64_t size) {
  sync::WindowDim dim;
  dim.constant = form.constant;
  dim.terms.assign(form.terms.begin(), form.terms.end());
  dim.size = size;
  return dim;
}

void Memories::addElementAccess(Value pointer, Value offset, bool isWrite,
                                std::vector<sync::Access> &accesses) {
  Pointer target = followPointer(pointer, offsets);
  target.isOffsetKnown &= target.offset.add(offsets.get(offset), 1);
  sync::Access access;
  access.memory = globalMemoryOf(target.root);
  access.isWrite = isWrite;
  unsigned bits = pto::getElementBits(pto::getElementTypeOf(pointer.getType()));
  sync::Window window;
  if (!target.isOffsetKnown)
    return addWindow(access, std::move(window), accesses);
  if (target.offset.isConstant() && bits >= 8) {
    access.begin = target.offset.constant * (bits / 8);
    access.end = access.begin + bits / 8;
  }
  window.geometry = geometryOf({valueKey(target.root)});
  window.dims.push_back(toDim(target.offset, 1));
  addWindow(access, std::move(window), accesses);
}

/// Whether different indices of a view mean different elements, as far as
/// constants tell: each stride reaches beyond everything that the smaller
/// strides span. Run-time strides are taken to be sensible.
static bool isInjective(pto::MakeTensorViewOp view) {
  SmallVector<std::pair<int64_t, int64_t>> dims; // stride, extent
  for (auto [stride, extent] : llvm::zip(view.getStrides(), view.getShape())) {
    std::optional<int64_t> s = getConstant(stride), e = getConstant(extent);
    if (e && *e == 1)
      continue;
    if (s && *s <= 0)
      return false;
    if (s && e)
      dims.push_back({*s, *e});
  }
  llvm::sort(dims);
  for (size_t i = 1; i < dims.size(); ++i)
    if (int64_t span;
        llvm::MulOverflow(dims[i - 1].first, dims[i - 1].second, span) ||
        dims[i].first < span)
      return false;
  return true;
}

/// The bytes that a view or window stands for, and its window, if any, in a
/// geometry that other windows of the same view share.
sync::Access Memories::getGlobal(Value value, sync::Window &window) {
  sync::Access access;
  Value viewValue = value;
  auto partition = value.getDefiningOp<pto::PartitionViewOp>();
  if (partition)
    viewValue = partition.getSource();
  auto view = viewValue.getDefiningOp<pto::MakeTensorViewOp>();
  if (!view) {
    // A pointer, a memref, or a view that came from elsewhere.
    while (auto source = viewValue.getDefiningOp<ViewLikeOpInterface>())
      viewValue = source.getViewSource();
    access.memory = globalMemoryOf(followPointer(viewValue, offsets).root);
    return access;
  }
  Pointer base = followPointer(view.getPtr(), offsets);
  access.memory = globalMemoryOf(base.root);

  std::vector<const void *> key{valueKey(base.root)};
  for (Value stride : view.getStrides()) {
    std::optional<int64_t> constant = getConstant(stride);
    key.push_back(constant ? reinterpret_cast<const void *>(*constant)
                           : valueKey(stride));
  }
  for (const sync::Term &term : base.offset.terms) {
    key.push_back(reinterpret_cast<const void *>(uintptr_t(term.symbol) + 1));
    key.push_back(reinterpret_cast<const void *>(term.factor));
  }
  key.push_back(reinterpret_cast<const void *>(base.offset.constant));
  window.geometry = geometryOf(key);

  unsigned bits = pto::getElementBits(pto::getElementTypeOf(value.getType()));
  bool isBounded = base.isOffsetKnown && base.offset.isConstant() &&
                   bits % 8 == 0 && bits != 0;
  int64_t first = base.offset.constant, last = first;
  size_t rank = view.getStrides().size();
  for (size_t i = 0; i < rank; ++i) {
    LinearForm offset;
    Value sizeValue = view.getShape()[i];
    if (partition) {
      offset = offsets.get(partition.getOffsets()[i]);
      sizeValue = partition.getSizes()[i];
    }
    std::optional<int64_t> size = getConstant(sizeValue);
    // A window that may be smaller at run time than its static type says.
    if (!size) {
      ArrayRef<int64_t> shape = *pto::getShapeOf(value.getType());
      if (partition && i < shape.size() && !ShapedType::isDynamic(shape[i]))
        size = shape[i];
    }
    window.dims.push_back(toDim(offset, size.value_or(-1)));
    std::optional<int64_t> stride = getConstant(view.getStrides()[i]);
    isBounded &= offset.isConstant() && size && stride && *stride >= 0;
    if (!isBounded)
      continue;
    int64_t low, high;
    int64_t lastIndex = offset.constant + std::max<int64_t>(*size, 1) - 1;
    isBounded = !llvm::MulOverflow(offset.constant, *stride, low) &&
                !llvm::MulOverflow(lastIndex, *stride, high) &&
                !llvm::AddOverflow(first, low, first) &&
                !llvm::AddOverflow(last, high, last);
  }
  constexpr int64_t kLargest = int64_t(1) << 56;
  if (isBounded && first > -kLargest && last < kLargest) {
    access.begin = first * (bits / 8);
    access.end = (last + 1) * (bits / 8);
  }
  // Windows have the same origin only if the base does not change in a loop.
  bool isFixed = base.isOffsetKnown &&
                 llvm::all_of(base.offset.terms, [&](const sync::Term &term) {
                   return program.symbols[term.symbol].loop == sync::kNone;
                 });
  if (!isInjective(view) || !isFixed)
    window.dims.clear();
  return access;
}
