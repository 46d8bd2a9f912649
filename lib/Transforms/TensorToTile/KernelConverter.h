//===- KernelConverter.h - tensors of one kernel become tiles ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor value of a kernel is either *memory*, a name for a parameter or a
// part of one, or *fresh*, the result of a computation. Fresh values become
// tiles; memory is loaded where a computation uses it.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_KERNELCONVERTER_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_KERNELCONVERTER_H

#include "Matmul/Blocking.h"
#include "TensorToTile/Positions.h"
#include "TensorToTile/TensorWindow.h"
#include "TensorToTile/TileShapes.h"
#include "Utils/TensorAliases.h"
#include "pypto/Dialect/Pypto/ColumnRules.h"
#include "pypto/Dialect/Pypto/GatherOps.h"
#include "pypto/Dialect/Pypto/PrefetchOps.h"
#include "pypto/Dialect/Pypto/ValidOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <array>

namespace pypto {

/// An operand of a matrix product; `transposed` if its last two axes are
/// exchanged first. `tile`, where the kernel computes the operand, is in Mat
/// and as the product sees it.
struct MatmulOperand {
  mlir::Value tensor;
  bool transposed;
  mlir::Value tile;
};

/// Valid rows and columns of a tile.
using ValidExtents = std::array<mlir::OpFoldResult, 2>;

/// A tensor of memory for the purpose of loading it; one entry for each axis.
struct MemoryRegion {
  /// Extents, at least as large as at run time; dynamic where nothing bounds
  /// them.
  mlir::SmallVector<int64_t> bounds;
  mlir::SmallVector<mlir::OpFoldResult> extents;
  /// What is valid of them; null: all.
  mlir::SmallVector<mlir::OpFoldResult> valid;
  mlir::pypto::PadValue pad = mlir::pypto::PadValue::null;
};

/// The extents of a type's valid region, and operands for those that are `?`.
std::pair<mlir::SmallVector<int64_t>, mlir::SmallVector<mlir::Value>>
splitValid(const ValidExtents &valid);

/// A tile is whole blocks, so that a window in a tile of its own may be longer
/// than what there is from `offset` on of `extent`, as far as that is known.
bool isLonger(mlir::Value offset, int64_t window, int64_t extent);

class KernelConverter {
public:
  explicit KernelConverter(mlir::func::FuncOp kernel);

  mlir::LogicalResult run();

  /// Loads that were written and loads that were saved because the tile was
  /// still there.
  unsigned getNumLoads() const { return numLoads; }
  unsigned getNumReusedLoads() const { return numReusedLoads; }

  /// Writes products block by block, see LargeProductWriter.h.
  class LargeProductWriter;

private:
  // KernelConverter.cpp
  mlir::LogicalResult convertBlock(mlir::Block &block);
  mlir::LogicalResult convert(mlir::Operation *op);
  bool isMemory(mlir::Value tensor);
  /// Whether this kernel writes the memory of \p tensor.
  bool isWrittenHere(mlir::Value tensor);
  mlir::FailureOr<mlir::pypto::TileType> getTileType(mlir::Location loc,
                                                     mlir::Value tensor);
  /// An error with a size that fits if `tile` does not fit `memory`.
  mlir::LogicalResult checkFits(mlir::Location loc, mlir::pypto::TileType tile,
                                mlir::pypto::MemorySpace memory);
  /// The tile of `tensor`, loaded before `builder` if it is memory, with the
  /// element type of the tensor.
  mlir::FailureOr<mlir::Value> getTile(mlir::OpBuilder &builder,
                                       mlir::Location loc, mlir::Value tensor);
  /// The tile of a fresh `tensor` as it was computed; null if it is memory.
  mlir::Value getComputedTile(mlir::Value tensor) {
    return tiles.lookup(tensor);
  }
  mlir::FailureOr<mlir::Value> load(mlir::OpBuilder &builder,
                                    mlir::Location loc, mlir::Value tensor,
                                    mlir::pypto::TileType type,
                                    const ValidExtents &valid);
  /// The extents of the transfer between `tile` and `window`; null for a
  /// rectangle. An error if rows that are not valid lie between others.
  mlir::FailureOr<mlir::DenseI64ArrayAttr>
  getTransfer(mlir::Location loc, const TensorWindow &window,
              mlir::pypto::TileType tile);
  /// Records that `op` is replaced and that `result` is `tile` from now on.
  void replace(mlir::Operation *op, mlir::Value tile);
  void markWritten(mlir::Value tensor);
  /// No tile that was loaded may be used for a later load.
  void forgetLoads();
  /// Forgets loaded tiles of what is written anywhere in `op`.
  void forgetWritten(mlir::Operation *op);
  void collectWrites();
  void eraseDeadViews();

  // ValidRegions.cpp
  /// The tile into which `tensor`, memory, is loaded, and its valid region.
  mlir::FailureOr<std::pair<mlir::pypto::TileType, ValidExtents>>
  getLoadedTile(mlir::OpBuilder &builder, mlir::Location loc,
                mlir::Value tensor);
  mlir::FailureOr<MemoryRegion>
  getRegion(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor);
  /// The valid region of a tile of this conversion.
  ValidExtents getValid(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value tile);
  /// The tile type of the result of a computation: along each axis on which an
  /// operand is as long as the result, the narrowest valid region of those
  /// operands. Narrows operands with more.
  mlir::FailureOr<std::pair<mlir::pypto::TileType, ValidExtents>>
  inferTile(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value result,
            mlir::ValueRange tensors, mlir::MutableArrayRef<mlir::Value> tiles);
  mlir::OpFoldResult minimum(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::OpFoldResult a, mlir::OpFoldResult b);
  /// What is left of `extent` behind `offset`, at most `size`.
  mlir::OpFoldResult cut(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::OpFoldResult extent, mlir::OpFoldResult offset,
                         mlir::OpFoldResult size);
  /// `tile` with another valid region of the same or a more general type.
  mlir::Value setValid(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value tile, const ValidExtents &valid);
  mlir::Value materialise(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::OpFoldResult extent);
  mlir::LogicalResult convertFillpad(mlir::pypto::TensorFillpadOp op);
  mlir::LogicalResult
  convertSetValidshape(mlir::pypto::TensorSetValidshapeOp op);

  // ConvertAccess.cpp
  mlir::LogicalResult convertCreate(mlir::pypto::TensorCreateOp op);
  mlir::LogicalResult convertAssemble(mlir::pypto::TensorAssembleOp op);
  mlir::LogicalResult convertSlice(mlir::pypto::TensorSliceOp op);
  mlir::LogicalResult convertReshape(mlir::pypto::TensorReshapeOp op);
  bool isStoredWhole(mlir::pypto::TensorReshapeOp op);
  /// Where in memory `op` writes.
  mlir::FailureOr<TensorWindow> findTarget(mlir::OpBuilder &builder,
                                           mlir::pypto::TensorAssembleOp op);
  mlir::LogicalResult convertTranspose(mlir::pypto::TensorTransposeOp op);
  mlir::LogicalResult convertRead(mlir::pypto::TensorReadOp op);
  mlir::LogicalResult convertCacheInvalid(mlir::pypto::CacheInvalidOp op);
  mlir::LogicalResult convertPrefetch(mlir::pypto::PrefetchAsyncOp op);
  /// A tensor operand that stays one: a parameter as a whole.
  mlir::LogicalResult convertWhole(mlir::Operation *op,
                                   mlir::OpOperand &tensor);
  mlir::LogicalResult convertWrite(mlir::pypto::TensorWriteOp op);
  mlir::LogicalResult convertDim(mlir::pypto::TensorDimOp op);
  mlir::LogicalResult convertLoad(mlir::pypto::TileLoadOp op);
  mlir::LogicalResult convertStore(mlir::pypto::TileStoreOp op);
  /// `offsets` in a tensor of `shape` as row and column of its tile, in which
  /// leading axes are merged into rows; fails if their extents are not known.
  mlir::FailureOr<mlir::SmallVector<mlir::Value>>
  getTileOffsets(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::ArrayRef<int64_t> shape, mlir::ValueRange offsets);
  mlir::Value transpose(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value tile);
  /// What a window that passes the edge of computed `source` has of it, in a
  /// tile of type `window`.
  mlir::FailureOr<mlir::Value> sliceClamped(mlir::pypto::TensorSliceOp op,
                                            mlir::Value source,
                                            mlir::pypto::TileType window);
  /// The window of computed `source` in a tile of type `type`.
  mlir::FailureOr<mlir::Value> sliceTile(mlir::pypto::TensorSliceOp op,
                                         mlir::Value source,
                                         mlir::ValueRange offsets,
                                         mlir::pypto::TileType type,
                                         mlir::ValueRange valid);
  /// True if elements of `type` can move by less than a block in this kernel.
  bool canMoveElements(mlir::pypto::TileType type);
  /// The window at `row` and `column` in a tile of its own of type `type`,
  /// which may pass the end of `source`.
  mlir::Value takeTile(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value source, mlir::Value row, mlir::Value column,
                       mlir::pypto::TileType type);
  /// `target` with what is valid of `source` from `offsets` on.
  mlir::Value writeTile(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value target, mlir::Value source,
                        mlir::ValueRange offsets);
  /// An error at `op`, which writes `target`, if that may be one of several
  /// tensors in global memory.
  mlir::LogicalResult checkIsOneTensor(mlir::Operation *op, mlir::Value target);
  /// `rows` elements of a column of `tile`, from row `row` on, as a column.
  mlir::Value takeColumn(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value tile, mlir::Value row, mlir::Value column,
                         int64_t rows);

  // ConvertPages.cpp
  /// `rows` rows of `tile` from row `row` on, and of them `columns` from
  /// `column` on.
  mlir::Value getRows(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value tile, mlir::Value row, int64_t rows,
                      mlir::Value column, int64_t columns);
  /// `part` in a tile of its own, with the shape that tiles of its extents have
  /// in this kernel.
  mlir::Value asTile(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value part);
  /// `page` from row `row` of `target` on.
  mlir::Value putPage(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value target, mlir::Value page, mlir::Value row);
  /// The tile of `tensor`, of which all must be valid.
  mlir::FailureOr<mlir::Value> getWholeTile(mlir::OpBuilder &builder,
                                            mlir::Operation *op,
                                            mlir::Value tensor);
  /// Where the matrices of an operand come from: a tile, or memory if it is
  /// null.
  struct PageSource {
    mlir::Value tensor, tile;
  };
  mlir::FailureOr<PageSource> getPageSource(mlir::OpBuilder &builder,
                                            mlir::Operation *op,
                                            mlir::Value tensor);
  /// The matrix at `position` of a tensor of more than two axes.
  mlir::FailureOr<mlir::Value> getPage(mlir::OpBuilder &builder,
                                       mlir::Location loc, PageSource source,
                                       mlir::ArrayRef<mlir::Value> position);
  bool isByPages(mlir::Operation *op);
  /// An operation of which each matrix of the result comes from one matrix of
  /// each operand.
  mlir::LogicalResult convertByPages(mlir::pypto::TensorOpInterface op);
  mlir::LogicalResult
  convertTransposeByPages(mlir::pypto::TensorTransposeOp op);
  /// `tile`, of a tensor of `shape`, with axes exchanged; changes `shape`.
  mlir::FailureOr<mlir::Value> exchange(mlir::OpBuilder &builder,
                                        mlir::Location loc, mlir::Value tile,
                                        mlir::SmallVectorImpl<int64_t> &shape,
                                        int64_t first, int64_t second);
  /// A window of a computed tensor that is no run of rows.
  mlir::FailureOr<mlir::Value>
  sliceByPages(mlir::pypto::TensorSliceOp op, mlir::Value source,
               mlir::ArrayRef<int64_t> window,
               mlir::ArrayRef<mlir::OpFoldResult> sizes);
  mlir::FailureOr<mlir::Value> assembleByPages(mlir::pypto::TensorAssembleOp op,
                                               mlir::Value target,
                                               mlir::Value source);

  // ConvertTwins.cpp
  mlir::LogicalResult convertTwin(mlir::pypto::TensorOpInterface op);
  /// Fails with an error: `op` is for the vector core, in a kernel with a
  /// product.
  mlir::LogicalResult reportVectorWork(mlir::Operation *op);
  mlir::LogicalResult convertBroadcast(mlir::Operation *op);
  /// `op` on tiles of `lhs` and `rhs`, the extents of its operands as matrices,
  /// which cover `extents`; null if they do not.
  mlir::Value broadcast(mlir::OpBuilder &builder, mlir::Operation *op,
                        mlir::pypto::TileType type,
                        mlir::ArrayRef<int64_t> extents,
                        std::array<mlir::Value, 2> operands,
                        std::array<mlir::SmallVector<int64_t>, 2> covered);

  // ConvertCompare.cpp
  mlir::LogicalResult convertCompare(mlir::Operation *op,
                                     mlir::pypto::CmpMode mode, mlir::Value lhs,
                                     mlir::Value rhs);

  // ConvertIndexed.cpp
  mlir::LogicalResult convertGather(mlir::pypto::TensorGatherOp op);
  mlir::LogicalResult convertScatter(mlir::pypto::TensorScatterOp op);
  mlir::LogicalResult convertScatterMask(mlir::pypto::TensorScatterMaskOp op);
  mlir::LogicalResult
  convertScatterUpdate(mlir::pypto::TensorScatterUpdateOp op);

  mlir::LogicalResult
  convertGatherCompare(mlir::pypto::TensorGatherCompareOp op);

  // ConvertRowGather.cpp
  /// A copy of a window of memory into a tile: finds the window.
  template <typename OpT> mlir::LogicalResult convertWindowCopy(OpT op);
  /// Replaces a gather of rows into a tile of `type` by a loop.
  mlir::FailureOr<mlir::Value>
  gatherRows(mlir::Operation *op, mlir::pypto::TileType type,
             mlir::Value source, mlir::Value indices, mlir::Value table,
             mlir::Value column, int64_t block, mlir::pypto::OutOfRange policy,
             bool transpose);
  mlir::LogicalResult convertGatherRows(mlir::pypto::TensorGatherRowsOp op);
  mlir::LogicalResult convertGatherRows(mlir::pypto::TileGatherRowsOp op);
  mlir::LogicalResult convertMgather(mlir::pypto::TileMgatherOp op);
  mlir::LogicalResult convertMscatter(mlir::pypto::TileMscatterOp op);
  /// The parameter that `tensor` is as a whole; null, after an error, if it is
  /// a part of one or computed.
  mlir::Value getWholeTensor(mlir::Operation *op, mlir::StringRef what,
                             mlir::Value tensor);
  /// Element `position` of a list [n] or [1, n] of integers, as an index.
  mlir::Value readIndex(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value list, mlir::Value position);
  mlir::Value getExtent(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value tensor, int64_t axis);

  // ConvertRepeats.cpp
  mlir::LogicalResult convertExpandClone(mlir::pypto::TensorExpandCloneOp op);
  mlir::LogicalResult
  convertReinterpretView(mlir::pypto::TensorReinterpretViewOp op);

  // ConvertMatmul.cpp
  mlir::LogicalResult convertMatmul(mlir::Operation *op, mlir::Value acc,
                                    mlir::Value lhs, mlir::Value rhs,
                                    bool transposeLhs, bool transposeRhs);
  MatmulOperand resolveOperand(mlir::Value tensor, bool transposed);
  mlir::FailureOr<mlir::Value> getMatmulOperand(mlir::OpBuilder &builder,
                                                mlir::Location loc,
                                                const MatmulOperand &operand);
  /// The block of an operand that starts at `offsets` and has `extents`, rows
  /// and columns as the product sees them, of the matrix at `batch`, positions
  /// along the leading axes of the product.
  mlir::FailureOr<mlir::Value>
  loadMatmulBlock(mlir::OpBuilder &builder, mlir::Location loc,
                  const MatmulOperand &operand, mlir::ValueRange batch,
                  mlir::ArrayRef<mlir::Value> offsets,
                  mlir::ArrayRef<int64_t> extents);

  /// The same where the kernel computes the operand, in Mat.
  mlir::FailureOr<mlir::Value> getComputedOperand(mlir::OpBuilder &builder,
                                                  mlir::Location loc,
                                                  const MatmulOperand &operand);

  // ConvertLargeMatmul.cpp
  /// One product of a sum.
  struct ProductTerm {
    MatmulOperand lhs, rhs;
    int64_t k;
    /// Versions of the operands' memory where the product was written.
    unsigned lhsVersion, rhsVersion;
  };
  /// A sum of products that is computed block by block where it is stored, or
  /// where its last product stands.
  struct LargeProduct {
    llvm::SmallVector<ProductTerm, 1> terms;
    /// Leading axes of the result, then rows and columns.
    llvm::SmallVector<int64_t> batch;
    int64_t m, n;
    mlir::Type element;
    /// Memory to which the sum is added; null if it is stored.
    mlir::Value addedTo;
    /// Version of that memory where the sum starts.
    unsigned addedVersion;
    /// The accumulator in which the sum starts; null if there is none.
    mlir::Value start;
  };
  /// What becomes of a product.
  enum class Deferral {
    None,     // it is computed at once where it stands
    Recorded, // it is computed by a later operation, or was, block by block
  };
  bool fitsAtOnce(const ProductShape &shape, mlir::Type element);
  bool fitsInMat(const ProductShape &shape, mlir::Type element);
  /// Defers the product `op`, which starts from `acc` if that is not null, to
  /// where it is stored or used, if it does not fit on chip as a whole.
  mlir::FailureOr<Deferral> deferProduct(mlir::Operation *op, mlir::Value acc,
                                         MatmulOperand lhs, MatmulOperand rhs);
  bool mustDefer(mlir::Operation *op);
  bool mayDefer(mlir::Operation *op, mlir::Operation *last);
  mlir::LogicalResult completeOperand(mlir::Operation *op,
                                      MatmulOperand &operand);
  /// Computes `product`, the result of `last`, for its uses on chip.
  mlir::LogicalResult writeOnChip(mlir::Operation *last,
                                  const LargeProduct &product);
  mlir::LogicalResult checkVersions(mlir::Operation *op,
                                    const LargeProduct &product);
  mlir::LogicalResult storeLargeProduct(mlir::pypto::TensorAssembleOp op,
                                        const LargeProduct &product);

  // ConvertControlFlow.cpp
  mlir::LogicalResult convertFor(mlir::scf::ForOp loop);
  mlir::LogicalResult convertIf(mlir::scf::IfOp branch);
  mlir::LogicalResult convertWhile(mlir::scf::WhileOp loop);
  /// False for memory, which control flow need not carry.
  bool isCarried(mlir::Value key);
  mlir::FailureOr<mlir::Type> getCarriedType(mlir::Location loc,
                                             mlir::Value key);
  /// `tile` as a value of type `type`, which control flow merges.
  mlir::FailureOr<mlir::Value> coerce(mlir::OpBuilder &builder,
                                      mlir::Location loc, mlir::Value tile,
                                      mlir::Type type);
  /// The operands among `operands` that stay values of control flow, fresh
  /// tensors as tiles; `keys` are the values that they become.
  mlir::LogicalResult convertOperands(mlir::Operation *at,
                                      mlir::ValueRange operands,
                                      mlir::ValueRange keys,
                                      mlir::SmallVectorImpl<mlir::Value> &out);
  mlir::LogicalResult generalise(mlir::OpBuilder &builder,
                                 mlir::ValueRange keys,
                                 mlir::MutableArrayRef<mlir::Value> inits);
  /// Results of a loop are what its carries are.
  void markMerged(mlir::ValueRange carries, mlir::ValueRange results);
  /// Makes `converted`, what is left of `originals`, stand for them.
  void bind(mlir::ValueRange originals, mlir::ValueRange converted);
  mlir::LogicalResult convertRegion(mlir::Region &from, mlir::Region &to,
                                    mlir::ValueRange keys,
                                    mlir::TypeRange types);

  mlir::func::FuncOp kernel;
  mlir::Block *entry;
  /// What is converted now.
  mlir::Operation *current = nullptr;
  TensorAliases aliases;
  TensorWindows windows;
  TileShapes shapes;

  /// Tiles of fresh tensors.
  llvm::DenseMap<mlir::Value, mlir::Value> tiles;
  /// Reshaped tensors that are stored in the shape that they had.
  llvm::DenseSet<mlir::Value> storedAs;
  /// Valid regions of tiles where they are known only at run time.
  llvm::DenseMap<mlir::Value, ValidExtents> runtimeValid;

  /// Values of control flow that may name different tensors of memory. They are
  /// loaded, so they can be read but not written.
  llvm::DenseSet<mlir::Value> mergedMemory;

  /// A tile loaded from memory, good until the memory is written.
  struct LoadedTile {
    mlir::Value tile;
    unsigned version;
  };
  using LoadKey = std::pair<mlir::Value, mlir::Type>;
  /// Loaded tiles by enclosing region, innermost last.
  std::vector<llvm::DenseMap<LoadKey, LoadedTile>> loaded;
  /// How often the memory of a parameter may have been written so far.
  llvm::DenseMap<mlir::Value, unsigned> versions;
  /// What is written in an operation with regions.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> writes;
  /// Operations in whose regions cores meet or caches are dropped.
  llvm::DenseSet<mlir::Operation *> meetings;

  llvm::DenseMap<mlir::Value, LargeProduct> largeProducts;

  llvm::SmallVector<mlir::Operation *> replaced;
  unsigned numLoads = 0, numReusedLoads = 0;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_KERNELCONVERTER_H
