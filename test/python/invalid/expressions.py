# row 7.3: Undefined variable '<v>'
# Expressions, names and captures.
@pl.jit
def unknown_name(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], value)
#                    ^^^^^ PYPTO-E0201 UndefinedVariableError: Undefined variable 'value'
# -----
# row 7.3: Unsupported expression type
@pl.jit
def conditional(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    pl.write(y, [0], 1 if n > 0 else 2)
#                    ^^^^^^^^^^^^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type
# -----
@pl.jit
def comprehension(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    a = [i for i in (1, 2)]
#       ^^^^^^^^^^^^^^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type
    pl.write(y, [0], 1)
# -----
# row 7.3: Unsupported binary operator
@pl.jit
def power(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    pl.write(y, [0], n ** 2)
#                    ^^^^^^ PYPTO-E0014 UnsupportedFeatureError: Unsupported binary operator: **
# -----
@pl.jit
def bit_and(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    pl.write(y, [0], n & 2)
#                    ^^^^^ PYPTO-E0014 UnsupportedFeatureError: Unsupported binary operator: &
# -----
@pl.jit
def matrix_operator(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x @ x
#              ^^^^^ PYPTO-E0014 UnsupportedFeatureError: Unsupported binary operator: @
# -----
# row 7.3: Only simple comparisons supported
@pl.jit
def chained_comparison(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    if 0 < n < 5:
#      ^^^^^^^^^ PYPTO-E0015 ParserSyntaxError: Only simple comparisons supported
        pl.write(y, [0], 1)
    pl.write(y, [1], 1)
# -----
# row 7.3: Unsupported comparison
@pl.jit
def membership(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    if n in (1, 2):
#      ^^^^^^^^^^^ PYPTO-E0014 UnsupportedFeatureError: Unsupported comparison
        pl.write(y, [0], 1)
    pl.write(y, [1], 1)
# -----
# row 7.3: Unsupported unary operator
@pl.jit
def unary_plus(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    pl.write(y, [0], +n)
#                    ^^ PYPTO-E0014 UnsupportedFeatureError: Unsupported unary operator
# -----
# row 7.3: Unsupported function call
@pl.jit
def builtin_call(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    pl.write(y, [0], max(n, 3))
#                    ^^^^^^^^^ PYPTO-E0017 UnsupportedFeatureError: Unsupported function call: max()
# -----
def outside(n):
    return n


@pl.jit
def plain_function(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    pl.write(y, [0], outside(n))
#                    ^^^^^^^^^^ PYPTO-E0017 UnsupportedFeatureError: Unsupported function call: outside()
# -----
@pl.jit
def mixed_scalars(y: pl.Out[pl.Tensor[[4], pl.FP32]], n: pl.INT32):
    pl.write(y, [0], n * 0.5)
#                    ^^^^^^^ PYPTO-E0114 TypeError: scalar operands of 'n * 0.5' are of different categories
# -----
# row 7.3: requires integer dtype
@pl.jit
def float_modulo(y: pl.Out[pl.Tensor[[4], pl.FP32]], n: pl.FP32):
    pl.write(y, [0], n % 2.0)
#                    ^^^^^^^ PYPTO-E0114 TypeError: '%' requires integer dtype
# -----
@pl.jit
def string_value(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], "one")
#                    ^^^^^ PYPTO-E0303 InvalidOperationError: 'value' must be a scalar
# -----
# row 7.3: Unsupported constant type
@pl.jit
def bytes_constant(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], b"x")
#                    ^^^^ PYPTO-E0113 ParserTypeError: Unsupported constant type: bytes
# -----
# row 7.3: Standalone attribute access not supported
@pl.jit
def attribute_of_scalar(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    pl.write(y, [0], n.real)
#                    ^^^^^^ PYPTO-E0018 UnsupportedFeatureError: Standalone attribute access not supported
# -----
@pl.jit
def star_argument(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, *[[0], 1])
#               ^^^^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type: Starred
# -----
# row 7.3: pl.const() requires exactly 2 arguments
@pl.jit
def const_arguments(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], pl.const(3))
#                    ^^^^^^^^^^^ PYPTO-E0011 ParserSyntaxError: pl.const() requires exactly 2 arguments
# -----
# row 7.3: first argument must be a numeric literal
@pl.jit
def const_of_variable(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    pl.write(y, [0], pl.const(n, pl.INT32))
#                             ^ PYPTO-E0011 ParserSyntaxError: first argument must be a numeric literal
# -----
# row 7.2: static_print() requires at least 1 argument
@pl.jit
def print_nothing(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.static_print()
#   ^^^^^^^^^^^^^^^^^ PYPTO-E0011 ParserSyntaxError: static_print() requires at least 1 argument
    pl.write(y, [0], 1)
# -----
# row 7.2: message must be a string literal
@pl.jit
def assert_message(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.static_assert(1 == 1, 3)
#                            ^ PYPTO-E0011 ParserSyntaxError: message must be a string literal
    pl.write(y, [0], 1)
# -----
@pl.jit
def assert_fails(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.static_assert(y.shape[0] == 5, "five elements")
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0012 ParserError: five elements
    pl.write(y, [0], 1)
# -----
# row 7.2: static_assert condition must be compile-time evaluable
@pl.jit
def assert_runtime(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    pl.static_assert(n == 5)
#                    ^^^^^^ PYPTO-E0013 ParserError: static_assert condition must be compile-time evaluable
    pl.write(y, [0], 1)
# -----
# row 7.2: F-string conversion
@pl.jit
def format_spec(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.static_print(f"{1!r}")
#                   ^^^^^^^^ PYPTO-E0030 UnsupportedFeatureError: F-string conversion
    pl.write(y, [0], 1)
# -----
# row 7.2: must appear before every other statement
@pl.jit
def late_attribute(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    pl.func_attr({"a": 1})
#   ^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0020 ParserSyntaxError: must appear before every other statement
# -----
# row 7.2: must be a dict literal
@pl.jit
def attribute_list(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.func_attr([1])
#                ^^^ PYPTO-E0020 ParserSyntaxError: must be a dict literal
    pl.write(y, [0], 1)
# -----
# row 7.2: key must be a string literal
@pl.jit
def attribute_key(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.func_attr({3: 1})
#                 ^ PYPTO-E0020 ParserSyntaxError: key must be a string literal
    pl.write(y, [0], 1)
# -----
# row 7.2: cannot be set with pl.func_attr
@pl.jit
def attribute_reserved(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.func_attr({"auto_scope": True})
#                 ^^^^^^^^^^^^ PYPTO-E0020 ParserSyntaxError: cannot be set with pl.func_attr
    pl.write(y, [0], 1)
# -----
# row 7.2: Duplicate function attribute
@pl.jit
def attribute_twice(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.func_attr({"a": 1})
    pl.func_attr({"a": 2})
#                 ^^^ PYPTO-E0020 ParserSyntaxError: Duplicate function attribute
    pl.write(y, [0], 1)
# -----
# row 7.3: Expression must be ScalarExpr or Var with ScalarType
@pl.jit
def none_as_number(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    pl.write(y, [n * None], 1)
#                    ^^^^ PYPTO-E0119 TypeError: Expression must be ScalarExpr or Var with ScalarType
# -----
@pl.jit
def too_wide(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mul(x, 18446744073709551616)
#                        ^^^^^^^^^^^^^^^^^^^^ PYPTO-E0113 ParserTypeError: the integer 18446744073709551616 does not fit in 64 bits
# -----
@pl.jit
def too_wide_product(x: pl.Tensor[[16, 16], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mul(x, 9223372036854775807 * 4)
#                        ^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0113 ParserTypeError: does not fit in 64 bits
