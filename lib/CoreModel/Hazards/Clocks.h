//===- Clocks.h - what a pipe may rely on -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each block that runs counts, per pipe, the instructions started and the waits
// passed. A view holds such counts: everything up to them is known to be over.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_HAZARDS_CLOCKS_H
#define PYPTO_LIB_COREMODEL_HAZARDS_CLOCKS_H

#include "pypto/Target/Types.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>

namespace pypto::coremodel {

using Clock = std::array<uint32_t, target::kNumPipes>;

inline void join(Clock &into, const Clock &other) {
  for (size_t p = 0; p < into.size(); ++p)
    into[p] = std::max(into[p], other[p]);
}

/// What an instruction may rely on: of its own block, and of other blocks of
/// the launch that have sent a signal.
struct View {
  using Others = std::map<uint32_t, Clock>; ///< by block
  Clock own = {};
  std::shared_ptr<const Others> others; ///< null: nothing; never changed

  void join(const View &o) {
    coremodel::join(own, o.own);
    joinOthers(o);
  }
  void joinOthers(const View &o) {
    if (!o.others || o.others == others)
      return;
    if (!others) {
      others = o.others;
      return;
    }
    auto merged = std::make_shared<Others>(*others);
    for (const auto &[block, clock] : *o.others)
      coremodel::join((*merged)[block], clock);
    others = std::move(merged);
  }
};

/// What a signal between cores tells: of the sender's block and of others.
using Knowledge = std::shared_ptr<const View::Others>;

inline Knowledge joined(const Knowledge &a, const Knowledge &b) {
  View view;
  view.others = a;
  View more;
  more.others = b;
  view.joinOthers(more);
  return view.others;
}

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_HAZARDS_CLOCKS_H
