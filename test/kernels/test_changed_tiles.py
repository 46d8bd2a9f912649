# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements that change their first argument: `pl.write(t, ...)` is `t = pl.write(t, ...)`."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).resolve().parents[1] / "python" / "language"))

from kernel_text import core, load  # noqa: E402

from pypto.runtime import RunConfig  # noqa: E402

CHIPS = ["a2a3sim", "a5sim"]
LOADED = "t = pl.load(x, [0, 0], [8, 32])\n"
STORED = "\ny = pl.store(t, [0, 0], y)"
HEADER = (
    "@pl.jit\ndef kernel(x: pl.Tensor[[8, 32], pl.FP32], n: pl.Scalar[pl.INDEX],"
    " y: pl.Out[pl.Tensor[[8, 32], pl.FP32]]):\n"
)
PLACES = {
    "once": ("pl.write(t, [n, 2], 7.0)", [3]),
    "by keyword": ("pl.write(value=7.0, indices=[n, 2], dst=t)", [3]),
    "qualified": ("pl.tile.write(t, [n, 2], 7.0)", [3]),
    "under another name": ("u = t\npl.write(u, [n, 2], 7.0)", [3]),
    "loop": ("for i in pl.range(8):\n    pl.write(t, [i, 2], 7.0)", range(8)),
    "run-time loop": ("for i in pl.range(n):\n    pl.write(t, [i, 2], 7.0)", range(3)),
    "no iteration": ("for i in pl.range(n - 3):\n    pl.write(t, [i, 2], 7.0)", []),
    "unrolled": ("for i in pl.unroll(0, 8, 2):\n    pl.write(t, [i, 2], 7.0)", range(0, 8, 2)),
    "while": ("i = 0\nwhile i < n:\n    pl.write(t, [i, 2], 7.0)\n    i = i + 1", range(3)),
    "nested": (
        "for i in pl.range(2):\n    for j in pl.range(2):\n"
        "        pl.write(t, [i * 4 + j, 2], 7.0)",
        [0, 1, 4, 5],
    ),
    "one path": (
        "for i in pl.range(8):\n    if i > n:\n        pl.write(t, [i, 2], 7.0)",
        range(4, 8),
    ),
    "both paths": (
        "if n > 3:\n    pl.write(t, [0, 2], 7.0)\nelse:\n    pl.write(t, [1, 2], 7.0)",
        [1],
    ),
    "path not taken": ("if n > 3:\n    pl.write(t, [0, 2], 7.0)", []),
    "after an assignment": ("t = pl.neg(pl.neg(t))\npl.write(t, [n, 2], 7.0)", [3]),
}


def run(text, arrays, y, chip):
    load(text)["kernel"](*arrays, y, config=RunConfig(platform=chip))
    return y


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("name", PLACES)
def test_elements(rng, name, chip):
    """Whatever stands around the statement, the tile has the elements from there on."""
    body, rows = PLACES[name]
    x = rng.standard_normal((8, 32)).astype(np.float32)
    y = run(core(LOADED + body + STORED, HEADER), (x, 3), np.zeros_like(x), chip)
    golden = x.copy()
    golden[list(rows), 2] = 7
    np.testing.assert_array_equal(y, golden)


def test_other_tiles_keep_their_elements(rng):
    """A copy that was computed before does not change."""
    x = rng.standard_normal((8, 32)).astype(np.float32)
    body = LOADED + "u = pl.mul(t, 1.0)\npl.write(t, [n, 2], 7.0)\ny = pl.store(u, [0, 0], y)"
    y = run(core(body, HEADER), (x, 3), np.zeros_like(x), "a2a3sim")
    np.testing.assert_array_equal(y, x)


def test_a_helper_returns_what_it_changes(rng):
    """An inlined helper gives its caller the tile back."""
    helper = (
        "@pl.jit.inline\ndef put(t, row):\n    t = pl.write(t, [row, 2], 7.0)\n    return t\n\n\n"
    )
    x = rng.standard_normal((8, 32)).astype(np.float32)
    text = helper + core(LOADED + "t = put(t, n)" + STORED, HEADER)
    golden = x.copy()
    golden[3, 2] = 7
    np.testing.assert_array_equal(run(text, (x, 3), np.zeros_like(x), "a2a3sim"), golden)


PRODUCT = """
left = pl.move(pl.load(a, [0, 0], [16, 32], target_memory=pl.Mem.Mat), pl.Mem.Left)
right = pl.move(pl.load(b, [0, 0], [32, 64], target_memory=pl.Mem.Mat), pl.Mem.Right)
"""
SUMS = {
    "once": ("c = pl.matmul(left, right)\npl.matmul_acc(c, left, right)", 2),
    "loop": (
        "c = pl.matmul(left, right)\nfor i in pl.range(3):\n    pl.matmul_acc(c, left, right)",
        4,
    ),
    "first overwrites": (
        "c = pl.create_tile([16, 64], pl.FP32, pl.Mem.Acc)\n"
        "for i in pl.range(3):\n    pl.matmul_acc(c, left, right, init_cond=i == 0)",
        3,
    ),
}


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("name", SUMS)
def test_sums_of_products(rng, name, chip):
    body, count = SUMS[name]
    a, b = (rng.integers(-4, 5, s).astype(np.float16) for s in ((16, 32), (32, 64)))
    header = (
        "@pl.jit\ndef kernel(a: pl.Tensor[[16, 32], pl.FP16], b: pl.Tensor[[32, 64], pl.FP16],"
        " y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):\n"
    )
    text = core(PRODUCT + body + "\ny = pl.store(c, [0, 0], y)", header)
    y = run(text, (a, b), np.zeros((16, 64), np.float32), chip)
    np.testing.assert_array_equal(y, count * (a.astype(np.float32) @ b.astype(np.float32)))


def test_sums_of_tensors(rng):
    """The tensor form, whose accumulator is what another product made."""
    a, b = (rng.integers(-4, 5, s).astype(np.float16) for s in ((17, 40), (40, 33)))
    header = (
        "@pl.jit\ndef kernel(a: pl.Tensor[[17, 40], pl.FP16], b: pl.Tensor[[40, 33], pl.FP16],"
        " y: pl.Out[pl.Tensor[[17, 33], pl.FP32]]):\n"
    )
    body = "c = pl.matmul(a, b, out_dtype=pl.FP32)\npl.matmul_acc(c, a, b)\ny[:] = c"
    y = run(core(body, header), (a, b), np.zeros((17, 33), np.float32), "a2a3sim")
    np.testing.assert_array_equal(y, 2 * (a.astype(np.float32) @ b.astype(np.float32)))


@pytest.mark.parametrize(
    ("whole", "part", "end"),
    [
        ("pl.tile.full([8, 32], pl.FP32, 1.0)", "pl.load(x, [2, 8], [4, 16])", STORED),
        ("pl.full([8, 32], pl.FP32, 1.0)", "pl.mul(x[2:6, 8:24], 1.0)", "\ny[:] = pl.mul(t, 1.0)"),
    ],
    ids=["tile", "tensor"],
)
@pytest.mark.parametrize("chip", CHIPS)
def test_parts(rng, whole, part, end, chip):
    """pl.assemble of tiles, and of tensors that are computed on chip."""
    x = rng.standard_normal((8, 32)).astype(np.float32)
    body = f"t = {whole}\npl.assemble(t, {part}, [1, 8])" + end
    y = run(core(body, HEADER), (x, 3), np.zeros_like(x), chip)
    golden = np.ones_like(x)
    golden[1:5, 8:24] = x[2:6, 8:24]
    np.testing.assert_array_equal(y, golden)


@pytest.mark.parametrize("chip", CHIPS)
def test_scattered(rng, chip):
    x = rng.standard_normal((8, 32)).astype(np.float32)
    places = rng.permutation(256).astype(np.int32).reshape(8, 32)
    header = HEADER.replace("n: pl.Scalar[pl.INDEX]", "p: pl.Tensor[[8, 32], pl.INT32]")
    body = (
        "d = pl.tile.full([8, 32], pl.FP32, 0.0)\np = pl.load(p, [0, 0], [8, 32])\n"
        "pl.tile.scatter(d, t, p)\ny = pl.store(d, [0, 0], y)"
    )
    y = run(core(LOADED + body, header), (x, places), np.zeros_like(x), chip)
    golden = np.zeros(256, np.float32)
    golden[places.reshape(-1)] = x.reshape(-1)
    np.testing.assert_array_equal(y.reshape(-1), golden)


@pytest.mark.parametrize("chip", CHIPS)
def test_filled(rng, chip):
    x = rng.standard_normal((8, 32)).astype(np.float32)
    body = (
        "t = pl.load(x, [0, 0], [8, 32], valid_shape=[5, 20])\n"
        "pl.tile.fillpad_inplace(t, pl.PadValue.zero)" + STORED
    )
    y = run(core(body, HEADER), (x, 3), np.ones_like(x), chip)
    golden = np.zeros_like(x)
    golden[:5, :20] = x[:5, :20]
    np.testing.assert_array_equal(y, golden)


@pytest.mark.parametrize("chip", CHIPS)
def test_rows_gathered(rng, chip):
    x = rng.standard_normal((8, 32)).astype(np.float32)
    body = (
        "t = pl.create_tile([8, 32], pl.FP32)\n"
        "for i in pl.range(8):\n    pl.gather_row(t, x, [i, 0], [7 - i, 0], [1, 32])" + STORED
    )
    y = run(core(body, HEADER), (x, 3), np.zeros_like(x), chip)
    np.testing.assert_array_equal(y, x[::-1])
