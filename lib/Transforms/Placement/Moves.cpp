//===- Moves.cpp - bringing tiles to where they are used --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Placement/Placement.h"
#include "Utils/FlowEdges.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
class MoveInserter {
public:
  MoveInserter(func::FuncOp kernel, ::pypto::Homes &homes,
               const ::pypto::target::Target &target)
      : kernel(kernel), homes(homes), target(target) {}

  FailureOr<unsigned> run();

private:
  std::optional<::pypto::target::Route> findRoute(Value tile, MemorySpace from,
                                                  MemorySpace to) {
    return target.route(::pypto::toTarget(from), ::pypto::toTarget(to),
                        ::pypto::getFootprint(cast<TileType>(tile.getType())));
  }
  LogicalResult request(OpOperand &use, ArrayRef<MemorySpace> allowed);
  LogicalResult visitMove(TileMoveOp move);
  LogicalResult reportUnreachable(OpOperand &use, MemorySpace home,
                                  ArrayRef<MemorySpace> allowed);
  Operation *findAnchor(ArrayRef<OpOperand *> uses);
  void insertChain(Value tile, MemorySpace to, ArrayRef<OpOperand *> uses);

  func::FuncOp kernel;
  ::pypto::Homes &homes;
  const ::pypto::target::Target &target;
  /// Program order before anything was inserted.
  llvm::DenseMap<Operation *, unsigned> order;
  /// Uses of a tile in another memory than its home.
  llvm::MapVector<std::pair<Value, unsigned>, SmallVector<OpOperand *>>
      requests;
  SmallVector<TileMoveOp> redundant;
  unsigned numMoves = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// What is needed where
//===----------------------------------------------------------------------===//

static std::string list(ArrayRef<MemorySpace> spaces) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      spaces, os, [&](MemorySpace space) { os << stringifyMemorySpace(space); },
      " or ");
  return text;
}

/// What a message calls the user of a tile.
static std::string describeUser(Operation *op) {
  if (isa<LoopLikeOpInterface>(op))
    return "this loop's carry";
  if (!isa<TileOpInterface>(op))
    return "what this branch leaves";
  StringRef name = op->getName().getStringRef();
  name.consume_front("pypto.");
  return "'" + name.str() + "'";
}

LogicalResult MoveInserter::reportUnreachable(OpOperand &use, MemorySpace home,
                                              ArrayRef<MemorySpace> allowed) {
  Value tile = use.get();
  auto owner = [&](MemorySpace space) {
    return target.space(::pypto::toTarget(space)).owner;
  };
  // No second kernel helps where the tile has to be in Acc.
  bool crosses = allowed.front() != MemorySpace::Acc && owner(home) &&
                 owner(allowed.front()) &&
                 owner(home) != owner(allowed.front());
  StringRef name = getUserName(tile.getLoc());
  std::string user = describeUser(use.getOwner());
  InFlightDiagnostic diag =
      ::pypto::emitError(use.getOwner(), crosses ? ::pypto::Diag::MixedKernel
                                                 : ::pypto::Diag::NoMoveRoute);
  diag << user << " needs ";
  if (name.empty())
    diag << "its operand " << use.getOperandNumber();
  else
    diag << "'" << name << "'";
  diag << " in " << list(allowed) << ", but it lives in "
       << stringifyMemorySpace(home) << " and no move leads from there to "
       << list(allowed) << " on the " << target.name;
  diag.attachNote(tile.getLoc()) << "the tile is made here";
  if (allowed.front() == MemorySpace::Acc)
    ::pypto::attachHelp(diag)
        << "only products are written to Acc: let the accumulation begin with "
           "pl.matmul or with pl.full of FP32, and add this tile to the stored "
           "result in a second pl.at scope, or store the result with "
           "atomic=pl.AtomicType.ADD into a tensor that holds it";
  else if (crosses)
    ::pypto::attachHelp(diag)
        << "vector and matrix work run on different cores and one "
           "kernel with both cannot be compiled yet: write the "
           "tile to a tensor and read it in a second pl.at scope";
  return diag;
}

LogicalResult MoveInserter::request(OpOperand &use,
                                    ArrayRef<MemorySpace> allowed) {
  MemorySpace home = homes.get(use.get());
  std::optional<::pypto::target::Route> best;
  for (MemorySpace space : allowed) {
    std::optional<::pypto::target::Route> route =
        findRoute(use.get(), home, space);
    if (route && (!best || route->cycles < best->cycles))
      best = route;
  }
  if (!best)
    return reportUnreachable(use, home, allowed);
  if (best->spaces.size() > 1)
    requests[{use.get(),
              static_cast<unsigned>(::pypto::fromTarget(best->spaces.back()))}]
        .push_back(&use);
  return success();
}

LogicalResult MoveInserter::visitMove(TileMoveOp move) {
  MemorySpace from = homes.get(move.getSource());
  MemorySpace to = homes.get(move.getResult());
  bool converts = move.getSource().getType().getElementType() !=
                  move.getResult().getType().getElementType();
  if (from == to) {
    // A copy within Vec is one; elsewhere there is nothing to move.
    if (from != MemorySpace::Vec && !converts)
      redundant.push_back(move);
    return success();
  }
  std::optional<::pypto::target::Route> route =
      findRoute(move.getSource(), from, to);
  if (!route)
    return reportUnreachable(move.getSourceMutable(), from, {to});
  // The move itself is the last step.
  if (route->spaces.size() > 2)
    return request(
        move.getSourceMutable(),
        {::pypto::fromTarget(route->spaces[route->spaces.size() - 2])});
  return success();
}

//===----------------------------------------------------------------------===//
// Where a move goes
//===----------------------------------------------------------------------===//

/// The operation of `block` that contains `op`, or null.
static Operation *ancestorIn(Block *block, Operation *op) {
  return block->findAncestorOpInBlock(*op);
}

/// The first place that precedes all uses.
Operation *MoveInserter::findAnchor(ArrayRef<OpOperand *> uses) {
  Operation *anchor = uses.front()->getOwner();
  for (OpOperand *use : uses.drop_front()) {
    Operation *other;
    while (!(other = ancestorIn(anchor->getBlock(), use->getOwner())))
      anchor = anchor->getParentOp();
    if (order.lookup(other) < order.lookup(anchor))
      anchor = other;
  }
  return anchor;
}

void MoveInserter::insertChain(Value tile, MemorySpace to,
                               ArrayRef<OpOperand *> uses) {
  OpBuilder builder(findAnchor(uses));
  std::optional<::pypto::target::Route> route =
      findRoute(tile, homes.get(tile), to);
  assert(route && "requests are for memories that can be reached");
  Value moved = tile;
  for (::pypto::target::Space step : llvm::drop_begin(route->spaces)) {
    TileType type = ::pypto::placeType(
        cast<TileType>(moved.getType()).withLayout(TileLayout::ND),
        ::pypto::fromTarget(step), target);
    moved = TileMoveOp::create(builder, tile.getLoc(), type, moved, Value());
    ++numMoves;
  }
  for (OpOperand *use : uses)
    use->set(moved);
}

FailureOr<unsigned> MoveInserter::run() {
  unsigned next = 0;
  WalkResult walk = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    order[op] = next++;
    LogicalResult result = success();
    ::pypto::forEachFlowEdge(op, [&](OpOperand &source, Value into) {
      // The carry and the result of a loop have one home: ask once.
      if (isa<TileType>(into.getType()) && succeeded(result) &&
          isa<BlockArgument>(into) == isa<LoopLikeOpInterface>(op))
        result = request(source, {homes.get(into)});
    });
    if (auto move = dyn_cast<TileMoveOp>(op)) {
      result = visitMove(move);
    } else if (auto tileOp = dyn_cast<TileOpInterface>(op)) {
      for (OpOperand *operand : tileOp.getTileOperands())
        if (SmallVector<MemorySpace> allowed =
                tileOp.getOperandSpaces(*operand);
            !allowed.empty() && succeeded(result))
          result = request(*operand, allowed);
    }
    return failed(result) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (Value tile : homes.getTiles()) {
    auto type = cast<TileType>(tile.getType());
    tile.setType(homes.isInRows(tile)
                     ? type.withSpace(homes.get(tile))
                     : ::pypto::placeType(type, homes.get(tile), target));
  }
  // The exchange of rows and columns is an exchange of orders.
  kernel.walk([](TileTransposeViewOp view) {
    TileType type = view.getResult().getType();
    view.getResult().setType(type.withLayout(
        ::pypto::exchangeOrders(view.getSource().getType().getLayout())));
  });
  for (auto &[key, uses] : requests)
    insertChain(key.first, static_cast<MemorySpace>(key.second), uses);
  for (TileMoveOp move : redundant) {
    move.getResult().replaceAllUsesWith(move.getSource());
    move.erase();
  }
  return numMoves;
}

namespace pypto {
FailureOr<unsigned> insertMoves(func::FuncOp kernel, Homes &homes,
                                const target::Target &target) {
  return MoveInserter(kernel, homes, target).run();
}
} // namespace pypto
