# Barriers of all cores, and events.
# row 7.7: HardSyncallOccupancy
@pl.jit
def blocks_at_any_time(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.spmd(pl.system.available_aiv_count()):
        i = pl.tile.get_block_idx()
        pl.system.syncall(core_type=pl.KernelType.AIV)
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0436 VerificationError: [HardSyncallOccupancy] a hard pl.system.syncall(core_type=AIV) in a launch whose blocks do not start at once: sync_start=True is missing; on a device it never returns (error 507018)
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def some_blocks(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    for i in pl.spmd(8, sync_start=True):
        pl.system.syncall(core_type=pl.KernelType.AIV)
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0436 VerificationError: [HardSyncallOccupancy] a hard pl.system.syncall(core_type=AIV) in a launch of 8 blocks, which does not fill the device; on a device it never returns (error 507018)
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def clusters_by_lanes(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    for i in pl.spmd(pl.system.available_aiv_count(), sync_start=True):
        pl.system.syncall(core_type=pl.KernelType.MIX)
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0436 VerificationError: [HardSyncallOccupancy] a hard pl.system.syncall(core_type=MIX) in a launch of one block for each vector core, but MIX takes clusters; on a device it never returns (error 507018)
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit.incore
def part(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    i = pl.tile.get_block_idx()
    pl.system.syncall(core_type="aiv_only", mode="hard")
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0436 VerificationError: [HardSyncallOccupancy] a hard pl.system.syncall(core_type=AIV) in a launch of 4 blocks, which does not fill the device; on a device it never returns (error 507018)
    return pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)


@pl.jit
def through_a_call(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.spmd(4, sync_start=True):
        y = part(y)
# -----
@pl.jit
def unknown_participants(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    for i in pl.spmd(48, sync_start=True):
        pl.system.syncall(core_type="vector")
#                                   ^^^^^^^^ PYPTO-E0307 InvalidOperationError: Error in system operation 'syncall': invalid core_type 'vector'
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def unknown_mode(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    for i in pl.spmd(48, sync_start=True):
        pl.system.syncall(core_type="aiv_only", mode="fast")
#                                                    ^^^^^^ PYPTO-E0307 InvalidOperationError: Error in system operation 'syncall': invalid mode 'fast'
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def soft_without_a_workspace(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    for i in pl.spmd(4):
        pl.system.syncall(mode=pl.SyncAllMode.SOFT, used_cores=4)
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0302 InvalidOperationError: Error in system operation 'syncall': mode=pl.SyncAllMode.SOFT requires gm_workspace=
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def soft_without_a_count(w: pl.InOut[pl.Tensor[[16], pl.INT32]], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    for i in pl.spmd(4):
        pl.system.syncall(mode=pl.SyncAllMode.SOFT, gm_workspace=w)
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0302 InvalidOperationError: Error in system operation 'syncall': mode=pl.SyncAllMode.SOFT requires used_cores=
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def small_workspace(w: pl.InOut[pl.Tensor[[15], pl.INT32]], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    for i in pl.spmd(4):
        pl.system.syncall(mode=pl.SyncAllMode.SOFT, gm_workspace=w, used_cores=4)
#                                                                ^ PYPTO-E0304 InvalidOperationError: Error in system operation 'syncall': 'gm_workspace' must be INT32 with at least 16 elements (64 bytes)
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def too_many_participants(w: pl.InOut[pl.Tensor[[16], pl.INT32]], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    for i in pl.spmd(4):
        pl.system.syncall(mode=pl.SyncAllMode.SOFT, gm_workspace=w, used_cores=1 << 31)
#                                                                              ^^^^^^^ PYPTO-E0308 InvalidOperationError: Error in system operation 'syncall': 'used_cores' is 2147483648
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def workspace_of_a_hard_barrier(w: pl.InOut[pl.Tensor[[16], pl.INT32]], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    for i in pl.spmd(48, sync_start=True):
        pl.system.syncall(core_type=pl.KernelType.AIV, gm_workspace=w)
#                                                                   ^ PYPTO-E0307 InvalidOperationError: Error in system operation 'syncall': gm_workspace is for mode=pl.SyncAllMode.SOFT only
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [i, 0], y)
# -----
@pl.jit
def reserved_event(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_set(14, pipe=pl.PipeType.MTE3, core_type=pl.KernelType.AIV)
#                          ^^ PYPTO-E0307 InvalidOperationError: Error in system operation 'sync_set': event id 14 is outside 0..13: 14 and 15 are reserved
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def float_event(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_wait(0.5, pipe=pl.PipeType.MTE3, core_type=pl.KernelType.AIV)
#                           ^^^ PYPTO-E0305 InvalidOperationError: Error in system operation 'sync_wait': 'event_id' must be an int or an INDEX scalar
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def event_of_both(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_set(0, pipe=pl.PipeType.MTE3, core_type=pl.KernelType.MIX)
#                                                              ^^^^^^^^^^^^^^^^^ PYPTO-E0307 InvalidOperationError: Error in system operation 'sync_set': invalid core_type pl.KernelType.MIX
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def event_mode(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_set(0, pipe=pl.PipeType.MTE3, ffts_mode=3)
#                                                              ^ PYPTO-E0307 InvalidOperationError: Error in system operation 'sync_set': ffts_mode 3 must be 0, 1 or 2
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def mode_of_a_wait(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_wait(0, pipe=pl.PipeType.MTE3, ffts_mode=1)
#                                                     ^^^^^^^^^^^ PYPTO-E0302 InvalidOperationError: Error in system operation 'sync_wait': pl.system.sync_wait() got an unexpected keyword argument 'ffts_mode'
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def flag_of_one_pipe(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_src(set_pipe=pl.PipeType.V, wait_pipe=pl.PipeType.V, event_id=0)
#                                                            ^^^^^^^^^^^^^ PYPTO-E0307 InvalidOperationError: Error in system operation 'sync_src': an event is between two different pipes
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def flag_number(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_dst(set_pipe=pl.PipeType.V, wait_pipe=pl.PipeType.MTE3, event_id=8)
#                                                                                       ^ PYPTO-E0307 InvalidOperationError: Error in system operation 'sync_dst': event id 8 is outside 0..7
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def short_workspace(w: pl.InOut[pl.Tensor[[255], pl.INT64]], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.set_ffts(w)
#                          ^ PYPTO-E0304 InvalidOperationError: Error in system operation 'set_ffts': 'workspace' needs >= 256 elements, has 255
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def two_of_three(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.cacheinvalid(x, [1, 16])
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0302 InvalidOperationError: Error in system operation 'cacheinvalid': cacheinvalid takes no argument, or tensor, shapes and offsets
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def line_rank(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.cacheinvalid(x, [16], [0, 0])
#                                 ^^^^ PYPTO-E0304 InvalidOperationError: Error in system operation 'cacheinvalid': 'shapes' needs 2 entries
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def line_outside(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.cacheinvalid(x, [1, 16], [16, 0])
#                                          ^^^^^^^ PYPTO-E0308 InvalidOperationError: Error in system operation 'cacheinvalid': offset 16 + extent 1 of axis 0 passes the extent 16 of the tensor
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def push_code(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.tpush_to_aic(pl.load(x, [0, 0], [16, 16]), split=3)
#                                                           ^ PYPTO-E0307 InvalidOperationError: Error in unified operation 'tpush_to_aic': invalid split code 3
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def push_without_a_split(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.tpush_to_aiv(pl.load(x, [0, 0], [16, 16]))
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0302 InvalidOperationError: Error in unified operation 'tpush_to_aiv': pl.tpush_to_aiv() missing required argument 'split'
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def pop_without_a_type(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.tpop_from_aic(split=0)
#           ^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0302 InvalidOperationError: Error in unified operation 'tpop_from_aic': shape= and dtype= of the received tile are needed
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def ring_without_a_size(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.aic_initialize_pipe(dir_mask=1)
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0302 InvalidOperationError: Error in unified operation 'aic_initialize_pipe': pl.aic_initialize_pipe() missing required argument 'slot_size'
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def ring_mask(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.aic_initialize_pipe(dir_mask=4, slot_size=1024)
#                                       ^ PYPTO-E0307 InvalidOperationError: Error in unified operation 'aic_initialize_pipe': dir_mask is 4
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def more_local_slots(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.aiv_initialize_pipe(dir_mask=1, slot_size=1024, slot_num=4, local_slot_num=8)
#                                                                                     ^ PYPTO-E0307 InvalidOperationError: Error in unified operation 'aiv_initialize_pipe': local_slot_num 8 is more than the 4 slots of the ring
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def nameless_buffer(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.reserve_buffer(name="", size=1024)
#                                  ^^ PYPTO-E0307 InvalidOperationError: Error in unified operation 'reserve_buffer': 'name' must be a non-empty string
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def buffer_of_nothing(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.reserve_buffer(name="ring", size=0)
#                                               ^ PYPTO-E0307 InvalidOperationError: Error in unified operation 'reserve_buffer': a buffer of 0 bytes
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def two_sizes(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.aic_initialize_pipe(dir_mask=1, slot_size=1024)
        pl.aiv_initialize_pipe(dir_mask=1, slot_size=2048)
#                                                    ^^^^ PYPTO-E0307 InvalidOperationError: Error in unified operation 'aiv_initialize_pipe': slot_size 2048 of ring 0 is 1024 on its other side
        pl.store(pl.tile.full([1, 16], pl.FP32, 1.0), [0, 0], y)
# -----
@pl.jit
def freed_load(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
        pl.tfree_to_aic(t)
#                       ^ PYPTO-E0303 InvalidOperationError: Error in unified operation 'tfree_to_aic': 'tile' must be what pl.tpop_from_aic() returned
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def freed_elsewhere(y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.tpop_from_aic(shape=[16, 16], dtype=pl.FP32, id=1)
        pl.store(t, [0, 0], y)
        pl.tfree_to_aic(t, id=2)
#                             ^ PYPTO-E0307 InvalidOperationError: Error in unified operation 'tfree_to_aic': id=2, but the tile was popped from ring 1
