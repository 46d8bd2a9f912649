//===- Program.h - a kernel decoded for execution ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the core model executes: a flat list of instructions per function over
// a file of 64-bit scalar registers. Scalar instructions are pointers to small
// functions; tile instructions point to their row of the operation table.
// A Program is immutable once built and can be run many times, from several
// threads. No MLIR here; Decode makes a Program from IR, ProgramBuilder by
// hand.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_COREMODEL_PROGRAM_H
#define PYPTO_COREMODEL_PROGRAM_H

#include "pypto/CoreModel/DType.h"
#include "pypto/Target/Target.h"
#include <string>
#include <vector>

namespace pypto::coremodel {

using target::CoreKind;
using target::Layout;
using target::Pipe;
using target::Space;

struct OpInfo;
struct TileOp;
struct Inst;
struct ExecInst;
struct Part;

/// A scalar register: integers (sign extended to 64 bits; addresses are
/// offsets in the model's global memory) or a double. An f32 or narrower value
/// is held as the double of the same value.
union Reg {
  int64_t i;
  double f;
};

/// An integer known at decode time, or a register.
struct Operand {
  int32_t reg = -1; ///< -1: immediate
  int64_t imm = 0;

  static Operand constant(int64_t v) { return {-1, v}; }
  static Operand inReg(int32_t r) { return {r, 0}; }
  bool isConst() const { return reg < 0; }
  int64_t get(const Reg *regs) const { return reg < 0 ? imm : regs[reg].i; }
};

/// Where an instruction comes from in the user's source.
struct SourceLoc {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  std::string name; ///< name of the user's variable, may be empty
  std::string str() const;
};

/// Value written to the part of a tile outside its valid rectangle.
enum class Pad : uint8_t { Null, Zero, Max, Min };

/// A core of a group of one cube and two vector cores.
enum class Owner : uint8_t { Lane0, Lane1, Cube, Self };

/// An on-chip tile operand.
struct TileDesc {
  Space space = Space::Vec;
  DType type = DType::F32;
  Layout layout = Layout::ND;
  Pad pad = Pad::Null;
  int32_t rows = 0, cols = 0; ///< static extent, elements
  /// Elements between consecutive rows (ND), columns (DN), the parent's rows
  /// (NZ) or columns (ZN, ZZ); differs from the extent for a subview.
  int32_t ld = 0;
  int32_t boxRows = 1, boxCols = 1; ///< inner box, elements; 1x1 without boxes
  int32_t bytes = 0; ///< from the first to the last byte of the static extent
  /// Whose memory it is in: of the core that executes, or of a core of its
  /// group (only written).
  Owner owner = Owner::Self;
  Operand addr; ///< bytes in its space
  Operand validRows, validCols;
  bool isPart = false; ///< of another tile
  /// Where a part of another tile starts in it and how large that is; its valid
  /// rectangle must stay inside. Not set where that is known.
  bool bounded = false;
  Operand offset[2];
  int32_t extent[2] = {};

  /// Sets the box from layout and type, `ld` when it is zero, and `bytes`.
  void finalize(unsigned fractalBytes = 512);
};

/// A window of global memory; element (i0, ...) is at
/// `base + sum(i_k * stride_k) * sizeof(type)`.
struct GmDesc {
  DType type = DType::F32;
  Layout layout = Layout::ND;
  uint8_t rank = 0;
  Operand base; ///< byte address
  Operand size[5];
  Operand stride[5]; ///< elements
  /// Where the window starts in its view and how large that is, per axis; the
  /// window must stay inside. Not set where that is known.
  bool bounded = false;
  Operand offset[5];
  Operand extent[5];
};

enum class RoundMode : uint8_t { None, Rint, Round, Floor, Ceil, Trunc, Odd };
/// What a conversion does with a value beyond its target: Default saturates
/// integers and gives infinity to floats, All saturates floats as well (and NaN
/// becomes 0), Off keeps the low bits of integers.
enum class Saturation : uint8_t { Off, Default, All };
enum class CmpMode : uint8_t { EQ, NE, LT, LE, GT, GE };
enum class Atomic : uint8_t { None, Add, Max, Min };
/// What an index outside the window does: Drop reads zero or writes nothing.
enum class OutOfRange : uint8_t { Undefined, Drop, Clamp, Wrap };

/// Attributes of tile instructions; each operation reads its own.
struct TileAttrs {
  RoundMode round = RoundMode::Rint;
  Saturation saturation = Saturation::Default;
  CmpMode cmp = CmpMode::EQ;
  Atomic atomic = Atomic::None;
  bool relu = false;
  /// tci descending, ttri upper, tcolsum binary, tmrgsort exhausted,
  /// thistogram high byte.
  bool flag = false;
  bool precise = false;                   ///< functions: precisionType
  bool reversed = false;                  ///< tdivs: scalar / tile
  uint8_t pattern = 0;                    ///< mask pattern of tgather
  OutOfRange oob = OutOfRange::Undefined; ///< of mgather / mscatter
  int32_t integer = 0; ///< tgather's offset, trandom's rounds
};

inline constexpr unsigned kMaxTiles = 8;
inline constexpr unsigned kMaxScalars = 8;

/// A scalar operand of a tile instruction.
struct ScalarOperand {
  Operand value; ///< integer scalars and indices
  bool isFloat = false;
  double imm = 0; ///< float immediate, when value.reg < 0
  DType type = DType::I64;
};

/// How an instruction uses a tile operand.
enum Access : uint8_t { AccessRead = 1, AccessWrite = 2, AccessScratch = 4 };

/// A tile instruction: the static part of what goes into a pipe's queue.
struct TileInst {
  const OpInfo *info = nullptr;
  Pipe pipe = Pipe::V;
  uint8_t numTiles = 0;
  uint8_t numScalars = 0;
  uint8_t access[kMaxTiles] = {};
  int32_t tile[kMaxTiles] = {}; ///< index into Program::tiles
  int32_t gm = -1;              ///< index into Program::gms
  bool gmWrite = false;
  ScalarOperand scalar[kMaxScalars];
  TileAttrs attrs;
  uint32_t loc = 0;
  /// Valid extents and integer operands are known; see Extents.
  bool fixedExtents = false;
  /// A tile is a part that starts, or ends, where only the run knows.
  bool hasPart = false;
  /// Typed implementation and its inner loop, chosen once from the operand
  /// types.
  void (*exec)(ExecInst &) = nullptr;
  void (*kernel)() = nullptr;
  /// Which part of tile operand `tile` it touches, chosen with `exec`; null:
  /// any part of any, but nothing beyond.
  Part (*part)(const ExecInst &inst, unsigned tile) = nullptr;
};

using ScalarFn = void (*)(Reg *regs, const Inst &inst);

enum class InstKind : uint8_t {
  Scalar,     ///< fn(regs, inst)
  Jump,       ///< to imm
  BranchZero, ///< to imm when reg a is zero
  Tile,       ///< push tileInsts[imm]
  SetFlag,    ///< pipes dst -> a, event id `id`
  WaitFlag,
  Barrier, ///< pipe dst; kAllPipes: all
  LoadGm,  ///< dst = GM[a + b * size], element `type`; also control plane
  StoreGm, ///< GM[a + b * size] = c; also control plane
  /// Writes back and drops the data cache's line of address `a`; all for -1.
  CacheInvalid,
  Fence,     ///< waits until every store of the core has reached memory
  GetVal,    ///< dst = tile imm element b
  SetVal,    ///< tile imm element b = c
  CrossSet,  ///< pipe dst sends flag `id` by mode a to other cores
  CrossWait, ///< pipe dst waits for flag `id`
  SyncAll,   ///< waits for all cores of the launch: kinds in the bits of a
  /// Next slot of rings[imm]: dst = its offset, a = the offset of the local
  /// copy's slot (may be -1). Pipe b waits until the slot is free (c zero:
  /// producer) or filled (consumer).
  RingNext,
  RingDone,  ///< pipe b: the slot is filled (c zero: producer) or free
  GetBuf,    ///< pipe dst waits for the earlier holders of buffer imm
  RlsBuf,    ///< pipe dst gives buffer imm to the next
  AsyncCopy, ///< starts gms[b] -> gms[a]; dst = the transfer's number
  AsyncTest, ///< dst = is transfer a done? Waits for it when b is not zero
  ArrayGet,  ///< dst = register imm + a of an array of b registers
  ArraySet,  ///< register imm + a of an array of b registers = c
  Observe,   ///< takes no time; for the race observer: tileInsts[imm]
  Host,      ///< control-plane instruction, hostInsts[imm]
  Trap,
  Print, ///< strings[imm] and register a
  End,
};
inline constexpr int32_t kAllPipes = 255;

/// One instruction of the flat list.
struct Inst {
  InstKind kind = InstKind::Scalar;
  DType type = DType::I64;
  int32_t dst = -1, a = -1, b = -1, c = -1;
  int64_t imm = 0;
  ScalarFn fn = nullptr;
  Operand id; ///< event id
  uint32_t loc = 0;
};

/// Which cores run a function.
enum class FunctionKind : uint8_t { Vector, Cube, Control };

/// A parameter of a function; it arrives in the register of its index.
struct Param {
  enum Kind : uint8_t { Pointer, Integer, Float } kind = Pointer;
  DType type = DType::F32;
  bool reads = true, writes = true; ///< direction, when known
  std::string name;
};

/// The condition of a task: an element of global memory compared with a number
/// once the task's dependencies are done.
struct Predicate {
  bool present = false;
  CmpMode relation = CmpMode::NE;
  DType type = DType::I32;
  Operand address; ///< bytes
  int64_t value = 0;
};

/// Control-plane instructions of the task runtime. `Join` is a task without
/// work.
struct HostInst {
  enum Kind : uint8_t {
    TensorCreate,
    Submit,
    Join,
    // Brackets of a loop whose iterations do not depend on each other.
    ParallelBegin,
    ParallelIteration,
    ParallelEnd,
  } kind = Submit;
  int32_t dst = -1; ///< register of the new tensor or of the task id
  int32_t function = -1;
  std::vector<int32_t> args; ///< registers, in parameter order
  /// Per argument: may the task write it? Empty: as the parameter says.
  std::vector<bool> writes;
  /// Per argument: is it left out of the tracking of dependencies? Empty: no.
  std::vector<bool> noDep;
  bool manual = false;   ///< no argument is tracked
  bool together = false; ///< all blocks start at once
  Predicate predicate;
  std::vector<int32_t> deps; ///< registers of task ids; negative: no task
  Operand blocks = Operand::constant(1);
  DType type = DType::F32; ///< TensorCreate
  bool fill = false;       ///< TensorCreate: every element is `init`
  double init = 0;
  std::vector<Operand> shape; ///< TensorCreate
};

/// An extent of a buffer argument that the code asks for.
struct ExtentReg {
  int32_t param, dim, reg;
};

/// A tensor that the control function returns: address and extents.
struct TensorResult {
  Operand base;
  DType type;
  std::vector<Operand> shape;
};

struct Function {
  std::string name;
  FunctionKind kind = FunctionKind::Vector;
  std::vector<Param> params;
  std::vector<Inst> code;
  int32_t numRegs = 0;
  std::vector<Reg> init; ///< registers at the start; constants live here
  std::vector<ExtentReg> extents;
  std::vector<TensorResult> results;
  /// Registers preset by the machine; -1 when the code does not ask.
  int32_t blockIdx = -1, blockNum = -1, subBlockIdx = -1, subBlockNum = -1;
  /// A group of cores runs this function and the one of the other kind.
  int32_t partner = -1;
  bool firstLaneOnly = false; ///< the group's second vector core stays out
  uint32_t loc = 0;
};

/// A FIFO between the cube core and the vector cores of a group. The producer
/// may be `slots` ahead; freed slots are reported in batches of `period()`.
struct Ring {
  std::string name; ///< for messages
  int32_t slots = 8, slotBytes = 0, localSlots = 8;
  uint8_t lanes = 2; ///< vector cores that take part
  uint32_t period() const {
    return static_cast<uint32_t>(slots <= 2 ? slots : slots / 2);
  }
};

/// Cross-core flags have ids 0-15; a cube core of the 950 sees those of its
/// second vector core as 16-31. Rings take two channels each behind them.
inline constexpr unsigned kCrossFlags = 32;

/// Everything decoded from one module.
struct Program {
  const target::Target *target = nullptr;
  std::vector<Function> functions;
  int32_t entry = 0;
  std::vector<TileDesc> tiles;
  std::vector<GmDesc> gms;
  std::vector<TileInst> tileInsts;
  std::vector<HostInst> hostInsts;
  std::vector<Ring> rings;
  std::vector<SourceLoc> locs; ///< [0] is "unknown"
  std::vector<std::string> strings;
  /// Bytes of each space that constant addresses can reach; the whole space
  /// when an address is computed at run time.
  uint64_t footprint[target::kNumSpaces] = {};

  size_t numberOf(const TileInst &inst) const {
    return static_cast<size_t>(&inst - tileInsts.data());
  }
};

} // namespace pypto::coremodel

#endif // PYPTO_COREMODEL_PROGRAM_H
