//===- PyptoExtension.h - the parts of the module _pypto --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BINDINGS_PYPTOEXTENSION_H
#define PYPTO_BINDINGS_PYPTOEXTENSION_H

#include <nanobind/nanobind.h>

namespace pypto::python {

/// create_operation, create_value, make_location, parse_type, ...
void bindEmission(nanobind::module_ &m);
/// decode, Executable, RunResult.
void bindExecutable(nanobind::module_ &m);
/// memory_map.
void bindMemoryMap(nanobind::module_ &m);
/// Replayer.
void bindReplayer(nanobind::module_ &m);
/// parse_definition.
void bindSyntax(nanobind::module_ &m);
/// TensorType, TileType, TaskIdType.
void bindTypes(nanobind::module_ &m);

} // namespace pypto::python

#endif // PYPTO_BINDINGS_PYPTOEXTENSION_H
