//===- Decoder.h - from IR to a program -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An SSA value becomes a few operands (constants or registers):
//   scalar, pointer          its value; pointers in bytes
//   tile                     byte address, valid rows, valid columns
//   view of global memory    byte address, extents, strides (elements)
//   tensor (control plane)   byte address, extents, strides (elements)
// Block arguments that are carried get registers for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_DECODE_DECODER_H
#define PYPTO_LIB_COREMODEL_DECODE_DECODER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "pypto/CoreModel/Builder.h"
#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Support/CallTree.h"
#include "pypto/Support/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"
#include <map>

namespace pypto::coremodel {

/// What the decoder knows of an SSA value.
struct DecodedValue {
  llvm::SmallVector<Operand, 5> parts;
  int32_t ld = 0;             ///< tile: pitch when it is a part of another
  int32_t tileIndex = -1;     ///< tile: its description, once needed
  Layout layout = Layout::ND; ///< view
  /// partition: offsets and extents of the view, for the axes in turn; empty
  /// where the window is known to be inside. tile: those of a part, in the tile
  /// that was allocated.
  llvm::SmallVector<Operand, 5> offsets, extents;
  /// tile: in another memory than its type says (scales of a product).
  std::optional<Space> space;
  /// memref that stands for a tile: everything but address and valid extents.
  std::optional<TileDesc> memref;
  unsigned fractal = 512; ///< of `memref`
};

/// One end of a FIFO between the cores of a group, in the function at hand.
struct FifoEnd {
  int64_t key = 0; ///< the number by which the other end finds it
  mlir::Operation *op = nullptr;
  bool global = false; ///< staged through global memory
  Operand gm;          ///< bytes, when staged
  Operand buffer[2];   ///< the consumer's, by direction
  int32_t dirMask = 0, slots = 0, localSlots = 0, slotBytes = 0;
};

/// What both ends of a FIFO have to agree on; index into Program::rings.
struct FifoRing {
  int32_t ring;
  mlir::Operation *op;
  int64_t split = -1; ///< code of the first use; -1: none yet
  mlir::Operation *use = nullptr;
  int64_t wholeColumns = 0; ///< of the cube core's tile
};

class Decoder {
public:
  Decoder(mlir::ModuleOp module, const target::Target &target)
      : module(module), target(target), builder(target), calls(module) {}

  mlir::FailureOr<std::unique_ptr<Program>> run(llvm::StringRef entry);

private:
  using Result = llvm::LogicalResult;
  // Decode.cpp
  mlir::func::FuncOp selectEntry(llvm::StringRef name);
  mlir::FailureOr<int32_t> decodeFunction(mlir::func::FuncOp func,
                                          FunctionKind kind);
  mlir::FailureOr<FunctionKind> kindOf(mlir::func::FuncOp func);
  Result parameters(mlir::func::FuncOp func, std::vector<Param> &params);
  void bindParameters(mlir::func::FuncOp func);
  Result decodeOp(mlir::Operation *op);
  Result decodeWork(mlir::Operation *op);
  Result notModelled(mlir::Operation *op, const llvm::Twine &what = "");

  // ControlFlow.cpp
  Result decodeRegion(mlir::Region &region);
  Result decodeBlock(mlir::Block &block);
  Result decodeFor(mlir::scf::ForOp op);
  Result decodeIf(mlir::scf::IfOp op);
  Result decodeWhile(mlir::scf::WhileOp op);
  Result decodeIndexSwitch(mlir::scf::IndexSwitchOp op);
  Result decodeExecuteRegion(mlir::scf::ExecuteRegionOp op);
  Result decodeBranch(mlir::Block *target, mlir::ValueRange operands);
  Result decodeCall(mlir::func::CallOp op);
  /// Copies values to the registers of their targets, as if all at once.
  Result assign(mlir::ValueRange targets, mlir::ValueRange values);
  /// Registers for a carried value.
  Result declare(mlir::Value value);

  // Values.cpp
  DecodedValue *find(mlir::Value value);
  DecodedValue &define(mlir::Value value) { return values[value]; }
  Operand scalarOf(mlir::Value value);
  int32_t regOf(Operand operand);
  int32_t regOf(mlir::Value value) { return regOf(scalarOf(value)); }
  Operand multiply(Operand a, Operand b);
  Operand add(Operand a, Operand b);
  Operand fresh(Operand value);
  unsigned partsOf(mlir::Type type);
  std::optional<DType> dtypeOf(mlir::Type type);
  mlir::FailureOr<DType> elementType(mlir::Operation *op, mlir::Type type);
  mlir::FailureOr<int32_t> tileOf(mlir::Operation *op, mlir::Value value);
  mlir::FailureOr<TileDesc> tileDesc(mlir::Operation *op,
                                     mlir::pto::TileBufType type);
  uint32_t locOf(mlir::Location loc);

  // Scalars.cpp
  Result decodeArith(mlir::Operation *op);
  Result decodeConstant(mlir::arith::ConstantOp op);

  // Tiles.cpp
  Result decodeAlias(mlir::Operation *op, mlir::Value source);
  Result decodeAlloc(mlir::pto::AllocTileOp op);
  Result decodeScaleAddress(mlir::pto::TGetScaleAddrOp op);
  Result decodeSubset(mlir::pto::SubsetOp op);
  Result decodeSetValidShape(mlir::pto::SetValidShapeOp op);
  Result decodeTensorView(mlir::pto::MakeTensorViewOp op);
  Result decodePartition(mlir::pto::PartitionViewOp op);
  Result decodeTileOp(mlir::pto::PipeOpInterface op);
  /// Lets the race observer see what \p op, which has become no instruction,
  /// does to tiles and windows by its declared effects.
  Result observe(mlir::Operation *op);
  Result decodeScalarAccess(mlir::Operation *op);
  mlir::FailureOr<int32_t> gmWindow(mlir::Operation *op, mlir::Value view);

  // Memrefs.cpp
  Result decodeMemrefTile(mlir::Operation *op);

  // Async.cpp
  Result decodeAsync(mlir::Operation *op);

  // Sync.cpp
  Result decodeSync(mlir::Operation *op);
  mlir::FailureOr<Pipe> pipeOf(mlir::Operation *op, mlir::pto::Pipe pipe);
  Result decodeCacheInvalid(mlir::pto::CmoCacheInvalidOp op);
  Result flag(mlir::Operation *op, bool set, mlir::pto::Pipe src,
              mlir::pto::Pipe dst, Operand id);

  // Groups.cpp
  mlir::func::FuncOp partnerOf(mlir::func::FuncOp func);
  bool isMixed(mlir::func::FuncOp func);
  bool skipsCall(mlir::func::FuncOp callee);
  bool runsOnOtherCore(mlir::Operation *op);
  Result decodePartner(mlir::func::FuncOp func, int32_t index);

  // CrossCore.cpp
  Result decodeCrossCore(mlir::Operation *op);
  Result decodeEventArray(mlir::Operation *op);

  // Fifo.cpp
  Result decodeFifo(mlir::Operation *op);
  Result decodeFifoEnd(mlir::Operation *op);
  Result decodeDeclareTile(mlir::Operation *op, mlir::Value tile);
  mlir::FailureOr<FifoRing *> ringOf(mlir::Operation *op, FifoEnd &end,
                                     bool toVector, int64_t split);
  FifoEnd *fifoOf(mlir::Operation *op);
  Result decodePush(mlir::Operation *op, mlir::Value tile, int64_t split,
                    std::optional<int64_t> laneStride);
  Result decodePop(mlir::Operation *op, mlir::Value tile, int64_t split,
                   std::optional<int64_t> laneStride);
  Result decodeFree(mlir::Operation *op, int64_t split);
  mlir::FailureOr<GmDesc> slotWindow(mlir::Operation *op, FifoEnd &end,
                                     FifoRing &ring, bool toVector,
                                     const TileDesc &tile, int64_t split,
                                     std::optional<int64_t> laneStride,
                                     int32_t offset);
  int64_t reservedBase(mlir::pto::ReserveBufferOp op);
  void reserveBuffers();
  void ringInst(InstKind kind, int32_t ring, bool producer, Pipe pipe,
                int32_t dst = -1, int32_t local = -1);
  Result emitTile(mlir::Operation *op, llvm::StringRef name, Pipe pipe,
                  llvm::ArrayRef<std::pair<int32_t, uint8_t>> tiles,
                  llvm::ArrayRef<Operand> scalars = {}, int32_t gm = -1,
                  bool gmWrite = false);

  // Attributes.cpp
  TileAttrs attributesOf(mlir::Operation *op);

  // Host.cpp
  Result decodeHost(mlir::Operation *op);
  Result decodeCount(mlir::Operation *op, target::CoreKind kind);
  Result decodeSubmit(mlir::pypto::TaskSubmitOp op);
  Result decodeJoin(mlir::pypto::TaskDummyOp op);
  Result decodePredicate(mlir::pypto::TaskSubmitOp op, Predicate &predicate);
  Result decodeScope(mlir::pypto::RuntimeScopeOp op);
  void addTask(HostInst host, mlir::ValueRange deps, mlir::Value task);
  Result decodeCreate(mlir::pypto::TensorCreateOp op);
  Result decodeSlice(mlir::pypto::TensorSliceOp op);
  Result decodeElement(mlir::Operation *op, mlir::Value tensor,
                       mlir::ValueRange indices, mlir::Value value);
  /// Brackets of a parallel loop of the control function.
  void addParallelMark(HostInst::Kind mark);
  Result decodeReturn(mlir::func::ReturnOp op);

  mlir::ModuleOp module;
  const target::Target &target;
  ProgramBuilder builder;
  CallTree calls;
  llvm::DenseMap<mlir::Value, DecodedValue> values;
  llvm::DenseMap<mlir::Operation *, int32_t> functions; ///< decoded kernels
  llvm::DenseMap<mlir::Block *, int32_t> blockLabels;
  unsigned manualScopes = 0;                        ///< around the code
  llvm::SmallVector<mlir::func::FuncOp, 4> kernels; ///< to decode
  /// Where the return of an inlined function goes.
  struct Inlined {
    mlir::func::CallOp call;
    int32_t endLabel;
  };
  llvm::SmallVector<Inlined, 4> inlined;
  FunctionKind kind = FunctionKind::Vector;
  bool mixed = false; ///< the function at hand runs on both kinds of core
  int64_t groupIndex = 0;
  std::map<std::pair<int64_t, int64_t>, FifoEnd> fifos; ///< by form and number
  llvm::DenseMap<mlir::Value, std::pair<int64_t, int64_t>> fifoHandles;
  /// By group, form, number and direction.
  std::map<std::tuple<int64_t, int64_t, int64_t, bool>, FifoRing> rings;
  uint64_t nextAddress[target::kNumSpaces] = {}; ///< of tiles without address
};

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_DECODE_DECODER_H
