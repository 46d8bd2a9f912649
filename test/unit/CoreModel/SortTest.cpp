//===- SortTest.cpp - sorted blocks and merged runs -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Harness.h"
#include <algorithm>

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

namespace {
struct Record {
  double value;
  uint32_t index;
};
} // namespace

/// Columns of a tile of records over `n` values.
static int64_t recordColumns(DType type, int64_t n) {
  return n * 8 / sizeOf(type);
}
static Record recordAt(Matrix &m, int64_t r, int64_t i) {
  uint8_t *p =
      m.bytes.data() + static_cast<size_t>(r * m.cols * sizeOf(m.type) + i * 8);
  Record record;
  record.value = loadAsDouble(m.type, p);
  std::memcpy(&record.index, p + 4, 4);
  return record;
}
static void setRecord(Matrix &m, int64_t i, Record record) {
  uint8_t *p = m.bytes.data() + i * 8;
  std::memset(p, 0, 8);
  storeDouble(m.type, p, record.value);
  std::memcpy(p + 4, &record.index, 4);
}
static void sortRecords(std::vector<Record> &records) {
  std::stable_sort(
      records.begin(), records.end(),
      [](const Record &a, const Record &b) { return a.value > b.value; });
}
static void expectRecords(Matrix &m, int64_t r, int64_t first,
                          const std::vector<Record> &wanted) {
  for (size_t i = 0; i < wanted.size(); ++i) {
    Record got = recordAt(m, r, first + static_cast<int64_t>(i));
    ASSERT_EQ(got.value, wanted[i].value) << "row " << r << " record " << i;
    ASSERT_EQ(got.index, wanted[i].index) << "row " << r << " record " << i;
  }
}

// Blocks of 32 sort on their own; ragged last blocks; equal values keep their
// order; every row and both element types.
TEST(Sort, Blocks) {
  for (DType type : {DType::F32, DType::F16})
    for (int64_t cols : {1, 15, 16, 31, 32, 33, 64, 100}) {
      Matrix s(type, 3, cols), index(DType::U32, 3, cols);
      s.randomise(static_cast<uint32_t>(cols));
      for (int64_t r = 0; r < 3; ++r)
        for (int64_t c = 0; c < cols; ++c) {
          index.set(r, c, static_cast<double>(7 * c + r));
          if (c % 5 == 0)
            s.set(r, c, 1.5); // ties
        }
      Matrix out(type, 3, recordColumns(type, paddedCols(cols, type)));
      VecHarness h;
      RunResult r = h.run("tsort32", out, {&s, &index});
      ASSERT_TRUE(r.ok()) << r.error.message;
      for (int64_t row = 0; row < 3; ++row)
        for (int64_t b = 0; b < cols; b += 32) {
          std::vector<Record> wanted;
          for (int64_t c = b; c < std::min<int64_t>(b + 32, cols); ++c)
            wanted.push_back(
                {s.get(row, c), static_cast<uint32_t>(7 * c + row)});
          sortRecords(wanted);
          expectRecords(out, row, b, wanted);
        }
    }
}

// A NaN counts as the largest, infinities in their places.
TEST(Sort, SpecialValues) {
  double inf = std::numeric_limits<double>::infinity();
  double nan = std::numeric_limits<double>::quiet_NaN();
  Matrix s(DType::F32, 1, 8), index(DType::U32, 1, 8);
  double values[] = {-inf, 2, nan, inf, -3, 0, nan, inf};
  for (int64_t c = 0; c < 8; ++c)
    s.set(0, c, values[c]), index.set(0, c, static_cast<double>(c));
  Matrix out(DType::F32, 1, 16);
  VecHarness h;
  ASSERT_TRUE(h.run("tsort32", out, {&s, &index}).ok());
  uint32_t order[] = {2, 6, 3, 7, 1, 5, 4, 0};
  for (int64_t i = 0; i < 8; ++i)
    EXPECT_EQ(recordAt(out, 0, i).index, order[i]) << i;
}

// A destination that cannot hold the records is refused with the size needed.
TEST(Sort, NarrowDestination) {
  Matrix s(DType::F16, 1, 32), index(DType::U32, 1, 32), out(DType::F16, 1, 64);
  VecHarness h;
  RunResult r = h.run("tsort32", out, {&s, &index});
  ASSERT_FALSE(r.ok());
  EXPECT_NE(r.error.message.find("1x128"), std::string::npos)
      << r.error.message;
}

static std::vector<Record> fillRuns(Matrix &s, int64_t total, int64_t length,
                                    uint32_t seed) {
  std::mt19937 gen(seed);
  std::uniform_int_distribution<int> value(-50, 50); // ties between runs
  std::vector<Record> all;
  for (int64_t i = 0; i < total; i += length) {
    std::vector<Record> run;
    for (int64_t k = i; k < std::min(total, i + length); ++k)
      run.push_back({value(gen) / 4.0, static_cast<uint32_t>(k)});
    sortRecords(run);
    for (size_t k = 0; k < run.size(); ++k)
      setRecord(s, i + static_cast<int64_t>(k), run[k]);
    all.insert(all.end(), run.begin(), run.end());
  }
  return all;
}

// Groups of four runs; a last group with fewer runs, and with a shorter one.
TEST(Sort, MergeRuns) {
  for (DType type : {DType::F32, DType::F16})
    for (int64_t total : {128, 256, 192, 160, 32, 130}) {
      int64_t length = 32; // records
      Matrix s(type, 1, recordColumns(type, total)), out(type, 1, s.cols);
      std::vector<Record> all = fillRuns(s, total, length, 5);
      VecHarness h;
      RunResult r = h.run("tmrgsort", out, {&s},
                          {intScalar(recordColumns(type, length))});
      ASSERT_TRUE(r.ok()) << r.error.message;
      for (int64_t g = 0; g < total; g += 4 * length) {
        std::vector<Record> wanted(
            all.begin() + g, all.begin() + std::min(total, g + 4 * length));
        sortRecords(wanted);
        expectRecords(out, 0, g, wanted);
      }
    }
}

// Two to four lists of different lengths.
TEST(Sort, MergeLists) {
  int64_t lengths[] = {32, 8, 100, 3};
  for (size_t lists : {2, 3, 4}) {
    std::vector<Matrix> sources;
    std::vector<Record> wanted;
    int64_t total = 0;
    for (size_t i = 0; i < lists; ++i) {
      sources.emplace_back(DType::F32, 1, 2 * lengths[i]);
      std::vector<Record> run =
          fillRuns(sources.back(), lengths[i], lengths[i], 20 + uint32_t(i));
      wanted.insert(wanted.end(), run.begin(), run.end());
      total += lengths[i];
    }
    sortRecords(wanted);
    Matrix out(DType::F32, 1, 2 * total);
    std::vector<Matrix *> pointers;
    for (Matrix &m : sources)
      pointers.push_back(&m);
    VecHarness h;
    RunResult r = h.run("tmrgsort", out, pointers);
    ASSERT_TRUE(r.ok()) << r.error.message;
    expectRecords(out, 0, 0, wanted);
  }
}

// With `exhausted` the merge stops where a list ends.
TEST(Sort, MergeStopsWhenExhausted) {
  Matrix a(DType::F32, 1, 8), b(DType::F32, 1, 8), out(DType::F32, 1, 16);
  for (int64_t i = 0; i < 4; ++i) {
    setRecord(a, i, {10.0 - static_cast<double>(i), uint32_t(i)});
    setRecord(b, i, {8.5 - 5 * static_cast<double>(i), uint32_t(100 + i)});
  }
  TileAttrs attrs;
  attrs.flag = true;
  VecHarness h;
  ASSERT_TRUE(h.run("tmrgsort", out, {&a, &b}, {}, attrs).ok());
  expectRecords(out, 0, 0, {{10, 0}, {9, 1}, {8.5, 100}, {8, 2}, {7, 3}});
  // What lies behind was never written (the run starts from zero here).
  EXPECT_EQ(recordAt(out, 0, 6).index, 0u);
}
