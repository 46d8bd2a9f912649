//===- Groups.cpp - functions that run on cube and vector cores -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A group of cores runs either two functions of one module, one per kind of
// core, or one function that both kinds execute: each kind then leaves out the
// sections, the called functions and the instructions of the other. Such a
// function is decoded once per kind.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace pypto::coremodel {

static std::optional<bool> isCubeKind(func::FuncOp func) {
  if (auto attr = func->getAttrOfType<pto::KernelKindAttr>("pto.kernel_kind"))
    return attr.getValue() == pto::KernelKind::Cube;
  return std::nullopt;
}

/// Does the function exchange anything with the other kind of core?
static bool exchanges(func::FuncOp func) {
  return func
      .walk([](Operation *op) {
        return isa<pto::AicInitializePipeOp, pto::AivInitializePipeOp,
                   pto::InitializeL2LPipeOp, pto::InitializeL2G2LPipeOp,
                   pto::SyncSetOp, pto::SyncWaitOp, pto::SyncAllOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The only other function of the module, of the other kind, where both
/// exchange something.
func::FuncOp Decoder::partnerOf(func::FuncOp func) {
  std::optional<bool> cube = isCubeKind(func);
  auto parent = func->getParentOfType<ModuleOp>();
  if (!cube || !parent || !exchanges(func))
    return nullptr;
  func::FuncOp partner;
  for (auto other : parent.getOps<func::FuncOp>()) {
    std::optional<bool> otherCube = isCubeKind(other);
    if (other.isDeclaration() || !otherCube || *otherCube == *cube ||
        !exchanges(other))
      continue;
    if (partner)
      return nullptr;
    partner = other;
  }
  return partner;
}

/// Does a function without a kind have work for both, its callees included?
bool Decoder::isMixed(func::FuncOp func) {
  if (isCubeKind(func))
    return false;
  bool cube = false, vector = false;
  llvm::SetVector<Operation *> functions;
  functions.insert(func);
  for (size_t i = 0; i < functions.size(); ++i) {
    Operation *current = functions[i];
    if (std::optional<bool> kind = isCubeKind(cast<func::FuncOp>(current))) {
      (*kind ? cube : vector) = true;
      continue;
    }
    current->walk([&](Operation *op) {
      cube |= isa<pto::SectionCubeOp>(op);
      vector |= isa<pto::SectionVectorOp>(op);
      if (auto call = dyn_cast<func::CallOp>(op))
        if (func::FuncOp callee = calls.getCallee(call))
          functions.insert(callee);
    });
  }
  return cube && vector;
}

/// A function with a kind has an empty body on the other kind of core.
bool Decoder::skipsCall(func::FuncOp callee) {
  std::optional<bool> cube = isCubeKind(callee);
  return cube && *cube != (kind == FunctionKind::Cube);
}

/// In a function for both kinds: does the instruction belong to the other one?
/// Its tiles say so; between the two kinds of memory the pipe does.
bool Decoder::runsOnOtherCore(Operation *op) {
  if (!mixed || op->getParentOfType<pto::SectionCubeOp>() ||
      op->getParentOfType<pto::SectionVectorOp>())
    return false;
  bool cube = false, vector = false;
  for (Type type : op->getOperandTypes())
    if (auto tile = dyn_cast<pto::TileBufType>(type))
      (tile.getLoc() == pto::AddressSpace::Vec ? vector : cube) = true;
  if (cube && vector)
    cube = cast<pto::PipeOpInterface>(op).getPipe() != pto::Pipe::MTE3;
  else if (!cube && !vector)
    return false;
  return cube != (kind == FunctionKind::Cube);
}

/// On the 950 a vector function with an undivided FIFO that never asks for its
/// place in the group runs on the first vector core only.
static bool isForFirstLane(func::FuncOp func) {
  bool asks = false, undivided = false;
  func.walk([&](Operation *op) {
    asks |= isa<pto::GetSubBlockIdxOp, pto::GetSubBlockNumOp>(op);
    auto split = op->getAttrOfType<IntegerAttr>("split");
    undivided |=
        split && split.getInt() == 0 &&
        isa<pto::TPushToAicOp, pto::TPopFromAicOp, pto::TPushOp, pto::TPopOp>(
            op);
  });
  return undivided && !asks;
}

LogicalResult Decoder::decodePartner(func::FuncOp func, int32_t index) {
  func::FuncOp partner = isMixed(func) ? func : partnerOf(func);
  if (!partner)
    return success();
  if (partner.getFunctionType() != func.getFunctionType())
    return emitError(partner, Diag::BadEntry)
           << "'" << func.getSymName() << "' and '" << partner.getSymName()
           << "' run together and get the same arguments, so they must have "
              "the same parameters; or call both from one entry function";
  bool cubeFirst = builder.get().functions[static_cast<size_t>(index)].kind ==
                   FunctionKind::Cube;
  FailureOr<int32_t> other = decodeFunction(
      partner, cubeFirst ? FunctionKind::Vector : FunctionKind::Cube);
  if (failed(other))
    return failure();
  auto &all = builder.get().functions;
  all[static_cast<size_t>(index)].partner = *other;
  all[static_cast<size_t>(*other)].partner = index;
  func::FuncOp vector = cubeFirst ? partner : func;
  if (target.arch == target::Arch::A5 && isForFirstLane(vector))
    all[static_cast<size_t>(cubeFirst ? *other : index)].firstLaneOnly = true;
  return success();
}

} // namespace pypto::coremodel
