//===- Nodes.h - nodes of Python's syntax tree ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BINDINGS_SYNTAX_NODES_H
#define PYPTO_BINDINGS_SYNTAX_NODES_H

#include "Lexer.h"

#include <array>

namespace pypto::python::syntax {

/// The classes of the module `ast` that the parser makes, with their fields. A
/// field with a star is none of `ast`: what the parser knows of the node.
#define PYPTO_SYNTAX_NODES(NODE)                                               \
  NODE(FunctionDef, "name args body decorator_list returns type_comment")      \
  NODE(arguments,                                                              \
       "posonlyargs args vararg kwonlyargs kw_defaults kwarg defaults")        \
  NODE(arg, "arg annotation type_comment")                                     \
  NODE(Return, "value")                                                        \
  NODE(Assign, "targets value type_comment *names")                            \
  NODE(AugAssign, "target op value")                                           \
  NODE(AnnAssign, "target annotation value simple")                            \
  NODE(For, "target iter body orelse type_comment")                            \
  NODE(While, "test body orelse")                                              \
  NODE(If, "test body orelse")                                                 \
  NODE(With, "items body type_comment")                                        \
  NODE(withitem, "context_expr optional_vars")                                 \
  NODE(Expr, "value *names")                                                   \
  NODE(Pass, "")                                                               \
  NODE(Break, "")                                                              \
  NODE(Continue, "")                                                           \
  NODE(BoolOp, "op values")                                                    \
  NODE(BinOp, "left op right")                                                 \
  NODE(UnaryOp, "op operand")                                                  \
  NODE(IfExp, "test body orelse")                                              \
  NODE(Dict, "keys values")                                                    \
  NODE(Compare, "left ops comparators")                                        \
  NODE(Call, "func args keywords")                                             \
  NODE(keyword, "arg value")                                                   \
  NODE(Constant, "value kind")                                                 \
  NODE(Attribute, "value attr ctx")                                            \
  NODE(Subscript, "value slice ctx")                                           \
  NODE(Starred, "value ctx")                                                   \
  NODE(Name, "id ctx")                                                         \
  NODE(List, "elts ctx")                                                       \
  NODE(Tuple, "elts ctx")                                                      \
  NODE(Slice, "lower upper step")

enum class NodeKind : uint8_t {
#define PYPTO_SYNTAX_KIND(name, fields) name,
  PYPTO_SYNTAX_NODES(PYPTO_SYNTAX_KIND)
#undef PYPTO_SYNTAX_KIND
      Count
};

/// Makes nodes, much quicker than their constructors do.
class NodeFactory {
public:
  /// The factory of this process.
  static NodeFactory &get();

  /// False where the classes of `ast` have other fields than those above.
  bool knowsVersion() const { return known; }

  /// A node with the fields in their order; one that is None keeps its default:
  /// None, `Load` for a context.
  nanobind::object make(NodeKind kind,
                        std::initializer_list<nanobind::handle> fields,
                        Position begin, Position end);

  /// The string of an identifier.
  nanobind::object name(std::string_view text);

  /// The instance of `Load`, `Store`, `Add`, ...; it has no fields.
  nanobind::handle plain(const char *name);

  bool is(nanobind::handle node, NodeKind kind) const {
    return reinterpret_cast<PyObject *>(Py_TYPE(node.ptr())) ==
           classes[static_cast<size_t>(kind)].type.ptr();
  }

  nanobind::object load, store;

private:
  struct Class {
    nanobind::object type;
    /// Every attribute of a new node.
    nanobind::dict attributes;
    std::vector<nanobind::object> fields;
    /// A list that newer versions of Python want.
    nanobind::object typeParameters;
    bool hasPosition = false;
  };

  bool add(NodeKind kind, const char *name, std::string_view fields);
  nanobind::object number(unsigned value);

  /// Identifiers come again and again.
  std::array<nanobind::object, 256> recentNames;

  bool known = true;
  nanobind::object module;
  std::array<Class, static_cast<size_t>(NodeKind::Count)> classes;
  nanobind::object empty, lineKey, columnKey, endLineKey, endColumnKey;
  nanobind::dict plains;
  unsigned lastNumber = 0;
  nanobind::object lastNumberObject;
};

} // namespace pypto::python::syntax

#endif // PYPTO_BINDINGS_SYNTAX_NODES_H
