/*===- CoreModel.h - C API: decoding for the core model -----------*- C -*-===*\
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
\*===----------------------------------------------------------------------===*/

#ifndef PYPTO_C_COREMODEL_H
#define PYPTO_C_COREMODEL_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Decodes `entry` (empty: the only or marked one) of a lowered module for
/// the platform or architecture `arch` ("a2a3", "a5", "910B", ...). Returns a
/// new `std::shared_ptr<const pypto::coremodel::DecodedProgram>`, which the
/// caller owns, or null after a diagnostic in the module's context.
MLIR_CAPI_EXPORTED void *pyptoDecode(MlirModule module, const char *entry,
                                     const char *arch);

#ifdef __cplusplus
}
#endif

#endif /* PYPTO_C_COREMODEL_H */
