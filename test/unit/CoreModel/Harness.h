//===- Harness.h - small programs for tests ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TEST_UNIT_COREMODEL_HARNESS_H
#define PYPTO_TEST_UNIT_COREMODEL_HARNESS_H

#include "pypto/CoreModel/Builder.h"
#include "pypto/CoreModel/Engine.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <random>

namespace pypto::coremodel::test {

inline const target::Target &a2a3() {
  return target::Target::get(target::Arch::A2A3);
}
inline const target::Target &a5() {
  return target::Target::get(target::Arch::A5);
}

/// A matrix in host memory, row major, any element type.
struct Matrix {
  DType type;
  int64_t rows, cols;
  std::vector<uint8_t> bytes;

  Matrix(DType type, int64_t rows, int64_t cols)
      : type(type), rows(rows), cols(cols),
        bytes(static_cast<size_t>(rows * cols) * sizeOf(type)) {}
  uint8_t *at(int64_t r, int64_t c) {
    return bytes.data() + static_cast<size_t>(r * cols + c) * sizeOf(type);
  }
  double get(int64_t r, int64_t c) { return loadAsDouble(type, at(r, c)); }
  void set(int64_t r, int64_t c, double v) {
    if (isFloat(type))
      storeDouble(type, at(r, c), v);
    else
      storeInt(type, at(r, c), static_cast<int64_t>(v));
  }
  HostArg arg() { return HostArg::buffer(bytes.data(), type, {rows, cols}); }
  /// Random, non-uniform: normal floats, integers over the whole small range.
  void randomise(uint32_t seed, double low = -4, double high = 4) {
    std::mt19937 gen(seed);
    std::uniform_real_distribution<double> real(low, high);
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < cols; ++c)
        set(r, c, isFloat(type) ? real(gen) : std::floor(real(gen)));
  }
};

inline TileDesc makeTile(Space space, DType type, int64_t rows, int64_t cols,
                         int64_t addr, Layout layout = Layout::ND,
                         int64_t validRows = -1, int64_t validCols = -1) {
  TileDesc d;
  d.space = space;
  d.type = type;
  d.layout = layout;
  d.rows = static_cast<int32_t>(rows);
  d.cols = static_cast<int32_t>(cols);
  d.addr = Operand::constant(addr);
  d.validRows = Operand::constant(validRows < 0 ? rows : validRows);
  d.validCols = Operand::constant(validCols < 0 ? cols : validCols);
  return d;
}

/// A dense row-major window over the pointer in register `reg`.
inline GmDesc makeWindow(int32_t reg, DType type, int64_t rows, int64_t cols,
                         int64_t pitch = -1) {
  GmDesc g;
  g.type = type;
  g.rank = 2;
  g.base = Operand::inReg(reg);
  g.size[0] = Operand::constant(rows);
  g.size[1] = Operand::constant(cols);
  g.stride[0] = Operand::constant(pitch < 0 ? cols : pitch);
  g.stride[1] = Operand::constant(1);
  return g;
}

inline std::vector<Param> pointers(std::initializer_list<DType> types) {
  std::vector<Param> params;
  for (DType type : types) {
    Param p;
    p.type = type;
    params.push_back(p);
  }
  return params;
}

inline int64_t roundUp(int64_t n, int64_t m) { return (n + m - 1) / m * m; }
/// Columns of a row-major tile: rows start at multiples of 32 bytes.
inline int64_t paddedCols(int64_t cols, DType type) {
  return std::max<int64_t>(roundUp(cols, 32 / sizeOf(type)), 32 / sizeOf(type));
}

inline ScalarOperand floatScalar(double v) {
  ScalarOperand s;
  s.isFloat = true;
  s.imm = v;
  s.type = DType::F32;
  return s;
}

/// Loads the sources into Vec tiles, runs one instruction between full
/// synchronisation, stores the result.
class VecHarness {
public:
  explicit VecHarness(const target::Target &t = a2a3()) : builder(t) {}

  int32_t addTile(Matrix &m, Layout layout = Layout::ND, Pad pad = Pad::Null) {
    int64_t rows = m.rows, cols = m.cols;
    int64_t tr = layout == Layout::DN ? paddedCols(rows, m.type)
                                      : std::max<int64_t>(rows, 1);
    int64_t tc = layout == Layout::DN ? std::max<int64_t>(cols, 1)
                                      : paddedCols(cols, m.type);
    TileDesc d = makeTile(Space::Vec, m.type, tr, tc, next, layout, rows, cols);
    d.pad = pad;
    int32_t id = builder.tile(d);
    next += roundUp(builder.get().tiles.back().bytes, 256) + 256;
    return id;
  }

  /// Result in `out`; `sources` in the table's order behind it.
  RunResult run(const char *op, Matrix &out, std::vector<Matrix *> sources,
                std::initializer_list<ScalarOperand> scalars = {},
                TileAttrs attrs = {}, Layout outLayout = Layout::ND,
                std::vector<Layout> layouts = {}) {
    std::vector<Param> params;
    std::vector<HostArg> args;
    std::vector<Matrix *> all = sources;
    all.push_back(&out);
    for (Matrix *m : all) {
      Param p;
      p.type = m->type;
      params.push_back(p);
      args.push_back(m->arg());
    }
    builder.beginFunction("k", FunctionKind::Vector, params);
    layouts.resize(all.size(), Layout::ND);
    layouts[all.size() - 1] = outLayout;
    std::vector<int32_t> tiles, windows;
    for (size_t i = 0; i < all.size(); ++i) {
      tiles.push_back(addTile(*all[i], layouts[i]));
      windows.push_back(builder.gm(makeWindow(
          static_cast<int32_t>(i), all[i]->type, all[i]->rows, all[i]->cols)));
    }
    for (size_t i = 0; i < all.size(); ++i)
      EXPECT_TRUE(
          builder.emit("tload", Pipe::MTE2, {tiles[i]}, {}, {}, windows[i]))
          << builder.error();
    builder.barrierAll();
    TileInst inst;
    inst.pipe = Pipe::V;
    inst.attrs = attrs;
    inst.tile[inst.numTiles] = tiles.back();
    inst.access[inst.numTiles++] = AccessWrite;
    for (size_t i = 0; i < sources.size(); ++i) {
      inst.tile[inst.numTiles] = tiles[i];
      inst.access[inst.numTiles++] = AccessRead;
    }
    for (const ScalarOperand &s : scalars)
      inst.scalar[inst.numScalars++] = s;
    if (!builder.emit(op, inst)) {
      RunResult result;
      result.error.code = "select";
      result.error.message = builder.error();
      return result;
    }
    builder.barrierAll();
    EXPECT_TRUE(builder.emit("tstore", Pipe::MTE3, {tiles.back()}, {}, {},
                             windows.back(), true))
        << builder.error();
    builder.endFunction();
    program = builder.finish();
    Engine engine(*program);
    RunOptions options;
    options.trace = true;
    return engine.run(args, options);
  }

  std::unique_ptr<Program> program;

private:
  ProgramBuilder builder;
  int64_t next = 0;
};

inline ScalarOperand intScalar(int64_t v) {
  ScalarOperand s;
  s.value = Operand::constant(v);
  return s;
}

} // namespace pypto::coremodel::test

#endif // PYPTO_TEST_UNIT_COREMODEL_HARNESS_H
