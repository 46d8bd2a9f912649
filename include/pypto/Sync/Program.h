//===- Program.h - a kernel as synchronisation sees it ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel of one core as plain data: which pipe runs each instruction, which
// bytes it reads and writes, and the loops and branches around it. Nothing here
// depends on MLIR or LLVM. Offsets and sizes are in bytes unless stated.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_SYNC_PROGRAM_H
#define PYPTO_SYNC_PROGRAM_H

#include "pypto/Target/Types.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace pypto::sync {

using target::Arch;
using target::kNumPipes;
using target::Pipe;

using NodeId = uint32_t;
using BlockId = uint32_t;
inline constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
/// End of a byte range whose true end is not known.
inline constexpr int64_t kUnbounded = std::numeric_limits<int64_t>::max();

/// A run-time integer in an offset.
struct Symbol {
  /// The innermost loop whose iterations may change the value; kNone when it is
  /// the same throughout the kernel.
  NodeId loop = kNone;
  /// For the induction variable of `loop`: what one iteration adds. Zero for
  /// any other value, of which nothing is known between two iterations.
  int64_t step = 0;
  /// Inclusive bounds, where known.
  std::optional<int64_t> min, max;
};

/// factor * symbol.
struct Term {
  uint32_t symbol;
  int64_t factor;
};

/// One dimension of a window: offset = constant + sum(terms), in elements.
struct WindowDim {
  int64_t constant = 0;
  std::vector<Term> terms;
  /// False when nothing is known of the offset.
  bool offsetKnown = true;
  /// Elements; negative when not known.
  int64_t size = -1;
};

/// A rectangular window of a strided tensor. Two windows can be compared
/// dimension by dimension only when they have the same `geometry` (the same
/// base, strides and rank).
struct Window {
  uint32_t geometry = 0;
  std::vector<WindowDim> dims;
};

/// A buffer with several slots that the iterations of a loop take in turns:
/// iteration n, counted from 0, touches `size` bytes from begins[n mod number
/// of begins] on.
struct Rotation {
  NodeId loop = kNone;
  std::vector<int64_t> begins;
  int64_t size = 0;
};

/// One operand of an instruction. Two accesses of different memories never
/// overlap.
struct Access {
  /// Index of a memory: an on-chip memory whose addresses are known, a buffer
  /// that has no address yet, or a tensor in global memory.
  uint32_t memory = 0;
  /// A byte range that contains every byte touched.
  int64_t begin = 0;
  int64_t end = kUnbounded;
  bool isWrite = false;
  /// Index into Program::windows for a finer test; kNone when there is none.
  uint32_t window = kNone;
  /// Index into Program::rotations; kNone when the bytes are the same in every
  /// iteration. `begin` and `end` then contain all slots.
  uint32_t rotation = kNone;
};

enum class SyncKind : uint8_t { Set, Wait, Barrier, BarrierAll };

/// One synchronisation instruction. `id` is 0-7 per ordered pair of pipes; a
/// barrier uses only `from`, a barrier of all pipes neither. With `idCount`
/// above one the id is chosen at run time: iteration n of `loop`, counted from
/// 0, uses id + n mod idCount.
struct SyncInstruction {
  SyncKind kind = SyncKind::Barrier;
  Pipe from = Pipe::S;
  Pipe to = Pipe::S;
  uint8_t id = 0;
  uint8_t idCount = 1;
  NodeId loop = kNone;
  bool isRotating() const { return idCount > 1; }
  bool operator==(const SyncInstruction &o) const {
    return kind == o.kind && from == o.from && to == o.to && id == o.id &&
           idCount == o.idCount && loop == o.loop;
  }
};

enum class NodeKind : uint8_t {
  Instruction, ///< runs on `pipe`
  Loop,        ///< one block
  Branch,      ///< exactly one of its blocks runs
  Sync,        ///< synchronisation that the kernel's author wrote
};

struct Node {
  NodeKind kind = NodeKind::Instruction;
  Pipe pipe = Pipe::S;
  /// Instruction on M whose successor may read the accumulator too early, see
  /// Rules.h.
  bool isShortAccumulation = false;
  /// Loop: whether the body may not run at all.
  bool mayRunZeroTimes = true;
  SyncInstruction sync;
  std::vector<Access> accesses;
  /// Starts a transfer beside the pipes, which touches `accesses` until an
  /// instruction that ends it has run.
  bool startsTransfer = false;
  /// The transfers that are over once this has run, by what started them: those
  /// of this iteration, or with `endsAnyInstance` of all iterations.
  std::vector<NodeId> endsTransfers;
  bool endsAnyInstance = false;
  /// Orders what `accesses` name and does not touch it itself.
  bool isFence = false;
  std::vector<BlockId> blocks;
  BlockId parent = kNone;
};

struct Block {
  NodeId parent = kNone; ///< kNone for the body of the kernel
  std::vector<NodeId> nodes;
};

/// A whole kernel. Block 0 is its body. Nodes may be added in any order;
/// program order is that of the blocks' node lists.
class Program {
public:
  Program() { blocks.emplace_back(); }

  static constexpr BlockId body() { return 0; }
  NodeId addInstruction(BlockId block, Pipe pipe, std::vector<Access> accesses);
  /// Returns the loop; its body is `nodes[loop].blocks[0]`.
  NodeId addLoop(BlockId block, bool mayRunZeroTimes = true);
  /// Returns the branch; its \p arms blocks are alternatives. A branch that may
  /// do nothing has an arm that stays empty.
  NodeId addBranch(BlockId block, unsigned arms = 2);
  NodeId addSync(BlockId block, SyncInstruction sync);

  std::vector<Node> nodes;
  std::vector<Block> blocks;
  std::vector<Symbol> symbols;
  std::vector<Window> windows;
  std::vector<Rotation> rotations;

private:
  NodeId append(BlockId block, Node node);
};

/// A synchronisation instruction that is to be added, and where.
struct PlacedSync {
  NodeId anchor = kNone;
  /// Before or after the anchor. Instructions with the same place are executed
  /// in the order in which they are listed.
  bool before = true;
  SyncInstruction sync;
  /// Instructions that only make sense together (a set and its waits) have the
  /// same group.
  uint32_t group = 0;
};

/// "set MTE2->V id 3", "barrier V", ... for messages.
std::string toString(const SyncInstruction &sync);

} // namespace pypto::sync

#endif // PYPTO_SYNC_PROGRAM_H
