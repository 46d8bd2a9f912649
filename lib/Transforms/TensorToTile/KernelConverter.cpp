//===- KernelConverter.cpp - tensors of one kernel become tiles -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/KernelConverter.h"
#include "TensorToTile/TensorRegion.h"
#include "TensorToTile/TileBuilding.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

KernelConverter::KernelConverter(func::FuncOp kernel)
    : kernel(kernel), entry(&kernel.getBody().front()), aliases(kernel),
      windows(*entry, aliases), shapes(kernel) {}

//===----------------------------------------------------------------------===//
// Memory and its versions
//===----------------------------------------------------------------------===//

bool KernelConverter::isMemory(Value tensor) {
  return aliases.isParameter(tensor);
}

void KernelConverter::collectWrites() {
  Operation *end = kernel->getParentOp();
  kernel.walk([&](Operation *op) {
    if (isa<CacheInvalidOp, SyncAllOp, FenceOp, SyncWaitOp>(op))
      for (Operation *parent = op->getParentOp(); parent != end;
           parent = parent->getParentOp())
        meetings.insert(parent);
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects)
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<GlobalTensorType>(operand.get().getType()) ||
          effects.getEffectOnValue<MemoryEffects::Write>(operand.get()) ==
              std::nullopt)
        continue;
      Value memory = aliases.getMemory(operand.get());
      for (Operation *parent = op->getParentOp(); parent != end;
           parent = parent->getParentOp()) {
        SmallVector<Value> &written = writes[parent];
        if (!llvm::is_contained(written, memory))
          written.push_back(memory);
      }
    }
  });
}

void KernelConverter::markWritten(Value tensor) {
  ++versions[aliases.getMemory(tensor)];
}

void KernelConverter::forgetLoads() {
  for (auto &scope : loaded)
    scope.clear();
}

void KernelConverter::forgetWritten(Operation *op) {
  if (meetings.contains(op))
    forgetLoads();
  for (Value memory : writes.lookup(op))
    ++versions[memory];
}

FailureOr<DenseI64ArrayAttr>
KernelConverter::getTransfer(Location loc, const TensorWindow &window,
                             TileType tile) {
  if (window.isRectangle())
    return DenseI64ArrayAttr();
  SmallVector<int64_t> extents(window.extents);
  ArrayRef<int64_t> valid = tile.getValid();
  extents.back() = valid[1];
  MutableArrayRef<int64_t> leading = MutableArrayRef(extents).drop_back();
  size_t outer = llvm::find_if(leading, [](int64_t e) { return e != 1; }) -
                 leading.begin();
  outer = std::min(outer, leading.size() - 1);
  int64_t inner = 1;
  bool isKnown = true;
  for (int64_t extent : leading.drop_front(outer + 1)) {
    isKnown &= !ShapedType::isDynamic(extent);
    inner *= extent;
  }
  if (!isKnown || inner == 0 ||
      (!ShapedType::isDynamic(valid[0]) && valid[0] % inner != 0)) {
    InFlightDiagnostic diag =
        emitError(loc, Diag::NotLowered)
        << "a window of a tensor of " << extents.size()
        << " axes is valid only in part along an inner axis, or its extent "
           "there is known only at run time";
    ::pypto::attachHelp(diag) << "loop over the outer axes";
    return diag;
  }
  leading[outer] =
      ShapedType::isDynamic(valid[0]) ? ShapedType::kDynamic : valid[0] / inner;
  return DenseI64ArrayAttr::get(kernel.getContext(), extents);
}

FailureOr<Value> KernelConverter::load(OpBuilder &builder, Location loc,
                                       Value tensor, TileType type,
                                       const ValidExtents &valid) {
  Value exact = aliases.getTensor(tensor);
  unsigned version = versions.lookup(aliases.getMemory(tensor));
  LoadKey key = {exact, type};
  for (auto &scope : llvm::reverse(loaded))
    if (auto found = scope.find(key);
        found != scope.end() && found->second.version == version) {
      ++numReusedLoads;
      return found->second.tile;
    }
  auto tensorType = cast<GlobalTensorType>(tensor.getType());
  FailureOr<TensorWindow> window =
      windows.find(builder, loc, tensor, ValueRange(), tensorType.getShape());
  if (failed(window))
    return failure();
  FailureOr<DenseI64ArrayAttr> transfer = getTransfer(loc, *window, type);
  if (failed(transfer))
    return failure();
  // The user knows the value by the tensor's name.
  Location named = getUserName(exact.getLoc()).empty() ? loc : exact.getLoc();
  SmallVector<Value> extents;
  for (OpFoldResult extent : valid)
    if (auto value = dyn_cast<Value>(extent))
      extents.push_back(value);
  Value tile = createLoad(builder, named, type, window->base, window->offsets,
                          extents, *transfer);
  if (!extents.empty())
    runtimeValid[tile] = valid;
  loaded.back()[key] = {tile, version};
  ++numLoads;
  return tile;
}

//===----------------------------------------------------------------------===//
// Tiles of tensors
//===----------------------------------------------------------------------===//

LogicalResult KernelConverter::checkFits(Location loc, TileType tile,
                                         MemorySpace memory) {
  const target::Target &target = getTarget(kernel);
  int64_t capacity = target.space(toTarget(memory)).usableBytes.value;
  int64_t needed = getFootprint(tile);
  if (needed <= capacity)
    return success();
  // Of Mat one operand at a time counts.
  MatrixExtents most = {
      capacity / std::max<int64_t>(needed / tile.getDimSize(0), 1), 0};
  if (memory == MemorySpace::Vec)
    most = TensorRegion::findSize(*current->getBlock(), shapes, aliases,
                                  capacity, tile.getDimSize(1));
  std::string shape;
  llvm::raw_string_ostream(shape)
      << tile.getDimSize(0) << 'x' << tile.getDimSize(1) << 'x'
      << tile.getElementType();
  InFlightDiagnostic diag = emitError(loc, Diag::TileTooLarge)
                            << "a tile of " << shape << " needs " << needed
                            << " bytes of " << stringifyMemorySpace(memory)
                            << ", which has " << capacity << " on the "
                            << target.name;
  if (most[0] > 0)
    attachHelp(diag) << "at most " << most[0]
                     << " rows fit; loop over blocks of rows";
  else if (most[1] > 0)
    attachHelp(diag) << "not even one row fits, but " << most[1]
                     << " columns of it do; loop over blocks of columns";
  else
    attachHelp(diag) << "not even one row fits; loop over blocks of columns";
  return diag;
}

FailureOr<TileType> KernelConverter::getTileType(Location loc, Value tensor) {
  auto type = cast<GlobalTensorType>(tensor.getType());
  if (type.hasStaticShape()) {
    TileType tile = shapes.getTileType(type.getShape(), type.getElementType());
    if (failed(checkFits(loc, tile,
                         shapes.hasMatmul() ? MemorySpace::Mat
                                            : MemorySpace::Vec)))
      return failure();
    return tile;
  }
  InFlightDiagnostic diag = emitError(loc, Diag::NotLowered)
                            << "a computation on " << type
                            << " needs a tile of known size";
  ::pypto::attachHelp(diag)
      << "load blocks of a fixed shape with pl.load and set their valid region";
  return diag;
}

FailureOr<Value> KernelConverter::getTile(OpBuilder &builder, Location loc,
                                          Value tensor) {
  Value tile = getComputedTile(tensor);
  if (!tile) {
    auto loadedTile = getLoadedTile(builder, loc, tensor);
    if (failed(loadedTile))
      return failure();
    return load(builder, loc, tensor, loadedTile->first, loadedTile->second);
  }
  // A product is accumulated in a wider type than the tensor's.
  auto type = cast<TileType>(tile.getType());
  Type element = cast<GlobalTensorType>(tensor.getType()).getElementType();
  if (type.getElementType() == element)
    return tile;
  Value moved = TileMoveOp::create(builder, loc, type.withElementType(element),
                                   tile, Value());
  if (auto valid = runtimeValid.find(tile); valid != runtimeValid.end()) {
    ValidExtents extents = valid->second;
    runtimeValid[moved] = extents;
  }
  return moved;
}

void KernelConverter::replace(Operation *op, Value tile) {
  tiles[op->getResult(0)] = tile;
  replaced.push_back(op);
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

LogicalResult KernelConverter::convert(Operation *op) {
  current = op;
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](TensorOpInterface twin) { return convertTwin(twin); })
      .Case([&](TensorMatmulOp matmul) {
        return convertMatmul(op, Value(), matmul.getLhs(), matmul.getRhs(),
                             matmul.getTransposeLhs(),
                             matmul.getTransposeRhs());
      })
      .Case([&](TensorMatmulAccOp matmul) {
        return convertMatmul(op, matmul.getAcc(), matmul.getLhs(),
                             matmul.getRhs(), matmul.getTransposeLhs(),
                             matmul.getTransposeRhs());
      })
      .Case([&](TensorCmpOp cmp) {
        return convertCompare(op, cmp.getMode(), cmp.getLhs(), cmp.getRhs());
      })
      .Case([&](TensorCmpsOp cmp) {
        return convertCompare(op, cmp.getMode(), cmp.getSource(),
                              cmp.getScalar());
      })
      .Case([&](TensorGatherOp op) { return convertGather(op); })
      .Case([&](TensorGatherCompareOp op) { return convertGatherCompare(op); })
      .Case([&](TensorGatherRowsOp op) { return convertGatherRows(op); })
      .Case([&](TensorScatterOp op) { return convertScatter(op); })
      .Case([&](TensorScatterMaskOp op) { return convertScatterMask(op); })
      .Case([&](TensorScatterUpdateOp op) { return convertScatterUpdate(op); })
      .Case([&](TensorExpandCloneOp op) { return convertExpandClone(op); })
      .Case([&](TensorReinterpretViewOp op) {
        return convertReinterpretView(op);
      })
      .Case([&](TensorCreateOp op) { return convertCreate(op); })
      .Case([&](TensorAssembleOp op) { return convertAssemble(op); })
      .Case([&](TensorSliceOp op) { return convertSlice(op); })
      .Case([&](TensorReshapeOp op) { return convertReshape(op); })
      .Case([&](TensorTransposeOp op) { return convertTranspose(op); })
      .Case([&](TensorSetValidshapeOp op) { return convertSetValidshape(op); })
      .Case([&](TensorFillpadOp op) { return convertFillpad(op); })
      .Case([&](TensorReadOp op) { return convertRead(op); })
      .Case([&](TensorWriteOp op) { return convertWrite(op); })
      .Case([&](TensorDimOp op) { return convertDim(op); })
      .Case([&](CacheInvalidOp op) {
        forgetLoads();
        return convertCacheInvalid(op);
      })
      .Case([&](PrefetchAsyncOp op) { return convertPrefetch(op); })
      .Case([&](SyncAllOp op) -> LogicalResult {
        forgetLoads();
        return op.getWorkspace() ? convertWhole(op, op.getWorkspaceMutable()[0])
                                 : success();
      })
      .Case([&](SetFftsOp op) {
        return convertWhole(op, op.getWorkspaceMutable());
      })
      .Case([&](TileLoadOp op) { return convertLoad(op); })
      .Case([&](TileStoreOp op) { return convertStore(op); })
      .Case<TileGatherRowOp, TileGatherWindowOp>(
          [&](auto op) { return convertWindowCopy(op); })
      .Case([&](TileGatherRowsOp op) { return convertGatherRows(op); })
      .Case([&](TileMgatherOp op) { return convertMgather(op); })
      .Case([&](TileMscatterOp op) { return convertMscatter(op); })
      .Case([&](scf::ForOp loop) { return convertFor(loop); })
      .Case([&](scf::IfOp branch) { return convertIf(branch); })
      .Case([&](scf::WhileOp loop) { return convertWhile(loop); })
      .Default([&](Operation *op) -> LogicalResult {
        bool touchesTensor =
            llvm::any_of(op->getOperandTypes(),
                         llvm::IsaPred<GlobalTensorType>) ||
            llvm::any_of(op->getResultTypes(), llvm::IsaPred<GlobalTensorType>);
        if (!touchesTensor) {
          // After a meeting of cores memory may hold something else.
          if (isa<FenceOp, SyncWaitOp>(op))
            forgetLoads();
          return success();
        }
        return emitError(op, Diag::NotLowered)
               << "'" << op->getName()
               << "' on a tensor has no form on tiles yet";
      });
}

LogicalResult KernelConverter::convertBlock(Block &block) {
  loaded.emplace_back();
  llvm::scope_exit leave([&] { loaded.pop_back(); });
  // Conversion inserts before the operation that it looks at.
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (failed(convert(&op)))
      return failure();
  }
  return success();
}

void KernelConverter::eraseDeadViews() {
  SmallVector<Operation *> views;
  kernel.walk([&](Operation *op) {
    if (auto alias = dyn_cast<TensorAliasOpInterface>(op);
        alias && alias.isTensorView())
      views.push_back(op);
  });
  for (Operation *view : llvm::reverse(views))
    if (view->use_empty())
      view->erase();
}

LogicalResult KernelConverter::run() {
  collectWrites();
  LogicalResult result = convertBlock(*entry);
  if (failed(result))
    return failure();
  for (Operation *op : replaced)
    op->dropAllReferences();
  for (Operation *op : replaced)
    op->erase();
  eraseDeadViews();
  return success();
}

} // namespace pypto
