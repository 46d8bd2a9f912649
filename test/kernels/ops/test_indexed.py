# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gathers and scatters against NumPy, with indices that repeat and that lead out."""

import numpy as np
import pytest
from op_kernels import DTYPES, random_array, run_lines, run_tensor, run_tile

from pypto import errors

SHAPES = [((1, 16), (1, 16)), ((15, 17), (15, 5)), ((16, 64), (16, 64)), ((17, 33), (9, 40))]


def indices(rng, shape, bound, dtype="INT32"):
    """Indices below `bound`, with repetitions."""
    return rng.integers(0, bound, size=shape).astype(DTYPES[dtype])


def distinct_indices(rng, rows, count, bound, dtype):
    """In each row `count` different indices below `bound`."""
    rows_of_indices = [rng.permutation(bound)[:count] for _ in range(rows)]
    return np.array(rows_of_indices).reshape(rows, count).astype(DTYPES[dtype])


@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT32", "INT16"])
@pytest.mark.parametrize(("source", "index"), SHAPES)
def test_gather(rng, config, source, index, dtype):
    """Elements of each row by index."""
    for index_type in ("INT32", "INT16") if dtype in ("FP16", "INT16") else ("INT32",):
        x = random_array(rng, source, dtype)
        i = indices(rng, index, source[1], index_type)
        out = np.zeros(index, x.dtype)
        run_tensor("pl.gather(x, dim=-1, index=i)", {"x": x, "i": i}, out, config)
        np.testing.assert_array_equal(out, np.take_along_axis(x[: index[0]], i.astype(int), 1))


def test_gather_outside(rng, config):
    """An index that leads out of the only row gives zero."""
    x, i = random_array(rng, (1, 64), "FP32", 1, 8), indices(rng, (1, 64), 64)
    i[0, ::3] = [64, 1000, -1, 2**31 - 1, -(2**31), 65, 64, 64, 99, 64, 64] * 2
    out = run_tensor("pl.gather(x, dim=-1, index=i)", {"x": x, "i": i}, np.ones_like(x), config)
    inside = (i >= 0) & (i < 64)
    expected = np.where(inside, np.take_along_axis(x, np.where(inside, i, 0), 1), 0)
    np.testing.assert_array_equal(out, expected)


def test_gather_tile(rng, config):
    """Positions that count through the whole tile."""
    x, i = random_array(rng, (16, 64), "FP32"), indices(rng, (8, 32), 16 * 64)
    before = ("s = pl.create_tile([8, 32], dtype=pl.INT32)",)
    out = np.zeros((8, 32), np.float32)
    run_tile("pl.tile.gather(tx, ti, s)", {"x": x, "i": i}, out, config, before)
    np.testing.assert_array_equal(out, x.reshape(-1)[i])


PATTERNS = {1: (0, 2), 2: (1, 2), 3: (0, 4), 4: (1, 4), 5: (2, 4), 6: (3, 4), 7: (0, 1)}


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT32"])
def test_gather_mask(rng, config, pattern, dtype):
    """The columns of a pattern, on tensors and tiles."""
    first, stride = PATTERNS[pattern]
    for shape in [(1, 64), (15, 128), (16, 20)]:
        x = random_array(rng, shape, dtype)
        expected = x[:, first::stride]
        out = np.zeros_like(expected)
        run_tensor(f"pl.gather(x, mask_pattern={pattern})", {"x": x}, out, config)
        np.testing.assert_array_equal(out, expected)
    x = random_array(rng, (8, 128), dtype)
    out = np.zeros_like(x[:, first::stride])
    run_tile(f"pl.tile.gather_mask(tx, {pattern})", {"x": x}, out, config)
    np.testing.assert_array_equal(out, x[:, first::stride])


def test_gather_mask_of_indices(rng, config):
    """The odd columns of sorted pairs are indices, whatever their type says."""
    pairs = rng.integers(0, 2**20, size=(4, 64), dtype=np.uint32)
    x = pairs.view(np.float32)
    out = np.zeros((4, 32), np.uint32)
    call = "pl.gather(x, mask_pattern=2, output_dtype=pl.UINT32)"
    run_tensor(call, {"x": x}, out, config)
    np.testing.assert_array_equal(out, pairs[:, 1::2])


@pytest.mark.parametrize("dtype", ["FP32", "FP16", "BF16", "INT32", "INT16"])
@pytest.mark.parametrize(("source", "index"), SHAPES)
def test_scatter(rng, config, source, index, dtype):
    """Elements of each row replaced; the others stay."""
    rows, count = index[0], min(index[1], source[1])
    x = random_array(rng, source, dtype)
    values = random_array(rng, (rows, count), dtype)
    i = distinct_indices(rng, rows, count, source[1], "INT32" if x.dtype.itemsize == 4 else "INT16")
    expected = x.copy()
    np.put_along_axis(expected[:rows], i.astype(int), values, 1)
    inputs = {"x": x, "i": i, "v": values}
    out = run_tensor("pl.tensor.scatter(x, -1, i, v)", inputs, np.zeros_like(x), config)
    np.testing.assert_array_equal(out, expected)


def test_scatter_limits(rng, config):
    """What the index cannot reach and what the 910B lacks are errors that say so."""
    # As many rows of indices are cut into blocks that the index reaches.
    x = np.zeros((256, 256), np.float16)
    i, v = np.zeros((128, 4), np.int16), np.zeros((128, 4), np.float16)
    with pytest.raises(errors.Diagnosed, match="exceeds the INT16 index range"):
        run_tensor("pl.tensor.scatter(x, -1, i, v)", {"x": x, "i": i, "v": v}, x.copy(), config)
    x, i, v = (np.zeros((4, 32), t) for t in (np.int8, np.int16, np.int8))
    with pytest.raises(errors.Diagnosed, match="not available on the a2a3"):
        run_tensor("pl.tensor.scatter(x, -1, i, v)", {"x": x, "i": i, "v": v}, x.copy(), config)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_scatter_mask(rng, config, pattern):
    """The columns of a pattern replaced."""
    first, stride = PATTERNS[pattern]
    for dtype in ("FP32", "INT16"):
        x, v = random_array(rng, (9, 64), dtype), random_array(rng, (9, 64 // stride), dtype)
        expected = x.copy()
        expected[:, first::stride] = v
        call = f"pl.tensor.scatter(v, mask_pattern={pattern}, dst=x)"
        out = run_tensor(call, {"x": x, "v": v}, np.zeros_like(x), config)
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("dtype", ["FP32", "FP16", "BF16"])
@pytest.mark.parametrize("count", [(1, 1), (1, 5), (3, 4)])
def test_scatter_update(rng, config, count, dtype):
    """Rows of an output, of a computed tensor and of a paged cache replaced by index."""
    number = count[0] * count[1]
    x = random_array(rng, (20, 32), dtype)
    i = rng.integers(0, 20, size=count).astype(np.int32)
    v = random_array(rng, (number, 32), dtype)
    expected = x.copy()
    for k, row in enumerate(i.reshape(-1)):
        expected[row] = v[k]
    out = x.copy()
    lines = ["out = pl.scatter_update(out, -2, i, v)"]
    run_lines(lines, {"i": i, "v": v}, out, config)
    np.testing.assert_array_equal(out, expected)
    out = x.reshape(5, 4, 1, 32).copy()
    run_lines(lines, {"i": i, "v": v}, out, config)
    np.testing.assert_array_equal(out.reshape(20, 32), expected)
    inputs = {"x": x, "i": i, "v": v}
    call = "pl.scatter_update(pl.maximum(x, x), -2, i, v)"
    out = run_tensor(call, inputs, np.zeros_like(x), config) if dtype != "BF16" else None
    if out is not None:
        np.testing.assert_array_equal(out, expected)
