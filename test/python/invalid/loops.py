# row 7.3: For loop must use pl.range(), ...
# Loops and branches.
@pl.jit
def python_range(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in range(4):
#            ^^^^^^^^ PYPTO-E0004 ParserSyntaxError: For loop must use pl.range(), pl.parallel()
        pl.write(y, [i], 1)
# -----
@pl.jit
def over_a_list(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in [0, 1]:
#            ^^^^^^ PYPTO-E0004 ParserSyntaxError: For loop must use pl.range(), pl.parallel()
        pl.write(y, [i], 1)
# -----
# row 7.3: Loop variable must be a simple name
@pl.jit
def tuple_target(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i, j in pl.range(4):
#       ^^^^ PYPTO-E0005 ParserSyntaxError: Loop variable must be a simple name
        pl.write(y, [i], 1)
# -----
# row 7.3: target must be a tuple when init_values is provided
@pl.jit
def missing_tuple(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(4, init_values=(1,)):
#       ^ PYPTO-E0005 ParserSyntaxError: target must be a tuple when init_values is provided
        pl.write(y, [i], 1)
# -----
# row 7.3: Iter args must be a tuple
@pl.jit
def carry_not_tuple(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i, a in pl.range(4, init_values=(1,)):
#          ^ PYPTO-E0005 ParserSyntaxError: Iter args must be a tuple
        pl.write(y, [i], 1)
# -----
# row 7.3: Mismatch: A iter_args but B init_values
@pl.jit
def carry_count(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i, (a, b) in pl.range(4, init_values=(1,)):
#          ^^^^^^ PYPTO-E0007 ParserSyntaxError: Mismatch: 2 iter_args but 1 init_values
        pl.write(y, [i], 1)
# -----
# row 7.3: Loop with init_values requires an assignment-form pl.yield_
@pl.jit
def bare_yield(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i, (a,) in pl.range(4, init_values=(1,)):
        pl.write(y, [i], 1)
        pl.yield_(a)
#       ^^^^^^^^^^^^ PYPTO-E0007 ParserSyntaxError: Loop with init_values requires an assignment-form pl.yield_
# -----
# row 7.3: Multiple yields should use tuple unpacking
@pl.jit
def many_yields(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    if n > 0:
        r = pl.yield_(1, 2)
#       ^^^^^^^^^^^^^^^^^^^ PYPTO-E0029 ParserSyntaxError: Multiple yields should use tuple unpacking
    else:
        r = pl.yield_(3)
    pl.write(y, [0], 1)
# -----
# row 7.3: pl.unroll() cannot be combined with init_values
@pl.jit
def unroll_carry(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.unroll(4, init_values=(1,)):
#                                     ^^^^ PYPTO-E0006 ParserSyntaxError: pl.unroll() cannot be combined with init_values
        pl.write(y, [i], 1)
# -----
# row 7.3: requires compile-time constant integer bounds
@pl.jit
def unroll_runtime(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    for i in pl.unroll(n):
#            ^^^^^^^^^^^^ PYPTO-E0006 ParserSyntaxError: requires compile-time constant integer bounds
        pl.write(y, [i], 1)
# -----
# row 7.3: step cannot be zero
@pl.jit
def zero_step(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(0, 4, 0):
#                           ^ PYPTO-E0006 ParserSyntaxError: step cannot be zero
        pl.write(y, [i], 1)
# -----
# row 7.3: Unroll loop trip count ... exceeds maximum allowed
@pl.jit
def too_many_copies(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.unroll(5000):
#            ^^^^^^^^^^^^^^^ PYPTO-E0031 ValueError: Unroll loop trip count 5000 exceeds maximum allowed
        pl.write(y, [0], 1)
# -----
# row 7.3: pl.pipeline() requires stage=
@pl.jit
def no_stage(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.pipeline(4):
#            ^^^^^^^^^^^^^^ PYPTO-E0006 ParserSyntaxError: pl.pipeline() requires stage=
        pl.write(y, [i], 1)
# -----
# row 7.3: stage must be a compile-time constant
@pl.jit
def runtime_stage(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    for i in pl.pipeline(4, stage=n):
#                                 ^ PYPTO-E0006 ParserSyntaxError: stage must be a compile-time constant
        pl.write(y, [i], 1)
# -----
# row 7.3: stage must be >= 1
@pl.jit
def zero_stage(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.pipeline(4, stage=0):
#                                 ^ PYPTO-E0006 ParserSyntaxError: stage must be >= 1
        pl.write(y, [i], 1)
# -----
# row 7.3: stage= is only supported on pl.pipeline()
@pl.jit
def stage_on_range(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(4, stage=2):
#                              ^ PYPTO-E0006 ParserSyntaxError: stage= is only supported on pl.pipeline()
        pl.write(y, [i], 1)
# -----
# row 7.3: Unknown keyword argument '<k>' in pl.<it>()
@pl.jit
def unknown_keyword(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.parallel(4, chunk=2):
#                           ^^^^^^^ PYPTO-E0006 ParserSyntaxError: Unknown keyword argument 'chunk' in pl.parallel()
        pl.write(y, [i], 1)
# -----
# row 7.3: requires at least 1 argument (stop)
@pl.jit
def no_stop(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range():
#            ^^^^^^^^^^ PYPTO-E0006 ParserSyntaxError: requires at least 1 argument (stop)
        pl.write(y, [i], 1)
# -----
# row 7.3: init_values must be a list or tuple
@pl.jit
def init_not_tuple(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i, (a,) in pl.range(4, init_values=3):
#                                          ^ PYPTO-E0006 ParserSyntaxError: init_values must be a list or tuple
        pl.write(y, [i], 1)
# -----
# row 7.3: pl.while_() takes no positional arguments
@pl.jit
def while_positional(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for (a,) in pl.while_(3):
#                         ^ PYPTO-E0009 ParserSyntaxError: pl.while_() takes no positional arguments
        pl.cond(a < 3)
# -----
# row 7.3: requires init_values
@pl.jit
def while_without_init(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for (a,) in pl.while_():
#               ^^^^^^^^^^^ PYPTO-E0009 ParserSyntaxError: requires init_values
        pl.cond(a < 3)
# -----
# row 7.3: First statement ... must be pl.cond
@pl.jit
def while_without_cond(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for (a,) in pl.while_(init_values=(0,)):
        pl.write(y, [0], 1)
#       ^^^^^^^^^^^^^^^^^^^ PYPTO-E0009 ParserSyntaxError: First statement of a pl.while_() body must be pl.cond
# -----
# row 7.3: pl.cond() can only be the first statement
@pl.jit
def stray_cond(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    pl.cond(1 < 2)
#   ^^^^^^^^^^^^^^ PYPTO-E0009 ParserSyntaxError: pl.cond() can only be the first statement
# -----
# row 7.3: not supported in parallel loops
@pl.jit
def stray_break(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    break_here = 0
    if break_here == 0:
        pl.write(y, [1], 1)
    for i in pl.parallel(4):
        if i > 2:
            break
#           ^^^^^ PYPTO-E0010 InvalidOperationError: 'break' not supported in parallel loops
# -----
# row 7.3: in unrolled loops
@pl.jit
def break_in_unroll(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    for i in pl.unroll(4):
        if n > 2:
            continue
#           ^^^^^^^^ PYPTO-E0010 InvalidOperationError: 'continue' not supported in unrolled loops
        pl.write(y, [i], 1)
# -----
@pl.jit
def break_out_of_scope(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(4):
        with pl.at(level=pl.Level.CORE_GROUP):
            pl.write(y, [i], 1)
            if i > 2:
                break
#               ^^^^^ PYPTO-E0010 InvalidOperationError: 'break' and 'continue' cannot leave a scope
# -----
# row 7.3: condition must be a Bool-typed scalar expression
@pl.jit
def int_condition(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    if n:
#      ^ PYPTO-E0108 ParserTypeError: condition must be a Bool-typed scalar expression
        pl.write(y, [0], 1)
    pl.write(y, [1], 1)
# -----
@pl.jit
def int_while(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    while n:
#         ^ PYPTO-E0108 ParserTypeError: condition must be a Bool-typed scalar expression
        n = n - 1
    pl.write(y, [1], 1)
# -----
# row 7.2: Cannot reassign '<v>' with a different type
@pl.jit
def type_changes_in_loop(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s = pl.add(x, 1.0)
        for i in pl.range(4):
            s = pl.row_sum(s)
#           ^ PYPTO-E0107 ParserTypeError: Cannot reassign 's' with a different type
        y[:] = s
# -----
@pl.jit
def type_differs_in_arms(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.INT32):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 0:
            s = pl.add(x, 1.0)
        else:
            s = pl.cast(x, pl.FP16)
#           ^ PYPTO-E0111 ParserTypeError: Cannot reassign 's' with a different type
        y[:] = s
# -----
@pl.jit
def only_one_arm(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.INT32):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 0:
            s = pl.add(x, 1.0)
        y[:] = s
#              ^ PYPTO-E0202 UndefinedVariableError: 's' may have no value: the if at line
# -----
@pl.jit
def only_in_loop(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(8):
            if i == 3:
                continue
            v = pl.load(x, [i, 0], [1, 16])
        pl.store(v, [0, 0], y)
#                ^ PYPTO-E0202 UndefinedVariableError: 'v' may have no value: it is assigned only inside the loop
# -----
# row 7.2: Unsupported statement type
@pl.jit
def for_else(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(4):
        pl.write(y, [i], 1)
    else:
        pl.write(y, [0], 2)
#       ^^^^^^^^^^^^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: for ... else
# -----
@pl.jit
def while_else(n: pl.INT32, y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    while n > 0:
        n = n - 1
    else:
        pl.write(y, [0], 2)
#       ^^^^^^^^^^^^^^^^^^^ PYPTO-E0001 UnsupportedFeatureError: Unsupported statement type: while ... else
# -----
# row 7.8: loops in device functions must have a positive step
@pl.jit
def run_time_stride(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(0, 16, n, stage=2):
#                                   ^ PYPTO-E0032 ValueError: loops in device functions must have a positive step
            y[i:i + 1, :] = pl.neg(x[i:i + 1, :])
# -----
# row 7.3: For loop target must be a simple name or
@pl.jit
def attribute_target(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for y.i in pl.range(4):
#       ^^^ PYPTO-E0005 ParserSyntaxError: For loop target must be a simple name or, with init_values, a tuple
        pl.write(y, [0], 1)
# -----
# row 7.3: Iter arg must be a simple name
@pl.jit
def attribute_carry(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i, (y.a,) in pl.range(4, init_values=(0,)):
#           ^^^ PYPTO-E0005 ParserSyntaxError: Iter arg must be a simple name
        pl.write(y, [i], 1)
# -----
# row 7.3: attrs must be a dict literal
@pl.jit
def loop_attributes(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(4, attrs=3):
#                              ^ PYPTO-E0006 ParserSyntaxError: attrs must be a dict literal
        pl.write(y, [i], 1)
# -----
# row 7.3: While loop target must be a tuple
@pl.jit
def while_target(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for a in pl.while_(init_values=(0,)):
#       ^ PYPTO-E0009 ParserSyntaxError: While loop target must be a tuple
        pl.cond(a < 4)
        a = pl.yield_(a + 1)
# -----
# row 7.3: pl.cond() requires exactly 1 argument
@pl.jit
def two_conditions(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for (a,) in pl.while_(init_values=(0,)):
        pl.cond(a < 4, a > 0)
#       ^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0009 ParserSyntaxError: pl.cond() requires exactly 1 argument
        a2 = pl.yield_(a + 1)
# -----
# row 7.2: Yield argument must be an IR expression
@pl.jit
def yielded_object(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i, (a,) in pl.range(4, init_values=(0,)):
        b = pl.yield_("text")
#                     ^^^^^^ PYPTO-E0029 ParserSyntaxError: Yield argument must be an IR expression
    pl.write(y, [0], 1)
