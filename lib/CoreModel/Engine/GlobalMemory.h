//===- GlobalMemory.h - the model's global memory and L2 --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_COREMODEL_ENGINE_GLOBALMEMORY_H
#define PYPTO_LIB_COREMODEL_ENGINE_GLOBALMEMORY_H

#include "ExecInst.h"
#include "pypto/CoreModel/Report.h"
#include <memory>

namespace pypto::coremodel {

/// One allocation: an argument's copy or a tensor of the control function.
struct GmBuffer {
  uint64_t base = 0, bytes = 0;
  const HostArg *host = nullptr;
  int32_t arg = -1;
  bool fill = false; ///< every element starts as `init`
  DType type = DType::U8;
  double init = 0;
  uint32_t loc = 0; ///< where the control function makes it
  uint64_t dirtyLo = UINT64_MAX, dirtyHi = 0; ///< stored to, [lo, hi)
};

/// Arena of 512 B aligned buffers with guard gaps between them.
///
/// L2 is a set of resident lines with approximate LRU: a line is resident while
/// fewer lines than the capacity were filled since its last use.
class GlobalMemory {
public:
  void reset(const target::GmCost &cost);
  /// Adds a buffer; `host` null leaves zeros.
  int32_t addBuffer(uint64_t bytes, const HostArg *host, int32_t arg,
                    uint32_t loc = 0);
  void setFill(int32_t buffer, DType type, double init);
  /// Bytes of all tensors with \p bytes more, if this machine has not got so
  /// many; else 0.
  uint64_t tooLargeWith(uint64_t bytes) const;
  /// Gives the buffers added since the last call memory, filled with what they
  /// start with. Memory of earlier buffers stays where it is.
  void freeze();

  uint64_t base(int32_t buffer) const { return buffers[buffer].base; }
  GmBuffer *find(uint64_t addr);
  /// The buffer that `addr` lies in or less than a page behind; for messages.
  GmBuffer *findNear(uint64_t addr);
  std::vector<GmBuffer> &all() { return buffers; }
  uint8_t *at(uint64_t addr) {
    return addr < firstEnd ? arena + addr : atLater(addr);
  }

  /// Lines that `ref` touches, with L2 hits and misses; marks them used.
  GmTraffic touch(const GmRef &ref, bool write);
  /// Copies what was stored back to the caller's buffers.
  void copyBack();

  uint64_t linesRead = 0, linesHit = 0;

private:
  uint8_t *atLater(uint64_t addr);
  void fill(const GmBuffer &buffer);
  void touchRun(uint64_t lo, uint64_t hi, bool write, GmTraffic &traffic);

  std::vector<GmBuffer> buffers;
  std::unique_ptr<uint8_t[]> storage; ///< of the first buffers, kept for reuse
  uint64_t storageBytes = 0;
  uint8_t *arena = nullptr;
  uint64_t firstEnd = 0;
  /// Memory of buffers that the control function made after it had waited.
  struct Segment {
    uint64_t begin, end;
    std::unique_ptr<uint8_t[]> storage;
    uint8_t *base;
  };
  std::vector<Segment> later;
  size_t frozen = 0; ///< buffers that have memory
  uint64_t used = 0;
  uint64_t lineShift = 9;
  uint64_t l2Lines = 0;
  uint64_t fills = 0;
  std::vector<uint64_t> lastFill; ///< per line: fills when last used, plus one
};

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_ENGINE_GLOBALMEMORY_H
