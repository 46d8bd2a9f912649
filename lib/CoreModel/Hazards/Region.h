//===- Region.h - the bytes that an operand touches -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_COREMODEL_HAZARDS_REGION_H
#define PYPTO_LIB_COREMODEL_HAZARDS_REGION_H

#include "../Engine/ExecInst.h"

namespace pypto::coremodel {

/// Runs of `run` contiguous bytes, repeated over up to five dimensions: the
/// first run starts at `lo`, and each dimension repeats everything inside it
/// `count` times at distances of `pitch` bytes. Dimensions are sorted from the
/// largest pitch to the smallest.
struct Region {
  struct Dim {
    uint64_t count = 1;
    uint64_t pitch = 0;
    bool operator==(const Dim &o) const {
      return count == o.count && pitch == o.pitch;
    }
  };

  uint64_t lo = 0, hi = 0; ///< bounds, hi exclusive
  uint64_t run = 0;
  uint8_t rank = 0;
  Dim dims[5];

  bool empty() const { return lo >= hi; }
  bool isContiguous() const { return rank == 0; }
  /// Whether the bounds meet; says no more than that.
  bool mayTouch(const Region &o) const { return lo < o.hi && o.lo < hi; }
  /// Whether both have a byte in common.
  bool touches(const Region &o) const;
  bool operator==(const Region &o) const;
  Region movedBy(uint64_t bytes) const {
    Region region = *this;
    region.lo += bytes;
    region.hi += bytes;
    return region;
  }

  static Region bytes(uint64_t lo, uint64_t size);
  /// The static extent of a tile. Bytes of the parent between the rows of a
  /// part of a tile do not belong to it.
  static Region of(const TileRef &tile);
  /// A rectangle of a tile, as far as that has it: its bytes, or the 32-byte
  /// block rows of a tile of boxes that it meets.
  static Region of(const TileRef &tile, Part part);
  static Region of(const GmRef &window);

private:
  static Region ofRectangle(const TileRef &tile, const Part &part);
  void addDim(uint64_t count, uint64_t pitch);
  void finish(uint64_t first, uint64_t bytes);
  bool hasByteIn(unsigned dim, uint64_t base, uint64_t from, uint64_t to) const;
  template <typename Fn> bool anyRun(unsigned dim, uint64_t base, Fn fn) const;
  uint64_t spanFrom(unsigned dim) const;
  uint64_t runCount() const;
};

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_HAZARDS_REGION_H
