//===- Expressions.cpp - expressions of a kernel ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Parser.h"

#include "Unsupported.h"

#include <cctype>
#include <string>

namespace nb = nanobind;
using namespace pypto::python::syntax;

Parser::Nesting::Nesting(unsigned &depth) : depth(depth) {
  // CPython's parser has a limit of its own near this one.
  if (++depth > 200) {
    --depth;
    throw Unsupported();
  }
}

/// `a` or `a, b`: what may stand on the right of an assignment.
nb::object Parser::expressionList() {
  Position begin = token.begin;
  Node first = expression();
  if (!at(","_w))
    return first;
  nb::list items;
  items.append(first);
  while (accept(","_w)) {
    if (token.kind == Token::Newline || at("="_w) || at(")"_w) || at("]"_w) ||
        at(":"_w) || at(";"_w))
      break;
    items.append(expression());
  }
  return make(NodeKind::Tuple, {items, nb::none()}, begin);
}

/// The target of a loop, which ends before `in`.
nb::object Parser::targetList() {
  Position begin = token.begin;
  Node first = binary(0);
  if (at(","_w)) {
    nb::list items;
    items.append(first);
    while (accept(","_w) && !at("in"_w))
      items.append(binary(0));
    first = make(NodeKind::Tuple, {items, nb::none()}, begin);
  }
  storeTo(first);
  return first;
}

void Parser::storeTo(nb::handle node) {
  if (nodes.is(node, NodeKind::Tuple) || nodes.is(node, NodeKind::List)) {
    for (nb::handle item : node.attr("elts"))
      storeTo(item);
  } else if (!nodes.is(node, NodeKind::Name) &&
             !nodes.is(node, NodeKind::Attribute) &&
             !nodes.is(node, NodeKind::Subscript)) {
    throw Unsupported();
  }
  nb::setattr(node, "ctx", nodes.store);
}

nb::object Parser::expression() {
  Nesting nesting(depth);
  Position begin = token.begin;
  Node body = disjunction();
  if (!accept("if"_w))
    return body;
  Node test = disjunction();
  expect("else"_w);
  Node otherwise = expression();
  return make(NodeKind::IfExp, {test, body, otherwise}, begin);
}

nb::object Parser::disjunction() {
  Position begin = token.begin;
  Node first = conjunction();
  if (!at("or"_w))
    return first;
  nb::list values;
  values.append(first);
  while (accept("or"_w))
    values.append(conjunction());
  return make(NodeKind::BoolOp, {nodes.plain("Or"), values}, begin);
}

nb::object Parser::conjunction() {
  Position begin = token.begin;
  Node first = inversion();
  if (!at("and"_w))
    return first;
  nb::list values;
  values.append(first);
  while (accept("and"_w))
    values.append(inversion());
  return make(NodeKind::BoolOp, {nodes.plain("And"), values}, begin);
}

nb::object Parser::inversion() {
  Nesting nesting(depth);
  Position begin = token.begin;
  if (!accept("not"_w))
    return comparison();
  Node operand = inversion();
  return make(NodeKind::UnaryOp, {nodes.plain("Not"), operand}, begin);
}

nb::object Parser::comparison() {
  Position begin = token.begin;
  Node left = binary(0);
  nb::list ops, comparators;
  while (token.kind == Token::Operator || token.kind == Token::Keyword) {
    const char *name = nullptr;
    if (accept("<"_w))
      name = "Lt";
    else if (accept(">"_w))
      name = "Gt";
    else if (accept("=="_w))
      name = "Eq";
    else if (accept("!="_w))
      name = "NotEq";
    else if (accept("<="_w))
      name = "LtE";
    else if (accept(">="_w))
      name = "GtE";
    else if (accept("in"_w))
      name = "In";
    else if (accept("is"_w))
      name = accept("not"_w) ? "IsNot" : "Is";
    else if (accept("not"_w)) {
      expect("in"_w);
      name = "NotIn";
    } else {
      break;
    }
    ops.append(nodes.plain(name));
    comparators.append(binary(0));
  }
  if (!nb::len(ops))
    return left;
  return make(NodeKind::Compare, {left, ops, comparators}, begin);
}

namespace {
struct BinarySign {
  uint64_t sign;
  const char *name;
  unsigned level;
};
} // namespace

static constexpr BinarySign binarySigns[] = {
    {"|"_w, "BitOr", 0},     {"^"_w, "BitXor", 1},  {"&"_w, "BitAnd", 2},
    {"<<"_w, "LShift", 3},   {">>"_w, "RShift", 3}, {"+"_w, "Add", 4},
    {"-"_w, "Sub", 4},       {"*"_w, "Mult", 5},    {"/"_w, "Div", 5},
    {"//"_w, "FloorDiv", 5}, {"%"_w, "Mod", 5},     {"@"_w, "MatMult", 5}};
static constexpr unsigned tightestLevel = 5;

static const BinarySign *findSign(const Token &token) {
  // Most expressions end at a bracket or a comma.
  uint64_t code = token.code;
  if (token.kind != Token::Operator || code == ")"_w || code == ","_w ||
      code == "]"_w)
    return nullptr;
  for (const BinarySign &known : binarySigns)
    if (known.sign == code)
      return &known;
  return nullptr;
}

/// Operators of `level` and tighter; each groups from the left.
nb::object Parser::binary(unsigned level) {
  Position begin = token.begin;
  Node left = factor();
  while (const BinarySign *sign = findSign(token)) {
    if (sign->level < level)
      break;
    advance();
    Node right =
        sign->level == tightestLevel ? factor() : binary(sign->level + 1);
    left = make(NodeKind::BinOp, {left, nodes.plain(sign->name), right}, begin);
  }
  return left;
}

nb::object Parser::factor() {
  Nesting nesting(depth);
  if (token.kind != Token::Operator)
    return power();
  Position begin = token.begin;
  const char *name = at("-"_w)   ? "USub"
                     : at("+"_w) ? "UAdd"
                     : at("~"_w) ? "Invert"
                                 : nullptr;
  if (!name)
    return power();
  advance();
  Node operand = factor();
  return make(NodeKind::UnaryOp, {nodes.plain(name), operand}, begin);
}

nb::object Parser::power() {
  Position begin = token.begin;
  Node base = primary();
  if (!accept("**"_w))
    return base;
  Node exponent = factor();
  return make(NodeKind::BinOp, {base, nodes.plain("Pow"), exponent}, begin);
}

nb::object Parser::primary() {
  Position begin = token.begin;
  Node node = atom();
  while (token.kind == Token::Operator) {
    if (accept("."_w)) {
      nb::object name = identifier();
      node = make(NodeKind::Attribute, {node, name, nb::none()}, begin);
    } else if (accept("("_w)) {
      node = arguments(node, begin);
    } else if (accept("["_w)) {
      node = subscript(node, begin);
    } else {
      break;
    }
  }
  return node;
}

nb::object Parser::arguments(Node callee, Position begin) {
  nb::list positional, keywords;
  while (!accept(")"_w)) {
    Position start = token.begin;
    // Starred arguments are refused anyway, by the message of their rule.
    if (at("*"_w) || at("**"_w))
      throw Unsupported();
    bool isName = token.kind == Token::Name;
    Node value = expression();
    if (at("="_w)) {
      if (!isName || !nodes.is(value, NodeKind::Name))
        throw Unsupported();
      advance();
      // It was no variable.
      names.pop_back();
      nb::object name = value.attr("id");
      Node given = expression();
      keywords.append(make(NodeKind::keyword, {name, given}, start));
    } else {
      if (nb::len(keywords))
        throw Unsupported();
      positional.append(value);
    }
    if (!at(")"_w))
      expect(","_w);
  }
  return make(NodeKind::Call, {callee, positional, keywords}, begin);
}

nb::object Parser::subscript(Node base, Position begin) {
  Position start = token.begin;
  Node index = slice();
  if (at(","_w)) {
    nb::list items;
    items.append(index);
    while (accept(","_w) && !at("]"_w))
      items.append(slice());
    index = make(NodeKind::Tuple, {items, nb::none()}, start);
  }
  expect("]"_w);
  return make(NodeKind::Subscript, {base, index, nb::none()}, begin);
}

nb::object Parser::slice() {
  Position begin = token.begin;
  nb::object bounds[3] = {nb::none(), nb::none(), nb::none()};
  auto ends = [&] { return at(":"_w) || at(","_w) || at("]"_w); };
  if (!at(":"_w)) {
    bounds[0] = expression();
    if (!at(":"_w))
      return bounds[0];
  }
  for (unsigned i = 1; i < 3 && accept(":"_w); ++i)
    if (!ends())
      bounds[i] = expression();
  return make(NodeKind::Slice, {bounds[0], bounds[1], bounds[2]}, begin);
}

nb::object Parser::atom() {
  Position begin = token.begin;
  switch (token.kind) {
  case Token::Name: {
    nb::object name = identifier();
    names.push_back(name.ptr());
    return make(NodeKind::Name, {name, nb::none()}, begin);
  }
  case Token::Number:
    return number();
  case Token::String:
    return strings();
  case Token::Keyword: {
    nb::object value;
    if (at("None"_w))
      value = nb::none();
    else if (at("True"_w) || at("False"_w))
      value = nb::bool_(at("True"_w));
    else
      throw Unsupported();
    advance();
    return make(NodeKind::Constant, {value, nb::none()}, begin);
  }
  case Token::Operator:
    if (at("("_w))
      return parenthesised();
    if (at("["_w))
      return list();
    if (at("{"_w))
      return dictionary();
    if (accept("..."_w))
      return make(NodeKind::Constant, {nb::ellipsis(), nb::none()}, begin);
    throw Unsupported();
  default:
    throw Unsupported();
  }
}

nb::object Parser::number() {
  Position begin = token.begin;
  std::string digits;
  bool isFloat = false;
  std::string_view text = token.text;
  bool isRadix = text.size() > 1 && text[0] == '0' &&
                 std::string_view("xXoObB").find(text[1]) != text.npos;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '_') {
      auto separates = [&](char side) {
        return isRadix ? std::isalnum(side) : std::isdigit(side);
      };
      if (i + 1 == text.size() || !separates(text[i - 1]) ||
          !separates(text[i + 1]))
        throw Unsupported();
      continue;
    }
    if (!isRadix && (c == '.' || c == 'e' || c == 'E'))
      isFloat = true;
    digits.push_back(c);
  }
  char *stop = nullptr;
  nb::object value;
  if (isFloat) {
    double parsed = PyOS_string_to_double(digits.c_str(), &stop, nullptr);
    value = nb::steal(PyFloat_FromDouble(parsed));
  } else {
    value = nb::steal(PyLong_FromString(digits.c_str(), &stop, 0));
  }
  if (PyErr_Occurred()) {
    PyErr_Clear();
    throw Unsupported();
  }
  if (!value.is_valid() || stop != digits.c_str() + digits.size())
    throw Unsupported();
  advance();
  return make(NodeKind::Constant, {value, nb::none()}, begin);
}

nb::object Parser::strings() {
  Position begin = token.begin;
  std::string text;
  while (token.kind == Token::String) {
    text.append(token.text);
    advance();
  }
  nb::str value(text.data(), text.size());
  return make(NodeKind::Constant, {value, nb::none()}, begin);
}

/// A tuple, or an expression that keeps its own position.
nb::object Parser::parenthesised() {
  Position begin = token.begin;
  expect("("_w);
  nb::list items;
  if (accept(")"_w))
    return make(NodeKind::Tuple, {items, nb::none()}, begin);
  Node first = expression();
  if (accept(")"_w))
    return first;
  items.append(first);
  while (!accept(")"_w)) {
    expect(","_w);
    if (!at(")"_w))
      items.append(expression());
  }
  return make(NodeKind::Tuple, {items, nb::none()}, begin);
}

nb::object Parser::list() {
  Position begin = token.begin;
  expect("["_w);
  nb::list items;
  while (!accept("]"_w)) {
    items.append(expression());
    if (!at("]"_w))
      expect(","_w);
  }
  return make(NodeKind::List, {items, nb::none()}, begin);
}

nb::object Parser::dictionary() {
  Position begin = token.begin;
  expect("{"_w);
  nb::list keys, values;
  while (!accept("}"_w)) {
    keys.append(expression());
    expect(":"_w);
    values.append(expression());
    if (!at("}"_w))
      expect(","_w);
  }
  return make(NodeKind::Dict, {keys, values}, begin);
}
