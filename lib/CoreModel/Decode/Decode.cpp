//===- Decode.cpp - entry, functions, operations ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Decoder.h"
#include "pypto/CoreModel/Run.h"
#include "pypto/Dialect/Pto/PrefetchOps.h"

using namespace mlir;

namespace pypto::coremodel {

DecodedProgram::DecodedProgram(std::unique_ptr<Program> program)
    : decoded(std::move(program)) {}

RunResult DecodedProgram::run(const std::vector<HostArg> &args,
                              const RunOptions &options) const {
  std::unique_ptr<Engine> engine;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!idle.empty()) {
      engine = std::move(idle.back());
      idle.pop_back();
    }
  }
  if (!engine)
    engine = std::make_unique<Engine>(*decoded);
  RunResult result = engine->run(args, options);
  std::lock_guard<std::mutex> lock(mutex);
  idle.push_back(std::move(engine));
  return result;
}

FailureOr<std::shared_ptr<const DecodedProgram>>
decode(ModuleOp module, StringRef entry, const target::Target &target) {
  Decoder decoder(module, target);
  FailureOr<std::unique_ptr<Program>> program = decoder.run(entry);
  if (failed(program))
    return failure();
  return std::shared_ptr<const DecodedProgram>(
      std::make_shared<DecodedProgram>(std::move(*program)));
}

const target::Target &targetOf(ModuleOp module) {
  target::Arch arch = target::Arch::A2A3;
  if (auto attr = module->getAttrOfType<mlir::pypto::ArchAttr>("pypto.arch"))
    arch = attr.getValue() == mlir::pypto::Arch::a5 ? target::Arch::A5
                                                    : target::Arch::A2A3;
  else if (auto name = pto::getTargetArchName(module))
    arch = pto::parseTargetArch(*name) == pto::TargetArch::A5
               ? target::Arch::A5
               : target::Arch::A2A3;
  return target::Target::get(arch);
}

static bool submitsTasks(func::FuncOp func) {
  return func
      .walk([](mlir::pypto::TaskSubmitOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Functions of the module and of modules nested in it, in order.
static SmallVector<func::FuncOp> allFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> result;
  module.walk([&](func::FuncOp func) {
    if (!func.isDeclaration())
      result.push_back(func);
  });
  return result;
}

func::FuncOp Decoder::selectEntry(StringRef name) {
  SmallVector<func::FuncOp> all = allFunctions(module);
  auto list = [](ArrayRef<func::FuncOp> choice) {
    std::string names;
    for (func::FuncOp func : choice)
      names += (names.empty() ? "" : ", ") + func.getSymName().str();
    return names.empty() ? std::string("none") : names;
  };
  if (!name.empty()) {
    for (func::FuncOp func : all)
      if (func.getSymName() == name)
        return func;
    emitError(module.getLoc(), Diag::BadEntry)
        << "no function '" << name
        << "' with a body; the module has: " << list(all);
    return nullptr;
  }
  SmallVector<func::FuncOp> control, marked;
  for (func::FuncOp func : all) {
    if (submitsTasks(func))
      control.push_back(func);
    if (func->hasAttr("pto.entry") || func->hasAttr("hacc.entry"))
      marked.push_back(func);
  }
  ArrayRef<func::FuncOp> candidates = !control.empty()  ? control
                                      : !marked.empty() ? marked
                                                        : all;
  if (candidates.size() == 1 ||
      (candidates.size() == 2 &&
       partnerOf(candidates.front()) == candidates.back()))
    return candidates.front();
  if (candidates.empty())
    emitError(module.getLoc(), Diag::BadEntry)
        << "there is nothing to run: no function has a body";
  else
    emitError(module.getLoc(), Diag::BadEntry)
        << "the entry is not clear; name one of: " << list(candidates);
  return nullptr;
}

FailureOr<std::unique_ptr<Program>> Decoder::run(StringRef entry) {
  func::FuncOp func = selectEntry(entry);
  if (!func)
    return failure();
  FailureOr<FunctionKind> entryKind = kindOf(func);
  if (failed(entryKind) || failed(decodeFunction(func, *entryKind)))
    return failure();
  // Kernels that the control function launches; their indices are fixed.
  for (size_t i = 0; i < kernels.size(); ++i) {
    groupIndex = static_cast<int64_t>(i) + 1;
    FailureOr<FunctionKind> kernelKind = kindOf(kernels[i]);
    if (failed(kernelKind) || failed(decodeFunction(kernels[i], *kernelKind)))
      return failure();
  }
  // The functions of the other kind of core come last.
  groupIndex = 0;
  if (failed(decodePartner(func, 0)))
    return failure();
  for (size_t i = 0; i < kernels.size(); ++i) {
    groupIndex = static_cast<int64_t>(i) + 1;
    if (failed(decodePartner(kernels[i], static_cast<int32_t>(i) + 1)))
      return failure();
  }
  return builder.finish(0);
}

/// By the attribute, else by what the function contains: cube instructions and
/// memories belong to the cube core.
FailureOr<FunctionKind> Decoder::kindOf(func::FuncOp func) {
  if (submitsTasks(func))
    return FunctionKind::Control;
  if (auto attr = func->getAttrOfType<pto::KernelKindAttr>("pto.kernel_kind"))
    return attr.getValue() == pto::KernelKind::Cube ? FunctionKind::Cube
                                                    : FunctionKind::Vector;
  if (isMixed(func))
    return FunctionKind::Cube; // and, as its own partner, on the vector cores
  bool cube = false, vector = false, pto = false;
  func.walk([&](Operation *op) {
    pto |= op->getDialect() && op->getDialect()->getNamespace() == "pto";
    cube |= isa<pto::SectionCubeOp>(op);
    vector |= isa<pto::SectionVectorOp>(op);
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<pto::TileBufType>(type)) {
        bool isVec = tile.getLoc() == pto::AddressSpace::Vec;
        (isVec ? vector : cube) = true;
      }
  });
  if (!pto && func->hasAttr(mlir::pypto::kKindAttrName))
    return FunctionKind::Control;
  if (cube && vector) {
    emitError(func, Diag::NotModelled)
        << "'" << func.getSymName()
        << "' works on the cube and on the vector core; split it into one "
           "function per core kind";
    return failure();
  }
  return cube ? FunctionKind::Cube : FunctionKind::Vector;
}

LogicalResult Decoder::parameters(func::FuncOp func,
                                  std::vector<Param> &params) {
  for (BlockArgument arg : func.getArguments()) {
    Param param;
    Type type = arg.getType();
    if (auto name = dyn_cast<NameLoc>(arg.getLoc()))
      param.name = name.getName().str();
    if (auto ptr = dyn_cast<pto::PtrType>(type))
      type = ptr.getElementType();
    else if (auto tensor = dyn_cast<mlir::pypto::GlobalTensorType>(type))
      type = tensor.getElementType();
    else if (isa<IndexType, IntegerType>(type))
      param.kind = Param::Integer;
    else if (isa<FloatType>(type))
      param.kind = Param::Float;
    else if (auto memref = dyn_cast<MemRefType>(type))
      type = memref.getElementType();
    std::optional<DType> dtype = dtypeOf(type);
    if (!dtype)
      return emitError(arg.getLoc(), Diag::BadEntry)
             << "argument " << arg.getArgNumber() << " of '"
             << func.getSymName() << "' has type " << arg.getType()
             << "; the core model passes pointers, tensors and scalars";
    param.type = *dtype;
    if (auto dir = func.getArgAttrOfType<mlir::pypto::DirectionAttr>(
            arg.getArgNumber(), mlir::pypto::kDirAttrName)) {
      param.reads = dir.getValue() != mlir::pypto::Direction::Out;
      param.writes = dir.getValue() != mlir::pypto::Direction::In;
    }
    params.push_back(std::move(param));
  }
  return success();
}

void Decoder::bindParameters(func::FuncOp func) {
  for (BlockArgument arg : func.getArguments()) {
    auto reg = static_cast<int32_t>(arg.getArgNumber());
    DecodedValue &value = define(arg);
    value.parts.push_back(Operand::inReg(reg));
    auto tensor = dyn_cast<mlir::pypto::GlobalTensorType>(arg.getType());
    if (!tensor)
      continue;
    // Extents, then dense strides.
    SmallVector<Operand> extents;
    for (auto [i, extent] : llvm::enumerate(tensor.getShape())) {
      if (!ShapedType::isDynamic(extent)) {
        extents.push_back(Operand::constant(extent));
        continue;
      }
      int32_t extentReg = builder.newReg();
      builder.function().extents.push_back(
          {reg, static_cast<int32_t>(i), extentReg});
      // Buffers have elements of the model's, of which one may be several.
      bool isLast = i + 1 == static_cast<size_t>(tensor.getRank());
      extents.push_back(multiply(
          Operand::inReg(extentReg),
          Operand::constant(
              isLast ? packingOf(*dtypeOf(tensor.getElementType())) : 1)));
    }
    value.parts.append(extents.begin(), extents.end());
    SmallVector<Operand> strides(extents.size(), Operand::constant(1));
    for (size_t i = extents.size(); i-- > 1;)
      strides[i - 1] = multiply(strides[i], extents[i]);
    values[arg].parts.append(strides.begin(), strides.end());
  }
}

FailureOr<int32_t> Decoder::decodeFunction(func::FuncOp func,
                                           FunctionKind functionKind) {
  auto index = static_cast<int32_t>(builder.get().functions.size());
  functions.try_emplace(func, index);
  kind = functionKind;
  for (uint64_t &address : nextAddress)
    address = 0;
  reserveBuffers();
  mixed = isMixed(func);
  fifos.clear();
  fifoHandles.clear();
  if (std::string fault = calls.getFault(func); !fault.empty())
    return emitError(func.getLoc(), Diag::BadEntry)
           << "'" << func.getSymName() << "' " << fault;
  std::vector<Param> params;
  if (failed(parameters(func, params)))
    return failure();
  builder.setLoc(locOf(func.getLoc()));
  builder.beginFunction(func.getSymName().str(), kind, std::move(params));
  bindParameters(func);
  inlined.clear();
  if (failed(decodeRegion(func.getBody())))
    return failure();
  builder.endFunction();
  return index;
}

LogicalResult Decoder::notModelled(Operation *op, const Twine &what) {
  return emitError(op, Diag::NotModelled)
         << "the core model does not execute '" << op->getName() << "'" << what;
}

LogicalResult Decoder::decodeOp(Operation *op) {
  builder.setLoc(locOf(op->getLoc()));
  size_t before = builder.function().code.size();
  if (failed(decodeWork(op)))
    return failure();
  bool isSilent = builder.function().code.size() == before;
  return isSilent && op->getNumRegions() == 0 ? observe(op) : success();
}

/// A cast between integers of one width, whose bits stay.
static bool isChangeOfSign(Operation *op) {
  if (!isa<UnrealizedConversionCastOp>(op) || op->getNumOperands() != 1 ||
      op->getNumResults() != 1)
    return false;
  auto from = dyn_cast<IntegerType>(op->getOperand(0).getType());
  auto to = dyn_cast<IntegerType>(op->getResult(0).getType());
  return from && to && from.getWidth() == to.getWidth();
}

LogicalResult Decoder::decodeWork(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "arith" || isChangeOfSign(op))
    return decodeArith(op);
  if (dialect == "pypto")
    return decodeHost(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](scf::ForOp o) { return decodeFor(o); })
      .Case([&](scf::IfOp o) { return decodeIf(o); })
      .Case([&](scf::WhileOp o) { return decodeWhile(o); })
      .Case([&](scf::IndexSwitchOp o) { return decodeIndexSwitch(o); })
      .Case([&](scf::ExecuteRegionOp o) { return decodeExecuteRegion(o); })
      .Case([&](func::CallOp o) { return decodeCall(o); })
      .Case([&](func::ReturnOp o) { return decodeReturn(o); })
      .Case([&](cf::BranchOp o) {
        return decodeBranch(o.getDest(), o.getDestOperands());
      })
      .Case([&](cf::CondBranchOp o) {
        int32_t otherwise = builder.newLabel();
        builder.branchZero(regOf(o.getCondition()), otherwise);
        if (failed(decodeBranch(o.getTrueDest(), o.getTrueDestOperands())))
          return failure();
        builder.place(otherwise);
        return decodeBranch(o.getFalseDest(), o.getFalseDestOperands());
      })
      .Case([&](pto::AllocTileOp o) { return decodeAlloc(o); })
      .Case([&](pto::SubsetOp o) { return decodeSubset(o); })
      .Case([&](pto::TGetScaleAddrOp o) { return decodeScaleAddress(o); })
      .Case<pto::PointerCastOp, pto::BindTileOp, pto::DeclareTileMemRefOp>(
          [&](auto o) { return decodeMemrefTile(o); })
      .Case<pto::BuildAsyncSessionOp, pto::TPutAsyncOp, pto::TGetAsyncOp,
            pto::WaitAsyncEventOp, pto::TestAsyncEventOp, pto::TPrefetchAsyncOp,
            pto::WaitPrefetchOp>([&](auto o) { return decodeAsync(o); })
      .Case([&](pto::BitcastOp o) { return decodeAlias(o, o.getSrc()); })
      .Case([&](pto::TReshapeOp o) { return decodeAlias(o, o.getSrc()); })
      .Case([&](pto::TAssignOp o) { return decodeAlias(o, o.getTile()); })
      .Case([&](pto::SetValidShapeOp o) { return decodeSetValidShape(o); })
      .Case([&](pto::MakeTensorViewOp o) { return decodeTensorView(o); })
      .Case([&](pto::PartitionViewOp o) { return decodePartition(o); })
      .Case<pto::AddPtrOp, pto::GetTensorViewDimOp, pto::LoadScalarOp,
            pto::StoreScalarOp, pto::TGetValOp, pto::TSetValOp,
            pto::GetBlockIdxOp, pto::GetBlockNumOp, pto::GetSubBlockIdxOp,
            pto::GetSubBlockNumOp, pto::PrintOp, pto::TrapOp>(
          [&](auto o) { return decodeScalarAccess(o); })
      .Case<pto::SectionCubeOp, pto::SectionVectorOp>([&](auto o) {
        bool cube = isa<pto::SectionCubeOp>(o.getOperation());
        if (cube != (kind == FunctionKind::Cube))
          return success();
        return decodeBlock(o.getBody().front());
      })
      .Case<pto::SetFlagOp, pto::WaitFlagOp, pto::SetFlagDynOp,
            pto::WaitFlagDynOp, pto::BarrierOp, pto::RecordEventOp,
            pto::WaitEventOp, pto::BarrierSyncOp>(
          [&](auto o) { return decodeSync(o); })
      .Case<pto::SyncSetOp, pto::SyncWaitOp, pto::SyncAllOp, pto::GetBufOp,
            pto::RlsBufOp>([&](auto o) { return decodeCrossCore(o); })
      .Case<pto::DeclareEventIdArrayOp, pto::EventIdArrayGetOp,
            pto::EventIdArraySetOp>([&](auto o) { return decodeEventArray(o); })
      .Case<pto::AicInitializePipeOp, pto::AivInitializePipeOp,
            pto::InitializeL2LPipeOp, pto::InitializeL2G2LPipeOp,
            pto::TPushToAivOp, pto::TPushToAicOp, pto::TPushOp,
            pto::TPopFromAicOp, pto::TPopFromAivOp, pto::TPopOp,
            pto::TFreeFromAicOp, pto::TFreeFromAivOp, pto::TFreeOp,
            pto::DeclareTileOp, pto::ReserveBufferOp,
            pto::ImportReservedBufferOp>([&](auto o) { return decodeFifo(o); })
      // The base of cross-core messages: the model needs none.
      .Case([&](pto::SetFftsOp) { return success(); })
      // Waits for the events of all its tiles; a barrier orders no less.
      .Case([&](pto::TSyncOp) {
        builder.barrierAll();
        return success();
      })
      .Case([&](pto::CmoCacheInvalidOp o) { return decodeCacheInvalid(o); })
      .Case([&](pto::FenceBarrierAllOp) {
        builder.add(InstKind::Fence);
        return success();
      })
      // Debug output of tiles has no numbers or cycles; see observe().
      .Case([&](pto::TPrintOp) { return success(); })
      .Case([&](pto::PipeOpInterface o) { return decodeTileOp(o); })
      .Default([&](Operation *o) { return notModelled(o); });
}

} // namespace pypto::coremodel
