# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel with a computation on the control plane."""

import pypto.language as pl


@pl.jit
def scale(
    x: pl.Tensor[[256, 128], pl.FP32],
    out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
):
    out[:] = pl.mul(x, 2.0)
    return out
