# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transcendental functions, activations and casts. The element type of the input is kept."""

from __future__ import annotations

from typing import Any

from pypto.dtypes import DataType
from pypto.language.ops._declare import op
from pypto.language.types import Scalar, TensorOrTile, Tile


@op()
def exp(x: TensorOrTile) -> TensorOrTile:
    """e to the power of x."""
    ...


@op()
def log(x: TensorOrTile, high_precision: bool = False) -> TensorOrTile:
    """Natural logarithm; FP16 or FP32. `high_precision`: the exact, slow variant of the 950."""
    ...


@op()
def sqrt(x: TensorOrTile) -> TensorOrTile:
    """Square root."""
    ...


@op()
def rsqrt(x: TensorOrTile, high_precision: bool = False) -> TensorOrTile:
    """1 / sqrt(x). `high_precision`: a square root, then a division, instead of one instruction.

    FP16 and FP32 tensors; a tile takes `pl.tile.rsqrt(x, tmp)`.
    """
    ...


@op("tile", name="tile_rsqrt", namespace="pl.tile")
def tile_rsqrt(x: Tile, tmp: Tile | None = None) -> Tile:
    """1 / sqrt(x); with `tmp`, of the shape and dtype of x, on the precise path."""
    ...


@op()
def sin(x: TensorOrTile) -> TensorOrTile:
    """Sine of radians; FP32 only."""
    ...


@op()
def cos(x: TensorOrTile) -> TensorOrTile:
    """Cosine of radians; FP32 only."""
    ...


@op("tile", family="elementwise")
def relu(x: Tile) -> Tile:
    """max(0, x)."""
    ...


@op("tile")
def lrelu(x: Tile, slope: Scalar | int | float) -> Tile:
    """x where positive, slope * x elsewhere."""
    ...


@op("tile")
def prelu(x: Tile, slope: Tile, tmp: Tile) -> Tile:
    """Leaky relu with one slope per element; FP16 or FP32, rank 2, equal shapes."""
    ...


@op()
def cast(x: Any, target_type: DataType | int, mode: str | int = "round") -> Any:
    """Converts elements (or a scalar) to `target_type`.

    mode: "none", "rint" (nearest even), "round" (nearest, ties away; default), "floor",
    "ceil", "trunc", "odd", or its int 0-6. Casting to the same type is an error. A scalar
    takes the default mode only. Raises ValueError for an unknown mode.
    """
    ...


__all__ = [
    "cast",
    "cos",
    "exp",
    "log",
    "lrelu",
    "prelu",
    "relu",
    "rsqrt",
    "sin",
    "sqrt",
    "tile_rsqrt",
]
