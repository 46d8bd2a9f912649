# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random data and comparisons of the core model's tests."""

from __future__ import annotations

import zlib

import ml_dtypes
import numpy as np

BF16 = np.dtype(ml_dtypes.bfloat16)
F16, F32 = np.dtype(np.float16), np.dtype(np.float32)
I8, I16, I32 = np.dtype(np.int8), np.dtype(np.int16), np.dtype(np.int32)
U8, U16, U32 = np.dtype(np.uint8), np.dtype(np.uint16), np.dtype(np.uint32)
FLOATS = (F16, F32, BF16)

# Rows and columns: single, below, at and above a block of 32 bytes, ragged.
SHAPES = [(1, 1), (3, 15), (4, 16), (2, 17), (5, 100)]


def is_float(dtype) -> bool:
    return np.dtype(dtype) in FLOATS or np.dtype(dtype).kind == "f"


def generator(*key) -> np.random.Generator:
    """A generator that depends on the test's parameters alone."""
    return np.random.default_rng(zlib.crc32(repr(key).encode()))


def data(rng, shape, dtype, low=-4.0, high=4.0) -> np.ndarray:
    """Non-uniform random data: normal-like floats, integers in the range."""
    dtype = np.dtype(dtype)
    if is_float(dtype):
        return rng.uniform(low, high, shape).astype(np.float32).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(max(int(low), info.min), min(int(high), info.max) + 1, shape).astype(dtype)


def wide(a: np.ndarray) -> np.ndarray:
    """As f32, in which the model computes f16 and bf16; other types unchanged."""
    return a.astype(np.float32) if a.dtype in (F16, BF16) else a


def check(got: np.ndarray, want: np.ndarray, tolerance: float = 0.0) -> None:
    """Equal, or within `tolerance` units of the type's precision."""
    want = want.astype(got.dtype)
    assert got.shape == want.shape
    if not is_float(got.dtype) or tolerance == 0:
        np.testing.assert_array_equal(got, want)
        return
    epsilon = float(ml_dtypes.finfo(got.dtype).eps)
    np.testing.assert_allclose(
        got.astype(np.float64), want.astype(np.float64), rtol=tolerance * epsilon, atol=1e-6
    )
