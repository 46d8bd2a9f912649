# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element-wise arithmetic.

Shapes broadcast as in NumPy; element types are promoted (a float beats an integer, then the
wider one). A number or scalar as second operand selects the scalar form. Tiles live in Vec.
"""

from __future__ import annotations

from typing import Any

from pypto.language.ops._declare import op
from pypto.language.types import Scalar, TensorOrTile, Tile


@op()
def add(lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int | float) -> TensorOrTile:
    """lhs + rhs, element by element."""
    ...


@op()
def sub(lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int | float) -> TensorOrTile:
    """lhs - rhs. With a scalar: INT8, INT16, INT32, FP16, BF16 or FP32."""
    ...


@op()
def mul(lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int | float) -> TensorOrTile:
    """lhs * rhs."""
    ...


@op()
def div(
    lhs: TensorOrTile,
    rhs: TensorOrTile | Scalar | int | float,
    high_precision: bool = False,
) -> TensorOrTile:
    """lhs / rhs for INT16, INT32, FP16, FP32.

    Tiles: equal dtype, shape and valid shape. `high_precision`, the exact and slow variant of
    the 950: FP16 and FP32, never with a scalar rhs (TypeError).
    """
    ...


@op()
def maximum(lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int | float) -> TensorOrTile:
    """The larger of both, element by element."""
    ...


@op()
def minimum(lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int | float) -> TensorOrTile:
    """The smaller of both, element by element."""
    ...


@op("tile")
def maximums(lhs: Tile, rhs: Scalar | int | float) -> Tile:
    """The larger of each element and a scalar."""
    ...


@op("tile")
def minimums(lhs: Tile, rhs: Scalar | int | float) -> Tile:
    """The smaller of each element and a scalar."""
    ...


@op()
def adds(lhs: TensorOrTile, rhs: Scalar | int | float) -> TensorOrTile:
    """lhs + scalar."""
    ...


@op()
def subs(lhs: TensorOrTile, rhs: Scalar | int | float) -> TensorOrTile:
    """lhs - scalar; the dtype of lhs is kept."""
    ...


@op()
def muls(lhs: TensorOrTile, rhs: Scalar | int | float) -> TensorOrTile:
    """lhs * scalar."""
    ...


@op()
def divs(lhs: TensorOrTile, rhs: Scalar | int | float) -> TensorOrTile:
    """lhs / scalar for INT16, INT32, FP16, FP32."""
    ...


@op()
def neg(x: TensorOrTile) -> TensorOrTile:
    """-x."""
    ...


@op()
def abs(x: TensorOrTile) -> TensorOrTile:
    """The absolute value."""
    ...


@op()
def recip(x: TensorOrTile, high_precision: bool = False) -> TensorOrTile:
    """1 / x. `high_precision`, of FP16 and FP32: the exact, slow variant of the 950."""
    ...


@op()
def fmod(lhs: TensorOrTile, rhs: TensorOrTile | Scalar | int | float) -> TensorOrTile:
    """C's fmod: the remainder has the sign of lhs."""
    ...


@op()
def fmods(lhs: TensorOrTile, rhs: Scalar | int | float) -> TensorOrTile:
    """C's fmod with a scalar divisor."""
    ...


@op("tile")
def rem(lhs: Tile, rhs: Tile | Scalar | int | float, tmp: Tile) -> Tile:
    """lhs % rhs; `tmp` is scratch."""
    ...


@op("tile")
def rems(lhs: Tile, rhs: Scalar | int | float, tmp: Tile) -> Tile:
    """lhs % scalar; `tmp` is scratch."""
    ...


@op()
def part_add(lhs: TensorOrTile, rhs: TensorOrTile) -> TensorOrTile:
    """Sum where both are valid, a copy where only one is."""
    ...


@op()
def part_mul(lhs: TensorOrTile, rhs: TensorOrTile) -> TensorOrTile:
    """Product where both are valid, a copy where only one is."""
    ...


@op()
def part_max(lhs: TensorOrTile, rhs: TensorOrTile) -> TensorOrTile:
    """Maximum where both are valid, a copy where only one is."""
    ...


@op()
def part_min(lhs: TensorOrTile, rhs: TensorOrTile) -> TensorOrTile:
    """Minimum where both are valid, a copy where only one is."""
    ...


@op("tile")
def addc(a: Tile, b: Tile, c: Tile) -> Tile:
    """a + b + c."""
    ...


@op("tile")
def subc(a: Tile, b: Tile, c: Tile) -> Tile:
    """a - b - c."""
    ...


@op("tile")
def addsc(a: Tile, s: Scalar | int | float, c: Tile) -> Tile:
    """a + scalar + c."""
    ...


@op("tile")
def subsc(a: Tile, s: Scalar | int | float, c: Tile) -> Tile:
    """a - scalar - c."""
    ...


@op("other")
def min(lhs: Any, rhs: Any) -> Scalar:
    """The smaller of two scalars; int literals are INDEX."""
    ...


@op("other")
def max(lhs: Any, rhs: Any) -> Scalar:
    """The larger of two scalars; int literals are INDEX."""
    ...


__all__ = [
    "abs",
    "add",
    "addc",
    "adds",
    "addsc",
    "div",
    "divs",
    "fmod",
    "fmods",
    "max",
    "maximum",
    "maximums",
    "min",
    "minimum",
    "minimums",
    "mul",
    "muls",
    "neg",
    "part_add",
    "part_max",
    "part_min",
    "part_mul",
    "recip",
    "rem",
    "rems",
    "sub",
    "subc",
    "subs",
    "subsc",
]
