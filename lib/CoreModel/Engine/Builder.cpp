//===- Builder.cpp - makes programs by hand ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/CoreModel/Builder.h"
#include "ExecInst.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

std::string SourceLoc::str() const {
  if (file.empty() && line == 0)
    return "unknown location";
  std::string text = file + ":" + std::to_string(line);
  if (column)
    text += ":" + std::to_string(column);
  return text;
}

ProgramBuilder::ProgramBuilder(const target::Target &target)
    : program(new Program) {
  program->target = &target;
  program->locs.emplace_back();
}

void ProgramBuilder::beginFunction(std::string name, FunctionKind kind,
                                   std::vector<Param> params) {
  Function function;
  function.name = std::move(name);
  function.kind = kind;
  function.numRegs = static_cast<int32_t>(params.size());
  function.params = std::move(params);
  function.loc = currentLoc;
  program->functions.push_back(std::move(function));
  labels.clear();
  constants.clear();
}

void ProgramBuilder::endFunction() {
  Function &f = function();
  bool labelAtEnd =
      std::find(labels.begin(), labels.end(),
                static_cast<int64_t>(f.code.size())) != labels.end();
  if (f.code.empty() || f.code.back().kind != InstKind::End || labelAtEnd)
    add(InstKind::End);
  for (Inst &inst : f.code)
    if (inst.kind == InstKind::Jump || inst.kind == InstKind::BranchZero)
      inst.imm = labels[static_cast<size_t>(inst.imm)];
  f.init.resize(static_cast<size_t>(f.numRegs));
}

uint32_t ProgramBuilder::loc(std::string file, uint32_t line, uint32_t column,
                             std::string name) {
  program->locs.push_back({std::move(file), line, column, std::move(name)});
  return static_cast<uint32_t>(program->locs.size() - 1);
}

int32_t ProgramBuilder::newReg() { return function().numRegs++; }

Inst &ProgramBuilder::add(InstKind kind) {
  function().code.emplace_back();
  Inst &inst = function().code.back();
  inst.kind = kind;
  inst.loc = currentLoc;
  return inst;
}

static void loadImmediate(Reg *r, const Inst &inst) {
  r[inst.dst].i = inst.imm;
}
static void copyRegister(Reg *r, const Inst &inst) { r[inst.dst] = r[inst.a]; }

void ProgramBuilder::setConstant(int32_t reg, int64_t value) {
  Inst &inst = add(InstKind::Scalar);
  inst.fn = loadImmediate;
  inst.dst = reg;
  inst.imm = value;
}
void ProgramBuilder::setConstantFloat(int32_t reg, double value) {
  int64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  setConstant(reg, bits);
}
int32_t ProgramBuilder::constant(int64_t value) {
  auto [it, inserted] = constants.try_emplace(value, -1);
  if (inserted) {
    it->second = newReg();
    function().init.resize(static_cast<size_t>(function().numRegs));
    function().init.back().i = value;
  }
  return it->second;
}
int32_t ProgramBuilder::constantFloat(double value) {
  int64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return constant(bits);
}
void ProgramBuilder::copy(int32_t dst, int32_t src) {
  Inst &inst = add(InstKind::Scalar);
  inst.fn = copyRegister;
  inst.dst = dst;
  inst.a = src;
}
void ProgramBuilder::scalar(std::string_view op, int32_t dst, int32_t a,
                            int32_t b, int32_t c, DType type, int64_t imm) {
  Inst &inst = add(InstKind::Scalar);
  inst.fn = findScalarOp(op);
  inst.dst = dst;
  inst.a = a;
  inst.b = b;
  inst.c = c;
  inst.type = type;
  inst.imm = imm;
}

int32_t ProgramBuilder::newLabel() {
  labels.push_back(-1);
  return static_cast<int32_t>(labels.size() - 1);
}
void ProgramBuilder::place(int32_t label) {
  labels[static_cast<size_t>(label)] =
      static_cast<int64_t>(function().code.size());
}
void ProgramBuilder::jump(int32_t label) { add(InstKind::Jump).imm = label; }
void ProgramBuilder::branchZero(int32_t reg, int32_t label) {
  Inst &inst = add(InstKind::BranchZero);
  inst.a = reg;
  inst.imm = label;
}

int32_t ProgramBuilder::tile(TileDesc desc, unsigned fractalBytes) {
  desc.finalize(fractalBytes);
  auto s = static_cast<unsigned>(desc.space);
  uint64_t whole = program->target->spaces[s].physicalBytes.value;
  uint64_t reach =
      desc.addr.isConst()
          ? static_cast<uint64_t>(std::max<int64_t>(0, desc.addr.imm)) +
                desc.bytes
          : whole;
  program->footprint[s] =
      std::max(program->footprint[s], std::min(reach, whole));
  program->tiles.push_back(desc);
  return static_cast<int32_t>(program->tiles.size() - 1);
}

int32_t ProgramBuilder::gm(GmDesc desc) {
  program->gms.push_back(desc);
  return static_cast<int32_t>(program->gms.size() - 1);
}

/// Notes what the run need not find out again.
static void noteKnown(TileInst &inst, const Program &program) {
  inst.fixedExtents = true;
  for (unsigned i = 0; i < inst.numTiles; ++i) {
    const TileDesc &desc = program.tiles[static_cast<size_t>(inst.tile[i])];
    inst.fixedExtents &= desc.validRows.isConst() && desc.validCols.isConst();
    inst.hasPart |= desc.bounded;
  }
  for (unsigned i = 0; i < inst.numScalars; ++i)
    inst.fixedExtents &=
        inst.scalar[i].isFloat || inst.scalar[i].value.isConst();
}

bool ProgramBuilder::emit(std::string_view op, TileInst inst) {
  inst.info = findOp(op);
  if (!inst.info) {
    reason = "the core model has no instruction '" + std::string(op) + "'";
    return false;
  }
  inst.loc = currentLoc;
  std::string why;
  if (!inst.info->select(inst, *program, why)) {
    reason = "'" + std::string(op) + "' " + why;
    return false;
  }
  noteKnown(inst, *program);
  program->tileInsts.push_back(inst);
  add(InstKind::Tile).imm = static_cast<int64_t>(program->tileInsts.size() - 1);
  return true;
}

bool ProgramBuilder::emit(std::string_view op, Pipe pipe,
                          std::initializer_list<int32_t> tiles,
                          std::initializer_list<ScalarOperand> scalars,
                          TileAttrs attrs, int32_t gmWindow, bool gmWrite) {
  TileInst inst;
  inst.pipe = pipe;
  for (int32_t tile : tiles) {
    // The first operand is the result, except of a store.
    inst.access[inst.numTiles] =
        inst.numTiles == 0 && !gmWrite ? AccessWrite : AccessRead;
    inst.tile[inst.numTiles++] = tile;
  }
  for (const ScalarOperand &s : scalars)
    inst.scalar[inst.numScalars++] = s;
  inst.attrs = attrs;
  inst.gm = gmWindow;
  inst.gmWrite = gmWrite;
  return emit(op, inst);
}

void ProgramBuilder::setFlag(Pipe src, Pipe dst, Operand id) {
  Inst &inst = add(InstKind::SetFlag);
  inst.dst = static_cast<int32_t>(src);
  inst.a = static_cast<int32_t>(dst);
  inst.id = id;
}
void ProgramBuilder::waitFlag(Pipe src, Pipe dst, Operand id) {
  Inst &inst = add(InstKind::WaitFlag);
  inst.dst = static_cast<int32_t>(src);
  inst.a = static_cast<int32_t>(dst);
  inst.id = id;
}
void ProgramBuilder::barrier(Pipe pipe) {
  add(InstKind::Barrier).dst = static_cast<int32_t>(pipe);
}
void ProgramBuilder::barrierAll() { add(InstKind::Barrier).dst = kAllPipes; }

static int32_t once(ProgramBuilder &b, int32_t &reg) {
  if (reg < 0)
    reg = b.newReg();
  return reg;
}
int32_t ProgramBuilder::blockIdx() { return once(*this, function().blockIdx); }
int32_t ProgramBuilder::blockNum() { return once(*this, function().blockNum); }
int32_t ProgramBuilder::subBlockIdx() {
  return once(*this, function().subBlockIdx);
}
int32_t ProgramBuilder::subBlockNum() {
  return once(*this, function().subBlockNum);
}

std::unique_ptr<Program> ProgramBuilder::finish(int32_t entry) {
  program->entry = entry;
  return std::move(program);
}

} // namespace pypto::coremodel
