//===- InstructionNames.cpp - pto names of tile operations ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/InstructionNames.h"

#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Dialect/Pypto/Pypto.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// Pairs of operation classes, so that a misspelt one does not compile.
class Names {
public:
  template <typename TileOpT, typename InstructionT> void add() {
    names[TileOpT::getOperationName()] = InstructionT::getOperationName();
  }
  StringRef lookup(StringRef name) const { return names.lookup(name); }

private:
  llvm::StringMap<StringRef> names;
};
} // namespace

static void addElementwise(Names &names) {
  names.add<TileAddOp, pto::TAddOp>();
  names.add<TileSubOp, pto::TSubOp>();
  names.add<TileMulOp, pto::TMulOp>();
  names.add<TileDivOp, pto::TDivOp>();
  names.add<TileMaximumOp, pto::TMaxOp>();
  names.add<TileMinimumOp, pto::TMinOp>();
  names.add<TileAndOp, pto::TAndOp>();
  names.add<TileOrOp, pto::TOrOp>();
  names.add<TileShlOp, pto::TShlOp>();
  names.add<TileShrOp, pto::TShrOp>();
  names.add<TileAddsOp, pto::TAddSOp>();
  names.add<TileSubsOp, pto::TSubSOp>();
  names.add<TileMulsOp, pto::TMulSOp>();
  names.add<TileDivsOp, pto::TDivSOp>();
  names.add<TileMaximumsOp, pto::TMaxSOp>();
  names.add<TileMinimumsOp, pto::TMinSOp>();
  names.add<TileAndsOp, pto::TAndSOp>();
  names.add<TileOrsOp, pto::TOrSOp>();
  names.add<TileShlsOp, pto::TShlSOp>();
  names.add<TileShrsOp, pto::TShrSOp>();
  names.add<TileExpOp, pto::TExpOp>();
  names.add<TileLogOp, pto::TLogOp>();
  names.add<TileSqrtOp, pto::TSqrtOp>();
  names.add<TileNegOp, pto::TNegOp>();
  names.add<TileAbsOp, pto::TAbsOp>();
  names.add<TileReluOp, pto::TReluOp>();
  names.add<TileNotOp, pto::TNotOp>();
  names.add<TileRsqrtOp, pto::TRSqrtOp>();
  names.add<TileRecipOp, pto::TRecipOp>();
  names.add<TileRsqrtPreciseOp, pto::TRSqrtOp>();
  names.add<TileCastOp, pto::TCvtOp>();
  names.add<TileFmodOp, pto::TFModOp>();
  names.add<TileFmodsOp, pto::TFModSOp>();
  names.add<TileRemOp, pto::TRemOp>();
  names.add<TileRemsOp, pto::TRemSOp>();
  names.add<TileXorOp, pto::TXorOp>();
  names.add<TileXorsOp, pto::TXorSOp>();
  names.add<TileLreluOp, pto::TLReluOp>();
  names.add<TilePreluOp, pto::TPReluOp>();
  names.add<TilePartAddOp, pto::TPartAddOp>();
  names.add<TilePartMulOp, pto::TPartMulOp>();
  names.add<TilePartMaxOp, pto::TPartMaxOp>();
  names.add<TilePartMinOp, pto::TPartMinOp>();
  names.add<TileCmpOp, pto::TCmpOp>();
  names.add<TileCmpsOp, pto::TCmpSOp>();
  names.add<TileSelOp, pto::TSelOp>();
  names.add<TileSelsOp, pto::TSelSOp>();
}

static void addReductionsAndExpansions(Names &names) {
  names.add<TileRowSumOp, pto::TRowSumOp>();
  names.add<TileRowMaxOp, pto::TRowMaxOp>();
  names.add<TileRowMinOp, pto::TRowMinOp>();
  names.add<TileRowProdOp, pto::TRowProdOp>();
  names.add<TileColSumOp, pto::TColSumOp>();
  names.add<TileColSumTreeOp, pto::TColSumOp>();
  names.add<TileColMaxOp, pto::TColMaxOp>();
  names.add<TileColMinOp, pto::TColMinOp>();
  names.add<TileColProdOp, pto::TColProdOp>();
  names.add<TileRowArgmaxOp, pto::TRowArgMaxOp>();
  names.add<TileRowArgminOp, pto::TRowArgMinOp>();
  names.add<TileColArgmaxOp, pto::TColArgMaxOp>();
  names.add<TileColArgminOp, pto::TColArgMinOp>();
  names.add<TileRowExpandOp, pto::TRowExpandOp>();
  names.add<TileRowExpandAddOp, pto::TRowExpandAddOp>();
  names.add<TileRowExpandSubOp, pto::TRowExpandSubOp>();
  names.add<TileRowExpandMulOp, pto::TRowExpandMulOp>();
  names.add<TileRowExpandDivOp, pto::TRowExpandDivOp>();
  names.add<TileRowExpandMaxOp, pto::TRowExpandMaxOp>();
  names.add<TileRowExpandMinOp, pto::TRowExpandMinOp>();
  names.add<TileRowExpandExpdifOp, pto::TRowExpandExpDifOp>();
  names.add<TileColExpandOp, pto::TColExpandOp>();
  names.add<TileColExpandAddOp, pto::TColExpandAddOp>();
  names.add<TileColExpandSubOp, pto::TColExpandSubOp>();
  names.add<TileColExpandMulOp, pto::TColExpandMulOp>();
  names.add<TileColExpandDivOp, pto::TColExpandDivOp>();
  names.add<TileColExpandMaxOp, pto::TColExpandMaxOp>();
  names.add<TileColExpandMinOp, pto::TColExpandMinOp>();
  names.add<TileColExpandExpdifOp, pto::TColExpandExpDifOp>();
}

static void addOthers(Names &names) {
  names.add<TileFullOp, pto::TExpandSOp>();
  names.add<TileFillpadOp, pto::TFillPadExpandOp>();
  names.add<TileTransposeOp, pto::TTransOp>();
  names.add<TileExtractOp, pto::TExtractOp>();
  names.add<TileMatmulOp, pto::TMatmulOp>();
  names.add<TileMatmulAccOp, pto::TMatmulAccOp>();
  names.add<TileMatmulBiasOp, pto::TMatmulBiasOp>();
  names.add<TileMatmulMxOp, pto::TMatmulMxOp>();
  names.add<TileMatmulMxAccOp, pto::TMatmulMxAccOp>();
  names.add<TileMatmulMxBiasOp, pto::TMatmulMxBiasOp>();
  names.add<TileGemvOp, pto::TGemvOp>();
  names.add<TileGemvAccOp, pto::TGemvAccOp>();
  names.add<TileGemvBiasOp, pto::TGemvBiasOp>();
}

static void addReordering(Names &names) {
  names.add<TileCiOp, pto::TCIOp>();
  names.add<TileTriOp, pto::TTriOp>();
  names.add<TileRandomOp, pto::TRandomOp>();
  names.add<TileConcatOp, pto::TConcatOp>();
  names.add<TileGatherOp, pto::TGatherOp>();
  names.add<TileGatherMaskOp, pto::TGatherOp>();
  names.add<TileGatherbOp, pto::TGatherBOp>();
  names.add<TileSort32Op, pto::TSort32Op>();
  names.add<TileMrgsortOp, pto::TMrgSortOp>();
  names.add<TileMrgsortListsOp, pto::TMrgSortOp>();
}

static Names makeNames() {
  Names names;
  addElementwise(names);
  addReductionsAndExpansions(names);
  addOthers(names);
  addReordering(names);
  return names;
}

namespace pypto {

llvm::StringRef getInstructionName(llvm::StringRef tileOpName) {
  static const Names names = makeNames();
  return names.lookup(tileOpName);
}

llvm::StringRef getInstructionName(Operation *op) {
  // Filling a tile of its own size is the cheaper form.
  if (auto fill = dyn_cast<TileFillpadOp>(op);
      fill && fill.getSource().getType().getShape() ==
                  fill.getResult().getType().getShape())
    return pto::TFillPadOp::getOperationName();
  return getInstructionName(op->getName().getStringRef());
}

} // namespace pypto
