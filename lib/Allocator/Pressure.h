//===- Pressure.h - the moment with most live bytes -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_LIB_ALLOCATOR_PRESSURE_H
#define PYPTO_LIB_ALLOCATOR_PRESSURE_H

#include "pypto/Allocator/SpacePlan.h"

namespace pypto::allocator {

/// Returns the first moment at which the buffers of \p problem, which has one
/// pool, need most bytes. Of colocated buffers only the largest counts, and of
/// buffers in exclusive branches only those that can be live together.
PressurePoint findPressure(const Problem &problem);

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_PRESSURE_H
