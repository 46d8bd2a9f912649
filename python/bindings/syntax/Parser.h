//===- Parser.h - a function's syntax tree ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the Python that kernels are written in and makes the nodes that
// `ast.parse` makes, positions included. CPython has already accepted the text:
// a kernel's module was imported. Whatever is not understood here is
// `Unsupported`, and the caller uses `ast.parse`.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_BINDINGS_SYNTAX_PARSER_H
#define PYPTO_BINDINGS_SYNTAX_PARSER_H

#include "Nodes.h"

namespace pypto::python::syntax {

class Parser {
public:
  Parser(NodeFactory &factory, nanobind::handle lines, unsigned firstLine)
      : nodes(factory), lexer(lines, firstLine) {
    advance();
  }

  /// The definition at the first line, its decorators included.
  nanobind::object definition();
  bool isAscii() const { return lexer.isAscii(); }

private:
  using Node = nanobind::object;

  // Statements.
  Node functionDefinition(nanobind::list decorators);
  Node parameters();
  Node parameter();
  nanobind::list block();
  void statements(nanobind::list into);
  Node compound();
  Node simple();
  Node assignment(Node first, Position begin);
  Node augmented(Node target, Position begin);
  Node annotated(Node target, Position begin, bool isPlainName);
  Node conditional();
  Node forLoop();
  Node whileLoop();
  Node with();
  nanobind::list otherwise();

  // Expressions, from the loosest to the tightest.
  Node expressionList();
  Node targetList();
  Node expression();
  Node disjunction();
  Node conjunction();
  Node inversion();
  Node comparison();
  Node binary(unsigned level);
  Node factor();
  Node power();
  Node primary();
  Node arguments(Node callee, Position begin);
  Node subscript(Node base, Position begin);
  Node slice();
  Node atom();
  Node number();
  Node strings();
  Node parenthesised();
  Node list();
  Node dictionary();

  /// Makes `node` a place to store to.
  void storeTo(nanobind::handle node);

  // Tokens.
  void advance() {
    if (token.kind < Token::Newline)
      lastEnd = token.end;
    token = lexer.next();
  }
  bool at(uint64_t word) const { return token.code == word; }
  bool accept(uint64_t word);
  void expect(uint64_t word);
  void expect(Token::Kind kind);
  nanobind::object identifier();
  /// The tuple of `names`, which starts anew.
  nanobind::object takeNames();

  Node make(NodeKind kind, std::initializer_list<nanobind::handle> fields,
            Position begin) {
    return nodes.make(kind, fields, begin, lastEnd);
  }

  /// Guards the stack.
  struct Nesting {
    explicit Nesting(unsigned &depth);
    ~Nesting() { --depth; }
    unsigned &depth;
  };

  NodeFactory &nodes;
  Lexer lexer;
  Token token;
  Position lastEnd;
  /// The names of the expression that is read; nodes keep them alive.
  std::vector<PyObject *> names;
  unsigned depth = 0;
};

} // namespace pypto::python::syntax

#endif // PYPTO_BINDINGS_SYNTAX_PARSER_H
