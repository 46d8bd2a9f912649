//===- Lexer.h - tokens of a function's source ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BINDINGS_SYNTAX_LEXER_H
#define PYPTO_BINDINGS_SYNTAX_LEXER_H

#include <cstdint>
#include <memory>
#include <nanobind/nanobind.h>
#include <string>
#include <string_view>
#include <vector>

namespace pypto::python::syntax {

/// A place in the file: the line counts from 1, the column is a byte offset.
struct Position {
  unsigned line = 0;
  unsigned column = 0;
};

/// The code of an operator or keyword: its characters. None has more than
/// eight.
constexpr uint64_t toCode(std::string_view word) {
  uint64_t code = 0;
  for (char c : word)
    code = code << 8 | static_cast<unsigned char>(c);
  return code;
}
constexpr uint64_t operator""_w(const char *word, size_t size) {
  return toCode(std::string_view(word, size));
}

struct Token {
  enum Kind : uint8_t {
    Name,
    Keyword,
    Number,
    String,
    Operator,
    Newline,
    Indent,
    Dedent
  };
  Kind kind = Newline;
  /// A string token holds what is between its quotes.
  std::string_view text;
  /// Of an operator or keyword, else 0.
  uint64_t code = 0;
  Position begin, end;
};

/// Reads tokens from the line where a definition starts to its dedent.
/// Throws `Unsupported`.
class Lexer {
public:
  /// lines: a list of the file's lines, each with its newline.
  Lexer(nanobind::handle lines, unsigned firstLine);

  Token next();

  /// True while every line that was read is ASCII.
  bool isAscii() const { return ascii; }

private:
  bool readLine();
  bool startLogicalLine(Token &token);
  void skipBlanks();
  Token name();
  Token number();
  Token string(std::string_view prefix, unsigned begin);
  Token operatorToken();
  Position here() const { return {lineNumber, at}; }
  char peek(unsigned ahead = 0) const {
    return at + ahead < line.size() ? line[at + ahead] : '\0';
  }

  nanobind::handle lines;
  unsigned lineCount;
  unsigned lineNumber;
  std::string_view line;
  unsigned at = 0;
  unsigned depth = 0;
  unsigned pendingDedents = 0;
  bool atLineStart = true;
  bool ascii = true;
  std::vector<unsigned> indents;
  /// Text of strings over several lines; tokens point into it.
  std::vector<std::unique_ptr<std::string>> longStrings;
};

} // namespace pypto::python::syntax

#endif // PYPTO_BINDINGS_SYNTAX_LEXER_H
