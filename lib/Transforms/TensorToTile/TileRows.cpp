//===- TileRows.cpp - whole tensors in blocks of rows -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/TileRows.h"
#include "TensorToTile/TileShapes.h"
#include "Utils/Targets.h"
#include "Utils/TensorAliases.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// The tensor operations of one block of code.
class RowTiler {
public:
  RowTiler(Block &block, func::FuncOp kernel, const ::pypto::TileShapes &shapes,
           ::pypto::TensorAliases &aliases)
      : block(block), kernel(kernel), shapes(shapes), aliases(aliases) {}

  bool run();

private:
  bool collect();
  bool checkOperation(Operation *op);
  bool checkMemory();
  bool isMemory(Value tensor);
  bool isBlocked(Value tensor) {
    return cast<GlobalTensorType>(tensor.getType()).getShape()[0] == rows;
  }
  int64_t getBytes(Value tensor, int64_t numRows);
  int64_t estimatePeak(int64_t numRows);
  void emitBlock(OpBuilder &builder, Location loc, Value start,
                 int64_t numRows);
  void emitLoops(int64_t step);

  Block &block;
  func::FuncOp kernel;
  const ::pypto::TileShapes &shapes;
  ::pypto::TensorAliases &aliases;
  /// In program order; those in `blocked` have results of `rows` rows.
  SmallVector<Operation *> operations, blocked;
  int64_t rows = 1;
};
} // namespace

//===----------------------------------------------------------------------===//
// What can be done row by row
//===----------------------------------------------------------------------===//

bool RowTiler::isMemory(Value tensor) {
  Value memory = aliases.getMemory(tensor);
  return isa<BlockArgument>(memory) &&
         memory.getParentBlock() == &kernel.getBody().front();
}

/// Row by row: each row of the result comes from the same rows of the operands.
static bool isRowWise(Operation *op) {
  return op->hasTrait<BinaryShapes>() || op->hasTrait<UnaryShapes>() ||
         op->hasTrait<CastShapes>() || op->hasTrait<RowReductionShapes>() ||
         op->hasTrait<RowExpandShapes>() || op->hasTrait<ColExpandShapes>() ||
         op->hasTrait<TernaryShapes>() ||
         op->hasTrait<RowArgReductionShapes>() ||
         isa<TensorFullOp, TensorAssembleOp, TensorConcatOp, TensorGatherMaskOp,
             TensorSort32Op>(op);
}

bool RowTiler::checkOperation(Operation *op) {
  if (!isRowWise(op))
    return false;
  for (Value value : llvm::to_vector(op->getOperands())) {
    auto type = dyn_cast<GlobalTensorType>(value.getType());
    bool isTarget = isa<TensorAssembleOp>(op) && value == op->getOperand(0);
    if (!type || isTarget)
      continue;
    if (type.getRank() != 2 || !type.hasStaticShape() ||
        (type.getDimSize(0) != rows && type.getDimSize(0) != 1))
      return false;
  }
  if (auto assemble = dyn_cast<TensorAssembleOp>(op))
    return assemble.getTarget().getType().getRank() == 2 &&
           isMemory(assemble.getTarget()) && isBlocked(assemble.getSource());
  auto type = cast<GlobalTensorType>(op->getResult(0).getType());
  if (type.getRank() != 2 || !type.hasStaticShape() ||
      (type.getDimSize(0) != rows && type.getDimSize(0) != 1))
    return false;
  // The values stay among the operations that move.
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    return user->getBlock() == &block && user->hasTrait<TensorCompute>();
  });
}

/// A tensor that is written may be read only as the same rows of the same
/// window: a block of rows must not see what an earlier block wrote.
bool RowTiler::checkMemory() {
  llvm::MapVector<Value, Value> written;
  for (Operation *op : operations)
    if (auto assemble = dyn_cast<TensorAssembleOp>(op)) {
      Value target = assemble.getTarget();
      bool isWhole = llvm::all_of(assemble.getOffsets(), [](Value offset) {
        return isConstantIntValue(offset, 0);
      });
      Value window = isWhole ? aliases.getTensor(target) : Value();
      auto [entry, isNew] = written.insert({aliases.getMemory(target), window});
      if (!isNew && entry->second != window)
        entry->second = Value();
    }
  for (Operation *op : operations)
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<GlobalTensorType>(operand.get().getType()) ||
          (isa<TensorAssembleOp>(op) && operand.getOperandNumber() == 0))
        continue;
      auto found = written.find(aliases.getMemory(operand.get()));
      if (found != written.end() &&
          found->second != aliases.getTensor(operand.get()))
        return false;
    }
  return true;
}

bool RowTiler::collect() {
  for (Operation &op : block)
    if (op.hasTrait<TensorCompute>()) {
      operations.push_back(&op);
      for (Type type : op.getResultTypes())
        if (auto tensor = cast<GlobalTensorType>(type);
            tensor.getRank() == 2 && !isa<TensorAssembleOp>(op))
          rows = std::max(rows, tensor.getDimSize(0));
    }
  if (operations.empty() || rows == 1)
    return false;
  for (Operation &op :
       llvm::make_range(Block::iterator(operations.front()),
                        std::next(Block::iterator(operations.back()))))
    if (!op.hasTrait<TensorCompute>() && !isMemoryEffectFree(&op))
      return false;
  for (Operation *op : operations) {
    if (!checkOperation(op))
      return false;
    if (isa<TensorAssembleOp>(op) || isBlocked(op->getResult(0)))
      blocked.push_back(op);
  }
  return checkMemory();
}

//===----------------------------------------------------------------------===//
// How many rows fit
//===----------------------------------------------------------------------===//

/// Bytes of a tile that holds `numRows` rows of a blocked tensor, or the whole
/// of one that is not.
int64_t RowTiler::getBytes(Value tensor, int64_t numRows) {
  auto type = cast<GlobalTensorType>(tensor.getType());
  SmallVector<int64_t> shape(type.getShape());
  if (isBlocked(tensor))
    shape[0] = numRows;
  return ::pypto::getFootprint(
      shapes.getTileType(shape, type.getElementType()));
}

/// True if the result may take the buffer of operand 0 or 1 of its own size.
static bool mayOverwrite(Operation *op, unsigned operand) {
  if (op->hasTrait<OutOfPlace>())
    return false;
  if (op->hasTrait<RowExpandShapes>() || op->hasTrait<ColExpandShapes>())
    return operand == 0;
  return op->hasTrait<BinaryShapes>() || op->hasTrait<UnaryShapes>();
}

/// Bytes that are live at once if every result takes the place of an operand
/// where it can. Memory counts from its first to its last use.
int64_t RowTiler::estimatePeak(int64_t numRows) {
  llvm::DenseMap<Value, Operation *> lastUse;
  for (Operation *op : operations)
    for (Value operand : op->getOperands())
      lastUse[operand] = op;
  int64_t live = 0, peak = 0;
  llvm::DenseSet<Value> present;
  for (Operation *op : operations) {
    SmallVector<Value> dying;
    bool isUpdate = isa<TensorAssembleOp>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (!isa<GlobalTensorType>(value.getType()) ||
          (isUpdate && operand.getOperandNumber() == 0))
        continue;
      if (present.insert(value).second)
        live += getBytes(value, numRows);
      if (lastUse.lookup(value) == op && !llvm::is_contained(dying, value))
        dying.push_back(value);
    }
    peak = std::max(peak, live);
    if (!isUpdate) {
      Value result = op->getResult(0);
      int64_t bytes = getBytes(result, numRows);
      int64_t extra = bytes;
      for (OpOperand &operand : op->getOpOperands())
        if (mayOverwrite(op, operand.getOperandNumber()) &&
            llvm::is_contained(dying, operand.get()) &&
            getBytes(operand.get(), numRows) == bytes)
          extra = 0;
      // A generator's operands are scalars; it has no scratch.
      auto twin = dyn_cast<TensorOpInterface>(op);
      if (unsigned scratch = twin ? twin.getNumScratchTiles() : 0)
        extra += scratch * getBytes(op->getOperand(0), numRows);
      // Steps of what has no instruction of its own: LowerComposites.cpp.
      if (isa<TensorSinOp, TensorCosOp>(op))
        extra += 3 * bytes;
      peak = std::max(peak, live + extra);
      if (!result.use_empty() && present.insert(result).second)
        live += bytes;
    }
    for (Value value : dying)
      live -= getBytes(value, numRows);
  }
  return peak;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void RowTiler::emitBlock(OpBuilder &builder, Location loc, Value start,
                         int64_t numRows) {
  IRMapping map;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto cut = [&](GlobalTensorType type) {
    SmallVector<int64_t> shape(type.getShape());
    shape[0] = numRows;
    return GlobalTensorType::get(shape, type.getElementType());
  };
  for (Operation *op : blocked) {
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      bool isTarget =
          isa<TensorAssembleOp>(op) && operand.getOperandNumber() == 0;
      if (isTarget || !isa<GlobalTensorType>(value.getType()) ||
          map.contains(value) || !isBlocked(value) || !isMemory(value))
        continue;
      map.map(value, TensorSliceOp::create(
                         builder, value.getLoc(),
                         cut(cast<GlobalTensorType>(value.getType())), value,
                         ValueRange{start, zero}, ValueRange(),
                         builder.getDenseI64ArrayAttr({})));
    }
    if (auto assemble = dyn_cast<TensorAssembleOp>(op)) {
      Value row = builder.createOrFold<arith::AddIOp>(
          op->getLoc(), assemble.getOffsets()[0], start);
      TensorAssembleOp::create(
          builder, op->getLoc(), assemble.getResult().getType(),
          assemble.getTarget(), map.lookupOrDefault(assemble.getSource()),
          ValueRange{row, assemble.getOffsets()[1]}, assemble.getAtomic());
      continue;
    }
    Operation *copy = builder.clone(*op, map);
    copy->getResult(0).setType(
        cut(cast<GlobalTensorType>(op->getResult(0).getType())));
  }
}

void RowTiler::emitLoops(int64_t step) {
  Operation *last = operations.back();
  Location loc = last->getLoc();
  OpBuilder builder(last->getContext());
  builder.setInsertionPointAfter(last);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  int64_t whole = rows / step * step;
  Value bound = arith::ConstantIndexOp::create(builder, loc, whole);
  Value stride = arith::ConstantIndexOp::create(builder, loc, step);
  auto loop = scf::ForOp::create(builder, loc, zero, bound, stride);
  auto inside = OpBuilder::atBlockTerminator(loop.getBody());
  emitBlock(inside, loc, loop.getInductionVar(), step);
  if (whole < rows)
    emitBlock(builder, loc, bound, rows - whole);
  for (Operation *op : llvm::reverse(blocked)) {
    if (auto assemble = dyn_cast<TensorAssembleOp>(op))
      assemble.getResult().replaceAllUsesWith(assemble.getTarget());
    op->erase();
  }
}

bool RowTiler::run() {
  if (!collect())
    return false;
  const ::pypto::target::SpaceInfo &vec =
      ::pypto::getTarget(kernel).space(::pypto::target::Space::Vec);
  int64_t capacity = vec.usableBytes.value;
  if (estimatePeak(rows) <= capacity)
    return false;
  // What is not blocked is paid once, the rest for each row. Rows come in
  // multiples of 16, of 8 and of 1, as many as fit.
  for (int64_t multiple : {16, 8, 1}) {
    int64_t low = 0, high = llvm::divideCeil(rows, multiple);
    while (low + 1 < high) {
      int64_t middle = (low + high) / 2;
      (estimatePeak(middle * multiple) <= capacity ? low : high) = middle;
    }
    if (low == 0)
      continue;
    int64_t step = low * multiple;
    // Equal blocks where that costs at most one more round.
    for (int64_t even = step; even > step / 2; even -= multiple)
      if (rows % even == 0) {
        step = even;
        break;
      }
    emitLoops(step);
    return true;
  }
  return false;
}

namespace pypto {

unsigned tileRows(func::FuncOp kernel) {
  TileShapes shapes(kernel);
  unsigned count = 0;
  SmallVector<Block *> blocks;
  kernel.walk([&](Block *block) { blocks.push_back(block); });
  auto aliases = std::make_unique<TensorAliases>(kernel);
  for (Block *block : blocks)
    if (RowTiler(*block, kernel, shapes, *aliases).run()) {
      ++count;
      // Names follow the IR.
      aliases = std::make_unique<TensorAliases>(kernel);
    }
  return count;
}

} // namespace pypto
