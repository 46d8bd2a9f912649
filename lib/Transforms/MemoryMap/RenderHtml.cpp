//===- RenderHtml.cpp - the memory map as a page ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MemoryMap/MemoryMapChart.h"

using namespace mlir;

namespace pypto {

static void writeTable(llvm::raw_ostream &os, const MemoryMapSpace &space) {
  os << "<table><thead><tr><th>buffer</th><th>address</th><th>bytes</th>"
        "<th>steps</th><th>tile</th><th>where</th></tr></thead><tbody>\n";
  for (const MemoryMapBuffer &buffer : space.buffers) {
    os << "<tr><td>" << escapeXml(buffer.name.empty() ? "-" : buffer.name)
       << "</td><td>" << buffer.address << "</td><td>" << buffer.bytes
       << "</td><td>";
    llvm::interleaveComma(buffer.live, os, [&](const MemoryMapSpan &span) {
      os << span.first << "&ndash;" << span.last;
    });
    os << "</td><td>" << escapeXml(buffer.type) << "</td><td>"
       << escapeXml(buffer.location) << "</td></tr>\n";
  }
  os << "</tbody></table>\n";
}

std::string renderHtml(const MemoryMap &map) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Memory "
        "map</title></head><body>\n<div class=\"pypto-memory-map\">\n";
  for (const MemoryMapKernel &kernel : map.kernels)
    for (const MemoryMapSpace &space : kernel.spaces) {
      os << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << kChartWidth
         << "\" height=\"" << kChartHeight
         << "\" font-family=\"monospace\" font-size=\"11\">\n";
      drawChart(os, map, kernel, space, 0);
      os << "</svg>\n<details><summary>" << space.buffers.size()
         << " buffers</summary>\n";
      writeTable(os, space);
      os << "</details>\n";
    }
  if (map.kernels.empty())
    os << "<p>no kernels</p>\n";
  os << "</div>\n</body></html>\n";
  return text;
}

} // namespace pypto
