# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A window of a tensor in global memory with its axes exchanged."""

import numpy as np
import pytest

import pypto.language as pl


@pl.jit
def blocks(x: pl.Tensor[[64, 48], pl.FP32], y: pl.Out[pl.Tensor[[48, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(0, 64, 16):
            for j in pl.range(0, 48, 16):
                y[j : j + 16, i : i + 16] = pl.transpose(x[i : i + 16, j : j + 16], 0, 1)
    return y


def test_blocks():
    x = np.random.default_rng(1).standard_normal((64, 48), dtype=np.float32)
    y = np.zeros((48, 64), np.float32)
    blocks(x, y)
    np.testing.assert_array_equal(y, x.T)


@pl.jit
def used_twice(x: pl.Tensor[[33, 40], pl.FP32], y: pl.Out[pl.Tensor[[17, 15], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        w = pl.transpose(x[3:18, 5:22], -2, -1)
        y[:] = pl.add(pl.mul(w, w), w)
    return y


def test_odd_extents_used_twice():
    x = np.random.default_rng(2).standard_normal((33, 40), dtype=np.float32)
    y = np.zeros((17, 15), np.float32)
    used_twice(x, y)
    w = x[3:18, 5:22].T
    np.testing.assert_allclose(y, w * w + w, rtol=1e-6, atol=1e-6)


@pl.jit
def window_of_window(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        w = pl.transpose(x[16:48, 8:40], 0, 1)
        y[:] = pl.neg(w[4:12, 3:19])
    return y


def test_window_of_a_transposed_window():
    x = np.random.default_rng(3).standard_normal((64, 64), dtype=np.float32)
    y = np.zeros((8, 16), np.float32)
    window_of_window(x, y)
    np.testing.assert_array_equal(y, -x[16:48, 8:40].T[4:12, 3:19])


@pl.jit
def product(
    a: pl.Tensor[[32, 64], pl.FP16],
    b: pl.Tensor[[96, 64], pl.FP16],
    c: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for j in pl.range(0, 96, 48):
            w = pl.transpose(b[j : j + 48, :], 0, 1)
            c[:, j : j + 48] = pl.matmul(a, w, out_dtype=pl.FP32)
    return c


def test_operand_of_a_product():
    rng = np.random.default_rng(4)
    a = rng.standard_normal((32, 64)).astype(np.float16)
    b = rng.standard_normal((96, 64)).astype(np.float16)
    c = np.zeros((32, 96), np.float32)
    product(a, b, c)
    golden = a.astype(np.float32) @ b.astype(np.float32).T
    np.testing.assert_allclose(c, golden, rtol=1e-3, atol=1e-3)


@pl.jit
def ragged(x: pl.Tensor[[16, 32], pl.FP32], n: pl.INT32, y: pl.InOut[pl.Tensor[[32, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        w = pl.slice(x, [16, 32], [0, 0], valid_shape=[n, 32])
        y[:] = pl.exp(pl.transpose(w, 0, 1))
    return y


@pytest.mark.parametrize("n", [1, 7, 15, 16])
def test_valid_in_part(n):
    x = np.random.default_rng(n).standard_normal((16, 32), dtype=np.float32)
    y = np.full((32, 16), 7, np.float32)
    ragged(x, n, y)
    golden = np.full((32, 16), 7, np.float32)
    golden[:, :n] = np.exp(x[:n].T)
    np.testing.assert_allclose(y, golden, rtol=1e-5)
