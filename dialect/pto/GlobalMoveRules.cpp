//===- GlobalMoveRules.cpp - rules of loads, stores, gathers ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TileVerifier.h"
#include "pypto/Dialect/Pto/MoveOps.h"
#include "pypto/Dialect/Pto/ViewOps.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

static constexpr uint32_t kTransferElements = elem::I8 | elem::I16 | elem::I32 |
                                              elem::I64 | elem::F16 |
                                              elem::BF16 | elem::F32;

/// `value` must be a partition view without an empty dim. Null on failure.
static PartitionTensorViewType getWindow(TileVerifier &check, StringRef name,
                                         Value value) {
  if (check.isDone())
    return {};
  auto window = dyn_cast<PartitionTensorViewType>(value.getType());
  check.require(window != nullptr, Diag::PtoOperandKind, "expects ", name,
                " to be a partition_tensor_view, got ", value.getType());
  if (check.isDone())
    return {};
  for (int64_t extent : window.getShape())
    check.require(extent == ShapedType::kDynamic || extent > 0, Diag::PtoShape,
                  "expects the dims of ", name, " to be positive, got ",
                  window);
  return window;
}

/// Tile and window have elements of one size in bytes.
static void requireSameWidth(TileVerifier &check,
                             PartitionTensorViewType window, TileBufType tile) {
  check.require(getElementBits(window.getElementType()) ==
                    tile.getElementBits(),
                Diag::PtoElementType,
                "expects tile and window to have elements of the same size, "
                "got ",
                tile.getElementType(), " and ", window.getElementType());
}

LogicalResult TLoadOp::verify() {
  TileVerifier check(*this);
  PartitionTensorViewType window = getWindow(check, "src", getSrc());
  check.tiles({{"dst", getDst()}}).validNonZero();
  if (check.isDone())
    return check.result();
  requireSameWidth(check, window, check.tile(0));
  check.onA3([](TileVerifier &v) {
    v.in({AddressSpace::Vec, AddressSpace::Mat}).element(kTransferElements);
  });
  check.onA5([](TileVerifier &v) {
    v.elementBytes({1, 2, 4, 8});
    if (v.isDone())
      return;
    PadValue pad = v.tile(0).getPad();
    v.require(!v.tile(0).getElementType().isSignlessInteger(64) ||
                  pad == PadValue::Null || pad == PadValue::Zero,
              Diag::PtoAttribute,
              "expects an i64 tile to be padded with null "
              "or zero, got ",
              stringifyPadValue(pad));
  });
  return check.result();
}

LogicalResult TPrefetchOp::verify() {
  TileVerifier check(*this);
  PartitionTensorViewType window = getWindow(check, "src", getSrc());
  check.tiles({{"dst", getDst()}}).in({AddressSpace::Vec, AddressSpace::Mat});
  if (!check.isDone())
    requireSameWidth(check, window, check.tile(0));
  return check.result();
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// Number of elements of a shape, or nothing when an extent is unknown.
static std::optional<int64_t> getElementCount(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape) {
    std::optional<int64_t> product = llvm::checkedMul(count, extent);
    if (extent == ShapedType::kDynamic || !product)
      return std::nullopt;
    count = *product;
  }
  return count;
}

/// What an accumulator of `src` may become in global memory.
static uint32_t getStoredElements(Type src, bool isQuantised, bool isA5) {
  using namespace elem;
  if (!isQuantised)
    return I32 | F32 | F16 | BF16;
  if (src.isInteger(32))
    return I8 | F16 | (isA5 ? BF16 : 0);
  return I8 | (isA5 ? F16 | BF16 | F32 : 0);
}

/// A3 stores at most this many columns of an accumulator at once.
static constexpr int64_t kMaxAccColumns = 4095;

static void checkAccColumns(TileVerifier &check) {
  if (check.isDone())
    return;
  TileBufType tile = check.tile(0);
  int64_t valid = tile.getValidCols();
  check.require(tile.getCols() >= 1 && tile.getCols() <= kMaxAccColumns &&
                    (valid == ShapedType::kDynamic ||
                     (valid >= 1 && valid <= kMaxAccColumns)),
                Diag::PtoShape,
                "expects columns and valid columns of src to be in [1, ",
                kMaxAccColumns, "], got ", tile);
}

LogicalResult TStoreOp::verify() {
  TileVerifier check(*this);
  PartitionTensorViewType window = getWindow(check, "dst", getDst());
  check.tiles({{"src", getSrc()}}).validNonZero();
  check.onA3([](TileVerifier &v) {
    v.in({AddressSpace::Vec, AddressSpace::Mat, AddressSpace::Acc});
  });
  check.onA5([](TileVerifier &v) {
    v.in({AddressSpace::Vec, AddressSpace::Acc});
  });
  if (check.isDone())
    return check.result();

  TileBufType tile = check.tile(0);
  std::optional<int64_t> stored = getElementCount(tile.getValidShape());
  std::optional<int64_t> room = getElementCount(window.getShape());
  if (stored && room)
    check.require(*stored == *room, Diag::PtoShape,
                  "expects as many elements in the window as src has valid "
                  "ones, got ",
                  *room, " and ", *stored);

  if (tile.getLoc() != AddressSpace::Acc) {
    check.element(kTransferElements);
    if (check.isDone())
      return check.result();
    requireSameWidth(check, window, tile);
    check.require(!getPreQuantScalar(), Diag::PtoAttribute,
                  "expects preQuantScalar only with src in acc");
    check.require(getReluPreMode() == ReluPreMode::NoRelu, Diag::PtoAttribute,
                  "expects reluPreMode only with src in acc");
    return check.result();
  }

  check.element(elem::I32 | elem::F32);
  if (check.isDone())
    return check.result();
  bool isQuantised = static_cast<bool>(getPreQuantScalar());
  uint32_t allowed =
      getStoredElements(tile.getElementType(), isQuantised, check.isA5());
  check.require(elem::contains(allowed, window.getElementType()),
                Diag::PtoElementType,
                "expects the element type of dst to be "
                "one of ",
                elem::describe(allowed), " for src ", tile.getElementType(),
                isQuantised ? " with" : " without", " preQuantScalar, got ",
                window.getElementType());
  check.onA3(checkAccColumns);
  return check.result();
}

LogicalResult TStoreFpOp::verify() {
  TileVerifier check(*this);
  getWindow(check, "dst", getDst());
  check.tiles({{"fp", getFp()}})
      .tiles({{"src", getSrc()}})
      .in(AddressSpace::Acc);
  check.onA3([](TileVerifier &v) {
    v.element(elem::F32 | elem::I32);
    checkAccColumns(v);
  });
  return check.result();
}

//===----------------------------------------------------------------------===//
// Indexed access
//===----------------------------------------------------------------------===//

/// The layout of the tensor that `window` is a window of, where it is known.
static std::optional<Layout> getKnownLayout(Value window) {
  auto partition = window.getDefiningOp<PartitionViewOp>();
  if (!partition)
    return std::nullopt;
  auto view = partition.getSource().getDefiningOp<MakeTensorViewOp>();
  if (!view)
    return std::nullopt;
  return view.getLayout() ? view.getLayout() : view.inferLayout();
}

/// Rules that mgather and mscatter share; `tile` is the data.
static void checkIndexed(TileVerifier &check, Value mem, Value idx,
                         StringRef tileName, Value tile) {
  using namespace elem;
  check.require(getTargetArchByAttribute(check.getOperation()) ==
                    TargetArch::A5,
                Diag::PtoArch,
                "is only supported on A5, which for this operation the module "
                "must say itself: pto.target_arch = \"a5\"");
  PartitionTensorViewType window = getWindow(check, "mem", mem);
  check.tiles({{"idx", idx}}).vec().nd().element(I32 | Signless);
  check.tiles({{tileName, tile}})
      .vec()
      .nd()
      .element(I8 | I16 | I32 | F16 | BF16 | F32 | F8);
  check.tiles({{tileName, tile}, {"idx", idx}}).sameValidRows();
  if (check.isDone())
    return;
  TileBufType data = check.tile(0), indices = check.tile(1);
  check.require(indices.getValidCols() == 1 ||
                    !differ(indices.getValidCols(), data.getValidCols()),
                Diag::PtoShape, "expects idx to have one valid column or ",
                data.getValidCols(), ", got ", indices.getValidCols());
  check.require(window.getElementType() == data.getElementType(),
                Diag::PtoElementType, "expects mem and ", tileName,
                " to have the same element type, got ", window.getElementType(),
                " and ", data.getElementType());
  std::optional<Layout> layout = getKnownLayout(mem);
  check.require(!layout || *layout == Layout::ND, Diag::PtoLayout,
                "expects mem to have layout nd");
}

LogicalResult MGatherOp::verify() {
  TileVerifier check(*this);
  checkIndexed(check, getMem(), getIdx(), "dst", getDst());
  return check.result();
}

LogicalResult MScatterOp::verify() {
  using namespace elem;
  TileVerifier check(*this);
  checkIndexed(check, getMem(), getIdx(), "src", getSrc());
  check.tiles({{"src", getSrc()}});
  if (check.isDone())
    return check.result();
  Type type = check.tile(0).getElementType();
  switch (getScatterAtomicOp()) {
  case ScatterAtomicOp::None:
    break;
  case ScatterAtomicOp::Add:
    check.require(type.isSignlessInteger(32) || type.isUnsignedInteger(32) ||
                      type.isF16() || type.isF32(),
                  Diag::PtoElementType,
                  "expects i32, ui32, f16 or f32 for an atomic add, got ",
                  type);
    break;
  case ScatterAtomicOp::Max:
  case ScatterAtomicOp::Min:
    check.require(type.isSignlessInteger(32) || type.isF32(),
                  Diag::PtoElementType,
                  "expects i32 or f32 for an atomic max or min, got ", type);
    break;
  }
  return check.result();
}
