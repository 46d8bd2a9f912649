# Programs that nobody planned for: each is refused with a place and a way out.
@pl.jit
def misspelt_decorator_keyword(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(lvl=pl.Level.CORE_GROUP):
#              ^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0402 ParserSyntaxError: Unknown keyword argument 'lvl' in pl.at()
        y[:] = pl.neg(x)
# -----
@pl.jit
def without_a_call(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at:
#        ^^^^^ PYPTO-E0027 UnsupportedFeatureError: Unsupported context manager in with statement
        y[:] = pl.neg(x)
# -----
@pl.jit
def range_without_a_call(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range:
#            ^^^^^^^^ PYPTO-E0004 ParserSyntaxError: For loop must use pl.range(), pl.parallel(), pl.unroll(), pl.pipeline(), pl.while_(), pl.spmd() or pl.split_aiv()
        pl.write(y, [0], 1)
# -----
@pl.jit
def at_as_a_loop(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.at(level=pl.Level.CORE_GROUP):
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0004 ParserSyntaxError: For loop must use pl.range(), pl.parallel(), pl.unroll(), pl.pipeline(), pl.while_(), pl.spmd() or pl.split_aiv()
        y[:] = pl.neg(x)
# -----
@pl.jit
def range_as_a_scope(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.range(4) as i:
#        ^^^^^^^^^^^ PYPTO-E0027 UnsupportedFeatureError: Unsupported context manager in with statement
        y[:] = pl.neg(x)
# -----
@pl.jit
def python_range(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in range(4):
#            ^^^^^^^^ PYPTO-E0004 ParserSyntaxError: For loop must use pl.range(), pl.parallel(), pl.unroll(), pl.pipeline(), pl.while_(), pl.spmd() or pl.split_aiv()
        pl.write(y, [i], 1)
# -----
@pl.jit
def enumerated(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i, j in enumerate([1, 2]):
#               ^^^^^^^^^^^^^^^^^ PYPTO-E0004 ParserSyntaxError: For loop must use pl.range(), pl.parallel(), pl.unroll(), pl.pipeline(), pl.while_(), pl.spmd() or pl.split_aiv()
        pl.write(y, [i], j)
# -----
@pl.jit
def over_a_tensor(x: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for v in x:
#            ^ PYPTO-E0004 ParserSyntaxError: For loop must use pl.range(), pl.parallel(), pl.unroll(), pl.pipeline(), pl.while_(), pl.spmd() or pl.split_aiv()
        pl.write(y, [0], v)
# -----
@pl.jit
def bound_of_a_float(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(4.0):
#                     ^^^ PYPTO-E0103 ParserTypeError: loop bound must be integer-typed
        pl.write(y, [i], 1)
# -----
@pl.jit
def bound_of_none(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(None):
#                     ^^^^ PYPTO-E0103 ParserTypeError: loop bound must be integer-typed
        pl.write(y, [0], 1)
# -----
@pl.jit
def bound_of_a_tuple(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range((0, 4)):
#                     ^^^^^^ PYPTO-E0119 TypeError: Expression must be ScalarExpr or Var with ScalarType: loop bound is a list
        pl.write(y, [i], 1)
# -----
@pl.jit
def bound_of_text(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range("4"):
#                     ^^^ PYPTO-E0119 TypeError: Expression must be ScalarExpr or Var with ScalarType: loop bound is '4'
        pl.write(y, [i], 1)
# -----
@pl.jit
def star_bounds(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(*[0, 4]):
#                     ^^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: `*` unpacking in pl.range()
        pl.write(y, [i], 1)
# -----
@pl.jit
def keywords_of_a_dict(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(4, **{}):
#                          ^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: `**` unpacking in pl.range()
        pl.write(y, [i], 1)
# -----
@pl.jit
def star_scope(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(*[pl.Level.CORE_GROUP]):
#              ^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: `*` unpacking in pl.at()
        y[:] = pl.neg(x)
# -----
@pl.jit
def scope_of_a_dict(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, **{}):
#                                           ^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: `**` unpacking in pl.at()
        y[:] = pl.neg(x)
# -----
@pl.jit
def offsets_of_an_int(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(pl.load(x, 0, [16, 16]), [0, 0], y)
#                           ^ PYPTO-E0103 ParserTypeError: Error in tile operation 'load': 'offsets' must be a list
# -----
@pl.jit
def shape_of_floats(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(pl.load(x, [0, 0], [16, 16.0]), [0, 0], y)
#                                        ^^^^ PYPTO-E0103 ParserTypeError: 'shapes'[1] must be integer-typed
# -----
@pl.jit
def shape_of_none(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(pl.load(x, [0, 0], [16, None]), [0, 0], y)
#                                        ^^^^ PYPTO-E0103 ParserTypeError: 'shapes'[1] must be integer-typed
# -----
@pl.jit
def negative_shape(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(pl.load(x, [0, 0], [16, -16]), [0, 0], y)
#                                   ^^^^^^^^^ PYPTO-E0103 ParserTypeError: Error in tile operation 'load': 'shapes' must be positive, axis 1 is -16
# -----
@pl.jit
def nested_shape(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(pl.load(x, [0, 0], [[16, 16]]), [0, 0], y)
#                                    ^^^^^^^^ PYPTO-E0119 TypeError: Expression must be ScalarExpr or Var with ScalarType: 'shapes'[0] is a list
# -----
@pl.jit
def starred_shape(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(pl.load(x, [0, 0], [*x.shape]), [0, 0], y)
#                                    ^^^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: Starred, a starred expression
# -----
@pl.jit
def set_shape(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(pl.load(x, [0, 0], {16, 16}), [0, 0], y)
#                                   ^^^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: Set, a set
# -----
@pl.jit
def dtype_of_text(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.cast(x, "fp16")
#                         ^^^^^^ PYPTO-E0104 ParserTypeError: Error in unified operation 'cast': 'target_type' is an unknown dtype
# -----
@pl.jit
def dtype_of_python(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.cast(x, int)
#                         ^^^ PYPTO-E0104 ParserTypeError: Error in unified operation 'cast': 'target_type' is an unknown dtype
# -----
@pl.jit
def number_plus_text(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1 + "1")
#                        ^^^ PYPTO-E0119 TypeError: Expression must be ScalarExpr or Var with ScalarType: operand is '1'
# -----
@pl.jit
def none_in_a_sum(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    n = None
    pl.write(y, [0], n + 1)
#                    ^ PYPTO-E0119 TypeError: Expression must be ScalarExpr or Var with ScalarType: operand is None
# -----
@pl.jit
def formatted_name(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint=f"part"):
#                                                   ^^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: JoinedStr, an f-string
        y[:] = pl.neg(x)
# -----
@pl.jit
def name_with_a_space(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="first part"):
#                                                   ^^^^^^^^^^^^ PYPTO-E0404 ParserSyntaxError: pl.at() 'name_hint' 'first part' must be a valid non-keyword identifier
        y[:] = pl.neg(x)
# -----
@pl.jit
def walrus(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], (n := 3))
#                     ^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: NamedExpr, an assignment expression (:=)
# -----
@pl.jit
def comprehension(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    n = [i for i in range(4)]
#       ^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: ListComp, a list comprehension
    pl.write(y, [0], n[0])
# -----
@pl.jit
def dictionary(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    n = {"a": 1}
#       ^^^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: Dict, a dict
    pl.write(y, [0], n["a"])
# -----
@pl.jit
def lambda_inside(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    f = lambda v: v + 1
#       ^^^^^^^^^^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: Lambda, lambda
    pl.write(y, [0], f(1))
# -----
@pl.jit
def global_name(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    global COUNT
#   ^^^^^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: Global, global
    COUNT = 3
    pl.write(y, [0], 1)
# -----
@pl.jit
def nested_function(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    def f(v):
#   ^^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: FunctionDef, a nested function
        return v + 1

    pl.write(y, [0], 1)
# -----
@pl.jit
def class_inside(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    class C:
#   ^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: ClassDef, a class
        pass

    pl.write(y, [0], 1)
# -----
@pl.jit
def imported(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    import math
#   ^^^^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: Import, import

    pl.write(y, [0], 1)
# -----
@pl.jit
def tried(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    try:
#   ^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: Try, try/except
        pl.write(y, [0], 1)
    except Exception:
        pass
# -----
@pl.jit
def matched(n: pl.INT32, y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    match n:
# error PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: Match, match
        case 1:
            pl.write(y, [0], 1)
# -----
@pl.jit
def printed(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    print("hello")
#   ^^^^^^^^^^^^^^ PYPTO-E0017 UnsupportedFeatureError: Unsupported function call: print()
    pl.write(y, [0], 1)
# -----
@pl.jit
def deleted(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    n = 3
    del n
#   ^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: Delete, del
    pl.write(y, [0], 1)
# -----
@pl.jit
def asserted(n: pl.INT32, y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    assert n > 0
#   ^^^^^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: Assert, assert
    pl.write(y, [0], 1)
# -----
@pl.jit
def huge(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 10**40)
#                    ^^^^^^ PYPTO-E0014 UnsupportedFeatureError: Unsupported binary operator: **
# -----
@pl.jit
def huge_literal(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 99999999999999999999999999)
#                    ^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0113 ParserTypeError: the integer 99999999999999999999999999 does not fit in 64 bits
# -----
@pl.jit
def does_not_fit(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1 << 40)
#                    ^^^^^^^ PYPTO-E0113 ParserTypeError: Error in tensor operation 'write': 1099511627776 does not fit INT32
# -----
@pl.jit
def float_to_int(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 0.5)
#                    ^^^ PYPTO-E0305 InvalidOperationError: Error in tensor operation 'write': 'value' must have exactly dtype INT32
# -----
NAN = float("nan")


@pl.jit
def nan_to_int(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], NAN)
#                    ^^^ PYPTO-E0305 InvalidOperationError: Error in tensor operation 'write': 'value' must have exactly dtype INT32
# -----
NAN = float("nan")


@pl.jit
def nan_bound(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(NAN):
#                     ^^^ PYPTO-E0103 ParserTypeError: loop bound must be integer-typed
        pl.write(y, [0], 1)
# -----
@pl.jit
def complex_number(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 3j)
#                    ^^ PYPTO-E0113 ParserTypeError: Unsupported constant type: complex
# -----
@pl.jit
def calls_itself(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    calls_itself(x, y)
#   ^^^^^^^^^^^^^^^^^^ PYPTO-E0034 ParserSyntaxError: kernel 'calls_itself' calls itself: calls_itself -> calls_itself
# -----
@pl.jit.inline
def ping(x):
    return pong(x)


@pl.jit.inline
def pong(x):
    return ping(x)
#          ^^^^^^^ PYPTO-E0034 ParserSyntaxError: inline helper 'ping' calls itself


@pl.jit
def mutual(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = ping(x)
# -----
@pl.jit
def método(größe: pl.INT32, y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], größe + ñandú)
#                            ^^^^^ PYPTO-E0201 UndefinedVariableError: Undefined variable 'ñandú'
# -----
@pl.jit
def assigned_operation(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.neg
        y[:] = t
#              ^ PYPTO-E0110 ParserTypeError: Subscript-write source must also be a Tensor
# -----
@pl.jit
def called_tensor(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x(0, 0)
#              ^ PYPTO-E0017 UnsupportedFeatureError: Unsupported function call: 'x' is pl.Tensor[[16, 16], pl.FP32]
# -----
@pl.jit
def method_of_a_tensor(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x.exp()
#              ^^^^^^^ PYPTO-E0017 UnsupportedFeatureError: Unsupported function call: Tensor has no method 'exp'
# -----
@pl.jit
def attribute_of_a_tensor(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x.T
#              ^^^ PYPTO-E0018 UnsupportedFeatureError: Standalone attribute access not supported: '.T' of pl.Tensor[[16, 16], pl.FP32]
# -----
@pl.jit
def condition_of_a_tensor(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    if x:
#      ^ PYPTO-E0108 ParserTypeError: if condition must be a Bool-typed scalar expression
        pl.write(y, [0], 1)
# -----
@pl.jit
def compared_tensors(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x > 0
#              ^ PYPTO-E0119 TypeError: Expression must be ScalarExpr or Var with ScalarType: operand is pl.Tensor[[16, 16], pl.FP32]
# -----
@pl.jit
def augmented_output(x: pl.Tensor[[16, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y += x
#       ^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: AugAssign, an augmented assignment (x += ...)
# -----
@pl.jit
def unpacked_tensor(x: pl.Tensor[[2, 16], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    a, b = x
#          ^ PYPTO-E0008 ParserSyntaxError: cannot unpack pl.Tensor[[2, 16], pl.FP32] into 2 variables
    pl.write(y, [0], 1)
# -----
@pl.jit
def starred_target(x: pl.Tensor[[2, 16], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    a, *b = x.shape
#      ^^ PYPTO-E0008 ParserSyntaxError: Tuple unpacking target must be a variable name
    pl.write(y, [0], a)
# -----
@pl.jit
def returned_function(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    return pl.neg
#   ^^^^^^^^^^^^^ PYPTO-E0112 ParserTypeError: the operation pl.neg cannot be returned from a kernel
# -----
@pl.jit
def read_of_an_output_name(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.neg(x)
#       ^^^^^^^^^^^^^ PYPTO-E0314 VerificationError: [OutParamWriteDropped] the output parameter 'y' is never written: 'y = pl.neg(x)' only rebinds the name
# -----
@pl.jit
def keyword_twice(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.cast(x, pl.FP16, target_type=pl.FP16)
#                                  ^^^^^^^^^^^^^^^^^^^ PYPTO-E0302 InvalidOperationError: Error in unified operation 'cast': pl.cast() got multiple values for argument 'target_type'
# -----
@pl.jit
def ellipsis_index(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x[..., 0:16]
#                ^^^ PYPTO-E0016 UnsupportedFeatureError: ... in a subscript is not supported
# -----
@pl.jit
def mask_index(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x[None, :]
#                ^^^^ PYPTO-E0016 UnsupportedFeatureError: None in a subscript is not supported
# -----
import numpy as np

WEIGHTS = np.ones((16, 16), np.float32)


@pl.jit
def captured_array(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mul(x, WEIGHTS)
#                        ^^^^^^^ PYPTO-E0115 ParserTypeError: Unsupported closure variable type: 'WEIGHTS' is a ndarray
# -----
import numpy as np


@pl.jit
def numpy_function(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = np.exp(x)
#              ^^^^^^^^^ PYPTO-E0017 UnsupportedFeatureError: Unsupported function call: np.exp()
# -----
class Config:
    rows = 16


CONFIG = Config()


@pl.jit
def missing_field(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mul(x, CONFIG.columns)
#                        ^^^^^^^^^^^^^^ PYPTO-E0018 UnsupportedFeatureError: Standalone attribute access not supported: a Config has no attribute 'columns'
