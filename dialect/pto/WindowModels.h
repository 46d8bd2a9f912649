//===- WindowModels.h - which instructions have windows ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_WINDOWMODELS_H
#define PYPTO_DIALECT_PTO_WINDOWMODELS_H

namespace mlir {
class MLIRContext;
namespace pto {
/// Gives the registered instructions on windows their WindowOpInterface.
void attachWindowModels(MLIRContext &context);
} // namespace pto
} // namespace mlir

#endif // PYPTO_DIALECT_PTO_WINDOWMODELS_H
