# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.system.set_ffts`: what messages between cores need on the 910B."""

from __future__ import annotations

import re

import numpy as np

import pypto.language as pl


@pl.jit
def signals(
    x: pl.Tensor[[32, 64], pl.FP32],
    base: pl.Tensor[[256], pl.INT64],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    for i in pl.spmd(2):
        pl.system.set_ffts(base)
        t = pl.load(x, [16 * i, 0], [16, 64])
        pl.store(pl.mul(t, 3.0), [16 * i, 0], y)
        pl.system.sync_set(4, pipe=pl.PipeType.MTE3)


def test_a_kernel_with_a_base_may_signal(rng, config):
    """The text that is emitted passes the checks of whole programs: see conftest."""
    x = rng.standard_normal((32, 64), dtype=np.float32)
    y = np.zeros_like(x)
    compiled = signals.compile(config=config)
    assert re.search(r"pto.set_ffts %arg\d : memref<256xi64>", str(compiled.executable.module))
    compiled(x, np.zeros(256, np.int64), y, config=config)
    np.testing.assert_array_equal(y, x * 3)
