# Host functions and communication: what is checked before anything of it is compiled.
# row 7.4: world_size() can only be called in HOST orchestration context
import pypto.language.distributed as pld


@pl.jit
def counted_on_the_chip(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for r in pl.range(pld.world_size()):
#                     ^^^^^^^^^^^^^^^^ PYPTO-E0421 ParserSyntaxError: world_size() can only be called in HOST orchestration context
        pl.write(y, [r], 1)
# -----
# row 7.2: alloc_window_buffer() can only be called in HOST orchestration context
import pypto.language.distributed as pld


@pl.jit
def allocated_on_the_chip(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    buffer = pld.alloc_window_buffer([4], dtype=pl.INT32)
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0421 ParserSyntaxError: alloc_window_buffer() can only be called in HOST orchestration context
    pl.write(y, [0], 1)
# -----
# row 7.2: must be assigned to a single variable name
import pypto.language.distributed as pld


@pl.jit.host
def two_names(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    a, b = pld.alloc_window_buffer([4], dtype=pl.INT32)
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0421 ParserSyntaxError: alloc_window_buffer() must be assigned to a single variable name
# -----
# row 7.2: must appear as the RHS of a simple assignment
import pypto.language.distributed as pld


@pl.jit.host
def nested(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    w = pld.window(pld.alloc_window_buffer([4], dtype=pl.INT32), [4], dtype=pl.INT32)
#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0421 ParserSyntaxError: alloc_window_buffer() must appear as the RHS of a simple assignment
# -----
# row 7.2: is already declared in this program
import pypto.language.distributed as pld


@pl.jit.host
def twice(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    buffer = pld.alloc_window_buffer([4], dtype=pl.INT32)
    buffer = pld.alloc_window_buffer([8], dtype=pl.INT32)
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0421 ParserSyntaxError: the window buffer 'buffer' is already declared in this program
# -----
# row 7.2: 'name' kwarg cannot be passed explicitly
import pypto.language.distributed as pld


@pl.jit.host
def named(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    buffer = pld.alloc_window_buffer([4], dtype=pl.INT32, name="buffer")
#                                                              ^^^^^^^^ PYPTO-E0421 ParserSyntaxError: 'name' kwarg cannot be passed explicitly: the variable's name is used
# -----
import pypto.language.distributed as pld


@pl.jit.host
def no_bytes(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    buffer = pld.alloc_window_buffer(0)
#                                    ^ PYPTO-E0103 ParserTypeError: Error in distributed operation 'alloc_window_buffer': 'size' must be a positive number of bytes
# -----
import pypto.language.distributed as pld


@pl.jit.host
def window_of_a_tensor(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    w = pld.window(y, [4], dtype=pl.INT32)
#                  ^ PYPTO-E0303 InvalidOperationError: Error in distributed operation 'window': 'buf' must be a window buffer
# -----
# row 7.8: device=r loop bound must be ConstInt or pld.system.world_size()
@pl.jit
def chip(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    return y


@pl.jit.host
def devices_of_a_parameter(y: pl.InOut[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    for r in pl.range(n):
        chip(y, device=r)
#                      ^ PYPTO-E0431 ValueError: device=r loop bound must be ConstInt or pld.system.world_size()
# -----
# row 7.8: device= Var is not the induction variable
@pl.jit
def chip(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    return y


@pl.jit.host
def computed_device(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    for r in pl.range(4):
        other = r + 1
        chip(y, device=other)
#                      ^^^^^ PYPTO-E0431 ValueError: device= Var is not the induction variable of an enclosing pl.range loop: other
# -----
@pl.jit
def chip(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    return y


@pl.jit.host
def negative_device(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    chip(y, device=-1)
#                  ^^ PYPTO-E0431 ValueError: device=-1 is no device
# -----
# row 7.8: pl.create_tensor in HOST orchestrator must be a top-level statement
@pl.jit.host
def nested_allocation(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    for i in pl.range(4):
        t = pl.create_tensor([4], dtype=pl.INT32)
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0433 ValueError: pl.create_tensor in HOST orchestrator must be a top-level statement
# -----
import pypto.language.distributed as pld


@pl.jit.incore
def plain_signal(s: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pld.system.notify(target=s, peer=0, offsets=[0], value=1, op=pld.NotifyOp.Set)
#                            ^ PYPTO-E0303 InvalidOperationError: Error in distributed operation 'notify': 'target' must be a DistributedTensor
    pl.write(y, [0], 1)
    return y


@pl.jit
def notified(s: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    y = plain_signal(s, y)
# -----
import pypto.language.distributed as pld


@pl.jit
def signal_dtype(s: pld.DistributedTensor[[4], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pld.system.wait(signal=s, offsets=[0], expected=1, cmp=pld.WaitCmp.Ge)
#                              ^ PYPTO-E0305 InvalidOperationError: Error in distributed operation 'wait': 'signal' has dtype FP32
        pl.write(y, [0], 1)
# -----
import pypto.language.distributed as pld


@pl.jit
def signal_cell(s: pld.DistributedTensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pld.system.wait(signal=s, offsets=[4], expected=1, cmp=pld.WaitCmp.Ge)
#                                         ^^^ PYPTO-E0308 InvalidOperationError: Error in distributed operation 'wait': offset 4 + extent 1 of axis 0 passes the extent 4 of the signal
        pl.write(y, [0], 1)
# -----
import pypto.language.distributed as pld


@pl.jit
def wait_on_the_control_plane(s: pld.DistributedTensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pld.system.wait(signal=s, offsets=[0], expected=1, cmp=pld.WaitCmp.Ge)
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0425 InvalidOperationError: pld.system.wait() is only valid in device work
    pl.write(y, [0], 1)
# -----
import pypto.language.distributed as pld


@pl.jit
def context_of_a_tensor(x: pl.Tensor[[4], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        me = pld.rank(pld.get_comm_ctx(x))
#                                      ^ PYPTO-E0303 InvalidOperationError: Error in distributed operation 'get_comm_ctx': 'dist_tensor' must be a DistributedTensor
        pl.write(y, [0], me)
# -----
import pypto.language.distributed as pld


@pl.jit
def rank_of_a_window(w: pld.DistributedTensor[[4], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0], pld.rank(w))
#                                 ^ PYPTO-E0303 InvalidOperationError: Error in distributed operation 'rank': 'ctx' must be a communication context
# -----
# row 7.8: must be in a task-level pl.at(CORE_GROUP)
import pypto.language.distributed as pld


@pl.jit
def deferred_in_a_loop(s: pld.DistributedTensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            pld.system.defer_wait(s, [0], 1)
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0430 ValueError: pld.system.defer_wait() must be in a task-level pl.at(CORE_GROUP)
        pl.write(y, [0], 1)
# -----
# row 7.8: bypasses the deferred-waiter task contract
import pypto.language.distributed as pld


@pl.jit.incore
def part(s: pld.DistributedTensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pld.system.defer_wait(s, [0], 1)
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0430 ValueError: pld.system.defer_wait() in the device kernel 'part' bypasses the deferred-waiter task contract
    pl.write(y, [0], 1)
    return y


@pl.jit
def deferred_in_a_kernel(s: pld.DistributedTensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    y = part(s, y)
# -----
# row 7.8: cannot use a dispatch predicate
import pypto.language.distributed as pld


@pl.jit
def deferred_conditionally(s: pld.DistributedTensor[[4], pl.INT32], flags: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.spmd(1, predicate=(flags[0] > 0)):
        pld.system.defer_wait(s, [0], 1)
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0430 ValueError: pld.system.defer_wait() cannot use a dispatch predicate
        pl.write(y, [0], 1)
# -----
# row 7.8: cannot use allow_early_resolve=True
import pypto.language.distributed as pld


@pl.jit
def deferred_early(s: pld.DistributedTensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=True):
        pld.system.defer_wait(s, [0], 1)
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0430 ValueError: pld.system.defer_wait() cannot use allow_early_resolve=True
        pl.write(y, [0], 1)
# -----
# row 7.8: only a direct DistributedTensor function parameter
import pypto.language.distributed as pld


@pl.jit
def deferred_on_a_view(s: pld.DistributedTensor[[4, 4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pld.system.defer_wait(s[0, :], [0], 1)
#                             ^^^^^^^ PYPTO-E0430 ValueError: pld.system.defer_wait() takes only a direct DistributedTensor function parameter as its signal, no view
        pl.write(y, [0], 1)
# -----
import pypto.language.distributed as pld


@pl.jit
def deferred_on_equality(s: pld.DistributedTensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pld.system.defer_wait(s, [0], 1, cmp=pld.WaitCmp.Eq)
#                                            ^^^^^^^^^^^^^^ PYPTO-E0430 ValueError: pld.system.defer_wait() compares with pld.WaitCmp.Ge only
        pl.write(y, [0], 1)
# -----
# row 7.8: mode must be
import pypto.language.distributed as pld


@pl.jit
def reduce_mode(w: pld.DistributedTensor[[4, 64], pl.FP32], s: pld.DistributedTensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    w = pld.tensor.allreduce(w, s, mode="tree")
#                                       ^^^^^^ PYPTO-E0432 ValueError: pld.tensor.allreduce(): mode must be 'mesh' or 'ring', got 'tree'
    pl.write(y, [0], 1)
# -----
# row 7.8: requires an explicit signal outside host orchestrator
import pypto.language.distributed as pld


@pl.jit
def no_signal(w: pld.DistributedTensor[[4, 64], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    w = pld.tensor.allreduce(w)
#       ^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0432 ValueError: pld.tensor.allreduce(): requires an explicit signal outside host orchestrator
    pl.write(y, [0], 1)
# -----
# row 7.8: without an explicit signal is not supported inside a for/while loop
import pypto.language.distributed as pld


@pl.jit.host
def no_signal_in_a_loop(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    buffer = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
    for i in pl.range(4):
        w = pld.window(buffer, [4, 64], dtype=pl.FP32)
        w = pld.tensor.allreduce(w)
#           ^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0432 ValueError: pld.tensor.allreduce(): without an explicit signal is not supported inside a for/while loop
# -----
# row 7.8: core_num ... exceeds the backend AIV core count
import pypto.language.distributed as pld


@pl.jit.host
def too_many_cores(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    buffer = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
    w = pld.window(buffer, [4, 64], dtype=pl.FP32)
    w = pld.tensor.allreduce(w, core_num=49)
#                                        ^^ PYPTO-E0432 ValueError: pld.tensor.allreduce(): core_num=49 exceeds the backend AIV core count 48
# -----
# row 7.8: must be different window allocations
import pypto.language.distributed as pld


@pl.jit.host
def one_buffer(y: pl.InOut[pl.Tensor[[4], pl.INT32]]):
    buffer = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
    sig = pld.alloc_window_buffer([4], dtype=pl.INT32)
    s = pld.window(sig, [4], dtype=pl.INT32)
    a = pld.window(buffer, [4, 64], dtype=pl.FP32)
    b = pld.window(buffer, [4, 64], dtype=pl.FP32)
    b = pld.tensor.all_to_all(a, b, s)
#                                ^ PYPTO-E0432 ValueError: pld.tensor.all_to_all(): 'input' and 'target' must be different window allocations
# -----
import pypto.language.distributed as pld


@pl.jit
def some_offsets(w: pld.DistributedTensor[[4, 64], pl.FP32], x: pl.Tensor[[4, 64], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pld.tensor.put(w, 0, x, dst_offsets=[0, 0])
#                                           ^^^^^^ PYPTO-E0302 InvalidOperationError: Error in distributed operation 'put': dst_offsets, src_offsets, shape come together or not at all; missing: src_offsets, shape
        pl.write(y, [0], 1)
# -----
import pypto.language.distributed as pld


@pl.jit
def pipelined_put(w: pld.DistributedTensor[[4, 64], pl.FP32], x: pl.Tensor[[4, 64], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pld.tensor.put(w, 0, x, pipeline=True)
#                                        ^^^^ PYPTO-E0307 InvalidOperationError: Error in distributed operation 'put': pipeline=True needs chunk_rows > 0 and chunk_cols > 0
        pl.write(y, [0], 1)
# -----
import pypto.language.distributed as pld


@pl.jit
def stored_window(w: pld.DistributedTensor[[4, 64], pl.FP32], v: pld.DistributedTensor[[4, 64], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pld.remote_store(v, w, 0, [0, 0])
#                        ^ PYPTO-E0303 InvalidOperationError: Error in distributed operation 'remote_store': 'src' cannot be a DistributedTensor
        pl.write(y, [0], 1)
# -----
import pypto.language.distributed as pld


@pl.jit
def loaded_scales(w: pld.DistributedTensor[[16, 2], pl.FP8E8M0, pl.MX_A_ZZ], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pld.remote_load(w, 0, [0, 0], [16, 2])
#                           ^ PYPTO-E0303 InvalidOperationError: Error in distributed operation 'remote_load': an MX scale has no remote_load
        pl.write(y, [0], 1)
# -----
import pypto.language.distributed as pld


@pl.jit
def loaded_ranks(w: pld.DistributedTensor[[4, 64], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pld.remote_load(w, 0, [0, 0], [64])
#                                         ^^^^ PYPTO-E0304 InvalidOperationError: Error in distributed operation 'remote_load': target, offsets and shape have ranks 2, 2 and 1
        pl.write(y, [0], 1)
# -----
import pypto.language.distributed as pld


@pl.jit
def scattered_maximum(w: pld.DistributedTensor[[4, 64], pl.FP32], s: pld.DistributedTensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    w = pld.tensor.reduce_scatter(w, s, op=pld.ReduceOp.Max)
#                                          ^^^^^^^^^^^^^^^^ PYPTO-E0432 ValueError: pld.tensor.reduce_scatter(): sums only
    pl.write(y, [0], 1)
# -----
import pypto.language.distributed as pld


@pl.jit
def negative_root(w: pld.DistributedTensor[[4, 64], pl.FP32], s: pld.DistributedTensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    w = pld.tensor.broadcast(w, s, root=-1)
#                                       ^^ PYPTO-E0432 ValueError: pld.tensor.broadcast(): root=-1 is no rank
    pl.write(y, [0], 1)
# -----
import pypto.language.distributed as pld


@pl.jit
def wide_signal(w: pld.DistributedTensor[[4, 64], pl.FP32], s: pld.DistributedTensor[[4, 2], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    s = pld.tensor.barrier(s)
#                          ^ PYPTO-E0432 ValueError: pld.tensor.barrier(): the signal has one INT32 cell for each rank
    pl.write(y, [0], 1)
# -----
# A limit of this version is said where nothing is wrong.
import pypto.language.distributed as pld


@pl.jit
def right(w: pld.DistributedTensor[[4, 64], pl.FP32], s: pld.DistributedTensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    s = pld.tensor.barrier(s)
#       ^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0317 InvalidOperationError: pld.tensor.barrier() is checked by the front end but not compiled in this version
    pl.write(y, [0], 1)
