//===- MemoryMap.cpp - C API: on-chip memory of a module --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto-c/MemoryMap.h"
#include "pypto/Transforms/MemoryMap.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

bool pyptoMemoryMap(MlirModule module, MlirStringRef format,
                    MlirStringCallback callback, void *userData) {
  llvm::FailureOr<pypto::MemoryMap> map =
      pypto::collectMemoryMap(unwrap(module));
  if (llvm::failed(map))
    return false;
  std::optional<std::string> text = pypto::render(*map, unwrap(format));
  if (!text)
    return false;
  callback(mlirStringRefCreate(text->data(), text->size()), userData);
  return true;
}
