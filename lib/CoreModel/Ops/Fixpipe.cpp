//===- Fixpipe.cpp - what leaves the accumulator ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fixpipe.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace pypto::coremodel {

FixpipeParameter decodeParameter(uint64_t bits) {
  constexpr uint32_t kIgnored = (1u << 13) - 1;
  FixpipeParameter parameter;
  uint32_t scale = static_cast<uint32_t>(bits) & ~kIgnored;
  std::memcpy(&parameter.scale, &scale, sizeof(scale));
  auto offset = static_cast<int32_t>((bits >> 37) & 0x1ff);
  parameter.offset = offset >= 0x100 ? offset - 0x200 : offset;
  return parameter;
}

FixpipeParameter FixpipeParameters::at(int64_t c, int64_t moved,
                                       int64_t columns) const {
  if (!tile)
    return one;
  int64_t column = tile->desc->cols >= columns ? c : moved;
  if (column >= tile->desc->cols)
    return FixpipeParameter();
  return decodeParameter(static_cast<uint64_t>(
      loadAsInt(tile->desc->type, elementAt(*tile, 0, column))));
}

void convertElement(DType from, const uint8_t *value, DType to, uint8_t *out,
                    bool relu, FixpipeParameter parameter) {
  double v = loadAsDouble(from, value);
  if (relu && v < 0)
    v = 0;
  v *= static_cast<double>(parameter.scale);
  if (isFloat(to))
    return storeDouble(to, out, static_cast<float>(v));
  unsigned bits = sizeOf(to) * 8;
  double high =
      std::ldexp(1.0, static_cast<int>(isUnsignedInt(to) ? bits : bits - 1)) -
      1;
  double low = isUnsignedInt(to) ? 0 : -high - 1;
  double q = std::nearbyint(v) + parameter.offset;
  storeInt(to, out,
           q != q ? 0 : static_cast<int64_t>(std::clamp(q, low, high)));
}

bool canQuantise(DType from, DType to) {
  switch (to) {
  case DType::I8:
  case DType::U8:
  case DType::F16:
    return from == DType::F32 || from == DType::I32;
  case DType::I16:
    return from == DType::I32;
  case DType::BF16:
    return from == DType::F32 || from == DType::I32;
  case DType::F32:
  case DType::F8E4M3:
  case DType::F8E5M2:
    return from == DType::F32;
  default:
    return false;
  }
}

bool isParameterTile(const TileDesc &tile, std::string &why) {
  if (sizeOf(tile.type) == 8 && !isFloat(tile.type) && tile.rows >= 1)
    return true;
  why = "needs quantisation parameters of 64 bits in one row, got " +
        std::string(toString(tile.type));
  return false;
}

} // namespace pypto::coremodel
