//===- PrintMemoryMap.cpp - writes the memory map of a module ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/MemoryMap.h"
#include "pypto/Transforms/Passes.h"

#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/ToolOutputFile.h"

namespace pypto {
#define GEN_PASS_DEF_PRINTMEMORYMAP
#include "pypto/Transforms/Passes.h.inc"
} // namespace pypto

using namespace mlir;

namespace {
struct PrintMemoryMap : ::pypto::impl::PrintMemoryMapBase<PrintMemoryMap> {
  using PrintMemoryMapBase::PrintMemoryMapBase;
  void runOnOperation() override;
};
} // namespace

void PrintMemoryMap::runOnOperation() {
  markAllAnalysesPreserved();
  FailureOr<::pypto::MemoryMap> map = ::pypto::collectMemoryMap(getOperation());
  if (failed(map))
    return signalPassFailure();
  std::optional<std::string> text = ::pypto::render(*map, format);
  if (!text) {
    ::pypto::emitError(getOperation(), ::pypto::Diag::PtoOption)
        << "there is no format '" << format
        << "' of a memory map; expected text, svg, html or json";
    return signalPassFailure();
  }
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(output, &message);
  if (!file) {
    ::pypto::emitError(getOperation(), ::pypto::Diag::PtoOption) << message;
    return signalPassFailure();
  }
  file->os() << *text;
  file->keep();
}
