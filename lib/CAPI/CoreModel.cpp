//===- CoreModel.cpp - C API: decoding for the core model -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto-c/CoreModel.h"
#include "pypto/CoreModel/Run.h"

#include "mlir/CAPI/IR.h"

using namespace ::pypto;

void *pyptoDecode(MlirModule module, const char *entry, const char *arch) {
  mlir::ModuleOp op = unwrap(module);
  std::optional<target::Arch> parsed = target::parsePlatform(arch);
  if (!parsed) {
    op.emitError() << "unknown architecture '" << arch << "'";
    return nullptr;
  }
  mlir::FailureOr<std::shared_ptr<const coremodel::DecodedProgram>> program =
      coremodel::decode(op, entry, target::Target::get(*parsed));
  if (failed(program))
    return nullptr;
  return new std::shared_ptr<const coremodel::DecodedProgram>(*program);
}
