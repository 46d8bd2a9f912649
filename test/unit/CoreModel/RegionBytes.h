//===- RegionBytes.h - a region byte by byte --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TEST_UNIT_COREMODEL_REGIONBYTES_H
#define PYPTO_TEST_UNIT_COREMODEL_REGIONBYTES_H

#include "../../../lib/CoreModel/Hazards/Region.h"

namespace pypto::coremodel::test {

/// Calls \p visit with the address of each byte from \p base in dimensions
/// \p dim and after.
template <typename Visit>
void forEachByte(const Region &region, unsigned dim, uint64_t base,
                 const Visit &visit) {
  if (dim < region.rank) {
    for (uint64_t i = 0; i < region.dims[dim].count; ++i)
      forEachByte(region, dim + 1, base + i * region.dims[dim].pitch, visit);
    return;
  }
  for (uint64_t b = 0; b < region.run; ++b)
    visit(base + b);
}

/// Calls \p visit with the address of each byte of \p region.
template <typename Visit>
void forEachByte(const Region &region, const Visit &visit) {
  if (!region.empty())
    forEachByte(region, 0, region.lo, visit);
}

} // namespace pypto::coremodel::test

#endif // PYPTO_TEST_UNIT_COREMODEL_REGIONBYTES_H
