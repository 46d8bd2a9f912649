# `return`: at the end, in branches, as the last statement of a scope.
@pl.jit
def in_a_loop(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.range(4):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.neg(x)
        return y
#       ^^^^^^^^ PYPTO-E0022 ParserSyntaxError: return inside a pl.range loop is not supported
# -----
@pl.jit
def before_the_end_of_a_scope(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
        if n > 3:
            return y
#           ^^^^^^^^ PYPTO-E0022 ParserSyntaxError: return inside a scope is not supported before its end
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
# -----
@pl.jit
def in_a_while_loop(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    while n < 3:
        n = n + 1
        if n == 2:
            return y
#           ^^^^^^^^ PYPTO-E0022 ParserSyntaxError: return inside a while loop is not supported
    return y
# -----
@pl.jit
def for_each_block(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.spmd(16):
        y[i : i + 1, :] = pl.neg(x[i : i + 1, :])
        return y
#       ^^^^^^^^ PYPTO-E0022 ParserSyntaxError: return inside a pl.spmd body is not supported
# -----
@pl.jit
def in_an_expanded_loop(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    for i in pl.unroll(4):
        if n == i:
            return y
#           ^^^^^^^^ PYPTO-E0022 ParserSyntaxError: return inside a pl.unroll loop is not supported under a run-time condition
    return y
# -----
# Both arms of each branch go on, so what follows doubles each time.
@pl.jit
def too_many(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    if n > 1:
        if n > 2:
            return y
#           ^^^^^^^^ PYPTO-E0022 ParserSyntaxError: too many early returns: what follows their branches would be compiled more than 64 times
    if n > 3:
        if n > 4:
            return y
    if n > 5:
        if n > 6:
            return y
    if n > 7:
        if n > 8:
            return y
    if n > 9:
        if n > 10:
            return y
    if n > 11:
        if n > 12:
            return y
    if n > 13:
        if n > 14:
            return y
    if n > 15:
        if n > 16:
            return y
    return y
