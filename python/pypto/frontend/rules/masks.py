# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicates, as `pl.cmp` of tiles makes them: a bit for each element. Who takes one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.types import MASK, TileType, dims_text

if TYPE_CHECKING:
    from pypto.frontend.rules.call import OpCall
    from pypto.frontend.values import TileValue

_TAKEN = {
    ("sel", "mask"),
    ("sels", "mask"),
    # Its bytes as they are.
    ("move", "tile"),
    ("and_", "lhs"),
    ("and_", "rhs"),
    ("or_", "lhs"),
    ("or_", "rhs"),
    ("xor", "lhs"),
    ("xor", "rhs"),
}


def mask_type(source: TileType) -> TileType:
    """The predicate of a tile: bits packed into bytes; a row is padded to 32 bytes."""
    columns = -(-source.shape[-1] // 8)
    columns = -(-columns // 32) * 32
    return TileType((*source.shape[:-1], columns), dtypes.UINT8, layout=MASK)


def refuse_mask(call: OpCall, name: str, tile: TileValue) -> None:
    """Bits are no numbers: what computes on them would take each byte for an element."""
    if tile.type.layout != MASK or (call.info.name, name) in _TAKEN:
        return
    if (call.info.name, name) == ("store", "tile"):
        target = call.tensor("output_tensor")
        if target.type.dtype is dtypes.UINT8:
            return
    raise call.fail(
        codes.OperandKind,
        f"'{name}' is a predicate, a bit for each element, which {call.info.spelling} does not "
        "take",
        name,
        expected="a predicate as mask of pl.sel or pl.sels",
        got=tile.describe(),
        hint=f"pl.sel({call.text(name)}, a, b, tmp) selects elements of two tiles: of "
        "pl.tile.full(shape, dtype, 1) and pl.tile.full(shape, dtype, 0) it makes numbers",
    )


def check_mask(call: OpCall, mask: TileValue, source: TileValue) -> None:
    """A mask has a row of bytes for each row, and a bit for each column."""
    *rows, columns = source.type.shape
    shape = mask.type.shape
    covers = mask.type.dtype.bits == 8 and shape[:-1] == tuple(rows) and shape[-1] * 8 >= columns
    # Tiles of other columns have masks of the same bytes.
    if covers and mask.compared in (None, source.type.shape):
        return
    numbers = mask.type.shape == source.type.shape and mask.type.dtype.bits != 8
    raise call.fail(
        codes.OperandShape,
        "'mask' holds numbers, not a bit for each element"
        if numbers
        else "'mask' does not cover the rows and columns that it selects from",
        "mask",
        expected=f"what pl.cmp of two tiles {dims_text(source.type.shape)} gives",
        got=f"what pl.cmp of two tiles {dims_text(mask.compared)} gives"
        if mask.compared
        else mask.describe(),
        hint=f"pl.cmps({call.text('mask')}, 0, cmp_type=1) is where it is not zero"
        if numbers
        else None,
    )
