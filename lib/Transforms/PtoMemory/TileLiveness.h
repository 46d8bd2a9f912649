//===- TileLiveness.h - when each tile's bytes are needed -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Positions count the operations of the function in the order of its text, two
// units each: sources are needed in the first, results from the first on.
//
// What is followed are handles: a tile, and each view of all of it. A write
// through a handle ends the need of what is read through the same handle before
// it; what is read through another one may be older.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_TRANSFORMS_PTOMEMORY_TILELIVENESS_H
#define PYPTO_LIB_TRANSFORMS_PTOMEMORY_TILELIVENESS_H

#include "pypto/Allocator/Problem.h"
#include "pypto/Dialect/Pto/Pto.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace pypto {

class PtoTileLiveness {
public:
  explicit PtoTileLiveness(mlir::func::FuncOp func);

  /// The tiles without an address, which are those that are followed, in the
  /// order of the text.
  llvm::ArrayRef<mlir::pto::AllocTileOp> getTiles() const { return tiles; }
  /// When \p tile, one of getTiles(), is needed; at least one range.
  std::vector<allocator::Range> getRanges(mlir::pto::AllocTileOp tile) const;
  /// Whether something that is read of \p tile, one of getTiles(), may not have
  /// been written since the tile was made.
  bool needsOldBytes(mlir::pto::AllocTileOp tile) const {
    return hasBlocks || oldBytes.test(indexOf(tile));
  }
  /// One past the last position.
  int64_t getEnd() const { return 2 * int64_t(nextPosition); }

private:
  /// What an operation, or everything in a region, needs from before (gen) and
  /// overwrites on every path (kill).
  struct Summary {
    llvm::BitVector gen, kill;
  };
  struct Accesses {
    llvm::SmallVector<unsigned> reads, writes, kills, allocs;
  };

  unsigned indexOf(mlir::pto::AllocTileOp tile) const;
  void addHandles(mlir::Value value, unsigned tile);
  void number(mlir::Region &region);
  int64_t beginningOf(mlir::Operation *op, unsigned tile) const;
  void dropUntouched(mlir::func::FuncOp func);
  void killHandles(unsigned tile, Accesses &accesses);
  const Accesses &accessesOf(mlir::Operation *op);
  llvm::ArrayRef<unsigned> handlesOf(mlir::Value value, bool &isWhole);
  const llvm::BitVector &genOf(mlir::Region &region);
  Summary summarise(mlir::Operation *op);
  void record(mlir::Region &region, llvm::BitVector &live);
  void record(mlir::Operation *op, llvm::BitVector &live);
  void recordLeaf(mlir::Operation *op, llvm::BitVector &live);
  void mark(unsigned handle, int64_t begin, int64_t end);
  void markAll(const llvm::BitVector &live, int64_t begin, int64_t end);

  llvm::SmallVector<mlir::pto::AllocTileOp> tiles;
  llvm::SmallVector<unsigned> tileOf;            ///< by handle
  llvm::DenseMap<mlir::Value, unsigned> indices; ///< of handles
  llvm::BitVector oldBytes;                      ///< by tile
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned>> origins;
  llvm::DenseMap<mlir::Operation *, Accesses> accesses;
  llvm::DenseMap<mlir::Operation *, int64_t> positions;
  llvm::DenseMap<mlir::Region *, llvm::BitVector> gens;
  /// Per tile, from the last range to the first.
  std::vector<std::vector<allocator::Range>> ranges;
  int64_t nextPosition = 0;
  bool hasBlocks = false; ///< control flow between blocks: no analysis
};

} // namespace pypto

#endif // PYPTO_LIB_TRANSFORMS_PTOMEMORY_TILELIVENESS_H
