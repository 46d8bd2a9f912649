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
# -----
@pl.jit.incore
def says_more_than_it_returns(x: pl.Tensor[[16, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
#                                                                                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'says_more_than_it_returns' is pl.Tensor[[16, 16], pl.FP32], but the function returns nothing
    y[:] = pl.neg(x)


@pl.jit
def uses_it(x: pl.Tensor[[16, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    says_more_than_it_returns(x, y)
# -----
# A bare `return` is no value either, and the first output is what would be returned.
@pl.jit
def other_shape(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 17], pl.FP32]:
#                                                                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'other_shape' has shape dimension 17 at axis 1: pl.Tensor[[16, 17], pl.FP32], but the value is pl.Tensor[[16, 16], pl.FP32]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return
# -----
@pl.jit.inline
def helper(x: pl.Tensor[[16, 16], pl.FP32]) -> pl.Scalar[pl.INT32]:
#                                              ^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'helper' is pl.Scalar[pl.INT32], but the function returns nothing
    pl.static_print(x)


@pl.jit
def inlines_it(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    helper(x)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
# -----
@pl.program
class OnlyStores:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
#                                                                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'kernel' is pl.Tensor[[16, 16], pl.FP32], but the function returns nothing
        pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)
