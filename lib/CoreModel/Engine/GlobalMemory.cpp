//===- GlobalMemory.cpp - the model's global memory and L2 ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GlobalMemory.h"
#include "GmRuns.h"
#include <algorithm>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

namespace pypto::coremodel {

// Address 0 is never valid, and an overrun of up to a page hits no buffer.
static constexpr uint64_t kGuard = 4096;

void GlobalMemory::reset(const target::GmCost &cost) {
  buffers.clear();
  later.clear();
  lastFill.clear();
  frozen = 0;
  firstEnd = 0;
  used = kGuard;
  lineShift = 0;
  while ((1u << lineShift) < cost.l2Line.value)
    ++lineShift;
  l2Lines = cost.l2Bytes.value >> lineShift;
  fills = 0;
  linesRead = linesHit = 0;
}

int32_t GlobalMemory::addBuffer(uint64_t bytes, const HostArg *host,
                                int32_t arg, uint32_t loc) {
  GmBuffer buffer;
  buffer.base = used;
  buffer.bytes = bytes;
  buffer.host = host;
  buffer.arg = arg;
  buffer.loc = loc;
  buffers.push_back(buffer);
  used = (used + bytes + kGuard + 511) & ~uint64_t(511);
  return static_cast<int32_t>(buffers.size() - 1);
}

/// Bytes that tensors may take: most of what the machine has, or of what this
/// process may have.
static uint64_t availableBytes() {
  uint64_t bytes = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                   static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    bytes = std::min<uint64_t>(bytes, limit.rlim_cur);
  return bytes / 8 * 7;
}

uint64_t GlobalMemory::tooLargeWith(uint64_t bytes) const {
  uint64_t wanted = used + std::min(bytes, UINT64_MAX - used);
  return wanted > availableBytes() ? wanted : 0;
}

void GlobalMemory::setFill(int32_t buffer, DType type, double init) {
  GmBuffer &b = buffers[static_cast<size_t>(buffer)];
  b.fill = true;
  b.type = type;
  b.init = init;
}

static uint8_t *alignLine(uint8_t *p) {
  return p + (64 - reinterpret_cast<uintptr_t>(p) % 64) % 64;
}

void GlobalMemory::fill(const GmBuffer &buffer) {
  if (buffer.bytes == 0)
    return;
  uint8_t *data = at(buffer.base);
  if (buffer.host) {
    std::memcpy(data, buffer.host->data, buffer.bytes);
    return;
  }
  if (!buffer.fill) {
    std::memset(data, 0, buffer.bytes);
    return;
  }
  for (uint64_t i = 0; i < buffer.bytes; i += sizeOf(buffer.type)) {
    if (isFloat(buffer.type))
      storeDouble(buffer.type, data + i, buffer.init);
    else
      storeInt(buffer.type, data + i, static_cast<int64_t>(buffer.init));
  }
}

void GlobalMemory::freeze() {
  lastFill.resize((used >> lineShift) + 1, 0);
  if (frozen == buffers.size() && firstEnd != 0)
    return;
  if (firstEnd == 0) {
    if (storageBytes < used + 64) {
      storageBytes = used + 64;
      storage.reset(new uint8_t[storageBytes]);
    }
    arena = alignLine(storage.get());
    firstEnd = used;
  } else {
    Segment segment;
    segment.begin = later.empty() ? firstEnd : later.back().end;
    segment.end = used;
    segment.storage.reset(new uint8_t[used - segment.begin + 64]);
    segment.base = alignLine(segment.storage.get());
    later.push_back(std::move(segment));
  }
  for (; frozen < buffers.size(); ++frozen)
    fill(buffers[frozen]);
}

uint8_t *GlobalMemory::atLater(uint64_t addr) {
  auto it = std::upper_bound(
      later.begin(), later.end(), addr,
      [](uint64_t a, const Segment &segment) { return a < segment.end; });
  return it == later.end() ? nullptr : it->base + (addr - it->begin);
}

GmBuffer *GlobalMemory::find(uint64_t addr) {
  auto it = std::upper_bound(
      buffers.begin(), buffers.end(), addr,
      [](uint64_t a, const GmBuffer &buffer) { return a < buffer.base; });
  if (it == buffers.begin())
    return nullptr;
  --it;
  return addr < it->base + it->bytes ? &*it : nullptr;
}

GmBuffer *GlobalMemory::findNear(uint64_t addr) {
  if (GmBuffer *buffer = find(addr))
    return buffer;
  auto it = std::upper_bound(
      buffers.begin(), buffers.end(), addr,
      [](uint64_t a, const GmBuffer &buffer) { return a < buffer.base; });
  if (it == buffers.begin())
    return nullptr;
  --it;
  return addr < it->base + it->bytes + kGuard ? &*it : nullptr;
}

void GlobalMemory::touchRun(uint64_t lo, uint64_t hi, bool write,
                            GmTraffic &traffic) {
  traffic.rows += 1;
  for (uint64_t line = lo >> lineShift; line <= (hi - 1) >> lineShift; ++line) {
    uint64_t &last = lastFill[line];
    bool hit = last != 0 && fills - (last - 1) < l2Lines;
    double bytes = static_cast<double>(uint64_t(1) << lineShift);
    // At the ends a request may be as short as 128 B.
    uint64_t lineLo = line << lineShift, lineHi = lineLo + (1u << lineShift);
    uint64_t from = std::max(lo, lineLo) & ~uint64_t(127);
    uint64_t to = (std::min(hi, lineHi) + 127) & ~uint64_t(127);
    bytes = std::min(bytes, static_cast<double>(to - from));
    traffic.bytes += bytes;
    if (!hit) {
      ++fills;
      if (!write)
        traffic.missBytes += bytes;
    }
    if (!write) {
      ++linesRead;
      linesHit += hit;
    }
    last = fills + 1;
  }
}

GmTraffic GlobalMemory::touch(const GmRef &ref, bool write) {
  GmTraffic traffic;
  forEachRun(
      ref, [&](uint64_t lo, uint64_t hi) { touchRun(lo, hi, write, traffic); });
  return traffic;
}

void GlobalMemory::copyBack() {
  for (const GmBuffer &buffer : buffers) {
    if (!buffer.host || buffer.dirtyLo >= buffer.dirtyHi)
      continue;
    uint64_t offset = buffer.dirtyLo - buffer.base;
    std::memcpy(static_cast<uint8_t *>(buffer.host->data) + offset,
                at(buffer.dirtyLo), buffer.dirtyHi - buffer.dirtyLo);
  }
}

} // namespace pypto::coremodel
