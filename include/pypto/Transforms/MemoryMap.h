//===- MemoryMap.h - which bytes hold what, and when ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each kernel and on-chip memory: the buffers with their addresses and the
// steps at which their bytes are needed. A step is an operation of the kernel,
// numbered in program order.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_MEMORYMAP_H
#define PYPTO_TRANSFORMS_MEMORYMAP_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace pypto {

/// Steps `first` to `last`, both included.
struct MemoryMapSpan {
  int64_t first = 0;
  int64_t last = 0;
};

/// One buffer. `name` is the author's for the first named tile in it, or empty;
/// `location` is "file:line:column" of that tile, or empty. Address and bytes
/// are in bytes.
struct MemoryMapBuffer {
  std::string name;
  std::string type;
  std::string location;
  int64_t address = 0;
  int64_t bytes = 0;
  std::vector<MemoryMapSpan> live;
};

/// One memory of one kernel. Buffers are sorted by address, then by the step at
/// which they begin.
struct MemoryMapSpace {
  std::string name;
  int64_t capacity = 0;
  /// Highest used address.
  int64_t peak = 0;
  /// Most bytes that are needed at one step, and the first such step.
  int64_t mostLive = 0;
  int64_t mostLiveStep = 0;
  std::vector<MemoryMapBuffer> buffers;
};

/// One operation: its name without the dialect, and where the author wrote it.
struct MemoryMapStep {
  std::string operation;
  std::string location;
};

/// One kernel; `core` is AIC or AIV. Only memories with buffers are listed.
struct MemoryMapKernel {
  std::string name;
  std::string core;
  std::vector<MemoryMapStep> steps;
  std::vector<MemoryMapSpace> spaces;
};

struct MemoryMap {
  /// Name of the chip, such as 910B.
  std::string target;
  std::vector<MemoryMapKernel> kernels;
};

/// Collects the map of all kernels of `module`, which must be at the stage
/// `allocated`. An error (E0504) where a tile has no buffer or a buffer no
/// address.
mlir::FailureOr<MemoryMap> collectMemoryMap(mlir::ModuleOp module);

/// A table per memory with a bar of time for each buffer, at most about 100
/// columns wide.
std::string renderText(const MemoryMap &map);
/// A chart of address over time for each memory, one below the other.
std::string renderSvg(const MemoryMap &map);
/// A self-contained page: the charts with tables of the buffers.
std::string renderHtml(const MemoryMap &map);
/// All figures; the schema is the structures above, in snake case.
std::string renderJson(const MemoryMap &map);

/// Renders as "text", "svg", "html" or "json"; nothing for another word.
std::optional<std::string> render(const MemoryMap &map, llvm::StringRef format);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MEMORYMAP_H
