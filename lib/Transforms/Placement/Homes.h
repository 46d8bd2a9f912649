//===- Homes.h - the memory in which each tile lives ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_PLACEMENT_HOMES_H
#define PYPTO_TRANSFORMS_PLACEMENT_HOMES_H

#include "Utils/ValueClasses.h"
#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Target/Target.h"

#include <optional>

namespace pypto {

/// Decides for every tile value of a kernel in which memory it lives. Views and
/// the values that control flow merges form classes with one home. A class
/// whose producer or type fixes the memory lives there; any other lives where
/// the moves that its uses need take the fewest cycles, as often as they run.
class Homes {
public:
  Homes(mlir::func::FuncOp kernel, const target::Target &target)
      : kernel(kernel), target(target) {}

  /// Computes the homes; an error if a class is fixed in two memories.
  mlir::LogicalResult run();

  mlir::pypto::MemorySpace get(mlir::Value tile) {
    return *infos[classes.find(tile)].home;
  }
  /// True for a tile that its author wants in rows where the memory has boxes.
  bool isInRows(mlir::Value tile) { return infos[classes.find(tile)].isInRows; }
  /// All tile values in program order.
  llvm::ArrayRef<mlir::Value> getTiles() const { return classes.getValues(); }

private:
  /// A class to or from which the content is copied, and how often.
  struct Copy {
    unsigned number;
    int64_t executions;
  };
  /// What is known of a class; kept at its root.
  struct Info {
    std::optional<mlir::pypto::MemorySpace> home;
    /// The value that fixed the home.
    mlir::Value fixedBy;
    /// Memories that every free producer can write; nothing if any will do.
    std::optional<llvm::SmallVector<mlir::pypto::MemorySpace>> choices;
    /// Uses that need certain memories.
    llvm::SmallVector<mlir::OpOperand *> uses;
    /// Classes to and from which the content is copied.
    llvm::SmallVector<Copy> targets, sources;
    /// Made by a `tile.create` with the attribute `pypto.rows`, or merged with
    /// one that is.
    bool isInRows = false;
    /// Bytes of its largest tile.
    int64_t bytes = 0;
  };

  void number();
  void joinViews();
  mlir::LogicalResult collect();
  void collectRows();
  mlir::LogicalResult fix(mlir::Value tile, mlir::pypto::MemorySpace space);
  void restrict(mlir::Value tile,
                llvm::ArrayRef<mlir::pypto::MemorySpace> choices);
  void link(mlir::OpOperand &source, mlir::Value target);
  /// Cycles from one memory to the nearest of others, for the tiles of a class.
  int64_t getCycles(const Info &info, mlir::pypto::MemorySpace from,
                    llvm::ArrayRef<mlir::pypto::MemorySpace> to);
  struct Choice {
    mlir::pypto::MemorySpace home;
    /// From any other memory some use or decided neighbour cannot be reached.
    bool isForced;
  };
  /// The best home of a free class, by the moves that its uses and its decided
  /// neighbours cost.
  Choice choose(const Info &info);
  void decide();
  /// Moves free classes to better homes, now that all neighbours are decided.
  void improve(llvm::ArrayRef<unsigned> free);

  mlir::func::FuncOp kernel;
  const target::Target &target;
  ValueClasses classes;
  llvm::SmallVector<Info, 0> infos;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_PLACEMENT_HOMES_H
