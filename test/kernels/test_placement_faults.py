# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults of placement that systems of this kind had: accumulators, odd extents, column vectors."""

import re

import numpy as np
import pytest
from kernel_numbers import integers

import pypto.language as pl
from pypto.compiler import lower_module
from pypto.errors import UnsupportedFeatureError
from pypto.runtime import RunConfig

EXTENTS = (1, 5, 8, 15, 16, 17, 100)


def placed(kernel) -> str:
    """The IR once tiles are in memories."""
    module = lower_module(kernel.compile().program.module.operation.clone(), stop_after="placed")
    return str(module)


@pl.jit
def from_zeros(
    a: pl.Tensor[[32, 128], pl.FP16],
    b: pl.Tensor[[128, 32], pl.FP16],
    out: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.full([32, 32], pl.FP32, 0.0)
        for k in pl.range(4):
            acc = pl.matmul_acc(acc, a[:, k * 32 : k * 32 + 32], b[k * 32 : k * 32 + 32, :])
        out[:] = acc
    return out


@pl.jit
def from_zeros_nested(
    a: pl.Tensor[[32, 128], pl.FP16],
    b: pl.Tensor[[128, 32], pl.FP16],
    out: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.full([32, 32], pl.FP32, 0.0)
        for ko in pl.range(2):
            for ki in pl.range(2):
                k = ko * 64 + ki * 32
                acc = pl.matmul_acc(acc, a[:, k : k + 32], b[k : k + 32, :])
        out[:] = acc
    return out


@pytest.mark.parametrize("kernel", [from_zeros, from_zeros_nested], ids=["one", "nested"])
@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
def test_accumulation_from_zeros(rng, kernel, platform):
    """B01, B02: an accumulator that begins as a tile of zeros, one and two loops deep."""
    a = integers(rng, 32, 128, dtype=np.float16)
    b = integers(rng, 128, 32, dtype=np.float16)
    out = np.full((32, 32), 99, np.float32)
    kernel(a, b, out, config=RunConfig(platform=platform))
    np.testing.assert_array_equal(out, a.astype(np.float32) @ b.astype(np.float32))


def accumulation(value: float):
    """A sum of n products that begins with `value` everywhere."""

    @pl.jit
    def from_value(
        a: pl.Tensor[[32, 128], pl.FP16],
        b: pl.Tensor[[128, 48], pl.FP16],
        n: pl.Scalar[pl.INT32],
        out: pl.Out[pl.Tensor[[32, 48], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            acc = pl.full([32, 48], pl.FP32, value)
            for k in pl.range(n):
                acc = pl.matmul_acc(acc, a[:, k * 32 : k * 32 + 32], b[k * 32 : k * 32 + 32, :])
            out[:] = acc
        return out

    return from_value


@pytest.mark.parametrize("n", [0, 1, 3])
@pytest.mark.parametrize("value", [0.0, 1.5, -3.25])
@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
def test_accumulation_from_a_value(rng, platform, value, n):
    """B01: any seed, in loops that may not run, on the matrix core alone."""
    a = integers(rng, 32, 128, dtype=np.float16)
    b = integers(rng, 128, 48, dtype=np.float16)
    out = np.full((32, 48), 99, np.float32)
    accumulation(value)(a, b, n, out, config=RunConfig(platform=platform))
    k = 32 * n
    expected = a[:, :k].astype(np.float32) @ b[:k].astype(np.float32) + np.float32(value)
    np.testing.assert_array_equal(out, expected)


@pl.jit
def from_a_tensor(
    a: pl.Tensor[[32, 32], pl.FP16],
    s: pl.Tensor[[32, 32], pl.FP32],
    out: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.matmul_acc(s, a, a)
    return out


def test_an_accumulation_cannot_begin_with_a_tensor():
    """B01: what nothing can do is refused with a way out."""
    with pytest.raises(UnsupportedFeatureError, match="start with pl.matmul to store it elsewhere"):
        from_a_tensor.compile().memory_map()


@pytest.mark.parametrize("kernel", [from_zeros, from_zeros_nested], ids=["one", "nested"])
def test_accumulators_are_not_copied(kernel):
    """B02, B13: one accumulator from the first product to the store, on the matrix core only."""
    text = placed(kernel)
    moves = re.findall(r"tile\.move .*", text)
    assert moves and not [m for m in moves if m.count("Acc") > 1]
    assert "func_kind<AIC>" in text and "func_kind<AIV>" not in text


@pl.jit
def two_accumulators(
    a: pl.Tensor[[16, 64], pl.FP16],
    b: pl.Tensor[[64, 16], pl.FP16],
    c: pl.Tensor[[64, 16], pl.FP16],
    out: pl.Out[pl.Tensor[[32, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full([16, 16], pl.FP32, 0.0)
        v = pl.full([16, 16], pl.FP32, 0.0)
        for k in pl.range(0, 64, 16):
            u = pl.matmul_acc(u, a[:, k : k + 16], b[k : k + 16, :])
            v = pl.matmul_acc(v, a[:, k : k + 16], c[k : k + 16, :])
        out[0:16, :] = u
        out[16:32, :] = v
    return out


def test_two_accumulators(rng, config):
    """B02: two of them in one loop keep apart."""
    a, b, c = (integers(rng, *s, dtype=np.float16) for s in ((16, 64), (64, 16), (64, 16)))
    out = np.full((32, 16), 99, np.float32)
    two_accumulators(a, b, c, out, config=config)
    wide = a.astype(np.float32)
    np.testing.assert_array_equal(out, np.concatenate([wide @ b, wide @ c]))


@pl.jit
def product(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.matmul(a, b, out_dtype=pl.FP32)
    return out


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("extent", EXTENTS)
def test_products_of_odd_extents(rng, config, extent, axis):
    """B11: each of rows, contracted extent and columns in turn."""
    shape = [16, 32, 48]
    shape[axis] = extent
    m, k, n = shape
    a, b = integers(rng, m, k, dtype=np.float16), integers(rng, k, n, dtype=np.float16)
    out = np.full((m, n), 99, np.float32)
    product(a, b, out, config=config)
    np.testing.assert_array_equal(out, a.astype(np.float32) @ b.astype(np.float32))


@pl.jit
def row_maxima(x: pl.Tensor, r: pl.Out[pl.Tensor], out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r[:] = pl.row_max(x)
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.row_expand_sub(x, r)
    return r, out


@pytest.mark.parametrize("rows", [1, 8, 17, 64])
def test_column_vectors_between_kernels(rng, config, rows):
    """B05: a column written by one kernel and read by the next, without annotations."""
    x = rng.standard_normal((rows, 32)).astype(np.float32)
    r, out = np.zeros((rows, 1), np.float32), np.zeros((rows, 32), np.float32)
    row_maxima(x, r, out, config=config)
    np.testing.assert_array_equal(r, x.max(axis=1, keepdims=True))
    np.testing.assert_array_equal(out, x - r)


@pl.jit
def narrowed_maxima(x: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.cast(pl.row_max(x), pl.FP16)
    return out


@pytest.mark.parametrize("rows", [1, 15, 16, 64])
def test_cast_of_a_column_keeps_its_order(rng, config, rows):
    x = integers(rng, rows, 32)
    out = np.zeros((rows, 1), np.float16)
    narrowed_maxima(x, out, config=config)
    np.testing.assert_array_equal(out, x.max(axis=1, keepdims=True).astype(np.float16))


def narrowed_product(scale: bool):
    @pl.jit
    def kernel(
        a: pl.Tensor[[64, 64], pl.FP16],
        b: pl.Tensor[[64, 48], pl.FP16],
        rows: pl.Scalar[pl.INDEX],
        out: pl.InOut[pl.Tensor[[64, 48], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.matmul(pl.set_validshape(a, rows, 64), b, out_dtype=pl.FP32)
        if scale:
            with pl.at(level=pl.Level.CORE_GROUP):
                out[:] = pl.mul(pl.set_validshape(out, rows, 48), 2.0)
        return out

    return kernel


@pytest.mark.parametrize("rows", [0, 1, 15, 16, 17, 48, 64])
@pytest.mark.parametrize("scale", [False, True], ids=["product", "scaled"])
def test_products_of_narrowed_rows(rng, config, rows, scale):
    """B03, B04: valid rows of an accumulator are right in every box of columns; then in a second
    kernel."""
    a = integers(rng, 64, 64, dtype=np.float16)
    b = integers(rng, 64, 48, dtype=np.float16)
    out = np.full((64, 48), 99, np.float32)
    narrowed_product(scale)(a, b, rows, out, config=config)
    expected = np.full((64, 48), 99, np.float32)
    expected[:rows] = (a[:rows].astype(np.float32) @ b.astype(np.float32)) * (2 if scale else 1)
    np.testing.assert_array_equal(out, expected)


@pl.jit
def narrowed_operand(
    a: pl.Tensor[[32, 64], pl.FP16],
    b: pl.Tensor[[64, 32], pl.FP16],
    rows: pl.Scalar[pl.INDEX],
    out: pl.InOut[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        x = pl.set_validshape(pl.load(a, [0, 0], [32, 64], target_memory=pl.Mem.Mat), rows, 64)
        w = pl.load(b, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        l0a = pl.move(x, target_memory=pl.Mem.Left)
        l0b = pl.move(w, target_memory=pl.Mem.Right)
        out = pl.store(pl.matmul(l0a, l0b), [0, 0], out)
    return out


@pytest.mark.parametrize("rows", [1, 17, 32])
def test_a_valid_region_does_not_change_the_route(rng, config, rows):
    """B14: an operand with a valid region goes straight to Mat; one kernel, on the matrix core."""
    text = placed(narrowed_operand)
    assert "func_kind<AIC>" in text and "func_kind<AIV>" not in text and ", Vec" not in text
    a = integers(rng, 32, 64, dtype=np.float16)
    b = integers(rng, 64, 32, dtype=np.float16)
    out = np.full((32, 32), 99, np.float32)
    narrowed_operand(a, b, rows, out, config=config)
    expected = np.full((32, 32), 99, np.float32)
    expected[:rows] = a[:rows].astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(out, expected)
