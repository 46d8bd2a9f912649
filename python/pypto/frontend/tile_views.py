# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.TileView` in the annotation of a tile, compared with the tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pypto.language.enums import CompactMode, PadValue, TileLayout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pypto.frontend.types import TileType
    from pypto.language.views import TileView


class Layout(NamedTuple):
    """How a memory keeps tiles: order of blocks, order inside of them, bytes of a fractal."""

    blocks: TileLayout
    inside: TileLayout
    fractals: tuple[int, ...] = (512,)


_ROWS, _COLUMNS, _NONE = TileLayout.row_major, TileLayout.col_major, TileLayout.none_box
_LAYOUTS = {
    "Vec": Layout(_ROWS, _NONE),
    "Bias": Layout(_ROWS, _NONE),
    "Mat": Layout(_COLUMNS, _ROWS),
    "Left": Layout(_COLUMNS, _ROWS),
    "Right": Layout(_ROWS, _COLUMNS),
    "Acc": Layout(_COLUMNS, _ROWS, (512, 1024)),
    "LeftScale": Layout(_ROWS, _ROWS, (32,)),
    "RightScale": Layout(_COLUMNS, _COLUMNS, (32,)),
}


def implicit_layout(type: TileType) -> Layout | None:
    """The layout that a tile has by its memory; None where it has one of its own."""
    layout = _LAYOUTS.get(type.space or "")
    if layout is None or type.layout != "nd":
        return None
    # A column of several rows lies without gaps in column order only.
    column = layout.inside is _NONE and type.shape[-1:] == (1,) and type.shape[-2:-1] != (1,)
    column = column and type.rank > 1
    return layout._replace(blocks=_COLUMNS) if column else layout


def differences(view: TileView, type: TileType) -> Iterator[tuple[str, Any, Any]]:
    """(field, what the view says, what the tile has) of fields that differ.

    A dimension that is known only at run time fits any other.
    """
    shape = type.shape
    for field, actual in (("valid_shape", type.valid), ("stride", _strides(shape))):
        written = getattr(view, field)
        if written is not None and not _fits(list(written), actual):
            yield field, list(written), list(actual)
    if view.start_offset not in (None, 0):
        yield "start_offset", view.start_offset, 0
    if view.pad is not None and view.pad.name != type.pad:
        yield "pad", view.pad, PadValue[type.pad]
    if view.compact not in (None, CompactMode.null):
        yield "compact", view.compact, CompactMode.null
    layout = implicit_layout(type)
    if layout is None:
        return
    if view.blayout not in (None, layout.blocks):
        yield "blayout", view.blayout, layout.blocks
    if view.slayout not in (None, layout.inside):
        yield "slayout", view.slayout, layout.inside
    if view.fractal is not None and view.fractal not in layout.fractals:
        yield "fractal", view.fractal, layout.fractals[0]


def _strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    strides, step = [], 1
    for extent in reversed(shape):
        strides.insert(0, step)
        step *= extent
    return tuple(strides)


def _fits(written: list[Any], actual: tuple[Any, ...]) -> bool:
    return len(written) == len(actual) and all(
        not isinstance(w, int) or not isinstance(a, int) or w == a
        for w, a in zip(written, actual, strict=True)
    )
