# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of pl.pipeline: the same numbers as a plain loop, in less time."""

import numpy as np
import pytest

import pypto.language as pl
from pypto.runtime import RunConfig

PLATFORMS = ["a2a3sim", "a5sim"]


def rows(stage, count):
    """Row blocks of 16 through the vector unit, `count` of them."""

    @pl.jit
    def kernel(x: pl.Tensor[[512, 96], pl.FP32], y: pl.InOut[pl.Tensor[[512, 96], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.pipeline(0, count * 16, 16, stage=stage):
                t = pl.load(x, [i, 0], [16, 96])
                y = pl.store(pl.add(pl.abs(t), 1.5), [i, 0], y)
        return y

    return kernel


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 15, 16, 17])
@pytest.mark.parametrize("stage", [1, 2, 3, 5])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_rows(rng, platform, stage, count):
    x = rng.standard_normal((512, 96)).astype(np.float32)
    y = np.full((512, 96), 7, np.float32)
    rows(stage, count)(x, y, config=RunConfig(platform=platform))
    golden = np.full((512, 96), 7, np.float32)
    golden[: count * 16] = np.abs(x[: count * 16]) + np.float32(1.5)
    np.testing.assert_array_equal(y, golden)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_iterations_overlap(rng, platform):
    """Serial, an iteration takes its load, its computation and its store one after the other."""
    x = rng.standard_normal((512, 96)).astype(np.float32)
    config = RunConfig(platform=platform)
    cycles = []
    for stage in (1, 2, 4):
        y = np.zeros_like(x)
        kernel = rows(stage, 32)
        kernel(x, y, config=config)
        cycles.append(kernel.compile(x, y, config=config).report().cycles)
    empty = rows(1, 0)
    y = np.zeros_like(x)
    empty(x, y, config=config)
    launch = empty.compile(x, y, config=config).report().cycles
    serial, two, four = (c - launch for c in cycles)
    assert two < 0.75 * serial
    assert four <= two


M = pl.dynamic("M")


@pl.jit
def dynamic(
    x: pl.Tensor[[M, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.InOut[pl.Tensor[[M, 64], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        total = pl.tile.full([1, 64], dtype=pl.FP32, value=0.0)
        for i in pl.pipeline(0, n, stage=3):
            t = pl.load(x, [i, 0], [1, 64])
            total = pl.add(total, t)
            y = pl.store(total, [i, 0], y)
    return y


@pytest.mark.parametrize("n", [-1, 0, 1, 2, 3, 4, 15, 16, 17])
def test_a_carried_sum_over_a_count_of_the_run(rng, n):
    x = rng.integers(-9, 9, (17, 64)).astype(np.float32)
    y = np.full((17, 64), 5, np.float32)
    dynamic(x, n, y)
    golden = np.full((17, 64), 5, np.float32)
    golden[: max(n, 0)] = np.cumsum(x, axis=0)[: max(n, 0)]
    np.testing.assert_array_equal(y, golden)


@pl.jit
def in_place(x: pl.InOut[pl.Tensor[[9, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(1, 9, stage=4):
            above = pl.load(x, [i - 1, 0], [1, 64])
            here = pl.load(x, [i, 0], [1, 64])
            x = pl.store(pl.add(above, here), [i, 0], x)
    return x


def test_what_an_iteration_stores_the_next_one_loads(rng):
    x = rng.integers(-9, 9, (9, 64)).astype(np.float32)
    golden = np.cumsum(x, axis=0)
    in_place(x)
    np.testing.assert_array_equal(x, golden)


def product(stage):
    @pl.jit
    def kernel(
        a: pl.Tensor[[64, 448], pl.FP16],
        b: pl.Tensor[[448, 64], pl.FP16],
        c: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            acc = pl.create_tile([64, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc)
            for k in pl.pipeline(0, 448, 64, stage=stage):
                left = pl.move(
                    pl.load(a, [0, k], [64, 64], target_memory=pl.Mem.Mat),
                    target_memory=pl.Mem.Left,
                )
                right = pl.move(
                    pl.load(b, [k, 0], [64, 64], target_memory=pl.Mem.Mat),
                    target_memory=pl.Mem.Right,
                )
                if k == 0:
                    acc = pl.matmul(left, right)
                else:
                    acc = pl.matmul_acc(acc, left, right)
            c = pl.store(acc, [0, 0], c)
        return c

    return kernel


@pytest.mark.parametrize("stage", [1, 2, 3, 4])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_product(rng, platform, stage):
    a = rng.integers(-4, 5, (64, 448)).astype(np.float16)
    b = rng.integers(-4, 5, (448, 64)).astype(np.float16)
    c = np.zeros((64, 64), np.float32)
    product(stage)(a, b, c, config=RunConfig(platform=platform))
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


@pl.jit
def nested(x: pl.Tensor[[64, 96], pl.FP32], y: pl.Out[pl.Tensor[[64, 96], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(0, 64, 16, stage=2):
            for j in pl.pipeline(0, 96, 32, stage=2):
                y[i : i + 16, j : j + 32] = pl.mul(x[i : i + 16, j : j + 32], 3.0)
    return y


def test_nested(rng):
    x = rng.standard_normal((64, 96)).astype(np.float32)
    y = np.zeros_like(x)
    nested(x, y)
    np.testing.assert_array_equal(y, x * np.float32(3))


@pl.jit
def wide(x: pl.Tensor[[1024, 256], pl.FP32], y: pl.Out[pl.Tensor[[1024, 256], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(0, 1024, 128, stage=4):
            y = pl.store(pl.load(x, [i, 0], [128, 256]), [i, 0], y)
    return y


def test_tiles_that_do_not_fit_twice(rng):
    """128 KiB of 184: one iteration at a time, not an error."""
    x = rng.standard_normal((1024, 256)).astype(np.float32)
    y = np.zeros_like(x)
    wide(x, y)
    np.testing.assert_array_equal(y, x)
