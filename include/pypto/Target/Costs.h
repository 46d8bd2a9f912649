//===- Costs.h - cycle and rate parameters of a chip ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers from which the core model computes cycles. Cycles are core clock
// cycles, rates are bytes per core cycle unless a name says otherwise. Every
// number carries its source; what nobody published is a Guess.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TARGET_COSTS_H
#define PYPTO_TARGET_COSTS_H

#include "pypto/Target/Types.h"

namespace pypto::target {

/// Families of vector instructions with one cycle formula each.
enum class VectorClass : uint8_t {
  Binary,          ///< two tile sources: add, sub, max, min, and, or
  Mul,             ///< two-source multiply
  Div,             ///< divide
  Fused,           ///< three sources: multiply-add
  Unary,           ///< one source: abs, neg, relu, not
  Scalar,          ///< one tile and one scalar: adds, muls, maxs
  Copy,            ///< copy, duplicate
  Exp,             ///< exponential
  Log,             ///< logarithm
  Sqrt,            ///< square root
  Rsqrt,           ///< reciprocal square root
  Recip,           ///< reciprocal
  RsqrtPrecise,    ///< square root, then division
  RecipPrecise,    ///< precise reciprocal of the 950
  FunctionPrecise, ///< other precise functions of the 950
  Convert,         ///< element conversion
  ReduceFull,      ///< reduction of a whole repeat to one element
  ReduceGroup,     ///< reduction of each 32 B group
  Select,          ///< select by mask
  Compare,         ///< compare into a packed mask
  Gather,          ///< indexed read
  Broadcast,       ///< block broadcast
  Sort,            ///< sort of 32 elements
  Merge,           ///< merge of sorted lists
  Transpose,       ///< 16x16 transposition
  Other,           ///< no published figure
};
inline constexpr unsigned kNumVectorClasses = 26;
std::string_view toString(VectorClass cls);

/// Cycles of one vector instruction: `fixed + perRepeat * repeats`, a repeat
/// being `vectorBytes` bytes of the widest operand.
struct VectorCost {
  Sourced<double> fixed;
  Sourced<double> perRepeat;
  /// The same of 16-bit floats, where they have a figure of their own; else 0.
  Sourced<double> perRepeatHalf;
};

/// Tiles whose rows are apart (their valid columns end before the pitch), where
/// each row is a loop of its own: `fixed + rows * max(latency + n, slope * n)`
/// for n repeats per row. The slope is `oneSource` or `twoSources`, but at
/// least the class's own. Zero latency: rows cost nothing beyond their repeats.
struct VectorRowCost {
  Sourced<double> latency;
  Sourced<double> oneSource, twoSources;
  /// Factor of functions (exp, log, sqrt, divide, reciprocal) on 16-bit
  /// elements, which are computed in f32.
  Sourced<double> halfFunctions;
};

/// Row reduction: `fixed + rows * (narrow | wide)`, `narrow` up to
/// `narrowColumns` columns.
struct RowReduceCost {
  Sourced<double> fixed;
  Sourced<double> perRowNarrow;
  Sourced<double> perRowWide;
  Sourced<unsigned> narrowColumns;
  /// Extra cycles per further repeat of a row beyond the second.
  Sourced<double> perExtraRepeat;
};

/// UB banks: how an address maps to a bank group, and what a conflict costs.
struct BankInfo {
  Sourced<unsigned> banks;
  Sourced<unsigned> groups;
  Sourced<unsigned> groupShift;       ///< lowest address bit of the group
  Sourced<unsigned> bankShift;        ///< lowest address bit of the bank
  Sourced<unsigned> readPorts;        ///< reads per group and cycle
  Sourced<double> readConflictCycles; ///< extra cycles per repeat
  Sourced<double> writeConflictCycles;
};

/// Multiply-accumulate unit. Boxes are `boxM x boxN x k0`, one box per
/// `cyclesPerBox`; k0 is 32 bytes of the element.
struct CubeCost {
  Sourced<unsigned> boxM, boxN, kBytes;
  Sourced<double> cyclesPerBox16; ///< 8- and 16-bit elements
  Sourced<double> cyclesPerBox32; ///< FP32
  Sourced<double> chained;        ///< added when the pipe was busy
  Sourced<double> isolated;       ///< added when the next one waits for it
};

/// A direct move between on-chip memories: `fixed + bytes / rate` cycles.
struct MoveCost {
  Sourced<double> fixed, rate;

  double cycles(double bytes) const {
    // Where nothing is known, a byte a cycle.
    return fixed + (rate > 0 ? bytes / rate : bytes);
  }
};

/// Transfers between on-chip memories, bytes per cycle, with fixed overheads.
struct OnChipRates {
  Sourced<double> matToLeft, matToRight, matToBias, matToScaling;
  Sourced<double> matToScale;    ///< scales beside L0A and L0B
  Sourced<double> matPairFixed;  ///< cycles per Left+Right pair of moves
  Sourced<double> matSmallFixed; ///< cycles of a bias or scaling move
  Sourced<double> accToGm, accToMat, accToVec;
  Sourced<double> accFixed;
  Sourced<double> vecToMat;
  Sourced<double> vecToVec;      ///< bytes per cycle
  Sourced<double> vecToVecBurst; ///< cycles per burst
  Sourced<double> matToGm;
};

/// Global memory, L2 and HBM. See Target.h for the rule.
struct GmCost {
  Sourced<double> loadLatency;    ///< cycles from start to first use, L2 hit
  Sourced<double> missLatency;    ///< same, HBM
  Sourced<double> storeLatency;   ///< cycles of a store beyond its bytes
  Sourced<double> loadBurstRate;  ///< bytes/cycle of one isolated DMA
  Sourced<double> storeBurstRate; ///< bytes/cycle of one isolated store
  Sourced<double> issueAiv;       ///< cycles between DMAs of one AIV
  Sourced<double> issueAic;       ///< cycles between DMAs of one AIC
  Sourced<double> perRowAic;      ///< cycles per GM row of a load into Mat
  Sourced<double> coreRateAiv;    ///< bytes/cycle of one AIV, L2 hit
  Sourced<double> coreRateAic;    ///< bytes/cycle of one AIC, L2 hit
  Sourced<double> l2BytesPerSecond;
  Sourced<double> hbmBytesPerSecond;
  Sourced<uint64_t> l2Bytes;
  Sourced<unsigned> l2Line;
  Sourced<unsigned> efficientAlign; ///< bytes; less aligned starts are slower
  Sourced<double> asyncBytesPerSecond; ///< engine of asynchronous transfers
  Sourced<double> asyncLatencyNs;      ///< from its start to its event
};

/// Scalar unit, flags and queues.
struct ControlCost {
  Sourced<double> scalarOp;       ///< cycles of one scalar instruction
  Sourced<double> issue;          ///< cycles to push one instruction
  Sourced<double> flagIssue;      ///< set_flag / wait_flag
  Sourced<double> flagVisibility; ///< set on one pipe to seen on another
  Sourced<double> barrierTail;    ///< cycles after the drain
  Sourced<double> ubScalarAccess; ///< one scalar read or write of UB
  Sourced<double> gmScalarAccess; ///< one scalar read of GM, cache miss
  Sourced<unsigned> queueDepth;   ///< instructions per pipe queue
  Sourced<unsigned> eventIds;     ///< per ordered pair of pipes
  Sourced<double> crossCoreFlag;  ///< cycles of an AIC<->AIV flag
  Sourced<unsigned> dataCacheAic; ///< bytes of a cube core's data cache
  Sourced<unsigned> dataCacheAiv; ///< bytes of a vector core's data cache
};

/// Task runtime, in nanoseconds.
struct RuntimeCost {
  Sourced<double> submitNs;     ///< orchestrator, per task
  Sourced<double> scheduleNs;   ///< scheduler thread, per task
  Sourced<unsigned> schedulers; ///< scheduler threads
  Sourced<double> doorbellNs;   ///< store to a core
  Sourced<double> dispatchNs;   ///< AICPU to AICore, one way
  Sourced<double> startNs;      ///< receive to first instruction
  Sourced<double> completionNs; ///< AICore to AICPU
  Sourced<double> coreSwitchNs; ///< between tasks on one core
  Sourced<double> launchNs;     ///< a kernel launched without the runtime
};

} // namespace pypto::target

#endif // PYPTO_TARGET_COSTS_H
