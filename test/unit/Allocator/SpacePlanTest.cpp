//===- SpacePlanTest.cpp - the passes' entry point --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Allocator/SpacePlan.h"
#include "gtest/gtest.h"

using namespace pypto::allocator;

static SpaceRequest vecRequest(int64_t capacity) {
  SpaceRequest request;
  request.name = "Vec";
  request.capacity = capacity;
  request.alignment = 32;
  return request;
}

static bool disjoint(const SpaceRequest &request, const SpacePlan &plan,
                     unsigned a, unsigned b) {
  return plan.offsets[a] + request.buffers[a].size <= plan.offsets[b] ||
         plan.offsets[b] + request.buffers[b].size <= plan.offsets[a];
}

// No buffers need no bytes, in a memory of any size.
TEST(SpacePlan, Empty) {
  SpacePlan plan = planSpace(vecRequest(0));
  EXPECT_EQ(plan.status, Status::Proved);
  EXPECT_EQ(plan.peak, 0);
  EXPECT_TRUE(plan.offsets.empty());
}

// A result whose operand dies at the operation may take the operand's bytes.
TEST(SpacePlan, TouchingLifetimesShare) {
  SpaceRequest request = vecRequest(4096);
  unsigned a = request.add("a", 4096, {lifetime(0, 1)});
  unsigned b = request.add("b", 4096, {lifetime(1, 2)});
  SpacePlan plan = planSpace(request);
  ASSERT_EQ(plan.status, Status::Proved);
  EXPECT_EQ(plan.offsets[a], 0);
  EXPECT_EQ(plan.offsets[b], 0);
  EXPECT_EQ(plan.peak, 4096);
}

// The same pair, kept apart because the operation may not work in place.
TEST(SpacePlan, SeparationKeepsTouchingLifetimesApart) {
  SpaceRequest request = vecRequest(8192);
  unsigned a = request.add("a", 4096, {lifetime(0, 1)});
  unsigned b = request.add("b", 4096, {lifetime(1, 2)});
  request.separations.push_back({a, b});
  SpacePlan plan = planSpace(request);
  ASSERT_EQ(plan.status, Status::Proved);
  EXPECT_TRUE(disjoint(request, plan, a, b));
  EXPECT_EQ(plan.peak, 8192);
}

// A value that is written and never read still needs its bytes then.
TEST(SpacePlan, UnusedResultOccupiesItsWrite) {
  SpaceRequest request = vecRequest(8192);
  unsigned a = request.add("a", 4096, {lifetime(0, 2)});
  unsigned dead = request.add("dead", 4096, {lifetime(1, 1)});
  SpacePlan plan = planSpace(request);
  ASSERT_TRUE(plan.fits());
  EXPECT_TRUE(disjoint(request, plan, a, dead));
}

// Sizes that are no multiple of the alignment still give aligned offsets.
TEST(SpacePlan, OffsetsAreAligned) {
  for (int64_t size : {1, 15, 16, 17, 31, 32, 33, 511}) {
    SpaceRequest request = vecRequest(1 << 16);
    for (int i = 0; i < 3; ++i)
      request.add("b" + std::to_string(i), size, {lifetime(0, 5)});
    SpacePlan plan = planSpace(request);
    ASSERT_EQ(plan.status, Status::Proved) << size;
    for (int64_t offset : plan.offsets)
      EXPECT_EQ(offset % 32, 0) << size;
    EXPECT_EQ(plan.peak, 2 * ((size + 31) / 32 * 32) + size);
  }
}

// Reserved bytes stay free and count against the capacity.
TEST(SpacePlan, ReservedRange) {
  SpaceRequest request = vecRequest(12288);
  request.reserved.push_back({0, 4096});
  unsigned a = request.add("a", 8192, {lifetime(0, 1)});
  SpacePlan plan = planSpace(request);
  ASSERT_EQ(plan.status, Status::Proved);
  EXPECT_EQ(plan.offsets[a], 4096);
  request.capacity = 12287;
  EXPECT_EQ(planSpace(request).status, Status::Infeasible);
}

// What does not fit is explained: bytes needed, and who is live at the worst
// moment, largest first.
TEST(SpacePlan, ExhaustionNamesThePressurePoint) {
  SpaceRequest request = vecRequest(10000);
  request.add("early", 9000, {lifetime(0, 1)});
  unsigned small = request.add("small", 4000, {lifetime(2, 5)});
  unsigned large = request.add("large", 8000, {lifetime(3, 4)});
  SpacePlan plan = planSpace(request);
  EXPECT_EQ(plan.status, Status::Infeasible);
  EXPECT_FALSE(plan.fits());
  EXPECT_EQ(plan.pressure.bytes, 12000);
  EXPECT_EQ(plan.pressure.time, lifetime(3, 4).begin);
  EXPECT_EQ(plan.pressure.buffers, (std::vector<unsigned>{large, small}));
  EXPECT_GE(plan.neededBytes, 12000);
  // Offsets beyond the capacity are still given, for the memory map.
  ASSERT_EQ(plan.offsets.size(), 3u);
  EXPECT_TRUE(disjoint(request, plan, small, large));
}

// Values of different branches may share although both lifetimes span the if.
TEST(SpacePlan, ExclusiveBranchesShare) {
  SpaceRequest request = vecRequest(4096);
  unsigned a = request.add("then", 4096, {lifetime(0, 5)});
  unsigned b = request.add("else", 4096, {lifetime(0, 5)});
  EXPECT_EQ(planSpace(request).status, Status::Infeasible);
  request.temporalExclusions.push_back({a, b});
  SpacePlan plan = planSpace(request);
  EXPECT_EQ(plan.status, Status::Proved);
  EXPECT_EQ(plan.pressure.bytes, 4096);
}

// A malformed request is refused with the buffer's name, not placed somehow.
TEST(SpacePlan, MalformedRequest) {
  SpaceRequest request = vecRequest(4096);
  request.add("nothing", 0, {lifetime(0, 1)});
  SpacePlan plan = planSpace(request);
  ASSERT_EQ(plan.status, Status::Invalid);
  ASSERT_EQ(plan.errors.size(), 1u);
  EXPECT_NE(plan.errors[0].find("'nothing'"), std::string::npos);
}
