//===- DataCacheTest.cpp - lines of the scalar data cache -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../../../lib/CoreModel/Engine/DataCache.h"
#include "gtest/gtest.h"

using namespace pypto::coremodel;

// Addresses of one line find it, the neighbours do not.
TEST(DataCache, FindsTheLineOfAnAddress) {
  DataCache cache;
  cache.reset(1024);
  EXPECT_TRUE(cache.empty());
  cache.add(4096 + 17);
  EXPECT_FALSE(cache.empty());
  EXPECT_EQ(cache.find(4095), nullptr);
  EXPECT_NE(cache.find(4096), nullptr);
  EXPECT_EQ(cache.find(4096 + 63), cache.find(4096));
  EXPECT_EQ(cache.find(4096 + 64), nullptr);
}

// The oldest line leaves first; a released line makes room by itself.
TEST(DataCache, OldestLineIsTheVictim) {
  DataCache cache;
  cache.reset(2 * kCacheLineBytes);
  cache.add(4096);
  EXPECT_EQ(cache.victim(), nullptr);
  cache.add(8192);
  DataCache::Line *victim = cache.victim();
  ASSERT_NE(victim, nullptr);
  EXPECT_EQ(victim->base, 4096u);
  cache.release(*victim);
  EXPECT_EQ(cache.find(4096), nullptr);
  EXPECT_EQ(cache.victim(), nullptr);
  cache.add(12288);
  ASSERT_NE(cache.victim(), nullptr);
  EXPECT_EQ(cache.victim()->base, 8192u);
}

// Dirty bytes are kept byte by byte, also at both ends of a line.
TEST(DataCache, DirtyBytes) {
  DataCache cache;
  cache.reset(1024);
  cache.add(4096).dirty = 1ull | 1ull << 63;
  cache.add(8192);
  EXPECT_EQ(cache.numDirty(), 1u);
  EXPECT_TRUE(cache.isDirty(4096, 4097));
  EXPECT_FALSE(cache.isDirty(4097, 4096 + 63));
  EXPECT_TRUE(cache.isDirty(4097, 4096 + 64));
  EXPECT_TRUE(cache.isDirty(0, 1 << 20));
  EXPECT_FALSE(cache.isDirty(4096 + 64, 1 << 20));
}

// Lines come out in the order in which they went in, whatever their address.
TEST(DataCache, Order) {
  DataCache cache;
  cache.reset(4 * kCacheLineBytes);
  for (uint64_t addr : {9u * 64, 3u * 64, 7u * 64})
    cache.add(addr);
  cache.release(*cache.find(3 * 64));
  std::vector<uint64_t> bases;
  cache.forEach([&](DataCache::Line &line) { bases.push_back(line.base); });
  EXPECT_EQ(bases, (std::vector<uint64_t>{9 * 64, 7 * 64}));
  cache.reset(4 * kCacheLineBytes);
  EXPECT_TRUE(cache.empty());
}
