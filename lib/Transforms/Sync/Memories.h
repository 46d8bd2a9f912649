//===- Memories.h - which bytes a tile or view stands for -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_TRANSFORMS_SYNC_MEMORIES_H
#define PYPTO_LIB_TRANSFORMS_SYNC_MEMORIES_H

#include "Offsets.h"

#include "pypto/Dialect/Pto/Pto.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/MapVector.h"

namespace pypto {

/// Maps values to the memories and byte ranges of a Program.
class Memories {
public:
  Memories(sync::Program &program, Offsets &offsets, bool gmMayAlias)
      : program(program), offsets(offsets), gmMayAlias(gmMayAlias) {}

  /// Appends the accesses that reading or writing \p value means, or of a tile
  /// only \p part.
  void addAccesses(mlir::Value value, bool isWrite,
                   std::vector<sync::Access> &accesses,
                   std::optional<mlir::pto::TileWindow> part = std::nullopt);
  /// As above for element \p offset of the pointer \p pointer.
  void addElementAccess(mlir::Value pointer, mlir::Value offset, bool isWrite,
                        std::vector<sync::Access> &accesses);
  /// Appends a write of all of global memory, which orders everything that
  /// touches it. To be called once all other accesses are known.
  void addWholeGlobalMemory(std::vector<sync::Access> &accesses);
  /// Appends a write of the tiles received from other cores.
  void addReceivedTiles(std::vector<sync::Access> &accesses);
  /// Number of memories seen so far.
  uint32_t count() const { return nextMemory; }

private:
  void addTile(mlir::Value tile, bool isWrite,
               std::vector<sync::Access> &accesses,
               std::optional<mlir::pto::TileWindow> part = std::nullopt);
  sync::Access getTileStorage(mlir::Value tile);
  bool addRotation(mlir::Value address, int64_t bytes, sync::Access &access,
                   int64_t unit = 1, int64_t start = 0);
  bool addSlots(mlir::pto::SubsetOp part, sync::Access &access);
  sync::Access getGlobal(mlir::Value view, sync::Window &window);
  uint32_t memoryOf(const void *key);
  uint32_t globalMemoryOf(mlir::Value root);
  uint32_t geometryOf(llvm::ArrayRef<const void *> key);
  void addWindow(sync::Access access, sync::Window window,
                 std::vector<sync::Access> &accesses);

  sync::Program &program;
  Offsets &offsets;
  bool gmMayAlias;
  llvm::DenseMap<const void *, uint32_t> memories;
  llvm::SmallVector<uint32_t> globalMemories;
  std::map<std::vector<const void *>, uint32_t> geometries;
  uint32_t nextMemory = 0;
};

} // namespace pypto

#endif // PYPTO_LIB_TRANSFORMS_SYNC_MEMORIES_H
