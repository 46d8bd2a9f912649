//===- MatrixOps.cpp - matrix products --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/MatrixOps.h"
#include "TileVerifier.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/MatrixOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

void PtoDialect::registerMatrixOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/MatrixOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Largest valid m, k or n of one instruction.
static constexpr int64_t kMaxMatrixExtent = 4095;

/// The operands of a product and their names in its text.
struct Product {
  NamedValue lhs, rhs, dst;
};

static void checkExtent(TileVerifier &check, StringRef name, int64_t extent) {
  check.require(extent == ShapedType::kDynamic ||
                    (extent >= 1 && extent <= kMaxMatrixExtent),
                Diag::PtoShape, "expects the valid extent ", name,
                " to be in [1, ", kMaxMatrixExtent, "], got ", extent);
}

/// Memories, shapes and (A5) layouts.
static void checkProduct(TileVerifier &check, const Product &product) {
  check.tiles({product.lhs}).in(AddressSpace::Left);
  check.tiles({product.rhs}).in(AddressSpace::Right);
  check.tiles({product.dst}).in(AddressSpace::Acc);
  check.onA5([&](TileVerifier &v) {
    v.tiles({product.lhs, product.dst}).nz();
    v.tiles({product.rhs}).layout(BLayout::RowMajor, SLayout::ColMajor);
  });
  check.tiles({product.lhs, product.rhs, product.dst});
  if (check.isDone())
    return;
  TileBufType lhs = check.tile(0), rhs = check.tile(1), dst = check.tile(2);
  check.require(lhs.getRows() == dst.getRows() &&
                    lhs.getCols() == rhs.getRows() &&
                    rhs.getCols() == dst.getCols(),
                Diag::PtoShape, "expects shapes M x K, K x N and M x N, got ",
                lhs.getRows(), "x", lhs.getCols(), ", ", rhs.getRows(), "x",
                rhs.getCols(), " and ", dst.getRows(), "x", dst.getCols());
  checkExtent(check, "m", lhs.getValidRows());
  checkExtent(check, "k", lhs.getValidCols());
  checkExtent(check, "n", rhs.getValidCols());
}

/// dst <- lhs, rhs of an ordinary product.
static void checkProductElements(TileVerifier &check, const Product &product) {
  check.tiles({product.lhs, product.rhs, product.dst});
  if (check.isDone())
    return;
  Type lhs = check.tile(0).getElementType();
  Type rhs = check.tile(1).getElementType();
  Type dst = check.tile(2).getElementType();
  bool isFine = false;
  if (lhs == rhs) {
    isFine = (dst.isInteger(32) && lhs.isInteger(8)) ||
             (dst.isF32() && (lhs.isF16() || lhs.isBF16() || lhs.isF32())) ||
             (check.isA5() && dst.isF32() && elem::isF8(lhs));
  }
  if (isFine)
    return;
  InFlightDiagnostic diag = check.fail(Diag::PtoElementType);
  diag << "takes no factors of " << lhs << " and " << rhs << " with sums of "
       << dst;
  Builder builder(check.getOperation()->getContext());
  Type sums = lhs.isInteger(8) ? Type(builder.getI32Type())
                               : Type(builder.getF32Type());
  bool isFactor = lhs.isInteger(8) || lhs.isF16() || lhs.isBF16() ||
                  lhs.isF32() || (check.isA5() && elem::isF8(lhs));
  if (isFactor && lhs == rhs) {
    ::pypto::attachExpected(diag) << "sums of " << sums;
    ::pypto::attachGot(diag) << "sums of " << dst;
    ::pypto::attachHelp(diag) << "add up in " << sums;
    return;
  }
  Diagnostic &expected = ::pypto::attachExpected(diag);
  expected << "two factors of 'i8', ";
  if (check.isA5())
    expected << "'f8E4M3FN', 'f8E5M2', ";
  expected << "'f16', 'bf16' or 'f32'";
  Diagnostic &got = ::pypto::attachGot(diag);
  got << lhs;
  if (isFactor)
    got << " and " << rhs;
}

static void checkBias(TileVerifier &check, Value bias, NamedValue dst) {
  check.tiles({{"bias", bias}}).in(AddressSpace::Bias);
  check.tiles({{"bias", bias}, dst}).sameElement();
  if (!check.isDone())
    check.require(check.tile(0).getRows() == 1, Diag::PtoShape,
                  "expects bias to have one row, got ",
                  check.tile(0).getRows());
}

/// 8-bit floats in, f32 out.
static void checkMxElements(TileVerifier &check, const Product &product) {
  check.tiles({product.lhs, product.rhs}).element(elem::F8);
  check.tiles({product.dst}).element(elem::F32);
}

static void checkMxBias(TileVerifier &check, Value bias) {
  check.tiles({{"bias", bias}}).element(elem::F32);
  if (!check.isDone())
    check.require(check.tile(0).getRows() == 1, Diag::PtoShape,
                  "expects bias to have one row, got ",
                  check.tile(0).getRows());
}

/// A scale tile is in scaling and is shaped like its data.
static void checkScale(TileVerifier &check, NamedValue data, NamedValue scale) {
  check.tiles({scale}).in(AddressSpace::Scaling);
  check.tiles({data, scale}).sameShape().sameValid();
}

//===----------------------------------------------------------------------===//
// tmatmul
//===----------------------------------------------------------------------===//

LogicalResult TMatmulOp::verify() {
  TileVerifier check(*this);
  Product product{{"lhs", getLhs()}, {"rhs", getRhs()}, {"dst", getDst()}};
  checkProduct(check, product);
  checkProductElements(check, product);
  return check.result();
}

LogicalResult TMatmulAccOp::verify() {
  TileVerifier check(*this);
  checkProduct(check,
               {{"lhs", getLhs()}, {"rhs", getRhs()}, {"dst", getDst()}});
  check.tiles({{"acc_in", getAccIn()}}).in(AddressSpace::Acc);
  return check.result();
}

LogicalResult TMatmulBiasOp::verify() {
  TileVerifier check(*this);
  Product product{{"a", getA()}, {"b", getB()}, {"dst", getDst()}};
  checkProduct(check, product);
  checkProductElements(check, product);
  checkBias(check, getBias(), {"dst", getDst()});
  return check.result();
}

LogicalResult TMatmulMxOp::verify() {
  TileVerifier check(*this);
  Product product{{"a", getA()}, {"b", getB()}, {"dst", getDst()}};
  check.tiles({product.lhs,
               {"a_scale", getAScale()},
               product.rhs,
               {"b_scale", getBScale()},
               product.dst});
  check.onA5([&](TileVerifier &v) { checkMxElements(v, product); });
  return check.result();
}

LogicalResult TMatmulMxAccOp::verify() {
  TileVerifier check(*this);
  Product product{{"a", getA()}, {"b", getB()}, {"dst", getDst()}};
  check.tiles({{"c_in", getCIn()},
               product.lhs,
               {"a_scale", getAScale()},
               product.rhs,
               {"b_scale", getBScale()},
               product.dst});
  check.onA5([&](TileVerifier &v) {
    checkMxElements(v, product);
    v.tiles({product.dst, {"c_in", getCIn()}}).sameElement().sameValid();
  });
  return check.result();
}

LogicalResult TMatmulMxBiasOp::verify() {
  TileVerifier check(*this);
  Product product{{"a", getA()}, {"b", getB()}, {"dst", getDst()}};
  check.tiles({{"a_scale", getAScale()}, {"b_scale", getBScale()}});
  checkProduct(check, product);
  check.onA5([&](TileVerifier &v) { checkMxElements(v, product); });
  checkMxBias(check, getBias());
  return check.result();
}

//===----------------------------------------------------------------------===//
// tgemv
//===----------------------------------------------------------------------===//

LogicalResult TGemvOp::verify() {
  TileVerifier check(*this);
  Product product{{"lhs", getLhs()}, {"rhs", getRhs()}, {"dst", getDst()}};
  checkProduct(check, product);
  checkProductElements(check, product);
  check.tiles({product.lhs}).validRows(1);
  return check.result();
}

LogicalResult TGemvAccOp::verify() {
  TileVerifier check(*this);
  Product product{{"lhs", getLhs()}, {"rhs", getRhs()}, {"dst", getDst()}};
  checkProduct(check, product);
  check.tiles({product.lhs}).validRows(1);
  check.tiles({{"acc_in", getAccIn()}}).in(AddressSpace::Acc);
  return check.result();
}

LogicalResult TGemvBiasOp::verify() {
  TileVerifier check(*this);
  Product product{{"a", getA()}, {"b", getB()}, {"dst", getDst()}};
  checkProduct(check, product);
  checkProductElements(check, product);
  check.tiles({product.lhs}).validRows(1);
  checkBias(check, getBias(), product.dst);
  return check.result();
}

/// Rules of every micro-scaled product with a vector.
static void checkGemvMx(TileVerifier &check, const Product &product,
                        Value aScale, Value bScale) {
  check.onlyA5();
  checkProduct(check, product);
  checkMxElements(check, product);
  check.tiles({product.lhs}).validRows(1);
  checkScale(check, product.lhs, {"a_scale", aScale});
  checkScale(check, product.rhs, {"b_scale", bScale});
}

LogicalResult TGemvMxOp::verify() {
  TileVerifier check(*this);
  checkGemvMx(check, {{"a", getA()}, {"b", getB()}, {"dst", getDst()}},
              getAScale(), getBScale());
  return check.result();
}

LogicalResult TGemvMxAccOp::verify() {
  TileVerifier check(*this);
  checkGemvMx(check, {{"a", getA()}, {"b", getB()}, {"dst", getDst()}},
              getAScale(), getBScale());
  check.tiles({{"dst", getDst()}, {"c_in", getCIn()}})
      .sameElement()
      .sameValid();
  return check.result();
}

LogicalResult TGemvMxBiasOp::verify() {
  TileVerifier check(*this);
  checkGemvMx(check, {{"a", getA()}, {"b", getB()}, {"dst", getDst()}},
              getAScale(), getBScale());
  checkMxBias(check, getBias());
  check.tiles({{"dst", getDst()}, {"bias", getBias()}}).sameValid();
  if (!check.isDone())
    check.require(check.tile(0).getCols() == check.tile(1).getCols(),
                  Diag::PtoShape, "expects bias to have the columns of dst, ",
                  check.tile(0).getCols(), ", got ", check.tile(1).getCols());
  return check.result();
}
