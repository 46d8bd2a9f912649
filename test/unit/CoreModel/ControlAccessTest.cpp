//===- ControlAccessTest.cpp - elements on the control plane ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Harness.h"

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

/// A kernel that adds 1 to every element of its first argument (one row of 64)
/// into its second.
static void addKernel(ProgramBuilder &b, const char *name) {
  std::vector<Param> params = pointers({DType::I32, DType::I32});
  params[0].writes = false;
  params[1].reads = false;
  b.beginFunction(name, FunctionKind::Vector, params);
  int32_t t = b.tile(makeTile(Space::Vec, DType::I32, 1, 64, 0));
  EXPECT_TRUE(b.emit("tload", Pipe::MTE2, {t}, {}, {},
                     b.gm(makeWindow(0, DType::I32, 1, 64))));
  b.barrierAll();
  EXPECT_TRUE(b.emit("tadds", Pipe::V, {t, t}, {intScalar(1)}));
  b.barrierAll();
  EXPECT_TRUE(b.emit("tstore", Pipe::MTE3, {t}, {}, {},
                     b.gm(makeWindow(1, DType::I32, 1, 64)), true));
  b.endFunction();
}

static void host(ProgramBuilder &b, HostInst inst) {
  b.get().hostInsts.push_back(std::move(inst));
  b.add(InstKind::Host).imm =
      static_cast<int64_t>(b.get().hostInsts.size() - 1);
}

static void mark(ProgramBuilder &b, HostInst::Kind kind) {
  HostInst inst;
  inst.kind = kind;
  host(b, inst);
}

static void submit(ProgramBuilder &b, int32_t function,
                   std::vector<int32_t> args, int32_t blocks = -1) {
  HostInst inst;
  inst.function = function;
  inst.args = std::move(args);
  if (blocks >= 0)
    inst.blocks = Operand::inReg(blocks);
  host(b, inst);
}

static int32_t create(ProgramBuilder &b) {
  HostInst inst;
  inst.kind = HostInst::TensorCreate;
  inst.type = DType::I32;
  inst.dst = b.newReg();
  inst.shape = {Operand::constant(1), Operand::constant(64)};
  host(b, inst);
  return inst.dst;
}

static int32_t load(ProgramBuilder &b, int32_t pointer, int64_t index) {
  int32_t reg = b.newReg(), position = b.constant(index);
  Inst &inst = b.add(InstKind::LoadGm);
  inst.type = DType::I32;
  inst.a = pointer;
  inst.b = position;
  inst.dst = reg;
  return reg;
}

static void store(ProgramBuilder &b, int32_t pointer, int64_t index,
                  int32_t value) {
  int32_t position = b.constant(index);
  Inst &inst = b.add(InstKind::StoreGm);
  inst.type = DType::I32;
  inst.a = pointer;
  inst.b = position;
  inst.c = value;
}

static Matrix counted(double start) {
  Matrix m(DType::I32, 1, 64);
  for (int64_t c = 0; c < 64; ++c)
    m.set(0, c, start + 3 * static_cast<double>(c));
  return m;
}

// A read waits for the task that writes the tensor, and what it reads decides
// what is submitted next; a tensor made after that has memory.
TEST(ControlAccess, ReadWaitsForTheProducer) {
  for (bool timing : {true, false})
    for (int64_t runs : {0, 1}) {
      Matrix x = counted(0), y = counted(1000);
      x.set(0, 5, static_cast<double>(runs) - 1);
      ProgramBuilder b(a2a3());
      b.beginFunction("main", FunctionKind::Control,
                      pointers({DType::I32, DType::I32}));
      int32_t first = create(b);
      submit(b, 1, {0, first});
      int32_t blocks = load(b, first, 5); // x[5] + 1
      int32_t second = create(b);
      submit(b, 1, {first, second});
      submit(b, 1, {second, 1}, blocks);
      b.endFunction();
      addKernel(b, "k");
      auto program = b.finish();
      RunOptions options;
      options.timing = timing;
      RunResult r = Engine(*program).run({x.arg(), y.arg()}, options);
      ASSERT_TRUE(r.ok()) << r.error.message;
      for (int64_t c = 0; c < 64; ++c)
        ASSERT_EQ(y.get(0, c),
                  runs ? x.get(0, c) + 3 : static_cast<double>(1000 + 3 * c));
      ASSERT_EQ(r.report.tasks.size(), 3u);
      EXPECT_GE(r.report.tasks[1].submitCycle, r.report.tasks[0].endCycle);
      EXPECT_EQ(r.report.tasks[1].dependsOn, std::vector<int32_t>{0});
    }
}

// A write waits for the tasks that still read the tensor: they see the old
// element, later ones the new.
TEST(ControlAccess, WriteWaitsForReaders) {
  Matrix x = counted(0), y = counted(1000), z = counted(2000);
  ProgramBuilder b(a2a3());
  b.beginFunction("main", FunctionKind::Control,
                  pointers({DType::I32, DType::I32, DType::I32}));
  submit(b, 1, {0, 1});
  store(b, 0, 7, b.constant(-5));
  submit(b, 1, {0, 2});
  b.endFunction();
  addKernel(b, "k");
  auto program = b.finish();
  RunResult r = Engine(*program).run({x.arg(), y.arg(), z.arg()}, {});
  ASSERT_TRUE(r.ok()) << r.error.message;
  EXPECT_EQ(y.get(0, 7), 22);
  EXPECT_EQ(z.get(0, 7), -4);
  EXPECT_EQ(x.get(0, 7), -5);
  EXPECT_EQ(z.get(0, 8), 25);
}

// An element outside of every tensor is an error, not a crash.
TEST(ControlAccess, OutOfBounds) {
  Matrix x = counted(0);
  ProgramBuilder b(a2a3());
  b.beginFunction("main", FunctionKind::Control, pointers({DType::I32}));
  load(b, 0, 64);
  b.endFunction();
  auto program = b.finish();
  RunResult r = Engine(*program).run({x.arg()}, {});
  EXPECT_EQ(r.error.code, "PYPTO-E0808");
}

// Iterations of a parallel loop do not wait for each other, later tasks wait
// for all of them.
TEST(ControlAccess, ParallelIterations) {
  Matrix x = counted(0), y = counted(1000), z = counted(2000);
  ProgramBuilder b(a2a3());
  b.beginFunction("main", FunctionKind::Control,
                  pointers({DType::I32, DType::I32, DType::I32}));
  mark(b, HostInst::ParallelBegin);
  for (int i = 0; i < 3; ++i) {
    mark(b, HostInst::ParallelIteration);
    submit(b, 1, {0, 1});
    if (i == 1)
      submit(b, 1, {1, 1}); // within one iteration the order stays
  }
  mark(b, HostInst::ParallelEnd);
  submit(b, 1, {1, 2});
  b.endFunction();
  addKernel(b, "k");
  auto program = b.finish();
  RunResult r = Engine(*program).run({x.arg(), y.arg(), z.arg()}, {});
  ASSERT_TRUE(r.ok()) << r.error.message;
  const auto &tasks = r.report.tasks;
  ASSERT_EQ(tasks.size(), 5u);
  EXPECT_TRUE(tasks[0].dependsOn.empty());
  EXPECT_TRUE(tasks[1].dependsOn.empty());
  EXPECT_EQ(tasks[2].dependsOn, std::vector<int32_t>{1});
  EXPECT_TRUE(tasks[3].dependsOn.empty());
  EXPECT_EQ(tasks[4].dependsOn, (std::vector<int32_t>{0, 2, 3}));
}
