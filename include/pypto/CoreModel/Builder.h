//===- Builder.h - makes programs by hand -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Used by the decoder and by tests: registers, labels, tiles, windows, and
// instructions of one function after the other.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_COREMODEL_BUILDER_H
#define PYPTO_COREMODEL_BUILDER_H

#include "pypto/CoreModel/Program.h"
#include <initializer_list>
#include <map>
#include <memory>
#include <string_view>

namespace pypto::coremodel {

/// Scalar arithmetic by name: "addi", "muli", "cmpi.slt", "addf", ... Integers
/// wrap at the width given by the instruction's type, floats round to it.
/// Null when unknown. See ScalarOps.cpp for the list.
ScalarFn findScalarOp(std::string_view name);

class ProgramBuilder {
public:
  explicit ProgramBuilder(const target::Target &target);

  /// Starts a function; parameters take registers 0, 1, ...
  void beginFunction(std::string name, FunctionKind kind,
                     std::vector<Param> params);
  /// Ends it: adds End when missing, resolves labels.
  void endFunction();

  uint32_t loc(std::string file, uint32_t line, uint32_t column = 0,
               std::string name = "");
  /// Location of the instructions that follow.
  void setLoc(uint32_t index) { currentLoc = index; }

  int32_t newReg();
  /// A register that holds a constant from the start; equal ones are shared.
  int32_t constant(int64_t value);
  int32_t constantFloat(double value);
  void setConstant(int32_t reg, int64_t value);
  void setConstantFloat(int32_t reg, double value);
  void copy(int32_t dst, int32_t src);
  /// dst = op(a, b, c); unused operands are -1.
  void scalar(std::string_view op, int32_t dst, int32_t a, int32_t b = -1,
              int32_t c = -1, DType type = DType::I64, int64_t imm = 0);

  int32_t newLabel();
  void place(int32_t label);
  void jump(int32_t label);
  void branchZero(int32_t reg, int32_t label);

  /// A tile; `desc` is finalised here.
  int32_t tile(TileDesc desc, unsigned fractalBytes = 512);
  int32_t gm(GmDesc desc);
  /// Adds a tile instruction by mnemonic. `tiles` in the operation table's
  /// order. False and a reason in error() when the operands do not fit.
  bool emit(std::string_view op, TileInst inst);
  bool emit(std::string_view op, Pipe pipe,
            std::initializer_list<int32_t> tiles,
            std::initializer_list<ScalarOperand> scalars = {},
            TileAttrs attrs = {}, int32_t gmWindow = -1, bool gmWrite = false);

  void setFlag(Pipe src, Pipe dst, Operand id);
  void waitFlag(Pipe src, Pipe dst, Operand id);
  void barrier(Pipe pipe);
  void barrierAll();
  Inst &add(InstKind kind);

  int32_t blockIdx(), blockNum(), subBlockIdx(), subBlockNum();

  /// The finished program. The builder is empty afterwards.
  std::unique_ptr<Program> finish(int32_t entry = 0);
  const std::string &error() const { return reason; }
  Program &get() { return *program; }
  Function &function() { return program->functions.back(); }

private:
  std::unique_ptr<Program> program;
  uint32_t currentLoc = 0;
  std::vector<int64_t> labels; ///< position, -1: not placed
  std::map<int64_t, int32_t> constants;
  std::string reason;
};

} // namespace pypto::coremodel

#endif // PYPTO_COREMODEL_BUILDER_H
