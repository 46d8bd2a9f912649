# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors that exceed the chip where the order of blocks could be seen: right, or refused."""

import numpy as np
import pytest

import pypto.language as pl
from pypto import errors


@pl.jit
def apart(x: pl.Tensor[[2048, 64], pl.FP32], y: pl.Out[pl.Tensor[[2048, 128], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:64] = pl.mul(x, 2.0)
        y[:, 64:128] = pl.mul(x, 3.0)
    return y


def test_writes_side_by_side(rng):
    x = rng.standard_normal((2048, 64), dtype=np.float32)
    y = np.zeros((2048, 128), np.float32)
    apart(x, y)
    np.testing.assert_array_equal(y, np.concatenate([x * np.float32(2), x * np.float32(3)], 1))


@pl.jit
def overlapping(
    x: pl.Tensor[[2048, 64], pl.FP32],
    y: pl.Tensor[[2048, 64], pl.FP32],
    z: pl.Out[pl.Tensor[[2056, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        z[0:2048, :] = pl.mul(x, 2.0)
        z[8:2056, :] = pl.mul(y, 3.0)
    return z


def test_writes_that_overlap(rng):
    """One after the other: what is written last stays."""
    x, y = (rng.standard_normal((2048, 64), dtype=np.float32) for _ in range(2))
    z = np.zeros((2056, 64), np.float32)
    overlapping(x, y, z)
    np.testing.assert_array_equal(z[:8], x[:8] * np.float32(2))
    np.testing.assert_array_equal(z[8:], y * np.float32(3))


@pl.jit
def over_its_operand(
    a: pl.InOut[pl.Tensor[[512, 512], pl.FP16]], b: pl.Tensor[[512, 512], pl.FP16]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = pl.matmul(a, b, out_dtype=pl.FP16)
    return a


@pl.jit
def stored_late(
    a: pl.Tensor[[512, 512], pl.FP16],
    b: pl.Tensor[[512, 512], pl.FP16],
    c: pl.InOut[pl.Tensor[[512, 512], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        s = pl.matmul_acc(c, a, b)
        c[0:16, 0:16] = pl.matmul(a[0:16, 0:16], b[0:16, 0:16], out_dtype=pl.FP32)
        c[:] = s
    return c


@pl.jit
def valid_in_part(
    x: pl.Tensor[[16, 40000], pl.FP32], n: pl.INDEX, y: pl.Out[pl.Tensor[[16, 1], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.row_max(pl.slice(x, [16, 40000], [0, 0], valid_shape=[16, n]))
    return y


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (over_its_operand, "over an operand that later blocks read"),
        (stored_late, "written before the sum is stored"),
        (valid_in_part, "PYPTO-E0502.* of Vec"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_what_blocks_would_change_is_refused(kernel, message):
    with pytest.raises(errors.Diagnosed, match=message):
        _ = kernel.compile().executable
