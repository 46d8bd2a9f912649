# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random data and comparisons that tests of whole kernels share."""

import numpy as np

rng = np.random.default_rng(20)


def normal(*shape):
    """FP32 values around zero."""
    return rng.standard_normal(shape).astype(np.float32)


def integers(rng, *shape, dtype=np.float32, limit=5):
    """Integers up to `limit`, so that sums of products are exact."""
    return rng.integers(-limit, limit + 1, shape).astype(dtype)


def check_close(actual, desired, rtol=1e-4, atol=1e-4):
    """Compared in double precision; the defaults allow a few roundings of FP32."""
    np.testing.assert_allclose(
        np.asarray(actual, np.float64), np.asarray(desired, np.float64), rtol=rtol, atol=atol
    )
