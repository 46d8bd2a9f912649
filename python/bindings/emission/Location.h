//===- Location.h - where operations of the front end come from -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BINDINGS_EMISSION_LOCATION_H
#define PYPTO_BINDINGS_EMISSION_LOCATION_H

#include "mlir-c/IR.h"

#include <nanobind/nanobind.h>

namespace pypto::python {

/// The text of a Python string, which keeps it.
MlirStringRef toStringRef(nanobind::handle text);

/// The location of a line, of a variable if `name` is none of None, called by
/// `callers`: a tuple of locations of inlined calls, innermost first.
MlirLocation makeLocation(MlirContext context, nanobind::handle file,
                          unsigned line, unsigned column, nanobind::handle name,
                          nanobind::handle callers);

} // namespace pypto::python

#endif // PYPTO_BINDINGS_EMISSION_LOCATION_H
