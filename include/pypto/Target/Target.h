//===- Target.h - what a chip is --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One description per chip, plain data: memories with capacity, alignment and
// layout; legal direct moves with the pipe that does them; cores, clock, rates
// and cycle parameters. Everything that needs a hardware fact asks here.
//
// Timing rules that the parameters feed:
//  * a vector instruction takes `fixed + perRepeat * repeats`, plus the bank
//    conflicts of its operands;
//  * a DMA is split into rows and 512 B lines; it takes its latency plus bytes
//    over the burst rate when alone, and is spaced from the next one by the
//    larger of the issue cost and bytes over the rate that its core gets. That
//    rate is the core's own limit, its max-min fair share of L2, and, for lines
//    that miss L2, of HBM.
//
// A user adds a chip by filling a Target (copying an existing one is the usual
// start) and calling Target::add; nothing else needs to know.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TARGET_TARGET_H
#define PYPTO_TARGET_TARGET_H

#include "pypto/Target/Costs.h"
#include "pypto/Target/Types.h"
#include <array>
#include <string>
#include <vector>

namespace pypto::target {

/// One on-chip memory (or DDR, whose usable size is the device's).
struct SpaceInfo {
  Space space;
  Sourced<uint64_t> usableBytes;   ///< what the compiler may assign; 0 = absent
  Sourced<uint64_t> physicalBytes; ///< what the chip has
  Sourced<unsigned> alignment;     ///< bytes, of every tile's address
  Sourced<Layout> layout;          ///< layout that its consumer requires
  bool anyLayout;                  ///< false: only `layout` is held
  std::optional<CoreKind> owner;   ///< core kind that has it; none: both

  bool present() const { return usableBytes.value != 0; }
};

/// A legal direct move and the pipe that performs it.
struct MoveRoute {
  Space from;
  Space to;
  Pipe pipe;
  const char *source;
};

/// A chain of direct moves between on-chip memories.
struct Route {
  std::vector<Space> spaces; ///< the memories on the way, both ends included
  int64_t cycles = 0;        ///< of all its moves together
};

/// A chip.
struct Target {
  std::string name; ///< platform string, e.g. "910B"
  Arch arch;
  std::array<SpaceInfo, kNumSpaces> spaces; ///< indexed by Space
  std::vector<MoveRoute> moves;

  Sourced<unsigned> numAic;
  Sourced<unsigned> numAiv;
  Sourced<unsigned> aivPerAic;
  Sourced<double> clockMHz;
  Sourced<unsigned> vectorBytes; ///< bytes of one vector repeat
  /// Bytes of one block: the granule of UB accesses and of L0 boxes' rows.
  Sourced<unsigned> blockBytes;

  std::array<VectorCost, kNumVectorClasses> vector; ///< by VectorClass
  RowReduceCost rowReduce;
  VectorRowCost vectorRows;
  BankInfo banks;
  CubeCost cube;
  OnChipRates onChip;
  GmCost gm;
  ControlCost control;
  RuntimeCost runtime;

  const SpaceInfo &space(Space s) const {
    return spaces[static_cast<unsigned>(s)];
  }
  const VectorCost &vectorCost(VectorClass cls) const {
    return vector[static_cast<unsigned>(cls)];
  }
  /// The legal direct move, or null when there is none.
  const MoveRoute *move(Space from, Space to) const;
  /// What a direct move from `from` to another on-chip memory `to` costs; the
  /// core model and routes both ask here. A copy within Vec is in bursts and
  /// not one of these.
  MoveCost moveCost(Space from, Space to) const;
  /// The route on which a tile of `bytes` gets from one memory to another in
  /// the fewest cycles, by the chip's rates; none if there is none. Never
  /// through DDR. Ties: fewer moves, then the order of `moves`.
  std::optional<Route> route(Space from, Space to, int64_t bytes) const;
  /// Pipe of a copy or of a computation from `from` to `to`: the direct move's
  /// pipe, V for Vec to Vec, M for L0 operands into Acc; none otherwise.
  std::optional<Pipe> pipeOf(Space from, Space to) const;
  unsigned numCores(CoreKind kind) const {
    return kind == CoreKind::AIC ? numAic.value : numAiv.value;
  }
  double cyclesToMicroseconds(double cycles) const {
    return cycles / clockMHz.value;
  }
  /// Bytes per core cycle of a rate in bytes per second.
  double perCycle(double bytesPerSecond) const {
    return bytesPerSecond / (clockMHz.value * 1e6);
  }

  /// The 910B (one die of the 910C) or the 950.
  static const Target &get(Arch arch);
  /// The chip of a platform string, built in or added; null when unknown.
  static const Target *find(std::string_view platform);
  /// Makes `target` known to find() under its name, for the whole process.
  /// False, and nothing changes, when that name is taken or empty. The
  /// returned pointers of find() stay valid. Thread safe.
  static bool add(Target target);
};

} // namespace pypto::target

#endif // PYPTO_TARGET_TARGET_H
