//===- Solver.h - find the orders that a kernel needs -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planner's data-flow analysis and the decisions taken on top of it.
//
// A kernel is solved from the innermost regions outwards. Each region is walked
// with nothing pending at its entry, which settles everything that concerns it
// alone; a loop is then walked again until no dependence between its iterations
// is left. The walk of the region around it only has to settle what crosses its
// border. Walking in program order and taking the latest source first gives the
// transitive reduction on straight-line code.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_SYNC_SOLVER_H
#define PYPTO_LIB_SYNC_SOLVER_H

#include "AccessIndex.h"
#include "PipeNumbers.h"
#include "pypto/Sync/InsertSync.h"

#include <tuple>

namespace pypto::sync {

/// An order between two pipes, to become a flag. Set and wait are in one block.
struct Edge {
  Pipe from = Pipe::S;
  Pipe to = Pipe::S;
  BlockId block = 0;
  NodeId setNode = kNone;  ///< set after it, unless setBefore
  NodeId waitNode = kNone; ///< wait before it, unless waitAfter
  bool setBefore = false;
  bool waitAfter = false;
  /// A flag across iterations: set before this loop, waited for at waitNode,
  /// set again at setNode, waited for after this loop. kNone: an ordinary flag.
  NodeId loop = kNone;
  /// How many iterations of `loop` lie between the set and the wait. Above one,
  /// both are in the body of `loop` itself.
  unsigned distance = 1;
  /// Number of event ids: those of a flag that crosses several iterations, or
  /// that is set again in later iterations before it is waited for, take turns.
  unsigned idCount = 1;
  /// Needed only so that event ids can be used again.
  bool isThrottle = false;
  /// Set anew for each run of an inner loop, though the outer one carries the
  /// dependence too, because ids ran out.
  bool isLowered = false;
  bool isDead = false;
  bool isNeeded = false; ///< some order is known to have no other reason
  unsigned merged = 1;   ///< how many flags were joined into this one
  int id = -1;
  /// What `from` cannot rely on `to` having passed, where the flag is set.
  PendingSet atSet, atPreset;

  bool crossesIterations() const { return loop != kNone; }
};

class Solver {
public:
  Solver(const Program &program, const InsertSyncOptions &options);

  /// Finds all edges and barriers.
  void solve();
  /// Gives every edge an event id, changing edges where ids run out.
  void assignIds();
  /// Removes what others imply, as far as that can be tried in bounded time.
  /// After assignIds, also keeps what the reuse of ids relies on.
  void removeRedundant(bool hasIds);
  /// Lets other pipes pass on what the scalar unit has done.
  void passOnScalarWork();
  SyncPlan takePlan();

private:
  enum class Mode { Quiet, Insert, Check, Collect };
  /// Edges at one node, by place.
  struct Attachments {
    std::vector<uint32_t> presets, waitsBefore, setsBefore;
    std::vector<uint32_t> waitsAfter, setsAfter, drains;
    uint8_t barriers = 0;
    bool barrierAll = false;
    /// Pairs of pipes that wait for each other before the node, a bit each:
    /// bit first * kNumPipes + second, first < second.
    uint64_t handshakes = 0;
    /// Of those, what is known to be needed.
    uint8_t neededBarriers = 0;
    bool needsBarrierAll = false;
    uint64_t neededHandshakes = 0;
  };
  template <typename Fn>
  void forEachHandshake(const Attachments &at, Fn fn) const {
    for (unsigned bit = 0; at.handshakes >> bit; ++bit)
      if (at.handshakes >> bit & 1)
        fn(pipes.at(bit / kNumPipes), pipes.at(bit % kNumPipes));
  }
  struct Snapshot {
    uint32_t slot;
    PendingRow row;
  };
  using Snapshots = std::array<std::vector<Snapshot>, kNumPipes>;
  /// What is known of a loop or branch from the last time it was walked. What
  /// is done in it depends on the state before it and on the flags inside only.
  struct Region {
    uint64_t version = 1;     ///< changes with the flags and barriers inside
    uint64_t walked = 0;      ///< the version that was walked last; 0: none
    bool isSettled = false;   ///< nothing was missing
    bool isCollected = false; ///< views of waits were taken
    /// Text without waits was dropped, when this many waits had been placed.
    bool hasForgotten = false;
    uint64_t waitsPlaced = 0;
    State entry, exit; ///< the states before and after it
    State back;        ///< Loop: what reaches the body from its end.
  };

  // Solve.cpp
  void findFirstOnPipes();
  void settle();
  bool settleOnce();
  void solveChildren(BlockId block);
  void solveLoop(NodeId loop);
  State startState(NodeId node, BlockId block, uint32_t slot) const;

  // Walk.cpp
  void walkBlock(BlockId block, State &state, Mode mode);
  void walkNode(NodeId node, State &state, Mode mode);
  bool recall(NodeId node, State &state, Mode mode);
  void walkRegion(NodeId node, State &state, Mode mode);
  void walkLoop(NodeId loop, State &state, Mode mode);
  void walkBranch(NodeId branch, State &state, Mode mode);
  void walkSync(NodeId node, State &state);
  void applyBefore(NodeId node, State &state, Mode mode);
  void applyAfter(NodeId node, State &state, Mode mode);
  void applyWait(uint32_t edge, State &state, uint32_t now);
  void applyCrossingWait(uint32_t edge, unsigned ahead, State &state,
                         uint32_t now);
  void shiftFlags(NodeId loop, State &state) const;
  FlagRows setAside(NodeId node, State &state) const;
  static void bringBack(FlagRows &&aside, State &state);
  void passWait(Pipe to, const PendingRow &carried, State &state, uint32_t now);
  void tellAll(Pipe to, State &state, uint32_t now);
  bool isEmpty(unsigned pipe, uint32_t begin, uint32_t end) const;
  void forgetEmpty(State &state, uint32_t now);
  void shakeHands(Pipe first, Pipe second, State &state, uint32_t now);
  void recordWait(BlockId block, Pipe to, uint32_t slot, const State &state);
  PendingSet viewOfWaits(const Edge &edge, const State &state,
                         uint32_t now) const;
  void collect(NodeId node, bool before, State &state);
  void record(BlockId block, Pipe pipe, uint32_t slot, const State &state);
  void recordAll(BlockId block, uint32_t slot, const State &state);
  Snapshots &rowsOf(BlockId block, uint32_t slot);
  bool isComplete(const Snapshots &snapshots, BlockId block) const;
  const PendingRow &rowAt(const Snapshots &snapshots, Pipe pipe,
                          uint32_t slot) const;
  PendingRow message(const Snapshots &snapshots, Pipe pipe,
                     uint32_t slot) const;
  uint32_t setSlot(const Edge &edge) const;
  uint32_t waitSlot(const Edge &edge) const;

  // Order.cpp
  void satisfy(NodeId node, State &state);
  void order(const Source &source, Pipe from, NodeId node, State &state);
  void addBarrier(const Source &source, NodeId node, bool all, State &state);
  void addForward(Edge edge, NodeId consumer, State &state);
  void addAhead(const Source &source, Edge edge, NodeId consumer, State &state);
  void addCrossing(const Source &source, Edge edge, NodeId consumer,
                   State &state);
  void apply(PendingRow message, const Edge &edge, NodeId consumer,
             State &state);
  bool relieve(Edge &edge, NodeId consumer, State &state);

  // Edges.cpp
  using PairKey = std::tuple<BlockId, uint8_t, uint8_t>;
  static PairKey keyOf(const Edge &edge);
  /// Returns false if an existing edge already gives this order.
  bool insertEdge(Edge edge);
  void limitCrossings(const Edge &edge);
  void mergeInto(uint32_t kept, uint32_t dropped);
  unsigned idCount(Pipe from, Pipe to) const;
  void attach(uint32_t edge);
  void countWait(const Edge &edge, int change);
  void detach(uint32_t edge);
  template <typename Fn> void forEachConcerned(const Edge &edge, Fn fn);
  void changed(BlockId block);
  void invalidate(BlockId block);

  // Needed.cpp
  /// What stands before a node and may not be needed.
  struct Candidate {
    enum { Flag, Handshake, PipeBarrier, AllBarrier } kind;
    NodeId node;
    uint32_t edge = kNone; ///< Flag
    uint64_t bit = 0;      ///< Handshake, PipeBarrier
    size_t place = 0;      ///< of the wait among those left
  };
  /// A walk beside that of the kernel, without a candidate.
  struct Trial {
    Candidate candidate;
    State state;
    Snapshots rows; ///< of the candidate's block, from it on
    /// Flags set since whose waits will not tell as much as they did.
    std::vector<uint32_t> weakened;
    unsigned steps = 0;
  };
  void findNeeded(bool mayRemove);
  void probeBlock(BlockId block, State state);
  void walkProbed(NodeId node, State &state);
  bool goOn(std::vector<Trial> &trials, NodeId node, const State &state);
  bool begin(Trial &made, NodeId node, const State &before, const State &after);
  void probeInside(NodeId node, const State &state);
  std::vector<Candidate> candidatesAt(NodeId node) const;
  void markNeeded(const Candidate &candidate);
  void leaveOut(Candidate &candidate);
  void putBack(const Candidate &candidate);
  void remove(Candidate candidate);
  bool walkTrial(Trial &trial, NodeId node);
  bool hasJoined(const Trial &trial, const State &state, NodeId node) const;
  void noteSets(Trial &trial, NodeId node);

  // Minimise.cpp
  bool isSufficient(bool hasIds);
  /// A node of the body, and what is known around it.
  struct Stretch {
    NodeId node = kNone;
    State before, after;
    std::array<size_t, kNumPipes> begins = {}; ///< snapshots before the node
    Snapshots recorded;                        ///< those of the node
  };
  PendingSet pendingOf(unsigned pipe, PendingSet set, uint32_t now) const;
  bool isWithin(const PendingRow &part, const PendingRow &whole,
                uint32_t now) const;
  bool isWithin(const State &part, const State &whole, uint32_t now) const;
  State walkStretch(const Stretch &stretch, Mode mode);
  void forgetStretch(const Stretch &stretch);
  Snapshots recordedIn(const Stretch &stretch) const;
  bool keepsOrders(const Stretch &stretch, const State &after) const;
  void passOn(uint32_t edge, Stretch &stretch);
  bool passOn(uint32_t edge, uint32_t carrier, Stretch &stretch);
  bool isEnough(uint32_t made, Stretch &stretch);

  // EventIds.cpp
  using PairMembers = std::map<std::pair<Pipe, Pipe>, std::vector<uint32_t>>;
  PairMembers collectPairs();
  bool assignPair(Pipe from, Pipe to, std::vector<uint32_t> &members);
  void resolveSelfConflict(uint32_t edge);
  bool resolveShortage(uint32_t edge, const std::vector<uint32_t> &rivals);
  bool narrow(uint32_t edge);
  bool narrowWidest(const std::vector<uint32_t> &family);
  bool addThrottle(uint32_t rival, uint32_t edge, uint32_t depth);
  uint32_t throttleOldest(uint32_t edge, const std::vector<uint32_t> &rivals);
  void giveUp(uint32_t edge);
  void meet(NodeId node, Pipe from, Pipe to);
  void remarkMeetings();
  bool reserveHandshake(Pipe from, Pipe to);

  unsigned idsNeeded(const Edge &edge) const;
  NodeId rotatingLoop(const Edge &edge) const;
  uint32_t endSlot(const Edge &edge) const;
  uint32_t beginSlot(const Edge &edge) const;
  std::vector<uint32_t> waitSlots(const Edge &edge) const;

  // Lower.cpp
  void lowerCrossings();
  void lowerCrossings(const std::vector<uint32_t> &members, unsigned limit);
  bool lower(uint32_t edge);
  NodeId loopBelow(const Edge &edge) const;

  const Program &program;
  InsertSyncOptions options;
  Structure structure;
  PipeNumbers pipes; ///< rows and lists below are by these numbers
  AccessIndex accesses;

  /// Per block: the first node that is or contains an instruction of a pipe.
  std::vector<std::array<NodeId, kNumPipes>> firstOnPipe;
  /// In order, by pipe.
  std::array<std::vector<uint32_t>, kNumPipes> instructionSlots;
  /// How many ordinary flags each pipe waits for at a slot.
  std::array<std::map<uint32_t, unsigned>, kNumPipes> waitCounts;
  std::vector<Edge> edges;
  std::vector<Attachments> attached;
  /// Per loop or branch: the live flags across iterations that are set or
  /// waited for at it or inside. All others pass it unchanged.
  std::vector<std::vector<uint32_t>> concerning;
  /// Live ordinary edges of a block and pair by wait slot; their set slots
  /// increase with it.
  std::map<PairKey, std::map<uint32_t, uint32_t>> ladders;
  std::map<PairKey, std::vector<uint32_t>> crossings;
  /// Most ordinary flags of a block and pair in flight at once.
  std::map<PairKey, unsigned> pressure;
  /// Waits up to this slot are known to have passed since the last throttle.
  std::map<PairKey, uint32_t> throttleFloors;
  std::vector<Snapshots> snapshots, previous;
  Trial *trial = nullptr; ///< being walked, in `trialBlock`
  BlockId trialBlock = kNone;
  bool mayRemove = false; ///< what is found not to be needed
  /// Of loops and branches, by `regionOf`.
  std::vector<Region> regions;
  std::vector<uint32_t> regionOf;  ///< per node
  std::vector<uint32_t> additions; ///< per block
  uint32_t totalAdditions = 0;
  uint64_t nodesWalked = 0;
  std::vector<uint64_t>
      nodeCosts;            ///< of the last walk that could add, in nodes
  uint64_t walkCost = 0;    ///< of the last walk of the whole kernel
  uint64_t wholeWalks = 0;  ///< nodes walked to pass on scalar work
  uint64_t changes = 1;     ///< of flags and barriers
  uint64_t waitsPlaced = 0; ///< slots that a wait has been added at
  bool isChecking = false;
  bool canResolve = true;
  bool mayHaveLostOrder = false; ///< since the kernel was last settled
  bool isVerifying = false;      ///< assignPair only checks
  bool isUnordered = false;      ///< result of Mode::Check
  bool hasForgotten = false;     ///< text without waits, since it was reset
  /// Ids that the author's own flags use, as a bit set per pair.
  std::array<std::array<uint8_t, kNumPipes>, kNumPipes> reservedIds = {};
  /// The id that each direction of a handshake uses, plus one; 0: none yet.
  std::array<std::array<uint8_t, kNumPipes>, kNumPipes> handshakeIds = {};
  /// Where pipes have been made to wait for each other for want of an id of
  /// `from` to `to`; without a bit, all pipes.
  struct Meeting {
    NodeId node;
    Pipe from, to;
    uint64_t bit; ///< in Attachments::handshakes
  };
  std::vector<Meeting> meetings;
  SyncPlan plan;
};

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_SOLVER_H
