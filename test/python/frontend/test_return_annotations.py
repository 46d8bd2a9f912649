# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Return annotations that agree with what is returned; wrong ones are in invalid/types.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pypto.language as pl
from interpreter import run

M = pl.dynamic("M")
WIDTH = 16
SQUARE = [16, WIDTH]


@pl.jit
def tensor(
    x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
) -> pl.Tensor[SQUARE, pl.FP32]:
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y


@pl.jit
def directed(
    x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
) -> pl.Out[pl.Tensor[[16, 16], pl.FP32]]:
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y


@pl.jit
def bare(x: pl.Tensor, y: pl.Out[pl.Tensor]) -> pl.Tensor:
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y


@pl.jit
def dynamic(
    x: pl.Tensor[[M, 16], pl.FP32], y: pl.Out[pl.Tensor[[M, 16], pl.FP32]]
) -> pl.Tensor[[M, 16], pl.FP32]:
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.neg(x[0:16, :])
    return y


@pl.jit
def nothing(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> None:
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)


@pl.jit.inline
def halved(x: pl.Tensor[[16, 16], pl.FP32]) -> tuple[pl.Tensor[[16, WIDTH], pl.FP32], pl.INT32]:
    return pl.mul(x, -0.5), 2


@pl.jit
def helped(
    x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
) -> pl.Tensor[[16, 16], pl.FP32]:
    with pl.at(level=pl.Level.CORE_GROUP):
        half, count = halved(x)
        y[:] = pl.mul(half, pl.cast(count, pl.FP32))
    return y


@pl.jit
def early(
    x: pl.Tensor[[16, 16], pl.FP32],
    n: pl.Scalar[pl.INDEX],
    y: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
) -> pl.Tensor[[16, 16], pl.FP32]:
    if n > 0:
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.neg(x)
        return y
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.abs(x)
    return y


@pl.jit.incore
def stores(
    x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
) -> pl.Tensor[[16, 16], pl.FP32]:
    pl.store(pl.neg(pl.load(x, [0, 0], [16, 16])), [0, 0], y)


@pl.jit
def first_output(
    x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
) -> pl.Tensor[[16, 16], pl.FP32]:
    y = stores(x, y)
    return y


@pytest.mark.parametrize("kernel", [tensor, directed, bare, dynamic, nothing, helped, first_output])
def test_a_right_annotation_changes_nothing(kernel: Any):
    x = np.random.default_rng(5).standard_normal((16, 16), dtype=np.float32)
    y = np.zeros((16, 16), np.float32)
    run(kernel, x, y)
    np.testing.assert_array_equal(y, -x)


@pytest.mark.parametrize("n", [0, 1])
def test_each_return_of_a_branch(n: int):
    x = np.random.default_rng(6).standard_normal((16, 16), dtype=np.float32)
    y = np.zeros((16, 16), np.float32)
    run(early, x, n, y)
    np.testing.assert_array_equal(y, -x if n else abs(x))


@pl.program
class Literal:
    @pl.function(type=pl.FunctionType.InCore)
    def count(self, x: pl.Tensor[[16, 16], pl.FP32]) -> pl.Scalar[pl.INT16]:
        return 7

    @pl.function(type=pl.FunctionType.InCore)
    def pair(
        self, x: pl.Tensor[[16, 16], pl.FP32]
    ) -> pl.Tuple[pl.Scalar[pl.INT8], pl.Scalar[pl.FP32]]:
        return 3, 0.5


def test_a_literal_has_the_annotated_type():
    text = str(Literal.module)
    assert "func.func @count" in text and "-> i16" in text and "-> (i8, f32)" in text
