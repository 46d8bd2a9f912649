# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The first kernel: doubles a tensor, checks the numbers, shows what it cost.

python examples/scale.py
"""

import numpy as np

import pypto.language as pl
from pypto.runtime import RunConfig


@pl.jit
def scale(
    x: pl.Tensor[[256, 128], pl.FP32],
    out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.mul(x, 2.0)
    return out


def main() -> None:
    config = RunConfig(platform="a2a3sim")
    x = np.random.default_rng(0).standard_normal((256, 128), dtype=np.float32)
    out = np.zeros_like(x)
    scale(x, out, config=config)
    np.testing.assert_allclose(out, x * 2.0, rtol=1e-4, atol=1e-4)
    print(scale.compile(x, out, config=config).report())


if __name__ == "__main__":
    main()
