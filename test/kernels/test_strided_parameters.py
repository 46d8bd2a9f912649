# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.TensorView` on parameters: strides, column order, valid regions, pad."""

from typing import Any

import numpy as np
import pytest
from kernel_numbers import integers

import pypto.language as pl
from pypto import errors, ir
from pypto.runtime import RunConfig

PLATFORMS = ("a2a3sim", "a5sim")
TYPES = {pl.FP32: np.float32, pl.FP16: np.float16, pl.INT32: np.int32}


def run(program: Any, platform: str, *args: Any) -> Any:
    """Compiles and runs a program."""
    return ir.compile(program, platform=platform)(*args, config=RunConfig(platform=platform))


def inside(whole: np.ndarray, rows: int, columns: int, at: tuple[int, int]) -> np.ndarray:
    """A part of a larger array, not contiguous."""
    return whole[at[0] : at[0] + rows, at[1] : at[1] + columns]


def negate(shape, dtype, x_stride, y_stride):
    """Negates a strided matrix into another, in a kernel that a program calls."""
    source = pl.TensorView(stride=[x_stride, 1], layout=pl.ND)
    target = pl.TensorView(stride=[y_stride, 1], layout=pl.ND)

    @pl.program
    class Negate:
        @pl.function(type=pl.FunctionType.InCore)
        def kernel(
            self,
            x: pl.Tensor[shape, dtype, source],
            y: pl.Out[pl.Tensor[shape, dtype, target]],
        ) -> pl.Tensor[shape, dtype]:
            t = pl.load(x, [0, 0], shape)
            y = pl.store(pl.mul(t, -1), [0, 0], y)
            return y

        @pl.function(type=pl.FunctionType.Orchestration)
        def main(
            self,
            x: pl.Tensor[shape, dtype, source],
            y: pl.Out[pl.Tensor[shape, dtype, target]],
        ) -> pl.Tensor[shape, dtype]:
            y = self.kernel(x, y)
            return y

    return Negate


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(
    ("shape", "dtype", "x_stride", "y_stride"),
    [
        ([1, 1], pl.FP32, 8, 3),
        ([15, 16], pl.FP32, 17, 16),
        ([16, 17], pl.FP32, 128, 33),
        ([17, 31], pl.INT32, 64, 31),
        ([33, 64], pl.FP16, 65, 96),
        ([5, 15], pl.FP16, 16, 17),
    ],
)
def test_elements_between_rows_stay(rng, platform, shape, dtype, x_stride, y_stride):
    """A part of a wider array is read and written; its neighbours are not."""
    element = TYPES[dtype]
    rows, columns = shape
    source = integers(rng, rows + 2, x_stride, limit=99).astype(element)
    target = integers(rng, rows + 2, y_stride, limit=99).astype(element)
    x, y = (inside(a, rows, columns, (1, a.shape[1] - columns)) for a in (source, target))
    before = target.copy()
    expected = (-x.astype(np.float64)).astype(element)
    run(negate(shape, dtype, x_stride, y_stride), platform, x, y)
    np.testing.assert_array_equal(y, expected)
    inside(before, rows, columns, (1, y_stride - columns))[...] = y
    np.testing.assert_array_equal(target, before)


def test_torch_tensors(rng):
    """A view of a torch tensor is taken like one of NumPy."""
    torch = pytest.importorskip("torch")
    source = torch.from_numpy(integers(rng, 16, 64, limit=99).astype(np.float16))
    target = torch.zeros((16, 32), dtype=torch.float16)
    run(negate([16, 24], pl.FP16, 64, 32), "a2a3sim", source[:, 8:32], target[:, 4:28])
    assert torch.equal(target[:, 4:28], -source[:, 8:32])
    assert not target[:, :4].any() and not target[:, 28:].any()


@pl.program
class Columns:
    """Both operands in column order: one with gaps, one without."""

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[24, 17], pl.FP32, pl.TensorView(stride=[1, 40], layout=pl.DN)],
        w: pl.Tensor[[24, 17], pl.FP32, pl.TensorView(layout=pl.DN)],
        y: pl.Out[pl.Tensor[[24, 17], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.sub(x, w)
        return y


@pytest.mark.parametrize("platform", PLATFORMS)
def test_columns(rng, platform):
    """Column order is that of a transposed array."""
    x = integers(rng, 17, 40, limit=99)[:, 7:31].T
    w = integers(rng, 17, 24, limit=99).T
    y = np.zeros((24, 17), np.float32)
    run(Columns, platform, x, w, y)
    np.testing.assert_array_equal(y, x - w)


@pl.program
class Blocks:
    """A tensor of three axes with gaps after rows and after matrices, in a loop."""

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[3, 9, 20], pl.FP32, pl.TensorView(stride=[480, 32, 1], layout=pl.ND)],
        y: pl.Out[pl.Tensor[[3, 9, 20], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(3):
                y[i : i + 1, :, :] = pl.add(x[i : i + 1, :, :], 1.0)
        return y


def test_three_axes(rng):
    """Each axis has its own gap."""
    whole = integers(rng, 3 * 15, 32, limit=99).reshape(3, 15, 32)
    y = np.zeros((3, 9, 20), np.float32)
    run(Blocks, "a2a3sim", whole[:, 3:12, 5:25], y)
    np.testing.assert_array_equal(y, whole[:, 3:12, 5:25] + 1)


M = pl.dynamic("M")


@pl.program
class Runtime:
    """The number of rows is known only at run time."""

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[M, 16], pl.FP32, pl.TensorView(stride=[48, 1], layout=pl.ND)],
        y: pl.Out[pl.Tensor[[M, 16], pl.FP32]],
    ):
        for i in pl.range(M):
            with pl.at(level=pl.Level.CORE_GROUP):
                y[i : i + 1, :] = pl.mul(x[i : i + 1, :], 2.0)
        return y


@pytest.mark.parametrize("rows", [0, 1, 17])
def test_rows_known_at_run_time(rng, rows):
    """The array says how many there are."""
    x = integers(rng, max(rows, 1), 48, limit=99)[:rows, 9:25]
    y = np.full((rows, 16), 5, np.float32)
    run(Runtime, "a2a3sim", x, y)
    np.testing.assert_array_equal(y, x * 2)


@pl.program
class Valid:
    """Only a part of the tensor holds data."""

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[
            [16, 32],
            pl.FP32,
            pl.TensorView(stride=[64, 1], layout=pl.ND, valid_shape=[11, 19], pad=pl.PadValue.zero),
        ],
        y: pl.Out[pl.Tensor[[16, 1], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.fillpad(x, pad_value=pl.PadValue.zero)
            y[:] = pl.row_sum(t)
        return y


@pytest.mark.parametrize("platform", PLATFORMS)
def test_valid_region(rng, platform):
    """What is outside of the valid region is not data."""
    whole = integers(rng, 16, 64, limit=9)
    y = np.zeros((16, 1), np.float32)
    run(Valid, platform, whole[:, 20:52], y)
    expected = np.zeros((16, 1), np.float32)
    expected[:11] = whole[:11, 20:39].sum(1, keepdims=True)
    np.testing.assert_array_equal(y, expected)


def test_other_strides_are_refused(rng):
    """The array has the strides of the annotation, or the call is an error."""
    x, y = integers(rng, 16, 24, limit=9), np.zeros((16, 24), np.float32)
    with pytest.raises(errors.DiagnosedValueError) as raised:
        run(negate([16, 24], pl.FP32, 64, 24), "a2a3sim", x, y)
    assert "other strides than its pl.TensorView" in str(raised.value)
    assert "[64, 1]" in str(raised.value) and "[24, 1]" in str(raised.value)
