# Calls of helpers, conversions at compile time, names that do not exist.
# row 7.4: Inline function ... expects
@pl.jit.inline
def helper(t, u):
    return pl.add(t, u)


@pl.jit
def one_argument(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = helper(x)
#              ^^^^^^^^^ PYPTO-E0112 ParserTypeError: Inline function 'helper' expects 2 argument(s), got 1: missing 'u'
# -----
# row 7.4: has no return value
@pl.jit.inline
def helper(t):
    u = pl.neg(t)


@pl.jit
def assigned_nothing(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = helper(x)
#           ^^^^^^^^^ PYPTO-E0112 ParserTypeError: Inline function 'helper' has no return value
        y[:] = pl.neg(x)
# -----
@pl.jit.inline
def helper(t, y):
    y[:] = pl.neg(t)


@pl.jit
def nested_nothing(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.exp(helper(x, y))
#                     ^^^^^^^^^^^^ PYPTO-E0112 ParserTypeError: Inline function 'helper' has no return value
# -----
@pl.jit.incore
def part(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)


@pl.jit
def nothing_of_a_kernel(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y = part(x, y)
#       ^^^^^^^^^^ PYPTO-E0112 ParserTypeError: Function 'part' has no return value
# -----
# row 7.3: Unsupported operation call
@pl.jit
def scope_as_a_statement(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.at(level=pl.Level.CORE_GROUP)
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0017 UnsupportedFeatureError: Unsupported operation call: pl.at() opens a scope
    y[:] = x
# -----
@pl.jit
def range_as_a_value(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    steps = pl.range(4)
#           ^^^^^^^^^^^ PYPTO-E0017 UnsupportedFeatureError: Unsupported operation call: pl.range() is only valid as the iterator of a for loop
    pl.write(y, [0], 1)
# -----
# row 7.3: Unknown DataType '<d>' in pl.<d>.get_byte()
# row 7.5: Unknown DataType
@pl.jit
def unknown_bytes(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], pl.FP31.get_byte())
#                    ^^^^^^^ PYPTO-E0104 ParserTypeError: Unknown DataType 'FP31' in pl.FP31.get_byte()
# -----
@pl.jit
def unknown_dtype(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.cast(x, pl.fp16)
#                         ^^^^^^^ PYPTO-E0121 ParserTypeError: Unknown DataType 'fp16'
# -----
# row 7.3: Failed to evaluate expression
COLUMNS = 0


@pl.jit
def division(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 16 // COLUMNS)
#                    ^^^^^^^^^^^^^ PYPTO-E0113 ParserTypeError: Failed to evaluate expression: integer division or modulo by zero
# -----
# row 7.4: Unknown distributed operation
import pypto.language.distributed as pld


@pl.jit
def unknown_transfer(w: pld.DistributedTensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pld.tensor.putt(w, 0, w)
#   ^^^^^^^^^^^^^^^ PYPTO-E0301 InvalidOperationError: Unknown distributed operation 'pld.tensor.putt'
    pl.write(y, [0], 1)
# -----
# row 7.4: Unknown distributed category
import pypto.language.distributed as pld


@pl.jit
def unknown_category(w: pld.DistributedTensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pld.tensors.put(w, 0, w)
#   ^^^^^^^^^^^ PYPTO-E0301 InvalidOperationError: Unknown distributed category 'pld.tensors'
    pl.write(y, [0], 1)
# -----
# row 7.4: Error in <module> operation '<op>': <detail>
@pl.jit
def operand_shape(x: pl.Tensor[[16, 16], pl.FP32], v: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.maximum(x, v)
#                            ^ PYPTO-E0304 InvalidOperationError: Error in tensor operation 'maximum': shapes [16, 16] and [8, 16] are not compatible
# -----
@pl.jit
def unknown_level(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE):
#                    ^^^^^^^^^^^^^ PYPTO-E0121 ParserTypeError: Unknown Level member 'CORE'
        y[:] = pl.neg(x)
# -----
# row 7.8: Misplaced builtin op
@pl.jit
def barrier_on_the_control_plane(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.system.bar_all()
#   ^^^^^^^^^^^^^^^^^^^ PYPTO-E0401 InternalError: Misplaced builtin op 'bar_all' in Orchestration function (should be inside InCore block)
    pl.write(y, [0], 1)
# -----
# row 7.2: takes exactly one positional dict argument
@pl.jit
def no_attributes(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.func_attr()
#   ^^^^^^^^^^^^^^ PYPTO-E0020 ParserSyntaxError: pl.func_attr() takes exactly one positional dict argument
    pl.write(y, [0], 1)
# -----
# row 7.2: Unsupported `**` unpacking
MORE = {"slot_num": 4}


@pl.jit
def merged_attributes(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.func_attr({**MORE})
#                   ^^^^ PYPTO-E0020 ParserSyntaxError: Unsupported `**` unpacking in pl.func_attr()
    pl.write(y, [0], 1)
# -----
# row 7.2: static_assert() requires 1 or 2 arguments
@pl.jit
def empty_assert(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.static_assert()
#   ^^^^^^^^^^^^^^^^^^ PYPTO-E0011 ParserSyntaxError: static_assert() requires 1 or 2 arguments
    pl.write(y, [0], 1)
# -----
@pl.jit
def nested_dynamic(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y.bind_dynamic(0, M)
#       ^^^^^^^^^^^^^^^^^^^^ PYPTO-E0011 ParserSyntaxError: y.bind_dynamic() is no statement of the function's own body
        pl.write(y, [0], 1)
# -----
@pl.jit
def no_such_dimension(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    y.bind_dynamic(1, M)
#                  ^ PYPTO-E0011 ParserSyntaxError: 'y' has no dimension 1
    pl.write(y, [0], 1)
# -----
M = 16


@pl.jit
def bound_to_a_number(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    y.bind_dynamic(0, M)
#                     ^ PYPTO-E0011 ParserSyntaxError: 'M' is no dynamic dimension
    pl.write(y, [0], 1)
