//===- ExecInst.h - an instruction in a pipe's queue ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When the scalar unit issues a tile instruction it resolves registers to
// addresses and extents; the result waits in the pipe's queue.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_ENGINE_EXECINST_H
#define PYPTO_LIB_COREMODEL_ENGINE_EXECINST_H

#include "pypto/CoreModel/Program.h"

namespace pypto::coremodel {

/// A tile operand with its address resolved.
struct TileRef {
  uint8_t *data = nullptr; ///< first byte, or a snapshot of it
  const TileDesc *desc = nullptr;
  uint32_t core = 0;  ///< index of the core whose memory it is in
  uint32_t addr = 0;  ///< byte address in the space
  uint32_t bytes = 0; ///< bytes from the first to the last touched element
  int32_t validRows = 0, validCols = 0;

  template <typename T> T *as() const { return reinterpret_cast<T *>(data); }
  unsigned elementSize() const { return sizeOf(desc->type); }
};

/// "source 2", counted as the text does, "the result" or "the scratch".
std::string nameOf(const TileInst &inst, unsigned operand);

/// A rectangle of a tile, in elements from its first row and column.
struct Part {
  int64_t row = 0, col = 0, rows = 0, cols = 0;

  bool empty() const { return rows <= 0 || cols <= 0; }
  bool isInside(int64_t height, int64_t width) const {
    return row >= 0 && col >= 0 && row + rows <= height && col + cols <= width;
  }
  bool isInside(const TileDesc &tile) const {
    return isInside(tile.rows, tile.cols);
  }
};

/// A global-memory operand with its address resolved.
struct GmRef {
  uint8_t *data = nullptr; ///< element (0, ...)
  uint64_t addr = 0;       ///< byte address of that element
  uint64_t lo = 0, hi = 0; ///< touched bytes [lo, hi)
  const GmDesc *desc = nullptr;
  int64_t size[5] = {}, stride[5] = {}; ///< right aligned: [4] is the last dim
};

union ScalarValue {
  int64_t i;
  double f;
};

/// Global traffic of an instruction, from its GM operand.
struct GmTraffic {
  double bytes = 0; ///< whole lines
  double missBytes = 0;
  double rows = 0; ///< separate contiguous runs
};

/// Cycles of an instruction on its pipe. The next one may start `occupancy`
/// after this one's start; its results are there `latency` after it.
struct Cost {
  double occupancy = 1;
  double latency = 1;
  double bytes = 0; ///< moved, for the report
};

enum class EntryKind : uint8_t {
  Op,
  SetFlag,
  WaitFlag,
  Barrier,
  CrossSet,
  CrossWait,
  GetBuf,
  RlsBuf,
  Observe
};

struct ExecInst {
  EntryKind kind = EntryKind::Op;
  uint8_t peer = 0;     ///< flags: the other pipe; cross-core flags: the mode
  uint16_t id = 0;      ///< event id, channel between cores, or buffer
  bool sampled = false; ///< sources were copied before being overwritten
  bool chained = false; ///< started right behind its predecessor
  uint32_t loc = 0;
  uint32_t issued = 0; ///< what the scalar unit knew, see RaceObserver
  const TileInst *inst = nullptr;
  uint32_t order = 0; ///< GetBuf: holders before this one; CrossWait: tile
  double ready = 0;   ///< cycle of issue
  double start = 0;
  double sample = 0; ///< cycle at which sources are read
  double end = 0;
  GmTraffic traffic;
  ScalarValue scalar[kMaxScalars];
  TileRef tile[kMaxTiles];
  GmRef gm;
};

/// The two numbers of a cost formula, with their sources.
struct CostNumbers {
  target::Sourced<double> fixed, perRepeat;
};
inline CostNumbers classNumbers(const target::Target &target,
                                target::VectorClass cls) {
  const target::VectorCost &cost = target.vectorCost(cls);
  return {cost.fixed, cost.perRepeat};
}

/// How the cycles of an instruction follow from its operands.
struct CostRule {
  Cost (*cycles)(const ExecInst &inst, const target::Target &target);
  /// The formula in words, for the reference pages; f and r are `numbers`.
  const char *formula;
  /// False where no figure for the formula itself is published.
  bool isPublished = true;
  CostNumbers (*numbers)(const target::Target &target,
                         target::VectorClass cls) = classNumbers;

  Cost operator()(const ExecInst &inst, const target::Target &target) const {
    return cycles(inst, target);
  }
};

/// One row per tile instruction: everything that the engine knows of it.
struct OpInfo {
  const char *name; ///< mnemonic without the dialect prefix
  /// Sets the typed implementation for the operands of `inst`; false and a
  /// reason in `why` when the combination does not exist.
  bool (*select)(TileInst &inst, const Program &program, std::string &why);
  /// Cycles on its pipe; transfers from and to global memory are costed by the
  /// engine, which adds contention.
  CostRule cost;
  target::VectorClass cls = target::VectorClass::Other;
  /// Destination may coincide exactly with a source.
  bool inPlace = true;
  /// Reaches single elements or rows of its window of global memory.
  bool indexed = false;
  /// Bytes that it writes of its scratch tile; null: none that is published.
  int64_t (*scratchBytes)(const ExecInst &inst,
                          const target::Target &target) = nullptr;
  /// On the A2 and A3 the destination is never a source, whatever `inPlace`.
  bool apartOnA2A3 = false;

  bool canShare(const target::Target &target) const {
    return inPlace && !(apartOnA2A3 && target.arch == target::Arch::A2A3);
  }
};

/// The row of an instruction by mnemonic ("tadd"); null when unknown.
const OpInfo *findOp(std::string_view name);
/// Number of rows, and the i-th of them in order of the mnemonic.
size_t numOps();
const OpInfo &getOp(size_t i);

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_ENGINE_EXECINST_H
