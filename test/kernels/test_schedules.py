# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel computes does not depend on what hardware leaves open."""

import numpy as np
import pytest

import pypto.language as pl
from pypto.runtime import RunConfig


@pl.jit
def normalise(
    x: pl.Tensor[[192, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[192, 64], pl.FP32]],
):
    for i in pl.range(12):
        with pl.at(level=pl.Level.CORE_GROUP):
            rows = pl.slice(x, [16, 64], [i * 16, 0])
            shifted = pl.add(pl.mul(rows, 0.5), 1.25)
            out = pl.assemble(out, pl.mul(shifted, shifted), [i * 16, 0])
    return out


@pytest.mark.parametrize("seed", [0, 1, 2, 7, 8, 1000003])
def test_numbers_are_the_same_under_every_seed(seed: int, rng: np.random.Generator) -> None:
    x = rng.standard_normal((192, 64), dtype=np.float32)
    out = np.zeros_like(x)
    normalise(x, out, config=RunConfig(seed=seed, check_races=True))
    shifted = x * np.float32(0.5) + np.float32(1.25)
    np.testing.assert_array_equal(out, shifted * shifted)


def test_a_kernel_that_has_lost_its_flags_is_refused(rng: np.random.Generator) -> None:
    """The fixture of this folder checks every kernel; this one fails both of its checks."""
    from pypto.mlir import ir
    from pypto.mlir._mlir_libs import _pypto

    from pypto.compiler import executable

    compiled = normalise.compile(rng.standard_normal((192, 64), dtype=np.float32))
    module = compiled.executable.module
    lines = str(module).splitlines()
    without = [line for line in lines if "_flag" not in line]
    assert len(without) < len(lines)
    with module.context:
        bare = ir.Module.parse("\n".join(without))
    with pytest.raises(Exception, match="E0630"):
        executable.Executable(bare, None)
    native = _pypto.decode(bare.operation, compiled.entry.name, "a2a3")
    x = np.ones((192, 64), np.float32)
    values = [executable.BufferArg(a.ctypes.data, "f32", a.shape) for a in (x, x.copy())]
    result = native.run(values, True, True, False, 0, 1, True)
    assert result.error_code.startswith("PYPTO-E083")
    assert result.races
