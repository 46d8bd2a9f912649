//===- Lexer.cpp - tokens of a function's source ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Lexer.h"

#include "Unsupported.h"

namespace nb = nanobind;
using namespace pypto::python::syntax;

static bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isNamePart(char c) { return isNameStart(c) || isDigit(c); }

/// True for the reserved words of Python.
static bool isKeyword(std::string_view text) {
  if (text.size() < 2 || text.size() > 8)
    return false;
  switch (toCode(text)) {
  case "if"_w:
  case "in"_w:
  case "is"_w:
  case "or"_w:
  case "as"_w:
  case "and"_w:
  case "def"_w:
  case "del"_w:
  case "for"_w:
  case "not"_w:
  case "try"_w:
  case "elif"_w:
  case "else"_w:
  case "from"_w:
  case "None"_w:
  case "pass"_w:
  case "True"_w:
  case "with"_w:
  case "async"_w:
  case "await"_w:
  case "break"_w:
  case "class"_w:
  case "False"_w:
  case "raise"_w:
  case "while"_w:
  case "yield"_w:
  case "assert"_w:
  case "except"_w:
  case "global"_w:
  case "import"_w:
  case "lambda"_w:
  case "return"_w:
  case "finally"_w:
  case "continue"_w:
  case "nonlocal"_w:
    return true;
  default:
    return false;
  }
}

Lexer::Lexer(nb::handle lines, unsigned firstLine)
    : lines(lines), lineCount(static_cast<unsigned>(nb::len(lines))),
      lineNumber(firstLine - 1) {
  if (firstLine == 0)
    throw Unsupported();
}

bool Lexer::readLine() {
  if (lineNumber >= lineCount)
    return false;
  PyObject *text = PyList_GET_ITEM(lines.ptr(), lineNumber);
  Py_ssize_t size = 0;
  if (!PyUnicode_Check(text))
    throw Unsupported();
  const char *data = PyUnicode_AsUTF8AndSize(text, &size);
  if (!data) {
    PyErr_Clear();
    throw Unsupported();
  }
  ascii = ascii && PyUnicode_IS_ASCII(text);
  line = std::string_view(data, static_cast<size_t>(size));
  // A line that ends otherwise is not counted as CPython counts it.
  if (line.find_first_of(std::string_view("\0\f\r", 3)) != line.npos)
    throw Unsupported();
  ++lineNumber;
  at = 0;
  return true;
}

/// Skips blanks, comments and continued lines inside of a logical line.
void Lexer::skipBlanks() {
  while (true) {
    while (peek() == ' ' || peek() == '\t')
      ++at;
    if (peek() == '#')
      at = static_cast<unsigned>(line.size() -
                                 (line.size() && line.back() == '\n'));
    bool ends = at >= line.size() || peek() == '\n';
    if (depth && ends) {
      if (!readLine())
        throw Unsupported();
      continue;
    }
    if (peek() != '\\')
      return;
    if (peek(1) != '\n' || !readLine())
      throw Unsupported();
  }
}

/// Goes to the first token of the next logical line; true when `token` is an
/// indent or dedent that comes before it.
bool Lexer::startLogicalLine(Token &token) {
  while (true) {
    if (!readLine()) {
      if (indents.empty())
        throw Unsupported();
      pendingDedents = static_cast<unsigned>(indents.size()) - 1;
      break;
    }
    while (peek() == ' ')
      ++at;
    if (peek() == '\t' || peek() == '\\')
      throw Unsupported();
    if (at >= line.size() || peek() == '\n' || peek() == '#')
      continue;
    if (indents.empty())
      indents.push_back(at);
    if (at > indents.back()) {
      indents.push_back(at);
      token.kind = Token::Indent;
      token.begin = token.end = here();
      return true;
    }
    // What is left of the definition is not read: its end is enough.
    size_t last = indents.size() - 1;
    while (last && at < indents[last])
      --last;
    if (last && at != indents[last])
      throw Unsupported();
    pendingDedents = static_cast<unsigned>(indents.size() - 1 - last);
    break;
  }
  if (!pendingDedents)
    return false;
  --pendingDedents;
  indents.pop_back();
  token.kind = Token::Dedent;
  token.begin = token.end = here();
  return true;
}

Token Lexer::next() {
  Token token;
  if (pendingDedents) {
    --pendingDedents;
    indents.pop_back();
    token.kind = Token::Dedent;
    token.begin = token.end = here();
    return token;
  }
  if (atLineStart) {
    atLineStart = false;
    if (startLogicalLine(token))
      return token;
  }
  skipBlanks();
  if (at >= line.size() || peek() == '\n') {
    atLineStart = true;
    token.kind = Token::Newline;
    token.begin = token.end = here();
    return token;
  }
  char c = peek();
  if (isNameStart(c))
    return name();
  if (isDigit(c) || (c == '.' && isDigit(peek(1))))
    return number();
  if (c == '"' || c == '\'')
    return string("", at);
  return operatorToken();
}

Token Lexer::name() {
  Token token;
  token.begin = here();
  unsigned begin = at;
  while (isNamePart(peek()))
    ++at;
  token.text = line.substr(begin, at - begin);
  if (peek() == '"' || peek() == '\'')
    return string(token.text, begin);
  // A name of other letters has a normal form that CPython finds.
  if (static_cast<unsigned char>(peek()) >= 0x80)
    throw Unsupported();
  token.kind = Token::Name;
  if (isKeyword(token.text)) {
    token.kind = Token::Keyword;
    token.code = toCode(token.text);
  }
  token.end = here();
  return token;
}

Token Lexer::number() {
  Token token;
  token.kind = Token::Number;
  token.begin = here();
  unsigned begin = at;
  bool radix = peek() == '0' && isNameStart(peek(1)) && peek(1) != 'e' &&
               peek(1) != 'E' && peek(1) != '_';
  while (isNamePart(peek()) || peek() == '.' ||
         (!radix && (peek() == '+' || peek() == '-') &&
          (line[at - 1] == 'e' || line[at - 1] == 'E')))
    ++at;
  token.text = line.substr(begin, at - begin);
  token.end = here();
  return token;
}

Token Lexer::string(std::string_view prefix, unsigned begin) {
  Token token;
  token.kind = Token::String;
  if (!prefix.empty() && prefix != "r")
    throw Unsupported();
  token.begin = {lineNumber, begin};
  char quote = peek();
  bool isLong = peek(1) == quote && peek(2) == quote;
  at += isLong ? 3 : 1;
  unsigned start = at;
  std::string *text = nullptr;
  while (true) {
    char c = peek();
    // A backslash may hide a quote; CPython knows all of its meanings.
    if (c == '\\' || (!isLong && (at >= line.size() || c == '\n')))
      throw Unsupported();
    if (at >= line.size()) {
      if (!text)
        text = longStrings.emplace_back(std::make_unique<std::string>()).get();
      text->append(line.substr(start));
      if (!readLine())
        throw Unsupported();
      start = 0;
      continue;
    }
    if (c == quote && (!isLong || (peek(1) == quote && peek(2) == quote)))
      break;
    ++at;
  }
  token.text = line.substr(start, at - start);
  if (text) {
    text->append(token.text);
    token.text = *text;
  }
  at += isLong ? 3 : 1;
  token.end = here();
  if (isNamePart(peek()))
    throw Unsupported();
  return token;
}

Token Lexer::operatorToken() {
  static constexpr std::string_view operators[] = {
      "**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=",
      ">=",  "==",  "!=",  "->",  "+=",  "-=", "*=", "/=", "%=", "&=",
      "|=",  "^=",  "@=",  ":=",  "+",   "-",  "*",  "/",  "%",  "@",
      "&",   "|",   "^",   "~",   "<",   ">",  "=",  "(",  ")",  "[",
      "]",   "{",   "}",   ",",   ":",   ".",  ";"};
  Token token;
  token.kind = Token::Operator;
  token.begin = here();
  std::string_view rest = line.substr(at);
  // Most are a bracket, a comma, a dot or a lone sign.
  size_t size = 0;
  char c = rest.front();
  if (c == '(' || c == ')' || c == '[' || c == ']' || c == ',' ||
      (c == '=' && peek(1) != '=') || (c == '.' && peek(1) != '.'))
    size = 1;
  else
    for (std::string_view known : operators)
      if (rest.substr(0, known.size()) == known) {
        size = known.size();
        break;
      }
  if (!size)
    throw Unsupported();
  token.text = rest.substr(0, size);
  token.code = toCode(token.text);
  at += static_cast<unsigned>(size);
  token.end = here();
  if (c == '(' || c == '[' || c == '{')
    ++depth;
  else if (c == ')' || c == ']' || c == '}') {
    if (!depth)
      throw Unsupported();
    --depth;
  }
  return token;
}
