# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.assemble` on the control plane: a tensor that is made for a window of another one."""

import numpy as np
import pytest

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig


@pl.jit
def created(x: pl.Tensor[[8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    t = pl.create_tensor([8, 16], pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:] = pl.mul(x, 2.0)
    y = pl.assemble(y, t, [8, 0])
    return y


@pl.jit
def computed(x: pl.Tensor[[8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mul(x, 2.0)
    y = pl.assemble(y, t, [8, 0])
    return y


@pl.jit
def sliced(x: pl.Tensor[[8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    t = pl.slice(y, [8, 16], [8, 0])
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:] = pl.mul(x, 2.0)
    y = pl.assemble(y, t, [8, 0])
    return y


@pl.jit
def in_two_steps(x: pl.Tensor[[8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    half = pl.create_tensor([8, 16], pl.FP32)
    for i in pl.range(2):
        t = pl.create_tensor([4, 16], pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP):
            t[:] = pl.mul(x[i * 4 : i * 4 + 4, :], 2.0)
        half = pl.assemble(half, t, [i * 4, 0])
    y = pl.assemble(y, half, [8, 0])
    return y


@pl.jit
def by_a_kernel(x: pl.Tensor[[8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    t = pl.create_tensor([8, 16], pl.FP32)
    t = doubled(x, t)
    y = pl.assemble(y, t, [8, 0])
    return y


@pl.jit.incore
def doubled(x: pl.Tensor[[8, 16], pl.FP32], t: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    t[:] = pl.mul(x, 2.0)
    return t


@pytest.mark.parametrize("chip", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("kernel", [created, computed, sliced, in_two_steps, by_a_kernel])
def test_windows(rng, kernel, chip):
    """The tasks write the target; what lies around the window stays."""
    x, y = (rng.standard_normal(s).astype(np.float32) for s in ((8, 16), (16, 16)))
    golden = np.concatenate([y[:8], 2 * x])
    kernel(x, y, config=RunConfig(platform=chip))
    np.testing.assert_array_equal(y, golden)


@pl.jit
def side_by_side(x: pl.Tensor[[4, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    a = pl.create_tensor([4, 64], pl.FP32)
    b = pl.create_tensor([12, 64], pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = pl.mul(x, 2.0)
    for i in pl.parallel(3):
        with pl.at(level=pl.Level.CORE_GROUP):
            b[i * 4 : i * 4 + 4, :] = pl.add(x, 1.0)
    y = pl.assemble(y, b, [4, 0])
    y = pl.assemble(y, a, [0, 0])
    return y


def test_several_windows(rng):
    x = rng.standard_normal((4, 64)).astype(np.float32)
    y = np.zeros((16, 64), np.float32)
    side_by_side(x, y)
    one = np.float32(1)
    np.testing.assert_array_equal(y, np.concatenate([2 * x, x + one, x + one, x + one]))


@pl.jit
def used_before(x: pl.Tensor[[8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    t = pl.create_tensor([8, 16], pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:] = pl.add(x, y[8:16, :])
    y = pl.assemble(y, t, [8, 0])
    return y


@pl.jit
def twice(x: pl.Tensor[[8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    t = pl.create_tensor([8, 16], pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:] = pl.mul(x, 2.0)
    y = pl.assemble(y, t, [0, 0])
    y = pl.assemble(y, t, [8, 0])
    return y


@pl.jit
def over_another(x: pl.Tensor[[8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    a = pl.create_tensor([8, 16], pl.FP32)
    b = pl.create_tensor([8, 16], pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = pl.mul(x, 2.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        b[:] = pl.add(x, 1.0)
    y = pl.assemble(y, b, [0, 0])
    y = pl.assemble(y, a, [4, 0])
    return y


@pl.jit
def of_a_parameter(x: pl.Tensor[[8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    y = pl.assemble(y, x, [8, 0])
    return y


@pl.jit
def with_a_value(x: pl.Tensor[[8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    t = pl.create_tensor([8, 16], pl.FP32, init_value=1.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        t[0:4, :] = pl.mul(x[0:4, :], 2.0)
    y = pl.assemble(y, t, [8, 0])
    return y


@pytest.mark.parametrize("kernel", [used_before, twice, over_another, of_a_parameter, with_a_value])
def test_what_would_be_a_copy_is_device_work(kernel):
    """A tensor that cannot lie in its target from the start; nothing copies it there."""
    with pytest.raises(errors.Diagnosed, match="PYPTO-E0401.*tensor.assemble"):
        kernel(np.zeros((8, 16), np.float32), np.zeros((16, 16), np.float32))
