//===- Placement.h - the steps of placing tiles -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_PLACEMENT_PLACEMENT_H
#define PYPTO_TRANSFORMS_PLACEMENT_PLACEMENT_H

#include "Placement/Homes.h"

namespace pypto {

/// Lets accumulations that begin with a tile of zeros begin with a product: at
/// once, or in the first iteration of loops that are known to run. Other zeros
/// stay; an error (E0427) where they are not f32, which nothing can fill.
mlir::LogicalResult seedAccumulators(mlir::func::FuncOp kernel,
                                     const target::Target &target);

/// Replaces every fill of an accumulator by the product of a column of the
/// value and a row of ones, which is exact. Its two operands are filled in Mat.
void multiplyAccumulatorFills(mlir::func::FuncOp kernel,
                              const target::Target &target);

/// `type` in `space`, in the layout that the chip's consumers there require. A
/// layout other than row order that the type already has is kept.
mlir::pypto::TileType placeType(mlir::pypto::TileType type,
                                mlir::pypto::MemorySpace space,
                                const target::Target &target);

/// The layout in which the bytes of a tile of `layout` are its transpose.
mlir::pypto::TileLayout exchangeOrders(mlir::pypto::TileLayout layout);

/// Inserts the moves that bring each tile from its home to where it is used;
/// every tile has its placed type afterwards. Returns how many were inserted.
mlir::FailureOr<unsigned> insertMoves(mlir::func::FuncOp kernel, Homes &homes,
                                      const target::Target &target);

/// Lets moves of windows out of Mat and Acc start at the window's offsets
/// (`tile.extract`), instead of making a view of the window first.
void foldSlicesIntoMoves(mlir::func::FuncOp kernel);

/// Copies windows in Vec whose valid region is known only at run time into
/// tiles of their own.
void copyRuntimeWindows(mlir::func::FuncOp kernel);

/// Copies windows in Vec that are not known to begin at a block of 32 bytes,
/// and writes whole rows where such a window is written.
/// Returns how many.
unsigned alignWindows(mlir::func::FuncOp kernel);

/// Copies parts of tiles in Vec whose rows have others between them before they
/// are seen under another shape or as elements of another size.
void copyReshapedParts(mlir::func::FuncOp kernel);

/// Rewrites element-wise operations on column vectors, which the hardware wants
/// in rows, to work on the vector as one row.
void useRowsForColumnVectors(mlir::func::FuncOp kernel);

/// Says on which core kind the kernel runs; an error if it needs both.
mlir::LogicalResult setCoreKind(mlir::func::FuncOp kernel,
                                const target::Target &target);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_PLACEMENT_PLACEMENT_H
