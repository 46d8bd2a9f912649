# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles in Mat that lie in rows (`pl.create_tile(..., flat_layout=True)`): who takes one.

The paths of rows through Mat are copies: from memory with `pl.gather_row`, and to the Bias buffer,
which holds one row. Factors of products lie in boxes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto.diagnostics import codes
from pypto.frontend.types import FLAT

if TYPE_CHECKING:
    from pypto.frontend.rules.call import OpCall
    from pypto.frontend.values import TileValue

_TAKEN = {
    ("gather_row", "dst"),
    ("move", "tile"),
}


def refuse_flat(call: OpCall, name: str, tile: TileValue) -> None:
    """Everything but copies of rows works on boxes, or in another memory."""
    if tile.type.layout != FLAT or (call.info.name, name) in _TAKEN:
        return
    raise call.fail(
        codes.BadLayout,
        f"'{name}' is a tile in Mat that lies in rows (flat_layout=True), which "
        f"{call.info.spelling} does not take",
        name,
        expected="pl.gather_row into it, or pl.move to pl.Mem.Bias",
        got=tile.describe(),
        hint="leave out flat_layout=True for a factor of a product, which lies in boxes; rows that "
        "are stored again go through pl.Mem.Vec",
    )


def check_flat_move(call: OpCall, tile: TileValue, space: str) -> None:
    """A row goes to the Bias buffer."""
    if tile.type.layout != FLAT or space == "Bias":
        return
    raise call.fail(
        codes.OperandSpace,
        f"a tile in Mat that lies in rows (flat_layout=True) does not move to {space}: factors of "
        "products lie in boxes",
        "target_memory",
        expected="pl.Mem.Bias",
        got=f"pl.Mem.{space}",
        hint="leave out flat_layout=True in pl.create_tile",
    )
