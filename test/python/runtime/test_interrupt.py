# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A run ends when the user wants it to."""

import signal
import time

import numpy as np
import pytest

import pypto.language as pl

Matrix = pl.Tensor[[16, 16], pl.FP32]


@pl.jit
def long_kernel(x: Matrix, n: pl.INT32, out: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
        for _i in pl.range(n):
            t = pl.add(t, 1.0)
        out = pl.store(t, [0, 0], out)
    return out


class Stop(Exception):
    pass


def stop(*_):
    raise Stop


def test_signal_ends_a_run():
    """The handler's exception leaves the call; the kernel can run again."""
    x, out = np.ones((16, 16), np.float32), np.full((16, 16), 5, np.float32)
    compiled = long_kernel.compile(x, 1, out)
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
