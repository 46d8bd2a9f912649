# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a call with outputs left out returns: what `return` names, in its order."""

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


def test_a_value_that_is_no_parameter(x):
    with pytest.raises(ValueError, match="PYPTO-E0715.*returns a value of type") as caught:
        fresh(x)
    assert "output parameter" in str(caught.value)
    # All arguments given: nothing is returned, so nothing is missing.
    a = np.zeros_like(x)
    assert fresh(x, a) is None
    np.testing.assert_array_equal(a, x + np.float32(1))


def test_what_is_not_written_is_zero(x):
    for _ in range(3):
        # Leaves memory behind that the next allocation may get.
        np.full((16, 32), 7, np.float32)
        a = upper_rows(x)
        np.testing.assert_array_equal(a[:8], x[:8] + np.float32(1))
        np.testing.assert_array_equal(a[8:], np.zeros((8, 32), np.float32))
