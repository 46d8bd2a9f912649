//===- MoveTest.cpp - loads, stores, layouts, padding -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../../../lib/CoreModel/Ops/CopyRect.h"
#include "Harness.h"

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

/// Offset of (r, c) by the formulas of the hardware reference, written out.
static int64_t reference(const TileDesc &d, int64_t r, int64_t c) {
  int64_t R = d.rows, C = d.cols, ir = d.boxRows, ic = d.boxCols;
  int64_t br = r / ir, bc = c / ic, ri = r % ir, ci = c % ic;
  switch (d.layout) {
  case Layout::ND:
    return r * C + c;
  case Layout::DN:
    return c * R + r;
  case Layout::NZ:
    return ((R / ir) * bc + br) * ir * ic + ri * ic + ci;
  case Layout::ZN:
    return ((C / ic) * br + bc) * ir * ic + ci * ir + ri;
  case Layout::ZZ:
    return ((C / ic) * br + bc) * ir * ic + ri * ic + ci;
  default:
    return -1;
  }
}

// Every pair of layouts, element sizes 1, 2, 4, ragged windows at offsets.
TEST(Move, CopyRectBetweenLayouts) {
  const Layout layouts[] = {Layout::ND, Layout::DN, Layout::NZ, Layout::ZN,
                            Layout::ZZ};
  for (DType type : {DType::I8, DType::F16, DType::F32})
    for (Layout from : layouts)
      for (Layout to : layouts)
        for (auto [rows, cols, r0, c0] :
             {std::tuple<int, int, int, int>{64, 64, 0, 0},
              {17, 33, 0, 0},
              {5, 64, 16, 0},
              {31, 1, 3, 7},
              {1, 1, 63, 63}}) {
          TileDesc s = makeTile(Space::Mat, type, 64, 64, 0, from);
          TileDesc d = makeTile(Space::Mat, type, 64, 64, 0, to);
          s.finalize(), d.finalize();
          unsigned size = sizeOf(type);
          std::vector<uint8_t> src(static_cast<size_t>(s.bytes)),
              dst(static_cast<size_t>(d.bytes), 0xee);
          std::mt19937 gen(3);
          for (auto &byte : src)
            byte = static_cast<uint8_t>(gen() % 0xee);
          copyRect(d, dst.data(), 0, 0, s, src.data(), r0, c0, rows, cols);
          for (int64_t r = 0; r < 64; ++r)
            for (int64_t c = 0; c < 64; ++c) {
              const uint8_t *got = dst.data() + reference(d, r, c) * size;
              if (r < rows && c < cols)
                ASSERT_EQ(std::memcmp(got,
                                      src.data() +
                                          reference(s, r0 + r, c0 + c) * size,
                                      size),
                          0)
                    << int(from) << "->" << int(to) << " " << r << "," << c;
              else
                ASSERT_EQ(got[0], 0xee)
                    << "outside the rectangle " << r << "," << c;
            }
        }
}

/// Loads a window into a tile and stores the tile again.
static RunResult roundTrip(Matrix &in, Matrix &out, Space space, Layout layout,
                           GmDesc source, GmDesc sink, int64_t rows,
                           int64_t cols, TileAttrs attrs = {},
                           Pad pad = Pad::Null, bool wholeTile = false) {
  ProgramBuilder b(a2a3());
  b.beginFunction(
      "k", space == Space::Vec ? FunctionKind::Vector : FunctionKind::Cube,
      pointers({in.type, out.type}));
  int64_t tr = layout == Layout::DN ? paddedCols(rows, in.type)
                                    : roundUp(std::max<int64_t>(rows, 1), 16);
  int64_t tc = layout == Layout::DN ? std::max<int64_t>(cols, 1)
                                    : paddedCols(cols, in.type);
  TileDesc d = makeTile(space, in.type, tr, tc, 0, layout, rows, cols);
  d.pad = pad;
  int32_t t = b.tile(d);
  TileDesc whole = makeTile(space, in.type, tr, tc, 0, layout,
                            wholeTile ? rows : rows, wholeTile ? tc : cols);
  int32_t u = b.tile(whole);
  EXPECT_TRUE(b.emit("tload", Pipe::MTE2, {t}, {}, {}, b.gm(source)))
      << b.error();
  b.barrierAll();
  EXPECT_TRUE(b.emit("tstore", Pipe::MTE3, {u}, {}, attrs, b.gm(sink), true))
      << b.error();
  b.endFunction();
  auto program = b.finish();
  Engine engine(*program);
  return engine.run({in.arg(), out.arg()}, {});
}

// Windows with a pitch, all element sizes, Vec and Mat, ND, DN and NZ tiles.
TEST(Move, LoadStoreWindows) {
  for (DType type : {DType::I8, DType::F16, DType::F32, DType::I64})
    for (auto [rows, cols] : {std::pair<int64_t, int64_t>{1, 1},
                              {3, 15},
                              {16, 16},
                              {17, 33},
                              {0, 8},
                              {8, 0}})
      for (auto [space, layout] :
           {std::pair<Space, Layout>{Space::Vec, Layout::ND},
            {Space::Vec, Layout::DN},
            {Space::Mat, Layout::NZ}}) {
        Matrix in(type, 20, 40), out(type, 20, 40);
        in.randomise(5, -100, 100);
        out.randomise(6, -100, 100);
        Matrix before = out;
        RunResult r = roundTrip(
            in, out, space, layout, makeWindow(0, type, rows, cols, 40),
            makeWindow(1, type, rows, cols, 40), rows, cols);
        ASSERT_TRUE(r.ok()) << r.error.message;
        for (int64_t i = 0; i < 20; ++i)
          for (int64_t j = 0; j < 40; ++j)
            ASSERT_EQ(out.get(i, j),
                      i < rows && j < cols ? in.get(i, j) : before.get(i, j));
      }
}

// A transposed window: rows of the tile run along the tensor's columns.
TEST(Move, TransposedWindow) {
  Matrix in(DType::F32, 24, 16), out(DType::F32, 16, 24);
  in.randomise(8);
  GmDesc source = makeWindow(0, DType::F32, 16, 24);
  source.stride[0] = Operand::constant(1);
  source.stride[1] = Operand::constant(16);
  ASSERT_TRUE(roundTrip(in, out, Space::Vec, Layout::ND, source,
                        makeWindow(1, DType::F32, 16, 24), 16, 24)
                  .ok());
  for (int64_t i = 0; i < 16; ++i)
    for (int64_t j = 0; j < 24; ++j)
      ASSERT_EQ(out.get(i, j), in.get(j, i));
}

// A window of rank 4: leading dimensions become rows.
TEST(Move, HigherRank) {
  Matrix in(DType::F32, 24, 8), out(DType::F32, 24, 8);
  in.randomise(9);
  GmDesc source = makeWindow(0, DType::F32, 1, 1);
  source.rank = 4;
  int64_t sizes[] = {2, 3, 4, 8}, strides[] = {96, 32, 8, 1};
  for (int i = 0; i < 4; ++i) {
    source.size[i] = Operand::constant(sizes[i]);
    source.stride[i] = Operand::constant(strides[i]);
  }
  ASSERT_TRUE(roundTrip(in, out, Space::Vec, Layout::ND, source,
                        makeWindow(1, DType::F32, 24, 8), 24, 8)
                  .ok());
  EXPECT_EQ(in.bytes, out.bytes);
}

// A load pads to the end of the 32 byte block and no further.
TEST(Move, LoadPadsToBlock) {
  for (Pad pad : {Pad::Zero, Pad::Min, Pad::Max}) {
    Matrix in(DType::F16, 2, 19), out(DType::F16, 2, 32);
    in.randomise(10);
    ASSERT_TRUE(roundTrip(in, out, Space::Vec, Layout::ND,
                          makeWindow(0, DType::F16, 2, 19),
                          makeWindow(1, DType::F16, 2, 32), 2, 19, {}, pad,
                          true)
                    .ok());
    double want = pad == Pad::Zero ? 0 : pad == Pad::Min ? -INFINITY : INFINITY;
    for (int64_t j = 19; j < 32; ++j)
      EXPECT_EQ(out.get(1, j), want);
  }
}

// fillpad writes the whole static tile outside the valid rectangle.
TEST(Move, FillPad) {
  for (auto [rows, cols] :
       {std::pair<int64_t, int64_t>{1, 1}, {3, 17}, {5, 16}, {7, 31}}) {
    Matrix in(DType::F32, rows, cols), out(DType::F32, 8, 32);
    in.randomise(11);
    ProgramBuilder b(a2a3());
    b.beginFunction("k", FunctionKind::Vector,
                    pointers({DType::F32, DType::F32}));
    int32_t t = b.tile(
        makeTile(Space::Vec, DType::F32, 8, 32, 0, Layout::ND, rows, cols));
    TileDesc padded = makeTile(Space::Vec, DType::F32, 8, 32, 4096);
    padded.pad = Pad::Min;
    int32_t u = b.tile(padded);
    ASSERT_TRUE(b.emit("tload", Pipe::MTE2, {t}, {}, {},
                       b.gm(makeWindow(0, DType::F32, rows, cols))));
    b.barrierAll();
    ASSERT_TRUE(b.emit("tfillpad", Pipe::V, {u, t})) << b.error();
    b.barrierAll();
    ASSERT_TRUE(b.emit("tstore", Pipe::MTE3, {u}, {}, {},
                       b.gm(makeWindow(1, DType::F32, 8, 32)), true));
    b.endFunction();
    auto program = b.finish();
    ASSERT_TRUE(Engine(*program).run({in.arg(), out.arg()}, {}).ok());
    for (int64_t i = 0; i < 8; ++i)
      for (int64_t j = 0; j < 32; ++j)
        EXPECT_EQ(out.get(i, j),
                  i < rows && j < cols ? in.get(i, j) : -INFINITY);
  }
}

// An atomic store adds to what is there.
TEST(Move, AtomicAdd) {
  for (DType type : {DType::F32, DType::F16, DType::I32}) {
    Matrix in(type, 5, 9), out(type, 5, 9);
    in.randomise(12), out.randomise(13);
    Matrix before = out;
    TileAttrs attrs;
    attrs.atomic = Atomic::Add;
    ASSERT_TRUE(roundTrip(in, out, Space::Vec, Layout::ND,
                          makeWindow(0, type, 5, 9), makeWindow(1, type, 5, 9),
                          5, 9, attrs)
                    .ok());
    for (int64_t i = 0; i < 5; ++i)
      for (int64_t j = 0; j < 9; ++j)
        EXPECT_EQ(out.get(i, j),
                  roundTo(type, before.get(i, j) + in.get(i, j)));
  }
}

// Transposition, concatenation, sequences, gathers.
TEST(Move, Reorder) {
  for (DType type : {DType::I8, DType::F16, DType::F32})
    for (auto [rows, cols] :
         {std::pair<int64_t, int64_t>{1, 1}, {16, 16}, {5, 33}, {40, 17}}) {
      Matrix in(type, rows, cols), out(type, cols, rows);
      in.randomise(14, -100, 100);
      ASSERT_TRUE(VecHarness().run("ttrans", out, {&in}).ok());
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < cols; ++j)
          ASSERT_EQ(out.get(j, i), in.get(i, j));
    }
  Matrix a(DType::F32, 3, 8), b(DType::F32, 3, 16), ab(DType::F32, 3, 24);
  a.randomise(15), b.randomise(16);
  ASSERT_TRUE(VecHarness().run("tconcat", ab, {&a, &b}).ok());
  for (int64_t j = 0; j < 24; ++j)
    EXPECT_EQ(ab.get(2, j), j < 8 ? a.get(2, j) : b.get(2, j - 8));
  Matrix index(DType::I32, 3, 8), picked(DType::F32, 3, 8);
  for (int64_t j = 0; j < 8; ++j)
    for (int64_t i = 0; i < 3; ++i)
      index.set(i, j, (i * 8 + j * 5) % 24);
  ASSERT_TRUE(VecHarness().run("tgather", picked, {&a, &index}).ok());
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = 0; j < 8; ++j) {
      auto k = static_cast<int64_t>(index.get(i, j));
      EXPECT_EQ(picked.get(i, j), a.get(k / 8, k % 8));
    }
}

// Scalar access to tiles and global memory sees finished instructions.
TEST(Move, ScalarAccess) {
  Matrix in(DType::F32, 2, 8), out(DType::F32, 2, 8);
  in.randomise(17);
  ProgramBuilder b(a2a3());
  b.beginFunction("k", FunctionKind::Vector,
                  pointers({DType::F32, DType::F32}));
  int32_t t = b.tile(makeTile(Space::Vec, DType::F32, 2, 8, 0));
  ASSERT_TRUE(b.emit("tload", Pipe::MTE2, {t}, {}, {},
                     b.gm(makeWindow(0, DType::F32, 2, 8))));
  b.setFlag(Pipe::MTE2, Pipe::S, Operand::constant(0));
  b.waitFlag(Pipe::MTE2, Pipe::S, Operand::constant(0));
  int32_t v = b.newReg(), w = b.newReg();
  auto access = [&](InstKind kind, int32_t dst, int32_t a, int64_t index,
                    int32_t c) {
    int32_t i = b.constant(index);
    Inst &inst = b.add(kind);
    inst.type = DType::F32;
    inst.dst = dst, inst.a = a, inst.b = i, inst.c = c;
    inst.imm = t;
  };
  access(InstKind::GetVal, v, -1, 11, -1);
  b.scalar("addf", w, v, v, -1, DType::F32);
  access(InstKind::StoreGm, -1, 1, 3, w);
  access(InstKind::LoadGm, v, 0, 2, -1);
  access(InstKind::SetVal, -1, -1, 0, v);
  access(InstKind::GetVal, w, -1, 0, -1);
  access(InstKind::StoreGm, -1, 1, 15, w);
  b.endFunction();
  auto program = b.finish();
  RunResult r = Engine(*program).run({in.arg(), out.arg()}, {});
  ASSERT_TRUE(r.ok()) << r.error.message;
  EXPECT_EQ(out.get(0, 3), 2 * in.get(1, 3));
  EXPECT_EQ(out.get(1, 7), in.get(0, 2));
}
