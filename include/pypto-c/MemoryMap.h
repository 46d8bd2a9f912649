/*===- MemoryMap.h - C API: on-chip memory of a module ------------*- C -*-===*\
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
\*===----------------------------------------------------------------------===*/

#ifndef PYPTO_C_MEMORYMAP_H
#define PYPTO_C_MEMORYMAP_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Hands the memory map of `module`, which must be at the stage `allocated`, in
/// `format` ("text", "svg", "html" or "json") to `callback`. Returns false
/// after a diagnostic in the module's context, or for another format.
MLIR_CAPI_EXPORTED bool pyptoMemoryMap(MlirModule module, MlirStringRef format,
                                       MlirStringCallback callback,
                                       void *userData);

#ifdef __cplusplus
}
#endif

#endif /* PYPTO_C_MEMORYMAP_H */
