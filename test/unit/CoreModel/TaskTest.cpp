//===- TaskTest.cpp - the task runtime --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Harness.h"
#include <cmath>

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

/// A kernel that adds `value` to one row of its first argument into its second,
/// one row per block.
static void addKernel(ProgramBuilder &b, const char *name, double value) {
  std::vector<Param> params = pointers({DType::F32, DType::F32});
  params[0].writes = false;
  params[1].reads = false;
  b.beginFunction(name, FunctionKind::Vector, params);
  int32_t offset = b.newReg(), in = b.newReg(), out = b.newReg();
  b.scalar("muli", offset, b.blockIdx(), b.constant(64 * 4));
  b.scalar("addi", in, 0, offset);
  b.scalar("addi", out, 1, offset);
  int32_t t = b.tile(makeTile(Space::Vec, DType::F32, 1, 64, 0));
  EXPECT_TRUE(b.emit("tload", Pipe::MTE2, {t}, {}, {},
                     b.gm(makeWindow(in, DType::F32, 1, 64))));
  b.barrierAll();
  EXPECT_TRUE(b.emit("tadds", Pipe::V, {t, t}, {floatScalar(value)}));
  b.barrierAll();
  EXPECT_TRUE(b.emit("tstore", Pipe::MTE3, {t}, {}, {},
                     b.gm(makeWindow(out, DType::F32, 1, 64)), true));
  b.endFunction();
}

static void submit(ProgramBuilder &b, int32_t function,
                   std::vector<int32_t> args, int64_t blocks,
                   std::vector<int32_t> deps = {}, int32_t dst = -1) {
  HostInst host;
  host.function = function;
  host.args = std::move(args);
  host.deps = std::move(deps);
  host.blocks = Operand::constant(blocks);
  host.dst = dst;
  b.get().hostInsts.push_back(host);
  b.add(InstKind::Host).imm =
      static_cast<int64_t>(b.get().hostInsts.size() - 1);
}

static int32_t create(ProgramBuilder &b, int64_t rows) {
  HostInst host;
  host.kind = HostInst::TensorCreate;
  host.dst = b.newReg();
  host.shape = {Operand::constant(rows), Operand::constant(64)};
  b.get().hostInsts.push_back(host);
  b.add(InstKind::Host).imm =
      static_cast<int64_t>(b.get().hostInsts.size() - 1);
  return b.get().hostInsts.back().dst;
}

// x -> tmp -> y: the second task waits for the first, and the numbers show it.
TEST(Task, ChainThroughTemporary) {
  for (bool timing : {true, false}) {
    Matrix x(DType::F32, 60, 64), y(DType::F32, 60, 64);
    x.randomise(1);
    ProgramBuilder b(a2a3());
    b.beginFunction("main", FunctionKind::Control,
                    pointers({DType::F32, DType::F32}));
    int32_t tmp = create(b, 60);
    submit(b, 1, {0, tmp}, 60);
    submit(b, 2, {tmp, 1}, 60);
    b.endFunction();
    addKernel(b, "first", 1);
    addKernel(b, "second", 2);
    auto program = b.finish();
    RunOptions options;
    options.timing = timing;
    RunResult r = Engine(*program).run({x.arg(), y.arg()}, options);
    ASSERT_TRUE(r.ok()) << r.error.message;
    for (int64_t i = 0; i < 60; ++i)
      for (int64_t j = 0; j < 64; ++j)
        ASSERT_EQ(y.get(i, j),
                  static_cast<float>(static_cast<float>(x.get(i, j)) + 1.0f) +
                      2.0f);
    ASSERT_EQ(r.report.tasks.size(), 2u);
    EXPECT_EQ(r.report.tasks[1].dependsOn, std::vector<int32_t>{0});
    EXPECT_GE(r.report.tasks[1].startCycle, r.report.tasks[0].endCycle);
    EXPECT_EQ(r.report.tasks[0].kernel, "first");
    EXPECT_EQ(r.report.aivUsed, 48u);
  }
}

// Two readers of one tensor are independent; two writers are ordered; an
// explicit dependency orders what nothing else does.
TEST(Task, Dependencies) {
  Matrix x(DType::F32, 1, 64), y(DType::F32, 1, 64), z(DType::F32, 1, 64);
  ProgramBuilder b(a2a3());
  b.beginFunction("main", FunctionKind::Control,
                  pointers({DType::F32, DType::F32, DType::F32}));
  int32_t id = b.newReg();
  submit(b, 1, {0, 1}, 1, {}, id);
  submit(b, 1, {0, 2}, 1);
  submit(b, 1, {0, 1}, 1);
  submit(b, 1, {0, 2}, 1, {id});
  b.endFunction();
  addKernel(b, "k", 1);
  auto program = b.finish();
  RunResult r = Engine(*program).run({x.arg(), y.arg(), z.arg()}, {});
  ASSERT_TRUE(r.ok());
  EXPECT_TRUE(r.report.tasks[0].dependsOn.empty());
  EXPECT_TRUE(r.report.tasks[1].dependsOn.empty());
  EXPECT_EQ(r.report.tasks[2].dependsOn, std::vector<int32_t>{0});
  EXPECT_EQ(r.report.tasks[3].dependsOn, (std::vector<int32_t>{0, 1}));
}

// A submission's own directions count before the parameters': here both
// arguments are only read, so the second task waits for nobody.
TEST(Task, DirectionsOfTheSubmission) {
  Matrix x(DType::F32, 1, 64), y(DType::F32, 1, 64);
  ProgramBuilder b(a2a3());
  b.beginFunction("main", FunctionKind::Control,
                  pointers({DType::F32, DType::F32}));
  submit(b, 1, {0, 1}, 1);
  b.get().hostInsts.back().writes = {false, false};
  submit(b, 1, {0, 1}, 1);
  b.endFunction();
  addKernel(b, "k", 1);
  auto program = b.finish();
  RunResult r = Engine(*program).run({x.arg(), y.arg()}, {});
  ASSERT_TRUE(r.ok());
  EXPECT_TRUE(r.report.tasks[1].dependsOn.empty());
}

// Costs of the runtime: submission 0.874 us each, then the scheduler's 3 us,
// doorbell, dispatch and start 0.02 + 0.14 + 0.349 us.
TEST(Task, RuntimeCosts) {
  Matrix x(DType::F32, 1, 64), y(DType::F32, 1, 64);
  ProgramBuilder b(a2a3());
  b.beginFunction("main", FunctionKind::Control,
                  pointers({DType::F32, DType::F32}));
  submit(b, 1, {0, 1}, 1);
  b.endFunction();
  addKernel(b, "k", 1);
  auto program = b.finish();
  RunResult r = Engine(*program).run({x.arg(), y.arg()}, {});
  ASSERT_TRUE(r.ok());
  // In microseconds; a report has whole cycles.
  EXPECT_EQ(r.report.tasks[0].submitCycle, std::ceil(1850 * 0.874));
  EXPECT_EQ(r.report.tasks[0].startCycle,
            std::ceil(1850 * (0.874 + 3 + 0.02 + 0.14 + 0.349)));
}

// No blocks: the task does nothing and its successors run.
TEST(Task, ZeroBlocks) {
  Matrix x(DType::F32, 1, 64), y(DType::F32, 1, 64);
  x.randomise(4);
  ProgramBuilder b(a2a3());
  b.beginFunction("main", FunctionKind::Control,
                  pointers({DType::F32, DType::F32}));
  submit(b, 1, {0, 1}, 0);
  submit(b, 1, {0, 1}, 1);
  b.endFunction();
  addKernel(b, "k", 0);
  auto program = b.finish();
  RunResult r = Engine(*program).run({x.arg(), y.arg()}, {});
  ASSERT_TRUE(r.ok()) << r.error.message;
  EXPECT_EQ(y.bytes, x.bytes);
}

// The control function returns new tensors and arguments.
TEST(Task, Returned) {
  Matrix x(DType::F32, 2, 64);
  x.randomise(5);
  ProgramBuilder b(a2a3());
  b.beginFunction("main", FunctionKind::Control, pointers({DType::F32}));
  int32_t tmp = create(b, 2);
  submit(b, 1, {0, tmp}, 2);
  TensorResult fresh{Operand::inReg(tmp),
                     DType::F32,
                     {Operand::constant(2), Operand::constant(64)}};
  TensorResult same{Operand::inReg(0),
                    DType::F32,
                    {Operand::constant(2), Operand::constant(64)}};
  b.function().results = {fresh, same};
  b.endFunction();
  addKernel(b, "k", 0);
  auto program = b.finish();
  RunResult r = Engine(*program).run({x.arg()}, {});
  ASSERT_TRUE(r.ok());
  ASSERT_EQ(r.returned.size(), 2u);
  EXPECT_EQ(r.returned[0].arg, -1);
  EXPECT_EQ(r.returned[0].data, x.bytes);
  EXPECT_EQ(r.returned[1].arg, 0);
}

// The trace is JSON with a track per core and pipe.
TEST(Task, Trace) {
  Matrix x(DType::F32, 1, 64), y(DType::F32, 1, 64);
  ProgramBuilder b(a2a3());
  b.setLoc(b.loc("dir/\"k\".py", 12, 5, "y"));
  b.beginFunction("main", FunctionKind::Control,
                  pointers({DType::F32, DType::F32}));
  submit(b, 1, {0, 1}, 1);
  b.endFunction();
  addKernel(b, "k", 1);
  auto program = b.finish();
  RunOptions options;
  options.trace = true;
  RunResult r = Engine(*program).run({x.arg(), y.arg()}, options);
  ASSERT_EQ(r.report.trace.size(), 3u);
  std::string json = chromeTrace(r.report, *program);
  EXPECT_NE(json.find("\"name\":\"tadds\""), std::string::npos);
  EXPECT_NE(json.find("\"name\":\"AIV 0\""), std::string::npos);
  EXPECT_NE(json.find("\"source\":\"dir/\\\"k\\\".py:12:5\""),
            std::string::npos);
  EXPECT_NE(json.find("\"value\":\"y\""), std::string::npos);
}

// A control function that never ends is stopped whatever it does: before its
// tasks and tensors fill the memory, since each counts as a thousand
// instructions.
TEST(Task, EndlessControl) {
  enum { Nothing, Tasks, Tensors };
  for (int what : {Nothing, Tasks, Tensors}) {
    Matrix x(DType::F32, 1, 64), y(DType::F32, 1, 64);
    ProgramBuilder b(a2a3());
    b.beginFunction("main", FunctionKind::Control,
                    pointers({DType::F32, DType::F32}));
    uint32_t place = b.loc("main.py", 7, 3);
    int32_t top = b.newLabel();
    b.place(top);
    b.setLoc(place);
    if (what == Tasks)
      submit(b, 1, {0, 1}, 1);
    if (what == Tensors)
      create(b, 1);
    b.jump(top);
    b.endFunction();
    addKernel(b, "add", 1);
    auto program = b.finish();
    RunOptions options;
    options.maxInstructions = 1'000'000;
    RunResult r = Engine(*program).run({x.arg(), y.arg()}, options);
    EXPECT_EQ(r.error.code, "PYPTO-E0803") << what;
    EXPECT_EQ(r.error.loc.line, 7u) << what;
    EXPECT_NE(r.error.message.find("1000000 instructions"), std::string::npos);
    EXPECT_NE(r.error.facts.help.find("--max-instructions"), std::string::npos);
    // 0 is no limit; the caller still ends the run.
    options.maxInstructions = 0;
    options.interrupted = [] { return true; };
    r = Engine(*program).run({x.arg(), y.arg()}, options);
    EXPECT_EQ(r.error.code, "PYPTO-E0813") << what;
  }
}

// Tensors that no machine holds are an error of the program, also where the
// number of their bytes passes 64 bits.
TEST(Task, TensorsBeyondMemory) {
  for (int64_t rows : {int64_t(1) << 40, int64_t(1) << 56, int64_t(1) << 62}) {
    ProgramBuilder b(a2a3());
    b.beginFunction("main", FunctionKind::Control, {});
    create(b, rows);
    b.endFunction();
    auto program = b.finish();
    RunResult r = Engine(*program).run({}, {});
    EXPECT_EQ(r.error.code, "PYPTO-E0807") << rows;
    EXPECT_NE(r.error.message.find("memory of this machine"),
              std::string::npos);
  }
}
