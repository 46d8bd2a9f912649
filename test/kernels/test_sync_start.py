# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sync_start=True`: a launch waits until there are cores for all of its blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pypto.language as pl

ROWS = 128


def kernel(width: str, together: bool) -> Any:
    """A long task on one core, and a launch that does not depend on it."""
    keywords = ", sync_start=True" if together else ""
    return pl.parse(f"""
import pypto.language as pl

@pl.jit
def beside(
    x: pl.Tensor[[{ROWS}, 16], pl.FP32],
    t: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
    y: pl.InOut[pl.Tensor[[{ROWS}, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="long"):
        a = pl.load(x, [0, 0], [16, 16])
        for _ in pl.range(400):
            a = pl.neg(a)
        pl.store(a, [0, 0], t)
    for i in pl.spmd({width}, name_hint="wide"{keywords}):
        pl.store(pl.mul(pl.load(x, [i, 0], [1, 16]), 2.0), [i, 0], y)
""")


@pl.jit
def cubes_beside(
    x: pl.Tensor[[64, 64], pl.FP16],
    t: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    y: pl.InOut[pl.Tensor[[24 * 16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="long"):
        a = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        b = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        left = pl.move(a, target_memory=pl.Mem.Left)
        right = pl.move(b, target_memory=pl.Mem.Right)
        for _ in pl.range(200):
            product = pl.matmul(left, right)
            pl.store(product, [0, 0], t)
    for i in pl.spmd(pl.system.available_cluster_count(), name_hint="wide", sync_start=True):
        a = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Mat)
        b = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        left = pl.move(a, target_memory=pl.Mem.Left)
        right = pl.move(b, target_memory=pl.Mem.Right)
        pl.store(pl.matmul(left, right), [16 * i, 0], y)


def spans(compiled: Any) -> dict[str, tuple[float, float]]:
    return {t.kernel: (t.start_cycle, t.end_cycle) for t in compiled.report().tasks}


@pytest.mark.parametrize("together", [False, True])
def test_a_launch_waits_for_all_of_its_cores(rng, config, together: bool):
    x = rng.standard_normal((ROWS, 16), dtype=np.float32)
    t, y = np.zeros((16, 16), np.float32), np.zeros_like(x)
    compiled = kernel("pl.system.available_aiv_count()", together).compile(config=config)
    compiled(x, t, y, config=config)
    blocks = np.count_nonzero(y.any(axis=1))
    assert blocks >= 48
    np.testing.assert_array_equal(t, x[:16])
    np.testing.assert_array_equal(y[:blocks], 2 * x[:blocks])
    of = spans(compiled)
    assert (of["wide"][0] >= of["long"][1]) == together


def test_a_launch_that_fits_does_not_wait(rng, config):
    x = rng.standard_normal((ROWS, 16), dtype=np.float32)
    t, y = np.zeros((16, 16), np.float32), np.zeros_like(x)
    compiled = kernel("pl.system.available_aiv_count() - 1", True).compile(config=config)
    compiled(x, t, y, config=config)
    of = spans(compiled)
    assert of["wide"][0] < of["long"][1]


def test_a_launch_of_cubes_waits_for_all_of_its_cores(rng, config):
    x = rng.standard_normal((64, 64), dtype=np.float32).astype(np.float16)
    t, y = np.zeros((64, 64), np.float32), np.zeros((24 * 16, 64), np.float32)
    compiled = cubes_beside.compile(config=config)
    compiled(x, t, y, config=config)
    expected = x[:16].astype(np.float32) @ x.astype(np.float32)
    for block in range(24):
        part = y[16 * block : 16 * block + 16]
        np.testing.assert_allclose(part, expected, rtol=1e-3, atol=1e-3)
    of = spans(compiled)
    assert of["wide"][0] >= of["long"][1]


def test_a_launch_for_which_there_are_no_cores(rng, config):
    x = rng.standard_normal((ROWS, 16), dtype=np.float32)
    t, y = np.zeros((16, 16), np.float32), np.zeros_like(x)
    compiled = kernel("pl.system.available_aiv_count() + 1", True).compile(config=config)
    with pytest.raises(RuntimeError, match="(?s)PYPTO-E0802.*start at once.*never starts"):
        compiled(x, t, y, config=config)
