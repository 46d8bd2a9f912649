# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix products of ragged and of large extents, transposed operands, vectors, against NumPy."""

import numpy as np
import pytest
from op_kernels import DTYPES, random_array, run_lines, run_tensor

SHAPES = [(1, 1, 1), (5, 100, 17), (15, 16, 17), (16, 33, 128), (128, 100, 33), (1, 257, 65)]
LARGE = [(130, 700, 200), (17, 2000, 300)]


def product(a, b):
    """The exact product as NumPy's doubles give it."""
    return a.astype(np.float64) @ b.astype(np.float64)


def check(out, a, b):
    """Integers exactly; floats up to a sum of roundings of FP32 over the contracted extent."""
    expected = product(a, b)
    if out.dtype.kind == "i":
        np.testing.assert_array_equal(out, expected.astype(np.int64))
        return
    bound = np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64))
    error = np.abs(out.astype(np.float64) - expected)
    assert (error <= bound * a.shape[1] * 2.0**-24 + 1e-30).all(), error.max()


@pytest.mark.parametrize("dtype", ["FP16", "BF16", "FP32", "INT8"])
@pytest.mark.parametrize("shape", SHAPES + LARGE, ids=str)
def test_product(rng, config, shape, dtype):
    """Nothing is padded by hand; what does not fit on chip is computed in blocks."""
    m, k, n = shape
    a, b = random_array(rng, (m, k), dtype), random_array(rng, (k, n), dtype)
    kind = "INT32" if dtype == "INT8" else "FP32"
    out = np.full((m, n), 7, DTYPES[kind])
    run_tensor(f"pl.matmul(a, b, out_dtype=pl.{kind})", {"a": a, "b": b}, out, config)
    check(out, a, b)


@pytest.mark.parametrize("flags", ["a_trans=True", "b_trans=True", "a_trans=True, b_trans=True"])
def test_transposed(rng, config, flags):
    """Operands that lie the other way round in memory."""
    for m, k, n in [(5, 100, 17), (64, 32, 48)]:
        a, b = random_array(rng, (m, k), "FP16"), random_array(rng, (k, n), "FP16")
        stored = {
            "a": np.ascontiguousarray(a.T) if "a_trans" in flags else a,
            "b": np.ascontiguousarray(b.T) if "b_trans" in flags else b,
        }
        out = np.zeros((m, n), np.float32)
        run_tensor(f"pl.matmul(a, b, out_dtype=pl.FP32, {flags})", stored, out, config)
        check(out, a, b)


def test_transpose_view(rng, config):
    """A tile in Mat seen with rows and columns exchanged is the right operand."""
    a, b = random_array(rng, (32, 64), "FP16"), random_array(rng, (48, 64), "FP16")
    lines = [
        "la = pl.move(pl.load(a, [0, 0], [32, 64], target_memory=pl.Mem.Mat), pl.Mem.Left)",
        "mb = pl.tile.transpose_view(pl.load(b, [0, 0], [48, 64], target_memory=pl.Mem.Mat))",
        "out = pl.store(pl.matmul(la, pl.move(mb, pl.Mem.Right)), [0, 0], out)",
    ]
    out = run_lines(lines, {"a": a, "b": b}, np.zeros((32, 48), np.float32), config)
    check(out, a, b.T)


def test_vector(rng, config):
    """One row on the left, alone and added to another product."""
    a, b = random_array(rng, (1, 64), "FP16"), random_array(rng, (64, 48), "FP16")
    lines = [
        "la = pl.load(a, [0, 0], [1, 64], target_memory=pl.Mem.Mat)",
        "lb = pl.load(b, [0, 0], [64, 48], target_memory=pl.Mem.Mat)",
        "out = pl.store(pl.gemv(la, lb), [0, 0], out)",
    ]
    out = run_lines(lines, {"a": a, "b": b}, np.zeros((1, 48), np.float32), config)
    check(out, a, b)
    lines[2] = "out = pl.store(pl.gemv_acc(pl.gemv(la, lb), la, lb), [0, 0], out)"
    out = run_lines(lines, {"a": a, "b": b}, np.zeros((1, 48), np.float32), config)
    check(out / 2, a, b)


def test_gather_row(rng, config):
    """Rows of a tensor brought together in a tile, in the order of an index."""
    x = random_array(rng, (40, 64), "FP16")
    rows = rng.integers(0, 40, size=16)
    lines = ["r = pl.create_tile([16, 64], dtype=pl.FP16)"]
    lines += [
        f"r = pl.gather_row(r, x, [{place}, 0], [{row}, 0], [1, 64])"
        for place, row in enumerate(rows)
    ]
    lines += ["out = pl.store(r, [0, 0], out)"]
    out = run_lines(lines, {"x": x}, np.zeros((16, 64), np.float16), config)
    np.testing.assert_array_equal(out, x[rows])
