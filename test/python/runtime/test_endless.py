# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A run that executes too much ends: at the limit, which is the user's, or by a signal."""

import signal
import time

import numpy as np
import pytest

import pypto.language as pl
from pypto.runtime import RunConfig

Matrix = pl.Tensor[[16, 16], pl.FP32]


@pl.jit
def sums(x: Matrix, n: pl.INT32, out: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
        for _i in pl.range(n):
            t = pl.add(t, 1.0)
        out = pl.store(t, [0, 0], out)
    return out


@pl.jit
def tasks(x: Matrix, n: pl.INT32, out: pl.Out[Matrix]):
    for _i in pl.range(n):
        with pl.at(level=pl.Level.CORE_GROUP):
            out = pl.store(pl.add(pl.load(x, [0, 0], [16, 16]), 1.0), [0, 0], out)
    return out


@pytest.mark.parametrize("kernel", [sums, tasks], ids=["in a kernel", "of tasks"])
def test_limit(kernel):
    """A billion turns stop at the limit, in the loop, without a byte written."""
    x, out = np.ones((16, 16), np.float32), np.full((16, 16), 5, np.float32)
    small = RunConfig(max_instructions=200_000)
    with pytest.raises(RuntimeError, match="PYPTO-E0803") as caught:
        kernel(x, 1_000_000_000, out, config=small)
    text = str(caught.value)
    assert "200000 instructions" in text
    assert "RunConfig.max_instructions" in text
    assert "test_endless.py" in text
    np.testing.assert_array_equal(out, np.full((16, 16), 5, np.float32))
    # What ends within the limit is not stopped.
    kernel(x, 17, out, config=small)
    np.testing.assert_array_equal(out, np.full((16, 16), 18 if kernel is sums else 2, np.float32))


def test_limit_is_exact_and_can_be_lifted():
    """The least limit that a run passes is the number of its instructions; 0 is none."""
    x, out = np.ones((16, 16), np.float32), np.zeros((16, 16), np.float32)
    low, high = 1, 100_000
    while low < high:
        middle = (low + high) // 2
        try:
            sums(x, 100, out, config=RunConfig(max_instructions=middle))
            high = middle
        except RuntimeError:
            low = middle + 1
    assert 300 < low < 2000
    out[:] = 0
    for limit in (low, 0, None):
        sums(x, 100, out, config=RunConfig(max_instructions=limit))
        np.testing.assert_array_equal(out, np.full((16, 16), 101, np.float32))
        out[:] = 0
    with pytest.raises(RuntimeError, match="PYPTO-E0803"):
        sums(x, 100, out, config=RunConfig(max_instructions=low - 1))


def test_limit_of_one_call_is_not_that_of_others():
    """The program is compiled once; each call and each compiled program has its own options."""
    x, out = np.ones((16, 16), np.float32), np.zeros((16, 16), np.float32)
    sums.cache_clear()
    small = RunConfig(max_instructions=10)
    limited = sums.compile(x, 100, out, config=small)
    with pytest.raises(RuntimeError, match="PYPTO-E0803"):
        sums(x, 100, out, config=small)
    free = sums.compile(x, 100, out)
    for run in (sums, free):
        run(x, 100, out)
        np.testing.assert_array_equal(out, np.full((16, 16), 101, np.float32))
        out[:] = 0
    with pytest.raises(RuntimeError, match="PYPTO-E0803"):
        limited(x, 100, out)
    assert sums.cache_info() == {"size": 1}


def test_wrong_limit():
    with pytest.raises(ValueError, match="max_instructions"):
        RunConfig(max_instructions=-1)


class Stop(Exception):
    pass


def stop(*_):
    raise Stop


def test_signal_ends_a_run():
    """The handler's exception leaves the call; the kernel can run again."""
    x, out = np.ones((16, 16), np.float32), np.full((16, 16), 5, np.float32)
    compiled = sums.compile(x, 1, out)
    # The first call compiles.
    compiled(x, 1, out)
    out[:] = 5
    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        start = time.monotonic()
        with pytest.raises(Stop):
            compiled(x, 1_000_000_000, out)
        assert time.monotonic() - start < 20
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    np.testing.assert_array_equal(out, np.full((16, 16), 5, np.float32))
    compiled(x, 3, out)
    np.testing.assert_array_equal(out, np.full((16, 16), 4, np.float32))
