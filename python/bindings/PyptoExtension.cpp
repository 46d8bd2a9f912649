//===- PyptoExtension.cpp - the Python module _pypto ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoExtension.h"

NB_MODULE(_pypto, m) {
  m.doc() = "Types of the pypto dialect, pipelines and the core model";
  pypto::python::bindEmission(m);
  pypto::python::bindExecutable(m);
  pypto::python::bindMemoryMap(m);
  pypto::python::bindReplayer(m);
  pypto::python::bindSyntax(m);
  pypto::python::bindTypes(m);
}
