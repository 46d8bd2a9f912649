//===- ConversionsTest.cpp - chains of conversions --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Target/Conversions.h"
#include <gtest/gtest.h>

using namespace pypto::target;
using E = Element;

static size_t steps(Arch arch, E from, E to) {
  auto chain = conversionChain(arch, from, to);
  return chain.empty() ? 0 : chain.size() - 1;
}

// The lengths that the language's tables give.
TEST(Conversions, LengthsOnTheA2A3) {
  const std::tuple<E, E, size_t> rows[] = {
      {E::BF16, E::F32, 1},  {E::BF16, E::F16, 2}, {E::BF16, E::I16, 2},
      {E::BF16, E::I4, 3},   {E::BF16, E::I8, 3},  {E::BF16, E::U8, 3},
      {E::F16, E::BF16, 2},  {E::F32, E::I8, 2},   {E::F32, E::U8, 2},
      {E::F32, E::I4, 2},    {E::I16, E::BF16, 2}, {E::I16, E::I8, 2},
      {E::I32, E::BF16, 2},  {E::I32, E::I8, 2},   {E::I32, E::U8, 2},
      {E::I64, E::BF16, 2},  {E::I64, E::F16, 2},  {E::I64, E::I16, 2},
      {E::I64, E::I8, 3},    {E::I8, E::U8, 2},    {E::U8, E::I8, 2},
      {E::I4, E::I8, 2},     {E::F32, E::U16, 0},  {E::U32, E::F32, 0},
      {E::F32, E::F8E4M3, 0}};
  for (auto [from, to, n] : rows)
    EXPECT_EQ(steps(Arch::A2A3, from, to), n)
        << toString(from) << " to " << toString(to);
}

TEST(Conversions, LengthsOnTheA5) {
  const std::tuple<E, E, size_t> rows[] = {
      {E::BF16, E::F16, 1},      {E::BF16, E::F8E4M3, 2},
      {E::BF16, E::U16, 2},      {E::BF16, E::U8, 2},
      {E::F16, E::BF16, 2},      {E::F16, E::F8E5M2, 2},
      {E::F16, E::U16, 2},       {E::F16, E::F4E2M1, 3},
      {E::F32, E::F4E2M1, 2},    {E::F32, E::U16, 2},
      {E::F4E2M1, E::F8E4M3, 3}, {E::F4E2M1, E::I8, 3},
      {E::F8E4M3, E::BF16, 2},   {E::F8E4M3, E::F8E5M2, 2},
      {E::F8E4M3, E::I8, 3},     {E::F8E5M2, E::U16, 3},
      {E::I16, E::U16, 2},       {E::I16, E::I8, 2},
      {E::I32, E::I8, 3},        {E::I64, E::U8, 2},
      {E::I64, E::I8, 3},        {E::I8, E::U16, 2},
      {E::I8, E::F4E2M1, 4},     {E::U32, E::I8, 3},
      {E::U8, E::HF8, 2},        {E::U8, E::F4E2M1, 4},
      {E::U16, E::F32, 0}};
  for (auto [from, to, n] : rows)
    EXPECT_EQ(steps(Arch::A5, from, to), n)
        << toString(from) << " to " << toString(to);
}

// An intermediate type that holds every value comes before one that does not:
// 16-bit integers reach 32 bits through f32, not through f16.
TEST(Conversions, IntermediatesKeepValues) {
  EXPECT_EQ(conversionChain(Arch::A2A3, E::I16, E::I32),
            (std::vector<E>{E::I16, E::F32, E::I32}));
  EXPECT_EQ(conversionChain(Arch::A2A3, E::BF16, E::I16),
            (std::vector<E>{E::BF16, E::F32, E::I16}));
  EXPECT_EQ(conversionChain(Arch::A2A3, E::I8, E::I16),
            (std::vector<E>{E::I8, E::F16, E::I16}));
}

// 32-bit numbers without a sign reach nothing as wide through 16 bits.
TEST(Conversions, NothingIsCutOffOnTheWay) {
  for (E wide : {E::I32, E::I64, E::F32, E::BF16, E::F16})
    EXPECT_TRUE(conversionChain(Arch::A5, E::U32, wide).empty());
  for (E from : {E::F32, E::I32, E::I64, E::F16})
    EXPECT_TRUE(conversionChain(Arch::A5, from, E::U32).empty());
  EXPECT_EQ(conversionChain(Arch::A5, E::U32, E::I8).size(), 4u);
  EXPECT_EQ(conversionChain(Arch::A5, E::I16, E::U32).size(), 2u);
}

// Each step of every chain is an instruction.
TEST(Conversions, StepsAreInstructions) {
  for (Arch arch : {Arch::A2A3, Arch::A5})
    for (unsigned from = 0; from < kNumElements; ++from)
      for (unsigned to = 0; to < kNumElements; ++to) {
        auto chain =
            conversionChain(arch, static_cast<E>(from), static_cast<E>(to));
        for (size_t i = 1; i < chain.size(); ++i)
          EXPECT_TRUE(convertsDirectly(arch, chain[i - 1], chain[i]));
      }
}
