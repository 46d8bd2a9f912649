# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elements that the control plane reads and writes between tasks, against NumPy."""

import numpy as np
import pytest

import pypto.language as pl


@pl.jit
def count_from_a_task(
    x: pl.Tensor[[64], pl.INT32],
    plan: pl.InOut[pl.Tensor[[16], pl.INT32]],
    out: pl.InOut[pl.Tensor[[64], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(plan, [0], pl.read(x, [0]) * 2)
    n = pl.read(plan, [0])
    for i in pl.range(0, pl.cast(n, pl.INDEX)):
        with pl.at(level=pl.Level.CORE_GROUP):
            pl.write(out, [i * 16], pl.read(x, [i * 16]) + 1)
    return out


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_task_decides_how_many_follow(count, rng, config):
    """The control plane waits for the task whose number it reads."""
    x = rng.integers(-99, 99, 64).astype(np.int32)
    x[0] = count
    plan, out = np.full(16, 77, np.int32), np.full(64, -1, np.int32)
    count_from_a_task(x, plan, out, config=config)
    want = np.full(64, -1, np.int32)
    for i in range(2 * count):
        want[i * 16] = x[i * 16] + 1
    np.testing.assert_array_equal(out, want)
    assert plan[0] == 2 * count


@pl.jit
def plan_by_the_control_plane(
    x: pl.Tensor[[64], pl.FP32],
    plan: pl.InOut[pl.Tensor[[4], pl.INT32]],
    out: pl.InOut[pl.Tensor[[64], pl.FP32]],
):
    for g in pl.range(0, 4):
        pl.write(plan, [g], pl.cast((3 - g) * 16, pl.INT32))
    with pl.at(level=pl.Level.CORE_GROUP):
        for g in pl.range(0, 4):
            start = pl.cast(pl.read(plan, [g]), pl.INDEX)
            for i in pl.range(0, 16):
                pl.write(out, [g * 16 + i], pl.read(x, [start + i]))
    return out


def test_a_table_written_by_the_control_plane(rng, config):
    """A task sees what the control plane wrote before it was submitted."""
    x = rng.standard_normal(64, dtype=np.float32)
    plan, out = np.zeros(4, np.int32), np.zeros(64, np.float32)
    plan_by_the_control_plane(x, plan, out, config=config)
    np.testing.assert_array_equal(plan, [48, 32, 16, 0])
    np.testing.assert_array_equal(out, x.reshape(4, 16)[::-1].reshape(-1))
