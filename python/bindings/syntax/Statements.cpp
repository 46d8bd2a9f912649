//===- Statements.cpp - definitions and statements of a kernel --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Parser.h"

#include "Unsupported.h"

namespace nb = nanobind;
using namespace pypto::python::syntax;

bool Parser::accept(uint64_t word) {
  if (token.code != word)
    return false;
  advance();
  return true;
}

void Parser::expect(uint64_t word) {
  if (!accept(word))
    throw Unsupported();
}

void Parser::expect(Token::Kind kind) {
  if (token.kind != kind)
    throw Unsupported();
  advance();
}

nb::object Parser::identifier() {
  if (token.kind != Token::Name)
    throw Unsupported();
  nb::object name = nodes.name(token.text);
  advance();
  return name;
}

nb::object Parser::takeNames() {
  nb::object taken =
      nb::steal(PyTuple_New(static_cast<Py_ssize_t>(names.size())));
  for (size_t i = 0; i < names.size(); ++i)
    PyTuple_SET_ITEM(taken.ptr(), static_cast<Py_ssize_t>(i),
                     Py_NewRef(names[i]));
  names.clear();
  return taken;
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

nb::object Parser::definition() {
  nb::list decorators;
  while (accept("@"_w)) {
    decorators.append(expression());
    expect(Token::Newline);
  }
  return functionDefinition(decorators);
}

nb::object Parser::functionDefinition(nb::list decorators) {
  Position begin = token.begin;
  expect("def"_w);
  nb::object name = identifier();
  expect("("_w);
  Node given = parameters();
  nb::object returns = nb::none();
  if (accept("->"_w))
    returns = expression();
  expect(":"_w);
  nb::list body = block();
  return make(NodeKind::FunctionDef,
              {name, given, body, decorators, returns, nb::none()}, begin);
}

nb::object Parser::parameter() {
  Position begin = token.begin;
  nb::object name = identifier();
  nb::object annotation = nb::none();
  if (accept(":"_w))
    annotation = expression();
  return make(NodeKind::arg, {name, annotation, nb::none()}, begin);
}

/// Parameters and the parenthesis that closes them.
nb::object Parser::parameters() {
  nb::list positionalOnly, positional, keywordOnly, keywordDefaults, defaults;
  nb::object rest = nb::none(), others = nb::none();
  bool isKeywordOnly = false;
  while (!accept(")"_w)) {
    if (accept("/"_w)) {
      if (isKeywordOnly || nb::len(positionalOnly) || !nb::len(positional))
        throw Unsupported();
      positionalOnly = positional;
      positional = nb::list();
    } else if (accept("**"_w)) {
      others = parameter();
      if (!at(")"_w) && !at(","_w))
        throw Unsupported();
    } else if (accept("*"_w)) {
      if (isKeywordOnly)
        throw Unsupported();
      isKeywordOnly = true;
      if (!at(","_w))
        rest = parameter();
    } else {
      if (!others.is_none())
        throw Unsupported();
      Node added = parameter();
      nb::object value = nb::none();
      bool hasDefault = accept("="_w);
      if (hasDefault)
        value = expression();
      if (isKeywordOnly) {
        keywordOnly.append(added);
        keywordDefaults.append(value);
      } else {
        positional.append(added);
        if (hasDefault)
          defaults.append(value);
        else if (nb::len(defaults))
          throw Unsupported();
      }
    }
    if (!at(")"_w))
      expect(","_w);
  }
  return make(NodeKind::arguments,
              {positionalOnly, positional, rest, keywordOnly, keywordDefaults,
               others, defaults},
              {});
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// The statements behind a colon.
nb::list Parser::block() {
  Nesting nesting(depth);
  nb::list body;
  if (token.kind != Token::Newline) {
    // On the line of the colon, only simple ones.
    if (token.kind == Token::Keyword &&
        (at("if"_w) || at("for"_w) || at("while"_w) || at("with"_w)))
      throw Unsupported();
    statements(body);
    return body;
  }
  advance();
  expect(Token::Indent);
  while (token.kind != Token::Dedent)
    statements(body);
  // The definition's own block is not left: what follows it may be anything.
  if (depth > 1)
    advance();
  return body;
}

/// A compound statement, or the simple ones of a line.
void Parser::statements(nb::list into) {
  if (token.kind == Token::Keyword) {
    Node made = compound();
    if (made.is_valid()) {
      into.append(made);
      return;
    }
  }
  do {
    into.append(simple());
  } while (accept(";"_w) && token.kind != Token::Newline);
  if (token.kind != Token::Newline)
    throw Unsupported();
  advance();
}

nb::object Parser::compound() {
  if (at("if"_w))
    return conditional();
  if (at("for"_w))
    return forLoop();
  if (at("while"_w))
    return whileLoop();
  if (at("with"_w))
    return with();
  return {};
}

nb::object Parser::simple() {
  Position begin = token.begin;
  if (token.kind == Token::Keyword) {
    if (accept("return"_w)) {
      nb::object value = nb::none();
      if (token.kind != Token::Newline && !at(";"_w))
        value = expressionList();
      return make(NodeKind::Return, {value}, begin);
    }
    if (accept("pass"_w))
      return make(NodeKind::Pass, {}, begin);
    if (accept("break"_w))
      return make(NodeKind::Break, {}, begin);
    if (accept("continue"_w))
      return make(NodeKind::Continue, {}, begin);
  }
  bool isPlainName = token.kind == Token::Name;
  names.clear();
  Node first = expressionList();
  if (token.kind == Token::Operator) {
    if (at("="_w))
      return assignment(first, begin);
    if (at(":"_w))
      return annotated(first, begin, isPlainName);
    if (token.text.size() > 1 && token.text.back() == '=')
      return augmented(first, begin);
  }
  return make(NodeKind::Expr, {first, takeNames()}, begin);
}

nb::object Parser::assignment(Node first, Position begin) {
  nb::list targets;
  Node value = first;
  while (accept("="_w)) {
    storeTo(value);
    targets.append(value);
    names.clear();
    value = expressionList();
  }
  return make(NodeKind::Assign, {targets, value, nb::none(), takeNames()},
              begin);
}

nb::object Parser::annotated(Node target, Position begin, bool isPlainName) {
  // A name in parentheses is no simple target, nor is a tuple one.
  if (!isPlainName || nodes.is(target, NodeKind::Tuple))
    throw Unsupported();
  advance();
  storeTo(target);
  Node annotation = expression();
  nb::object value = nb::none();
  if (accept("="_w))
    value = expressionList();
  nb::int_ simple(nodes.is(target, NodeKind::Name) ? 1 : 0);
  return make(NodeKind::AnnAssign, {target, annotation, value, simple}, begin);
}

nb::object Parser::augmented(Node target, Position begin) {
  static constexpr std::pair<uint64_t, const char *> signs[] = {
      {"+="_w, "Add"},    {"-="_w, "Sub"},       {"*="_w, "Mult"},
      {"/="_w, "Div"},    {"//="_w, "FloorDiv"}, {"%="_w, "Mod"},
      {"**="_w, "Pow"},   {"@="_w, "MatMult"},   {"&="_w, "BitAnd"},
      {"|="_w, "BitOr"},  {"^="_w, "BitXor"},    {"<<="_w, "LShift"},
      {">>="_w, "RShift"}};
  for (auto [sign, name] : signs) {
    if (token.code != sign)
      continue;
    if (nodes.is(target, NodeKind::Tuple) || nodes.is(target, NodeKind::List))
      throw Unsupported();
    storeTo(target);
    advance();
    Node value = expressionList();
    return make(NodeKind::AugAssign, {target, nodes.plain(name), value}, begin);
  }
  throw Unsupported();
}

/// `if` or `elif` and all that follows.
nb::object Parser::conditional() {
  Nesting nesting(depth);
  Position begin = token.begin;
  advance();
  Node test = expression();
  expect(":"_w);
  nb::list body = block();
  nb::list orelse;
  if (at("elif"_w))
    orelse.append(conditional());
  else
    orelse = otherwise();
  return make(NodeKind::If, {test, body, orelse}, begin);
}

nb::list Parser::otherwise() {
  if (!accept("else"_w))
    return {};
  expect(":"_w);
  return block();
}

nb::object Parser::forLoop() {
  Position begin = token.begin;
  advance();
  Node target = targetList();
  expect("in"_w);
  Node iterator = expressionList();
  expect(":"_w);
  nb::list body = block();
  nb::list orelse = otherwise();
  return make(NodeKind::For, {target, iterator, body, orelse, nb::none()},
              begin);
}

nb::object Parser::whileLoop() {
  Position begin = token.begin;
  advance();
  Node test = expression();
  expect(":"_w);
  nb::list body = block();
  nb::list orelse = otherwise();
  return make(NodeKind::While, {test, body, orelse}, begin);
}

nb::object Parser::with() {
  Position begin = token.begin;
  advance();
  // Parentheses around the items look like a tuple.
  if (at("("_w))
    throw Unsupported();
  nb::list items;
  do {
    Node context = expression();
    nb::object variable = nb::none();
    if (accept("as"_w)) {
      variable = binary(0);
      storeTo(variable);
    }
    items.append(make(NodeKind::withitem, {context, variable}, token.begin));
  } while (accept(","_w));
  expect(":"_w);
  nb::list body = block();
  return make(NodeKind::With, {items, body, nb::none()}, begin);
}
