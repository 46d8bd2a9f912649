//===- Operations.h - parts of a new operation ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BINDINGS_EMISSION_OPERATIONS_H
#define PYPTO_BINDINGS_EMISSION_OPERATIONS_H

#include "Location.h"

#include "mlir/Bindings/Python/IRCore.h"

#include "llvm/ADT/SmallVector.h"

namespace pypto::python {

using NamedAttributes = llvm::SmallVector<MlirNamedAttribute, 4>;

/// The attributes of a Python dictionary by name, or of None.
inline NamedAttributes namedAttributes(MlirContext context,
                                       nanobind::handle attributes) {
  namespace py = mlir::python::MLIR_BINDINGS_PYTHON_DOMAIN;
  NamedAttributes named;
  if (!attributes.is_none())
    for (auto [name, value] : nanobind::borrow<nanobind::dict>(attributes))
      named.push_back(mlirNamedAttributeGet(
          mlirIdentifierGet(context, toStringRef(name)),
          nanobind::cast<py::PyAttribute &>(value).get()));
  return named;
}

/// What an insertion point is before, null for the end of its block.
inline MlirOperation insertedBefore(
    mlir::python::MLIR_BINDINGS_PYTHON_DOMAIN::PyInsertionPoint &point) {
  return point.getRefOperation() ? point.getRefOperation()->get()->get()
                                 : MlirOperation{nullptr};
}

/// Inserts a new operation before another, at the end of the block for none.
inline void insertOperation(MlirBlock block, MlirOperation before,
                            MlirOperation made) {
  if (mlirOperationIsNull(before))
    mlirBlockAppendOwnedOperation(block, made);
  else
    mlirBlockInsertOwnedOperationBefore(block, before, made);
}

} // namespace pypto::python

#endif // PYPTO_BINDINGS_EMISSION_OPERATIONS_H
