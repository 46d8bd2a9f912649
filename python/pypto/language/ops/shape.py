# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes, views, valid regions and padding."""

from __future__ import annotations

from typing import Any

from pypto.dtypes import DataType
from pypto.language.enums import PadValue, TensorLayout
from pypto.language.ops._declare import op
from pypto.language.types import Dims, Scalar, Tensor, TensorOrTile, Tile


@op(family="slicing")
def slice(
    input: TensorOrTile,
    shape: Dims,
    offset: Dims,
    valid_shape: Dims | None = None,
    drop_dims: Any = None,
    pad_value: Any = None,
    clamp: bool = False,
) -> TensorOrTile:
    """A window of `input`, what `input[a:b, c:d]` means.

    `valid_shape` only narrows. `drop_dims`: static unit axes to remove, not all. A provable
    overrun of a tensor is an error unless `clamp`; tiles have a static shape and no `clamp`.
    """
    ...


@op()
def reshape(x: TensorOrTile, shape: Dims) -> TensorOrTile:
    """The same elements under another shape, without a copy; counts must match."""
    ...


@op()
def reinterpret_view(
    x: TensorOrTile, dtype: DataType, *, shape: Dims | None = None
) -> TensorOrTile:
    """The same bytes under another dtype; the contiguous dim scales by the byte ratio."""
    ...


@op("tensor", namespace="pl.tensor")
def view(
    tensor: Tensor,
    shape: Dims | None = None,
    valid_shape: Dims | None = None,
    *,
    layout: TensorLayout | None = None,
) -> Tensor:
    """A tensor under another shape or layout (ND or DN), without a copy."""
    ...


@op()
def transpose(x: TensorOrTile, axis1: int, axis2: int) -> TensorOrTile:
    """Two different constant axes swapped; rank >= 2. A view for tensors where possible."""
    ...


@op()
def concat(a: TensorOrTile, b: TensorOrTile) -> TensorOrTile:
    """The columns of b after those of a; rank 2, equal dtype and rows."""
    ...


@op()
def set_validshape(
    x: TensorOrTile,
    valid_rows: Scalar | int,
    valid_cols: Scalar | int,
) -> TensorOrTile:
    """Records the valid region of a 2-D value; metadata only. Not on a tile view."""
    ...


@op()
def fillpad(x: TensorOrTile, pad_value: Any = PadValue.zero) -> TensorOrTile:
    """Fills the cells outside the valid region; the result is fully valid.

    pad_value: PadValue.zero, max or min, or 0, inf, -inf.
    """
    ...


@op("tile", namespace="pl.tile", in_place="tile")
def fillpad_inplace(x: Tile, pad_value: Any = PadValue.zero) -> Tile:
    """`fillpad` in the buffer of x."""
    ...


@op()
def fillpad_expand(x: TensorOrTile, shape: Dims, pad_value: Any = PadValue.zero) -> TensorOrTile:
    """x in the corner of a larger static shape, the rest filled."""
    ...


__all__ = [
    "concat",
    "fillpad",
    "fillpad_expand",
    "reinterpret_view",
    "reshape",
    "set_validshape",
    "slice",
    "transpose",
]
