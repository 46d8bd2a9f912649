//===- MemoryMapChart.h - a chart of one memory -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_MEMORYMAP_MEMORYMAPCHART_H
#define PYPTO_TRANSFORMS_MEMORYMAP_MEMORYMAPCHART_H

#include "pypto/Transforms/MemoryMap.h"

#include "llvm/Support/raw_ostream.h"

namespace pypto {

/// Size of a chart with its axes, in SVG units.
inline constexpr int64_t kChartWidth = 860;
inline constexpr int64_t kChartHeight = 340;

/// `text` with the characters that XML gives a meaning replaced.
std::string escapeXml(llvm::StringRef text);

/// Writes the chart of `space` as a group whose upper left corner is (0, top).
void drawChart(llvm::raw_ostream &os, const MemoryMap &map,
               const MemoryMapKernel &kernel, const MemoryMapSpace &space,
               int64_t top);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MEMORYMAP_MEMORYMAPCHART_H
