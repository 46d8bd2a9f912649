/*===- Dialects.h - C API: dialects, types and passes -------------*- C -*-===*\
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
\*===----------------------------------------------------------------------===*/

#ifndef PYPTO_C_DIALECTS_H
#define PYPTO_C_DIALECTS_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Pypto, pypto);

/// Adds the project's dialects and the upstream ones they are used with.
MLIR_CAPI_EXPORTED void pyptoRegisterAllDialects(MlirDialectRegistry registry);

/// Registers all passes and pipelines with the process; may be called again.
MLIR_CAPI_EXPORTED void pyptoRegisterAllPasses(void);

/// `!pypto.tensor<...>`; `layout` is a member of TileLayout (nd 0, dn 1, nz 2).
/// A dynamic extent is INT64_MIN. Null, with a diagnostic at `loc`, if the type
/// would not verify.
MLIR_CAPI_EXPORTED MlirType pyptoTensorTypeGetChecked(MlirLocation loc,
                                                      intptr_t rank,
                                                      const int64_t *shape,
                                                      MlirType elementType,
                                                      int32_t layout);

/// `!pypto.tile<...>`; `space` is a member of MemorySpace or -1 for a tile that
/// has no place yet, `layout` one of TileLayout, `pad` one of PadValue; `valid`
/// has `rank` extents or is null for a tile that is valid everywhere.
MLIR_CAPI_EXPORTED MlirType pyptoTileTypeGetChecked(
    MlirLocation loc, intptr_t rank, const int64_t *shape, MlirType elementType,
    int32_t space, int32_t layout, const int64_t *valid, int32_t pad);

/// `!pypto.task_id`.
MLIR_CAPI_EXPORTED MlirType pyptoTaskIdTypeGet(MlirContext context);

MLIR_CAPI_EXPORTED bool pyptoTypeIsATensor(MlirType type);
MLIR_CAPI_EXPORTED bool pyptoTypeIsATile(MlirType type);
MLIR_CAPI_EXPORTED MlirTypeID pyptoTensorTypeGetTypeID(void);
MLIR_CAPI_EXPORTED MlirTypeID pyptoTileTypeGetTypeID(void);

/// Queries that tensors and tiles answer alike.
MLIR_CAPI_EXPORTED intptr_t pyptoShapedTypeGetRank(MlirType type);
MLIR_CAPI_EXPORTED int64_t pyptoShapedTypeGetDim(MlirType type, intptr_t axis);
MLIR_CAPI_EXPORTED MlirType pyptoShapedTypeGetElementType(MlirType type);
MLIR_CAPI_EXPORTED int32_t pyptoShapedTypeGetLayout(MlirType type);

/// Queries of tiles.
MLIR_CAPI_EXPORTED int64_t pyptoTileTypeGetValid(MlirType type, intptr_t axis);
MLIR_CAPI_EXPORTED int32_t pyptoTileTypeGetSpace(MlirType type);
MLIR_CAPI_EXPORTED int32_t pyptoTileTypeGetPad(MlirType type);

#ifdef __cplusplus
}
#endif

#endif /* PYPTO_C_DIALECTS_H */
