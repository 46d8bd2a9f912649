//===- PlanMemory.cpp - addresses for tiles that have none ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TileLiveness.h"

#include "pypto/Allocator/SpacePlan.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Target/Target.h"
#include "pypto/Transforms/PtoMemory/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace pypto {
#define GEN_PASS_DEF_PTOPLANMEMORY
#include "pypto/Transforms/PtoMemory/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace pypto;

/// Alignment of a reserved buffer, bytes; the public assembler's figure.
static constexpr int64_t kReservedAlignment = 256;
/// The DMA engines move blocks of 32 bytes.
static constexpr int64_t kBlock = 32;

static std::optional<target::Space> toSpace(pto::AddressSpace space) {
  switch (space) {
  case pto::AddressSpace::Vec:
    return target::Space::Vec;
  case pto::AddressSpace::Mat:
    return target::Space::Mat;
  case pto::AddressSpace::Left:
    return target::Space::Left;
  case pto::AddressSpace::Right:
    return target::Space::Right;
  case pto::AddressSpace::Acc:
    return target::Space::Acc;
  case pto::AddressSpace::Bias:
    return target::Space::Bias;
  case pto::AddressSpace::Scaling:
    return target::Space::Scaling;
  default:
    return std::nullopt;
  }
}

/// Bytes of a tile, boxes counted whole; nothing if its size is not static.
static std::optional<int64_t> getBytes(pto::TileBufType type) {
  int64_t bits = pto::getElementBits(type.getElementType());
  auto [rows, columns] =
      type.getBox().value_or(std::pair<int64_t, int64_t>(1, 1));
  for (auto [extent, box] : {std::pair(type.getShape()[0], rows),
                             std::pair(type.getShape()[1], columns)})
    if (ShapedType::isDynamic(extent) ||
        llvm::MulOverflow(bits, int64_t(llvm::alignTo(extent, box)), bits))
      return std::nullopt;
  return std::max<int64_t>(kBlock, llvm::alignTo((bits + 7) / 8, kBlock));
}

static bool needsPlanning(Operation *op) {
  if (auto alloc = dyn_cast<pto::AllocTileOp>(op))
    return !alloc.getAddr();
  auto reserve = dyn_cast<pto::ReserveBufferOp>(op);
  return reserve && reserve.getAutoAlloc();
}

namespace {
/// What has to be placed in one memory of a function.
struct SpaceProblem {
  allocator::SpaceRequest request;
  /// Per buffer of the request.
  SmallVector<Operation *> owners;
};

class FunctionPlanner {
public:
  FunctionPlanner(func::FuncOp func)
      : func(func), liveness(func),
        chip(target::Target::get(pto::getTargetArch(func) == pto::TargetArch::A5
                                     ? target::Arch::A5
                                     : target::Arch::A2A3)) {}

  LogicalResult run();
  unsigned planned = 0, shared = 0;

private:
  LogicalResult collect();
  LogicalResult reserve(target::Space space, std::optional<int64_t> begin,
                        int64_t bytes, Operation *op);
  LogicalResult plan(target::Space space, SpaceProblem &problem);
  LogicalResult reportOverflow(const SpaceProblem &problem,
                               const allocator::SpacePlan &plan);
  SpaceProblem &problemOf(target::Space space);
  void place(Operation *op, int64_t address);

  func::FuncOp func;
  PtoTileLiveness liveness;
  const target::Target &chip;
  std::map<target::Space, SpaceProblem> problems;
};
} // namespace

SpaceProblem &FunctionPlanner::problemOf(target::Space space) {
  auto [it, isNew] = problems.try_emplace(space);
  if (isNew) {
    const target::SpaceInfo &info = chip.space(space);
    it->second.request.name = std::string(target::toString(space));
    it->second.request.capacity = int64_t(info.usableBytes.value);
    it->second.request.alignment = info.alignment.value;
  }
  return it->second;
}

/// Keeps \p bytes at a fixed address for \p op.
LogicalResult FunctionPlanner::reserve(target::Space space,
                                       std::optional<int64_t> begin,
                                       int64_t bytes, Operation *op) {
  if (!begin)
    return ::pypto::emitError(op, Diag::PtoLevel)
           << "has a run-time address beside tiles without one; give all tiles "
              "of the function an address, or none";
  problemOf(space).request.reserved.push_back({*begin, *begin + bytes});
  return success();
}

LogicalResult FunctionPlanner::collect() {
  unsigned number = 0; // of the tile, for messages
  WalkResult result = func.walk([&](Operation *op) {
    auto fail = [&](const Twine &why) {
      ::pypto::emitError(op, Diag::TileTooLarge) << why;
      return WalkResult::interrupt();
    };
    if (auto buffer = dyn_cast<pto::ReserveBufferOp>(op)) {
      std::optional<target::Space> space = toSpace(buffer.getLocation());
      if (!space)
        return WalkResult::advance();
      if (!buffer.getAutoAlloc())
        return WalkResult(
            reserve(*space, buffer.getBase(), buffer.getSize(), op));
      SpaceProblem &problem = problemOf(*space);
      problem.request.add(("'" + buffer.getName() + "'").str(),
                          buffer.getSize(), {{0, liveness.getEnd()}});
      problem.request.buffers.back().alignment = kReservedAlignment;
      problem.owners.push_back(op);
      return WalkResult::advance();
    }
    auto alloc = dyn_cast<pto::AllocTileOp>(op);
    if (!alloc)
      return WalkResult::advance();
    pto::TileBufType type = alloc.getResult().getType();
    std::optional<pto::AddressSpace> loc = pto::getAddressSpace(type);
    std::optional<target::Space> space = loc ? toSpace(*loc) : std::nullopt;
    std::optional<int64_t> bytes = getBytes(type);
    if (!space || !chip.space(*space).present())
      return fail("this target has no such memory to place the tile in");
    if (!bytes)
      return fail("a tile of run-time size cannot be placed; give it a static "
                  "size and run-time valid extents");
    if (alloc.getAddr()) {
      APInt address;
      bool isConstant = matchPattern(alloc.getAddr(), m_ConstantInt(&address));
      return WalkResult(reserve(
          *space,
          isConstant ? std::optional(address.getSExtValue()) : std::nullopt,
          *bytes, op));
    }
    SpaceProblem &problem = problemOf(*space);
    problem.request.add("tile " + std::to_string(number++), *bytes,
                        liveness.getRanges(alloc));
    problem.owners.push_back(op);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void FunctionPlanner::place(Operation *op, int64_t address) {
  OpBuilder builder(op);
  if (auto buffer = dyn_cast<pto::ReserveBufferOp>(op)) {
    buffer.setBase(static_cast<uint32_t>(address));
    buffer.setAutoAlloc(false);
    return;
  }
  Value constant = arith::ConstantOp::create(
      builder, op->getLoc(), builder.getI64IntegerAttr(address));
  cast<pto::AllocTileOp>(op).getAddrMutable().assign(constant);
  ++planned;
}

LogicalResult
FunctionPlanner::reportOverflow(const SpaceProblem &problem,
                                const allocator::SpacePlan &plan) {
  constexpr size_t kShown = 8;
  InFlightDiagnostic diag =
      ::pypto::emitError(func, Diag::BufferExhaustion)
      << "on-chip buffer exhaustion: '" << func.getName() << "' needs "
      << plan.neededBytes << " bytes of " << problem.request.name
      << ", which has " << problem.request.capacity << "; "
      << plan.pressure.buffers.size()
      << " tiles are needed at once. Use smaller tiles, or store one of these "
         "before the next is loaded";
  for (size_t i = 0; i < std::min(kShown, plan.pressure.buffers.size()); ++i) {
    unsigned buffer = plan.pressure.buffers[i];
    diag.attachNote(problem.owners[buffer]->getLoc())
        << problem.request.buffers[buffer].size << " bytes here";
  }
  return diag;
}

LogicalResult FunctionPlanner::plan(target::Space space,
                                    SpaceProblem &problem) {
  allocator::SpaceRequest &request = problem.request;
  if (problem.owners.empty())
    return success();
  // Side by side, if that fits.
  std::vector<int64_t> offsets;
  int64_t next = 0;
  for (const allocator::Buffer &buffer : request.buffers) {
    int64_t alignment = std::max(buffer.alignment, request.alignment);
    next = static_cast<int64_t>(llvm::alignTo(next, alignment));
    for (bool moved = true; moved;) {
      moved = false;
      for (const allocator::Range &taken : request.reserved)
        if (next < taken.end && taken.begin < next + buffer.size) {
          next = static_cast<int64_t>(llvm::alignTo(taken.end, alignment));
          moved = true;
        }
    }
    offsets.push_back(next);
    next += buffer.size;
  }
  if (next > request.capacity) {
    allocator::SolverOptions options;
    options.planner = allocator::Planner::Heuristic;
    allocator::SpacePlan found = allocator::planSpace(request, options);
    if (found.status == allocator::Status::Invalid)
      return ::pypto::emitError(func, Diag::BadAddresses)
             << "the planning problem is malformed: " << found.errors.front();
    if (!found.fits())
      return reportOverflow(problem, found);
    offsets = found.offsets;
    ++shared;
  }
  for (auto [op, offset] : llvm::zip_equal(problem.owners, offsets))
    place(op, offset);
  return success();
}

LogicalResult FunctionPlanner::run() {
  if (failed(collect()))
    return failure();
  for (auto &[space, problem] : problems)
    if (failed(plan(space, problem)))
      return failure();
  return success();
}

namespace {
struct PlanMemory : pypto::impl::PtoPlanMemoryBase<PlanMemory> {
  using Base::Base;

  void runOnOperation() override {
    bool hasFailed = false;
    getOperation()->walk([&](func::FuncOp func) {
      WalkResult found = func.walk([](Operation *op) {
        return needsPlanning(op) ? WalkResult::interrupt()
                                 : WalkResult::advance();
      });
      if (!found.wasInterrupted())
        return;
      FunctionPlanner planner(func);
      hasFailed |= failed(planner.run());
      numPlanned += planner.planned;
      numShared += planner.shared;
    });
    if (hasFailed)
      signalPassFailure();
  }
};
} // namespace
