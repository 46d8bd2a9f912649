# Rows and elements of memory by index.
@pl.jit
def paged_dtype(p: pl.Tensor[[64, 32], pl.INT32], i: pl.Tensor[[16], pl.INT32], t: pl.Tensor[[16], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.paged_gather(p, i, t, 4, 32, 16, space=pl.Mem.Vec)
#                              ^ PYPTO-E0305 InvalidOperationError: 'src' has dtype INT32
# -----
@pl.jit
def paged_indices(p: pl.Tensor[[64, 32], pl.FP32], i: pl.Tensor[[4, 4], pl.INT32], t: pl.Tensor[[16], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.paged_gather(p, i, t, 4, 32, 16, space=pl.Mem.Vec)
#                                 ^ PYPTO-E0304 InvalidOperationError: 'indices' must be a list of indices
# -----
@pl.jit
def paged_room(p: pl.Tensor[[64, 32], pl.FP32], i: pl.Tensor[[17], pl.INT32], t: pl.Tensor[[16], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.paged_gather(p, i, t, 4, 32, 16, space=pl.Mem.Vec)
#                                              ^^ PYPTO-E0304 InvalidOperationError: max_indices 16 does not cover the 17 indices
# -----
@pl.jit
def paged_columns(p: pl.Tensor[[64, 32], pl.FP32], i: pl.Tensor[[16], pl.INT32], t: pl.Tensor[[16], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.paged_gather(p, i, t, 4, 32, 16, space=pl.Mem.Vec, col_off=8)
#                                          ^^ PYPTO-E0308 InvalidOperationError: columns 8 to 40 of a tensor of 32 columns
# -----
@pl.jit
def paged_space(p: pl.Tensor[[64, 32], pl.FP32], i: pl.Tensor[[16], pl.INT32], t: pl.Tensor[[16], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.paged_gather(p, i, t, 4, 32, 16, space=pl.Mem.Acc)
#                                                        ^^^^^^^^^^ PYPTO-E0306 InvalidOperationError: 'space' cannot be Acc: memory is gathered into Mat or Vec
# -----
@pl.jit
def paged_transposed_in_vec(p: pl.Tensor[[64, 32], pl.FP32], i: pl.Tensor[[16], pl.INT32], t: pl.Tensor[[16], pl.INT32], y: pl.Out[pl.Tensor[[32, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.paged_gather(p, i, t, 4, 32, 16, space=pl.Mem.Vec, is_trans=True)
#                                                                             ^^^^ PYPTO-E0307 InvalidOperationError: is_trans needs space=pl.Mem.Mat
# -----
@pl.jit
def mgather_mode(x: pl.Tensor[[64, 32], pl.FP32], i: pl.Tensor[[1, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(i, [0, 0], [1, 16])
        y = pl.store(pl.mgather(x, t, coalesce="column"), [0, 0], y)
#                                              ^^^^^^^^ PYPTO-E0307 InvalidOperationError: invalid coalesce 'column'
# -----
@pl.jit
def mgather_policy(x: pl.Tensor[[64, 32], pl.FP32], i: pl.Tensor[[1, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(i, [0, 0], [1, 16])
        y = pl.store(pl.mgather(x, t, gather_oob="saturate"), [0, 0], y)
#                                                ^^^^^^^^^^ PYPTO-E0307 InvalidOperationError: invalid gather_oob 'saturate'
# -----
@pl.jit
def mgather_rows_need_a_list(x: pl.Tensor[[64, 32], pl.FP32], i: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(i, [0, 0], [16, 16])
        y = pl.store(pl.mgather(x, t), [0, 0], y)
#                                  ^ PYPTO-E0304 InvalidOperationError: the row form needs one index for each row
# -----
@pl.jit
def mgather_index_dtype(x: pl.Tensor[[64, 32], pl.FP32], i: pl.Tensor[[1, 16], pl.INT16], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(i, [0, 0], [1, 16])
        y = pl.store(pl.mgather(x, t), [0, 0], y)
#                                  ^ PYPTO-E0305 InvalidOperationError: 'idx' has dtype INT16
# -----
@pl.jit
def mgather_short_rows(x: pl.Tensor[[64, 12], pl.FP32], i: pl.Tensor[[1, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 12], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(i, [0, 0], [1, 16])
        y = pl.store(pl.mgather(x, t), [0, 0], y)
#                               ^ PYPTO-E0304 InvalidOperationError: rows of 48 bytes; rows of a tile are multiples of 32 bytes
# -----
@pl.jit
def mgather_zero_in_mat(x: pl.Tensor[[64, 32], pl.FP16], i: pl.Tensor[[16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mgather(x, i, target_memory=pl.Mem.Mat, gather_oob="zero")
#                                                                 ^^^^^^ PYPTO-E0307 InvalidOperationError: gather_oob="zero" is for target_memory=pl.Mem.Vec
# -----
@pl.jit
def mgather_boxes_in_mat(x: pl.Tensor[[64, 32], pl.FP16], i: pl.Tensor[[15], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mgather(x, i, target_memory=pl.Mem.Mat)
#                         ^ PYPTO-E0304 InvalidOperationError: a tile in Mat has whole boxes of 16 x 16
# -----
@pl.jit
def gather_row_dtype(x: pl.Tensor[[64, 32], pl.FP16], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.create_tile([16, 32], pl.FP32, pl.Mem.Vec)
        acc = pl.gather_row(acc, x, [0, 0], [3, 0], [1, 32])
#                                ^ PYPTO-E0305 InvalidOperationError: 'src' must have dtype FP32
# -----
@pl.jit
def rows_of_another_type(x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], i: pl.Tensor[[1, 8], pl.INT32], s: pl.Tensor[[8, 16], pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x = pl.scatter_update(x, -2, i, s)
#                                       ^ PYPTO-E0305 InvalidOperationError: 'input' and 'src' must have the same dtype, got FP32 and INT32
# -----
@pl.jit
def numbers_of_rows(x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], i: pl.Tensor[[1, 8], pl.FP32], s: pl.Tensor[[8, 16], pl.FP32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x = pl.scatter_update(x, -2, i, s)
#                                    ^ PYPTO-E0305 InvalidOperationError: 'index' has dtype FP32
# -----
@pl.jit
def too_few_rows(x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], i: pl.Tensor[[1, 8], pl.INT32], s: pl.Tensor[[4, 16], pl.FP32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x = pl.scatter_update(x, -2, i, s)
#                                       ^ PYPTO-E0304 InvalidOperationError: 'src' must have a row of 16 elements for each of the 8 indices
# -----
@pl.jit
def another_axis_of_rows(x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], i: pl.Tensor[[1, 8], pl.INT32], s: pl.Tensor[[8, 16], pl.FP32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x = pl.scatter_update(x, 1, i, s)
#                                ^ PYPTO-E0307 InvalidOperationError: only dim=-2 is supported
# -----
@pl.jit
def pattern_of_another_width(x: pl.Tensor[[16, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 48], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.scatter(x, mask_pattern=1, dst=y)
#                                                ^ PYPTO-E0304 InvalidOperationError: pattern 1 fills one of 2 columns of 'dst'
# -----
@pl.jit
def pattern_of_another_type(x: pl.Tensor[[16, 16], pl.INT32], y: pl.InOut[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.scatter(x, mask_pattern=1, dst=y)
#                                                ^ PYPTO-E0305 InvalidOperationError: 'input' and 'dst' must have the same dtype, got INT32 and FP32
# -----
@pl.jit
def more_rows_than_the_source(x: pl.Tensor[[4, 16], pl.FP32], i: pl.Tensor[[8, 16], pl.INT32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.gather(x, dim=-1, index=i)
#                                         ^ PYPTO-E0304 InvalidOperationError: axis 0 of 'index' has 8 elements, that of 'input' has 4
# -----
@pl.jit
def more_rows_than_the_target(x: pl.Tensor[[4, 16], pl.FP32], i: pl.Tensor[[8, 16], pl.INT32], s: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[4, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.scatter(x, -1, i, s)
#                                   ^ PYPTO-E0304 InvalidOperationError: axis 0 of 'src' has 8 elements, that of 'input' has 4
# -----
@pl.jit
def index_of_another_shape(x: pl.Tensor[[8, 16], pl.FP32], i: pl.Tensor[[8, 8], pl.INT32], s: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.scatter(x, -1, i, s)
#                                ^ PYPTO-E0304 InvalidOperationError: 'index' must have the shape of 'src'
