# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison and selection against NumPy: every relation, dtype, ragged shapes, both levels."""

import numpy as np
import pytest
from op_kernels import DTYPES, random_array, run_lines, run_tensor, run_tile

from pypto.runtime import RunConfig

RELATIONS = [np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal]
SHAPES = [(1, 16), (1, 1), (15, 17), (16, 64), (17, 33), (5, 1), (8, 808)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("mode", range(6))
def test_tensors(rng, config, mode, shape):
    """Zeros and ones of the operands' type; the data have many equal elements."""
    for dtype in ("FP32", "FP16", "INT32"):
        a = random_array(rng, shape, dtype, -3, 3)
        b = random_array(rng, shape, dtype, -3, 3)
        b[rng.random(shape) < 0.3] = 0
        a = np.where(rng.random(shape) < 0.4, b, a)
        out = run_tensor(f"pl.cmp(a, b, cmp_type={mode})", {"a": a, "b": b}, a.copy(), config)
        np.testing.assert_array_equal(out, RELATIONS[mode](a, b).astype(a.dtype))


@pytest.mark.parametrize("mode", range(6))
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT32", "INT16"])
def test_tensor_and_scalar(rng, config, dtype, mode):
    """The right operand is a number."""
    a = random_array(rng, (17, 24), dtype, -3, 3)
    out = run_tensor(f"pl.cmp(a, 1, cmp_type={mode})", {"a": a}, a.copy(), config)
    np.testing.assert_array_equal(out, RELATIONS[mode](a, a.dtype.type(1)).astype(a.dtype))


def test_large_integers(rng, config):
    """i32 that floats cannot tell apart; the 910B itself compares i32 for equality only."""
    a = rng.integers(-(2**31), 2**31 - 1, size=(16, 32), dtype=np.int32)
    b = a + rng.integers(-1, 2, size=a.shape, dtype=np.int32)
    a[0, :2], b[0, :2] = [-(2**31), 2**31 - 1], [2**31 - 1, -(2**31)]
    for mode, relation in enumerate(RELATIONS):
        inputs = {"a": a, "b": b}
        out = run_tensor(f"pl.cmp(a, b, cmp_type={mode})", inputs, a.copy(), config)
        np.testing.assert_array_equal(out, relation(a, b).astype(np.int32))


def test_not_a_number(rng, config):
    """No relation but `ne` holds for NaN."""
    a = random_array(rng, (4, 16), "FP32")
    a[rng.random(a.shape) < 0.5] = np.nan
    for mode, relation in enumerate(RELATIONS):
        out = run_tensor(f"pl.cmp(a, a, cmp_type={mode})", {"a": a}, a.copy(), config)
        np.testing.assert_array_equal(out, relation(a, a).astype(np.float32))


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("columns", [32, 64, 224])
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT32"])
def test_select(rng, dtype, columns, platform):
    """A packed mask chooses between two tiles, and a tile and a scalar."""
    config = RunConfig(platform=platform)
    shape = (9, columns)
    a, b = (random_array(rng, shape, dtype, -3, 3) for _ in "ab")
    scratch = ("s = pl.create_tile([1, 32], dtype=pl.UINT8)",)
    for mode, relation in enumerate(RELATIONS):
        mask = f"pl.cmp(ta, tb, cmp_type={mode})"
        inputs = {"a": a, "b": b}
        out = run_tile(f"pl.sel({mask}, ta, tb, s)", inputs, a.copy(), config, scratch)
        np.testing.assert_array_equal(out, np.where(relation(a, b), a, b))
        mask = f"pl.cmps(ta, 1, cmp_type={mode})"
        out = run_tile(f"pl.sels({mask}, tb, s, 7)", inputs, a.copy(), config, scratch)
        expected = np.where(relation(a, a.dtype.type(1)), b, DTYPES[dtype](7))
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("region", ["static", "run time"])
@pytest.mark.parametrize(("rows", "valid"), [(16, 5), (15, 7), (17, 9), (33, 1)])
def test_columns_that_are_valid_in_part(rows, valid, region, rng):
    """Behind the region of a column nothing is stored."""
    a, b = rng.uniform(-8, 8, (2, rows, 1)).astype(np.float32)
    count = np.array([valid], np.int32)
    extent = "n" if region == "run time" else str(valid)
    lines = [
        "n = pl.read(c, [0])",
        f"t = pl.slice(a, [{rows}, 1], [0, 0], valid_shape=[{extent}, 1])",
        f"u = pl.slice(b, [{rows}, 1], [0, 0], valid_shape=[{extent}, 1])",
        "out[:] = pl.cmp(t, u, cmp_type=2)",
    ]
    for platform in ("a2a3sim", "a5sim"):
        out = np.full((rows, 1), -7, np.float32)
        run_lines(lines, {"a": a, "b": b, "c": count}, out, RunConfig(platform=platform))
        expected = np.where(np.arange(rows)[:, None] < valid, a < b, -7)
        np.testing.assert_array_equal(out, expected)
