//===- MemoryMap.cpp - the memory map in Python -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoExtension.h"

#include "pypto-c/MemoryMap.h"

#include "mlir/Bindings/Python/NanobindAdaptors.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>

namespace nb = nanobind;

static std::optional<std::string> getMemoryMap(MlirOperation op,
                                               const std::string &format) {
  MlirModule module = mlirModuleFromOperation(op);
  if (mlirModuleIsNull(module))
    throw nb::value_error("expected a builtin.module");
  std::string text;
  auto append = [](MlirStringRef part, void *data) {
    static_cast<std::string *>(data)->append(part.data, part.length);
  };
  if (!pyptoMemoryMap(module, mlirStringRefCreate(format.data(), format.size()),
                      append, &text))
    return std::nullopt;
  return text;
}

void pypto::python::bindMemoryMap(nb::module_ &m) {
  m.def(
      "memory_map", &getMemoryMap, nb::arg("op"), nb::arg("format"),
      "The memory map of a module at the stage `allocated` as text, svg, html "
      "or json; None after a diagnostic.");
}
