//===- PackSearch.h - what the packing searches share -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both searches place items one after the other at their lowest offsets, keep
// for every unplaced item the earliest offset at which it can still end up, and
// turn back when the items of some clique no longer fit. They differ in what
// they branch on, and each is fast where the other is lost.
//
//===----------------------------------------------------------------------===//
#ifndef PYPTO_LIB_ALLOCATOR_PACKSEARCH_H
#define PYPTO_LIB_ALLOCATOR_PACKSEARCH_H

#include "Packing.h"
#include <memory>

namespace pypto::allocator {

/// Around which item to branch.
enum class PivotRule {
  /// The lowest one.
  Lowest,
  /// The lowest one of the clique with the least room to waste, where cliques
  /// that often were the reason to turn back count as tighter.
  Tightest,
};

class PackSearch {
public:
  PackSearch(const PoolModel &model, const ConflictGraph &graph, int64_t height,
             Budget &budget);
  virtual ~PackSearch() = default;

  /// False if the cliques alone prove that there is no packing.
  bool boundsHold() const;

  /// Searches from the start, taking items with a higher \p priority first,
  /// until \p budget has spent \p nodeEnd steps.
  PackStatus run(const std::vector<double> &priority, PivotRule rule,
                 int64_t nodeEnd);

  /// The offsets that were found, by item.
  const std::vector<int64_t> &offsets() const { return lowest; }

protected:
  static constexpr unsigned kNone = ~0u;

  struct Change {
    enum Kind { Placed, Lifted, Passed, Tightened, Slackened } kind;
    /// The item; for Slackened the clique.
    unsigned item;
    /// The former offset or slack.
    int64_t value;
    /// Tightened: the former key; Passed: the former rank.
    uint64_t extra;
  };

  /// Decides about one or more of \p open and searches on. The common checks
  /// have been made; the caller remembers failures.
  virtual PackStatus branch(const std::vector<unsigned> &open) = 0;
  /// True if a decision says that \p item does not stay at its lowest offset.
  virtual bool isPassedOver(unsigned item) const = 0;
  /// A hash of that decision, as far as the future depends on it.
  virtual uint64_t passedKey(unsigned item) const = 0;
  /// Takes back a change of kind Passed.
  virtual void undoPassed(const Change &change) = 0;
  /// The lowest offset of \p item after \p edge's item has been placed.
  virtual int64_t lift(unsigned item, const Edge &edge) = 0;

  /// Searches for places of \p open, the unplaced items of one independent
  /// part. \p mark is the length of the trail before the latest decision.
  PackStatus search(const std::vector<unsigned> &open, size_t mark);
  /// Places \p item and searches for the rest of \p open; takes everything back
  /// unless a packing is found.
  PackStatus searchWith(const std::vector<unsigned> &open, unsigned item,
                        size_t mark);
  /// Solves parts that no unplaced pair connects one after the other.
  PackStatus searchParts(const std::vector<unsigned> &open);

  /// Fixes \p item at its lowest offset; returns false if a neighbour then no
  /// longer fits.
  bool place(unsigned item);
  void undo(size_t mark);

  /// True if no unplaced neighbour can end up in \p item's lowest place. Then
  /// the item may as well be there.
  bool fitsHole(unsigned item) const;
  /// An item that changed, may stay at its lowest offset and fits a hole, or
  /// kNone.
  unsigned holeFiller() const;
  bool isBlockedByTwin(unsigned item) const {
    return twinBefore[item] != kNone && !placed[twinBefore[item]];
  }
  int64_t sizeOf(unsigned item) const { return model.items[item].size; }
  /// Smaller for a clique around which to branch sooner.
  double tightness(unsigned clique) const {
    return double(slack[clique] + 1) / (1 + cliques[clique].failures);
  }

  const PoolModel &model;
  const ConflictGraph &graph;
  int64_t height;
  Budget &budget;

  /// All pairs; those of item i are at edgeBegin[i] to edgeBegin[i + 1].
  std::vector<Edge> edges;
  std::vector<unsigned> edgeBegin;
  std::vector<std::vector<unsigned>> cliquesOf;
  /// Position in the ranking in use.
  std::vector<unsigned> rank;
  PivotRule pivotRule = PivotRule::Lowest;

  /// Lowest offset over the placed neighbours; the offset itself once placed.
  std::vector<int64_t> lowest;
  std::vector<bool> placed;
  /// Least offset at which an item can still end up.
  std::vector<int64_t> earliest;
  std::vector<Change> trail;

private:
  struct Member {
    unsigned item;
    int64_t weight;
  };
  struct Clique {
    /// Roughly sorted by earliest offset.
    std::vector<Member> members;
    /// The topmost member needs this much less than its weight.
    int64_t topSaving = INT64_MIN;
    /// How often it was the reason to turn back.
    double failures = 0;
  };

  /// Remembers states that were searched without success. States with the same
  /// unplaced items and the same bounds and decisions have the same future.
  class FailedStates {
  public:
    FailedStates() : slots(size_t(1) << kBits, 0) {}
    bool contains(uint64_t key) const { return slots[slotOf(key)] == key; }
    void insert(uint64_t key) { slots[slotOf(key)] = key; }

  private:
    static constexpr int kBits = 16;
    static size_t slotOf(uint64_t key) { return key >> (64 - kBits); }
    std::vector<uint64_t> slots;
  };

  void prepare();
  void prepareCliques();
  /// Finds items that are equal in all that matters; these are only placed in
  /// the order of their ranks.
  void findTwins();
  bool areTwins(unsigned a, unsigned b) const;
  void rankBy(const std::vector<double> &priority);

  void markChanged(unsigned item);
  /// Collects the items whose bounds may have changed since \p mark.
  void findChanged(size_t mark);
  /// Brings the earliest offsets of the changed items up to date and checks
  /// their cliques; returns false if something no longer fits.
  bool tighten();
  /// The least offset at which an item that was passed over can end up: over a
  /// neighbour that is yet to come and will cover part of its lowest place.
  /// Returns -1 if there is none, since the item could then sink back.
  int64_t supported(unsigned item) const;
  /// Returns how many bytes the members of \p clique may still waste: those
  /// that start no earlier than some offset have to fit above it, for every
  /// such offset.
  int64_t slackOf(Clique &clique);

  int64_t nodeEnd = 0;
  /// All items, by the start of their reach.
  std::vector<unsigned> items;
  /// The stretch of time in which an item can matter to another.
  std::vector<Range> reach;
  std::vector<Clique> cliques;
  /// Equal for items that can be exchanged for each other.
  std::vector<unsigned> twinClass;
  /// The twin that is ranked right before an item, or kNone.
  std::vector<unsigned> twinBefore;

  /// Bytes that the items of a clique may still waste.
  std::vector<int64_t> slack;
  /// Hash of what the future of an item depends on.
  std::vector<uint64_t> itemKey;
  FailedStates failed;

  unsigned stamp = 0;
  std::vector<unsigned> changed, changedStamp, cliqueStamp;
};

/// A search that picks the next lowest item of a group of items which compete
/// for the same addresses. Placed items never have unplaced ones below them.
std::unique_ptr<PackSearch> makeGroupSearch(const PoolModel &model,
                                            const ConflictGraph &graph,
                                            int64_t height, Budget &budget);

/// A search that decides for one item whether it stays at its lowest offset.
/// Later items may fill holes below.
std::unique_ptr<PackSearch> makePostponeSearch(const PoolModel &model,
                                               const ConflictGraph &graph,
                                               int64_t height, Budget &budget);

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_PACKSEARCH_H
