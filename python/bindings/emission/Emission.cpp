//===- Emission.cpp - operations for the front end --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front end makes thousands of operations, each at a line of its own. One
// call here takes the place of three in the generic bindings (location,
// operation, result) and of the keyword arguments between them.
//
//===----------------------------------------------------------------------===//

#include "../PyptoExtension.h"
#include "Location.h"
#include "Operations.h"
#include "Value.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/IR.h"
#include "mlir/Bindings/Python/IRCore.h"

#include <string>

namespace nb = nanobind;
using namespace mlir::python::MLIR_BINDINGS_PYTHON_DOMAIN;
using namespace pypto::python;

MlirStringRef pypto::python::toStringRef(nb::handle text) {
  Py_ssize_t size = 0;
  const char *data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (!data)
    throw nb::python_error();
  return mlirStringRefCreate(data, static_cast<size_t>(size));
}

/// Calls `each` with the items of a tuple or list.
template <typename Fn> static void forEach(nb::handle sequence, Fn each) {
  nb::object items =
      nb::steal(PySequence_Fast(sequence.ptr(), "expected a tuple or a list"));
  if (!items.is_valid())
    throw nb::python_error();
  PyObject **data = PySequence_Fast_ITEMS(items.ptr());
  for (Py_ssize_t i = 0, e = PySequence_Fast_GET_SIZE(items.ptr()); i < e; ++i)
    each(nb::handle(data[i]));
}

MlirLocation pypto::python::makeLocation(MlirContext context, nb::handle file,
                                         unsigned line, unsigned column,
                                         nb::handle name, nb::handle callers) {
  MlirLocation location =
      mlirLocationFileLineColGet(context, toStringRef(file), line, column);
  if (!name.is_none())
    location = mlirLocationNameGet(context, toStringRef(name), location);
  llvm::SmallVector<MlirLocation> frames{location};
  forEach(callers, [&](nb::handle caller) {
    frames.push_back(nb::cast<PyLocation &>(caller).get());
  });
  // As `Location.callsite` folds them: each callee is in its caller.
  while (frames.size() > 1) {
    MlirLocation caller = frames.pop_back_val();
    frames.back() = mlirLocationCallSiteGet(frames.back(), caller);
  }
  return frames.front();
}

/// A location object, or (file, line, column, variable or None, callers): the
/// callers are the locations of inlined calls, innermost first.
static MlirLocation getLocation(MlirContext context, nb::handle where) {
  if (!PyTuple_Check(where.ptr()))
    return nb::cast<PyLocation &>(where).get();
  if (PyTuple_GET_SIZE(where.ptr()) != 5)
    throw nb::type_error("expected (file, line, column, variable, callers)");
  auto item = [&](Py_ssize_t i) {
    return nb::handle(PyTuple_GET_ITEM(where.ptr(), i));
  };
  return makeLocation(context, item(0), nb::cast<unsigned>(item(1)),
                      nb::cast<unsigned>(item(2)), item(3), item(4));
}

static MlirOperation create(const nb::str &name, nb::handle operands,
                            nb::handle results, nb::handle attributes,
                            nb::handle where, PyInsertionPoint &point,
                            unsigned regions = 0) {
  PyMlirContextRef context =
      point.getBlock().getParentOperation()->getContext();
  llvm::SmallVector<MlirValue, 6> values;
  llvm::SmallVector<MlirType, 2> types;
  forEach(operands,
          [&](nb::handle operand) { values.push_back(toValue(operand)); });
  forEach(results, [&](nb::handle type) {
    types.push_back(nb::cast<PyType &>(type).get());
  });
  NamedAttributes named = namedAttributes(context->get(), attributes);
  // Nothing throws from here on: the state would leak.
  MlirOperationState state = mlirOperationStateGet(
      toStringRef(name), getLocation(context->get(), where));
  mlirOperationStateAddOperands(&state, values.size(), values.data());
  mlirOperationStateAddResults(&state, types.size(), types.data());
  mlirOperationStateAddAttributes(&state, named.size(), named.data());
  for (unsigned i = 0; i < regions; ++i) {
    MlirRegion region = mlirRegionCreate();
    mlirOperationStateAddOwnedRegions(&state, 1, &region);
  }
  MlirOperation operation = mlirOperationCreate(&state);
  if (mlirOperationIsNull(operation))
    throw nb::value_error("the operation could not be created");
  insertOperation(point.getBlock().get(), insertedBefore(point), operation);
  return operation;
}

/// A constant at the start of a block, cast to a type of the same bits if one
/// is given.
static nb::object createConstant(PyBlock &block, nb::handle number,
                                 PyType &type, nb::handle cast,
                                 PyLocation &location) {
  MlirContext context = location.getContext()->get();
  MlirAttribute value =
      PyFloat_Check(number.ptr())
          ? mlirFloatAttrDoubleGet(context, type.get(),
                                   PyFloat_AS_DOUBLE(number.ptr()))
          : mlirIntegerAttrGet(type.get(), nb::cast<int64_t>(number));
  MlirNamedAttribute attribute = mlirNamedAttributeGet(
      mlirIdentifierGet(context, mlirStringRefCreateFromCString("value")),
      value);
  auto make = [&](const char *name, MlirType result) {
    MlirOperationState state = mlirOperationStateGet(
        mlirStringRefCreateFromCString(name), location.get());
    mlirOperationStateAddResults(&state, 1, &result);
    return state;
  };
  MlirOperationState state = make("arith.constant", type.get());
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  MlirOperation made = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperation(block.get(), 0, made);
  if (!cast.is_none()) {
    state = make("builtin.unrealized_conversion_cast",
                 nb::cast<PyType &>(cast).get());
    MlirValue operand = mlirOperationGetResult(made, 0);
    mlirOperationStateAddOperands(&state, 1, &operand);
    MlirOperation converted = mlirOperationCreate(&state);
    mlirBlockInsertOwnedOperationAfter(block.get(), made, converted);
    made = converted;
  }
  return makeValue(mlirOperationGetResult(made, 0));
}

/// Moves the constants to the start of the block in their order and erases
/// those that nothing uses. A constant may be seen through one cast.
static void orderConstants(nb::handle values, PyBlock &entry) {
  llvm::SmallVector<MlirValue> constants;
  forEach(values,
          [&](nb::handle value) { constants.push_back(toValue(value)); });
  for (MlirValue value : llvm::reverse(constants)) {
    bool used = !mlirOpOperandIsNull(mlirValueGetFirstUse(value));
    auto place = [&](MlirOperation op) {
      MlirOperation first = mlirBlockGetFirstOperation(entry.get());
      if (!used)
        mlirOperationDestroy(op);
      else if (!mlirOperationEqual(first, op))
        mlirOperationMoveBefore(op, first);
    };
    MlirOperation last = mlirOpResultGetOwner(value);
    MlirOperation input{nullptr};
    if (mlirOperationGetNumOperands(last) == 1)
      input = mlirOpResultGetOwner(mlirOperationGetOperand(last, 0));
    place(last);
    if (!mlirOperationIsNull(input))
      place(input);
  }
}

void pypto::python::bindEmission(nb::module_ &m) {
  m.def(
      "create_operation",
      [](const nb::str &name, nb::handle operands, nb::handle results,
         nb::handle attributes, nb::handle where, PyInsertionPoint &point,
         unsigned regions) {
        MlirOperation made =
            create(name, operands, results, attributes, where, point, regions);
        return PyOperation::forOperation(
                   point.getBlock().getParentOperation()->getContext(), made)
            .releaseObject();
      },
      nb::arg("name"), nb::arg("operands"), nb::arg("results"),
      nb::arg("attributes").none(), nb::arg("where"), nb::arg("point"),
      nb::arg("regions") = 0,
      "A new operation with empty regions at the insertion point. `where` is a "
      "Location or (file, line, column, variable or None, callers).");
  m.def(
      "create_value",
      [](const nb::str &name, nb::handle operands, nb::handle results,
         nb::handle attributes, nb::handle where, PyInsertionPoint &point) {
        return makeValue(mlirOperationGetResult(
            create(name, operands, results, attributes, where, point), 0));
      },
      nb::arg("name"), nb::arg("operands"), nb::arg("results"),
      nb::arg("attributes").none(), nb::arg("where"), nb::arg("point"),
      "The first result of a new operation; arguments as `create_operation`.");
  // The generic bindings give each type and attribute its own class, for which
  // they import the Python modules of its dialect; to emit takes none of that.
  m.def(
      "parse_type",
      [](const nb::str &text, PyMlirContext &context) {
        MlirType type = mlirTypeParseGet(context.get(), toStringRef(text));
        if (mlirTypeIsNull(type))
          throw nb::value_error(
              ("no type: " + std::string(text.c_str())).c_str());
        return PyType(context.getRef(), type);
      },
      nb::arg("text"), nb::arg("context"), "The type that prints as `text`.");
  m.def(
      "parse_attribute",
      [](const nb::str &text, PyMlirContext &context) {
        MlirAttribute attribute =
            mlirAttributeParseGet(context.get(), toStringRef(text));
        if (mlirAttributeIsNull(attribute))
          throw nb::value_error(
              ("no attribute: " + std::string(text.c_str())).c_str());
        return PyAttribute(context.getRef(), attribute);
      },
      nb::arg("text"), nb::arg("context"),
      "The attribute that prints as `text`.");
  m.def(
      "results",
      [](PyOperationBase &operation) {
        MlirOperation owner = operation.getOperation().get();
        nb::list results;
        for (intptr_t i = 0, e = mlirOperationGetNumResults(owner); i < e; ++i)
          results.append(makeValue(mlirOperationGetResult(owner, i)));
        return results;
      },
      nb::arg("operation"), "The results of an operation.");
  m.def(
      "block_arguments",
      [](PyBlock &block) {
        nb::list arguments;
        for (intptr_t i = 0, e = mlirBlockGetNumArguments(block.get()); i < e;
             ++i)
          arguments.append(makeValue(mlirBlockGetArgument(block.get(), i)));
        return arguments;
      },
      nb::arg("block"), "The arguments of a block.");
  m.def(
      "create_constant", &createConstant, nb::arg("block"), nb::arg("number"),
      nb::arg("type"), nb::arg("cast").none(), nb::arg("location"),
      "The number as a value, defined at the start of a block; cast to a type "
      "of the same bits if one is given.");
  m.def("order_constants", &orderConstants, nb::arg("values"), nb::arg("entry"),
        "Moves constants to the start of a block, in this order; erases unused "
        "ones.");
  m.def(
      "make_location",
      [](nb::handle where, PyMlirContext &context) {
        return PyLocation(context.getRef(), getLocation(context.get(), where));
      },
      nb::arg("where"), nb::arg("context"),
      "The location that `where` of `create_operation` means.");
}
