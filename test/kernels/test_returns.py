# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`return` in branches, known at compile time or not, and at the end of scopes."""

import numpy as np
import pytest

import pypto.language as pl


@pl.jit.incore
def pick(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.INT32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    copy: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    t = pl.load(x, [0, 0], [16, 64])
    if n > 3:
        if n > 10:
            out = pl.store(pl.neg(t), [0, 0], out)
            copy = pl.store(t, [0, 0], copy)
            return out, copy
        t = pl.add(t, 1.0)
    elif n < 0:
        out = pl.store(pl.mul(t, 3.0), [0, 0], out)
        copy = pl.store(t, [0, 0], copy)
        return out, copy
    out = pl.store(pl.exp(t), [0, 0], out)
    copy = pl.store(t, [0, 0], copy)
    return out, copy


@pl.jit
def picked(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.INT32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    copy: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    out, copy = pick(x, n, out, copy)
    return out, copy


@pytest.mark.parametrize("n", [-1, 0, 3, 4, 10, 11])
def test_several_values_from_nested_branches(rng, config, n):
    """Every path returns both outputs; code behind the branches runs on those that go on."""
    x = rng.standard_normal((16, 64), dtype=np.float32)
    out, copy = np.zeros_like(x), np.zeros_like(x)
    picked(x, n, out, copy, config=config)
    shown = x + np.float32(1) if 3 < n <= 10 else x
    want = -x if n > 10 else 3 * x if n < 0 else np.exp(shown)
    np.testing.assert_allclose(out, want, rtol=2e-6)
    np.testing.assert_array_equal(copy, shown)


@pl.jit
def early(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.INT32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    if n > 3:
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.neg(x)
            return out
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.add(x, 1.0)
    return out


@pl.jit
def without_value(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.INT32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.neg(x)
    if n > 3:
        return
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.add(x, 1.0)


@pl.jit.inline
def doubled_unless(t, n):
    if n > 3:
        return t
    return pl.mul(t, 2.0)


@pl.jit
def spliced(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.INT32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = doubled_unless(pl.neg(x), n)
        return out


@pl.jit
def at_compile_time(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: int,
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    if n > 3:
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.neg(x)
        return out
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.add(x, 1.0)
    return out


@pytest.mark.parametrize("n", [3, 4])
@pytest.mark.parametrize(
    ("kernel", "small"),
    [
        (early, lambda x: x + 1),
        (without_value, lambda x: x + 1),
        (spliced, lambda x: -2 * x),
        (at_compile_time, lambda x: x + 1),
    ],
)
def test_two_ways_out(rng, config, kernel, small, n):
    """Control plane, helper, scope; with and without a value."""
    x = rng.standard_normal((16, 64), dtype=np.float32)
    out = np.zeros_like(x)
    kernel(x, n, out, config=config)
    np.testing.assert_array_equal(out, -x if n > 3 else small(x))
