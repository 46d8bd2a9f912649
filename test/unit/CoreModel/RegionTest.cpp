//===- RegionTest.cpp - common bytes of strided operands --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../../../lib/CoreModel/Ops/OpTable.h"
#include "RegionBytes.h"

#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace pypto::coremodel;

namespace {
struct Window {
  GmDesc desc;
  GmRef ref;
  std::set<uint64_t> bytes;

  explicit Window(std::mt19937 &random) {
    desc.type = random() % 2 ? DType::F32 : DType::F16;
    uint64_t size = sizeOf(desc.type);
    ref.desc = &desc;
    int64_t low = 0;
    for (unsigned d = 0; d < 5; ++d) {
      ref.size[d] = random() % 3 ? 1 : 1 + random() % 4;
      ref.stride[d] = static_cast<int64_t>(random() % 12) - 3;
      low += std::min<int64_t>(0, (ref.size[d] - 1) * ref.stride[d]);
    }
    ref.addr = 2048 + random() % 64;
    ref.lo = ref.addr + static_cast<uint64_t>(low * int64_t(size));
    int64_t i[5];
    for (i[0] = 0; i[0] < ref.size[0]; ++i[0])
      for (i[1] = 0; i[1] < ref.size[1]; ++i[1])
        for (i[2] = 0; i[2] < ref.size[2]; ++i[2])
          for (i[3] = 0; i[3] < ref.size[3]; ++i[3])
            for (i[4] = 0; i[4] < ref.size[4]; ++i[4]) {
              int64_t element = 0;
              for (unsigned d = 0; d < 5; ++d)
                element += i[d] * ref.stride[d];
              for (uint64_t b = 0; b < size; ++b)
                bytes.insert(ref.addr +
                             static_cast<uint64_t>(element * int64_t(size)) +
                             b);
            }
    ref.hi = *bytes.rbegin() + 1;
  }
};
} // namespace

// Against sets of bytes: strides of any sign and order, gaps, repetitions.
TEST(Region, TouchesLikeSetsOfBytes) {
  std::mt19937 random(7);
  unsigned touching = 0, apart = 0;
  for (unsigned trial = 0; trial < 4000; ++trial) {
    Window a(random), b(random);
    Region x = Region::of(a.ref), y = Region::of(b.ref);
    EXPECT_EQ(x.lo, *a.bytes.begin());
    EXPECT_EQ(x.hi, *a.bytes.rbegin() + 1);
    bool common = std::any_of(a.bytes.begin(), a.bytes.end(), [&](uint64_t v) {
      return b.bytes.count(v) != 0;
    });
    ASSERT_EQ(x.touches(y), common) << trial;
    ASSERT_EQ(y.touches(x), common) << trial;
    ++(common ? touching : apart);
  }
  EXPECT_GT(touching, 500u);
  EXPECT_GT(apart, 500u);
}

// A dense window is one run, whatever the number of dimensions.
TEST(Region, JoinsWhatIsContiguous) {
  GmDesc desc;
  GmRef ref;
  ref.desc = &desc;
  int64_t size[] = {2, 3, 4, 5, 6}, stride[] = {360, 120, 30, 6, 1};
  std::copy(size, size + 5, ref.size);
  std::copy(stride, stride + 5, ref.stride);
  ref.addr = ref.lo = 512;
  ref.hi = 512 + 720 * 4;
  Region region = Region::of(ref);
  EXPECT_TRUE(region.isContiguous());
  EXPECT_EQ(region, Region::bytes(512, 720 * 4));
}

// A part of a tile is its bytes and no others; of a tile of boxes, the lines of
// 32 bytes that it meets, or whole boxes where lines of a part do not follow
// each other.
TEST(Region, PartsOfTiles) {
  std::mt19937 random(11);
  static const Layout kLayouts[] = {Layout::ND, Layout::DN, Layout::NZ,
                                    Layout::ZN, Layout::ZZ, Layout::NN};
  static const DType kTypes[] = {DType::I8, DType::F16, DType::F32};
  unsigned exact[6] = {}, empty = 0;
  for (unsigned trial = 0; trial < 240; ++trial) {
    unsigned layout = trial % 6;
    TileDesc desc;
    desc.layout = kLayouts[layout];
    desc.type = kTypes[random() % 3];
    bool isBoxed = layout > 1;
    desc.rows = static_cast<int32_t>(isBoxed ? 32 * (1 + random() % 3)
                                             : 1 + random() % 40);
    desc.cols = static_cast<int32_t>(isBoxed ? 32 * (1 + random() % 3)
                                             : 1 + random() % 40);
    bool alongRows = layout == 0 || layout == 3 || layout == 4;
    // Half of them are parts of a larger tile.
    if (random() % 2)
      desc.ld = (alongRows ? desc.cols : desc.rows) + (isBoxed ? 32 : 5);
    desc.finalize();
    TileRef tile;
    tile.desc = &desc;
    tile.addr = 4096;
    tile.bytes = static_cast<uint32_t>(desc.bytes);
    Part part;
    part.row = static_cast<int64_t>(random() % unsigned(desc.rows));
    part.col = static_cast<int64_t>(random() % unsigned(desc.cols));
    part.rows = static_cast<int64_t>(random() % unsigned(desc.rows + 3));
    part.cols = static_cast<int64_t>(random() % unsigned(desc.cols + 3));
    std::set<uint64_t> elements, lines, boxes, got;
    uint64_t size = sizeOf(desc.type);
    uint64_t box = uint64_t(desc.boxRows) * uint64_t(desc.boxCols) * size;
    int64_t endRow = std::min<int64_t>(part.row + part.rows, desc.rows);
    int64_t endCol = std::min<int64_t>(part.col + part.cols, desc.cols);
    auto addAround = [&](std::set<uint64_t> &set, uint64_t at, uint64_t unit) {
      at = at / unit * unit;
      for (uint64_t b = 0; b < unit; ++b)
        set.insert(4096 + at + b);
    };
    for (int64_t r = part.row; r < endRow; ++r)
      for (int64_t c = part.col; c < endCol; ++c) {
        uint64_t at = static_cast<uint64_t>(offsetOf(desc, r, c)) * size;
        addAround(elements, at, size);
        addAround(lines, at, isBoxed ? 32 : size);
        addAround(boxes, at, box);
      }
    Region region = Region::of(tile, part);
    test::forEachByte(region, [&](uint64_t at) { got.insert(at); });
    ASSERT_TRUE(
        std::includes(got.begin(), got.end(), elements.begin(), elements.end()))
        << trial;
    ASSERT_TRUE(
        std::includes(boxes.begin(), boxes.end(), got.begin(), got.end()))
        << trial;
    empty += elements.empty();
    if (layout < 4) {
      ASSERT_EQ(got, lines) << trial;
    }
    exact[layout] += got == lines;
    if (!got.empty()) {
      ASSERT_EQ(region.lo, *got.begin());
      ASSERT_EQ(region.hi, *got.rbegin() + 1);
    }
  }
  EXPECT_GT(empty, 3u);
  EXPECT_GT(exact[4], 10u);
  EXPECT_GT(exact[5], 10u);
}

// The whole of a tile is its part of all rows and columns.
TEST(Region, WholeTiles) {
  for (Layout layout :
       {Layout::ND, Layout::DN, Layout::NZ, Layout::ZN, Layout::ZZ, Layout::NN})
    for (int32_t ld : {0, 96}) {
      TileDesc desc;
      desc.layout = layout;
      desc.type = DType::F16;
      desc.rows = 32;
      desc.cols = 64;
      desc.ld = ld;
      desc.finalize();
      TileRef tile;
      tile.desc = &desc;
      tile.addr = 512;
      tile.bytes = static_cast<uint32_t>(desc.bytes);
      EXPECT_EQ(Region::of(tile), Region::of(tile, {0, 0, 32, 64}));
      EXPECT_EQ(Region::of(tile).isContiguous(), ld == 0);
    }
}
