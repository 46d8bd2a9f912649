//===- DTypeTest.cpp - element types ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/CoreModel/DType.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace pypto::coremodel;

// Known bit patterns of IEEE half, both ways.
TEST(DType, HalfPatterns) {
  struct {
    uint16_t bits;
    float value;
  } cases[] = {{0x0000, 0.0f},
               {0x3c00, 1.0f},
               {0xc000, -2.0f},
               {0x7bff, 65504.0f},
               {0x0400, 6.103515625e-5f},
               {0x0001, 5.9604644775390625e-8f},
               {0x03ff, 6.0975551605224609375e-5f},
               {0x3555, 0.333251953125f}};
  for (auto c : cases) {
    EXPECT_EQ(halfToFloat(c.bits), c.value);
    EXPECT_EQ(floatToHalf(c.value), c.bits);
    EXPECT_EQ(doubleToHalf(c.value), c.bits);
  }
  EXPECT_EQ(halfToFloat(0x7c00), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(halfToFloat(0x7e00)));
}

// Ties to even, overflow to infinity, and every half survives the round trip.
TEST(DType, HalfRounding) {
  EXPECT_EQ(floatToHalf(1.0f + 0x1p-11f), 0x3c00);     // tie, even below
  EXPECT_EQ(floatToHalf(1.0f + 3 * 0x1p-11f), 0x3c02); // tie, even above
  EXPECT_EQ(floatToHalf(std::nextafterf(1.0f + 0x1p-11f, 2)), 0x3c01);
  EXPECT_EQ(floatToHalf(65519.0f), 0x7bff);
  EXPECT_EQ(floatToHalf(65520.0f), 0x7c00);
  EXPECT_EQ(floatToHalf(0x1p-25f), 0x0000); // tie with zero
  EXPECT_EQ(floatToHalf(0x1.8p-25f), 0x0001);
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    float f = halfToFloat(static_cast<uint16_t>(bits));
    if (std::isnan(f))
      EXPECT_TRUE(std::isnan(halfToFloat(floatToHalf(f))));
    else
      EXPECT_EQ(floatToHalf(f), bits);
  }
}

// bfloat16 is the upper half of a float, ties to even.
TEST(DType, Bfloat16) {
  EXPECT_EQ(bf16ToFloat(0x3f80), 1.0f);
  EXPECT_EQ(floatToBf16(1.0f + 0x1p-8f), 0x3f80);
  EXPECT_EQ(floatToBf16(1.0f + 3 * 0x1p-8f), 0x3f82);
  EXPECT_EQ(floatToBf16(std::numeric_limits<float>::max()), 0x7f80);
  EXPECT_TRUE(std::isnan(
      bf16ToFloat(floatToBf16(std::numeric_limits<float>::quiet_NaN()))));
}

// The two 8-bit formats: limits, subnormals, specials.
TEST(DType, Float8) {
  EXPECT_EQ(f8E4M3ToFloat(0x7e), 448.0f);
  EXPECT_TRUE(std::isnan(f8E4M3ToFloat(0x7f)));
  EXPECT_EQ(f8E4M3ToFloat(0x01), 0x1p-9f);
  EXPECT_EQ(floatToF8E4M3(448.0f), 0x7e);
  EXPECT_EQ(floatToF8E4M3(1000.0f), 0x7f);
  EXPECT_EQ(f8E5M2ToFloat(0x7b), 57344.0f);
  EXPECT_EQ(f8E5M2ToFloat(0x7c), std::numeric_limits<float>::infinity());
  EXPECT_EQ(floatToF8E5M2(1e6f), 0x7c);
  for (uint32_t bits = 0; bits < 256; ++bits) {
    float f = f8E4M3ToFloat(static_cast<uint8_t>(bits));
    if (!std::isnan(f)) {
      EXPECT_EQ(floatToF8E4M3(f), bits);
    }
    f = f8E5M2ToFloat(static_cast<uint8_t>(bits));
    if (!std::isnan(f)) {
      EXPECT_EQ(floatToF8E5M2(f), bits);
    }
  }
}

// Integers are sign or zero extended and wrap when stored.
TEST(DType, Integers) {
  uint8_t byte = 0xff;
  EXPECT_EQ(loadAsInt(DType::I8, &byte), -1);
  EXPECT_EQ(loadAsInt(DType::U8, &byte), 255);
  storeInt(DType::I8, &byte, 384);
  EXPECT_EQ(byte, 128);
}
