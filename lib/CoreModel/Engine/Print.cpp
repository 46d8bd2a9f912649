//===- Print.cpp - what a kernel prints -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Print.h"
#include <algorithm>
#include <cstdio>

namespace pypto::coremodel {

/// Flags, width and precision are those of the text; more than this many
/// characters of padding help nobody.
static constexpr size_t kLongestSpec = 16;

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
    if (done || (!isReal && !isInteger) || end - i > kLongestSpec) {
      out += format[i];
      continue;
    }
    std::string spec(format.substr(i, end - i));
    if (isReal)
      put(spec + format[kind], isFloat ? real : static_cast<double>(integer));
    else if (format[kind] == 'c')
      put(spec + 'c',
          static_cast<int>(isFloat ? static_cast<int64_t>(real) : integer));
    else
      put(spec + "ll" + format[kind],
          static_cast<long long>(isFloat ? static_cast<int64_t>(real)
                                         : integer));
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
