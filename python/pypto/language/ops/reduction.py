# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions over the last axis (`row_*`) or the one before it (`col_*`); the axis stays as 1.

Only the valid region takes part. The tile form of `row_*` and of arg reductions needs a
scratch `tmp_tile` of the input's dtype and rank, no smaller than the input; tensors pass none.
"""

from __future__ import annotations

from pypto.language.ops._declare import op
from pypto.language.types import TensorOrTile, Tile


@op()
def row_sum(x: TensorOrTile, tmp_tile: Tile | None = None) -> TensorOrTile:
    """Sum of each row: [..., M, 1]."""
    ...


@op()
def row_max(x: TensorOrTile, tmp_tile: Tile | None = None) -> TensorOrTile:
    """Maximum of each row: [..., M, 1]."""
    ...


@op()
def row_min(x: TensorOrTile, tmp_tile: Tile | None = None) -> TensorOrTile:
    """Minimum of each row: [..., M, 1]. INT16, INT32, FP16 or FP32."""
    ...


@op()
def row_prod(x: TensorOrTile, tmp_tile: Tile | None = None) -> TensorOrTile:
    """Product of each row: [..., M, 1]."""
    ...


@op()
def row_argmax(x: TensorOrTile, tmp_tile: Tile | None = None) -> TensorOrTile:
    """Index of the maximum of each row: [..., M, 1]. The result is INT32."""
    ...


@op()
def row_argmin(x: TensorOrTile, tmp_tile: Tile | None = None) -> TensorOrTile:
    """Index of the minimum of each row: [..., M, 1]. The result is INT32."""
    ...


@op()
def col_sum(x: TensorOrTile, tmp_tile: Tile | None = None) -> TensorOrTile:
    """Sum of each column: [..., 1, N].

    With `tmp_tile`, of the type and at least the shape of `x`, rows are added in pairs, and sums
    in pairs.
    """
    ...


@op()
def col_max(x: TensorOrTile) -> TensorOrTile:
    """Maximum of each column: [..., 1, N]."""
    ...


@op()
def col_min(x: TensorOrTile) -> TensorOrTile:
    """Minimum of each column: [..., 1, N]."""
    ...


@op()
def col_prod(x: TensorOrTile) -> TensorOrTile:
    """Product of each column: [..., 1, N]."""
    ...


@op()
def col_argmax(x: TensorOrTile, tmp_tile: Tile | None = None) -> TensorOrTile:
    """Index of the maximum of each column: [..., 1, N]. The result is INT32."""
    ...


@op()
def col_argmin(x: TensorOrTile, tmp_tile: Tile | None = None) -> TensorOrTile:
    """Index of the minimum of each column: [..., 1, N]. The result is INT32."""
    ...


__all__ = [
    "col_argmax",
    "col_argmin",
    "col_max",
    "col_min",
    "col_prod",
    "col_sum",
    "row_argmax",
    "row_argmin",
    "row_max",
    "row_min",
    "row_prod",
    "row_sum",
]
