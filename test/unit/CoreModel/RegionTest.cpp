//===- RegionTest.cpp - common bytes of strided operands --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../../../lib/CoreModel/Hazards/Region.h"

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
