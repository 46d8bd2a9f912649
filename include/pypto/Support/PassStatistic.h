//===- PassStatistic.h - counters of passes ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The counters that `let statistics = [...]` declares. MLIR's own class counts
// nothing when LLVM was built without statistics, which is how distributions
// build it; the generated pass classes use this one instead (see
// pypto_pass_decls in cmake/PyptoAdd.cmake).
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_SUPPORT_PASSSTATISTIC_H
#define PYPTO_SUPPORT_PASSSTATISTIC_H

#include <cstdint>

namespace mlir {
class Pass;
} // namespace mlir

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace pypto {

/// One counter of one pass. All instances of the pass, also those that run on
/// other threads, add to the same sum. Thread-safe.
class PassStatistic {
public:
  /// The texts must outlive the process's passes; literals do.
  PassStatistic(mlir::Pass *owner, const char *name, const char *description)
      : owner(owner), name(name), description(description) {}

  PassStatistic &operator+=(uint64_t amount);
  PassStatistic &operator++() { return *this += 1; }

private:
  mlir::Pass *owner;
  const char *name;
  const char *description;
};

/// Prints what was counted in this process: one heading per pass that ran and
/// declares statistics, by name, and below it `(S) <value> <name> -
/// <description>`. A counter that was never touched is not listed.
void printPassStatistics(llvm::raw_ostream &os);

} // namespace pypto

#endif // PYPTO_SUPPORT_PASSSTATISTIC_H
