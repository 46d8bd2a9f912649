//===- ValueClasses.h - equivalence classes of values -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_UTILS_VALUECLASSES_H
#define PYPTO_TRANSFORMS_UTILS_VALUECLASSES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace pypto {

/// Values numbered in the order in which they were added, in classes that can
/// be joined. A class is named by its lowest number, so that the outcome does
/// not depend on the order of joins.
class ValueClasses {
public:
  /// Adds `value` as a class of its own; returns its number.
  unsigned add(mlir::Value value) {
    auto [entry, isNew] = numbers.try_emplace(value, values.size());
    if (isNew) {
      values.push_back(value);
      parents.push_back(entry->second);
    }
    return entry->second;
  }

  bool contains(mlir::Value value) const { return numbers.contains(value); }

  /// The class of `value`, which must have been added.
  unsigned find(mlir::Value value) { return find(numbers.lookup(value)); }

  /// The class of the value with this number.
  unsigned find(unsigned number) {
    unsigned root = number;
    while (parents[root] != root)
      root = parents[root];
    while (parents[number] != root) {
      unsigned next = parents[number];
      parents[number] = root;
      number = next;
    }
    return root;
  }

  unsigned join(unsigned a, unsigned b) {
    a = find(a), b = find(b);
    if (b < a)
      std::swap(a, b);
    return parents[b] = a;
  }

  /// All values, by number.
  llvm::ArrayRef<mlir::Value> getValues() const { return values; }

private:
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<unsigned> parents;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_UTILS_VALUECLASSES_H
