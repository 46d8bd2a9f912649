//===- BufferLifetimes.h - when each buffer is in use -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_MEMORY_BUFFERLIFETIMES_H
#define PYPTO_TRANSFORMS_MEMORY_BUFFERLIFETIMES_H

#include "Memory/LiveRanges.h"
#include "pypto/Transforms/TileBuffers.h"

namespace pypto {

/// The buffers of a kernel with what lives in them.
class BufferLifetimes {
public:
  struct Buffer {
    mlir::pypto::MemrefAllocOp alloc;
    mlir::pypto::MemorySpace space;
    int64_t bytes;
    LiveRanges ranges;
    llvm::SmallVector<mlir::Value> tiles;
  };

  BufferLifetimes(mlir::func::FuncOp kernel, const TileBuffers &tileBuffers);

  /// In the order of the allocations; one that lost its tiles to another buffer
  /// has none left.
  llvm::ArrayRef<Buffer> getBuffers() const { return buffers; }
  const TileLiveness &getLiveness() const { return liveness; }

  /// Lets results of `space` take the buffers of operands that die where they
  /// are computed, in program order. Returns how many did.
  unsigned computeInPlace(mlir::pypto::MemorySpace space);

private:
  /// The buffer that has taken over from the one with this index.
  unsigned find(unsigned index) {
    while (mergedInto[index] != index)
      index = mergedInto[index] = mergedInto[mergedInto[index]];
    return index;
  }
  unsigned getIndex(mlir::Value tile) { return find(bufferOf.lookup(tile)); }
  bool canMerge(unsigned a, unsigned b);
  void merge(unsigned into, unsigned from);

  TileLiveness liveness;
  llvm::SmallVector<Buffer, 0> buffers;
  /// Index into `buffers`.
  llvm::DenseMap<mlir::Value, unsigned> bufferOf;
  llvm::SmallVector<unsigned> mergedInto;
  llvm::SmallVector<mlir::pypto::TileOpInterface> operations;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MEMORY_BUFFERLIFETIMES_H
