//===- Nodes.cpp - nodes of Python's syntax tree ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nodes.h"

namespace nb = nanobind;
using namespace pypto::python::syntax;

static nb::object interned(std::string_view text) {
  PyObject *name = PyUnicode_FromStringAndSize(
      text.data(), static_cast<Py_ssize_t>(text.size()));
  PyUnicode_InternInPlace(&name);
  return nb::steal(name);
}

NodeFactory &NodeFactory::get() {
  // Kept for the life of the process, as the classes are.
  static NodeFactory *factory = [] {
    auto *made = new NodeFactory();
    made->module = nb::module_::import_("ast");
    made->empty = nb::steal(PyTuple_New(0));
    made->lineKey = interned("lineno");
    made->columnKey = interned("col_offset");
    made->endLineKey = interned("end_lineno");
    made->endColumnKey = interned("end_col_offset");
    made->load = nb::borrow(made->plain("Load"));
    made->store = nb::borrow(made->plain("Store"));
#define PYPTO_SYNTAX_ADD(name, fields)                                         \
  made->known &= made->add(NodeKind::name, #name, fields);
    PYPTO_SYNTAX_NODES(PYPTO_SYNTAX_ADD)
#undef PYPTO_SYNTAX_ADD
    return made;
  }();
  return *factory;
}

bool NodeFactory::add(NodeKind kind, const char *name,
                      std::string_view fields) {
  Class &made = classes[static_cast<size_t>(kind)];
  made.type = module.attr(name);
  nb::object official = made.type.attr("_fields");
  Py_ssize_t count = 0;
  auto field = [&](Py_ssize_t i) {
    return nb::handle(PyTuple_GET_ITEM(official.ptr(), i));
  };
  while (!fields.empty()) {
    size_t size = std::min(fields.find(' '), fields.size());
    std::string_view text = fields.substr(0, size);
    fields.remove_prefix(std::min(size + 1, fields.size()));
    bool own = text.front() == '*';
    made.fields.push_back(interned(text.substr(own)));
    // An optional field is None in the class.
    if (text == "ctx")
      made.attributes[made.fields.back()] = load;
    else if (own || !nb::hasattr(made.type, made.fields.back()))
      made.attributes[made.fields.back()] = nb::none();
    if (!own && (count == PyTuple_GET_SIZE(official.ptr()) ||
                 !made.fields.back().equal(field(count++))))
      return false;
  }
  for (; count < PyTuple_GET_SIZE(official.ptr()); ++count) {
    if (!nb::str("type_params").equal(field(count)))
      return false;
    made.typeParameters = nb::borrow(field(count));
  }
  nb::object positions = made.type.attr("_attributes");
  made.hasPosition = nb::len(nb::handle(positions)) == 4;
  if (made.hasPosition)
    for (const nb::object &key : {lineKey, columnKey, endLineKey, endColumnKey})
      made.attributes[key] = nb::none();
  return true;
}

nb::object NodeFactory::name(std::string_view text) {
  size_t hash = text.size();
  for (char c : text)
    hash = hash * 31 + static_cast<unsigned char>(c);
  nb::object &recent = recentNames[hash % recentNames.size()];
  if (recent.is_valid()) {
    Py_ssize_t size = 0;
    const char *data = PyUnicode_AsUTF8AndSize(recent.ptr(), &size);
    if (data && text == std::string_view(data, static_cast<size_t>(size)))
      return recent;
  }
  return recent = interned(text);
}

nb::object NodeFactory::number(unsigned value) {
  if (!lastNumberObject.is_valid() || value != lastNumber) {
    lastNumberObject = nb::steal(PyLong_FromUnsignedLong(value));
    lastNumber = value;
  }
  return lastNumberObject;
}

static void set(nb::handle dict, nb::handle key, nb::handle value) {
  if (PyDict_SetItem(dict.ptr(), key.ptr(), value.ptr()))
    throw nb::python_error();
}

nb::object NodeFactory::make(NodeKind kind,
                             std::initializer_list<nb::handle> fields,
                             Position begin, Position end) {
  Class &made = classes[static_cast<size_t>(kind)];
  nb::object attributes = nb::steal(PyDict_Copy(made.attributes.ptr()));
  auto *type = reinterpret_cast<PyTypeObject *>(made.type.ptr());
  nb::object node = nb::steal(type->tp_new(type, empty.ptr(), nullptr));
  if (!attributes.is_valid() || !node.is_valid())
    throw nb::python_error();
  size_t index = 0;
  for (nb::handle field : fields) {
    if (!field.is_none())
      set(attributes, made.fields[index], field);
    ++index;
  }
  if (made.typeParameters.is_valid())
    set(attributes, made.typeParameters, nb::list());
  if (made.hasPosition) {
    set(attributes, lineKey, number(begin.line));
    set(attributes, endLineKey, number(end.line));
    set(attributes, columnKey,
        nb::steal(PyLong_FromUnsignedLong(begin.column)));
    set(attributes, endColumnKey,
        nb::steal(PyLong_FromUnsignedLong(end.column)));
  }
  if (type->tp_dictoffset > 0) {
    char *place = reinterpret_cast<char *>(node.ptr()) + type->tp_dictoffset;
    Py_XSETREF(*reinterpret_cast<PyObject **>(place),
               attributes.release().ptr());
  } else if (PyObject_GenericSetDict(node.ptr(), attributes.ptr(), nullptr)) {
    throw nb::python_error();
  }
  return node;
}

nb::handle NodeFactory::plain(const char *name) {
  nb::str key(name);
  if (!plains.contains(key))
    plains[key] = module.attr(name)();
  return PyDict_GetItem(plains.ptr(), key.ptr());
}
