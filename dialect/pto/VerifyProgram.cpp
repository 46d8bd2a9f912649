//===- VerifyProgram.cpp - rules that no single operation can check -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The public assembler refuses these in its passes, behind the verifier: a rule
// concerns all users of a value, a whole function, or the calls of a module.
//
//===----------------------------------------------------------------------===//

#include "Diagnose.h"
#include "pypto/Dialect/Pto/Passes.h"
#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Support/CallTree.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/TypeSwitch.h"

#include <map>

namespace mlir::pto {
#define GEN_PASS_DEF_PTOVERIFYPROGRAM
#include "pypto/Dialect/Pto/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

/// Pointer arithmetic disappears into what uses the pointer, so that every use
/// has to be one that takes an offset.
static LogicalResult verifyAddPtr(AddPtrOp op) {
  for (Operation *user : op->getUsers()) {
    if (isa<AddPtrOp, MakeTensorViewOp, LoadScalarOp, StoreScalarOp>(user))
      continue;
    if (auto ring = dyn_cast<InitializeL2G2LPipeOp>(user);
        ring && ring.getGmAddr() == op.getResult())
      continue;
    InFlightDiagnostic diag = diagnose(op, Diag::PtoPlacement);
    diag << "must feed make_tensor_view, load_scalar, store_scalar or the "
            "gm_addr of initialize_l2g2l_pipe, but is used by '"
         << user->getName() << "'; pass the pointer and the offset on instead";
    diag.attachNote(user->getLoc()) << "the use";
    return failure();
  }
  return success();
}

static std::optional<int8_t> getSplit(Operation *op) {
  return TypeSwitch<Operation *, std::optional<int8_t>>(op)
      .Case<TPushToAivOp, TPushToAicOp, TPopFromAicOp, TPopFromAivOp,
            TFreeFromAicOp, TFreeFromAivOp, TPushOp, TPopOp, TFreeOp>(
          [](auto user) { return static_cast<int8_t>(user.getSplit()); })
      .Default(std::optional<int8_t>());
}

/// All users of a FIFO split its tiles, or none does, as `nosplit` says.
static LogicalResult verifySplits(Operation *init, std::optional<bool> nosplit,
                                  ArrayRef<Operation *> users) {
  Operation *first = nullptr;
  for (Operation *user : users) {
    bool isWhole = *getSplit(user) == 0;
    if (nosplit && *nosplit != isWhole) {
      InFlightDiagnostic diag = diagnose(user, Diag::PtoAttribute);
      diag << "has split " << int(*getSplit(user)) << ", but its pipe "
           << "says nosplit = " << (*nosplit ? "true" : "false");
      diag.attachNote(init->getLoc()) << "the pipe";
      return failure();
    }
    if (!first)
      first = user;
    if (isWhole == (*getSplit(first) == 0))
      continue;
    InFlightDiagnostic diag = diagnose(user, Diag::PtoAttribute);
    diag << "mixes split " << int(*getSplit(user)) << " with split "
         << int(*getSplit(first)) << " on one pipe; use 0 everywhere, or 1 "
         << "and 2";
    diag.attachNote(first->getLoc()) << "the other use";
    return failure();
  }
  return success();
}

static std::optional<bool> toBool(BoolAttr attr) {
  return attr ? std::optional<bool>(attr.getValue()) : std::nullopt;
}

/// FIFOs in the internal form: the handle names the users.
static LogicalResult verifyRing(Operation *init, BoolAttr nosplit) {
  SmallVector<Operation *> users;
  for (Operation *user : init->getResult(0).getUsers())
    if (getSplit(user))
      users.push_back(user);
  // Uses are listed last one first.
  std::reverse(users.begin(), users.end());
  return verifySplits(init, toBool(nosplit), users);
}

/// The bit of dir_mask that a use of a FIFO in the front-end form needs.
static int getDirection(Operation *user) {
  return isa<TPushToAivOp, TPopFromAicOp, TFreeFromAicOp>(user) ? 1 : 2;
}

/// The initialisation of a FIFO stands before every use and has the direction
/// of every use.
static LogicalResult verifyInitialised(func::FuncOp func, Operation *init,
                                       int dirMask,
                                       ArrayRef<Operation *> users) {
  DominanceInfo dominance(func);
  for (Operation *user : users) {
    int direction = getDirection(user);
    if (!init || !dominance.properlyDominates(init, user)) {
      bool isCube = isa<TPushToAivOp, TPopFromAivOp, TFreeFromAivOp>(user);
      InFlightDiagnostic diag = diagnose(user, Diag::PtoPlacement);
      diag << "uses a pipe that is not initialised before; put pto."
           << (isCube ? "aic" : "aiv")
           << "_initialize_pipe with dir_mask = " << direction
           << " or 3 at the start of '" << func.getName() << "'";
      if (init)
        diag.attachNote(init->getLoc())
            << "this initialisation comes later, or on another path";
      return failure();
    }
    if (dirMask & direction)
      continue;
    InFlightDiagnostic diag = diagnose(user, Diag::PtoAttribute);
    diag << "moves tiles from the "
         << (direction == 1 ? "cube to the vector" : "vector to the cube")
         << " core, but its pipe has dir_mask = " << dirMask << "; it needs "
         << direction << " or 3";
    diag.attachNote(init->getLoc()) << "the pipe";
    return failure();
  }
  return success();
}

/// FIFOs in the front-end form: the users are those of the function.
static LogicalResult verifyFrontendPipe(func::FuncOp func) {
  struct Ring {
    Operation *init = nullptr;
    BoolAttr nosplit;
    bool hasSlots = false;
    int dirMask = 0;
    SmallVector<Operation *> users;
  };
  std::map<int64_t, Ring> rings; // by our extension's id
  func.walk([&](Operation *op) {
    auto id = op->getAttrOfType<IntegerAttr>("id");
    auto ring = [&]() -> Ring & { return rings[id ? id.getInt() : 0]; };
    TypeSwitch<Operation *>(op)
        .Case<AicInitializePipeOp, AivInitializePipeOp>([&](auto pipe) {
          ring().init = op;
          ring().nosplit = pipe.getNosplitAttr();
          ring().dirMask = static_cast<int>(pipe.getDirMask());
          ring().hasSlots = static_cast<bool>(pipe.getGmSlotBuffer());
        })
        .Case<TPushToAivOp, TPushToAicOp, TPopFromAicOp, TPopFromAivOp,
              TFreeFromAicOp, TFreeFromAivOp>(
            [&](auto) { ring().users.push_back(op); });
  });
  for (auto &[id, ring] : rings) {
    if (failed(verifyInitialised(func, ring.init, ring.dirMask, ring.users)))
      return failure();
    if (!ring.hasSlots && getTargetArch(func) != TargetArch::A5)
      return diagnose(ring.init, Diag::PtoAttribute)
             << "requires gm_slot_buffer on A3, where tiles pass through "
                "global memory";
    if (failed(verifySplits(ring.init, toBool(ring.nosplit), ring.users)))
      return failure();
  }
  return success();
}

/// Messages between cores need their base on A3.
static LogicalResult verifyMessages(func::FuncOp func) {
  if (getTargetArch(func) == TargetArch::A5)
    return success();
  Operation *message = nullptr;
  bool hasBase = false;
  func.walk([&](Operation *op) {
    hasBase |= isa<SetFftsOp>(op);
    if (isa<SyncSetOp, SyncWaitOp>(op) && !message)
      message = op;
  });
  if (!message || hasBase)
    return success();
  return diagnose(message, Diag::PtoPlacement)
         << "needs pto.set_ffts in its function on A3, which gives the base of "
            "the messages; write it, in Python pl.system.set_ffts(workspace), "
            "in front, "
            "the workspace a tensor of 256 INT64";
}

/// A callee is emitted before its caller, so that no function may reach itself.
/// Faults of callees are theirs.
static LogicalResult verifyCalls(func::FuncOp func, ::pypto::CallTree &calls) {
  std::string fault = calls.getFault(func);
  WalkResult result = func.walk([&](func::CallOp call) {
    func::FuncOp callee = calls.getCallee(call);
    if (calls.leadsBack(call)) {
      diagnose(call, Diag::PtoPlacement)
          << "calls '" << call.getCallee()
          << "', which leads back here; recursion cannot be emitted";
      return WalkResult::interrupt();
    }
    if (callee && !calls.getFault(callee).empty())
      fault.clear();
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (!fault.empty())
    return diagnose(func, Diag::PtoPlacement) << fault;
  return success();
}

/// An entry by its older name, or because it is the only definition of its
/// module; the verifier has seen those with `pto.entry`.
static LogicalResult verifyEntry(func::FuncOp func) {
  if (func->hasAttr(PtoDialect::kEntryAttrName))
    return success();
  bool isNamed = func->hasAttr(PtoDialect::kLegacyEntryAttrName);
  if (isNamed && func.isExternal())
    return diagnose(func, Diag::PtoPlacement)
           << "is a declaration and cannot be an entry point; give it a body "
              "or remove '"
           << PtoDialect::kLegacyEntryAttrName << "'";
  if (func.getNumResults() == 0 || func.isExternal())
    return success();
  bool isOnly = false;
  // Beside modules of kernels is the control plane.
  auto module = dyn_cast<ModuleOp>(func->getParentOp());
  if (module && module.getOps<ModuleOp>().empty())
    isOnly = llvm::hasSingleElement(llvm::make_filter_range(
        module.getOps<func::FuncOp>(),
        [](func::FuncOp f) { return !f.isExternal(); }));
  if (!isNamed && !isOnly)
    return success();
  return diagnose(func, Diag::PtoPlacement)
         << "is an entry point" << (isNamed ? "" : ", the only function here,")
         << " and must return nothing, but has " << func.getNumResults()
         << " results";
}

static LogicalResult verifyFunction(func::FuncOp func,
                                    ::pypto::CallTree &calls) {
  if (func.getNumResults() > 1)
    return diagnose(func, Diag::PtoPlacement)
           << "returns " << func.getNumResults()
           << " values; a device function returns one at most";
  return success(
      succeeded(verifyEntry(func)) && succeeded(verifyCalls(func, calls)) &&
      succeeded(verifyMessages(func)) && succeeded(verifyFrontendPipe(func)));
}

namespace {
struct VerifyProgram : pto::impl::PtoVerifyProgramBase<VerifyProgram> {
  void runOnOperation() override {
    bool isFine = true;
    ::pypto::CallTree calls(getOperation());
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      LogicalResult result =
          TypeSwitch<Operation *, LogicalResult>(op)
              .Case([&](func::FuncOp func) {
                return verifyFunction(func, calls);
              })
              .Case<AddPtrOp>(verifyAddPtr)
              .Case<InitializeL2LPipeOp, InitializeL2G2LPipeOp>([&](auto pipe) {
                return verifyRing(op, pipe.getNosplitAttr());
              })
              .Default([](Operation *) { return success(); });
      isFine &= succeeded(result);
    });
    if (!isFine)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
