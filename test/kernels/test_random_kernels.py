# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels on the core model, compared with NumPy on the same source."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_random_control_flow import define
from test_random_tiles import PlainTiles, blocks, source

import pypto.language as pl


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(blocks(3, False), st.integers(0, 3), st.integers(0, 3))
def test_random_tile_kernels_on_the_model(body, p, q):
    text = source(body)
    x = np.random.default_rng(len(text)).standard_normal((24, 16)).astype(np.float32)
    expected = np.zeros((16, 16), np.float32)
    with np.errstate(all="ignore"):
        define(text, PlainTiles)(x, expected, p, q)
    out = np.zeros((16, 16), np.float32)
    define(text, pl)(x, out, p, q)
    np.testing.assert_array_equal(out, expected, err_msg=text)
