# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One line of a kernel for every operation of the language.

Names available: tensors x (FP32 [32, 64]), h (FP16), b (BF16), i (INT32), s (INT16), u (UINT32),
v (FP32 [32, 1]), w (FP32 [1, 64]); out (FP32 [32, 64]); tiles tx th tb ti ts tu tv tw of the
same; tmp (FP32 scratch tile), k (INT32 scalar), n (INDEX scalar).
"""

from __future__ import annotations

_BINARY = "add sub mul div maximum minimum fmod part_add part_mul part_max part_min"
_SCALAR = "adds subs muls divs"
_UNARY = "neg abs recip exp log sqrt rsqrt sin cos"
_ROW = "row_sum row_max row_prod row_argmax row_argmin"
_COL = "col_sum col_max col_min col_prod"
_EXPAND = "add sub mul div max min expdif"

SNIPPETS: dict[str, str] = {}


def _add(name: str, code: str) -> None:
    SNIPPETS[name] = code


for _n in _BINARY.split():
    _add(f"pl.{_n}(T)", f"r = pl.{_n}(x, x)")
    _add(f"pl.{_n}(t)", f"r = pl.{_n}(tx, tx)")
for _n in ("add", "sub", "mul", "div", "maximum", "minimum"):
    _add(f"pl.{_n}(T, scalar)", f"r = pl.{_n}(x, 2.0)")
    _add(f"pl.{_n}(t, scalar)", f"r = pl.{_n}(tx, 2.0)")
for _n in _SCALAR.split():
    _add(f"pl.tensor.{_n}", f"r = pl.tensor.{_n}(x, 2.0)")
    _add(f"pl.tile.{_n}", f"r = pl.tile.{_n}(tx, 2.0)")
for _n in _UNARY.split():
    _add(f"pl.{_n}(T)", f"r = pl.{_n}(x)")
    _add(f"pl.{_n}(t)", f"r = pl.{_n}(tx)")
for _n in (*_ROW.split(), "row_min"):
    _add(f"pl.{_n}(T)", f"r = pl.{_n}(x)")
    _add(f"pl.{_n}(t)", f"r = pl.{_n}(tx, tmp)")
for _n in _COL.split():
    _add(f"pl.{_n}(T)", f"r = pl.{_n}(x)")
    _add(f"pl.{_n}(t)", f"r = pl.{_n}(tx)")
_add("pl.col_sum(t, tmp_tile)", "r = pl.col_sum(tx, tmp)")
for _n in ("col_argmax", "col_argmin"):
    _add(f"pl.{_n}(T)", f"r = pl.{_n}(x)")
    _add(f"pl.{_n}(t)", f"r = pl.{_n}(tx, tmp)")
for _n in ("", *(f"_{_e}" for _e in _EXPAND.split())):
    _add(f"pl.row_expand{_n}(T)", f"r = pl.row_expand{_n}(x, v)")
    _add(f"pl.row_expand{_n}(t)", f"r = pl.row_expand{_n}(tx, tv)")
    _add(f"pl.col_expand{_n}(T)", f"r = pl.col_expand{_n}(x, w)")
    _add(f"pl.col_expand{_n}(t)", f"r = pl.col_expand{_n}(tx, tw)")
for _n in ("and_", "or_", "shl", "shr"):
    _add(f"pl.{_n}(T)", f"r = pl.{_n}(i, i)")
    _add(f"pl.{_n}(t)", f"r = pl.{_n}(ti, ti)")
    _add(f"pl.{_n}(T, scalar)", f"r = pl.{_n}(i, 3)")
for _n in ("ands", "ors", "shls", "shrs"):
    _add(f"pl.{_n}(T)", f"r = pl.{_n}(i, 3)")
    _add(f"pl.{_n}(t)", f"r = pl.{_n}(ti, 3)")

SNIPPETS.update(
    {
        "pl.xor(T)": "r = pl.xor(i, i)",
        "pl.xor(t)": "r = pl.xor(ti, ti, ti)",
        "pl.xors(T)": "r = pl.xors(i, 3)",
        "pl.not_(T)": "r = pl.not_(s)",
        "pl.fmods(T)": "r = pl.fmods(x, 2.0)",
        "pl.rem": "r = pl.rem(ti, ti, ti)",
        "pl.rems": "r = pl.rems(ti, 3, ti)",
        "pl.addc": "r = pl.addc(tx, tx, tx)",
        "pl.subc": "r = pl.subc(tx, tx, tx)",
        "pl.addsc": "r = pl.addsc(tx, 2.0, tx)",
        "pl.subsc": "r = pl.subsc(tx, 2.0, tx)",
        "pl.maximums": "r = pl.maximums(tx, 2.0)",
        "pl.minimums": "r = pl.minimums(tx, 2.0)",
        "pl.relu": "r = pl.relu(tx)",
        "pl.lrelu": "r = pl.lrelu(tx, 0.1)",
        "pl.prelu": "r = pl.prelu(tx, tx, tmp)",
        "pl.rsqrt(T, high_precision)": "r = pl.rsqrt(x, high_precision=True)",
        "pl.tile.rsqrt": "r = pl.tile.rsqrt(tx, tmp)",
        "pl.cast(T)": 'r = pl.cast(x, target_type=pl.FP16, mode="rint")',
        "pl.cast(t)": "r = pl.cast(tx, pl.FP16)",
        "pl.cast(S)": "r = pl.cast(k, pl.FP32)",
        "pl.const": "r = pl.const(3, pl.INT8)",
        "pl.min": "r = pl.min(k, 3)",
        "pl.max": "r = pl.max(n, 3)",
        "pl.create_tensor": "r = pl.create_tensor([32, 64], dtype=pl.FP32)",
        "pl.full": "r = pl.full([32, 64], dtype=pl.FP32, value=1.0)",
        "pl.tile.full": "r = pl.tile.full([32, 64], pl.FP32, 1.0)",
        "pl.create_tile": "r = pl.create_tile([32, 64], dtype=pl.FP32)",
        "pl.create_l1": "r = pl.create_l1([32, 64], pl.FP16)",
        "pl.arange": "r = pl.arange(0, [1, 64], dtype=pl.INT32)",
        "pl.tile.arange": "r = pl.tile.arange(0, [1, 64], dtype=pl.INT32)",
        "pl.random": "r = pl.random(1, 2, 3, 4, 5, 6, [32, 64])",
        "pl.tile.random": "r = pl.tile.random(1, 2, 3, 4, 5, 6, [32, 64])",
        "pl.tri": "r = pl.tri(0, [32, 64])",
        "pl.tri(valid_shape)": "r = pl.tri(0, [32, 64], valid_shape=[n, 17])",
        "pl.expands(T)": "r = pl.expands(x, 2.0)",
        "pl.expands(t)": "r = pl.expands(tx, 2.0)",
        "pl.expand_clone": "r = pl.expand_clone(pl.reshape(x, [1, 32, 64]), pl.reshape(x, [1, 32, 64]))",
        "pl.array.create": "r = pl.array.create(4, pl.INT32)",
        "pl.load": "r = pl.load(x, [0, 0], [16, 64], valid_shape=[n, 64])",
        "pl.load(clamp)": "r = pl.load(x, [24, 0], [16, 64], clamp=True)",
        "pl.store": "out = pl.store(tx, [0, 0], out)",
        "pl.store(atomic)": "out = pl.store(tx, [0, 0], out, atomic=pl.AtomicType.Add)",
        "pl.move": "r = pl.move(pl.load(h, [0, 0], [32, 64], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)",
        "pl.move(blayout)": "r = pl.move(tx, pl.Mem.Vec, blayout=pl.TileLayout.row_major)",
        "pl.tile.extract": "r = pl.tile.extract(pl.load(h, [0, 0], [32, 64], target_memory=pl.Mem.Mat), 0, 0, [16, 16], target_memory=pl.Mem.Left)",
        "pl.read(T)": "r = pl.read(i, [3, 4])",
        "pl.read(t)": "r = pl.read(ti, [3, 4])",
        "pl.write(T)": "pl.write(out, [3, 4], 1.5)",
        "pl.tile.write": "r = pl.tile.write(tx, [3, 4], 1.5)",
        "pl.tensor.dim": "r = pl.tensor.dim(x, -1)",
        "pl.assemble(T)": "out = pl.assemble(out, pl.slice(x, [8, 64], [0, 0]), [8, 0])",
        "pl.tile.assemble": "r = pl.tile.assemble(tx, pl.tile.slice(tx, [8, 64], [0, 0]), [8, 0])",
        "pl.assemble(atomic)": "out = pl.assemble(out, pl.neg(x), [0, 0], atomic=pl.AtomicType.Add)",
        "pl.slice(T)": "r = pl.slice(x, [8, 64], [n, 0])",
        "pl.slice(drop_dims)": "r = pl.slice(x, [1, 64], [n, 0], drop_dims=[0])",
        "pl.slice(t)": "r = pl.slice(tx, [8, 64], [8, 0])",
        "pl.slice(clamp)": "r = pl.slice(x, [32, 64], [8, 0], clamp=True)",
        "pl.slice(valid_shape)": "r = pl.slice(x, [8, 64], [0, 0], valid_shape=[n, 64])",
        "pl.gather_row": "r = pl.gather_row(pl.create_l1([32, 64], pl.FP32), x, [0, 0], [n, 0], [1, 64])",
        "pl.paged_gather": "r = pl.paged_gather(x, pl.slice(i, [1, 64], [0, 0]), pl.slice(i, [1, 64], [0, 0]), 16, 64, 64)",
        "pl.mgather(row)": "r = pl.mgather(x, pl.load(i, [0, 0], [1, 32]))",
        "pl.mgather(elem)": 'r = pl.mgather(x, ti, "elem", gather_oob="clamp")',
        "pl.mgather(Mat)": "r = pl.mgather(h, pl.slice(i, [1, 32], [0, 0]), target_memory=pl.Mem.Mat)",
        "pl.mgather(elem, Mat)": 'r = pl.mgather(x, i, "elem", target_memory=pl.Mem.Mat, scratch=out)',
        "pl.gather(compare)": 'r, q = pl.gather(x, kvalue=1.0, cmp_mode="gt", out_cols=16)',
        "pl.tile.gather_compare": "r, q = pl.tile.gather_compare(tx, 1.0, tu, out_cols=16)",
        "pl.gather_row(transpose)": "r = pl.gather_row(pl.create_l1([64, 32], pl.FP32, transpose=True), x, [0, 0], [n, 0], [1, 64], transpose=True)",
        "pl.gather_row(valid_shape)": "r = pl.gather_row(tx, x, [0, 0], [8, 0], [8, 64], valid_shape=[n, 64])",
        "pl.mscatter": "out = pl.mscatter(tx, ti, out)",
        "pl.matmul(T)": "r = pl.matmul(h, h, b_trans=True, out_dtype=pl.FP32)",
        "pl.matmul_acc(T)": "r = pl.matmul_acc(pl.full([32, 32], pl.FP32, 0.0), h, h, b_trans=True)",
        "pl.matmul(t)": "r = pl.matmul(pl.move(pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.Mem.Left), pl.move(pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.Mem.Right))",
        "pl.tile.matmul_acc": "r = pl.tile.matmul_acc(pl.create_tile([32, 32], pl.FP32, pl.Mem.Acc), pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat))",
        "pl.matmul_bias": "r = pl.matmul_bias(pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(h, [0, 0], [32, 64], target_memory=pl.Mem.Mat), pl.load(w, [0, 0], [1, 64], target_memory=pl.Mem.Mat))",
        "pl.gemv": "r = pl.gemv(pl.load(h, [0, 0], [1, 32], target_memory=pl.Mem.Mat), pl.load(h, [0, 0], [32, 64], target_memory=pl.Mem.Mat))",
        "pl.gemv(acc_phase)": 'r = pl.gemv(pl.load(h, [0, 0], [1, 32], target_memory=pl.Mem.Mat), pl.load(h, [0, 0], [32, 64], target_memory=pl.Mem.Mat), acc_phase="final")',
        "pl.batch_matmul": "r = pl.batch_matmul(pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(h, [0, 0], [32, 64], target_memory=pl.Mem.Mat))",
        "pl.batch_matmul(batch)": "r = pl.batch_matmul(pl.load(pl.reshape(h, [2, 16, 64]), [0, 0, 0], [2, 16, 32], target_memory=pl.Mem.Mat), pl.load(h, [0, 0], [32, 64], target_memory=pl.Mem.Mat))",
        "pl.tile.transpose_view": "r = pl.tile.transpose_view(pl.load(h, [0, 0], [32, 64], target_memory=pl.Mem.Mat))",
        "pl.reshape(T)": "r = pl.reshape(x, [64, 32])",
        "pl.reshape(t)": "r = pl.reshape(tx, [64, 32])",
        "pl.reinterpret_view": "r = pl.reinterpret_view(x, pl.UINT32)",
        "pl.tensor.view": "r = pl.tensor.view(x, [64, 32])",
        "pl.tensor.view(layout)": "r = pl.tensor.view(x, layout=pl.DN)",
        "pl.transpose(T)": "r = pl.transpose(x, axis1=-2, axis2=-1)",
        "pl.transpose(t)": "r = pl.transpose(tx, 0, 1)",
        "pl.transpose(t, leading axes)": "r = pl.transpose(pl.load(pl.reshape(x, [2, 16, 64]), [0, 0, 0], [2, 16, 64]), 0, 1)",
        "pl.concat": "r = pl.concat(x, x)",
        "pl.set_validshape(T)": "r = pl.set_validshape(pl.neg(x), n, 64)",
        "pl.set_validshape(t)": "r = pl.set_validshape(tx, n, 64)",
        "pl.fillpad(T)": "r = pl.fillpad(x, pad_value=pl.PadValue.min)",
        "pl.fillpad(t)": "r = pl.fillpad(pl.set_validshape(tx, n, 64), pad_value=pl.PadValue.min)",
        "pl.tile.fillpad_inplace": "r = pl.tile.fillpad_inplace(tx)",
        "pl.fillpad_expand": "r = pl.fillpad_expand(tx, [32, 128])",
        "pl.cmp(T)": "r = pl.cmp(x, x, cmp_type=2)",
        "pl.cmp(t)": "r = pl.cmp(tx, tx, cmp_type=2)",
        "pl.cmps": "r = pl.cmps(tx, 1.0, cmp_type=2)",
        "pl.sel": "r = pl.sel(pl.cmps(tx, 1.0), tx, tx, tu)",
        "pl.sels": "r = pl.sels(pl.cmps(tx, 1.0), tx, tu, 0.0)",
        "pl.gather(index)": "r = pl.gather(x, dim=-1, index=i)",
        "pl.gather(mask)": "r = pl.gather(x, mask_pattern=pl.tile.MaskPattern.P0101)",
        "pl.tile.gather": "r = pl.tile.gather(tx, ti, ti)",
        "pl.tile.gather_mask": "r = pl.tile.gather_mask(tx, pl.tile.MaskPattern.P1010)",
        "pl.gatherb": "r = pl.gatherb(tx, tu)",
        "pl.tensor.scatter": "r = pl.tensor.scatter(x, -1, i, x)",
        "pl.tensor.scatter(mask)": "r = pl.tensor.scatter(x, mask_pattern=1, dst=pl.concat(x, x))",
        "pl.tile.scatter": "r = pl.tile.scatter(tx, tx, ti)",
        "pl.scatter_update": "r = pl.scatter_update(pl.neg(x), -2, pl.slice(i, [1, 32], [0, 0]), x)",
        "pl.sort32(T)": "r = pl.sort32(x, u)",
        "pl.sort32(t)": "r = pl.sort32(tx, tu)",
        "pl.mrgsort(1)": "r = pl.mrgsort(tw, block_len=64)",
        "pl.mrgsort(2)": "r = pl.mrgsort(tw, tw, tmp=pl.create_tile([1, 128], dtype=pl.FP32))",
        "pl.tile.get_block_idx": "r = pl.tile.get_block_idx()",
        "pl.tile.get_block_num": "r = pl.tile.get_block_num()",
        "pl.get_subblock_idx": "r = pl.get_subblock_idx()",
        "pl.system.bar_all": "pl.system.bar_all()",
        "pl.system.bar_v": "pl.system.bar_v()",
        "pl.system.bar_m": "pl.system.bar_m()",
        "pl.system.fence": "pl.system.fence()",
        "pl.system.cacheinvalid": "pl.system.cacheinvalid()",
        "pl.system.cacheinvalid(view)": "pl.system.cacheinvalid(x, [1, 64], [0, 0])",
        "pl.system.sync_src": "pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=0)",
        "pl.system.sync_dst": "pl.system.sync_dst(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=0)",
        "pl.system.sync_set": "pl.system.sync_set(0, pipe=pl.PipeType.MTE3, core_type=pl.KernelType.AIV)",
        "pl.system.sync_wait": 'pl.system.sync_wait(0, pipe=pl.PipeType.MTE2, core_type="aic")',
        "pl.system.syncall(hard)": "pl.system.syncall(core_type=pl.KernelType.MIX)",
        "pl.system.syncall(soft)": 'pl.system.syncall(mode="soft", core_type="mix", gm_workspace=i, used_cores=4)',
        "pl.tpush_to_aiv": "pl.tpush_to_aiv(tx, split=0)",
        "pl.tpush_to_aic": "pl.tpush_to_aic(tx, split=1)",
        "pl.tpop_from_aic": "r = pl.tpop_from_aic(shape=[32, 64], dtype=pl.FP32)",
        "pl.tpop_from_aiv": "r = pl.tpop_from_aiv(shape=[32, 64], dtype=pl.FP32)",
        "pl.tfree_to_aic": "pl.tfree_to_aic(pl.tpop_from_aic(shape=[32, 64], dtype=pl.FP32))",
        "pl.aiv_initialize_pipe": "pl.aiv_initialize_pipe(dir_mask=2, slot_size=1024, slot_num=4)",
        "pl.tfree_to_aiv": "pl.tfree_to_aiv(pl.tpop_from_aiv(shape=[32, 64], dtype=pl.FP32))",
        "pl.aic_initialize_pipe": "pl.aic_initialize_pipe(dir_mask=1, slot_size=1024)",
        "pl.reserve_buffer": 'r = pl.reserve_buffer(name="ring", size=4096)',
        "pl.import_peer_buffer": 'r = pl.import_peer_buffer(name="ring", peer_func="other")',
        "pl.range": "for q in pl.range(4):\n            pl.write(out, [q, 0], 1.0)",
        "pl.parallel": "for q in pl.parallel(4):\n            pl.write(out, [q, 0], 1.0)",
        "pl.unroll": "for q in pl.unroll(4):\n            pl.write(out, [q, 0], 1.0)",
        "pl.pipeline": "for q in pl.pipeline(4, stage=2):\n            pl.write(out, [q, 0], 1.0)",
        "pl.split_aiv": "for q in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n            pl.write(out, [q, 0], 1.0)",
        "pl.prefetch.make_context": "r = pl.prefetch.make_context()",
        "pl.prefetch.async_prefetch": "r = pl.prefetch.async_prefetch(pl.slice(x, [1, 64], [0, 0]), pl.prefetch.make_context())",
        "pl.prefetch.session": "r = pl.prefetch.session(pl.prefetch.make_context())",
        "pl.prefetch.wait": "r = pl.prefetch.wait(pl.prefetch.async_prefetch(pl.slice(x, [1, 64], [0, 0]), pl.prefetch.make_context()), pl.prefetch.session(pl.prefetch.make_context()))",
        "pl.static_assert": "pl.static_assert(x.shape[0] == 32)",
    }
)

# Operations that only the A5 has.
ON_A5 = {"pl.mscatter", "pl.random", "pl.tile.random", "pl.mgather(row)", "pl.mgather(elem)"}

# Statements of the control plane, outside of a core scope.
CONTROL: dict[str, str] = {
    "pl.at": "with pl.at(level=pl.Level.CORE_GROUP, name_hint='part'):\n        out[:] = pl.neg(x)",
    "pl.at(split)": "with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN), pl.cross_core_slot(slot_num=4)]):\n        out[:] = pl.neg(x)",
    "pl.at(allow_early_resolve)": "with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=True):\n        out[:] = pl.neg(x)",
    "pl.at(as)": "with pl.at(level=pl.Level.CORE_GROUP) as tid:\n        out[:] = pl.neg(x)",
    "pl.at(deps)": "with pl.at(level=pl.Level.CORE_GROUP) as tid:\n        out[:] = pl.neg(x)\n    with pl.at(level=pl.Level.CORE_GROUP, deps=[tid]):\n        out[:] = pl.neg(x)",
    "pl.at(no_dep_args)": "with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[x]):\n        out[:] = pl.neg(x)",
    "pl.spmd(for)": "for q in pl.spmd(4):\n        out[q * 8 : q * 8 + 8, :] = pl.neg(x[q * 8 : q * 8 + 8, :])",
    "pl.spmd(with)": "with pl.spmd(4, sync_start=True):\n        q = pl.tile.get_block_idx()\n        out[q * 8 : q * 8 + 8, :] = pl.neg(x[q * 8 : q * 8 + 8, :])",
    "pl.spmd(as)": "with pl.spmd(4) as tid:\n        q = pl.tile.get_block_idx()\n        out[q * 8 : q * 8 + 8, :] = pl.neg(x[q * 8 : q * 8 + 8, :])",
    "pl.system.available_aiv_count": "for q in pl.spmd(pl.system.available_aiv_count()):\n        pl.write(out, [q, 0], 1.0)",
    "pl.system.available_cluster_count": "for q in pl.spmd(pl.system.available_cluster_count()):\n        pl.write(out, [q, 0], 1.0)",
    "pl.cluster": "with pl.cluster():\n        for q in pl.spmd(4):\n            pl.write(out, [q, 0], 1.0)",
    "pl.manual_scope": "with pl.manual_scope():\n        with pl.at(level=pl.Level.CORE_GROUP):\n            out[:] = pl.neg(x)",
    "pl.system.task_dummy": "t = pl.system.task_dummy(deps=[])\n    pl.write(out, [0, 0], 1.0)",
    "pl.system.task_invalid": "t = pl.system.task_invalid()\n    pl.write(out, [0, 0], 1.0)",
    "pl.array.create(TASK_ID)": "ids = pl.array.create(4, pl.TASK_ID)\n    pl.write(out, [0, 0], 1.0)",
    "pl.dump_tag": "pl.dump_tag(x)\n    pl.write(out, [0, 0], 1.0)",
    "pl.create_tensor(init_value)": "z = pl.create_tensor([4, 4], dtype=pl.INT32, init_value=0, manual_dep=True)\n    pl.write(out, [0, 0], 1.0)",
}

_HEADER = """import pypto.language as pl

@pl.jit
def kernel(
    x: pl.Tensor[[32, 64], pl.FP32], h: pl.Tensor[[32, 64], pl.FP16],
    b: pl.Tensor[[32, 64], pl.BF16], i: pl.Tensor[[32, 64], pl.INT32],
    s: pl.Tensor[[32, 64], pl.INT16], u: pl.Tensor[[32, 64], pl.UINT32],
    v: pl.Tensor[[32, 1], pl.FP32], w: pl.Tensor[[1, 64], pl.FP32],
    out: pl.InOut[pl.Tensor[[32, 64], pl.FP32]], k: pl.INT32, n: pl.INDEX,
):
"""
_TILES = """    with pl.at(level=pl.Level.CORE_GROUP):
        tx = pl.load(x, [0, 0], [32, 64])
        th = pl.load(h, [0, 0], [32, 64])
        tb = pl.load(b, [0, 0], [32, 64])
        ti = pl.load(i, [0, 0], [32, 64])
        ts = pl.load(s, [0, 0], [32, 64])
        tu = pl.load(u, [0, 0], [32, 64])
        tv = pl.load(v, [0, 0], [32, 1])
        tw = pl.load(w, [0, 0], [1, 64])
        tmp = pl.create_tile([32, 64], dtype=pl.FP32)
"""


def core_kernel(code: str) -> str:
    """A kernel with the names of this file and `code` in a core scope."""
    return f"{_HEADER}{_TILES}        {code}\n"


def control_kernel(code: str) -> str:
    """A kernel with the names of this file and `code` on the control plane."""
    return f"{_HEADER}    {code}\n"


def programs() -> dict[str, str]:
    """Name and text of one kernel for each entry."""
    result = {name: core_kernel(code) for name, code in SNIPPETS.items()}
    result.update({name: control_kernel(code) for name, code in CONTROL.items()})
    return result
