//===- PassStatistic.cpp - counters of passes -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Support/PassStatistic.h"

#include "mlir/Pass/Pass.h"
#include "llvm/Support/Format.h"

#include <map>
#include <mutex>

using namespace mlir;

namespace pypto {

namespace {
struct Count {
  const char *description = "";
  uint64_t value = 0;
};

/// All sums, by pass and name, so that what is printed has one order.
struct Counts {
  std::mutex mutex;
  std::map<std::string, std::map<std::string, Count>> passes;
};
} // namespace

static Counts &counts() {
  static Counts all;
  return all;
}

PassStatistic &PassStatistic::operator+=(uint64_t amount) {
  Counts &all = counts();
  std::lock_guard<std::mutex> guard(all.mutex);
  Count &count = all.passes[owner->getArgument().str()][name];
  count.description = description;
  count.value += amount;
  return *this;
}

void printPassStatistics(llvm::raw_ostream &os) {
  Counts &all = counts();
  std::lock_guard<std::mutex> guard(all.mutex);
  for (const auto &[pass, statistics] : all.passes) {
    os << pass << "\n";
    for (const auto &[name, count] : statistics)
      os << "  (S) " << llvm::format_decimal(count.value, 8) << " " << name
         << " - " << count.description << "\n";
  }
}

} // namespace pypto
