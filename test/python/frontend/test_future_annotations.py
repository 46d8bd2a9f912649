# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Annotations that Python keeps as text, also those that name local variables."""

from __future__ import annotations

import numpy as np

import pypto.language as pl
from interpreter import run


def build(rows, dtype=pl.FP32):
    half = rows // 2
    N = pl.dynamic("N")

    @pl.jit.inline
    def scaled(x: pl.Tensor[[N, 16], dtype], factor: float):
        return pl.mul(x, factor)

    @pl.jit
    def kernel(x: pl.Tensor[[half * 2, 16], dtype], y: pl.Out[pl.Tensor[[rows, 16], dtype]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:half, :] = scaled(x[half:, :], 2.0)
            y[half:, :] = scaled(x[:half, :], 3.0)

    return kernel


def test_annotations_see_the_enclosing_function():
    x = np.arange(128, dtype=np.float32).reshape(8, 16)
    y = np.zeros_like(x)
    run(build(8), x, y)
    np.testing.assert_array_equal(y, np.concatenate([x[4:] * 2, x[:4] * 3]))
