# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Descriptions of views and allocations that annotations may carry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.language.enums import CompactMode, PadValue, TensorLayout, TileLayout

if TYPE_CHECKING:
    from collections.abc import Sequence


def _bad_view(message: str, **facts: Any) -> Exception:
    from pypto.diagnostics import codes, make_error

    return make_error(codes.BadView, message, **facts)


class _KeywordsOnly:
    """Refuses positional arguments and unknown keywords with the errors of annotations."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def __new__(cls, *positional, **keywords):
            name = cls.__name__
            if positional:
                raise _bad_view(
                    f"{name} does not accept positional arguments",
                    expected=", ".join(f"{k}=" for k in cls.__init__.__kwdefaults__),
                )
            known = cls.__init__.__kwdefaults__
            for keyword in keywords:
                if keyword not in known:
                    from pypto.language.unknown import did_you_mean

                    raise _bad_view(
                        f"Unknown {name} keyword '{keyword}'; it takes {', '.join(known)}",
                        expected=", ".join(f"{k}=" for k in known),
                        hint=did_you_mean(keyword, known),
                    )
            return super().__new__(cls)


class TensorView(_KeywordsOnly):
    """Strides, layout, valid shape and pad of a tensor parameter that is not contiguous.

    `layout` is required when any other field is given; strides count elements. The caller passes
    an array with these strides, such as a part of a larger one; what lies between stays.
    """

    __slots__ = ("layout", "pad", "stride", "valid_shape")

    def __init__(
        self,
        *,
        stride: Sequence[Any] | None = None,
        layout: TensorLayout | None = None,
        valid_shape: Sequence[Any] | None = None,
        pad: PadValue | None = None,
    ) -> None:
        if layout is None and (stride is not None or valid_shape is not None or pad is not None):
            raise _bad_view(
                "TensorView needs layout= when another field is given",
                hint="layout=pl.TensorLayout.ND",
            )
        self.stride = stride
        self.layout = layout
        self.valid_shape = valid_shape
        self.pad = pad


class TileView(_KeywordsOnly):
    """Layout, valid shape and pad of a tile, as printed IR shows them."""

    __slots__ = (
        "blayout",
        "compact",
        "fractal",
        "pad",
        "slayout",
        "start_offset",
        "stride",
        "valid_shape",
    )

    def __init__(
        self,
        *,
        valid_shape: Sequence[Any] | None = None,
        stride: Sequence[Any] | None = None,
        start_offset: Any = None,
        blayout: TileLayout | None = None,
        slayout: TileLayout | None = None,
        fractal: int | None = None,
        pad: PadValue | None = None,
        compact: CompactMode | None = None,
    ) -> None:
        kinds = (
            ("blayout", blayout, TileLayout),
            ("slayout", slayout, TileLayout),
            ("pad", pad, PadValue),
            ("compact", compact, CompactMode),
        )
        for field, value, kind in kinds:
            if value is not None and not isinstance(value, kind):
                raise _bad_view(
                    f"Unknown {kind.__name__} value in TileView({field}={value!r})",
                    expected=", ".join(f"pl.{kind.__name__}.{m}" for m in kind.__members__),
                )
        self.valid_shape = valid_shape
        self.stride = stride
        self.start_offset = start_offset
        self.blayout = blayout
        self.slayout = slayout
        self.fractal = fractal
        self.pad = pad
        self.compact = compact


class MemRef:
    """An allocation that tile annotations can share.

    `MemRef()`, `MemRef("name")`: tiles annotated with it share one buffer that nothing else
    reuses. `slots=N`: N equal slots, chosen by `m[i]` with a constant or run-time `i`, of which any
    may be any other. `MemRef(base, byte_offset, size)` describes an existing allocation.
    """

    __slots__ = ("base", "byte_offset", "name", "size", "slot", "slots")

    def __init__(
        self,
        base: Any = None,
        byte_offset: int | None = None,
        size: int | None = None,
        *,
        slots: int | None = None,
        slot: Any = None,
    ) -> None:
        named = byte_offset is None and (base is None or isinstance(base, str))
        self.name: str | None = base if named else None
        self.base = None if named else base
        self.byte_offset = byte_offset
        self.size = size
        self.slots = slots
        self.slot = slot

    def __getitem__(self, index: Any) -> MemRef:
        view = MemRef(self.name, slots=self.slots, slot=index)
        view.base, view.byte_offset, view.size = self.base, self.byte_offset, self.size
        return view
