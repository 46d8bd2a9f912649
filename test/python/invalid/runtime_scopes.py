# Runtime scopes, clusters and vector lanes: nesting and keywords.
# row 7.4: a manual scope may not be nested
@pl.jit
def manual_in_manual(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.manual_scope():
        with pl.manual_scope():
#            ^^^^^^^^^^^^^^^^^ PYPTO-E0414 ParserSyntaxError: a manual scope may not be nested inside a manual scope
            pl.write(y, [0], 1)
# -----
# row 7.4: an AUTO scope may not be nested inside a manual scope
@pl.jit(auto_scope=False)
def auto_in_manual(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.manual_scope():
        with pl.scope():
#            ^^^^^^^^^^ PYPTO-E0414 ParserSyntaxError: an AUTO scope may not be nested inside a manual scope
            pl.write(y, [0], 1)
# -----
@pl.jit
def scope_mode(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.scope(mode=1):
#                      ^ PYPTO-E0414 ParserSyntaxError: mode= must be a pl.ScopeMode
        pl.write(y, [0], 1)
# -----
@pl.jit
def scope_on_a_core(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.manual_scope():
#            ^^^^^^^^^^^^^^^^^ PYPTO-E0414 ParserSyntaxError: a runtime scope is only valid on the control plane
            pl.write(y, [0], 1)
# -----
# row 7.4: Only single context manager supported
@pl.jit
def two_managers(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.manual_scope(), pl.at(level=pl.Level.CORE_GROUP):
#                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0028 ParserSyntaxError: Only single context manager supported
        y[:] = pl.neg(x)
# -----
# row 7.4: `as` target ... must be a plain variable name
@pl.jit
def attribute_target(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as y.task:
#                                            ^^^^^^ PYPTO-E0402 ParserSyntaxError: the `as` target of pl.at() must be a plain variable name
        y[:] = pl.neg(x)
# -----
# row 7.4: must be a list literal
# row 7.4: no_dep_args=
@pl.jit
def no_dep_name(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=x):
#                                                     ^ PYPTO-E0418 ParserTypeError: no_dep_args= must be a list literal
        y[:] = pl.neg(x)
# -----
# row 7.4: dumps=
# row 7.4: entries must be bare tensor names
@pl.jit
def dumped_window(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, dumps=[x[0:8, :]]):
#                                                ^^^^^^^^^ PYPTO-E0418 ParserTypeError: dumps= entries must be bare tensor names
        y[:] = pl.neg(x)
# -----
# row 7.4: is not a tensor
@pl.jit
def dumped_scalar(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, dumps=[n]):
#                                                ^ PYPTO-E0418 ParserTypeError: dumps= entry 'n' is not a tensor
        y[:] = pl.neg(x)
# -----
# row 7.4: Duplicate 'pl.cross_core_slot
# row 7.4: sets the cross-core slot count twice
@pl.jit
def two_slots(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(
        level=pl.Level.CORE_GROUP,
        optimizations=[pl.cross_core_slot(slot_num=2), pl.cross_core_slot(slot_num=4)],
#                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0403 ParserSyntaxError: Duplicate 'pl.cross_core_slot(...)'; the list sets the cross-core slot count twice
    ):
        y[:] = pl.neg(x)
# -----
# row 7.4: pl.split() takes exactly 1 positional
@pl.jit
def split_keyword(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(mode=pl.SplitMode.NONE)]):
#                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0403 ParserSyntaxError: pl.split() takes exactly 1 positional argument: the mode
        y[:] = pl.neg(x)
# -----
# row 7.4: pl.cluster() ...
# row 7.4: cannot be nested inside `pl.cluster()`
@pl.jit
def cluster_in_cluster(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.cluster():
        with pl.cluster():
#            ^^^^^^^^^^^^ PYPTO-E0409 ParserSyntaxError: pl.cluster() cannot be nested inside `pl.cluster()`
            pl.write(y, [0], 1)
# -----
@pl.jit
def cluster_keyword(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.cluster(deps=[]):
#                   ^^^^^^^ PYPTO-E0409 ParserSyntaxError: pl.cluster() got an unexpected keyword 'deps'
        pl.write(y, [0], 1)
# -----
# row 7.4: cannot carry per-task dispatch metadata
@pl.jit
def resolved_in_a_cluster(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.cluster():
        with pl.spmd(4, allow_early_resolve=True):
#                                           ^^^^ PYPTO-E0409 ParserSyntaxError: pl.spmd(allow_early_resolve=...) inside pl.cluster() cannot carry per-task dispatch metadata
            pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
@pl.jit
def task_in_a_cluster(y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.cluster():
        with pl.spmd(4) as t:
#            ^^^^^^^^^^ PYPTO-E0409 ParserSyntaxError: pl.spmd() inside pl.cluster() cannot bind a task id (`as`)
            pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
@pl.jit
def condition_in_a_cluster(flags: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.cluster():
        with pl.spmd(4, predicate=(flags[0] > 0)):
#                                  ^^^^^^^^^^^^ PYPTO-E0409 ParserSyntaxError: pl.spmd(predicate=...) inside pl.cluster() cannot carry per-task dispatch metadata
            pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
# row 7.8: pl.spmd() block count references ... defined inside the enclosing pl.cluster()
@pl.jit
def width_in_a_cluster(n: pl.INDEX, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.cluster():
        blocks = n // 2
        with pl.spmd(blocks):
#                    ^^^^^^ PYPTO-E0429 ValueError: pl.spmd() block count references 'blocks', defined inside the enclosing pl.cluster()
            pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [pl.tile.get_block_idx(), 0], y)
# -----
# row 7.4: nested 'for ... in pl.split_aiv(...)'
@pl.jit
def lanes_in_lanes(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            for j in pl.split_aiv(2, mode=pl.SplitMode.NONE):
#                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0410 ParserSyntaxError: nested 'for ... in pl.split_aiv(...)' regions are not supported
                y[:] = pl.neg(x)
# -----
# row 7.4: takes exactly one positional
@pl.jit
def lanes_of_nothing(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.split_aiv(mode=pl.SplitMode.NONE):
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0410 ParserSyntaxError: pl.split_aiv() takes exactly one positional argument: 2
            y[:] = pl.neg(x)
# -----
# row 7.4: combines a function-level pl.split(...)
@pl.jit
def lanes_in_a_split_scope(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        for i in pl.split_aiv(2, mode=pl.SplitMode.NONE):
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0410 ParserSyntaxError: a pl.split_aiv region in a scope that combines a function-level pl.split(...) with it
            y[:] = pl.neg(x)
# -----
# row 7.3: inside a 'for ... in pl.split_aiv(...)' body
@pl.jit
def jump_in_lanes(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            if i == 1:
                break
#               ^^^^^ PYPTO-E0010 InvalidOperationError: 'break' not allowed inside a 'for ... in pl.split_aiv(...)' body
            y[:] = pl.neg(x)
# -----
@pl.jit.incore
def lanes_of_a_kernel(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.split_aiv(2, mode=pl.SplitMode.NONE):
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0410 ParserSyntaxError: pl.split_aiv() authored directly in an InCore function is not supported
        y[:] = pl.neg(x)
    return y


@pl.jit
def lanes_called(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y = lanes_of_a_kernel(x, y)
# -----
# row 7.4: does not take a mode=
@pl.jit
def shard_mode(x: pl.Tensor[[16, 16], pl.FP16], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        mm = pl.matmul(x, x, out_dtype=pl.FP32)
        for i in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            y[:] = pl.aiv_shard(mm, mode=pl.SplitMode.NONE)
#                                        ^^^^^^^^^^^^^^^^^ PYPTO-E0411 ParserSyntaxError: pl.aiv_shard() does not take a mode=
# -----
# row 7.4: split= form is tile-only
@pl.jit
def shard_split(x: pl.Tensor[[16, 16], pl.FP16], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        mm = pl.matmul(x, x, out_dtype=pl.FP32)
        for i in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            y[:] = pl.aiv_shard(mm, split=1)
#                                         ^ PYPTO-E0411 ParserSyntaxError: pl.aiv_shard(): the split= form is tile-only and written by the compiler
# -----
# row 7.4: takes exactly one positional argument
@pl.jit
def shard_two(x: pl.Tensor[[16, 16], pl.FP16], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        mm = pl.matmul(x, x, out_dtype=pl.FP32)
        for i in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            y[:] = pl.aiv_shard(mm, mm)
#                  ^^^^^^^^^^^^^^^^^^^^ PYPTO-E0411 ParserSyntaxError: pl.aiv_shard() takes exactly one positional argument: the value
# -----
# row 7.4: does not support distributed tensors
import pypto.language.distributed as pld


@pl.jit.incore
def shard_window(w: pld.DistributedTensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    pl.store(pl.load(w, [0, 0], [16, 16]), [0, 0], y)
    return y


@pl.jit
def shard_of_a_window(w: pld.DistributedTensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            y[:] = pl.aiv_shard(w)
#                  ^^^^^^^^^^^^^^^ PYPTO-E0411 ParserSyntaxError: pl.aiv_shard() does not support distributed tensors
# -----
@pl.jit
def odd_half(x: pl.Tensor[[15, 16], pl.FP16], w: pl.Tensor[[16, 16], pl.FP16], y: pl.Out[pl.Tensor[[15, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        mm = pl.matmul(x, w, out_dtype=pl.FP32)
        for i in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            y[:] = pl.aiv_shard(mm)
#                  ^^^^^^^^^^^^^^^^ PYPTO-E0411 ParserSyntaxError: axis 0 of extent 15 cannot be halved
