# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prefetches of weights while other work runs."""

import numpy as np
import pytest

import pypto.language as pl
from pypto import errors


@pl.jit
def scaled_rows(
    x: pl.Tensor[[8, 256], pl.FP32],
    w: pl.Tensor[[8, 1024], pl.FP32],
    out: pl.Out[pl.Tensor[[8, 256], pl.FP32]],
):
    ctx = pl.prefetch.make_context()
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(8):
            event = pl.prefetch.async_prefetch(pl.slice(w, [1, 256], [i, 512]), ctx)
            row = pl.load(x, [i, 0], [1, 256])
            pl.prefetch.wait(event, pl.prefetch.session(ctx))
            weight = pl.load(w, [i, 512], [1, 256])
            out = pl.store(pl.mul(row, weight), [i, 0], out)
    return out


def test_numbers_do_not_change(rng, config):
    """One row of weights at a time, at an offset that is no multiple of the row's length."""
    x = rng.standard_normal((8, 256), dtype=np.float32)
    w = rng.standard_normal((8, 1024), dtype=np.float32)
    np.testing.assert_array_equal(scaled_rows(x, w, config=config), x * w[:, 512:768])


def transfer(waits):
    @pl.jit
    def kernel(w: pl.Tensor[[1, 65536], pl.FP32], out: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
        ctx = pl.prefetch.make_context()
        with pl.at(level=pl.Level.CORE_GROUP):
            event = pl.prefetch.async_prefetch(w, ctx)
            if waits:
                pl.prefetch.wait(event, pl.prefetch.session(ctx))
            out[:] = pl.neg(w[:, 0:64])
        return out

    return kernel


def test_it_takes_the_time_of_the_engine(rng, config):
    """Waiting for a transfer of 256 KiB is seen in the cycles."""
    w = rng.standard_normal((1, 65536), dtype=np.float32)
    cycles = {}
    for waits in (False, True):
        out = np.zeros((1, 64), np.float32)
        kernel = transfer(waits)
        kernel(w, out, config=config)
        np.testing.assert_array_equal(out, -w[:, :64])
        cycles[waits] = kernel.compile(w, out, config=config).report().cycles
    # At 1 KiB a cycle, which no engine reaches, the transfer takes 256.
    assert cycles[True] > cycles[False] + 256


@pytest.mark.parametrize("shape", ["[2, 256]", "[n, 256]"])
def test_only_contiguous_static_windows(shape):
    """Rows, and extents known at run time, are refused where they are written."""
    kernel = pl.parse(f"""
import pypto.language as pl

@pl.jit
def kernel(
    w: pl.Tensor[[8, 256], pl.FP32], n: pl.INDEX, out: pl.Out[pl.Tensor[[1, 256], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        ctx = pl.prefetch.make_context()
        pl.prefetch.async_prefetch(pl.slice(w, {shape}, [0, 0]), ctx)
        out[:] = w[0:1, :]
""")
    with pytest.raises(errors.InvalidOperationError, match="a prefetch") as caught:
        kernel.compile()
    assert caught.value.code == "PYPTO-E0304"
