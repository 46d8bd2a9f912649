# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual's page on memory and data movement: its snippets and the rows of its tables."""

from __future__ import annotations

from scopes_page import Edge, Snippet

_CORE = """
@pl.jit
def kernel(
    x: pl.Tensor[[256, 128], pl.FP32],
    h: pl.Tensor[[32, 32], pl.FP16],
    counts: pl.Tensor[[64], pl.INT32],
    plan: pl.InOut[pl.Tensor[[64], pl.INT32]],
    y: pl.InOut[pl.Tensor[[256, 128], pl.FP32]],
    off: pl.INDEX,
    rows_left: pl.INDEX,
    row: pl.INDEX,
    v: pl.INT64,
):
    with pl.at(level=pl.Level.CORE_GROUP):
"""
_BODY = _CORE + "        {snippet}\n        pl.write(y, [0, 0], 1.0)\n"


def _core(*lines: str) -> str:
    return _CORE + "".join(f"        {line}\n" for line in lines)


_COUNTS = """
N = 64          # INT32 -> 16 elements per 64-byte line

@pl.jit
def kernel(src: pl.Tensor[[64], pl.INT32], out: pl.Out[pl.Tensor[[64], pl.INT32]]):
    {snippet}
"""
SNIPPETS = {
    "elementwise": Snippet(
        """
        @pl.jit.incore
        def elementwise(x: pl.Tensor[[128, 128], pl.FP32],
                        out: pl.Out[pl.Tensor[[128, 128], pl.FP32]]):
            t = pl.load(x, [0, 0], [128, 128])       # DDR -> Vec (default target)
            y = pl.mul(t, t)                          # compute in Vec
            pl.store(y, [0, 0], out)                  # Vec -> DDR
            return out
        """,
        "{snippet}",
    ),
    "matmul": Snippet(
        """
        @pl.jit.incore
        def mm(a: pl.Tensor[[32, 32], pl.FP16],
               b: pl.Tensor[[32, 32], pl.FP16],
               out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
            a_l1 = pl.load(a, [0, 0], [32, 32], target_memory=pl.Mem.Mat)   # DDR -> Mat
            b_l1 = pl.load(b, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
            a_l0a = pl.move(a_l1, target_memory=pl.Mem.Left)                 # Mat -> Left
            b_l0b = pl.move(b_l1, target_memory=pl.Mem.Right)                # Mat -> Right
            c = pl.matmul(a_l0a, b_l0b)                                      # -> Acc
            pl.store(c, [0, 0], out)                                         # Acc -> DDR
            return out
        """,
        "{snippet}",
    ),
    "scalar elements": Snippet(
        """
        n = pl.read(counts, [0])                      # one INT32 out of DDR
        pl.write(plan, [row], pl.cast(v, pl.INT32))   # one INT32 into DDR
        """,
        _BODY,
    ),
    "shared lines": Snippet(
        """
        with pl.spmd(24):
            blk = pl.tile.get_block_idx()
            for i in pl.range(pl.cast(blk, pl.INDEX), N, 24):
                pl.write(out, [i], pl.cast(pl.read(src, [i]) + 1, pl.INT32))
        """,
        _COUNTS,
        "PYPTO-W0003",
    ),
    "whole lines": Snippet(
        """
        with pl.spmd(N // 16):
            blk = pl.tile.get_block_idx()
            base = pl.cast(blk, pl.INDEX) * 16
            for i in pl.range(base, base + 16):
                pl.write(out, [i], pl.cast(pl.read(src, [i]) + 1, pl.INT32))
        """,
        _COUNTS,
    ),
    "valid shape": Snippet(
        """
        t = pl.load(x, [off, 0], [128, 128])
        t = pl.set_validshape(t, rows_left, 128)       # only `rows_left` rows are real
        m = pl.row_max(t)                              # pad value decides what the tail contributes
        """,  # noqa: E501
        # The table of reductions wants a scratch tile for a tile; the page leaves it out.
        _BODY,
        "PYPTO-E0303",
    ),
}
# Memory, as the table of spaces names it: how a tile gets there.
SPACES = {
    "DDR": "y[0:32, 0:32] = pl.cast(h, pl.FP32)",
    "Vec": "t = pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Vec)",
    "Mat": "t = pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat)",
    "Left": "t = pl.move(pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat), "
    "target_memory=pl.Mem.Left)",
    "Right": "t = pl.move(pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat), "
    "target_memory=pl.Mem.Right)",
    "Acc": "t = pl.matmul(pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat), "
    "pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat))",
    "Bias": "t = pl.move(pl.load(x, [0, 0], [1, 32], target_memory=pl.Mem.Mat), "
    "target_memory=pl.Mem.Bias)",
}
FROM_DDR = ("Vec", "Mat")
# Operations of the table of moves.
MOVES = {
    "`pl.load(tensor, offsets, shape, target_memory=...)`": SPACES["Mat"],
    "`pl.store(tile, offsets, tensor)`": "pl.store(pl.load(x, [0, 0], [8, 128]), [0, 0], y)",
    "`pl.move(tile, target_memory=...)`": SPACES["Left"],
    "`pl.create_tile(shape, dtype, ...)`": "t = pl.create_tile([16, 128], pl.FP32)",
    "`pl.create_l1(...)`": "t = pl.create_l1([32, 32], pl.FP16)",
}


def space_program(line: str) -> str:
    """A kernel with this line."""
    return _core(line, "pl.write(y, [0, 0], 1.0)")


_LOADED = "t = pl.load(h, [0, 0], [32, 32])"
EDGES = [
    Edge(
        "Tile-level `pl.matmul` rejects its operands",
        _core(
            _LOADED,
            "pl.store(pl.matmul(pl.move(t, target_memory=pl.Mem.Right), t), [0, 0], y)",
        ),
        "PYPTO-E0306",
        "'lhs' is in Right: operands must be in Left and Right",
        "pl.move(t, target_memory=pl.Mem.Right)",
        _core(
            "a = pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat)",
            "c = pl.matmul(pl.move(a, target_memory=pl.Mem.Left), "
            "pl.move(a, target_memory=pl.Mem.Right))",
            "pl.store(c, [0, 0], y)",
        ),
    ),
    Edge(
        "`pl.load(..., target_memory=pl.Mem.Left)` rejected",
        _core("t = pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Left)"),
        "PYPTO-E0306",
        "pl.load cannot target Left: a DDR load reaches only Vec or Mat",
        "pl.Mem.Left",
        space_program(SPACES["Left"]),
    ),
    Edge(
        "Reduction result wrong only for the last tile",
        _core(
            "t = pl.load(x, [0, 0], [16, 128], valid_shape=[16, rows_left])",
            "t = pl.fillpad(t, pad_value=pl.PadValue.zero)",
            "m = pl.row_max(t, pl.create_tile([16, 128], pl.FP32))",
            "pl.store(m, [0, 0], y)",
        ),
        "PYPTO-W0501",
        "[ReductionOverPadding] pl.row_max reads the padding",
        "pl.row_max(t, pl.create_tile([16, 128], pl.FP32))",
        _core(
            "t = pl.load(x, [0, 0], [16, 128], valid_shape=[16, rows_left])",
            "t = pl.fillpad(t, pad_value=pl.PadValue.min)",
            "m = pl.row_max(t, pl.create_tile([16, 128], pl.FP32))",
            "pl.store(m, [0, 0], y)",
        ),
    ),
    Edge(
        "`pl.create_tensor` inside an InCore function fails",
        """
@pl.jit.incore
def part(y: pl.Out[pl.Tensor[[16], pl.FP32]]):
    t = pl.create_tensor([16], dtype=pl.FP32)
    pl.write(y, [0], 1.0)
    return y


@pl.program
class Program:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, y: pl.Out[pl.Tensor[[16], pl.FP32]]):
        t = pl.create_tensor([16], dtype=pl.FP32)
        pl.write(y, [0], 1.0)
        return y
""",
        "PYPTO-E0312",
        "a tensor cannot be allocated inside an InCore function",
        "pl.create_tensor([16], dtype=pl.FP32)",
    ),
    Edge(
        "Most `pl.write` stores vanish, a different set each run",
        SNIPPETS["shared lines"].source(),
        "PYPTO-W0003",
        "consecutive blocks write 4 bytes apart, so 16 of them share each 64-byte cache line",
        "pl.write(out, [i], pl.cast(pl.read(src, [i]) + 1, pl.INT32))",
        SNIPPETS["whole lines"].source(),
    ),
    Edge(
        "On-chip buffer exhaustion",
        _core(
            "a = pl.load(x, [0, 0], [256, 128])",
            "b = pl.load(x, [0, 0], [256, 128])",
            "pl.store(pl.add(a, b), [0, 0], y)",
        ),
        "PYPTO-E0501",
        "on-chip buffer exhaustion",
        "pl.load(x, [0, 0], [256, 128])",
        _core(
            "a = pl.load(x, [0, 0], [128, 128])",
            "b = pl.load(x, [0, 0], [128, 128])",
            "pl.store(pl.add(a, b), [0, 0], y)",
        ),
    ),
]
