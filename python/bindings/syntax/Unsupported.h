//===- Unsupported.h - what the quick parser leaves alone -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BINDINGS_SYNTAX_UNSUPPORTED_H
#define PYPTO_BINDINGS_SYNTAX_UNSUPPORTED_H

namespace pypto::python::syntax {

/// Thrown at text that CPython's own parser has to read: constructs that
/// kernels hardly use, and everything that is no Python at all.
struct Unsupported {};

} // namespace pypto::python::syntax

#endif // PYPTO_BINDINGS_SYNTAX_UNSUPPORTED_H
