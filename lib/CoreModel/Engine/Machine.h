//===- Machine.h - state of a simulation ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_COREMODEL_ENGINE_MACHINE_H
#define PYPTO_LIB_COREMODEL_ENGINE_MACHINE_H

#include "../Hazards/RaceObserver.h"
#include "DataCache.h"
#include "Extents.h"
#include "Fluid.h"
#include "GlobalMemory.h"
#include "LoadHistory.h"
#include "pypto/CoreModel/Report.h"
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace pypto::coremodel {

inline constexpr unsigned kNumPipes = target::kNumPipes;
inline constexpr unsigned kMaxEvents = 16;  ///< ids per pair of pipes, at most
inline constexpr unsigned kQueueSlots = 64; ///< upper limit of a queue's depth

/// Times at which one event was set and not yet waited for. Two entries can
/// coexist for a moment, because pipes are simulated ahead of each other.
struct EventFlag {
  double set[3] = {};
  uint32_t loc[3] = {};
  uint8_t count = 0;
};

/// A pipe: a queue of entries [head, tail), of which [head, mid) have a start
/// time and [mid, tail) wait.
struct PipeState {
  std::vector<ExecInst> ring; ///< size is a power of two
  uint32_t mask = 0;          ///< of the size
  uint32_t head = 0, mid = 0, tail = 0;
  double free = 0;    ///< earliest start of the next instruction
  double lastEnd = 0; ///< completion of the last started instruction
  double floor = 0;   ///< no source may be sampled earlier (barriers, waits)
  bool flowActive = false;
  int flowPhase = 0;
  double startTimes[kQueueSlots] = {}; ///< of op number n at [n % size]
  uint64_t opsPushed = 0, opsStarted = 0;
  double busy = 0, busyUntil = 0;
  uint64_t completed = 0;

  ExecInst &at(uint32_t i) { return ring[i & mask]; }
  /// When the op started whose place in a queue of `depth` the next one takes.
  double placeFree(unsigned depth) const {
    return startTimes[(opsPushed - depth) % kQueueSlots];
  }
  ExecInst &push();
  /// So many entries wait as no chip has room for.
  bool isCrowded() const { return tail - mid >= 1 << 16; }
  /// Flags and barriers at the head have done their work.
  void dropControl() {
    while (head != mid && at(head).kind != EntryKind::Op)
      ++head;
  }
  void clear();
};

/// A signal between cores: when it was sent, and by what.
struct Token {
  double time;
  uint32_t loc;
  uint32_t issued = 0;       ///< what the sender knew when it issued the signal
  Knowledge knows = nullptr; ///< what the receiver may rely on
};

struct Core;

/// One cube core and its vector cores, which run one block of a pair of
/// functions.
struct Group {
  Core *aic = nullptr;
  Core *aiv[2] = {};
  unsigned running = 0;
  /// Per channel and vector core: signals to the cube core whose counterpart
  /// from the other vector core is missing. [channel * 2 + lane]
  std::vector<std::vector<Token>> halves;
  std::vector<Token> pairs[2][16]; ///< mode 1, by lane
};

/// Arrivals of one round of a flag of mode 0 or of syncall.
struct Round {
  uint32_t arrived = 0;
  double time = 0;
  Knowledge knows = nullptr;
};

/// A copy within global memory by an engine beside the cores.
struct Transfer {
  uint64_t from, to, bytes;
  bool done = false;
  double end = 0;
  std::optional<uint32_t> observed = std::nullopt; ///< by the race observer
};

enum class FrontEndState : uint8_t {
  Idle,
  Running,
  WaitFlag,
  WaitCross,
  WaitAsync,
  WaitQueue,
  WaitRoom,
  WaitAll,
  Done
};

struct Core {
  CoreKind kind = CoreKind::AIV;
  uint32_t index = 0;     ///< in Machine::cores
  uint32_t kindIndex = 0; ///< among its kind
  std::unique_ptr<uint8_t[]> storage[target::kNumSpaces];
  uint8_t *memory[target::kNumSpaces] = {};
  PipeState pipes[kNumPipes];
  EventFlag flags[kNumPipes][kNumPipes][kMaxEvents];
  uint32_t flagsSet = 0; ///< entries of `flags` in use
  Group *group = nullptr;
  uint32_t waitTransfer = 0;
  uint8_t lane = 0;                         ///< vector core of its group
  std::vector<std::vector<Token>> incoming; ///< signals by channel
  std::vector<uint64_t> ringIssued, ringFreed;
  std::vector<uint32_t> ringPopped;   ///< place of the last pop + 1
  uint32_t roundsEntered[3][17] = {}; ///< mode 0 by set and id; [16]: syncall
  /// Times at which buffers were released, and how many asked for them.
  std::vector<double> released[32];
  uint32_t requested[32] = {};
  std::vector<Reg> regs;
  /// Sources as they were when the instruction sampled them, until it is done.
  struct Snapshot {
    uint8_t pipe;
    uint32_t index; ///< of the instruction in the pipe's queue
    std::vector<uint8_t> bytes;
  };
  std::vector<Snapshot> snapshots;
  DataCache cache;
  double drainTime = -1; ///< when the block writes its cache back
  LoadHistory loaded[target::kNumSpaces]; ///< by the current block

  const Function *function = nullptr;
  int32_t task = -1;
  int64_t block = 0;
  uint32_t pc = 0;
  double time = 0; ///< of the scalar unit
  FrontEndState state = FrontEndState::Idle;
  uint8_t waitPipe = 0;
  uint16_t waitId = 0; ///< event id, or channel between cores
  bool eventPending = false;
  double start = 0;
  double busy = 0; ///< sum over blocks of end minus start
  bool used = false;
};

/// An iteration of a parallel loop of the control function.
struct ParallelMark {
  uint32_t loop, iteration;
};

/// A kernel launch with its blocks, or a task without work that joins others.
struct Task {
  int32_t function = 0; ///< -1: none
  uint32_t loc = 0;     ///< where it is submitted
  /// By kind of core (2: both together) and flag id; [16]: syncall.
  std::vector<Round> rounds[3][17];
  const Predicate *predicate = nullptr;
  uint64_t predicateAddress = 0;
  std::vector<Reg> args;
  int64_t blocks = 1, nextBlock = 0, doneBlocks = 0;
  uint32_t waitingFor = 0; ///< unfinished predecessors
  std::vector<int32_t> successors, predecessors;
  std::vector<ParallelMark> marks; ///< loops around it, outermost first
  bool together = false;           ///< all blocks start at once
  bool finished = false;
  bool wakesControl = false; ///< the control function waits for its end
  double submit = 0, ready = 0, start = -1, end = 0;
  double seen = 0; ///< when the runtime knows of its end
};

/// The control function: it runs ahead of the tasks, up to an element of a
/// tensor that a task has still to write.
struct ControlState {
  const Function *function = nullptr; ///< null: the entry is a kernel
  std::vector<Reg> regs;
  uint32_t pc = 0;
  uint64_t steps = 0;
  double cycle = 0; ///< on the orchestrator's clock
  uint32_t waitingFor = 0;
  /// Tasks by the buffer that they touch.
  struct Use {
    std::vector<int32_t> writers; ///< last ones
    std::vector<int32_t> all;
  };
  std::vector<Use> uses;
  std::vector<ParallelMark> marks;
  uint32_t numLoops = 0;
};

class Machine {
public:
  explicit Machine(const Program &program);
  RunResult run(const std::vector<HostArg> &args, const RunOptions &options);

private:
  enum class EventKind : uint8_t {
    Complete,
    Transfer, ///< an asynchronous transfer ends (core: its number)
    FlowStart,
    FrontEnd,
    Ready,   ///< a task's predecessors are done (core: task index)
    Control, ///< the control function goes on
    Dispatch ///< a task may get cores
  };
  struct Event {
    double time;
    uint64_t seq;
    uint32_t core;
    EventKind kind;
    uint8_t pipe;
  };

  // Machine.cpp
  bool bindArgs(const std::vector<HostArg> &args, std::vector<Reg> &regs);
  bool setup(const std::vector<HostArg> &args);
  void loop();
  /// True, after an error, when the caller wants the run to end.
  bool interrupted();
  void schedule(double time, EventKind kind, uint32_t core, uint8_t pipe = 0);
  void fail(const char *code, std::string message, uint32_t loc,
            ErrorFacts facts = {});
  /// A scalar access outside its tensor.
  void failElement(const Inst &inst, const Reg *regs);
  void reportDeadlock();
  /// The run has executed as many instructions as it may.
  void failEndless(uint32_t loc);
  /// Something stays in memory to the end of the run: a task, a tensor, a line
  /// of output, a transfer, a round of meeting cores, half a signal. It counts
  /// as many instructions, so that an endless program ends before memory does.
  void keep() { executed += kKept; }

  void reportRaces();
  bool taskReaches(int32_t from, int32_t to);

  double jitter(uint64_t stream, uint64_t number) const;

  // Dispatch.cpp
  void dispatch();
  void taskReady(int32_t taskIndex);
  bool isSkipped(const Task &task);
  void finishTask(int32_t taskIndex, double time);
  void finishBlock(Core &core);
  bool takeCores(const Function &function, Core *taken[3]);
  bool areLanesFree(uint32_t cube, unsigned lanes) const;
  unsigned numLanes(const Function &function) const;
  int64_t numPlaces(const Function &function) const;
  int64_t freePlaces(const Function &function) const;
  void leftSet(Core &core, Pipe from, Pipe to, unsigned id, uint32_t loc);
  void startBlock(Core &core, int32_t taskIndex, double time);
  void startGroup(Core *taken[3], int32_t taskIndex, double time);
  void startCore(Core &core, int32_t taskIndex, int32_t functionIndex,
                 double time);
  void releaseCore(Core &core);

  // TaskRuntime.cpp
  bool startControl(const Function &function, std::vector<Reg> args,
                    const std::vector<HostArg> &hostArgs);
  bool runControl();
  /// Notes what the function returns, by address; the data follows after the
  /// run. False after an error.
  bool bindReturned(const Function &function, uint32_t loc);
  bool hostInst(const HostInst &host, uint32_t loc);
  bool createTensor(const HostInst &host, uint32_t loc);
  bool submit(const HostInst &host, uint32_t loc);
  bool trackArguments(const HostInst &host, Task &task, int32_t index,
                      uint32_t loc);
  bool addPredicate(const HostInst &host, Task &task, int32_t index,
                    uint32_t loc);
  bool controlAccess(const Inst &inst, bool &waits);
  void addDependencies(int32_t taskIndex);

  // FrontEnd.cpp
  void frontEnd(Core &core);
  bool pushTile(Core &core, const Inst &inst, double &t);
  bool observe(Core &core, const Inst &inst, double t);
  bool queueFull(Core &core, uint8_t pipe, double &t);
  bool waitAll(Core &core, double &t);
  bool waitScalarUnit(Core &core, double &t);
  bool waitForRoom(Core &core, double t);
  bool passFlag(Core &core, uint8_t src, uint8_t dst, uint8_t id, double from,
                uint32_t loc, double &passed);
  void setFlag(Core &core, uint8_t src, uint8_t dst, uint8_t id, double time,
               uint32_t loc);
  bool eventId(Core &core, const Inst &inst, uint8_t &id);

  // Capture.cpp
  bool capture(Core &core, const TileInst &inst, ExecInst &entry);
  bool captureGm(Core &core, const TileInst &inst, ExecInst &entry);
  /// False, after an error, for an operand too small for what is done to it.
  bool checkReach(const ExecInst &entry);
  /// The same for a part of a tile that leaves what it is a part of.
  bool checkParts(const Core &core, const ExecInst &entry);
  /// Reports a scratch tile that is too small.
  void checkScratch(const ExecInst &entry);
  void failAlignment(const TileInst &inst, unsigned operand, int64_t addr);
  void failReach(const TileInst &inst, unsigned operand, const Part &part,
                 int64_t rows, int64_t cols);
  /// False, after an error, for a window that leaves its view on some axis.
  bool checkWindow(const Reg *regs, const TileInst &inst, const GmDesc &desc);

  // ScalarMemory.cpp
  bool scalarMemory(Core &core, const Inst &inst, double &t);
  bool accessTile(Core &core, const Inst &inst, double &t);
  bool accessGlobal(Core &core, const Inst &inst, double &t);
  /// The line of `addr` in the core's cache, fetched if it is absent.
  DataCache::Line &fetchLine(Core &core, uint64_t addr, double &t);
  void writeBack(Core &core, const DataCache::Line &line);
  void cacheInvalidate(Core &core, const Inst &inst, double &t);
  bool drainCache(Core &core, double &t);
  double writeBackCost(unsigned lines) const;
  /// Once per place in the source and kind.
  void warnOnce(const char *kind, uint32_t loc, std::string message);
  void hazard(const char *code, const char *kind, uint32_t loc,
              std::string message, std::string help);
  // CrossCore.cpp
  std::vector<Core *> participants(const Task &task, unsigned kinds);
  uint32_t numParticipants(const Task &task, unsigned kinds) const;
  void deliver(Core &core, unsigned channel, Token token);
  void toCube(Core &core, unsigned channel, Token token, bool needsBoth);
  void crossSet(Core &core, Pipe pipe, unsigned channel, unsigned mode,
                Token token);
  void arrive(Core &core, unsigned kinds, unsigned id, Token token,
              uint32_t awaited = 0);
  bool passCross(Core &core, Pipe pipe, uint32_t issued, unsigned channel,
                 double from, double &passed);
  bool crossInstruction(Core &core, const Inst &inst, double &t);
  bool crossWaitOn(Core &core, Pipe pipe, unsigned channel, double &t,
                   uint32_t loc);
  void crossSetOn(Core &core, Pipe pipe, unsigned channel, unsigned mode,
                  double t, uint32_t loc);
  bool ringNext(Core &core, const Inst &inst, double &t);
  void ringDone(Core &core, const Inst &inst, double t);
  void bufferToken(Core &core, const Inst &inst, double t);
  bool syncAll(Core &core, const Inst &inst, double &t);
  bool arrayAccess(Core &core, const Inst &inst);
  std::string describeChannel(const Core &core, unsigned channel,
                              uint64_t tile) const;
  void warnOfLeftSignals(Core &core);
  void warnOfKeptSlots(const Core &core);

  // Async.cpp
  bool asyncInstruction(Core &core, const Inst &inst, double &t);
  void finishTransfer(uint32_t index);

  // Pipes.cpp
  void advance(Core &core, uint8_t pipe);
  void startReady(Core &core, uint8_t pipe);
  void startOp(Core &core, uint8_t pipe, ExecInst &entry, double start);
  GmTraffic indexedTraffic(const ExecInst &entry);
  void startFlow(Core &core, uint8_t pipe);
  void endFlow(Core &core, uint8_t pipe);
  void complete(Core &core, uint8_t pipe);
  void execute(Core &core, uint8_t pipe, ExecInst &entry);
  void checkOverlap(const ExecInst &entry, unsigned result, unsigned source);
  void beforeWrite(Core &core, const ExecInst *writer, uint8_t pipe,
                   Space space, uint64_t lo, uint64_t hi);
  void snapshot(Core &core, uint8_t pipe, uint32_t index);
  bool keepsOrder(const ExecInst &later) const;
  void wakeFrontEnd(Core &core, double time);
  ExecInst &pushControl(Core &core, uint8_t pipe, EntryKind kind, double time,
                        uint32_t loc);

  // Summarise.cpp
  void summarise();
  void collectReturned();

  const TileDesc &descOf(const TileInst &inst, unsigned operand) const {
    return program.tiles[static_cast<size_t>(inst.tile[operand])];
  }

  const Program &program;
  const target::Target &target;
  RunOptions options;
  RunResult result;
  GlobalMemory gm;
  Fluid fluid;
  std::vector<Event> heap;
  uint64_t seq = 0;
  /// By which a run counts as too long; see RunOptions::maxInstructions.
  uint64_t executed = 0;
  static constexpr uint64_t kKept = 1000;  ///< instructions, see keep
  static constexpr uint64_t kTraced = 100; ///< more for each one in the trace
  uint64_t flagSets = 0, signals = 0, placements = 0; ///< so far, for jitter
  double now = 0;
  std::vector<Extents> checked; ///< by tile instruction: found to be inside
  std::vector<std::unique_ptr<Core>> cores;
  std::vector<uint32_t> freeCores[2]; ///< by CoreKind, lowest index last
  std::vector<Task> tasks;
  std::vector<std::unique_ptr<Group>> groups;
  std::vector<Transfer> transfers;
  double transferEngineFree = 0;
  std::vector<int32_t> readyTasks; ///< FIFO
  std::vector<double> schedulers;  ///< when each scheduler thread is free
  size_t unfinishedTasks = 0;
  bool failed = false;
  bool control = false; ///< the entry is a control function
  ControlState controlState;
  std::set<std::pair<std::string, uint32_t>> warned;
  std::vector<uint64_t> returnedAddresses;
  std::map<std::pair<int32_t, int32_t>, bool> reaches; ///< of taskReaches
  std::unique_ptr<RaceObserver> races; ///< null unless asked for
  uint64_t pathBytes[target::kNumSpaces][target::kNumSpaces] = {};
  /// By location of the load and memory: bytes in all, bytes loaded before.
  std::map<std::pair<uint32_t, Space>, std::pair<uint64_t, uint64_t>> loads;
  // Parameters that the timing option switches.
  double scalarCost = 1, issueCost = 1, flagIssue = 1, visibility = 6;
  double vectorOverlap = 10, barrierTail = 0, crossLatency = 0;
  unsigned queueDepth = 32;
};

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_ENGINE_MACHINE_H
