//===- Names.h - what the author calls things -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Made for messages only: a run does not carry these names with it.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_ENGINE_NAMES_H
#define PYPTO_LIB_COREMODEL_ENGINE_NAMES_H

#include "GlobalMemory.h"

namespace pypto::coremodel {

/// The author's name of a tensor; empty where it has none.
std::string nameOf(const Program &program, const GmBuffer &buffer);
/// " 'x'", or nothing.
std::string quotedAfterSpace(const std::string &name);
/// "[8, 0]"
std::string listed(const std::vector<int64_t> &numbers);
/// The indices of an element in row-major order. That of the first axis goes on
/// behind its extent; empty where an extent is 0 or the element is before the
/// first.
std::vector<int64_t> indicesOf(int64_t element,
                               const std::vector<int64_t> &shape);

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_ENGINE_NAMES_H
