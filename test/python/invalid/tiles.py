# Forms of tile operations that stop, with what to write instead.
@pl.jit
def columns_in_vec(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.move(pl.load(x, [0, 0], [16, 32]), pl.Mem.Vec, blayout=pl.TileLayout.col_major)
#                                                                     ^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0307 InvalidOperationError: pl.move leaves a tile of 32 columns in Vec in one order
        y = pl.store(t, [0, 0], y)
# -----
@pl.jit
def boxes_in_vec(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.move(pl.load(x, [0, 0], [16, 32]), pl.Mem.Vec, slayout=pl.TileLayout.row_major)
#                                                                     ^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0307 InvalidOperationError: pl.move leaves a tile of 32 columns in Vec in one order
        y = pl.store(t, [0, 0], y)
# -----
@pl.jit
def rows_of_a_column(x: pl.Tensor[[16, 1], pl.FP32], y: pl.Out[pl.Tensor[[16, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.move(pl.load(x, [0, 0], [16, 1]), pl.Mem.Vec, blayout=pl.TileLayout.row_major)
#                                                                    ^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0307 InvalidOperationError: pl.move leaves a tile of 1 columns in Vec in one order
        y = pl.store(t, [0, 0], y)
# -----
@pl.jit
def order_of_scales(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.move(pl.load(x, [0, 0], [16, 32]), pl.Mem.Mat, pl.TileLayout.row_major)
#                                                             ^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0307 InvalidOperationError: pl.move leaves a tile of 32 columns in Mat in one order
        y = pl.store(t, [0, 0], y)
# -----
@pl.jit
def order_of_a_factor(x: pl.Tensor[[16, 32], pl.FP16], y: pl.Out[pl.Tensor[[16, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        t = pl.move(t, pl.Mem.Left, blayout=pl.TileLayout.row_major)
#                                           ^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0307 InvalidOperationError: Left has a fixed layout; blayout= may not override it
        y = pl.store(t, [0, 0], y)
# -----
@pl.jit
def phase(a: pl.Tensor[[1, 32], pl.FP16], b: pl.Tensor[[32, 16], pl.FP16], y: pl.Out[pl.Tensor[[1, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        ta = pl.load(a, [0, 0], [1, 32], target_memory=pl.Mem.Mat)
        tb = pl.load(b, [0, 0], [32, 16], target_memory=pl.Mem.Mat)
        y = pl.store(pl.gemv(ta, tb, acc_phase="last"), [0, 0], y)
#                                              ^^^^^^ PYPTO-E0307 InvalidOperationError: invalid acc_phase 'last'
# -----
@pl.jit
def tree_of_another_type(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        tmp = pl.create_tile([16, 32], pl.FP16)
        y = pl.store(pl.col_sum(pl.load(x, [0, 0], [16, 32]), tmp), [0, 0], y)
#                                                             ^^^ PYPTO-E0305 InvalidOperationError: tmp_tile must have dtype FP32
# -----
@pl.jit
def tree_without_room(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        tmp = pl.create_tile([8, 32], pl.FP32)
        y = pl.store(pl.col_sum(pl.load(x, [0, 0], [16, 32]), tmp), [0, 0], y)
#                                                             ^^^ PYPTO-E0304 InvalidOperationError: tmp_tile must be at least as large as x
# -----
@pl.jit
def elements_without_scratch(x: pl.Tensor[[512], pl.FP16], i: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mgather(x, i, "elem", target_memory=pl.Mem.Mat)
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0302 InvalidOperationError: elements are put together in global memory before they come into Mat
        y = pl.store(t, [0, 0], y)
# -----
@pl.jit
def scratch_of_another_type(x: pl.Tensor[[512], pl.FP16], i: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mgather(x, i, "elem", target_memory=pl.Mem.Mat, scratch=y)
#                                                                      ^ PYPTO-E0305 InvalidOperationError: 'scratch' must hold rows of FP16, the elements of 'mem'
        pl.move(t, pl.Mem.Left)
# -----
@pl.jit
def scratch_without_room(x: pl.Tensor[[512], pl.FP16], i: pl.Tensor[[32, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mgather(x, i, "elem", target_memory=pl.Mem.Mat, scratch=y)
#                                                                      ^ PYPTO-E0304 InvalidOperationError: 'scratch' must have room for 32 rows of 16 elements
        pl.move(t, pl.Mem.Left)
# -----
@pl.jit
def scratch_that_is_read_only(x: pl.Tensor[[512], pl.FP16], i: pl.Tensor[[16, 16], pl.INT32], s: pl.Tensor[[16, 16], pl.FP16], y: pl.InOut[pl.Tensor[[16, 16], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mgather(x, i, "elem", target_memory=pl.Mem.Mat, scratch=s)
#                                                                      ^ PYPTO-E0112 ParserTypeError: 's' is read-only: it is declared without a direction
        pl.move(t, pl.Mem.Left)
        pl.write(y, [0, 0], 1.0)
# -----
@pl.jit
def elements_of_no_boxes(x: pl.Tensor[[512], pl.FP16], i: pl.Tensor[[16, 8], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mgather(x, i, "elem", target_memory=pl.Mem.Mat, scratch=y)
#                         ^ PYPTO-E0304 InvalidOperationError: a tile in Mat has whole boxes of 16 x 16
        pl.move(t, pl.Mem.Left)
# -----
@pl.jit
def single_bytes(x: pl.Tensor[[512], pl.FP8E4M3FN], i: pl.Tensor[[16, 32], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.FP8E4M3FN]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mgather(x, i, "elem", target_memory=pl.Mem.Mat, scratch=y)
#                      ^ PYPTO-E0305 InvalidOperationError: single elements of FP8E4M3FN are not read; rows are gathered whole
        pl.move(t, pl.Mem.Left)
# -----
@pl.jit
def scratch_of_rows(x: pl.Tensor[[64, 32], pl.FP16], i: pl.Tensor[[1, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mgather(x, i, target_memory=pl.Mem.Mat, scratch=y)
#                                                              ^ PYPTO-E0302 InvalidOperationError: rows come into Mat without a scratch tensor
        pl.move(t, pl.Mem.Left)
# -----
@pl.jit
def sums_of_other_shapes(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32])
        u = pl.load(x, [0, 0], [8, 32])
        y = pl.store(pl.addc(t, t, u), [0, 0], y)
#                                  ^ PYPTO-E0304 InvalidOperationError: 'c' must have the shape of 'a'
# -----
@pl.jit
def parts_of_other_shapes(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32])
        y = pl.store(pl.part_add(t, pl.load(x, [0, 0], [8, 32])), [0, 0], y)
#                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0304 InvalidOperationError: 'rhs' must have the shape of 'lhs'
# -----
@pl.jit
def mask_of_fewer_rows(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        m = pl.cmps(pl.load(x, [0, 0], [8, 64]), 0.0)
        y = pl.store(pl.sel(m, t, t, pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)
#                           ^ PYPTO-E0304 InvalidOperationError: 'mask' does not cover the rows and columns that it selects from
# -----
@pl.jit
def mask_of_a_narrower_tile(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        m = pl.cmps(pl.load(x, [0, 0], [16, 32]), 0.0)
        y = pl.store(pl.sels(m, t, pl.create_tile([1, 32], pl.UINT8), 0.0), [0, 0], y)
#                            ^ PYPTO-E0304 InvalidOperationError: 'mask' does not cover the rows and columns that it selects from
# -----
@pl.jit
def mask_of_a_wider_tile(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32])
        m = pl.cmps(pl.load(x, [0, 0], [16, 64]), 0.0)
        y = pl.store(pl.sel(m, t, t, pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)
#                           ^ PYPTO-E0304 InvalidOperationError: 'mask' does not cover the rows and columns that it selects from
# -----
@pl.jit
def merged_rows(x: pl.Tensor[[2, 256], pl.FP32], y: pl.Out[pl.Tensor[[2, 256], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mrgsort(x, block_len=64)
#                         ^ PYPTO-E0304 InvalidOperationError: 'src0' must have one row
# -----
@pl.jit
def remainder_without_sign(x: pl.Tensor[[16, 32], pl.UINT16], y: pl.Out[pl.Tensor[[16, 32], pl.UINT16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.fmods(pl.load(x, [0, 0], [16, 32]), 3), [0, 0], y)
#                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0602 VerificationError: pl.fmods takes no scalar of UINT16: its scalars have a sign
# -----
@pl.jit
def sum_of_brain_floats(x: pl.Tensor[[16, 32], pl.BF16], y: pl.Out[pl.Tensor[[16, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32])
        y = pl.store(pl.add(t, t), [0, 0], y)
#                    ^^^^^^^^^^^^ PYPTO-E0602 VerificationError: pl.add takes no elements of BF16 on the 910B (a2a3)
# -----
@pl.jit
def triangle_beyond_its_tile(y: pl.Out[pl.Tensor[[16, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tri(0, [16, 32], valid_shape=[17, 32]), [0, 0], y)
#                                                    ^^^^^^^^ PYPTO-E0304 InvalidOperationError: 'valid_shape' must lie inside the tile
# -----
@pl.jit
def extract_in_vec(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[8, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32])
        y = pl.store(pl.tile.extract(t, 0, 0, [8, 32], target_memory=pl.Mem.Vec), [0, 0], y)
#                                    ^ PYPTO-E0306 InvalidOperationError: pl.tile.extract copies from Mat or Acc, not from Vec to Vec
# -----
@pl.jit
def extract_to_vec(x: pl.Tensor[[16, 32], pl.FP16], y: pl.Out[pl.Tensor[[8, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        y = pl.store(pl.tile.extract(t, 0, 0, [8, 32], target_memory=pl.Mem.Vec), [0, 0], y)
#                                                                    ^^^^^^^^^^ PYPTO-E0306 InvalidOperationError: pl.tile.extract copies from Mat or Acc, not from Mat to Vec
# -----
@pl.jit
def sort_of_40(x: pl.Tensor[[2, 40], pl.FP32], i: pl.Tensor[[2, 40], pl.UINT32], y: pl.Out[pl.Tensor[[2, 80], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.sort32(x, i)
#                        ^ PYPTO-E0304 InvalidOperationError: the last axis 40 must be a multiple of 32
# -----
@pl.jit
def merge_of_48(x: pl.Tensor[[1, 256], pl.FP32], y: pl.Out[pl.Tensor[[1, 256], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mrgsort(x, block_len=48)
#                                      ^^ PYPTO-E0307 InvalidOperationError: block_len 48 must be a positive multiple of 64
# -----
@pl.jit.inline
def put(t, i):
    pl.write(t, [i, 0], 1.0)
#   ^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0019 ParserSyntaxError: 'pl.write(t, [i, 0], 1.0)' changes the tile 't' of the caller, who does not see it


@pl.jit
def changed_by_a_helper(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32])
        put(t, 3)
        y = pl.store(t, [0, 0], y)
# -----
@pl.jit
def extraction_at_a_narrow_integer(a: pl.Tensor[[64, 32], pl.FP16], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.load(a, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        e = pl.tile.extract(m, n, 0, [16, 32], target_memory=pl.Mem.Left)
#                              ^ PYPTO-E0305 InvalidOperationError: Error in tile operation 'extract': 'index_row' has dtype INT32
# -----
@pl.jit
def integers_of_a_float_product(a: pl.Tensor[[16, 32], pl.FP16], b: pl.Tensor[[32, 16], pl.FP16], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(a, b, out_dtype=pl.INT32)
#                                        ^^^^^^^^ PYPTO-E0305 InvalidOperationError: the sums of this product are FP32, which is not stored as INT32
# -----
@pl.jit
def floats_of_an_integer_product(a: pl.Tensor[[16, 32], pl.INT8], b: pl.Tensor[[32, 16], pl.INT8], y: pl.Out[pl.Tensor[[16, 16], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(a, b, out_dtype=pl.FP16)
#                                        ^^^^^^^ PYPTO-E0305 InvalidOperationError: the sums of this product are INT32, which is not stored as FP16
# -----
@pl.jit
def stored_sums_as_integers(a: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.load(a, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(pl.move(m, pl.Mem.Left), pl.move(m, pl.Mem.Right))
        y = pl.store(c, [0, 0], y)
#                    ^ PYPTO-E0321 VerificationError: Error in tile operation 'store': an accumulator of FP32 cannot be stored to a tensor of INT32
# -----
@pl.jit
def batches_that_start_again(a: pl.Tensor[[2, 16, 32], pl.FP16], b: pl.Tensor[[32, 16], pl.FP16], c: pl.InOut[pl.Tensor[[2, 16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c[:] = pl.matmul_acc(c, a, b, init_cond=n == 0)
#                                               ^^^^^^ PYPTO-E0304 InvalidOperationError: Error in tensor operation 'matmul_acc': init_cond= of a batch of products must be known when compiling
# -----
@pl.jit
def random_on_the_910b(y: pl.Out[pl.Tensor[[4, 32], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.random(1, 2, 3, 4, 5, 6, [4, 32])
#              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0606 VerificationError: pl.random is not on the 910B (a2a3)
# -----
@pl.jit
def loaded_truth(x: pl.Tensor[[16, 32], pl.BOOL], y: pl.Out[pl.Tensor[[16, 32], pl.BOOL]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [16, 32]), [0, 0], y)
#                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0602 VerificationError: pl.load takes no elements of BOOL on the 910B (a2a3)
# -----
@pl.jit
def reshaped_part(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[8, 128], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64], valid_shape=[5, 64])
        y = pl.store(pl.reshape(t, [8, 128]), [0, 0], y)
#                                  ^^^^^^^^ PYPTO-E0304 InvalidOperationError: Error in tile operation 'reshape': the valid region [5, 64] of [16, 64] is not a box
# -----
@pl.jit
def valid_part_of_nothing(x: pl.Tensor[[16, 0], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.set_validshape(x, 16, n)
#                                    ^ PYPTO-E0304 InvalidOperationError: 'valid_cols' of an axis without elements is not known at compile time
        y[:] = pl.row_max(t)
