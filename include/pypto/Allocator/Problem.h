//===- Problem.h - what has to be placed, and under which rules -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input of the on-chip address allocator as plain data: buffers with
// lifetimes, memories with capacities, and the rules between them. Nothing
// here depends on MLIR or LLVM. All sizes, offsets and capacities are in bytes;
// all times are abstract program points.
//
//===----------------------------------------------------------------------===//
#ifndef PYPTO_ALLOCATOR_PROBLEM_H
#define PYPTO_ALLOCATOR_PROBLEM_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pypto::allocator {

/// A half-open range [begin, end) of program points or of addresses. Two ranges
/// that only touch, as in [0, 4) and [4, 8), do not overlap.
struct Range {
  int64_t begin = 0;
  int64_t end = 0;

  int64_t length() const { return end - begin; }
  bool overlaps(const Range &other) const {
    return begin < other.end && other.begin < end;
  }
  bool operator==(const Range &other) const {
    return begin == other.begin && end == other.end;
  }
};

/// The lifetime of a value that the operation at position \p definedAt writes
/// and the operation at position \p lastUsedAt reads. One operation reads its
/// operands before it writes its results, so a result may take the address of
/// an operand that dies at the same operation (the op computes in place); the
/// two lifetimes then only touch. Where that is wrong for the hardware
/// operation, add a separation. A value that is never read still occupies its
/// bytes while it is being written.
inline Range lifetime(int64_t definedAt, int64_t lastUsedAt) {
  int64_t begin = 2 * definedAt + 1;
  int64_t end = 2 * lastUsedAt + 1;
  return {begin, end > begin ? end : begin + 1};
}

/// One value that needs bytes.
struct Buffer {
  /// Name used in messages and in written results; unique within a problem.
  std::string id;
  /// Bytes; at least 1.
  int64_t size = 0;
  /// The offset must be a multiple of this; at least 1, need not be a power of
  /// two. The alignment of the pool applies as well.
  int64_t alignment = 1;
  /// Indices into Problem::pools; at least one.
  std::vector<unsigned> allowedPools;
  /// When the bytes must be kept; at least one non-empty range. Ranges may come
  /// in any order and may touch or overlap each other.
  std::vector<Range> live;
  /// The exact offset, where the author of the program has chosen it.
  std::optional<int64_t> pinnedOffset;
  /// A pinned buffer that no other buffer may ever overlap, whatever the
  /// lifetimes. Meaningless without `pinnedOffset`.
  bool pinnedExclusive = false;
};

/// One memory of one core.
struct Pool {
  std::string name;
  /// Usable bytes; absent when only the height matters.
  std::optional<int64_t> capacity;
  /// Every offset in this pool is a multiple of this.
  int64_t alignment = 1;
  /// Address ranges that no buffer may touch.
  std::vector<Range> reserved;
};

/// An unordered pair of indices into Problem::buffers.
struct BufferPair {
  unsigned first = 0;
  unsigned second = 0;
};

/// What it costs to give both buffers a common byte although their lifetimes
/// allow it, for instance because one pipe must then wait for another.
struct SharingCost {
  unsigned first = 0;
  unsigned second = 0;
  /// Not negative. Charged once per listed pair, if the pair shares any byte,
  /// is not colocated and is never live together.
  int64_t cost = 0;
};

/// The copies of one value that a software pipeline keeps in flight.
struct PipelineGroup {
  struct Member {
    unsigned buffer = 0;
    /// Stage modulo depth: members with different residues are in flight
    /// together.
    unsigned residue = 0;
  };
  std::vector<Member> members;
  /// When true, members of different residue never overlap in address. When
  /// false the group is only a description (its separations were stated
  /// elsewhere, or were given up to make the kernel fit).
  bool enforced = true;
};

/// A quantity to minimise.
enum class Objective {
  /// Sum over pools of the bytes above capacity. With this term a problem that
  /// does not fit still gets offsets, marked as not fitting.
  CapacityOverflow,
  /// Sum over pools of the highest used address.
  TotalPeak,
  /// The largest of the pools' highest used addresses.
  MaxPeak,
  /// Sum of the charged sharing costs.
  ReuseCost,
};

/// Returns the name that the file formats use, such as "total_peak".
const char *getName(Objective objective);

/// A whole allocation problem.
struct Problem {
  std::string name;
  std::vector<Buffer> buffers;
  std::vector<Pool> pools;
  /// Must have the same pool and offset, even while both are live.
  std::vector<BufferPair> colocations;
  /// Must not overlap in address, whatever the lifetimes.
  std::vector<BufferPair> separations;
  /// Are never live together although the listed lifetimes overlap, because
  /// they belong to different branches; they may share addresses.
  std::vector<BufferPair> temporalExclusions;
  std::vector<PipelineGroup> pipelineGroups;
  std::vector<SharingCost> sharingCosts;
  /// Most important first: a later term only decides between solutions that
  /// are equal in all earlier ones. An empty list means any solution that fits.
  std::vector<Objective> objectives;
};

/// Returns what is wrong with \p problem itself, one sentence per fault that
/// names the buffer or pool, what was found and what was expected; empty if the
/// problem is well formed. A well-formed problem may still have no solution.
std::vector<std::string> checkProblem(const Problem &problem);

} // namespace pypto::allocator

#endif // PYPTO_ALLOCATOR_PROBLEM_H
