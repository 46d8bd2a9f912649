# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The snippets of the manual's page on scopes and placement, each in a program that it fits in."""

from __future__ import annotations

import textwrap
from typing import NamedTuple

# Mixed kernels are checked and not divided between the cores yet; nor do ranks communicate.
MIXED = "PYPTO-E0426"
RANKS = "PYPTO-E0317"


class Snippet(NamedTuple):
    """text: as the page has it. program: what surrounds it, with `{snippet}` for its place.

    stop: the code of the error that the page or this version gives, or "".
    """

    text: str
    program: str
    stop: str = ""

    def source(self) -> str:
        """The whole program."""
        line = next(row for row in self.program.splitlines() if "{snippet}" in row)
        indent = line[: len(line) - len(line.lstrip())]
        body = textwrap.indent(textwrap.dedent(self.text).strip("\n"), indent)
        return self.program.replace(line, body)


_ENTRY = """
@pl.jit
def kernel(
    x: pl.Tensor[[256, 128], pl.FP32],
    q: pl.Tensor[[128, 128], pl.FP16],
    k: pl.Tensor[[128, 128], pl.FP16],
    w: pl.Tensor[[128, 128], pl.FP32],
    bias: pl.Tensor[[128, 128], pl.FP32],
    y: pl.InOut[pl.Tensor[[128, 128], pl.FP32]],
    sync_ws: pl.InOut[pl.Tensor[[16], pl.INT32]],
    participant_count: pl.INT32,
):
"""
_IN_A_CORE = _ENTRY + "    with pl.at(level=pl.Level.CORE_GROUP):\n"
_RANKS = """
import pypto.language.distributed as pld

NUM_PEERS = 4

@pl.jit
def kernel(
    win: pld.DistributedTensor[[16, 256], pl.FP32],
    sig: pld.DistributedTensor[[1, 1], pl.INT32],
    out: pl.InOut[pl.Tensor[[16, 256], pl.FP32]],
    peer: pl.INT32,
):
    with pl.at(level=pl.Level.CORE_GROUP):
        {snippet}
"""
_TWO_PRODUCTS = (
    _IN_A_CORE
    + """        mm0 = pl.matmul(q, k, out_dtype=pl.FP32)
        mm1 = pl.matmul(k, q, out_dtype=pl.FP32)
        {snippet}
"""
)

SNIPPETS = {
    "quickstart": Snippet(
        """
        @pl.jit
        def scale(
            x: pl.Tensor[[256, 128], pl.FP32],
            out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
        ):
            with pl.at(level=pl.Level.CORE_GROUP):
                out[:] = pl.mul(x, 2.0)
            return out
        """,
        "{snippet}",
    ),
    "optimizations": Snippet(
        """
        with pl.at(level=pl.Level.CORE_GROUP,
                   optimizations=[pl.split(pl.SplitMode.UP_DOWN),
                                  pl.cross_core_slot(slot_num=4)]):
            ...
        """,
        _ENTRY + "    {snippet}\n    pl.write(y, [0, 0], 1.0)\n",
    ),
    "dispatch form": Snippet(
        """
        # Dispatch form — the body launches a kernel defined elsewhere. `self.kernel`
        # means this form needs @pl.program; from @pl.jit, use the loop form below.
        with pl.spmd(4):
            out = self.kernel(a, b, out)
        """,
        """
@pl.program
class Program:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        a: pl.Tensor[[256, 128], pl.FP32],
        b: pl.Tensor[[256, 128], pl.FP32],
        out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
    ):
        i = pl.tile.get_block_idx()
        t = pl.add(pl.load(a, [i * 64, 0], [64, 128]), pl.load(b, [i * 64, 0], [64, 128]))
        return pl.store(t, [i * 64, 0], out)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[256, 128], pl.FP32],
        b: pl.Tensor[[256, 128], pl.FP32],
        out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
    ):
        {snippet}
        return out
""",
    ),
    "loop form": Snippet(
        """
        @pl.jit
        def spmd_add(
            a: pl.Tensor[[256, 128], pl.FP32],
            b: pl.Tensor[[256, 128], pl.FP32],
            out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
        ):
            for i in pl.spmd(2):                    # `i` binds the block index
                off = i * 128
                out = pl.store(
                    pl.add(pl.load(a, [off, 0], [128, 128]), pl.load(b, [off, 0], [128, 128])),
                    [off, 0],
                    out,
                )
            return out
        """,
        "{snippet}",
    ),
    "phases": Snippet(
        """
        with pl.at(level=pl.Level.CORE_GROUP):
            for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                ...                                    # phase 1 — per-lane work via aiv_id
            pl.system.syncall(core_type=pl.KernelType.MIX)  # barrier: outside, runs on both
            mm = pl.matmul(q, k)                       # cube work: outside, runs on AIC
            for _ in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                out = pl.add(pl.aiv_shard(mm), bias)   # phase 2 — full-width vector work
        """,
        _ENTRY.replace(
            "bias: pl.Tensor[[128, 128], pl.FP32]", "bias: pl.Tensor[[128, 128], pl.FP16]"
        )
        + "    {snippet}\n    pl.write(y, [0, 0], 1.0)\n",
        MIXED,
    ),
    "mixed crossings": Snippet(
        """
        for _ in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            a = pl.exp(pl.aiv_shard(mm0))         # crossing, no split
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            b = pl.exp(pl.aiv_shard(mm1))         # crossing, split      -> rejected
        """,
        _TWO_PRODUCTS,
        "PYPTO-E0413",
    ),
    "two split axes": Snippet(
        """
        for r in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            a = pl.exp(pl.aiv_shard(mm0))
        for c in pl.split_aiv(2, mode=pl.SplitMode.LEFT_RIGHT):
            b = pl.exp(pl.aiv_shard(mm1))         # accepted
        """,
        _TWO_PRODUCTS,
        MIXED,
    ),
    "named crossings": Snippet(
        """
        mm = pl.matmul(q, k)                        # cube, outside every region
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            v = pl.exp(pl.aiv_shard(mm))            # C->V: named
            kv = pl.aic_gather(v)                   # V->C: named
        out = pl.matmul(kv, w)                      # cube again, outside
        """,
        _IN_A_CORE.replace("w: pl.Tensor[[128, 128], pl.FP32]", "w: pl.Tensor[[128, 128], pl.FP16]")
        + "        {snippet}\n",
        MIXED,
    ),
    "put and notify": Snippet(
        """
        for _ in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            pld.tensor.put(dst=win, peer=peer, src=out,
                           dst_offsets=[0, 0], src_offsets=[0, 0], shape=[16, 256])
            pld.system.notify(target=sig, peer=peer, offsets=[0, 0], value=1,
                              op=pld.NotifyOp.AtomicAdd)
        """,
        _RANKS,
        RANKS,
    ),
    "sharded notify": Snippet(
        """
        # sharded: each lane takes a different set of peers
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            for owner in pl.range(aiv_id, NUM_PEERS, 2):
                pld.system.notify(target=sig, peer=owner, offsets=[0, 0], value=1,
                                  op=pld.NotifyOp.AtomicAdd)
        """,
        _RANKS,
        RANKS,
    ),
    "guarded notify": Snippet(
        """
        # guarded: lane 0 does it, lane 1 skips
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            if aiv_id == 0:
                pld.system.notify(target=sig, peer=peer, offsets=[0, 0], value=1,
                                  op=pld.NotifyOp.AtomicAdd)
        """,
        _RANKS,
        RANKS,
    ),
    "hand-off": Snippet(
        """
        pl.system.cacheinvalid()  # publish all producer cache lines
        pl.system.fence()         # wait until they are visible in GM
        pl.system.syncall(
            mode=pl.SyncAllMode.SOFT,
            core_type=pl.KernelType.MIX,
            gm_workspace=sync_ws,
            used_cores=participant_count,
        )                         # synchronize arrival only
        pl.system.cacheinvalid()  # consumer invalidates before reading
        """,
        _IN_A_CORE + "        {snippet}\n        pl.write(y, [0, 0], 1.0)\n",
    ),
    "events": Snippet(
        """
        pl.system.sync_set(0, pipe=pl.PipeType.MTE3, core_type=pl.KernelType.AIV)   # raised on AIV
        pl.system.sync_wait(0, pipe=pl.PipeType.MTE2, core_type=pl.KernelType.AIC)    # awaited on AIC
        """,  # noqa: E501
        _IN_A_CORE + "        {snippet}\n        pl.write(y, [0, 0], 1.0)\n",
        MIXED,
    ),
}


class Edge(NamedTuple):
    """A row of the page's table of edge cases.

    row: how the row starts. program: one with the symptom. code and text: of the error or
    warning; both empty where the page says that the compiler does not see it. marked: what the
    caret is under. fixed: the program after the fix of the row. stop, fixed_stop: codes of the
    errors that this version gives for a program without a code of its own and for the fixed one.
    """

    row: str
    program: str
    code: str = ""
    text: str = ""
    marked: str = ""
    fixed: str = ""
    stop: str = ""
    fixed_stop: str = ""


def _core(*lines: str) -> str:
    return _IN_A_CORE + "".join(f"        {line}\n" for line in lines)


_REGION = "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):"
_CROSSING = "for _ in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):"
_PRODUCT = "mm = pl.matmul(q, k, out_dtype=pl.FP32)"
_COUNTED = """
@pl.jit
def kernel(out: pl.Out[pl.Tensor[[64], pl.INT32]]):
    {head}
        pl.write(out, [{index}], 1)
"""

EDGES = [
    Edge(
        "`Misplaced tensor op ... should be inside InCore block`",
        _ENTRY + "    y[:] = pl.mul(bias, 2.0)\n",
        "PYPTO-E0401",
        "Misplaced tensor op 'mul' in Orchestration function (should be inside InCore block)",
        "pl.mul(bias, 2.0)",
        _core("y[:] = pl.mul(bias, 2.0)"),
    ),
    Edge(
        "`with pl.spmd(n):` body rejected",
        _ENTRY + "    with pl.spmd(4):\n        y[:] = pl.mul(bias, 2.0)\n",
        "PYPTO-E0408",
        "neither reads the per-block index (pl.tile.get_block_idx()) nor dispatches",
        "pl.spmd(4)",
        _ENTRY
        + "    with pl.spmd(4):\n        i = pl.tile.get_block_idx()\n"
        + "        y[i * 32 : i * 32 + 32, :] = pl.mul(bias[i * 32 : i * 32 + 32, :], 2.0)\n",
    ),
    Edge(
        "Most `pl.write` stores vanish, a different set each run",
        _COUNTED.format(head="for i in pl.spmd(8):", index="i"),
        "PYPTO-W0003",
        "[ScalarWriteLineShared] pl.write into 'out' from 8 concurrent blocks",
        "pl.write(out, [i], 1)",
        _COUNTED.format(head="for i in pl.spmd(4):", index="i * 16"),
    ),
    Edge(
        "`optimizations=` rejected",
        "SPLITS = [pl.split(pl.SplitMode.NONE)]\n"
        + _ENTRY
        + "    with pl.at(level=pl.Level.CORE_GROUP, optimizations=SPLITS):\n"
        + "        y[:] = pl.mul(bias, 2.0)\n",
        "PYPTO-E0403",
        "pl.at(optimizations=...) must be a list literal written at the call",
        "SPLITS",
        _ENTRY
        + "    with pl.at(level=pl.Level.CORE_GROUP,\n"
        + "               optimizations=[pl.split(pl.SplitMode.NONE)]):\n"
        + "        y[:] = pl.mul(bias, 2.0)\n",
    ),
    Edge(
        "Printed IR cannot be reparsed",
        _ENTRY
        + "    n = pl.system.available_aiv_count()\n    for i in pl.spmd(n):\n"
        + "        pl.write(y, [i, 0], 1.0)\n",
        fixed=_ENTRY
        + "    for i in pl.spmd(pl.system.available_aiv_count()):\n"
        + "        pl.write(y, [i, 0], 1.0)\n",
    ),
    Edge(
        "`vector op '...' sits outside every pl.split_aiv region`",
        _core(_REGION, "    t = pl.exp(bias)", "y[:] = pl.add(bias, w)"),
        "PYPTO-E0412",
        "vector op 'tensor.add' sits outside every pl.split_aiv region",
        "pl.add(bias, w)",
        _core(_REGION, "    t = pl.exp(bias)", _REGION, "    y[:] = pl.add(bias, w)"),
        fixed_stop=MIXED,
    ),
    Edge(
        "`cube op '...' inside a pl.split_aiv region`",
        _core(_REGION, "    y[:] = pl.exp(bias)", "    mm = pl.matmul(q, k)"),
        "PYPTO-E0412",
        "cube op 'tensor.matmul' inside a pl.split_aiv region",
        "pl.matmul(q, k)",
        _core("mm = pl.matmul(q, k)", _REGION, "    y[:] = pl.exp(bias)"),
        fixed_stop=MIXED,
    ),
    Edge(
        "`'x' is produced on the CUBE lane ... reads it on the VECTOR lane inside one`",
        _core(_PRODUCT, _REGION, "    y[:] = pl.exp(mm)"),
        "PYPTO-E0412",
        "'mm' is produced on the CUBE lane by 'tensor.matmul' outside every pl.split_aiv region "
        "but 'tensor.exp' reads it on the VECTOR lane inside one",
        "pl.exp(mm)",
        _core(_PRODUCT, _REGION, "    y[:] = pl.exp(pl.aiv_shard(mm))"),
        fixed_stop=MIXED,
    ),
    Edge(
        "`'x' is defined inside a pl.split_aiv region but ... reads it on the CUBE lane outside`",
        _core(_REGION, "    v = pl.cast(bias, pl.FP16)", "mm = pl.matmul(v, k, out_dtype=pl.FP32)"),
        "PYPTO-E0412",
        "'v' is defined inside a pl.split_aiv region but 'tensor.matmul' reads it on the CUBE lane "
        "outside",
        "pl.matmul(v, k, out_dtype=pl.FP32)",
        _core(
            _REGION,
            "    v = pl.cast(bias, pl.FP16)",
            "    v = pl.aic_gather(v)",
            "mm = pl.matmul(v, k, out_dtype=pl.FP32)",
        ),
        fixed_stop=MIXED,
    ),
    Edge(
        "`'tile.aiv_shard' operand is in Vec, but it transfers a cube-produced value`",
        _core(
            _REGION,
            "    t = pl.load(bias, [0, 0], [128, 128])",
            "    y = pl.store(pl.aiv_shard(t), [0, 0], y)",
        ),
        "PYPTO-E0412",
        "'tile.aiv_shard' operand is in Vec, but it transfers a cube-produced value",
        "pl.aiv_shard(t)",
        _core(
            _REGION, "    t = pl.load(bias, [0, 0], [128, 128])", "    y = pl.store(t, [0, 0], y)"
        ),
        fixed_stop=MIXED,
    ),
    Edge(
        "`'... operand ... is produced on the VECTOR lane by 'tile.full''`",
        _core(
            _REGION,
            "    t = pl.full([128, 128], dtype=pl.FP32, value=1.0)",
            "    y[:] = pl.aiv_shard(t)",
        ),
        "PYPTO-E0412",
        "operand 't' is produced on the VECTOR lane by 'tensor.full'",
        "pl.aiv_shard(t)",
        _core(_REGION, "    y[:] = pl.full([128, 128], dtype=pl.FP32, value=1.0)"),
        fixed_stop=MIXED,
    ),
    Edge(
        "`'pl.aiv_shard' crosses the AIC/AIV boundary under ... but ... earlier in this function "
        "crosses it under ...`",
        _core(
            _PRODUCT,
            "nn = pl.matmul(k, q, out_dtype=pl.FP32)",
            _REGION,
            "    a = pl.exp(pl.aiv_shard(mm))",
            _CROSSING,
            "    b = pl.exp(pl.aiv_shard(nn))",
        ),
        "PYPTO-E0413",
        "'pl.aiv_shard' crosses the AIC/AIV boundary under mode=UP_DOWN but 'pl.aiv_shard' earlier "
        "in this function crosses it under mode=NONE",
        "pl.aiv_shard(nn)",
        _core(
            _PRODUCT,
            "nn = pl.matmul(k, q, out_dtype=pl.FP32)",
            _REGION,
            "    a = pl.exp(pl.aiv_shard(mm))",
            _REGION,
            "    b = pl.exp(pl.aiv_shard(nn))",
        ),
        fixed_stop=MIXED,
    ),
    Edge(
        "The cube reads one lane's value at random",
        _core(
            _REGION,
            "    v = pl.cast(pl.mul(bias, pl.cast(aiv_id, pl.FP32)), pl.FP16)",
            "    v = pl.aic_gather(v)",
            "mm = pl.matmul(v, k, out_dtype=pl.FP32)",
        ),
        stop=MIXED,
    ),
    Edge(
        "A peer's signal counter reads twice what it should",
        _RANKS.replace(
            "{snippet}",
            "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n            "
            "pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)",
        ),
        stop=RANKS,
    ),
    Edge(
        "A rank reads stale data after its `pld.system.wait` returns",
        _RANKS.replace("{snippet}", "pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)"),
        stop=RANKS,
    ),
]
