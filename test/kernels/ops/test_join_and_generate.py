# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Joined, repeated, reinterpreted and generated tensors, against NumPy."""

import numpy as np
import pytest
from op_kernels import random_array, run_lines, run_tensor, run_tile

import pypto.language as pl
from pypto.runtime import RunConfig


@pytest.mark.parametrize("dtype", ["FP32", "FP16", "BF16", "INT32", "INT16"])
@pytest.mark.parametrize("rows", [1, 15, 16])
def test_concat(rng, config, rows, dtype):
    """Columns beside columns, ragged ones too."""
    for left, right in [(16, 16), (17, 15), (1, 33), (64, 1), (5, 7)]:
        a, b = random_array(rng, (rows, left), dtype), random_array(rng, (rows, right), dtype)
        out = np.zeros((rows, left + right), a.dtype)
        run_tensor("pl.concat(a, b)", {"a": a, "b": b}, out, config)
        np.testing.assert_array_equal(out, np.concatenate([a, b], axis=1))


def test_concat_tiles(rng, config):
    """Operands that die give way to nobody: the result has a buffer of its own."""
    a, b = random_array(rng, (32, 16), "FP32"), random_array(rng, (32, 16), "FP32")
    out = run_tile("pl.concat(ta, tb)", {"a": a, "b": b}, np.zeros((32, 32), np.float32), config)
    np.testing.assert_array_equal(out, np.concatenate([a, b], axis=1))


@pytest.mark.parametrize("dtype", ["INT32", "INT16", "UINT32", "UINT16"])
@pytest.mark.parametrize("columns", [2, 15, 16, 17, 64, 1000])
def test_arange(config, columns, dtype):
    """Ascending from a number, descending to one."""
    kind = np.dtype(dtype.lower())
    for level in ("pl.arange", "pl.tensor.ci"):
        out = np.zeros((1, columns), kind)
        run_tensor(f"{level}(5, [1, {columns}], dtype=pl.{dtype})", {}, out, config)
        np.testing.assert_array_equal(out[0], np.arange(5, 5 + columns).astype(kind))
    out = np.zeros((1, columns), kind)
    call = f"pl.arange(2000, [1, {columns}], dtype=pl.{dtype}, descending=True)"
    run_tensor(call, {}, out, config)
    np.testing.assert_array_equal(out[0], np.arange(2000, 2000 - columns, -1).astype(kind))


def test_arange_tile(config):
    """The tile form, used in arithmetic."""
    out = np.zeros((1, 64), np.int32)
    lines = [
        "r = pl.tile.arange(-3, [1, 64], dtype=pl.INT32)",
        "out = pl.store(pl.mul(r, 2), [0, 0], out)",
    ]
    run_lines(lines, {}, out, config)
    np.testing.assert_array_equal(out[0], 2 * np.arange(-3, 61))


@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT32", "INT16"])
@pytest.mark.parametrize("diagonal", [-40, -3, 0, 1, 17, 100])
def test_tri(config, diagonal, dtype):
    """Ones below a diagonal, or above it."""
    shape = (19, 32)
    for upper in (False, True):
        kind = np.dtype({"FP32": "f4", "FP16": "f2"}.get(dtype, dtype.lower()))
        out = np.full(shape, 9, kind)
        lines = [
            f"r = pl.tri({diagonal}, [19, 32], dtype=pl.{dtype}, upper={upper})",
            "out = pl.store(r, [0, 0], out)",
        ]
        run_lines(lines, {}, out, config)
        i, j = np.mgrid[: shape[0], : shape[1]]
        expected = j >= i + diagonal if upper else j <= i + diagonal
        np.testing.assert_array_equal(out, expected.astype(kind))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ((1, 5, 16), (7, 5, 16)),
        ((6, 1, 16), (6, 5, 16)),
        ((4, 8, 1), (4, 8, 24)),
        ((3, 5, 16), (3, 5, 16)),
        ((1, 3, 17), (4, 3, 17)),
        ((3, 1, 17), (3, 4, 17)),
    ],
)
def test_expand_clone(rng, config, source, target):
    """A tensor of three axes repeated along one."""
    x, like = random_array(rng, source, "FP32"), np.zeros(target, np.float32)
    inputs = {"x": x, "like": like}
    out = run_tensor("pl.expand_clone(x, like)", inputs, np.ones(target, np.float32), config)
    np.testing.assert_array_equal(out, np.broadcast_to(x, target))


@pytest.mark.parametrize(
    ("dtype", "to", "kind"),
    [
        ("FP32", "INT32", np.int32),
        ("FP32", "UINT32", np.uint32),
        ("FP32", "INT16", np.int16),
        ("INT16", "FP16", np.float16),
        ("INT16", "INT32", np.int32),
    ],
)
def test_reinterpret(rng, config, dtype, to, kind):
    """The same bytes under another type, as a value and in a tile."""
    x = rng.integers(0, 2**15, size=(16, 64), dtype=np.uint16).view(
        random_array(rng, (1,), dtype).dtype
    )
    x = np.nan_to_num(x) if x.dtype.kind == "f" else x
    expected = x.view(kind)
    out = np.zeros_like(expected)
    run_tensor(f"pl.reinterpret_view(x, pl.{to})", {"x": x}, out, config)
    np.testing.assert_array_equal(out.view(np.uint8), expected.view(np.uint8))
    out = np.zeros_like(expected)
    run_tile(f"pl.reinterpret_view(tx, pl.{to})", {"x": x}, out, config)
    np.testing.assert_array_equal(out.view(np.uint8), expected.view(np.uint8))


_GENERATED = {
    "tri": ("pl.tri(3, [24, 32], {}, dtype=pl.INT32)", np.int32),
    "random": ("pl.tile.random(1, 2, 3, 4, 5, 6, [24, 32], {})", np.uint32),
}


@pytest.mark.parametrize("name", _GENERATED)
@pytest.mark.parametrize(("rows", "columns"), [(0, 5), (1, 1), (15, 17), (24, 32)])
@pytest.mark.parametrize("fixed", [False, True])
def test_generated_in_part(name, rows, columns, fixed):
    """Only what is valid is stored, and it is what a whole tile has there."""
    call, kind = _GENERATED[name]
    config = RunConfig(platform="a5sim")

    def run(valid):
        kernel = pl.parse(
            f"""import pypto.language as pl

@pl.jit
def kernel(
    n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX],
    y: pl.InOut[pl.Tensor[[24, 32], pl.{np.dtype(kind).name.upper()}]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store({call.format(valid)}, [0, 0], y)
    return y
"""
        )
        out = np.full((24, 32), 77, kind)
        kernel(rows, columns, out, config=config)
        return out

    whole = run("[24, 32]")
    expected = np.full((24, 32), 77, kind)
    expected[:rows, :columns] = whole[:rows, :columns]
    got = run(f"[{rows}, {columns}]" if fixed else "valid_shape=[n, m]")
    np.testing.assert_array_equal(got, expected)
