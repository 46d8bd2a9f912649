//===- RaceObserver.h - find accesses that nothing orders -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Watches a run and reports every pair of instructions that touch the same
// bytes, one of them writing, without an order that the program asks for. What
// counts is not when they happened to run: a pair is ordered if a chain of
// issue order, flags, barriers, signals and task dependencies leads from the
// completion of the one to the start of the other.
//
// A run shows one path. On that path the verdict does not depend on the
// schedule, except where flags are used wrongly.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_HAZARDS_RACEOBSERVER_H
#define PYPTO_LIB_COREMODEL_HAZARDS_RACEOBSERVER_H

#include "../Engine/Extents.h"
#include "../Engine/GlobalMemory.h"
#include "Clocks.h"
#include "Shadow.h"
#include "pypto/CoreModel/Report.h"
#include <functional>
#include <optional>
#include <set>
#include <tuple>

namespace pypto::coremodel {

class RaceObserver {
public:
  /// `taskReaches(a, b)` tells whether task b starts after task a has ended.
  using TaskOrder = std::function<bool(int32_t, int32_t)>;
  /// Where a task is submitted.
  using TaskPlace = std::function<uint32_t(int32_t)>;

  RaceObserver(const Program &program, GlobalMemory &gm, size_t numCores,
               TaskOrder taskReaches, TaskPlace taskPlace)
      : program(program), gm(gm), taskReaches(std::move(taskReaches)),
        taskPlace(std::move(taskPlace)), cores(numCores), onChip(numCores),
        footprints(program.tileInsts.size()) {}

  /// A block starts on a core whose pipes are idle.
  void beginBlock(uint32_t core, int32_t task, int64_t block,
                  const Function &function);
  /// The block has drained all pipes and ends.
  void endBlock(uint32_t core);

  /// What the scalar unit knows now; an entry of a pipe's queue carries it.
  uint32_t issueView(uint32_t core) const;

  // In the order in which each pipe takes its entries.
  void onTile(uint32_t core, Pipe pipe, const ExecInst &entry);
  void onScalar(uint32_t core, Space space, uint64_t lo, uint64_t size,
                bool isWrite, const char *name, uint32_t loc);
  /// The scalar unit writes back bytes of a cache line that the core did not
  /// store to.
  void onRewrite(uint32_t core, uint64_t lo, uint64_t size, uint32_t loc);
  /// A transfer beside the cores starts; returns its number. It touches memory
  /// until somebody has waited for it.
  uint32_t onTransfer(uint32_t core, const GmRef &from, const GmRef &to,
                      uint32_t loc);
  /// The scalar unit knows that the transfer is done.
  void onTransferDone(uint32_t core, uint32_t transfer);
  void onSet(uint32_t core, Pipe from, Pipe to, uint8_t id, uint32_t issued,
             uint32_t loc);
  void onWait(uint32_t core, Pipe from, Pipe to, uint8_t id, uint32_t issued,
              uint32_t loc);
  void onBarrier(uint32_t core, Pipe pipe, uint32_t issued);
  /// The scalar unit has waited for all pipes.
  void onDrain(uint32_t core);

  /// For signals between cores: what the receiver may rely on, and its arrival.
  Knowledge onSignal(uint32_t core, Pipe pipe, uint32_t issued);
  void onSignalTaken(uint32_t core, Pipe pipe, uint32_t issued,
                     const Knowledge &knows);
  /// Tokens of buffers: a holder comes after the release before it.
  void onBufferRelease(uint32_t core, Pipe pipe, uint8_t buffer,
                       uint32_t issued);
  void onBufferGet(uint32_t core, Pipe pipe, uint8_t buffer, size_t order,
                   uint32_t issued);

  /// Reports something that is not a pair of accesses.
  void add(Race race) {
    if (races.size() < kLimit)
      races.push_back(std::move(race));
  }
  std::vector<Race> takeRaces() { return std::move(races); }

private:
  /// Most races kept: what comes after the first few follows from them.
  static constexpr size_t kLimit = 16;

  struct FlagState {
    std::vector<View> messages; ///< sets whose wait has not passed
    bool hasWait = false;
    uint32_t waitClock = 0; ///< of the waiting pipe, at the last wait
    uint32_t waitIssue = 0; ///< issueView() at once after it
    uint32_t waitLoc = 0;
  };
  struct BlockState {
    uint32_t number = 0;
    int32_t task = 0;
    Clock clock = {};
    View views[target::kNumPipes];
    std::vector<View> issueViews; ///< of the scalar unit, oldest first
    std::map<uint32_t, FlagState> flags;
    std::map<uint8_t, std::vector<View>> buffers; ///< per release
    std::vector<uint32_t> transfers;              ///< all that it started
  };

  /// The bytes of each tile of an instruction, from the tile's address on.
  struct Footprint {
    Extents extents;
    std::vector<Region> regions;
  };

  View release(uint32_t core, Pipe pipe, uint32_t issued);
  void acquire(uint32_t core, Pipe pipe, uint32_t issued, const View &message);
  BlockState &at(uint32_t core) { return *cores[core]; }
  View &enter(BlockState &block, Pipe pipe, uint32_t issued);
  void touch(BlockState &block, uint32_t owner, Space space,
             const Region &region, Touch touch);
  bool isOrdered(const BlockState &block, const Touch &earlier,
                 const Touch &later) const;
  bool pipeOrders(const Touch &earlier, const Touch &later) const;
  void report(const BlockState &block, Space space, const Region &region,
              const Touch &earlier, const Touch &later);
  const std::vector<Region> &footprintOf(const ExecInst &entry);
  struct BlockName;
  /// `base`: where the tensor begins; 0 on chip.
  std::string where(Space space, const Region &region, uint64_t base) const;
  std::string textWithin(const BlockState &block, const std::string &bytes,
                         const Touch &earlier, const Touch &later) const;
  std::string helpWithin(const BlockState &block, const Touch &earlier,
                         const Touch &later) const;
  void betweenTasks(const BlockState &block, const std::string &bytes,
                    const Touch &earlier, const Touch &later, Race &race) const;

  const Program &program;
  GlobalMemory &gm;
  TaskOrder taskReaches;
  TaskPlace taskPlace;
  std::vector<std::unique_ptr<BlockState>> cores;
  /// By core and space. Cores of a group write into each other's memory, also
  /// when the owner's part of the block is over.
  std::vector<std::vector<Shadow>> onChip;
  std::vector<Footprint> footprints; ///< by tile instruction
  /// A transfer counts as a block of its own, since it runs beside that which
  /// started it.
  struct BlockName {
    int32_t task;
    int64_t index;
    const Function *function;
    std::optional<uint32_t> starter = std::nullopt; ///< of a transfer
    uint32_t loc = 0;                               ///< of a transfer
    bool isAwaited = false;                         ///< a transfer
  };
  std::vector<BlockName> blocks;     ///< of the run so far, by number
  std::map<uint64_t, Shadow> global; ///< by the buffer's base
  std::set<std::tuple<uint32_t, uint32_t, uint8_t>> seen;
  std::vector<Race> races;
};

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_HAZARDS_RACEOBSERVER_H
