//===- Names.cpp - what the author calls things -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Names.h"

namespace pypto::coremodel {

std::string nameOf(const Program &program, const GmBuffer &buffer) {
  if (buffer.arg < 0)
    return program.locs[buffer.loc].name;
  const Function &entry = program.functions[static_cast<size_t>(program.entry)];
  auto arg = static_cast<size_t>(buffer.arg);
  return arg < entry.params.size() ? entry.params[arg].name : std::string();
}

std::string quotedAfterSpace(const std::string &name) {
  return name.empty() ? name : " '" + name + "'";
}

std::string listed(const std::vector<int64_t> &numbers) {
  std::string text = "[";
  for (size_t i = 0; i < numbers.size(); ++i)
    text += (i ? ", " : "") + std::to_string(numbers[i]);
  return text + "]";
}

std::vector<int64_t> indicesOf(int64_t element,
                               const std::vector<int64_t> &shape) {
  std::vector<int64_t> indices(shape.size());
  if (element < 0)
    return {};
  for (size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] == 0)
      return {};
    indices[axis] = axis ? element % shape[axis] : element;
    element /= shape[axis];
  }
  return indices;
}

} // namespace pypto::coremodel
