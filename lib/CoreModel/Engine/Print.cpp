//===- Print.cpp - what a kernel prints -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Print.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

namespace pypto::coremodel {

/// Characters of a conversion before its letter; what is longer is text.
static constexpr size_t kLongestSpec = 16;

/// Largest width and precision: more padding than this helps nobody.
static constexpr int64_t kMostPadding = 64;

/// A conversion as the text has it, `%` to before its letter, width and
/// precision at most kMostPadding; nothing if its parts are not in order.
static std::optional<std::string> clampSpec(std::string_view spec) {
  size_t at = std::min(spec.find_first_not_of("-+ #0", 1), spec.size());
  std::string out(spec.substr(0, at));
  auto addNumber = [&] {
    int64_t number = 0;
    size_t start = at;
    for (; at < spec.size() && spec[at] >= '0' && spec[at] <= '9'; ++at)
      number = std::min(number * 10 + (spec[at] - '0'), kMostPadding);
    if (at != start)
      out += std::to_string(number);
  };
  addNumber();
  if (at < spec.size() && spec[at] == '.') {
    out += spec[at++];
    addNumber();
  }
  if (at != spec.size())
    return std::nullopt;
  return out;
}

/// `real` without its fraction; the nearest integer there is where it has
/// none, 0 for NaN.
static int64_t toInteger(double real) {
  if (std::isnan(real))
    return 0;
  // The first number beyond the largest integer is a double, that is not.
  if (real >= 0x1p63)
    return std::numeric_limits<int64_t>::max();
  if (real < -0x1p63)
    return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(real);
}

std::string formatPrint(std::string_view format, bool isFloat, double real,
                        int64_t integer) {
  std::string out;
  auto put = [&](const std::string &spec, auto value) {
    char text[512];
    int size = std::snprintf(text, sizeof(text), spec.c_str(), value);
    out.append(text, std::clamp<size_t>(size < 0 ? 0 : size, 0, 511));
  };
  bool done = false;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      out += format[i];
      continue;
    }
    if (i + 1 < format.size() && format[i + 1] == '%') {
      out += '%';
      ++i;
      continue;
    }
    size_t end = format.find_first_not_of("-+ #0123456789.", i + 1);
    size_t kind =
        end == format.npos ? end : format.find_first_not_of("hlzjtL", end);
    bool isReal = kind != format.npos &&
                  std::string_view("fFeEgGaA").find(format[kind]) !=
                      std::string_view::npos;
    bool isInteger =
        kind != format.npos && std::string_view("diuxXoc").find(format[kind]) !=
                                   std::string_view::npos;
    std::optional<std::string> spec;
    if (!done && (isReal || isInteger) && end - i <= kLongestSpec)
      spec = clampSpec(format.substr(i, end - i));
    if (!spec) {
      out += format[i];
      continue;
    }
    int64_t whole = isFloat ? toInteger(real) : integer;
    if (isReal)
      put(*spec + format[kind], isFloat ? real : static_cast<double>(integer));
    else if (format[kind] == 'c')
      put(*spec + 'c', static_cast<int>(whole));
    else
      put(*spec + "ll" + format[kind], static_cast<long long>(whole));
    i = kind;
    done = true;
  }
  if (!done)
    out += " " + (isFloat ? std::to_string(real) : std::to_string(integer));
  while (!out.empty() && out.back() == '\n')
    out.pop_back();
  return out;
}

} // namespace pypto::coremodel
