# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factors and scales of micro-scaled products, and what they stand for."""

from __future__ import annotations

import ml_dtypes
import numpy as np

E4M3, E8M0 = ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e8m0fnu
GROUP = 32


def pack_left(scales: np.ndarray) -> np.ndarray:
    """Scales [M, G] in the order of MX_A_ZZ: boxes of 16 x 2, by rows, rows inside."""
    rows, groups = scales.shape
    boxes = scales.reshape(rows // 16, 16, groups // 2, 2).transpose(0, 2, 1, 3)
    return np.ascontiguousarray(boxes).reshape(rows, groups)


def pack_right(scales: np.ndarray) -> np.ndarray:
    """Scales [G, N] in the order of MX_B_NN: boxes of 2 x 16, by columns, columns inside."""
    groups, columns = scales.shape
    boxes = scales.reshape(groups // 2, 2, columns // 16, 16).transpose(2, 0, 3, 1)
    return np.ascontiguousarray(boxes).reshape(groups, columns)


def factor(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Random numbers of every exponent of the format, zeros among them."""
    x = rng.standard_normal(shape) * 2.0 ** rng.integers(-8, 7, size=shape)
    x[rng.random(shape) < 0.05] = 0
    return np.clip(x, -448, 448).astype(np.float32).astype(E4M3)


def exponents(rng: np.random.Generator, shape: tuple[int, int], low=118, high=136) -> np.ndarray:
    """Random biased exponents."""
    return rng.integers(low, high, size=shape).astype(np.uint8)


def scaled(x: np.ndarray, exponent: np.ndarray, axis: int) -> np.ndarray:
    """The numbers that a factor and its scales stand for, exactly."""
    power = np.ldexp(1.0, exponent.astype(np.int32) - 127)
    return x.astype(np.float64) * np.repeat(power, GROUP, axis=axis)


def check_product(out: np.ndarray, a: np.ndarray, b: np.ndarray, start=0.0) -> None:
    """`out` is start + a x b in f32: an error of half a unit for each addition."""
    want = start + a @ b
    scale = np.abs(start) + np.abs(a) @ np.abs(b)
    assert (np.abs(out - want) <= (a.shape[1] + 1) * 2.0**-24 * scale).all()
    # The data leaves no room for a product that ignores the scales.
    assert np.abs(want).max() > 0
