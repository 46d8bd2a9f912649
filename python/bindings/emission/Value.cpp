//===- Value.cpp - values while a kernel is compiled ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Value.h"

#include "mlir/Bindings/Python/IRCore.h"

namespace nb = nanobind;
using namespace pypto::python;
using namespace mlir::python::MLIR_BINDINGS_PYTHON_DOMAIN;

namespace {
struct ValueObject {
  PyObject_HEAD MlirValue value;
};
} // namespace

static const void *pointer(PyObject *object) {
  return reinterpret_cast<ValueObject *>(object)->value.ptr;
}

static void destroy(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  type->tp_free(object);
  Py_DECREF(type);
}

static PyObject *compare(PyObject *left, PyObject *right, int how) {
  if (Py_TYPE(left) != Py_TYPE(right) || (how != Py_EQ && how != Py_NE))
    Py_RETURN_NOTIMPLEMENTED;
  return PyBool_FromLong((pointer(left) == pointer(right)) == (how == Py_EQ));
}

static Py_hash_t hash(PyObject *object) {
  auto bits = reinterpret_cast<Py_hash_t>(pointer(object));
  return bits == -1 ? -2 : bits;
}

/// The operation that has this result, as the generic bindings show it; None of
/// a block's argument.
static PyObject *owner(PyObject *object, void *) {
  MlirValue value = reinterpret_cast<ValueObject *>(object)->value;
  if (!mlirValueIsAOpResult(value))
    Py_RETURN_NONE;
  MlirOperation operation = mlirOpResultGetOwner(value);
  try {
    PyMlirContextRef context =
        PyMlirContext::forContext(mlirOperationGetContext(operation));
    return PyOperation::forOperation(context, operation)
        .releaseObject()
        .release()
        .ptr();
  } catch (nb::python_error &error) {
    error.restore();
    return nullptr;
  }
}

static PyTypeObject *valueType() {
  // Kept for the life of the process.
  static PyTypeObject *type = [] {
    static PyGetSetDef properties[] = {
        {"owner", owner, nullptr, "The operation that has this result.",
         nullptr},
        {nullptr, nullptr, nullptr, nullptr, nullptr}};
    PyType_Slot slots[] = {
        {Py_tp_getset, properties},
        {Py_tp_dealloc, reinterpret_cast<void *>(destroy)},
        {Py_tp_richcompare, reinterpret_cast<void *>(compare)},
        {Py_tp_hash, reinterpret_cast<void *>(hash)},
        {0, nullptr}};
    PyType_Spec spec = {"pypto.mlir._mlir_libs._pypto.Value",
                        sizeof(ValueObject), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
                            Py_TPFLAGS_IMMUTABLETYPE,
                        slots};
    return reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&spec));
  }();
  return type;
}

nb::object pypto::python::makeValue(MlirValue value) {
  PyTypeObject *type = valueType();
  PyObject *made = type ? type->tp_alloc(type, 0) : nullptr;
  if (!made)
    throw nb::python_error();
  reinterpret_cast<ValueObject *>(made)->value = value;
  return nb::steal(made);
}

MlirValue pypto::python::toValue(nb::handle object) {
  if (Py_TYPE(object.ptr()) == valueType())
    return reinterpret_cast<ValueObject *>(object.ptr())->value;
  return nb::cast<PyValue &>(object).get();
}
