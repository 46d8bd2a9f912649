# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The explicit ring between a cube core and its vector cores."""

from __future__ import annotations

from typing import Any

from pypto.dtypes import DataType
from pypto.language.ops._declare import op
from pypto.language.types import Scalar, Tile

# Lets the compiler choose the base address of a reserved buffer.
AUTO = -1


@op("other")
def tpush_to_aiv(
    tile: Tile, *, split: int, lane_stride: int | None = None, id: int | None = None
) -> None:
    """Sends a tile from AIC to AIV. split: 0 whole, 1/2 rows/columns, 3/4 odd extents."""
    ...


@op("other")
def tpush_to_aic(tile: Tile, *, split: int, id: int | None = None) -> None:
    """Sends a tile from AIV to AIC. split: 0 whole, 1 rows, 2 columns."""
    ...


@op("other")
def tpop_from_aic(
    *,
    shape: list[int] | None = None,
    dtype: DataType | None = None,
    split: int = 0,
    lane_stride: int | None = None,
    id: int | None = None,
) -> Tile:
    """Receives a tile from AIC; runs on AIV."""
    ...


@op("other")
def tpop_from_aiv(
    *,
    shape: list[int] | None = None,
    dtype: DataType | None = None,
    split: int = 0,
    id: int | None = None,
) -> Tile:
    """Receives a tile from AIV; runs on AIC."""
    ...


@op("other")
def tfree_to_aic(
    tile: Tile, span: Any = None, *, split: int | None = None, id: int | None = None
) -> None:
    """Gives the slot of a tile from `tpop_from_aic` back."""
    ...


@op("other")
def tfree_to_aiv(
    tile: Tile, span: Any = None, *, split: int | None = None, id: int | None = None
) -> None:
    """Gives the slot of a tile from `tpop_from_aiv` back."""
    ...


@op("other")
def aic_initialize_pipe(
    c2v_consumer_buf: Any = 0,
    v2c_consumer_buf: Any = 0,
    *,
    dir_mask: int,
    slot_size: int,
    slot_num: int | None = None,
    local_slot_num: int | None = None,
    id: int | None = None,
) -> None:
    """Sets the ring up on the AIC side; `slot_size` is in bytes."""
    ...


@op("other")
def aiv_initialize_pipe(
    c2v_consumer_buf: Any = 0,
    v2c_consumer_buf: Any = 0,
    *,
    dir_mask: int,
    slot_size: int,
    slot_num: int | None = None,
    local_slot_num: int | None = None,
    id: int | None = None,
) -> None:
    """Sets the ring up on the AIV side; `slot_size` is in bytes."""
    ...


@op("other")
def reserve_buffer(*, name: str, size: int, base: int = AUTO) -> Scalar:
    """Reserves `size` bytes of local memory under a name; returns the INT32 address."""
    ...


@op("other")
def import_peer_buffer(*, name: str, peer_func: str) -> Scalar:
    """The INT32 address of a buffer that the peer function reserved."""
    ...


__all__ = [
    "AUTO",
    "aic_initialize_pipe",
    "aiv_initialize_pipe",
    "import_peer_buffer",
    "reserve_buffer",
    "tfree_to_aic",
    "tfree_to_aiv",
    "tpop_from_aic",
    "tpop_from_aiv",
    "tpush_to_aic",
    "tpush_to_aiv",
]
