# Output parameters, directions, calls between kernels.
@pl.jit
def never_written(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0314 VerificationError: the output parameter 'y' is never written
    return y
# -----
@pl.jit
def only_rebound(x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        o = pl.add(x, x)
#       ^^^^^^^^^^^^^^^^ PYPTO-E0314 VerificationError: 'o = pl.add(x, x)' only rebinds the name
    return o
# -----
@pl.jit
def writes_input(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x[:] = pl.neg(y)
#       ^^^^ PYPTO-E0112 ParserTypeError: 'x' is read-only: it is declared without a direction
# -----
@pl.jit.incore
def kernel(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)
    return y


@pl.jit
def passes_input(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    kernel(y, x)
#             ^ PYPTO-E0112 ParserTypeError: 'x' is read-only, but 'kernel' writes its parameter 'y'
# -----
# row 7.4: expects N argument(s), got M
@pl.jit.incore
def kernel(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)
    return y


@pl.jit
def arity(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y = kernel(x)
#       ^^^^^^^^^ PYPTO-E0112 ParserTypeError: 'kernel' expects 2 argument(s), got 1: missing 'y'
# -----
@pl.jit.incore
def kernel(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)
    return y


@pl.jit
def shape(x: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y = kernel(x, y)
#              ^ PYPTO-E0112 ParserTypeError: argument 'x' of 'kernel' does not fit its annotation
# -----
# row 7.4: does not accept keyword argument
@pl.jit.incore
def kernel(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)
    return y


@pl.jit
def keyword(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y = kernel(x, out=y)
#                     ^ PYPTO-E0112 ParserTypeError: 'kernel' does not accept keyword argument 'out'
# -----
@pl.jit.inline
def helper(x):
    return pl.mull(x, 2.0)
#          ^^^^^^^ PYPTO-E0301 InvalidOperationError: Unknown operation 'pl.mull'


@pl.jit
def inlined(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = helper(x)
# -----
@pl.jit.inline
def helper(x):
    return helper(x)
#          ^^^^^^^^^ PYPTO-E0034 ParserSyntaxError: inline helper 'helper' calls itself


@pl.jit
def endless(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = helper(x)
# -----
# row 7.4: Function '<m>' not defined in program
@pl.program
class Methods:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y = self.kernel(x, y)
#           ^^^^^^^^^^^ PYPTO-E0203 UndefinedVariableError: Function 'kernel' not defined in program
        return y
# -----
# row 7.5: contains no @pl.function decorated methods
@pl.program
class Empty:
    pass
# error PYPTO-E0024 ParserSyntaxError: contains no @pl.function decorated methods
# -----
# row 7.4: External function ... conflicts with program function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y = pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)
    return y


outer = kernel


@pl.program
class Clash:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y = pl.store(pl.tile.full([16, 16], pl.FP32, 1.0), [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y = outer(x, y)
#           ^^^^^^^^^^^ PYPTO-E0206 ParserSyntaxError: External function 'kernel' conflicts with program function
        return y
