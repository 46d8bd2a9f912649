# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of `typed_kernels` compile and compute; the linters check their types."""

import numpy as np
import pytest
from typed_kernels import SIZES, typed

import pypto.language as pl
from pypto import dtypes
from pypto.language import element_types


@pytest.mark.parametrize(("rows", "flag"), [(8, True), (12, False)])
def test_typed_kernel(rows, flag):
    rng = np.random.default_rng(rows)
    x = rng.standard_normal((rows, 64), dtype=np.float32)
    bare = rng.standard_normal((4, 64), dtype=np.float32)
    y, z = np.zeros_like(x), np.zeros(8, np.int32)
    typed(x, bare, y, z, 5, 2, 0.5, flag)
    expected = x * np.float32(0.5)
    if flag:
        expected[:4] = bare * np.float32(0.5) ** 5
    np.testing.assert_allclose(y, expected, rtol=1e-6)
    np.testing.assert_array_equal(z, [10 + 2 - 4, 5, 1024 + 16, 0, 0, 0, 0, 0])


def test_an_annotation_is_the_element_type():
    """What type checkers see as a class is the one `DataType`."""
    for dtype in dtypes.ALL_DTYPES:
        assert getattr(pl, dtype.name) is dtype
    assert sorted(element_types.__all__) == sorted(d.name for d in dtypes.ALL_DTYPES)
    assert SIZES[pl.FP32] == pl.FP32.get_byte()
