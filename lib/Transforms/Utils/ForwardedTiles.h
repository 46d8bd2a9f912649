//===- ForwardedTiles.h - tiles that live in the buffer of others -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A view has the buffer of what it shows, an update that of what it changes, as
// far as the operations tell; control flow is not followed.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_UTILS_FORWARDEDTILES_H
#define PYPTO_TRANSFORMS_UTILS_FORWARDEDTILES_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// The tile in whose buffer `tile` lives, one step back; null if the buffer is
/// its own.
mlir::Value getForwarded(mlir::Value tile);

/// The tile whose buffer `tile` lives in.
mlir::Value getOwner(mlir::Value tile);

/// The tile in whose rows `tile` lies, so that these are as long: behind
/// windows and updates, in front of views of another shape.
mlir::Value getRowsAround(mlir::Value tile);

/// Whether `tile` is a window of its buffer, or a view or update of one.
bool isPartOfBuffer(mlir::Value tile);

/// Whether the rows of `tile` have others of its buffer between them.
bool cutsRows(mlir::Value tile);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_UTILS_FORWARDEDTILES_H
