# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Orders of elements that a move may ask for: blayout= and slayout=."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto.diagnostics import codes
from pypto.frontend.tile_views import implicit_layout
from pypto.language.enums import TileLayout

if TYPE_CHECKING:
    from pypto.frontend.rules.call import OpCall
    from pypto.frontend.values import TileValue

# Memories with a name for their order; others have no choice.
_NAMED = ("Vec", "Bias", "Mat")
_COLUMN = (TileLayout.col_major, TileLayout.none_box)
# How a tile gets another order, by memory.
_INSTEAD = {
    ("Vec", _COLUMN): "pl.transpose(t, 0, 1) exchanges rows and columns",
    (
        "Mat",
        (TileLayout.row_major, TileLayout.none_box),
    ): "rows stay rows in Vec: target_memory=pl.Mem.Vec",
    ("Mat", (TileLayout.row_major, TileLayout.col_major)): (
        "pl.tile.transpose_view(t) of a tile in Mat is in the other factor's order"
    ),
    ("Mat", (TileLayout.row_major, TileLayout.row_major)): (
        "load scales from a tensor in pl.MX_A_ZZ with target_memory=pl.Mem.Mat"
    ),
    ("Mat", (TileLayout.col_major, TileLayout.col_major)): (
        "load scales from a tensor in pl.MX_B_NN with target_memory=pl.Mem.Mat"
    ),
}


def check_order(call: OpCall, tile: TileValue, space: str) -> None:
    """A memory has one order; a move may name it, and no other."""
    names = ("blayout", "slayout")
    asked = {n: call.member(n, TileLayout) for n in names if call.given(n)}
    if not asked:
        return
    first = next(iter(asked))
    layout = implicit_layout(tile.type.replace(space=space, layout="nd"))
    if space not in _NAMED or layout is None:
        raise call.fail(
            codes.BadOpAttribute,
            f"{space} has a fixed layout; {first}= may not override it",
            first,
            expected=f"no {first}=",
        )
    own = (layout.blocks, layout.inside)
    wanted = (asked.get("blayout", own[0]), asked.get("slayout", own[1]))
    if wanted == own:
        return
    wrong = next(n for n, has in zip(names, own, strict=True) if asked.get(n, has) is not has)
    raise call.fail(
        codes.BadOpAttribute,
        f"pl.move leaves a tile of {tile.type.shape[-1]} columns in {space} in one order",
        wrong,
        expected=f"blayout=pl.TileLayout.{own[0].name}, slayout=pl.TileLayout.{own[1].name}",
        got=f"blayout=pl.TileLayout.{wanted[0].name}, slayout=pl.TileLayout.{wanted[1].name}",
        hint=_INSTEAD.get((space, wanted), f"leave out {wrong}="),
    )
