//===- TaskRuntime.cpp - the control function submits tasks -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The control function runs to its end first, on the orchestrator's clock: each
// submission takes its time there, and gives a task with its dependencies. The
// tasks then run in the simulation.
//
// Dependencies follow the runtime: a reader waits for the last writers of a
// tensor, a writer for the last writers. A writer does not wait for earlier
// readers; a program says that with InOut or an explicit dependency.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <algorithm>

namespace pypto::coremodel {

void Machine::addDependencies(int32_t index) {
  Task &task = tasks[static_cast<size_t>(index)];
  auto &list = task.predecessors;
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  for (int32_t before : list)
    tasks[static_cast<size_t>(before)].successors.push_back(index);
  task.waitingFor = static_cast<uint32_t>(list.size());
}

/// What the function returns, by address; the data follows after the run.
static void bindReturned(const Function &function, const Reg *regs,
                         std::vector<ReturnedTensor> &returned,
                         std::vector<uint64_t> &addresses) {
  for (const TensorResult &result : function.results) {
    ReturnedTensor tensor;
    tensor.type = result.type;
    for (const Operand &extent : result.shape)
      tensor.shape.push_back(extent.get(regs));
    addresses.push_back(static_cast<uint64_t>(result.base.get(regs)));
    returned.push_back(std::move(tensor));
  }
}

bool Machine::runControl(const Function &function, std::vector<Reg> args,
                         const std::vector<HostArg> &hostArgs) {
  std::vector<Reg> regs = function.init;
  std::copy(args.begin(), args.end(), regs.begin());
  for (const ExtentReg &extent : function.extents)
    regs[static_cast<size_t>(extent.reg)].i =
        hostArgs[static_cast<size_t>(extent.param)]
            .shape[static_cast<size_t>(extent.dim)];
  // Last writers of a buffer, by its index: buffers are found by address.
  std::vector<std::vector<int32_t>> writers;
  double cycle = 0;
  double submit = options.timing
                      ? target.runtime.submitNs * target.clockMHz.value / 1000
                      : 0;
  uint64_t steps = 0;
  uint32_t pc = 0;
  while (true) {
    const Inst &inst = function.code[pc];
    if (++steps > options.maxScalarSteps) {
      fail("PYPTO-E0803", "the control function does not end", inst.loc);
      return false;
    }
    switch (inst.kind) {
    case InstKind::Scalar:
      inst.fn(regs.data(), inst);
      ++pc;
      continue;
    case InstKind::Jump:
      pc = static_cast<uint32_t>(inst.imm);
      continue;
    case InstKind::BranchZero:
      pc = regs[static_cast<size_t>(inst.a)].i == 0
               ? static_cast<uint32_t>(inst.imm)
               : pc + 1;
      continue;
    case InstKind::End:
      bindReturned(function, regs.data(), result.returned, returnedAddresses);
      return true;
    case InstKind::Host:
      break;
    default:
      fail("PYPTO-E0812",
           "the control function contains an instruction of a core", inst.loc);
      return false;
    }
    const HostInst &host = program.hostInsts[static_cast<size_t>(inst.imm)];
    ++pc;
    if (host.kind == HostInst::TensorCreate) {
      uint64_t bytes = sizeOf(host.type);
      for (const Operand &extent : host.shape) {
        int64_t n = extent.get(regs.data());
        if (n < 0) {
          fail("PYPTO-E0807", "a tensor with extent " + std::to_string(n),
               inst.loc);
          return false;
        }
        bytes *= static_cast<uint64_t>(n);
      }
      int32_t buffer = gm.addBuffer(bytes, nullptr, -1);
      if (host.fill)
        gm.setFill(buffer, host.type, host.init);
      regs[static_cast<size_t>(host.dst)].i =
          static_cast<int64_t>(gm.base(buffer));
      continue;
    }
    auto index = static_cast<int32_t>(tasks.size());
    const Function &callee =
        program.functions[static_cast<size_t>(host.function)];
    Task task;
    task.function = host.function;
    task.blocks = host.blocks.get(regs.data());
    if (task.blocks < 0) {
      fail("PYPTO-E0801",
           "kernel '" + callee.name + "' launched on " +
               std::to_string(task.blocks) + " blocks",
           inst.loc);
      return false;
    }
    cycle += submit;
    task.submit = task.ready = cycle;
    writers.resize(gm.all().size());
    for (size_t i = 0; i < host.args.size(); ++i) {
      Reg value = regs[static_cast<size_t>(host.args[i])];
      task.args.push_back(value);
      if (callee.params[i].kind != Param::Pointer)
        continue;
      GmBuffer *buffer = gm.find(static_cast<uint64_t>(value.i));
      if (!buffer)
        continue;
      auto &last = writers[static_cast<size_t>(buffer - gm.all().data())];
      task.predecessors.insert(task.predecessors.end(), last.begin(),
                               last.end());
    }
    for (size_t i = 0; i < host.args.size(); ++i) {
      bool writes =
          host.writes.empty() ? callee.params[i].writes : host.writes[i];
      if (callee.params[i].kind != Param::Pointer || !writes)
        continue;
      if (GmBuffer *buffer = gm.find(static_cast<uint64_t>(task.args[i].i)))
        writers[static_cast<size_t>(buffer - gm.all().data())] = {index};
    }
    for (int32_t reg : host.deps) {
      int64_t dep = regs[static_cast<size_t>(reg)].i;
      if (dep >= 0 && dep < index)
        task.predecessors.push_back(static_cast<int32_t>(dep));
    }
    tasks.push_back(std::move(task));
    addDependencies(index);
    if (host.dst >= 0)
      regs[static_cast<size_t>(host.dst)].i = index;
  }
}

} // namespace pypto::coremodel
