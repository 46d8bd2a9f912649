# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The numbers of the manual's kernels on the core model, against NumPy."""

import numpy as np

from manual_kernels import product, scale, spmd_add, square


def normal(rng, shape, dtype=np.float32):
    return rng.standard_normal(shape, dtype=np.float32).astype(dtype)


def test_elementwise(rng, config):
    """A kernel with explicit load and store, called from an entry."""
    x = normal(rng, (128, 128))
    out = np.zeros_like(x)
    assert square(x, out, config=config) is None
    np.testing.assert_allclose(out, x * x, rtol=1e-6, atol=0)


def test_mm(rng, config):
    """The two-step path of matmul operands through Mat."""
    a, b = normal(rng, (32, 32), np.float16), normal(rng, (32, 32), np.float16)
    out = np.zeros((32, 32), np.float32)
    product(a, b, out, config=config)
    expected = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-4)


def test_scale(rng, config):
    """Two tiles of 128 KiB fit the 184 KiB of Vec because the result takes its operand's place."""
    x = normal(rng, (256, 128))
    out = np.zeros_like(x)
    scale(x, out, config=config)
    np.testing.assert_allclose(out, x * 2.0, rtol=1e-4, atol=1e-4)


def test_spmd_add(rng, config):
    """Two blocks, each its own half."""
    a, b = normal(rng, (256, 128)), normal(rng, (256, 128))
    out = np.zeros_like(a)
    spmd_add(a, b, out, config=config)
    np.testing.assert_allclose(out, a + b, rtol=1e-4, atol=1e-4)
