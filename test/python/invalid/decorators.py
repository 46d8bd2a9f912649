# Arguments of decorators, and functions that cannot be decorated.
# row 7.5: must not declare 'self'
@pl.program
class Workers:
    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
#    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0033 ParserSyntaxError: SubWorker function 'worker' must not declare 'self'
    def worker(self, x: pl.Tensor[[16, 16], pl.FP32]): ...
# -----
# row 7.5: Unsupported `@pl.function(...)` value
@pl.function(type="InCore")
#^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0033 ParserSyntaxError: Unsupported `@pl.function(...)` value: type='InCore'
def text_type(x: pl.Tensor[[16, 16], pl.FP32]):
    return x
# -----
# row 7.5: must be a bool literal
@pl.function(type=pl.FunctionType.InCore, strict_ssa=1)
#^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0033 ParserSyntaxError: `@pl.function`: strict_ssa= must be a bool literal
def number_flag(x: pl.Tensor[[16, 16], pl.FP32]):
    return x
# -----
@pl.jit(auto_scope="no")
#^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0033 ParserSyntaxError: `@pl.jit`: auto_scope= must be a bool literal
def text_flag(x: pl.Tensor[[16, 16], pl.FP32]):
    return x
# -----
@pl.function(kind=pl.FunctionType.InCore)
#^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0713 TypeError: @pl.function got an unexpected keyword argument 'kind'
def unknown_keyword(x: pl.Tensor[[16, 16], pl.FP32]):
    return x
# -----
@pl.jit(static_argnums=1)
#^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0713 TypeError: @pl.jit got an unexpected keyword argument 'static_argnums'
def unknown_option(x: pl.Tensor[[16, 16], pl.FP32]):
    return x
# -----
@pl.jit.incore(level=pl.Level.HOST)
#^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0713 TypeError: @pl.jit.incore: level=<Level.HOST: 5> is no level of a core
def level_of_a_host(x: pl.Tensor[[16, 16], pl.FP32]):
    return x
# -----
# row 7.5: external_source=... file not found
@pl.function(type=pl.FunctionType.AIV, external_source="missing.cpp")
#^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0718 ValueError: @pl.function on 'missing': external_source='missing.cpp' file not found
def missing(x: pl.Tensor[[16, 16], pl.FP32]): ...
# -----
# row 7.5: @pl.jit.extern ...
@pl.jit.extern(core_type="vector", source="decorators.py")
#^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0718 ValueError: @pl.jit.extern on 'core_kind': core_type must be "aiv", "aic" or "mixed", got 'vector'
def core_kind(x: pl.Tensor[[16, 16], pl.FP32]): ...
# -----
@pl.jit
#^^^^^^ PYPTO-E0713 TypeError: @pl.jit decorates a function, but 'decorated_twice' is already decorated
@pl.jit.inline
def decorated_twice(x: pl.Tensor[[16, 16], pl.FP32]):
    return x
# -----
@pl.jit
#^^^^^^ PYPTO-E0713 TypeError: @pl.jit on the async function 'coroutine'
async def coroutine(x: pl.Tensor[[16, 16], pl.FP32]):
    return x
# -----
@pl.jit.incore
#^^^^^^^^^^^^^ PYPTO-E0713 TypeError: @pl.jit.incore on 'generator', which uses yield
def generator(x: pl.Tensor[[16, 16], pl.FP32]):
    yield x
# -----
kernel = pl.jit(lambda x: x)
#        ^^^^^^^^^^^^^^^^^^^ PYPTO-E0713 TypeError: @pl.jit on a lambda
# -----
@pl.jit
#^^^^^^ PYPTO-E0713 TypeError: @pl.jit decorates a function, got <class 'decorators.NotAFunction'>
class NotAFunction:
    pass
# -----
import functools


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@pl.jit
#^^^^^^ PYPTO-E0713 TypeError: @pl.jit on 'wrapped', which another decorator has wrapped
@logged
def wrapped(x: pl.Tensor[[16, 16], pl.FP32]):
    return x
# -----
@pl.jit
def many(*tensors):
#         ^^^^^^^ PYPTO-E0102 ParserTypeError: Parameter 'tensors' is variadic: *args and **kwargs are not supported
    pass
# -----
# row 7.8: Graph function ... cannot be compiled yet
@pl.function(type=pl.FunctionType.Graph)
def graph(x: pl.Tensor[[16, 16], pl.FP32]):
# error PYPTO-E0434 ValueError: Graph function 'graph' cannot be compiled yet
    return x
# -----
@pl.program
class Twice:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.InCore)
#    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0206 ParserSyntaxError: the method 'Twice.part' is defined twice
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)
