# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison, selection, bitwise operations and shifts."""

from __future__ import annotations

from pypto.language.ops._declare import op
from pypto.language.types import Scalar, TensorOrTile, Tile


@op()
def cmp(
    lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int | float, cmp_type: int = 0
) -> TensorOrTile:
    """Compares: 0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge.

    Tensors: a 0/1 tensor of the shape and dtype of lhs. Tiles: a packed predicate that only
    `sel` and `sels` read.
    """
    ...


@op("tile")
def cmps(lhs: Tile, rhs: Scalar | int | float, cmp_type: int = 0) -> Tile:
    """Compares each element with a scalar; a packed predicate."""
    ...


@op("tile")
def sel(mask: Tile, lhs: Tile, rhs: Tile, tmp: Tile) -> Tile:
    """mask ? lhs : rhs; `tmp` is UINT8 [1, 32] scratch."""
    ...


@op("tile")
def sels(mask: Tile, src: Tile, tmp: Tile, scalar: Scalar | int | float) -> Tile:
    """mask ? src : scalar; the scalar has the dtype of src."""
    ...


@op()
def and_(lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int) -> TensorOrTile:
    """Bitwise and of integers of equal shape."""
    ...


@op()
def ands(lhs: TensorOrTile, rhs: Scalar | int) -> TensorOrTile:
    """Bitwise and with a scalar."""
    ...


@op()
def or_(lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int) -> TensorOrTile:
    """Bitwise or of integers of equal shape."""
    ...


@op()
def ors(lhs: TensorOrTile, rhs: Scalar | int) -> TensorOrTile:
    """Bitwise or with a scalar."""
    ...


@op()
def xor(
    lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int, tmp: Tile | None = None
) -> TensorOrTile:
    """Bitwise exclusive or; tiles need scratch `tmp`."""
    ...


@op()
def xors(lhs: TensorOrTile, rhs: Scalar | int, tmp: Tile | None = None) -> TensorOrTile:
    """Bitwise exclusive or with a scalar; tiles need scratch `tmp`."""
    ...


@op()
def not_(x: TensorOrTile) -> TensorOrTile:
    """Bitwise not; INT16 or UINT16."""
    ...


@op()
def shl(lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int) -> TensorOrTile:
    """Left shift; the dtype of lhs is kept."""
    ...


@op()
def shls(lhs: TensorOrTile, rhs: Scalar | int) -> TensorOrTile:
    """Left shift by a scalar >= 0."""
    ...


@op()
def shr(lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int) -> TensorOrTile:
    """Right shift, arithmetic for signed and logical for unsigned integers."""
    ...


@op()
def shrs(lhs: TensorOrTile, rhs: Scalar | int) -> TensorOrTile:
    """Right shift by a scalar >= 0."""
    ...


__all__ = [
    "and_",
    "ands",
    "cmp",
    "cmps",
    "not_",
    "or_",
    "ors",
    "sel",
    "sels",
    "shl",
    "shls",
    "shr",
    "shrs",
    "xor",
    "xors",
]
