//===- Npy.h - arrays in NumPy's .npy format --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Format:
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
// (versions 1 to 3).
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TOOLS_NPY_H
#define PYPTO_TOOLS_NPY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pypto::tools {

/// A dense row-major array.
struct NpyArray {
  /// Kind and bytes of an element as NumPy writes them, little-endian: "f4",
  /// "f2", "i4", "u1", "b1", or "V2" for two bytes without a meaning, which is
  /// how NumPy stores bfloat16.
  std::string dtype;
  std::vector<int64_t> shape;
  std::vector<uint8_t> data;
};

/// Reads a file. Fails on a missing, truncated or malformed file, on big-endian
/// and on structured or object elements; a column-major array is transposed.
llvm::Expected<NpyArray> readNpy(llvm::StringRef path);

/// Writes a file, format version 1.
llvm::Error writeNpy(llvm::StringRef path, const NpyArray &array);

} // namespace pypto::tools

#endif // PYPTO_TOOLS_NPY_H
