# Statements outside the kernel language.
@pl.jit
def augmented(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    n = 1
    n += 1
#   ^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: AugAssign
    pl.write(y, [0], 1)
# -----
# row 7.2: Unsupported assignment
@pl.jit
def chained(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    a = b = 1
#   ^^^^^^^^^ PYPTO-E0003 ParserSyntaxError: Unsupported assignment
    pl.write(y, [0], a)
# -----
@pl.jit
def walrus(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    a = (b := 3)
#        ^^^^^^ PYPTO-E0002 UnsupportedFeatureError: Unsupported expression type
    pl.write(y, [0], a)
# -----
@pl.jit
def deleting(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    a = 3
    pl.write(y, [0], a)
    del a
#   ^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type
# -----
@pl.jit
def asserting(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    assert 1 == 1
#   ^^^^^^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type
# -----
@pl.jit
def importing(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    import os
#   ^^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type
# -----
@pl.jit
def raising(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    raise ValueError
#   ^^^^^^^^^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type
# -----
@pl.jit
def globally(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    global N
#   ^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type
    pl.write(y, [0], 1)
# -----
# row 7.2: Yield assignment with no value
@pl.jit
def only_annotated(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    n: pl.INT32
#   ^^^^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Yield assignment with no value
    pl.write(y, [0], 1)
# -----
# row 7.2: Only simple variable assignments supported
@pl.jit
def annotated_subscript(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    y[0]: pl.INT32 = 1
#   ^^^^ PYPTO-E0003 ParserSyntaxError: Only simple variable assignments supported
    pl.write(y, [0], 1)
# -----
@pl.jit
def attribute_target(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    y.shape = 3
#   ^^^^^^^ PYPTO-E0003 ParserSyntaxError: Unsupported assignment
    pl.write(y, [0], 1)
# -----
# row 7.2: Evaluation statement must be an IR expression
@pl.jit
def useless(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    n = 3
    n
#   ^ PYPTO-E0019 ParserSyntaxError: Evaluation statement must be an IR expression
    pl.write(y, [0], 1)
# -----
@pl.jit
def unpack_count(y: pl.Out[pl.Tensor[[4, 4], pl.INT32]]):
    a, b, c = y.shape
#   ^^^^^^^ PYPTO-E0008 ParserSyntaxError: 3 variables for 2 values
    pl.write(y, [0, 0], 1)
# -----
# row 7.2: Tuple unpacking target must be a variable name
@pl.jit
def unpack_attribute(y: pl.Out[pl.Tensor[[4, 4], pl.INT32]]):
    a, y.b = y.shape
#      ^^^ PYPTO-E0008 ParserSyntaxError: Tuple unpacking target must be a variable name
    pl.write(y, [0, 0], 1)
# -----
@pl.jit
def return_in_loop(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(4):
        pl.write(y, [i], 1)
        return y
#       ^^^^^^^^ PYPTO-E0022 ParserSyntaxError: return inside a pl.range loop
# -----
# Three errors in one compile: each is reported.
@pl.jit
def several(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    a = unknown_a
#       ^^^^^^^^^ PYPTO-E0201 UndefinedVariableError: Undefined variable 'unknown_a'
    b = a + 1
    c = [1, 2] ** 3
#       ^^^^^^^^^^^ PYPTO-E0014 UnsupportedFeatureError: Unsupported binary operator: **
    pl.write(y, [7], b)
    pl.write(y, [9], 1)
#               ^^^ PYPTO-E0308 InvalidOperationError: index 9 of axis 0 is outside 0..3
