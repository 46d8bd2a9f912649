//===- EnumText.h - text of attributes with one member ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An attribute of one member of an enumeration is written `#pto.layout<nd>` or
// `#pto<round_mode ROUND>`, each attribute in its own way. A text that has the
// other way is told the right one.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ENUMTEXT_H
#define PTO_ENUMTEXT_H

#include "Diagnose.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::pto {

/// The word that ends before `loc`: the attribute's name.
inline StringRef getWordBefore(SMLoc loc) {
  const char *end = loc.getPointer();
  while (end[-1] == ' ')
    --end;
  const char *begin = end;
  while (llvm::isAlnum(begin[-1]) || begin[-1] == '_')
    --begin;
  return StringRef(begin, end - begin);
}

template <typename EnumT>
ParseResult parseMember(AsmParser &parser, EnumT &value) {
  FailureOr<EnumT> member = FieldParser<EnumT>::parse(parser);
  if (failed(member))
    return failure();
  value = *member;
  return success();
}

/// The member that comes next in a text that is wrong, for the message.
inline StringRef readMember(AsmParser &parser) {
  StringRef member;
  return succeeded(parser.parseOptionalKeyword(&member)) ? member : "...";
}

/// Reads `ROUND` of `#pto<round_mode ROUND>`.
template <typename EnumT>
ParseResult parseSpacedMember(AsmParser &parser, EnumT &value) {
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalLess())) {
    StringRef name = getWordBefore(loc), member = readMember(parser);
    return diagnoseSyntax(parser, loc)
           << "expected a space before the member of '" << name
           << "'; write #pto<" << name << " " << member << ">";
  }
  return parseMember(parser, value);
}

template <typename EnumT>
void printSpacedMember(AsmPrinter &printer, EnumT value) {
  printer << value;
}

/// Reads `<nd>` of `#pto.layout<nd>`.
template <typename EnumT>
ParseResult parseDottedMember(AsmParser &parser, EnumT &value) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalLess())) {
    StringRef name = getWordBefore(loc), member = readMember(parser);
    return diagnoseSyntax(parser, loc)
           << "expected '<' before the member of '" << name << "'; write #pto."
           << name << "<" << member << ">";
  }
  if (parseMember(parser, value))
    return failure();
  return parser.parseGreater();
}

template <typename EnumT>
void printDottedMember(AsmPrinter &printer, EnumT value) {
  printer << '<' << value << '>';
}

} // namespace mlir::pto

#endif // PTO_ENUMTEXT_H
