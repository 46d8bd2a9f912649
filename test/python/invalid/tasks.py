# Dependencies and predicates of tasks.
# row 7.4: cannot mix a whole TASK_ID array with per-element entries
@pl.jit
def mixed_deps(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    ids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[:] = pl.neg(x)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[ids, t]):
#                                               ^^^ PYPTO-E0405 ParserTypeError: deps= cannot mix a whole TASK_ID array with per-element entries
        y[:] = pl.exp(x)
# -----
# row 7.4: comprehension supports a single `for`
@pl.jit
def two_generators(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    ids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[ids[i] for i in range(2) for j in range(2)]):
#                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0405 ParserTypeError: a deps= comprehension supports a single `for` without conditions
        y[:] = pl.exp(x)
# -----
# row 7.4: target must be a single name
@pl.jit
def tuple_generator(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    ids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[ids[i] for i, j in range(2)]):
#                                                          ^^^^ PYPTO-E0405 ParserTypeError: the comprehension target must be a single name
        y[:] = pl.exp(x)
# -----
# row 7.4: depends on an IR variable
@pl.jit
def run_time_generator(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    ids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[ids[i] for i in range(n)]):
#                                                                     ^ PYPTO-E0405 ParserTypeError: 'n' depends on an IR variable
        y[:] = pl.exp(x)
# -----
# row 7.4: is a DSL loop
@pl.jit
def loop_generator(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    ids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[ids[i] for i in pl.range(2)]):
#                                                               ^^^^^^^^^^^ PYPTO-E0405 ParserTypeError: deps= comprehension: pl.range() is a DSL loop
        y[:] = pl.exp(x)
# -----
# row 7.4: did not produce a sequence
@pl.jit
def number_generator(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    ids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[ids[i] for i in 2]):
#                                                               ^ PYPTO-E0405 ParserTypeError: deps= comprehension: '2' did not produce a sequence
        y[:] = pl.exp(x)
# -----
# row 7.4: yielded a non-integer
NUMBERS = [0, 0.5]


@pl.jit
def float_generator(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    ids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[ids[i] for i in NUMBERS]):
#                                                               ^^^^^^^ PYPTO-E0405 ParserTypeError: deps= comprehension yielded a non-integer
        y[:] = pl.exp(x)
# -----
# row 7.4: predicate must be a single comparison
@pl.jit
def two_conditions(flags: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.spmd(2, predicate=(flags[0] > 0 and flags[1] > 0)):
#                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0406 ParserSyntaxError: predicate must be a single comparison
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
# row 7.4: must compare one tensor element
@pl.jit
def scalar_condition(n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.spmd(2, predicate=(n > 0)):
#                              ^ PYPTO-E0406 ParserSyntaxError: predicate must compare one tensor element with an integer
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
# row 7.4: predicate operand must be a tensor
@pl.jit
def array_condition(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    ids = pl.array.create(2, pl.INT32)
    with pl.spmd(2, predicate=(ids[0] > 0)):
#                              ^^^ PYPTO-E0406 ParserSyntaxError: predicate operand must be a tensor
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
# row 7.4: must be a signed 8/16/32/64-bit integer tensor
@pl.jit
def float_condition(flags: pl.Tensor[[4], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.spmd(2, predicate=(flags[0] > 0)):
#                              ^^^^^^^^ PYPTO-E0406 ParserSyntaxError: the predicate tensor must be a signed 8/16/32/64-bit integer tensor
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
# row 7.4: indices must be integer scalars
@pl.jit
def sliced_condition(flags: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.spmd(2, predicate=(flags[0.5] > 0)):
#                                    ^^^ PYPTO-E0406 ParserSyntaxError: predicate indices must be integer scalars
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
# row 7.4: index must be non-negative
@pl.jit
def negative_condition(flags: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.spmd(2, predicate=(flags[-1] > 0)):
#                                    ^^ PYPTO-E0406 ParserSyntaxError: a predicate index must be non-negative
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
# row 7.4: needs N index(es)
@pl.jit
def short_condition(flags: pl.Tensor[[4, 4], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.spmd(2, predicate=(flags[0] > 0)):
#                              ^^^^^^^^ PYPTO-E0406 ParserSyntaxError: predicate needs 2 index(es), got 1
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
# row 7.4: predicate reads '<t>', which is produced by
@pl.jit
def unordered_condition(flags: pl.InOut[pl.Tensor[[4], pl.INT32]], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as written:
        pl.write(flags, [0], 1)
    with pl.at(level=pl.Level.CORE_GROUP) as other:
        y[:] = pl.full([16, 16], dtype=pl.FP32, value=0.0)
    with pl.spmd(2, predicate=(flags[0] > 0), deps=[other]) as launched:
#                              ^^^^^ PYPTO-E0406 ParserSyntaxError: predicate reads 'flags', which is produced by a task that deps= does not name
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
@pl.jit
def run_time_literal(flags: pl.Tensor[[4], pl.INT32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.spmd(2, predicate=(flags[0] > n)):
#                                         ^ PYPTO-E0406 ParserSyntaxError: predicate must compare one tensor element with an int literal
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
# row 7.2: takes exactly one positional argument
@pl.jit
def two_dumps(x: pl.Tensor[[16], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    pl.dump_tag(x, y)
#   ^^^^^^^^^^^^^^^^^ PYPTO-E0420 ParserSyntaxError: pl.dump_tag() takes exactly one positional argument
# -----
# row 7.2: is not defined at this point
@pl.jit
def early_dump(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    pl.dump_tag(z)
#               ^ PYPTO-E0420 ParserSyntaxError: 'z' is not defined at this point
# -----
# row 7.2: is not a tensor
@pl.jit
def scalar_dump(y: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    pl.write(y, [0], n)
    pl.dump_tag(n)
#               ^ PYPTO-E0420 ParserSyntaxError: 'n' is not a tensor
# -----
# row 7.2: pl.dump_tag() is only valid inside an Orchestration or Inline function
@pl.jit.incore
def part(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.dump_tag(x)
#   ^^^^^^^^^^^^^^ PYPTO-E0420 ParserSyntaxError: pl.dump_tag() is only valid inside an Orchestration or Inline function
    return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)


@pl.jit
def dump_in_a_kernel(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y = part(x, y)
