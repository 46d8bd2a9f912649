# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A run that fails leaves the caller's tensors as they were, and the process alive."""

import numpy as np
import pytest

import pypto.language as pl


@pl.jit
def two_stores(
    x: pl.Tensor[[64, 64], pl.FP32],
    row: pl.INT32,
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        first = pl.load(x, [0, 0], [32, 64])
        out = pl.store(first, [0, 0], out)
        second = pl.load(x, [32, 0], [32, 64])
        out = pl.store(second, [pl.cast(row, pl.INDEX), 0], out)
    return out


@pytest.mark.parametrize("row", [33, 64, 10_000, -1])
def test_outputs_untouched(rng, config, row):
    """The second store leaves the tensor; the first one must not be seen either."""
    x = rng.standard_normal((64, 64), dtype=np.float32)
    out = rng.standard_normal((64, 64), dtype=np.float32)
    before = out.copy()
    compiled = two_stores.compile(x, row, out, config=config)
    with pytest.raises(Exception, match="PYPTO-E08") as caught:
        compiled(x, row, out)
    assert "test_failed_runs.py" in str(caught.value)
    np.testing.assert_array_equal(out, before)
    # The same program runs afterwards.
    compiled(x, 32, out)
    np.testing.assert_array_equal(out, x)
