# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A tensor that a core scope creates for itself is a buffer on chip."""

import numpy as np
import pytest

import pypto.language as pl


@pl.jit
def assembled(x: pl.Tensor[[8, 48], pl.FP32], y: pl.Out[pl.Tensor[[8, 48], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([8, 48], dtype=pl.FP32)
        t[:, 0:16] = pl.add(x[:, 32:48], 1.0)
        t[:, 16:48] = pl.mul(x[:, 0:32], 2.0)
        y[:] = pl.neg(t)
    return y


def test_assembled_in_parts():
    x = np.random.default_rng(1).standard_normal((8, 48), dtype=np.float32)
    y = np.zeros_like(x)
    assembled(x, y)
    one, two = np.float32(1), np.float32(2)
    np.testing.assert_array_equal(y, -np.concatenate([x[:, 32:] + one, x[:, :32] * two], 1))


@pl.jit
def filled_in_a_loop(
    x: pl.Tensor[[15, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[15, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([15, 64], dtype=pl.FP32)
        for i in pl.range(15):
            t[i : i + 1, :] = pl.mul(x[14 - i : 15 - i, :], 3.0)
        y[:] = t
        z[:] = pl.col_sum(t)
    return y, z


def test_filled_in_a_loop():
    x = np.random.default_rng(2).standard_normal((15, 64), dtype=np.float32)
    y, z = np.zeros_like(x), np.zeros((1, 64), np.float32)
    filled_in_a_loop(x, y, z)
    golden = x[::-1] * np.float32(3)
    np.testing.assert_array_equal(y, golden)
    np.testing.assert_allclose(z, golden.sum(0, keepdims=True), rtol=1e-5, atol=1e-5)


@pl.jit
def initialised(
    x: pl.Tensor[[17, 33], pl.FP32],
    n: pl.Tensor[[17, 33], pl.INT32],
    y: pl.Out[pl.Tensor[[17, 33], pl.FP32]],
    m: pl.Out[pl.Tensor[[17, 33], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.create_tensor([17, 33], dtype=pl.FP32, init_value=0.5)
        b = pl.create_tensor([17, 33], dtype=pl.INT32, init_value=-7)
        y[:] = pl.add(x, a)
        m[:] = pl.add(n, b)
    return y, m


def test_initialised():
    rng = np.random.default_rng(3)
    x = rng.standard_normal((17, 33), dtype=np.float32)
    n = rng.integers(-1000, 1000, (17, 33)).astype(np.int32)
    y, m = np.zeros_like(x), np.zeros_like(n)
    initialised(x, n, y, m)
    np.testing.assert_array_equal(y, x + np.float32(0.5))
    np.testing.assert_array_equal(m, n - 7)


@pl.jit
def accumulated(
    a: pl.Tensor[[32, 96], pl.FP16],
    b: pl.Tensor[[96, 48], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 48], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.create_tensor([32, 48], dtype=pl.FP32)
        for k in pl.range(0, 96, 32):
            if k == 0:
                acc = pl.matmul(a[:, k : k + 32], b[k : k + 32, :], out_dtype=pl.FP32)
            else:
                acc = pl.matmul_acc(acc, a[:, k : k + 32], b[k : k + 32, :])
        y[:] = acc
    return y


def test_an_accumulator_is_matrix_work():
    rng = np.random.default_rng(4)
    a = rng.standard_normal((32, 96)).astype(np.float16)
    b = rng.standard_normal((96, 48)).astype(np.float16)
    y = np.zeros((32, 48), np.float32)
    accumulated(a, b, y)
    np.testing.assert_allclose(y, a.astype(np.float32) @ b.astype(np.float32), rtol=1e-3, atol=1e-3)


@pl.jit
def only_constants(y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], z: pl.Out[pl.Tensor[[16, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.full([16, 64], dtype=pl.FP32, value=1.25)
        z[:] = pl.full([16, 1], dtype=pl.FP32, value=-3.0)
    return y, z


def test_only_constants():
    y, z = np.zeros((16, 64), np.float32), np.zeros((16, 1), np.float32)
    only_constants(y, z)
    np.testing.assert_array_equal(y, np.full_like(y, 1.25))
    np.testing.assert_array_equal(z, np.full_like(z, -3.0))


@pl.jit
def leaves_the_scope(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([16, 32], dtype=pl.FP32)
        t[:] = pl.exp(x)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(t)
    return y


def test_used_by_a_later_scope():
    x = np.random.default_rng(5).standard_normal((16, 32), dtype=np.float32)
    y = np.zeros_like(x)
    leaves_the_scope(x, y)
    np.testing.assert_allclose(y, -np.exp(x), rtol=1e-5)


def test_in_an_incore_function_it_is_refused():
    with pytest.raises(Exception, match="PYPTO-E0312"):

        @pl.jit.incore
        def kernel(y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
            t = pl.create_tensor([16, 32], dtype=pl.FP32)
            y[:] = t
            return y

        @pl.jit
        def entry(y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
            y = kernel(y)
            return y

        entry(np.zeros((16, 32), np.float32))
