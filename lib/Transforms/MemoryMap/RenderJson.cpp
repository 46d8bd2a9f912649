//===- RenderJson.cpp - the memory map as data ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Transforms/MemoryMap.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace pypto {

static void writeBuffer(llvm::json::OStream &json,
                        const MemoryMapBuffer &buffer) {
  json.object([&] {
    json.attribute("name", buffer.name);
    json.attribute("type", buffer.type);
    json.attribute("location", buffer.location);
    json.attribute("address", buffer.address);
    json.attribute("bytes", buffer.bytes);
    json.attributeArray("live", [&] {
      for (const MemoryMapSpan &span : buffer.live)
        json.array([&] {
          json.value(span.first);
          json.value(span.last);
        });
    });
  });
}

static void writeSpace(llvm::json::OStream &json, const MemoryMapSpace &space) {
  json.object([&] {
    json.attribute("name", space.name);
    json.attribute("capacity", space.capacity);
    json.attribute("peak", space.peak);
    json.attribute("most_live", space.mostLive);
    json.attribute("most_live_step", space.mostLiveStep);
    json.attributeArray("buffers", [&] {
      for (const MemoryMapBuffer &buffer : space.buffers)
        writeBuffer(json, buffer);
    });
  });
}

static void writeKernel(llvm::json::OStream &json,
                        const MemoryMapKernel &kernel) {
  json.object([&] {
    json.attribute("name", kernel.name);
    json.attribute("core", kernel.core);
    json.attributeArray("steps", [&] {
      for (const MemoryMapStep &step : kernel.steps)
        json.object([&] {
          json.attribute("operation", step.operation);
          json.attribute("location", step.location);
        });
    });
    json.attributeArray("spaces", [&] {
      for (const MemoryMapSpace &space : kernel.spaces)
        writeSpace(json, space);
    });
  });
}

std::string renderJson(const MemoryMap &map) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, 1);
  json.object([&] {
    json.attribute("target", map.target);
    json.attributeArray("kernels", [&] {
      for (const MemoryMapKernel &kernel : map.kernels)
        writeKernel(json, kernel);
    });
  });
  os << "\n";
  return text;
}

} // namespace pypto
