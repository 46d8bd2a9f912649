//===- RenderText.cpp - the memory map for a terminal -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Transforms/MemoryMap.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace pypto {

/// Columns of a bar of time.
static constexpr int64_t kBarWidth = 40;

/// One character for each part of the kernel's time: '#' where the buffer is
/// live in some step of that part.
static std::string drawBar(const MemoryMapBuffer &buffer, int64_t numSteps) {
  int64_t width = std::min(kBarWidth, std::max<int64_t>(numSteps, 1));
  std::string bar(width, '.');
  for (const MemoryMapSpan &span : buffer.live)
    for (int64_t column = span.first * width / numSteps;
         column <= span.last * width / numSteps && column < width; ++column)
      bar[column] = '#';
  return bar;
}

static void renderSpace(llvm::raw_ostream &os, const MemoryMapKernel &kernel,
                        const MemoryMapSpace &space) {
  int64_t numSteps = kernel.steps.size();
  os << "  " << space.name << ": " << space.buffers.size() << " buffers, "
     << space.peak << " of " << space.capacity << " bytes ("
     << llvm::formatv("{0:f1}", 100.0 * space.peak / space.capacity)
     << " %); at most " << space.mostLive << " live, at step "
     << space.mostLiveStep;
  if (space.mostLiveStep < numSteps) {
    const MemoryMapStep &step = kernel.steps[space.mostLiveStep];
    os << " (" << step.operation;
    if (!step.location.empty())
      os << ", " << step.location;
    os << ")";
  }
  os << "\n";
  std::string time = "steps 0.." + std::to_string(numSteps - 1);
  if (static_cast<int64_t>(time.size()) < std::min(kBarWidth, numSteps))
    time.resize(std::min(kBarWidth, numSteps), ' ');
  os << llvm::formatv("    {0,9} {1,9} {2,9}  {3}  {4}\n", "address", "end",
                      "bytes", time, "buffer");
  for (const MemoryMapBuffer &buffer : space.buffers) {
    os << llvm::formatv("    {0,9} {1,9} {2,9}  {3}  ", buffer.address,
                        buffer.address + buffer.bytes, buffer.bytes,
                        drawBar(buffer, numSteps));
    os << (buffer.name.empty() ? "-" : buffer.name) << ": " << buffer.type;
    if (!buffer.location.empty())
      os << " at " << buffer.location;
    os << "\n";
  }
}

std::string renderText(const MemoryMap &map) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const MemoryMapKernel &kernel : map.kernels) {
    os << "kernel '" << kernel.name << "' on " << kernel.core << " of "
       << map.target << ", " << kernel.steps.size() << " steps\n";
    for (const MemoryMapSpace &space : kernel.spaces)
      renderSpace(os, kernel, space);
  }
  if (map.kernels.empty())
    os << "no kernels\n";
  return text;
}

} // namespace pypto
