# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations that would mix the halves of a tile which two vector lanes share.

A value that crosses from the cube in a split mode is half of a tile in each lane. What exchanges
or reduces the divided axis needs both halves, and a lane has one.
"""

from __future__ import annotations

from typing import Any

from pypto.diagnostics import codes
from pypto.frontend.rules.call import OpCall
from pypto.frontend.values import TensorValue, TileValue
from pypto.language.enums import SplitMode

_AXES = {SplitMode.UP_DOWN: 0, SplitMode.LEFT_RIGHT: 1}
_SHAPED = ("!pypto.tile", "!pypto.tensor")


def check_split_axis(call: OpCall, value: TensorValue | TileValue, axes: Any, what: str) -> None:
    """Refuses `what`, which works along `axes`, on the half of a tile."""
    c = call.c
    region = next((s for s in reversed(c.scopes) if s.split_mode in _AXES), None)
    if region is None or value.type.rank != 2 or _AXES[region.split_mode] not in axes:
        return
    crossing = ("aiv_shard",) if region.kind == "split_aiv" else ("matmul", "matmul_acc")
    if not _comes_from(value.ir, crossing):
        return
    axis = _AXES[region.split_mode]
    raise c.error(
        codes.SplitAxis,
        call.node,
        f"{what} the split axis {axis} of a tile that pl.SplitMode.{region.split_mode.name} "
        "divides between the vector lanes",
        hint="split along the other axis, or use pl.SplitMode.NONE",
    )


def _comes_from(value: Any, names: tuple[str, ...]) -> bool:
    """True if element-wise work leads from one of these operations to `value`."""
    seen: set[int] = set()
    pending = [value]
    while pending:
        owner = pending.pop().owner
        name = getattr(owner, "name", "")
        if not name.startswith("pypto.t") or hash(owner) in seen:
            continue
        seen.add(hash(owner))
        if name.rpartition(".")[2] in names:
            return True
        pending += [o for o in owner.operands if str(o.type).startswith(_SHAPED)]
    return False
