# row 7.4: Unknown operation 'pl.<x>'
# Arguments of operations.
@pl.jit
def unknown_operation(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmull(x, x)
#              ^^^^^^^^^^ PYPTO-E0301 InvalidOperationError: Unknown operation 'pl.matmull'
# -----
# row 7.4: Unknown <module> operation
@pl.jit
def unknown_tile_operation(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.tile.adds_(x, x)
#              ^^^^^^^^^^^^^ PYPTO-E0301 InvalidOperationError: Unknown tile operation
# -----
@pl.jit
def bad_keyword(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.exp(x, precision=1)
#                        ^^^^^^^^^^^ PYPTO-E0302 InvalidOperationError: got an unexpected keyword argument 'precision'
# -----
@pl.jit
def missing_argument(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.add(x)
#              ^^^^^^^^^ PYPTO-E0302 InvalidOperationError: missing required argument 'rhs'
# -----
@pl.jit
def mixed_levels(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
        y[:] = pl.add(x, t)
#                        ^ PYPTO-E0303 InvalidOperationError: cannot mix Tensor and Tile arguments
# -----
@pl.jit
def not_shaped(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.exp(3)
#                     ^ PYPTO-E0303 InvalidOperationError: expected Tensor or Tile operands
# -----
@pl.jit
def shapes_differ(x: pl.Tensor[[16, 16], pl.FP32], w: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.add(x, w)
#                        ^ PYPTO-E0304 InvalidOperationError: shapes [16, 16] and [8, 16] are not compatible
# -----
A = pl.dynamic("A")
B = pl.dynamic("B")


@pl.jit
def symbols_differ(x: pl.Tensor[[A, 64], pl.FP32], w: pl.Tensor[[B, 64], pl.FP32], y: pl.Out[pl.Tensor[[A, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.add(x, w)
#                        ^ PYPTO-E0304 InvalidOperationError: shapes [A, 64] and [B, 64] are not compatible
# -----
@pl.jit
def k_mismatch(x: pl.Tensor[[16, 32], pl.FP16], w: pl.Tensor[[16, 16], pl.FP16], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x, w)
#                           ^ PYPTO-E0304 InvalidOperationError: K mismatch: [16, 32] x [16, 16] contracts 32 with 16
# -----
@pl.jit
def product_of_two_types(x: pl.Tensor[[16, 32], pl.FP16], w: pl.Tensor[[32, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x, w)
#                           ^ PYPTO-E0305 InvalidOperationError: 'lhs' and 'rhs' must have the same dtype, got FP16 and FP32
# -----
@pl.jit
def written_of_another_type(x: pl.Tensor[[16, 32], pl.FP16], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, 0:32] = x * 2
#                       ^^^^^ PYPTO-E0305 InvalidOperationError: 'target' and 'source' must have the same dtype, got FP32 and FP16
# -----
@pl.jit
def right_of_an_operator(x: pl.Tensor[[16, 32], pl.FP16], w: pl.Tensor[[8, 32], pl.FP16], y: pl.Out[pl.Tensor[[16, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x * w
#                  ^ PYPTO-E0304 InvalidOperationError: shapes [16, 32] and [8, 32] are not compatible
# -----
@pl.jit
def product_of_wide_integers(x: pl.Tensor[[16, 32], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x, x, b_trans=True)
#              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0602 VerificationError: pl.matmul takes no factors of INT32 and INT32 with sums of INT32
# -----
@pl.jit
def batches_differ(x: pl.Tensor[[2, 16, 32], pl.FP16], w: pl.Tensor[[3, 32, 16], pl.FP16], y: pl.Out[pl.Tensor[[2, 16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x, w, out_dtype=pl.FP32)
#                           ^ PYPTO-E0304 InvalidOperationError: batch dims [2] and [3] do not broadcast
# -----
@pl.jit
def tile_flag(x: pl.Tensor[[64, 64], pl.FP16], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        c = pl.matmul(t, t, b_trans=True)
#                                   ^^^^ PYPTO-E0309 InvalidOperationError: b_trans is not available on Tile operands
        pl.store(c, [0, 0], y)
# -----
@pl.jit
def same_cast(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.cast(x, pl.FP32)
#                         ^^^^^^^ PYPTO-E0311 InvalidOperationError: same-dtype cast is not a valid operation
# -----
@pl.jit
def rounding(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.cast(x, pl.FP16, mode="nearest")
#                                       ^^^^^^^^^ PYPTO-E0311 InvalidOperationError: Invalid rounding mode 'nearest'
# -----
@pl.jit
def index_operand(x: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    for i in pl.range(4):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.add(x, i)
#                            ^ PYPTO-E0310 InvalidOperationError: 'rhs' is a run-time INDEX scalar
# -----
@pl.jit
def sine_dtype(x: pl.Tensor[[16, 16], pl.FP16], y: pl.Out[pl.Tensor[[16, 16], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.sin(x)
#                     ^ PYPTO-E0305 InvalidOperationError: sin is FP32-only
# -----
@pl.jit
def integer_exp(x: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.exp(x)
#                     ^ PYPTO-E0305 InvalidOperationError: 'x' has dtype INT32
# -----
@pl.jit
def scratch_for_tensor(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([16, 16], dtype=pl.FP32)
        y[:] = pl.row_sum(x, t)
#                            ^ PYPTO-E0303 InvalidOperationError: Tensor inputs must not pass tmp_tile
# -----
@pl.jit
def scratch_for_tile(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.row_sum(t), [0, 0], y)
#                ^^^^^^^^^^^^^ PYPTO-E0303 InvalidOperationError: Tile inputs require tmp_tile
# -----
@pl.jit
def vector_shape(x: pl.Tensor[[16, 32], pl.FP32], v: pl.Tensor[[1, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.row_expand_mul(x, v)
#                                   ^ PYPTO-E0304 InvalidOperationError: 'v' must have one value per row
# -----
@pl.jit
def reshape_count(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.reshape(x, [16, 33])
#                            ^^^^^^^^ PYPTO-E0304 InvalidOperationError: cannot reshape [16, 32] of 512 elements to [16, 33] of 528
# -----
@pl.jit
def full_runtime(y: pl.Out[pl.Tensor[[16, 32], pl.FP32]], v: pl.FP32):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.full([16, 32], pl.FP32, v)
#                                         ^ PYPTO-E0307 InvalidOperationError: 'value' must be a constant
# -----
# row 7.8: Misplaced tensor op '<op>' in Orchestration function (should be inside InCore block)
@pl.jit
def misplaced(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y[:] = pl.add(x, x)
#          ^^^^^^^^^^^^ PYPTO-E0401 InternalError: Misplaced tensor op 'add' in Orchestration function (should be inside InCore block)
# -----
@pl.jit
def scalar_max(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.max(x, 0.0)
#                     ^ PYPTO-E0303 InvalidOperationError: pl.max() takes scalars
# -----
@pl.jit
def mx_on_a2(x: pl.Tensor[[16, 64], pl.INT8], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Mat)
        c = pl.matmul_mx(t, t, t, t)
#           ^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0316 InvalidOperationError: pl.matmul_mx needs the A5
        pl.store(c, [0, 0], y)
# -----
@pl.jit
def list_operand(x: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.tensor.scatter(x, -1, x, [1, 2])
#                                          ^^^^^^ PYPTO-E0303 InvalidOperationError: expected Tensor or Tile operands
# -----
@pl.jit
def negative_window(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.exp(pl.slice(x, [16, -1], [0, 0]))
#                                 ^^^^^^^^ PYPTO-E0103 ParserTypeError: 'shape' must not be negative, axis 1 is -1
# -----
@pl.jit
def enormous_tile(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([4294967296, 4294967296], dtype=pl.FP32)
#                          ^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: 'shape' has more elements than any memory holds
        y[:] = pl.exp(x)
# -----
@pl.jit
def offset_beyond_64_bits(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [9223372036854775808, 0], [16, 16])
#                       ^^^^^^^^^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: 'offsets'[0] does not fit in 64 bits
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def tensor_for_a_scalar(x: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.ors(x, x)
#                        ^ PYPTO-E0303 InvalidOperationError: 'rhs' must be a scalar
# -----
@pl.jit
def tile_for_a_shift_count(x: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
        y[:] = pl.shls(t, t)
#                         ^ PYPTO-E0303 InvalidOperationError: 'rhs' must be a scalar
# -----
@pl.jit
def tensor_for_a_flag(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.rsqrt(x, x)
#                          ^ PYPTO-E0307 InvalidOperationError: 'high_precision' must be known at compile time
# -----
@pl.jit
def number_for_a_flag(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.rsqrt(x, high_precision=1)
#                                         ^ PYPTO-E0307 InvalidOperationError: 'high_precision' must be True or False
# -----
@pl.jit
def row_of_a_triangle(y: pl.Out[pl.Tensor[[1, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.tri(0, [16], valid_shape=[1, 16])
#                        ^^^^ PYPTO-E0304 InvalidOperationError: 'shape' must have 2 dimensions
# -----
@pl.jit
def clone_of_another_type(x: pl.Tensor[[1, 16, 16], pl.INT32], y: pl.Out[pl.Tensor[[2, 16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.expand_clone(x, y)
#                                 ^ PYPTO-E0305 InvalidOperationError: 'src' and 'target' must have the same dtype, got INT32 and FP32
# -----
@pl.jit
def source_of_another_type(x: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x
#              ^ PYPTO-E0305 InvalidOperationError: 'target' and 'source' must have the same dtype, got FP32 and INT32
# -----
@pl.jit
def two_forms_of_gather(x: pl.Tensor[[16, 16], pl.FP32], i: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.gather(x, index=i, mask_pattern=1)
#                                 ^ PYPTO-E0302 InvalidOperationError: the mask form and the index form of pl.gather() cannot be mixed
# -----
@pl.jit
def layout_of_a_view(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    v = pl.tensor.view(x, layout="columns")
#                                ^^^^^^^^^ PYPTO-E0307 InvalidOperationError: 'layout' must be a member of pl.TensorLayout
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = v
# -----
@pl.jit
def remainder_of_two_shapes(x: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
        y[:] = pl.rem(t, pl.load(x, [0, 0], [1, 16]), t)
#                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0304 InvalidOperationError: 'rhs' must have the shape of 'lhs'
# -----
# The sums of a product leave as FP32, FP16 or BF16, or as INT32.
@pl.jit
def product_stored_as_int8(x: pl.Tensor[[16, 32], pl.FP16], z: pl.Tensor[[32, 16], pl.FP16], y: pl.Out[pl.Tensor[[16, 16], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x, z, out_dtype=pl.INT8)
#                                        ^^^^^^^ PYPTO-E0305 InvalidOperationError: the sums of this product are FP32, which is not stored as INT8
# -----
@pl.jit
def accumulator_stored_as_int32(x: pl.Tensor[[16, 32], pl.FP16], z: pl.Tensor[[32, 16], pl.FP16], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        l = pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        r = pl.load(z, [0, 0], [32, 16], target_memory=pl.Mem.Mat)
        y = pl.store(pl.matmul(l, r), [0, 0], y)
#                    ^^^^^^^^^^^^^^^ PYPTO-E0321 VerificationError: an accumulator of FP32 cannot be stored to a tensor of INT32
# -----
@pl.jit
def factors_with_and_without_sign(x: pl.Tensor[[16, 32], pl.UINT8], z: pl.Tensor[[32, 16], pl.INT8], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x, z, out_dtype=pl.INT32)
#                           ^ PYPTO-E0305 InvalidOperationError: 'lhs' and 'rhs' must have the same dtype, got UINT8 and INT8
# -----
# A predicate is a bit for each element; only selections take it.
@pl.jit
def predicate_stored(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32])
        y = pl.store(pl.cmps(t, 0.0, cmp_type=4), [0, 0], y)
#                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0303 InvalidOperationError: 'tile' is a predicate, a bit for each element, which pl.store does not take
# -----
@pl.jit
def predicate_added(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32])
        p = pl.cmp(t, t, cmp_type=0)
        y = pl.store(pl.add(t, p), [0, 0], y)
#                              ^ PYPTO-E0303 InvalidOperationError: 'rhs' is a predicate, a bit for each element, which pl.add does not take
# -----
@pl.jit
def numbers_as_mask(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32])
        y = pl.store(pl.sel(t, t, t, pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)
#                           ^ PYPTO-E0304 InvalidOperationError: 'mask' holds numbers, not a bit for each element
# -----
@pl.jit
def half_a_diagonal(y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tri(0.5, [16, 32], dtype=pl.FP32), [0, 0], y)
#                           ^^^ PYPTO-E0305 InvalidOperationError: 'diagonal' must be an integer
# -----
# The axis that a product sums over is known when compiling.
@pl.jit
def summed_over_a_run_time_extent(x: pl.Tensor[[16, 48], pl.FP16], z: pl.Tensor[[48, 16], pl.FP16], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x[:, 0:n], z[0:n, :], out_dtype=pl.FP32)
#                        ^^^^^^^^^ PYPTO-E0318 UnsupportedFeatureError: a product sums over an axis whose extent is known when compiling
# -----
@pl.jit
def summed_over_run_time_rows(x: pl.Tensor[[16, 16], pl.FP16], z: pl.Tensor[[48, 16], pl.FP16], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x, z[0:n, :], out_dtype=pl.FP32)
#                           ^^^^^^^^^ PYPTO-E0318 UnsupportedFeatureError: a product sums over an axis whose extent is known when compiling
# -----
@pl.jit
def columns_of_bytes_by_pattern(x: pl.Tensor[[16, 32], pl.INT8], y: pl.Out[pl.Tensor[[16, 16], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.gather(x, mask_pattern=1)
#                        ^ PYPTO-E0305 InvalidOperationError: 'input' has dtype INT8
# -----
@pl.jit
def a_tensor_of_a_negative_extent(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    t = pl.create_tensor([16, -1], dtype=pl.FP32)
#                        ^^^^^^^^ PYPTO-E0103 ParserTypeError: 'shape' has a negative extent, -1 on axis 1
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.exp(x)
# -----
@pl.jit
def a_tensor_of_indices(x: pl.Tensor[[16, 16], pl.INDEX], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: memory holds no INDEX
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.full([16, 16], pl.FP32, 1.0)
# -----
@pl.jit
def out_of_right(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.move(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.Mem.Right)
        l = pl.move(r, pl.Mem.Left)
#                   ^ PYPTO-E0306 InvalidOperationError: nothing moves a tile out of Right
        y = pl.store(pl.matmul(l, r), [0, 0], y)
# -----
@pl.jit
def rows_longer_than_the_tensor(x: pl.Tensor[[17, 64], pl.FP32], y: pl.Out[pl.Tensor[[17, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for r in pl.range(0, 17, 32):
            y[r : r + 17, :] = pl.exp(x[r : r + 32, :])
#                                     ^^^^^^^^^^^^^^^^ PYPTO-E0308 InvalidOperationError: a window of 32 elements along axis 0 is larger than the tensor, which has 17 there
# -----
@pl.jit
def truth_values_as_numbers(x: pl.Tensor[[16, 64], pl.BOOL], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.cast(x, pl.FP32)
#                      ^ PYPTO-E0316 InvalidOperationError: no chip converts BOOL to FP32
# -----
@pl.jit
def sums_with_wide_numbers(x: pl.Tensor[[16, 64], pl.FP32], z: pl.Tensor[[16, 64], pl.UINT64], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x + z
#                  ^ PYPTO-E0316 InvalidOperationError: no chip converts UINT64 to FP32
# -----
@pl.jit
def half_a_byte(x: pl.Tensor[[16, 64], pl.FP32], n: pl.INT4, y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
#                                                   ^^^^^^^ PYPTO-E0104 ParserTypeError: a scalar of INT4: registers have whole bytes
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.exp(x)
# -----
@pl.jit
def a_task_id_as_a_number(x: pl.Tensor[[16, 64], pl.FP32], y: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.manual_scope():
        with pl.at(level=pl.Level.CORE_GROUP) as t:
            y[:] = pl.exp(x)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):
            y[:] = pl.add(x, t)
#                            ^ PYPTO-E0303 InvalidOperationError: 'rhs' is a task id, not a number
# -----
@pl.jit
def functions_of_python(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = max(x, 0.0)
#              ^^^^^^^^^^^ PYPTO-E0017 UnsupportedFeatureError: Unsupported function call: max()
