//===- LiveRanges.h - when the content of a tile is needed ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program points: every operation and block has a position; an operation at
// position p reads at 2p and writes at 2p + 1. Ranges are half open, sorted and
// do not touch.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_MEMORY_LIVERANGES_H
#define PYPTO_TRANSFORMS_MEMORY_LIVERANGES_H

#include "pypto/Allocator/Problem.h"
#include "pypto/Dialect/Pypto/Pypto.h"

#include "llvm/ADT/DenseMap.h"

namespace pypto {

/// A set of program points.
class LiveRanges {
public:
  using Range = allocator::Range;

  void add(Range range);
  void add(const LiveRanges &other);
  bool overlaps(const LiveRanges &other) const;
  llvm::ArrayRef<Range> get() const { return ranges; }

private:
  llvm::SmallVector<Range, 2> ranges;
};

/// Live ranges of the tiles of one function. A tile that is defined before a
/// loop and used in it is live to the loop's end, since the next iteration
/// needs it again. Of a branch only the regions that lead to a use count.
class TileLiveness {
public:
  explicit TileLiveness(mlir::func::FuncOp func);

  /// Where the content of `tile` is needed. Control flow that passes the tile
  /// on is a use; what the tile becomes is another value.
  LiveRanges getRanges(mlir::Value tile) const;

  /// Position of an operation, and of the end of one with regions.
  int64_t getPosition(mlir::Operation *op) const { return begin.lookup(op); }
  int64_t getEnd(mlir::Operation *op) const {
    auto found = end.find(op);
    return found == end.end() ? getPosition(op) : found->second;
  }
  /// Positions are below this.
  int64_t getNumPositions() const {
    return static_cast<int64_t>(operations.size());
  }
  /// The operation at a position, for messages.
  mlir::Operation *getOperation(int64_t position) const {
    return operations[position];
  }

private:
  void number(mlir::Block &block);
  /// The first point at which `value` has its content.
  int64_t getDefinition(mlir::Value value) const;

  llvm::DenseMap<mlir::Operation *, int64_t> begin, end;
  llvm::DenseMap<mlir::Block *, int64_t> blocks;
  llvm::SmallVector<mlir::Operation *> operations;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MEMORY_LIVERANGES_H
