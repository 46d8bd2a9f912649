//===- Region.cpp - the bytes that an operand touches -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Region.h"
#include <algorithm>

namespace pypto::coremodel {

bool Region::operator==(const Region &o) const {
  return lo == o.lo && hi == o.hi && run == o.run && rank == o.rank &&
         std::equal(dims, dims + rank, o.dims);
}

void Region::addDim(uint64_t count, uint64_t pitch) {
  if (count > 1 && pitch > 0)
    dims[rank++] = {count, pitch};
}

/// Joins dimensions that continue each other; \p first is the lowest byte and
/// \p bytes the length of the innermost runs.
void Region::finish(uint64_t first, uint64_t bytes) {
  lo = first;
  run = bytes;
  std::sort(dims, dims + rank,
            [](const Dim &a, const Dim &b) { return a.pitch > b.pitch; });
  while (rank > 0 && dims[rank - 1].pitch == run) {
    run *= dims[rank - 1].count;
    --rank;
  }
  for (unsigned i = rank; i-- > 1;)
    if (dims[i - 1].pitch == dims[i].pitch * dims[i].count) {
      dims[i - 1] = {dims[i - 1].count * dims[i].count, dims[i].pitch};
      std::copy(dims + i + 1, dims + rank, dims + i);
      --rank;
    }
  hi = lo + spanFrom(0);
}

/// Bytes from the first to behind the last of what dimensions \p dim and up
/// repeat.
uint64_t Region::spanFrom(unsigned dim) const {
  uint64_t span = run;
  for (unsigned i = dim; i < rank; ++i)
    span += (dims[i].count - 1) * dims[i].pitch;
  return span;
}

uint64_t Region::runCount() const {
  uint64_t count = 1;
  for (unsigned i = 0; i < rank; ++i)
    count *= dims[i].count;
  return count;
}

/// Whether a byte of dimensions \p dim and up, placed at \p base, is in
/// [from, to).
bool Region::hasByteIn(unsigned dim, uint64_t base, uint64_t from,
                       uint64_t to) const {
  if (dim >= rank || dim >= 5)
    return base < to && from < base + run;
  uint64_t span = spanFrom(dim + 1), pitch = dims[dim].pitch;
  uint64_t first = from < base + span ? 0 : (from - base - span) / pitch + 1;
  for (uint64_t k = first; k < dims[dim].count && base + k * pitch < to; ++k)
    if (hasByteIn(dim + 1, base + k * pitch, from, to))
      return true;
  return false;
}

/// Whether \p fn holds for the start of any run.
template <typename Fn>
bool Region::anyRun(unsigned dim, uint64_t base, Fn fn) const {
  if (dim >= rank || dim >= 5)
    return fn(base);
  for (uint64_t k = 0; k < dims[dim].count; ++k)
    if (anyRun(dim + 1, base + k * dims[dim].pitch, fn))
      return true;
  return false;
}

bool Region::touches(const Region &o) const {
  if (!mayTouch(o))
    return false;
  const Region &few = runCount() <= o.runCount() ? *this : o;
  const Region &many = &few == this ? o : *this;
  return few.anyRun(0, few.lo, [&](uint64_t start) {
    return many.hasByteIn(0, many.lo, start, start + few.run);
  });
}

Region Region::bytes(uint64_t lo, uint64_t size) {
  Region region;
  region.finish(lo, size);
  return region;
}

/// \p part is inside the tile and not empty.
Region Region::ofRectangle(const TileRef &tile, const Part &part) {
  const TileDesc &desc = *tile.desc;
  uint64_t size = sizeOf(desc.type);
  auto row = static_cast<uint64_t>(part.row);
  auto col = static_cast<uint64_t>(part.col);
  auto rows = static_cast<uint64_t>(part.rows);
  auto cols = static_cast<uint64_t>(part.cols);
  auto boxRows = static_cast<uint64_t>(desc.boxRows);
  auto boxCols = static_cast<uint64_t>(desc.boxCols);
  auto ld = static_cast<uint64_t>(desc.ld);
  Region region;
  // `ld` counts elements between rows or columns, or the length of the parent
  // in the direction that boxes are laid out in.
  if (desc.layout == Layout::ND || desc.layout == Layout::DN) {
    bool byRow = desc.layout == Layout::ND;
    uint64_t outer = byRow ? row : col, inner = byRow ? col : row;
    region.addDim(byRow ? rows : cols, ld * size);
    region.finish(tile.addr + (outer * ld + inner) * size,
                  (byRow ? cols : rows) * size);
    return region;
  }
  // The first letter says how boxes follow each other (Z: along a row of
  // boxes), the second how a box is filled.
  bool boxesByRow = desc.layout == Layout::ZN || desc.layout == Layout::ZZ;
  bool filledByRow = desc.layout == Layout::NZ || desc.layout == Layout::ZZ;
  // Runs of a box, its rows or columns, are touched as a whole.
  uint64_t boxBytes = boxRows * boxCols * size;
  uint64_t runs = filledByRow ? boxRows : boxCols;
  uint64_t runBytes = boxBytes / runs;
  uint64_t firstBoxRow = row / boxRows, firstBoxCol = col / boxCols;
  uint64_t numBoxRows = (row + rows - 1) / boxRows - firstBoxRow + 1;
  uint64_t numBoxCols = (col + cols - 1) / boxCols - firstBoxCol + 1;
  // What a step to the next box along a row, and along a column, skips.
  uint64_t acrossBytes = boxesByRow ? boxBytes : ld / boxRows * boxBytes;
  uint64_t downBytes = boxesByRow ? ld / boxCols * boxBytes : boxBytes;
  uint64_t along = filledByRow ? row % boxRows : col % boxCols;
  uint64_t count = filledByRow ? rows : cols;
  uint64_t numAlong = filledByRow ? numBoxRows : numBoxCols;
  // Runs go on from box to box where those are neighbours, and end within a
  // box; else boxes are touched as a whole.
  bool continues = (filledByRow ? downBytes : acrossBytes) == boxBytes;
  if (!continues && numAlong > 1) {
    along = 0;
    count = runs;
  } else {
    (filledByRow ? numBoxRows : numBoxCols) = 1;
  }
  region.addDim(numBoxRows, downBytes);
  region.addDim(numBoxCols, acrossBytes);
  region.finish(tile.addr + firstBoxRow * downBytes +
                    firstBoxCol * acrossBytes + along * runBytes,
                count * runBytes);
  return region;
}

Region Region::of(const TileRef &tile) {
  const TileDesc &desc = *tile.desc;
  if (desc.rows <= 0 || desc.cols <= 0)
    return bytes(tile.addr, tile.bytes);
  auto roundUp = [](int64_t n, int64_t box) {
    return (n + box - 1) / box * box;
  };
  Region region = ofRectangle(tile, {0, 0, roundUp(desc.rows, desc.boxRows),
                                     roundUp(desc.cols, desc.boxCols)});
  // Sub-byte types and layouts that the description does not cover.
  if (region.hi - region.lo != tile.bytes)
    return bytes(tile.addr, tile.bytes);
  return region;
}

Region Region::of(const TileRef &tile, Part part) {
  const TileDesc &desc = *tile.desc;
  int64_t firstRow = std::max<int64_t>(part.row, 0);
  int64_t firstCol = std::max<int64_t>(part.col, 0);
  int64_t endRow = std::min<int64_t>(part.row + part.rows, desc.rows);
  int64_t endCol = std::min<int64_t>(part.col + part.cols, desc.cols);
  if (firstRow >= endRow || firstCol >= endCol)
    return Region();
  part = {firstRow, firstCol, endRow - firstRow, endCol - firstCol};
  Region region = ofRectangle(tile, part);
  if (region.hi > tile.addr + uint64_t(tile.bytes))
    return of(tile);
  return region;
}

Region Region::of(const GmRef &window) {
  Region region;
  if (window.lo >= window.hi)
    return region;
  uint64_t size = sizeOf(window.desc->type);
  for (unsigned d = 0; d < 5; ++d)
    region.addDim(static_cast<uint64_t>(window.size[d]),
                  static_cast<uint64_t>(std::abs(window.stride[d])) * size);
  region.finish(window.lo, size);
  return region;
}

} // namespace pypto::coremodel
