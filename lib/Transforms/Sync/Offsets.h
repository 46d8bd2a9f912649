//===- Offsets.h - run-time offsets as linear forms -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_TRANSFORMS_SYNC_OFFSETS_H
#define PYPTO_LIB_TRANSFORMS_SYNC_OFFSETS_H

#include "pypto/Sync/Program.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace pypto {

/// constant + sum of factor * symbol.
struct LinearForm {
  int64_t constant = 0;
  llvm::SmallVector<sync::Term> terms;

  /// Adds factor * other. Returns false, and leaves this form as it was, if a
  /// number becomes too large to be an offset.
  [[nodiscard]] bool add(const LinearForm &other, int64_t factor);
  bool isConstant() const { return terms.empty(); }
};

/// Turns integer values into linear forms over symbols of a Program. A value
/// that is no sum of products with constants becomes a symbol.
class Offsets {
public:
  explicit Offsets(sync::Program &program) : program(program) {}

  /// Says which node \p loop has become. To be called before values in the loop
  /// are looked at.
  void setLoop(mlir::Operation *loop, sync::NodeId node) { loops[loop] = node; }
  LinearForm get(mlir::Value value);
  /// The node of a loop that setLoop has been told of, else kNone.
  sync::NodeId nodeOf(mlir::Operation *loop) const {
    auto it = loops.find(loop);
    return it == loops.end() ? sync::kNone : it->second;
  }

private:
  LinearForm get(mlir::Value value, unsigned &steps);
  uint32_t symbolOf(mlir::Value value);
  sync::NodeId loopAround(mlir::Value value) const;

  sync::Program &program;
  llvm::DenseMap<mlir::Operation *, sync::NodeId> loops;
  llvm::DenseMap<mlir::Value, uint32_t> symbols;
};

/// The value of a constant of any integer type, if it can be an offset or a
/// size: below 2^40 in magnitude.
std::optional<int64_t> getConstant(mlir::Value value);

/// Inclusive bounds of an integer that is computed from constants, remainders
/// and selections, such as the address of a rotating buffer.
struct Bounds {
  int64_t low, high;
};
std::optional<Bounds> getBounds(mlir::Value value);

/// An integer that depends on one loop only, and on its induction variable only
/// modulo constants: what it is in iteration n, counted from 0, is
/// values[n mod number of values].
struct Periodic {
  mlir::scf::ForOp loop;
  llvm::SmallVector<int64_t> values;
};
/// At most kMostValues values; more than one.
inline constexpr unsigned kMostValues = 8;
std::optional<Periodic> getPeriodic(mlir::Value value);

} // namespace pypto

#endif // PYPTO_LIB_TRANSFORMS_SYNC_OFFSETS_H
