# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Windows of tensors whose place is known at run time only stay inside, on each axis."""

import numpy as np
import pytest

import pypto.language as pl

Matrix = pl.Tensor[[64, 48], pl.FP32]


@pl.jit
def moved(x: Matrix, r: pl.INDEX, c: pl.INDEX, out: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 16])
        out = pl.store(t, [r, c], out)
    return out


@pl.jit
def taken(x: Matrix, r: pl.INDEX, c: pl.INDEX, out: pl.Out[pl.Tensor[[32, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [r, c], [32, 16])
        out = pl.store(t, [0, 0], out)
    return out


INSIDE = [(0, 0), (32, 32), (31, 17), (32, 0), (0, 32)]
# The last ones stay inside the tensor's bytes and wrap into the next rows.
OUTSIDE = [(33, 0), (-1, 0), (64, 0), (0, 33), (0, -1), (1, 48), (10, 40)]


@pytest.mark.parametrize("r,c", INSIDE)
def test_inside(rng, config, r, c):
    x = rng.standard_normal((64, 48), dtype=np.float32)
    out, block = np.zeros_like(x), np.zeros((32, 16), np.float32)
    moved.compile(x, r, c, out, config=config)(x, r, c, out)
    expected = np.zeros_like(x)
    expected[r : r + 32, c : c + 16] = x[:32, :16]
    np.testing.assert_array_equal(out, expected)
    taken.compile(x, r, c, block, config=config)(x, r, c, block)
    np.testing.assert_array_equal(block, x[r : r + 32, c : c + 16])


@pytest.mark.parametrize("r,c", OUTSIDE)
def test_outside(rng, config, r, c):
    x = rng.standard_normal((64, 48), dtype=np.float32)
    out, block = np.zeros_like(x), np.zeros((32, 16), np.float32)
    with pytest.raises(RuntimeError, match="PYPTO-E0808.*a store of elements.*axis"):
        moved.compile(x, r, c, out, config=config)(x, r, c, out)
    with pytest.raises(RuntimeError, match="PYPTO-E0808.*a load of elements.*axis"):
        taken.compile(x, r, c, block, config=config)(x, r, c, block)
    assert not out.any() and not block.any()


@pl.jit
def past_the_edge(
    x: pl.Tensor[[24, 64], pl.FP32],
    n: pl.INDEX,
    out: pl.Out[pl.Tensor[[20, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[0:8, :] = x[0:8, :]
        part = pl.slice(x, [16, 64], [8, 0], valid_shape=[n, 64])
        out = pl.assemble(out, pl.neg(part), [8, 0])
    return out


@pytest.mark.parametrize("rows", [0, 1, 11, 12])
def test_the_valid_part_fits_where_the_whole_does_not(rng, config, rows):
    """16 rows at 8 of 20: only the valid ones, 12 at most, are written."""
    x = rng.standard_normal((24, 64), dtype=np.float32)
    out = np.full((20, 64), 7, np.float32)
    past_the_edge(x, rows, out, config=config)
    want = np.full_like(out, 7)
    want[:8] = x[:8]
    want[8 : 8 + rows] = -x[8 : 8 + rows]
    np.testing.assert_array_equal(out, want)


@pl.jit
def part_of_longs(
    x: pl.Tensor[[5, 12], pl.INT64],
    i: pl.Scalar[pl.INDEX],
    j: pl.Scalar[pl.INDEX],
    out: pl.Out[pl.Tensor[[3, 4], pl.INT64]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [5, 12])
        out = pl.store(pl.slice(t, [3, 4], [i, j]), [0, 0], out)
    return out


@pytest.mark.parametrize("i", [0, 1, 2])
@pytest.mark.parametrize("j", [0, 1, 3, 4, 5, 8])
def test_longs_begin_anywhere(rng, config, i, j):
    """No chip gathers elements of 64 bits; they move as two of 32."""
    x = rng.integers(-(2**62), 2**62, (5, 12))
    out = np.zeros((3, 4), np.int64)
    part_of_longs(x, i, j, out, config=config)
    np.testing.assert_array_equal(out, x[i : i + 3, j : j + 4])
