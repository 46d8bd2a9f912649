# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One value per row or per column applied to a whole tensor or tile.

`row_*` take v of shape [..., M, 1], `col_*` take v of shape [..., 1, N]. The result has the
shape of x and the promoted dtype; it may not alias v.
"""

from __future__ import annotations

from pypto.language.ops._declare import op
from pypto.language.types import TensorOrTile, Tile


@op()
def row_expand(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """v broadcast to the shape of x; x is not read."""
    ...


@op()
def row_expand_add(x: TensorOrTile, v: TensorOrTile, tmp: Tile | None = None) -> TensorOrTile:
    """x + v per row; equal dtypes out of INT8, INT16, INT32, FP16, FP32."""
    ...


@op()
def row_expand_sub(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """x - v per row."""
    ...


@op()
def row_expand_mul(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """x * v per row."""
    ...


@op()
def row_expand_div(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """x / v per row."""
    ...


@op()
def row_expand_max(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """max(x, v) per row."""
    ...


@op()
def row_expand_min(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """min(x, v) per row."""
    ...


@op()
def row_expand_expdif(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """exp(x - v) per row."""
    ...


@op()
def col_expand(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """v broadcast to the shape of x; x is not read."""
    ...


@op()
def col_expand_add(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """x + v per column."""
    ...


@op()
def col_expand_sub(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """x - v per column."""
    ...


@op()
def col_expand_mul(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """x * v per column."""
    ...


@op()
def col_expand_div(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """x / v per column."""
    ...


@op()
def col_expand_max(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """max(x, v) per column."""
    ...


@op()
def col_expand_min(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """min(x, v) per column."""
    ...


@op()
def col_expand_expdif(x: TensorOrTile, v: TensorOrTile) -> TensorOrTile:
    """exp(x - v) per column."""
    ...


__all__ = [
    "col_expand",
    "col_expand_add",
    "col_expand_div",
    "col_expand_expdif",
    "col_expand_max",
    "col_expand_min",
    "col_expand_mul",
    "col_expand_sub",
    "row_expand",
    "row_expand_add",
    "row_expand_div",
    "row_expand_expdif",
    "row_expand_max",
    "row_expand_min",
    "row_expand_mul",
    "row_expand_sub",
]
