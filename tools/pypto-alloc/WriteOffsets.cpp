//===- WriteOffsets.cpp - writes the found offsets --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Document.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace pypto::allocator;

void pypto::allocator::writeCsv(raw_ostream &os, const Document &document,
                                const Solution &solution) {
  const Problem &problem = document.problem;
  bool isTable = document.format == FileFormat::Csv;
  os << (isTable ? "id,lower,upper,size,offset\n"
                 : "id,name,pool,offset,size\n");
  for (unsigned i = 0; i < solution.placements.size(); ++i) {
    const Buffer &buffer = problem.buffers[i];
    const Placement &placement = solution.placements[i];
    if (!isTable) {
      os << document.bufferNumbers[i] << ',' << buffer.id << ','
         << problem.pools[placement.pool].name << ',' << placement.offset << ','
         << buffer.size << '\n';
      continue;
    }
    Range hull = buffer.live.front();
    for (const Range &range : buffer.live) {
      hull.begin = std::min(hull.begin, range.begin);
      hull.end = std::max(hull.end, range.end);
    }
    os << buffer.id << ',' << hull.begin << ',' << hull.end << ','
       << buffer.size << ',' << placement.offset << '\n';
  }
}

void pypto::allocator::writeJson(raw_ostream &os, const Document &document,
                                 const Solution &solution) {
  const Problem &problem = document.problem;
  json::OStream out(os, /*IndentSize=*/2);
  out.object([&] {
    out.attribute("instance", problem.name);
    out.attribute("status", getName(solution.status));
    out.attribute("reuse_cost", solution.reuseCost);
    out.attributeArray("pools", [&] {
      for (unsigned p = 0; p < solution.poolPeaks.size(); ++p)
        out.object([&] {
          if (!document.poolNumbers.empty())
            out.attribute("id", document.poolNumbers[p]);
          out.attribute("name", problem.pools[p].name);
          out.attribute("peak", solution.poolPeaks[p]);
        });
    });
    out.attributeArray("placements", [&] {
      for (unsigned i = 0; i < solution.placements.size(); ++i)
        out.object([&] {
          const Placement &placement = solution.placements[i];
          if (!document.bufferNumbers.empty()) {
            out.attribute("buffer", document.bufferNumbers[i]);
            out.attribute("name", problem.buffers[i].id);
            out.attribute("pool", document.poolNumbers[placement.pool]);
          } else {
            out.attribute("buffer", problem.buffers[i].id);
          }
          out.attribute("offset", placement.offset);
        });
    });
  });
  os << '\n';
}
