//===- GatherTest.cpp - indexed access, bytes, quantisation -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Harness.h"
#include <algorithm>

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

// Positions of matching elements packed per row, their number beside them.
TEST(Gather, Comparison) {
  for (DType type : {DType::F32, DType::F16, DType::I32})
    for (CmpMode mode : {CmpMode::EQ, CmpMode::GT})
      for (int64_t cols : {1, 15, 16, 17, 33}) {
        Matrix s(type, 3, cols), counts(DType::I32, 3, 8);
        s.randomise(static_cast<uint32_t>(cols), -2, 3);
        for (int64_t r = 0; r < 3; ++r)
          for (int64_t c = r; c < cols; c += 3)
            s.set(r, c, 1);
        Matrix out(DType::I32, 3, paddedCols(cols, DType::I32));
        TileAttrs attrs;
        attrs.cmp = mode;
        attrs.integer = 5;
        // Two results: the harness stores the first; counts are checked through
        // a program of their own below.
        ProgramBuilder p(a2a3());
        p.beginFunction("k", FunctionKind::Vector,
                        pointers({type, DType::I32, DType::I32}));
        int64_t tc = paddedCols(cols, type);
        int32_t ts =
            p.tile(makeTile(Space::Vec, type, 3, tc, 0, Layout::ND, 3, cols));
        int32_t td =
            p.tile(makeTile(Space::Vec, DType::I32, 3, out.cols, 4096));
        int32_t tn = p.tile(makeTile(Space::Vec, DType::I32, 3, 8, 8192));
        ASSERT_TRUE(p.emit("tload", Pipe::MTE2, {ts}, {}, {},
                           p.gm(makeWindow(0, type, 3, cols))));
        ASSERT_TRUE(p.emit("texpands", Pipe::V, {td}, {intScalar(-7)}));
        ASSERT_TRUE(p.emit("texpands", Pipe::V, {tn}, {intScalar(-7)}));
        p.barrierAll();
        TileInst inst;
        inst.pipe = Pipe::V;
        inst.attrs = attrs;
        for (int32_t t : {td, tn, ts}) {
          inst.access[inst.numTiles] = t == ts ? AccessRead : AccessWrite;
          inst.tile[inst.numTiles++] = t;
        }
        inst.scalar[inst.numScalars++] =
            isFloat(type) ? floatScalar(1) : intScalar(1);
        ASSERT_TRUE(p.emit("tgather", inst)) << p.error();
        p.barrierAll();
        ASSERT_TRUE(p.emit("tstore", Pipe::MTE3, {td}, {}, {},
                           p.gm(makeWindow(1, DType::I32, 3, out.cols)), true));
        ASSERT_TRUE(p.emit("tstore", Pipe::MTE3, {tn}, {}, {},
                           p.gm(makeWindow(2, DType::I32, 3, 8)), true));
        p.endFunction();
        auto program = p.finish();
        Engine engine(*program);
        RunResult r = engine.run({s.arg(), out.arg(), counts.arg()}, {});
        ASSERT_TRUE(r.ok()) << r.error.message;
        for (int64_t row = 0; row < 3; ++row) {
          std::vector<int64_t> wanted;
          for (int64_t c = 0; c < cols; ++c)
            if (mode == CmpMode::EQ ? s.get(row, c) == 1 : s.get(row, c) > 1)
              wanted.push_back(c + 5);
          EXPECT_EQ(counts.get(row, 0), static_cast<double>(wanted.size()));
          for (int64_t c = 0; c < out.cols; ++c)
            EXPECT_EQ(out.get(row, c),
                      c < int64_t(wanted.size())
                          ? static_cast<double>(wanted[size_t(c)])
                          : -7.0);
        }
      }
}

// Blocks of 32 bytes by byte offset, not aligned; outside the source: zero.
TEST(Gather, Blocks) {
  for (DType type : {DType::I8, DType::F16, DType::F32}) {
    int64_t lanes = 32 / sizeOf(type);
    Matrix s(type, 4, 2 * lanes), offsets(DType::U32, 3, 8);
    s.randomise(3);
    Matrix out(type, 3, 2 * lanes);
    uint32_t at[3][2] = {{0, 96}, {32, 64}, {16, 4096}};
    for (int64_t r = 0; r < 3; ++r)
      for (int64_t b = 0; b < 2; ++b)
        offsets.set(r, b, at[r][b]);
    VecHarness h;
    RunResult result = h.run("tgatherb", out, {&s, &offsets});
    ASSERT_TRUE(result.ok()) << result.error.message;
    for (int64_t r = 0; r < 3; ++r)
      for (int64_t b = 0; b < 2; ++b)
        for (int64_t i = 0; i < 32; ++i) {
          uint8_t got = out.bytes[size_t(r * 64 + b * 32 + i)];
          uint32_t from = at[r][b] + uint32_t(i);
          ASSERT_EQ(got, at[r][b] > 256 ? 0 : s.bytes[from])
              << r << " " << b << " " << i;
        }
  }
}

// The low bytes stay, whatever the sign.
TEST(Bytes, Pack) {
  struct Case {
    DType from, to;
  };
  for (Case k : {Case{DType::I32, DType::I16}, Case{DType::I32, DType::I8},
                 Case{DType::I16, DType::U8}})
    for (int64_t cols : {1, 15, 16, 33}) {
      Matrix s(k.from, 3, cols), out(k.to, 3, cols);
      s.randomise(9, -30000, 30000);
      VecHarness h(a5());
      RunResult r = h.run("tpack", out, {&s});
      ASSERT_TRUE(r.ok()) << r.error.message;
      uint64_t mask = (1ull << (8 * sizeOf(k.to))) - 1;
      for (int64_t row = 0; row < 3; ++row)
        for (int64_t c = 0; c < cols; ++c)
          ASSERT_EQ(uint64_t(loadAsInt(k.to, out.at(row, c))) & mask,
                    uint64_t(int64_t(s.get(row, c))) & mask);
    }
}

// High bytes, and low bytes under a high byte.
TEST(Bytes, Histogram) {
  for (bool high : {true, false})
    for (int64_t cols : {1, 16, 100, 511}) {
      Matrix s(DType::U16, 2, cols), filter(DType::U8, 2, 1);
      // Few different high bytes, so that the filter finds some.
      s.randomise(4, 0, 1024);
      filter.set(0, 0, 2), filter.set(1, 0, 3);
      Matrix out(DType::U32, 2, 256);
      TileAttrs attrs;
      attrs.flag = high;
      VecHarness h(a5());
      RunResult r = h.run("thistogram", out, {&s, &filter}, {}, attrs,
                          Layout::ND, {Layout::ND, Layout::DN});
      ASSERT_TRUE(r.ok()) << r.error.message;
      for (int64_t row = 0; row < 2; ++row) {
        std::vector<int64_t> wanted(256, 0);
        for (int64_t c = 0; c < cols; ++c) {
          auto v = static_cast<unsigned>(s.get(row, c));
          if (high)
            ++wanted[v / 256];
          else if (v / 256 == unsigned(filter.get(row, 0)))
            ++wanted[v % 256];
        }
        for (int64_t bin = 0; bin < 256; ++bin)
          ASSERT_EQ(out.get(row, bin), double(wanted[size_t(bin)])) << bin;
      }
    }
}

// Published known answers of Philox 4x32 (Random123's kat_vectors).
TEST(Bytes, RandomKnownAnswers) {
  struct Answer {
    int rounds;
    uint32_t counter[4], key[2], words[4];
  };
  static const Answer kAnswers[] = {
      {7,
       {0, 0, 0, 0},
       {0, 0},
       {0x5f6fb709, 0x0d893f64, 0x4f121f81, 0x4f730a48}},
      {10,
       {0, 0, 0, 0},
       {0, 0},
       {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {10,
       {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {10,
       {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (const Answer &answer : kAnswers) {
    Matrix out(DType::U32, 1, 8);
    TileAttrs attrs;
    attrs.integer = answer.rounds;
    std::initializer_list<ScalarOperand> words = {
        intScalar(answer.key[0]),     intScalar(answer.key[1]),
        intScalar(answer.counter[0]), intScalar(answer.counter[1]),
        intScalar(answer.counter[2]), intScalar(answer.counter[3])};
    VecHarness h(a5());
    RunResult r = h.run("trandom", out, {}, words, attrs);
    ASSERT_TRUE(r.ok()) << r.error.message;
    for (int64_t i = 0; i < 4; ++i)
      EXPECT_EQ(uint32_t(loadAsInt(DType::U32, out.at(0, i))), answer.words[i])
          << answer.rounds << " rounds, word " << i;
  }
}

// Instructions of the 950 are refused on the 910B, which is named.
TEST(Bytes, OnlyA5) {
  Matrix s(DType::I32, 1, 8), out(DType::I16, 1, 16);
  VecHarness h;
  RunResult r = h.run("tpack", out, {&s});
  ASSERT_FALSE(r.ok());
  EXPECT_NE(r.error.message.find("910B"), std::string::npos) << r.error.message;
}

// One scale and offset per row; ties to even, saturation, NaN.
TEST(Quantise, RoundsAndSaturates) {
  double nan = std::numeric_limits<double>::quiet_NaN();
  for (DType to : {DType::I8, DType::U8})
    for (int64_t cols : {1, 16, 33}) {
      Matrix s(DType::F32, 3, cols), scale(DType::F32, 3, 1),
          offset(DType::F32, 3, 1), out(to, 3, cols);
      s.randomise(8, -200, 300);
      s.set(0, 0, 2.5), s.set(1, 0, nan), s.set(2, 0, 1e30);
      scale.set(0, 0, 1), scale.set(1, 0, 0.75), scale.set(2, 0, 3);
      offset.set(0, 0, 3), offset.set(1, 0, -4), offset.set(2, 0, 100);
      VecHarness h;
      RunResult r = h.run("tquant", out, {&s, &scale, &offset}, {}, {},
                          Layout::ND, {Layout::ND, Layout::DN, Layout::DN});
      ASSERT_TRUE(r.ok()) << r.error.message;
      for (int64_t row = 0; row < 3; ++row)
        for (int64_t c = 0; c < cols; ++c) {
          float q = std::rint(float(s.get(row, c)) / float(scale.get(row, 0))) +
                    float(offset.get(row, 0));
          double low = to == DType::U8 ? 0 : -128,
                 high = to == DType::U8 ? 255 : 127;
          double wanted = q != q ? 0 : std::min(high, std::max(low, double(q)));
          ASSERT_EQ(out.get(row, c), wanted) << row << "," << c;
        }
    }
}

TEST(Quantise, Dequantise) {
  for (DType from : {DType::I8, DType::I16}) {
    Matrix s(from, 3, 33), scale(DType::F32, 3, 1), offset(DType::F32, 3, 1),
        out(DType::F32, 3, 33);
    s.randomise(2, -120, 120);
    scale.randomise(3), offset.randomise(4);
    VecHarness h;
    RunResult r = h.run("tdequant", out, {&s, &scale, &offset}, {}, {},
                        Layout::ND, {Layout::ND, Layout::DN, Layout::DN});
    ASSERT_TRUE(r.ok()) << r.error.message;
    for (int64_t row = 0; row < 3; ++row)
      for (int64_t c = 0; c < 33; ++c)
        ASSERT_EQ(float(out.get(row, c)),
                  (float(s.get(row, c)) - float(offset.get(row, 0))) *
                      float(scale.get(row, 0)));
  }
}
