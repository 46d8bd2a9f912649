# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gather, scatter and sort."""

from __future__ import annotations

from typing import Any

from pypto.dtypes import DataType
from pypto.language.ops._declare import op
from pypto.language.types import Tensor, TensorOrTile, Tile


@op("tensor")
def gather(
    input: Tensor,
    dim: int | None = None,
    index: Tensor | None = None,
    *,
    mask_pattern: int | None = None,
    output_dtype: DataType | None = None,
    kvalue: Any = None,
    cmp_mode: Any = None,
    out_cols: int | None = None,
    offset: Any = None,
    count_dtype: DataType | None = None,
) -> Any:
    """Three forms; mixing them is a ValueError.

    Index: `out[b, k] = input[b, index[b, k]]`, INT32 indices, last dim. Mask: keeps the
    columns of `mask_pattern` 1..7. Compare: indices and counts of elements that compare with
    `kvalue`.
    """
    ...


@op("tile", name="tile_gather", namespace="pl.tile")
def tile_gather(src: Tile, indices: Tile, tmp: Tile) -> Tile:
    """`dst[i, j] = src.flat[indices[i, j]]`."""
    ...


@op("tile", namespace="pl.tile")
def gather_mask(src: Tile, mask_pattern: int, *, output_dtype: DataType | None = None) -> Tile:
    """Keeps the columns of `mask_pattern` 1..7."""
    ...


@op("tile", namespace="pl.tile")
def gather_compare(
    src: Tile,
    kvalue: Any,
    tmp: Tile,
    *,
    cmp_mode: Any = "eq",
    offset: Any = 0,
    out_cols: int,
    count_dtype: DataType | None = None,
) -> Any:
    """Indices and counts of the elements of each row that compare with `kvalue`."""
    ...


@op("tile")
def gatherb(src: Tile, offset: Tile, *, output_dtype: DataType | None = None) -> Tile:
    """Each UINT32 byte offset picks a block of 32 bytes; offset columns % 8 == 0."""
    ...


@op("tensor")
def scatter(
    input: Tensor,
    dim: int | None = None,
    index: Tensor | None = None,
    src: Tensor | None = None,
    *,
    mask_pattern: int | None = None,
    dst: Tensor | None = None,
) -> Tensor:
    """`out = input; out[b, index[b, k]] = src[b, k]`, or the columns of a mask pattern."""
    ...


@op("tile", name="tile_scatter", namespace="pl.tile", in_place="tile")
def tile_scatter(dst: Tile, src: Tile, indexes: Tile) -> Tile:
    """Scatters by flat indices into dst, in place."""
    ...


@op("tile", namespace="pl.tile", in_place="tile")
def scatter_mask(dst: Tile, src: Tile, mask_pattern: int) -> Tile:
    """Scatters src into the columns of a mask pattern, in place."""
    ...


@op()
def scatter_update(
    input: TensorOrTile, *args: Any, dim: int = -2, index: Any = None, src: Any = None
) -> Any:
    """Replaces rows: `(input, dim, index, src)` or `(input, index, src, dim=-2)`."""
    ...


@op(family="sort")
def sort32(src: TensorOrTile, idx: TensorOrTile) -> TensorOrTile:
    """Sorts each block of 32 descending; (value, index) pairs interleave.

    FP16 or FP32; idx UINT32 of the same shape; last dim % 32 == 0. A pair takes 8 bytes: the
    last dim doubles for FP32 (value, index) and is four times as large for FP16 (value, zero,
    and the two halves of the index).
    """
    ...


@op(family="sort")
def mrgsort(
    src0: TensorOrTile,
    src1: TensorOrTile | None = None,
    src2: TensorOrTile | None = None,
    src3: TensorOrTile | None = None,
    *,
    block_len: int | None = None,
    tmp: Tile | None = None,
    exhausted: bool = False,
) -> TensorOrTile:
    """Merges sorted runs.

    `(src, block_len=L)`: groups of 4 runs of L stored elements, L a multiple of 64; a sorted
    block of 32 has 64 of FP32 and 128 of FP16. `(src0,
    src1[, src2[, src3]])`: 2 to 4 inputs; tiles pass scratch `tmp`. Mixing both is a
    ValueError.
    """
    ...


__all__ = ["gather", "gatherb", "mrgsort", "scatter", "scatter_update", "sort32"]
