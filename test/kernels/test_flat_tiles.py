# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles in Mat that lie in rows: `pl.create_tile(..., pl.Mem.Mat, flat_layout=True)`."""

import numpy as np
import pytest
from kernel_numbers import integers

import pypto.language as pl
from pypto.runtime import RunConfig

PLATFORMS = ("a2a3sim", "a5sim")


def biased(m, k, n):
    """A bias comes from one row of a table, through a row in Mat."""

    @pl.jit
    def kernel(
        a: pl.Tensor[[m, k], pl.FP16],
        b: pl.Tensor[[k, n], pl.FP16],
        table: pl.Tensor[[9, n], pl.FP32],
        row: pl.Scalar[pl.INDEX],
        c: pl.Out[pl.Tensor[[m, n], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            x = pl.load(a, [0, 0], [m, k], target_memory=pl.Mem.Mat)
            y = pl.load(b, [0, 0], [k, n], target_memory=pl.Mem.Mat)
            t = pl.create_tile([1, n], pl.FP32, pl.Mem.Mat, flat_layout=True)
            t = pl.gather_row(t, table, [0, 0], [row, 0], [1, n])
            bias = pl.move(t, target_memory=pl.Mem.Bias)
            c = pl.store(pl.matmul_bias(x, y, bias), [0, 0], c)
        return c

    return kernel


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(("m", "k", "n"), [(16, 16, 16), (17, 33, 48), (1, 15, 32)])
def test_a_row_is_a_bias(rng, platform, m, k, n):
    """The Bias buffer holds one row."""
    a = integers(rng, m, k, limit=9).astype(np.float16)
    b = integers(rng, k, n, limit=9).astype(np.float16)
    table = integers(rng, 9, n, limit=99)
    c = np.zeros((m, n), np.float32)
    biased(m, k, n)(a, b, table, 7, c, config=RunConfig(platform=platform))
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32) + table[7])
