# `return`: at the end, in branches, as the last statement of a scope.
@pl.jit
def in_a_loop(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.range(4):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.neg(x)
        return y
#       ^^^^^^^^ PYPTO-E0022 ParserSyntaxError: return inside a loop or scope is not supported
# -----
@pl.jit
def before_the_end_of_a_scope(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
        if n > 3:
            return y
#           ^^^^^^^^ PYPTO-E0022 ParserSyntaxError: return inside a loop or scope is not supported
        y[:] = pl.exp(x)
    return y
# -----
@pl.jit
def on_one_path(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    if n > 3:
        return y
#       ^^^^^^^^ PYPTO-E0111 ParserTypeError: the paths of the function return values of different types
# -----
@pl.jit.incore
def count(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y[:] = pl.neg(x)
    if n > 3:
        return y, x
    return y
#   ^^^^^^^^ PYPTO-E0111 ParserTypeError: the paths of the function return values of different types


@pl.jit
def two_and_one(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    count(x, n, y)
