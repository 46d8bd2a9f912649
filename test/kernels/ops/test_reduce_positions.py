# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Positions of extrema of rows and columns, against NumPy."""

import numpy as np
import pytest
from op_kernels import random_array, run_tensor, run_tile

SHAPES = [(1, 16), (15, 17), (16, 64), (17, 33), (3, 200), (40, 1)]


def distinct(rng, shape, dtype):
    """Values of which no two are equal, so that the position is unique."""
    count = int(np.prod(shape))
    values = rng.permutation(count).astype(np.float64) - count // 2
    return values.reshape(shape).astype(random_array(rng, (1,), dtype).dtype)


@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT32", "INT16"])
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_rows(rng, config, name, dtype):
    """The column of the largest and smallest element of each row."""
    for shape in SHAPES:
        a = distinct(rng, shape, dtype)
        out = np.full((shape[0], 1), -1, np.int32)
        run_tensor(f"pl.row_{name}(a)", {"a": a}, out, config)
        np.testing.assert_array_equal(out, getattr(np, name)(a, axis=1, keepdims=True))


@pytest.mark.parametrize("dtype", ["FP32", "FP16"])
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_columns(rng, config, name, dtype):
    """The row of the largest and smallest element of each column."""
    for shape in SHAPES[:-1]:
        a = distinct(rng, shape, dtype)
        out = np.full((1, shape[1]), -1, np.int32)
        run_tensor(f"pl.col_{name}(a)", {"a": a}, out, config)
        np.testing.assert_array_equal(out, getattr(np, name)(a, axis=0, keepdims=True))


@pytest.mark.parametrize("name", ["row_argmax", "row_argmin"])
def test_tiles(rng, config, name):
    """On a tile, with a scratch tile."""
    a = distinct(rng, (24, 64), "FP32")
    out = np.full((24, 1), -1, np.int32)
    before = ("s = pl.create_tile([24, 64], dtype=pl.FP32)",)
    run_tile(f"pl.{name}(ta, s)", {"a": a}, out, config, before)
    expected = getattr(np, name.removeprefix("row_"))(a, axis=1, keepdims=True)
    np.testing.assert_array_equal(out, expected)
