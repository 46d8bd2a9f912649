# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A task that overwrites a tensor runs after the tasks that read it, with NumPy's numbers."""

from dataclasses import replace

import numpy as np
import pytest

import pypto.language as pl

CORE = pl.Level.CORE_GROUP
N = 9


@pl.jit
def next_iteration(x: pl.Tensor[[N, 64], pl.FP32], y: pl.Out[pl.Tensor[[N, 64], pl.FP32]]):
    s = pl.create_tensor([1, 64], dtype=pl.FP32)
    for i in pl.range(0, N):
        with pl.at(level=CORE):
            s[:] = pl.mul(x[i : i + 1, :], 2.0)
        with pl.at(level=CORE):
            y[i : i + 1, :] = pl.add(s, 1.0)
    return y


@pl.jit
def straight(x: pl.Tensor[[N, 64], pl.FP32], y: pl.Out[pl.Tensor[[N, 64], pl.FP32]]):
    s = pl.create_tensor([N, 64], dtype=pl.FP32)
    with pl.at(level=CORE):
        s[:] = pl.mul(x, 2.0)
    with pl.at(level=CORE):
        # Slow, so that the next writer would be done long before.
        a = pl.exp(pl.exp(pl.mul(s, 0.01)))
        y[:] = pl.add(pl.mul(a, 0.0), pl.add(s, 1.0))
    with pl.at(level=CORE):
        s[:] = pl.mul(x, 0.0)
    with pl.at(level=CORE):
        y[:] = pl.add(y, s)
    return y


@pl.jit
def places_change(x: pl.Tensor[[N, 64], pl.FP32], y: pl.Out[pl.Tensor[[N, 64], pl.FP32]]):
    a = pl.create_tensor([N, 64], dtype=pl.FP32)
    b = pl.create_tensor([N, 64], dtype=pl.FP32)
    with pl.at(level=CORE):
        a[:] = pl.mul(x, 2.0)
    for _ in pl.range(0, 6):
        with pl.at(level=CORE):
            b[:] = pl.add(a, 0.5)
        with pl.at(level=CORE):
            a[:] = pl.sub(b, 0.25)
    with pl.at(level=CORE):
        y[:] = pl.sub(a, 0.5)
    return y


@pl.jit
def behind_a_loop(x: pl.Tensor[[N, 64], pl.FP32], y: pl.Out[pl.Tensor[[N, 64], pl.FP32]]):
    s = pl.create_tensor([N, 64], dtype=pl.FP32)
    with pl.at(level=CORE):
        s[:] = pl.mul(x, 2.0)
    for i in pl.parallel(0, N):
        with pl.at(level=CORE):
            a = pl.exp(pl.exp(pl.mul(s[i : i + 1, :], 0.01)))
            y[i : i + 1, :] = pl.add(pl.mul(a, 0.0), pl.add(s[i : i + 1, :], 1.0))
    with pl.at(level=CORE):
        s[:] = pl.mul(x, 0.0)
    return y


@pytest.mark.parametrize("kernel", [next_iteration, straight, places_change, behind_a_loop])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_overwritten_tensors(rng, config, kernel, seed):
    """Every order of ready tasks gives the same numbers, and the observer sees no race."""
    x = rng.standard_normal((N, 64), dtype=np.float32)
    y = np.full_like(x, np.nan)
    kernel(x, y, config=replace(config, seed=seed, check_races=True))
    np.testing.assert_allclose(y, x * 2 + 1, rtol=1e-6, atol=1e-6)


def test_parallel_readers_stay_parallel(rng, config):
    """The readers of one parallel loop do not wait for each other."""
    x = rng.standard_normal((N, 64), dtype=np.float32)
    y = np.zeros_like(x)
    compiled = behind_a_loop.compile(x, y, config=config)
    compiled(x, y, config=config)
    tasks = compiled.report().tasks
    readers, last = tasks[1:-1], tasks[-1]
    assert len(readers) == N
    assert any(b.start_cycle < a.end_cycle for a, b in zip(readers, readers[1:], strict=False))
    assert all(last.start_cycle >= reader.end_cycle for reader in readers)


@pl.jit
def updates_in_parallel(
    x: pl.Tensor[[N, 64], pl.FP32],
    y: pl.InOut[pl.Tensor[[N, 64], pl.FP32]],
):
    with pl.at(level=CORE):
        # Slow, so that an update that does not wait comes first.
        a = pl.exp(pl.exp(pl.mul(x, 0.01)))
        y[:] = pl.add(pl.mul(a, 0.0), x)
    for i in pl.parallel(0, N):
        with pl.at(level=CORE):
            y[i : i + 1, :] = pl.mul(y[i : i + 1, :], 2.0)
        with pl.at(level=CORE):
            y[i : i + 1, :] = pl.add(y[i : i + 1, :], 1.0)
    with pl.at(level=CORE):
        y[:] = pl.neg(y)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_iteration_waits_for_what_was_written_before(rng, config, seed):
    """Updates of the iterations of a parallel loop, each behind the task in front of the loop."""
    x = rng.standard_normal((N, 64), dtype=np.float32)
    y = np.full_like(x, np.nan)
    updates_in_parallel(x, y, config=replace(config, seed=seed, check_races=True))
    np.testing.assert_allclose(y, -(x * 2 + 1), rtol=1e-6, atol=1e-6)
