# row 7.4: requires a level argument
# The manual's scopes page: pl.at, pl.spmd and their keywords.
@pl.jit
def no_level(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at():
#        ^^^^^^^ PYPTO-E0402 ParserSyntaxError: pl.at() requires a level argument
        y[:] = pl.neg(x)
# -----
@pl.jit
def bad_level(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=3):
#                    ^ PYPTO-E0402 ParserSyntaxError: pl.at() level must be a pl.Level
        y[:] = pl.neg(x)
# -----
# row 7.4: pl.at() takes at most 2 positional
@pl.jit
def three_positional(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(pl.Level.CORE_GROUP, None, 3):
#                                         ^ PYPTO-E0402 ParserSyntaxError: pl.at() takes at most 2 positional
        y[:] = pl.neg(x)
# -----
# row 7.4: Unknown keyword argument ... in pl.at()
@pl.jit
def unknown_keyword(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, predicate=True):
#                                         ^^^^^^^^^^^^^^ PYPTO-E0402 ParserSyntaxError: Unknown keyword argument 'predicate' in pl.at()
        y[:] = pl.neg(x)
# -----
# row 7.4: got multiple values for argument
@pl.jit
def twice_level(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(pl.Level.CORE_GROUP, level=pl.Level.CORE_GROUP):
#                                         ^^^^^^^^^^^^^^^^^^^ PYPTO-E0402 ParserSyntaxError: got multiple values for argument 'level'
        y[:] = pl.neg(x)
# -----
# row 7.4: role= is not supported with level=pl.Level.CORE_GROUP
@pl.jit
def core_role(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, role=pl.Role.SubWorker):
#                                              ^^^^^^^^^^^^^^^^^ PYPTO-E0402 ParserSyntaxError: role= is not supported with level=pl.Level.CORE_GROUP
        y[:] = pl.neg(x)
# -----
# row 7.4: Inline 'with pl.at(level>=HOST, role=pl.Role.SubWorker)' is not supported
@pl.jit
def inline_worker(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.HOST, role=pl.Role.SubWorker):
#                                        ^^^^^^^^^^^^^^^^^ PYPTO-E0402 ParserSyntaxError: Inline 'with pl.at(level>=HOST, role=pl.Role.SubWorker)' is not supported
        y[:] = pl.neg(x)
# -----
# row 7.4: are only supported with level=pl.Level.CORE_GROUP
@pl.jit
def host_optimizations(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.HOST, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
#                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0402 ParserSyntaxError: are only supported with level=pl.Level.CORE_GROUP
        y[:] = pl.neg(x)
# -----
# row 7.4: (optimizations=...) must be a list literal
OPTIONS = [pl.split(pl.SplitMode.UP_DOWN)]


@pl.jit
def optimizations_in_a_variable(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=OPTIONS):
#                                                       ^^^^^^^ PYPTO-E0403 ParserSyntaxError: (optimizations=...) must be a list literal
        y[:] = pl.neg(x)
# -----
# row 7.4: Duplicate 'pl.split(...)'
@pl.jit
def two_splits(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.NONE), pl.split(pl.SplitMode.NONE)]):
#                                                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0403 ParserSyntaxError: Duplicate 'pl.split(...)'
        y[:] = pl.neg(x)
# -----
# row 7.4: pl.cross_core_slot() requires the slot_num=
@pl.jit
def slot_positional(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(4)]):
#                                                        ^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0403 ParserSyntaxError: pl.cross_core_slot() requires the slot_num=
        y[:] = pl.neg(x)
# -----
# row 7.4: must be positive
@pl.jit
def slot_zero(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=0)]):
#                                                                                    ^ PYPTO-E0403 ParserSyntaxError: slot_num must be positive
        y[:] = pl.neg(x)
# -----
# row 7.4: must be an integer literal
@pl.jit
def slot_float(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=1.5)]):
#                                                                                    ^^^ PYPTO-E0403 ParserSyntaxError: slot_num must be an integer literal
        y[:] = pl.neg(x)
# -----
# row 7.4: Unsupported entry in
@pl.jit
def unsupported_entry(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[3]):
#                                                        ^ PYPTO-E0403 ParserSyntaxError: Unsupported entry in pl.at(optimizations=[...])
        y[:] = pl.neg(x)
# -----
# row 7.4: 'name_hint' argument must be a string literal
@pl.jit
def hint_not_literal(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint=3):
#                                                   ^ PYPTO-E0404 ParserSyntaxError: 'name_hint' argument must be a string literal
        y[:] = pl.neg(x)
# -----
# row 7.4: must be a valid non-keyword identifier
@pl.jit
def hint_keyword(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="for"):
#                                                   ^^^^^ PYPTO-E0404 ParserSyntaxError: must be a valid non-keyword identifier
        y[:] = pl.neg(x)
# -----
# row 7.4: allow_early_resolve must be a boolean literal
@pl.jit
def flag_not_literal(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=1):
#                                                             ^ PYPTO-E0419 ParserSyntaxError: allow_early_resolve must be a boolean literal
        y[:] = pl.neg(x)
# -----
# row 7.4: references unknown name
@pl.jit
def no_dep_unknown(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[z]):
#                                                      ^ PYPTO-E0418 ParserTypeError: references unknown name 'z'
        y[:] = pl.neg(x)
# -----
# row 7.4: more than once
@pl.jit
def no_dep_twice(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[x, x]):
#                                                         ^ PYPTO-E0418 ParserTypeError: lists 'x' more than once
        y[:] = pl.neg(x)
# -----
# row 7.8: references tensor '<t>', which is not captured by the scope body
@pl.jit
def no_dep_not_captured(x: pl.Tensor[[16, 16], pl.FP32], w: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[w]):
#                                                      ^ PYPTO-E0437 ValueError: no_dep_args= references tensor 'w', which is not captured by the scope body
        y[:] = pl.neg(x)
# -----
# row 7.4: deps= must be a list / tuple / comprehension
@pl.jit
def deps_number(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, deps=3):
#                                              ^ PYPTO-E0405 ParserTypeError: deps= must be a list / tuple / comprehension
        y[:] = pl.neg(x)
# -----
# row 7.4: deps= entries must be a TaskId variable
@pl.jit
def deps_entry(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, deps=[x]):
#                                               ^ PYPTO-E0405 ParserTypeError: deps= entries must be a TaskId variable
        y[:] = pl.neg(x)
# -----
# row 7.7: NoNestedInCore
@pl.jit
def nested_at(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.at(level=pl.Level.CORE_GROUP):
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0415 VerificationError: NoNestedInCore
            y[:] = pl.neg(x)
# -----
# row 7.4: Unsupported context manager in with statement
@pl.jit
def two_managers(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.write(y, [0, 0], 1.0)
    with open("x") as f:
#        ^^^^^^^^^ PYPTO-E0027 UnsupportedFeatureError: Unsupported context manager in with statement
        pass
# -----
@pl.jit
def as_tuple(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as (a, b):
#                                            ^^^^^^ PYPTO-E0402 ParserSyntaxError: must be a plain variable name
        y[:] = pl.neg(x)
# -----
# row 7.4: the `as` clause only applies to
@pl.jit
def as_on_scope(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.write(y, [0, 0], 1.0)
    with pl.manual_scope() as t:
#                             ^ PYPTO-E0028 ParserSyntaxError: the `as` clause only applies to
        pass
# -----
@pl.jit
def tile_escapes(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
#       ^ PYPTO-E0205 ScopeIsolationError: the tile 't' is used after the scope that computes it
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def spmd_uniform(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.spmd(4):
#        ^^^^^^^^^^ PYPTO-E0408 ParserSyntaxError: neither reads the per-block index
        t = pl.tile.full([16, 16], pl.FP32, 1.0)
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def spmd_no_count(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.spmd():
#            ^^^^^^^^^ PYPTO-E0407 ParserSyntaxError: pl.spmd() requires core_num
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def spmd_zero(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.spmd(0):
#                    ^ PYPTO-E0407 ParserSyntaxError: core_num must be a positive integer
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def spmd_float(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.spmd(2.5):
#                    ^^^ PYPTO-E0407 ParserSyntaxError: core_num must be an integer expression
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def spmd_loop_deps(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.spmd(2, deps=[]):
#                            ^^ PYPTO-E0407 ParserSyntaxError: pl.spmd() does not accept 'deps=' here
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def spmd_ring(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.spmd(2, optimizations=[pl.cross_core_slot(slot_num=2)]):
#                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0403 ParserSyntaxError: Unsupported entry in pl.spmd(optimizations=[...])
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def spmd_inner_at(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.spmd(2, optimizations=[pl.split(pl.SplitMode.NONE)]):
#                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0407 ParserSyntaxError: must go on the inner pl.at
        with pl.at(level=pl.Level.CORE_GROUP):
            pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit.incore
def kernel(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
    return y


@pl.jit
def two_dispatches(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.spmd(2):
        y = kernel(y)
        y = kernel(y)
#           ^^^^^^^^^ PYPTO-E0407 ParserSyntaxError: launches 2 kernels; only one kernel dispatch per SPMD scope
# -----
@pl.jit.incore
def kernel(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
    return y


@pl.jit
def kernel_in_scope(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = kernel(y)
#           ^^^^^^^^^ PYPTO-E0415 VerificationError: the device kernel 'kernel' is called inside a core scope
# -----
# row 7.4: a hand-placed AUTO
@pl.jit
def hand_placed_scope(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.scope():
#        ^^^^^^^^^^ PYPTO-E0414 ParserSyntaxError: a hand-placed AUTO 'with pl.scope()' requires auto_scope=False
        pl.write(y, [0], 1)
# -----
# row 7.4: pl.scope() takes only a 'mode=' keyword
@pl.jit
def scope_argument(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.scope(3):
#        ^^^^^^^^^^^ PYPTO-E0414 ParserSyntaxError: pl.scope() takes only a 'mode=' keyword
        pl.write(y, [0], 1)
# -----
# row 7.4: pl.manual_scope() does not accept arguments
@pl.jit
def manual_argument(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.manual_scope(3):
#        ^^^^^^^^^^^^^^^^^^ PYPTO-E0414 ParserSyntaxError: pl.manual_scope() does not accept arguments
        pl.write(y, [0], 1)
# -----
@pl.jit
def cluster_argument(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.cluster(3):
#                   ^ PYPTO-E0409 ParserSyntaxError: pl.cluster() takes no positional arguments
        pl.write(y, [0], 1)
# -----
# row 7.4: requires n == 2
@pl.jit
def lanes(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.split_aiv(3, mode=pl.SplitMode.NONE):
#                             ^ PYPTO-E0410 ParserSyntaxError: requires n == 2
            y[:] = pl.neg(x)
# -----
# row 7.4: requires mode=
@pl.jit
def lanes_mode(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.split_aiv(2):
#                ^^^^^^^^^^^^^^^ PYPTO-E0410 ParserSyntaxError: requires mode=
            y[:] = pl.neg(x)
# -----
# row 7.4: does not accept 'optimizations='
@pl.jit
def lanes_keyword(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.split_aiv(2, mode=pl.SplitMode.NONE, optimizations=[]):
#                                                                      ^^ PYPTO-E0410 ParserSyntaxError: does not accept 'optimizations='
            y[:] = pl.neg(x)
# -----
# row 7.4: pl.aiv_shard() must be used inside
@pl.jit
def shard_outside(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.aiv_shard(x)
#              ^^^^^^^^^^^^^^^ PYPTO-E0411 ParserSyntaxError: pl.aiv_shard() must be used inside
# -----
# row 7.4: task_dummy must not use positional arguments
@pl.jit
def dummy_positional(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    t = pl.system.task_dummy([])
#                            ^^ PYPTO-E0417 InvalidOperationError: task_dummy must not use positional arguments
# -----
# row 7.4: requires keyword argument 'deps'
@pl.jit
def dummy_without_deps(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    t = pl.system.task_dummy()
#       ^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0417 InvalidOperationError: requires keyword argument 'deps'
# -----
# row 7.2: must be a bare variable name
@pl.jit
def dump_of_expression(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    pl.dump_tag(y.shape)
#               ^^^^^^^ PYPTO-E0420 ParserSyntaxError: must be a bare variable name
# -----
# row 7.8: Task dependency deps=[<t>] cannot be honored
@pl.jit
def task_of_an_ended_loop(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.range(4):
        with pl.at(level=pl.Level.CORE_GROUP) as tid:
            y[:] = pl.neg(x)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tid]):
#                                               ^^^ PYPTO-E0423 ValueError: Task dependency deps=[tid] cannot be honored
        y[:] = pl.exp(x)
# -----
@pl.jit
def task_of_one_branch(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    if n > 3:
        with pl.at(level=pl.Level.CORE_GROUP) as tid:
            y[:] = pl.neg(x)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tid]):
#                                               ^^^ PYPTO-E0423 ValueError: Task dependency deps=[tid] cannot be honored
        y[:] = pl.exp(x)
# -----
# row 7.8: must have a statically-known trip count
@pl.jit
def unbounded_parallel(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.manual_scope():
        with pl.at(level=pl.Level.CORE_GROUP) as tid:
            y[:] = pl.neg(x)
        for i in pl.parallel(n):
#                ^^^^^^^^^^^^^^ PYPTO-E0424 ValueError: must have a statically-known trip count
            with pl.at(level=pl.Level.CORE_GROUP, deps=[tid]):
                y[:] = pl.exp(x)
# -----
@pl.jit
def chip_inside_a_core(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.at(level=pl.Level.CHIP):
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0415 VerificationError: pl.at(level=pl.Level.CHIP) inside device work
            y[:] = pl.neg(x)
# -----
@pl.jit
def chip_as_a_task(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP, deps=[None]):
#        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0402 ParserSyntaxError: pl.at(level=pl.Level.CHIP) is no task
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.neg(x)
