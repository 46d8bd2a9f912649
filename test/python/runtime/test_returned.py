# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a call returns: what `return` names, in its order."""

import numpy as np
import pytest

import pypto.language as pl

Matrix = pl.Tensor[[16, 32], pl.FP32]


@pl.jit
def reversed_pair(x: Matrix, a: pl.Out[Matrix], b: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = pl.add(x, 1.0)
        b[:] = pl.mul(x, 3.0)
    return b, a


@pl.jit
def second_only(x: Matrix, a: pl.Out[Matrix], b: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = pl.add(x, 1.0)
        b[:] = pl.mul(x, 3.0)
    return b


@pl.jit
def with_input(x: Matrix, a: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = pl.add(x, 1.0)
    return x, a


@pl.jit
def fresh(x: Matrix, a: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = pl.add(x, 1.0)
        y = pl.add(x, 9.0)
    return y


@pl.jit
def upper_rows(x: Matrix, a: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a[0:8, :] = pl.add(x[0:8, :], 1.0)
    return a


@pl.jit
def created(x: Matrix):
    a = pl.create_tensor([16, 32], dtype=pl.FP32)
    b = pl.create_tensor([16, 1], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = pl.mul(x, 2.0)
        b[:] = pl.row_sum(x)
    return a, b


M = pl.dynamic("M")


@pl.jit
def of_dynamic_extent(x: pl.Tensor[[M, 32], pl.FP32]):
    rows = pl.dim(x, 0)
    y = pl.create_tensor([rows, 32], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        for r in pl.range(0, rows, 8):
            t = pl.load(x, [r, 0], [8, 32], valid_shape=[pl.min(8, rows - r), 32])
            y = pl.store(pl.neg(t), [r, 0], y)
    return y


@pl.jit
def half_written(x: Matrix):
    y = pl.create_tensor([16, 32], dtype=pl.FP32, init_value=2.5)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, :] = x[0:8, :]
    return y


@pl.jit
def returns_a_part(x: Matrix, a: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = pl.add(x, 1.0)
    return a[0:8, :]


@pl.jit
def returns_a_scalar(x: Matrix):
    return pl.read(x, [0, 0])


@pl.jit
def either(x: Matrix, n: pl.INT32, a: pl.Out[Matrix], b: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = pl.add(x, 1.0)
        b[:] = pl.mul(x, 3.0)
    if n > 3:
        return a
    return b


@pl.jit
def own_or_given(x: Matrix, n: pl.INT32, a: pl.Out[Matrix]):
    own = pl.create_tensor([16, 32], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = pl.add(x, 1.0)
        own[:] = pl.mul(x, 3.0)
    if n > 3:
        return a
    return own


@pytest.fixture
def x():
    return np.random.default_rng(11).standard_normal((16, 32), dtype=np.float32)


def test_order_is_that_of_return(x):
    b, a = reversed_pair(x)
    np.testing.assert_array_equal(a, x + np.float32(1))
    np.testing.assert_array_equal(b, x * np.float32(3))


def test_one_of_two(x):
    np.testing.assert_array_equal(second_only(x), x * np.float32(3))


def test_an_argument_is_the_callers_object(x):
    same, a = with_input(x)
    assert same is x
    np.testing.assert_array_equal(a, x + np.float32(1))


def test_a_computed_value(x):
    y = fresh(x)
    np.testing.assert_array_equal(y, x + np.float32(9))
    # Given its output, the call still returns what the kernel itself made.
    a = np.zeros_like(x)
    np.testing.assert_array_equal(fresh(x, a), x + np.float32(9))
    np.testing.assert_array_equal(a, x + np.float32(1))


def test_created_tensors(x):
    a, b = created(x)
    np.testing.assert_array_equal(a, x * np.float32(2))
    np.testing.assert_allclose(b, x.sum(axis=1, keepdims=True), rtol=1e-5, atol=1e-5)
    assert a.dtype == b.dtype == np.float32
    # Each call has arrays of its own.
    again, _ = created(x + np.float32(1))
    assert not np.shares_memory(a, again)
    np.testing.assert_array_equal(a, x * np.float32(2))


def test_created_tensors_as_torch(x):
    torch = pytest.importorskip("torch")
    a, b = created(torch.from_numpy(x))
    assert isinstance(a, torch.Tensor)
    assert isinstance(b, torch.Tensor)
    np.testing.assert_array_equal(a.numpy(), x * np.float32(2))


@pytest.mark.parametrize("rows", [0, 1, 15, 16, 17])
def test_a_created_tensor_of_dynamic_extent(rows):
    x = np.random.default_rng(rows).standard_normal((rows, 32), dtype=np.float32)
    y = of_dynamic_extent(x)
    assert y.shape == x.shape
    np.testing.assert_array_equal(y, -x)


def test_an_initial_value_that_nothing_overwrites(x):
    y = half_written(x)
    np.testing.assert_array_equal(y[:8], x[:8])
    np.testing.assert_array_equal(y[8:], np.full((8, 32), 2.5, np.float32))


@pytest.mark.parametrize("n", [3, 4])
def test_which_one_is_known_only_in_the_run(x, n):
    plus, times = x + np.float32(1), x * np.float32(3)
    np.testing.assert_array_equal(either(x, n), plus if n > 3 else times)
    np.testing.assert_array_equal(own_or_given(x, n), plus if n > 3 else times)
    a = np.zeros_like(x)
    given = own_or_given(x, n, a)
    assert (given is a) == (n > 3)


def test_a_part_of_a_tensor_is_refused(x):
    a = np.zeros_like(x)
    with pytest.raises(ValueError, match="PYPTO-E0811.*returns a part of a tensor"):
        returns_a_part(x, a)
    np.testing.assert_array_equal(a, np.zeros_like(x))


def test_a_scalar_is_refused(x):
    with pytest.raises(ValueError, match="PYPTO-E0715.*returns a value of type"):
        returns_a_scalar(x)


def test_what_is_not_written_is_zero(x):
    for _ in range(3):
        # Leaves memory behind that the next allocation may get.
        np.full((16, 32), 7, np.float32)
        a = upper_rows(x)
        np.testing.assert_array_equal(a[:8], x[:8] + np.float32(1))
        np.testing.assert_array_equal(a[8:], np.zeros((8, 32), np.float32))
