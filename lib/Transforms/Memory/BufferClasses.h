//===- BufferClasses.h - tiles that live in one buffer ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_MEMORY_BUFFERCLASSES_H
#define PYPTO_TRANSFORMS_MEMORY_BUFFERCLASSES_H

#include "Memory/LiveRanges.h"
#include "Utils/ValueClasses.h"

#include "mlir/IR/Dominance.h"

namespace pypto {

/// Assigns the tiles of a kernel to buffers: a view has its source's buffer, an
/// update in place its target's, and what control flow merges has one. Where
/// the contents of two such tiles would be needed at the same time a copy is
/// inserted; where the memory has no copies (Acc) that is an error.
class BufferClasses {
public:
  explicit BufferClasses(mlir::func::FuncOp kernel);

  mlir::LogicalResult run();

  /// Operations that pass on tiles of which one would have to be copied over
  /// another that is still to be copied (exchanged carries). If there are any
  /// the classes are not complete.
  llvm::ArrayRef<mlir::Operation *> getConflicts() const { return conflicts; }
  /// Takes the inserted copies out again.
  void eraseCopies();

  /// Classes with the tiles of each, both in program order.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> getClasses();

  /// The author's buffer that `tile` is bound to, or null.
  mlir::Value getDeclaredBuffer(mlir::Value tile) {
    mlir::pypto::TileBindOp binding = infos[find(tile)].binding;
    return binding ? binding.getBuffer() : mlir::Value();
  }

  unsigned getNumCopies() const { return copies.size(); }

private:
  struct Info {
    LiveRanges ranges;
    llvm::SmallVector<mlir::Value> tiles;
    /// The first operation that binds a tile of the class to a buffer.
    mlir::pypto::TileBindOp binding;
  };

  unsigned add(mlir::Value tile, LiveRanges ranges);
  unsigned find(mlir::Value tile) { return classes.find(tile); }
  void join(unsigned a, unsigned b);
  /// Two classes that are bound to different buffers of the author's.
  bool areBoundApart(unsigned a, unsigned b);
  /// Gives all tiles that are bound to one buffer one class; an error if two of
  /// them are needed at once.
  mlir::LogicalResult joinBindings();
  /// True if the two classes can have one buffer: never needed at once, and no
  /// operation writes one while it reads the other unless it may.
  bool canJoin(unsigned a, unsigned b);
  /// True unless one of the classes is in a slot that is chosen too late for a
  /// tile of the other.
  bool isChosenInTime(unsigned a, unsigned b);
  mlir::LogicalResult visitOperation(mlir::pypto::TileOpInterface op);
  mlir::LogicalResult visitFlow(mlir::Operation *op);
  mlir::LogicalResult joinFlow(mlir::OpOperand &source, mlir::Value target);
  /// Puts a copy of the operand's tile before its user.
  mlir::FailureOr<mlir::Value> copy(mlir::OpOperand &use);

  mlir::func::FuncOp kernel;
  TileLiveness liveness;
  mlir::DominanceInfo dominance;
  ValueClasses classes;
  llvm::SmallVector<Info, 0> infos;
  /// Each copy with the operand that got it.
  llvm::SmallVector<std::pair<mlir::Operation *, mlir::OpOperand *>> copies;
  llvm::SmallVector<mlir::Operation *> conflicts;
};

/// Gives each update in place, and each carry, of a tile without content
/// (`tile.create`) a tile of its own: it need not be kept for later users.
void separateCreatedTiles(mlir::func::FuncOp kernel);

/// Copies every tile in Vec that `op` passes on, so that none of them is needed
/// any more when they are copied to where they go.
void copyPassedTiles(mlir::Operation *op);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MEMORY_BUFFERCLASSES_H
