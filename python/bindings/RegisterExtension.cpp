//===- RegisterExtension.cpp - the Python module _pyptoRegister -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Apart from _pypto because it is loaded while pypto.mlir.ir is, when types
// cannot be defined yet.
//
//===----------------------------------------------------------------------===//

#include "pypto-c/Dialects.h"

#include "mlir/Bindings/Python/NanobindAdaptors.h"

NB_MODULE(_pyptoRegister, m) {
  m.doc() = "Registers the project's dialects and passes";
  m.def("register_dialects", [](MlirDialectRegistry registry) {
    pyptoRegisterAllDialects(registry);
    pyptoRegisterAllPasses();
  });
}
