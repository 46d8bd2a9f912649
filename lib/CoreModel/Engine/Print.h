//===- Print.h - what a kernel prints ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_COREMODEL_PRINT_H
#define PYPTO_COREMODEL_PRINT_H

#include <cstdint>
#include <string>
#include <string_view>

namespace pypto::coremodel {

/// `format` with its first conversion done as printf does it. The value is the
/// one of the two that `isFloat` names; a conversion for the other kind gets it
/// converted. A format without a conversion is followed by the value.
std::string formatPrint(std::string_view format, bool isFloat, double real,
                        int64_t integer);

} // namespace pypto::coremodel

#endif // PYPTO_COREMODEL_PRINT_H
