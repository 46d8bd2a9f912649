//===- Syntax.cpp - the quick parser of kernels -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoExtension.h"

#include "syntax/Parser.h"
#include "syntax/Unsupported.h"

namespace nb = nanobind;
using namespace pypto::python::syntax;

/// The definition that starts at `line` and whether its text is ASCII; None for
/// text that is left to CPython.
static nb::object parseDefinition(nb::handle lines, unsigned line) {
  NodeFactory &factory = NodeFactory::get();
  if (!factory.knowsVersion() || !PyList_Check(lines.ptr()))
    return nb::none();
  try {
    Parser parser(factory, lines, line);
    nb::object definition = parser.definition();
    return nb::make_tuple(definition, parser.isAscii());
  } catch (const Unsupported &) {
    return nb::none();
  }
}

/// Of statements `name = value` and `value` whose names the parser has written
/// down, from `position` on: adds what they read and write to the sets of
/// liveness.py. The position of the first other statement.
static size_t noteStatements(nb::list body, size_t position, nb::set read,
                             nb::set exposed, nb::set killed, nb::set assigned,
                             nb::dict bound) {
  const NodeFactory &factory = NodeFactory::get();
  static const nb::object *keys[] = {
      new nb::object(nb::steal(PyUnicode_InternFromString("names"))),
      new nb::object(nb::steal(PyUnicode_InternFromString("targets"))),
      new nb::object(nb::steal(PyUnicode_InternFromString("id")))};
  auto field = [](nb::handle node, const nb::object *key) -> nb::handle {
    PyObject **fields = _PyObject_GetDictPtr(node.ptr());
    return fields && *fields ? PyDict_GetItemWithError(*fields, key->ptr())
                             : nullptr;
  };
  auto add = [](nb::handle set, nb::handle name) {
    if (PySet_Add(set.ptr(), name.ptr()))
      throw nb::python_error();
  };
  for (; position < nb::len(body); ++position) {
    nb::handle node = PyList_GET_ITEM(body.ptr(), position);
    nb::handle target, name;
    if (factory.is(node, NodeKind::Assign)) {
      nb::handle targets = field(node, keys[1]);
      if (!targets.is_valid() || !PyList_CheckExact(targets.ptr()) ||
          PyList_GET_SIZE(targets.ptr()) != 1)
        break;
      target = PyList_GET_ITEM(targets.ptr(), 0);
      if (!factory.is(target, NodeKind::Name))
        break;
      name = field(target, keys[2]);
    } else if (!factory.is(node, NodeKind::Expr)) {
      break;
    }
    nb::handle names = field(node, keys[0]);
    if (!names.is_valid() || !PyTuple_CheckExact(names.ptr()))
      break;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names.ptr()); ++i) {
      nb::handle used = PyTuple_GET_ITEM(names.ptr(), i);
      add(read, used);
      if (!PySet_Contains(killed.ptr(), used.ptr()))
        add(exposed, used);
    }
    if (!name.is_valid())
      continue;
    add(killed, name);
    add(assigned, name);
    if (!PyDict_SetDefault(bound.ptr(), name.ptr(), target.ptr()))
      throw nb::python_error();
  }
  return position;
}

void pypto::python::bindSyntax(nb::module_ &m) {
  m.def("parse_definition", &parseDefinition, nb::arg("lines"), nb::arg("line"),
        "(node, is ASCII) of the function definition that starts at a line, as "
        "`ast.parse` would give it; None for what `ast.parse` has to read. "
        "Statements that are expressions or assignments have the attribute "
        "`names`: those in their value.");
  m.def("note_statements", &noteStatements, nb::arg("body"),
        nb::arg("position"), nb::arg("read"), nb::arg("exposed"),
        nb::arg("killed"), nb::arg("assigned"), nb::arg("bound"),
        "Adds what plain statements read and write; the position of the first "
        "other one.");
}
