//===- TileHandles.h - pto tiles of one kernel ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_CONVERSION_PYPTOTOPTO_TILEHANDLES_H
#define PYPTO_CONVERSION_PYPTOTOPTO_TILEHANDLES_H

#include "PyptoToPto/TensorViews.h"
#include "pypto/Transforms/TileBuffers.h"

#include "llvm/ADT/DenseSet.h"

#include <array>

namespace pypto {

/// A handle names a buffer, a type and, where known only at run time, a valid
/// region. Tiles that agree in all share one handle.
class TileHandles {
public:
  /// Rows and columns; null where the type says how many.
  using Valid = std::array<mlir::Value, 2>;

  TileHandles(mlir::OpBuilder &head, ConstantPool &constants,
              const TileBuffers &buffers)
      : head(head), constants(constants), buffers(buffers) {}

  /// The handle of a tile; null for a tile with a run-time valid region that
  /// was not bound.
  mlir::Value get(mlir::Value tile);

  /// The handle under the type that an instruction wants: other elements of as
  /// many bits, or a static tile valid everywhere. Where the tile is a part of
  /// another one only the elements can change.
  mlir::Value getAs(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value tile, mlir::pto::TileBufType type);

  /// Makes the handle of a tile whose valid region is `valid`, before `builder`
  /// if that is a run-time one.
  void bind(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tile,
            Valid valid);
  /// Makes the handles of the tiles that live in `slot`, whose index is
  /// `index`: parts of one tile that has room for all slots.
  void chooseSlot(mlir::OpBuilder &builder, mlir::pypto::MemrefSlotOp slot,
                  mlir::Value index);

  /// Uses `handle`, a part of another one, for `tile`.
  void bindTo(mlir::Value tile, mlir::Value handle, Valid valid);

  /// Uses the handle of `target`, which has been written, for `tile`. What is
  /// written of a part is a part.
  void bindWritten(mlir::Value tile, mlir::Value target) {
    if (isPart(target))
      parts.insert(tile);
    bindTo(tile, get(target), getRuntimeValid(target));
  }

  /// `part`, a part of a handle, as a handle of `type`; `valid` as for `bind`.
  mlir::Value seePart(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value part, mlir::pypto::TileType type,
                      Valid valid);
  /// A part of another handle: `part` with the type of `tile` and its valid
  /// region.
  void bindPart(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tile,
                mlir::Value part, Valid valid);
  void bindPart(mlir::Value tile, mlir::Value part) {
    parts.insert(tile);
    bindTo(tile, part, {});
  }
  /// True if `tile` is a part of a buffer, so that its handle is bound.
  bool isPart(mlir::Value tile) { return parts.contains(tile); }

  /// Where the buffer of a tile starts; nothing before addresses are assigned.
  std::optional<int64_t> getAddress(mlir::Value tile) {
    return buffers.get(tile).getAddress();
  }

  /// The valid region of a bound tile, constants included.
  Valid getExtents(mlir::Value tile);
  /// The same in stored elements.
  Valid getStoredExtents(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value tile);
  /// Its run-time part; null where the type says it.
  Valid getRuntimeValid(mlir::Value tile) { return runtimeValid.lookup(tile); }

  unsigned getNumHandles() const { return numHandles; }

private:
  /// `valid` of a tile of `type` in stored elements; null stays.
  Valid toStored(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::pypto::TileType type, Valid valid);
  mlir::Value create(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value tile, Valid valid);

  /// The part of all slots of the buffer that is `slot`, as a tile of `type`.
  mlir::Value createSlot(mlir::OpBuilder &builder,
                         mlir::pypto::MemrefSlotOp slot, mlir::Value index,
                         mlir::pypto::TileType type);

  mlir::OpBuilder &head;
  ConstantPool &constants;
  const TileBuffers &buffers;
  llvm::DenseMap<std::pair<mlir::Operation *, mlir::Type>, mlir::Value> shared;
  /// Parts of buffers, by slot and type of a tile that is valid everywhere.
  llvm::DenseMap<std::pair<mlir::Operation *, mlir::Type>, mlir::Value> slots;
  llvm::DenseMap<mlir::Value, mlir::Value> bound;
  llvm::DenseMap<mlir::Value, Valid> runtimeValid;
  llvm::DenseSet<mlir::Value> parts;
  unsigned numHandles = 0;
};

} // namespace pypto

#endif // PYPTO_CONVERSION_PYPTOTOPTO_TILEHANDLES_H
