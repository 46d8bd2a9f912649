//===- PrintTest.cpp - conversions of what a kernel prints ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../../../lib/CoreModel/Engine/Print.h"
#include <cmath>
#include <gtest/gtest.h>

using pypto::coremodel::formatPrint;

namespace {

TEST(Print, Conversions) {
  EXPECT_EQ(formatPrint("x=%f", true, 2.5, 0), "x=2.500000");
  EXPECT_EQ(formatPrint("x=%8.2f|", true, 2.5, 0), "x=    2.50|");
  EXPECT_EQ(formatPrint("n=%d\n", false, 0, -7), "n=-7");
  EXPECT_EQ(formatPrint("n=%ld %%", false, 0, int64_t(1) << 40),
            "n=1099511627776 %");
  EXPECT_EQ(formatPrint("%#06x", false, 0, 255), "0x00ff");
}

TEST(Print, ValueOfTheOtherKind) {
  EXPECT_EQ(formatPrint("%d", true, 3.9, 0), "3");
  EXPECT_EQ(formatPrint("%.1f", false, 0, 3), "3.0");
}

TEST(Print, OneConversion) {
  EXPECT_EQ(formatPrint("%d %d", false, 0, 1), "1 %d");
  EXPECT_EQ(formatPrint("value", false, 0, 5), "value 5");
}

/// Formats that would read or write memory are text.
TEST(Print, HostileFormats) {
  EXPECT_EQ(formatPrint("%s", false, 0, 5), "%s 5");
  EXPECT_EQ(formatPrint("%n", false, 0, 5), "%n 5");
  EXPECT_EQ(formatPrint("%*d", false, 0, 5), "%*d 5");
  EXPECT_EQ(formatPrint("%", false, 0, 5), "% 5");
  EXPECT_EQ(formatPrint("%99999999999999999d", false, 0, 5),
            "%99999999999999999d 5");
  EXPECT_EQ(formatPrint("%999999d", false, 0, 5).size(), 64u);
  EXPECT_EQ(formatPrint("%1-2d", false, 0, 5), "%1-2d 5");
}

TEST(Print, LongPadding) {
  EXPECT_EQ(formatPrint("%.900000000f", true, 1, 0).size(), 66u);
  EXPECT_EQ(formatPrint("%9999999.9999g|", true, 1, 0).size(), 65u);
  EXPECT_EQ(formatPrint("%.f", true, 2, 0), "2");
}

TEST(Print, RealsOutsideTheIntegers) {
  EXPECT_EQ(formatPrint("%d", true, 0x1p63, 0), "9223372036854775807");
  EXPECT_EQ(formatPrint("%d", true, -0x1p63, 0), "-9223372036854775808");
  EXPECT_EQ(formatPrint("%d", true, -HUGE_VAL, 0), "-9223372036854775808");
  EXPECT_EQ(formatPrint("%d", true, std::nan(""), 0), "0");
}

} // namespace
