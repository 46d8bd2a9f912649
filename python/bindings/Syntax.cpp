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

void pypto::python::bindSyntax(nb::module_ &m) {
  m.def("parse_definition", &parseDefinition, nb::arg("lines"), nb::arg("line"),
        "(node, is ASCII) of the function definition that starts at a line, as "
        "`ast.parse` would give it; None for what `ast.parse` has to read. "
        "Statements that are expressions or assignments have the attribute "
        "`names`: those in their value.");
}
