//===- Memrefs.cpp - tiles in their lowered form ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The public assembler lowers tiles to memrefs; `pto.pointer_cast` and
// `pto.bind_tile` say which address, layout and valid extents they have.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

using namespace mlir;

namespace pypto::coremodel {

/// The tile type that the memref and its configuration describe.
static pto::TileBufType tileTypeOf(MemRefType memref,
                                   pto::TileBufConfigAttr config) {
  auto space = dyn_cast_or_null<pto::AddressSpaceAttr>(memref.getMemorySpace());
  if (!space || memref.getRank() != 2 || !memref.hasStaticShape())
    return nullptr;
  MLIRContext *context = memref.getContext();
  if (!config)
    return pto::TileBufType::get(context, space.getValue(),
                                 memref.getElementType(), memref.getShape(),
                                 memref.getShape());
  return pto::TileBufType::get(
      context, space.getValue(), memref.getElementType(), memref.getShape(),
      memref.getShape(), config.getBlayout(), config.getSlayout(),
      config.getFractal(), config.getPad(), config.getCompact());
}

LogicalResult Decoder::decodeMemrefTile(Operation *op) {
  auto memref = dyn_cast<MemRefType>(op->getResult(0).getType());
  pto::TileBufConfigAttr config;
  Value validRow, validCol;
  DecodedValue decoded;
  if (auto o = dyn_cast<pto::PointerCastOp>(op)) {
    if (o.getAddrs().size() != 1)
      return notModelled(op, " with several buffers");
    decoded.parts.push_back(scalarOf(o.getAddrs().front()));
    config = o.getConfigAttr();
    validRow = o.getValidRow(), validCol = o.getValidCol();
  } else if (auto o = dyn_cast<pto::BindTileOp>(op)) {
    DecodedValue *source = find(o.getSource());
    if (!source || source->parts.size() != 3)
      return notModelled(op, " on a memref without an address");
    decoded = *source;
    decoded.tileIndex = -1;
    config = o.getConfigAttr();
    validRow = o.getValidRow(), validCol = o.getValidCol();
  } else {
    decoded.parts.push_back(Operand::inReg(builder.newReg()));
  }
  pto::TileBufType type = memref ? tileTypeOf(memref, config) : nullptr;
  if (!type)
    return notModelled(op, " that is no static two-dimensional tile");
  FailureOr<TileDesc> desc = tileDesc(op, type);
  if (failed(desc))
    return failure();
  decoded.memref = *desc;
  decoded.fractal = static_cast<unsigned>(type.getFractal());
  decoded.parts.resize(3);
  auto extent = [&](Value dynamic, int64_t fixed) {
    return dynamic ? fresh(scalarOf(dynamic)) : Operand::constant(fixed);
  };
  decoded.parts[1] = extent(validRow, memref.getDimSize(0));
  decoded.parts[2] = extent(validCol, memref.getDimSize(1));
  values[op->getResult(0)] = std::move(decoded);
  return success();
}

} // namespace pypto::coremodel
