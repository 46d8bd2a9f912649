//===- TargetArch.h - architecture that an operation is for -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_TARGETARCH_H
#define PYPTO_DIALECT_PTO_TARGETARCH_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlir {
class Operation;

namespace pto {

/// The two families whose rules differ: A3 stands for A2 and A3.
enum class TargetArch : uint8_t { A3, A5 };

/// What a value of `pto.target_arch` means: "a5" in any case is A5, every other
/// string is A3.
TargetArch parseTargetArch(llvm::StringRef name);

/// Whether `name` is one that a tool's option accepts: a3, a2a3 or a5, in any
/// case.
bool isTargetArchName(llvm::StringRef name);

/// "a3" or "a5".
llvm::StringRef stringifyTargetArch(TargetArch arch);

/// The text of `pto.target_arch` of the nearest module around `op` that has it,
/// `op` included; nothing when there is none.
std::optional<llvm::StringRef> getTargetArchName(Operation *op);

/// The architecture of `op`: by the attribute, else the default of the context.
TargetArch getTargetArch(Operation *op);

/// The architecture that the attribute alone names; A3 without one. Some rules
/// of the public assembler look only at the attribute.
TargetArch getTargetArchByAttribute(Operation *op);

} // namespace pto
} // namespace mlir

#endif // PYPTO_DIALECT_PTO_TARGETARCH_H
