//===- Value.h - values while a kernel is compiled --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BINDINGS_EMISSION_VALUE_H
#define PYPTO_BINDINGS_EMISSION_VALUE_H

#include "mlir-c/IR.h"

#include <nanobind/nanobind.h>

namespace pypto::python {

/// A Python object for a value that the front end has made, to be an operand of
/// what it makes next. Unlike a `Value` of the generic bindings it does not
/// keep its operation: the program that is compiled does.
nanobind::object makeValue(MlirValue value);

/// The value of such an object, or of a `Value` of the generic bindings.
MlirValue toValue(nanobind::handle object);

} // namespace pypto::python

#endif // PYPTO_BINDINGS_EMISSION_VALUE_H
