# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Entries of `optimizations=[...]` on `pl.at` and `pl.spmd`."""

from typing import NamedTuple

from pypto.language.enums import SplitMode
from pypto.language.outside import bad_plain_call


class Split(NamedTuple):
    """What `pl.split` returns."""

    mode: SplitMode
    slot_num: int | None


class CrossCoreSlot(NamedTuple):
    """What `pl.cross_core_slot` returns."""

    slot_num: int


def split(mode: SplitMode, *, slot_num: int | None = None) -> Split:
    """Splits the scope's vector work over two lanes. `slot_num` is deprecated."""
    if slot_num is not None:
        from pypto.diagnostics import codes, warn_call

        warn_call(
            codes.DeprecatedOption,
            "pl.split(slot_num=...) is deprecated",
            hint="use pl.cross_core_slot(slot_num=...)",
        )
    try:
        return Split(SplitMode(mode), slot_num)
    except ValueError:
        raise bad_plain_call(
            f"pl.split(): {mode!r} is no pl.SplitMode",
            expected="pl.SplitMode.NONE, UP_DOWN or LEFT_RIGHT",
        ) from None


def cross_core_slot(*, slot_num: int) -> CrossCoreSlot:
    """Depth of the ring between cube and vector core; a positive int, default 2 per direction."""
    if not isinstance(slot_num, int) or isinstance(slot_num, bool):
        raise bad_plain_call("slot_num must be an integer literal", expected="an int of at least 1")
    if slot_num <= 0:
        raise bad_plain_call("slot_num must be positive", expected="an int of at least 1")
    return CrossCoreSlot(slot_num)
