# row 7.2: Slice step is not supported
# Subscripts.
@pl.jit
def step(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x[0:16:2, :]
#                     ^ PYPTO-E0016 UnsupportedFeatureError: Slice step is not supported
# -----
# row 7.3: Tensor subscript has
@pl.jit
def too_many(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x[0:16, 0:16, 0:1]
#                            ^^^ PYPTO-E0109 ParserTypeError: Tensor subscript has 3 indices but the tensor is 2D
# -----
# row 7.2: Element-write 'dst[i, j] = scalar'
@pl.jit
def element_write(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0, 0] = 1.0
#       ^^^^^^^^^^^^^ PYPTO-E0021 UnsupportedFeatureError: Element-write 'dst[i, j] = scalar' is not supported
# -----
# row 7.2: shape mismatch on source axis
@pl.jit
def extent_mismatch(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, :] = x[0:4, :]
#       ^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0110 ParserTypeError: Subscript-write shape mismatch on source axis 0
# -----
# row 7.2: must be {..} to match the rank-reduced
@pl.jit
def rank_mismatch(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[4, 16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0] = x[0]
#              ^^^^ PYPTO-E0110 ParserTypeError: must be 2D to match the rank-reduced target
# -----
# row 7.2: source must also be a
@pl.jit
def scalar_source(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = 1.0
#              ^^^ PYPTO-E0110 ParserTypeError: source must also be a Tensor
# -----
# row 7.2: Subscript-write requires a Tensor, Tile, or Array target
@pl.jit
def write_to_scalar(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    n = 3
    n[0] = 1.0
#   ^^^^ PYPTO-E0110 ParserTypeError: Subscript-write requires a Tensor, Tile, or Array target
# -----
# row 7.2: Subscript-write target must be a variable name
@pl.jit
def write_through_expression(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.neg(y)[0:4] = 1.0
#   ^^^^^^^^^ PYPTO-E0003 ParserSyntaxError: Subscript-write target must be a variable name
# -----
# row 7.3: Subscript requires Tuple, Tensor, Tile, or Array type
@pl.jit
def subscript_of_scalar(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.INT32):
    m = n[0]
#       ^^^^ PYPTO-E0109 ParserTypeError: Subscript requires Tuple, Tensor, Tile, or Array type
    pl.write(y, [0, 0], 1.0)
# -----
# row 7.3: Only constant integer indices
@pl.jit
def runtime_tuple_index(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.INDEX):
    m = y.shape[n]
#               ^ PYPTO-E0016 UnsupportedFeatureError: Only constant integer indices
    pl.write(y, [0, 0], 1.0)
# -----
@pl.jit
def past_the_end(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x[8:24, :]
#              ^^^^^^^^^^ PYPTO-E0308 InvalidOperationError: offset 8 + extent 16 of axis 0 passes the extent 16
# -----
@pl.jit
def empty_slice(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x[8:8, :]
#                ^^^ PYPTO-E0109 ParserTypeError: empty slice '8:8'
# -----
# row 7.3: Dynamic lower bounds are not supported in tile subscript
@pl.jit
def tile_lower_bound(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.INDEX):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(t[n:16, 0:16], [0, 0], y)
#                  ^^^^ PYPTO-E0016 UnsupportedFeatureError: Dynamic lower bounds are not supported in tile subscript
# -----
# row 7.2: requires a single index
# row 7.3: Array subscript requires a single index
@pl.jit
def array_slice(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    a = pl.array.create(4, pl.INT32)
    b = a[0:2]
#         ^^^ PYPTO-E0109 ParserTypeError: Array subscript requires a single index
    pl.write(y, [0], 1)
# -----
# row 7.2: subscript-write has N indices but
@pl.jit
def written_rank(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, 0:8, 0] = x
#                   ^ PYPTO-E0109 ParserTypeError: Tensor subscript-write has 3 indices but the tensor is 2D
# -----
# row 7.3: Tile subscript has
@pl.jit
def tile_rank(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(t[0:16, 0:16, 0], [0, 0], y)
#                              ^ PYPTO-E0109 ParserTypeError: Tile subscript has 3 indices but the tile is 2D
# -----
# row 7.3: Tuple index must be an integer
@pl.jit
def float_member(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], x.shape[0.5])
#                            ^^^ PYPTO-E0016 UnsupportedFeatureError: Tuple index must be an integer
# -----
# row 7.3: Tile subscript must produce a positive static extent
@pl.jit
def past_the_end(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INDEX, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(t[16:n, :], [0, 0], y)
#                  ^^^^ PYPTO-E0016 UnsupportedFeatureError: Tile subscript must produce a positive static extent
# -----
# row 7.2: only supported before SSA conversion
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def strict_write(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y[:] = pl.neg(x)
#   ^^^^ PYPTO-E0016 UnsupportedFeatureError: a subscript write is only supported before SSA conversion, not under strict_ssa
    return y
