# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations that make a new tensor, tile or array."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.dtypes import DataType
from pypto.language.enums import MemorySpace, TensorLayout
from pypto.language.ops._declare import op
from pypto.language.types import Array, Dims, Scalar, Tensor, TensorOrTile, Tile


@op("tensor")
def create_tensor(
    shape: Dims,
    dtype: DataType,
    layout: TensorLayout = TensorLayout.ND,
    manual_dep: bool = False,
    init_value: Any = None,
) -> Tensor:
    """A fresh DDR tensor, allocated by the control plane; uninitialised without `init_value`.

    Inside a core scope it is an on-chip temporary. `layout`: ND, or NZ for a matrix in blocks.
    `manual_dep` asks for no automatic dependency tracking for its lifetime; the core model orders
    tasks by the tensor all the same, and says so.
    """
    ...


@op("tensor")
def full(shape: Dims, dtype: DataType, value: Any) -> Tensor:
    """A tensor filled with a constant."""
    ...


@op("tile", name="tile_full", namespace="pl.tile")
def tile_full(shape: Dims, dtype: DataType, value: Any) -> Tile:
    """A Vec tile filled with a constant; static positive dims."""
    ...


@op("tile")
def create_tile(
    shape: Dims,
    dtype: DataType,
    target_memory: MemorySpace = MemorySpace.Vec,
    transpose: bool | None = None,
    *,
    flat_layout: bool | None = None,
) -> Tile:
    """An uninitialised tile in `target_memory`; static dims > 0.

    `transpose=True`: 2-D Mat only. `flat_layout=True`: in rows, where other tiles in Mat lie in
    boxes; Mat only, not with transpose. `gather_row` writes one, `move` takes it to Bias.
    """
    ...


@op("tensor")
def create_l1(shape: Dims, dtype: DataType, transpose: bool = False) -> Tensor:
    """A tensor-typed handle of a Mat tile, the accumulator of `gather_row`; static dims."""
    ...


@op("tensor")
def arange(
    start: Any,
    shape: Dims,
    dtype: DataType = dtypes.INT32,
    descending: bool = False,
) -> Tensor:
    """A row start, start +- 1, ...; INT16, INT32, UINT16 or UINT32.

    Leading dims are 1, the last is not. The dtype of `start` equals `dtype`.
    """
    ...


@op("tile", name="tile_arange", namespace="pl.tile")
def tile_arange(
    start: Any,
    shape: Dims,
    dtype: DataType = dtypes.INT32,
    descending: bool = False,
) -> Tile:
    """The tile form of `arange`."""
    ...


@op("tensor")
def random(
    key0: Any,
    key1: Any,
    counter0: Any,
    counter1: Any,
    counter2: Any,
    counter3: Any,
    shape: Dims,
    dtype: DataType = dtypes.UINT32,
    rounds: int = 10,
) -> Tensor:
    """Counter-based random numbers; INT32 or UINT32, 7 or 10 rounds, static 2-D shape."""
    ...


@op("tile", name="tile_random", namespace="pl.tile")
def tile_random(
    key0: Any,
    key1: Any,
    counter0: Any,
    counter1: Any,
    counter2: Any,
    counter3: Any,
    shape: Dims,
    valid_shape: Dims | None = None,
    dtype: DataType = dtypes.UINT32,
    rounds: int = 10,
) -> Tile:
    """The tile form of `random`."""
    ...


@op("tile")
def tri(
    diagonal: Any,
    shape: Dims,
    valid_shape: Dims | None = None,
    dtype: DataType = dtypes.INT32,
    upper: bool = False,
) -> Tile:
    """1 where j <= i + diagonal (upper: j >= i + diagonal), else 0."""
    ...


@op()
def expands(target: TensorOrTile, scalar: Scalar | int | float) -> TensorOrTile:
    """A value of the shape and dtype of `target`, filled with a scalar."""
    ...


@op("tensor")
def expand_clone(src: Tensor, target: Tensor) -> Tensor:
    """`src` broadcast to the shape of `target`; rank 3, at most one dim 1 -> n."""
    ...


@op("other", name="array_create", namespace="pl.array", family="array")
def array_create(extent: int, dtype: DataType) -> Array:
    """An array of `extent` integers, BOOLs or task ids on the core's stack."""
    ...


@op("other", name="array_get", namespace="pl.array", family="array")
def array_get(array: Array, index: Any) -> Scalar:
    """`array[index]`."""
    ...


@op("other", name="array_update", namespace="pl.array", family="array")
def array_update(array: Array, index: Any, value: Any) -> Array:
    """The array after `array[index] = value`; the dtype of `value` must match."""
    ...


__all__ = [
    "arange",
    "create_l1",
    "create_tensor",
    "create_tile",
    "expand_clone",
    "expands",
    "full",
    "random",
    "tri",
]
