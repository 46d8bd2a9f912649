# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which layouts an instruction has and takes.

It has what the chip's memories and the compiler give its tiles. What else it takes is found by
trying each layout: the instruction's own verifier answers.
"""

from __future__ import annotations

import re
from typing import Any

# How the type of a tile says each order of elements.
LAYOUTS = {
    "nd": "blayout=row_major, slayout=none_box",
    "dn": "blayout=col_major, slayout=none_box",
    "nz": "blayout=col_major, slayout=row_major",
    "zn": "blayout=row_major, slayout=col_major",
    "zz": "blayout=row_major, slayout=row_major",
}
_ORDER = re.compile(r", (?:blayout|slayout|fractal)=\w+")
_VALID = re.compile(r", valid=[\w?]+x[\w?]+")
_SHAPE = re.compile(r"(\d+)x(\d+)x")


def _grown(match: re.Match[str]) -> str:
    rows, columns = (n if n == 1 else -(-n // 64) * 64 for n in map(int, match.groups()))
    return f"{rows}x{columns}x"


def _type(text: str, layout: str | None) -> str:
    """The tile type in whole boxes of every layout, in `layout` or in its own order."""
    order = "".join(_ORDER.findall(text))
    if layout:
        # An accumulator has boxes of its own.
        boxes = ", fractal=1024" if "<acc" in text and layout == "nz" else ""
        order = f", {LAYOUTS[layout]}{boxes}"
    plain = _VALID.sub("", _ORDER.sub("", text))
    return _SHAPE.sub(_grown, plain, count=1).removesuffix(">") + order + ">"


def _used(text: str) -> str:
    """The layout of a tile type."""
    written = dict(part.split("=") for part in re.findall(r"[bs]layout=\w+", text))
    order = (written.get("blayout", "row_major"), written.get("slayout", "none_box"))
    return next(n for n, t in LAYOUTS.items() if t == f"blayout={order[0]}, slayout={order[1]}")


def _accepts(ir: Any, op: Any, types: list[str]) -> bool:
    """True if the instruction is legal with operands of these types."""
    try:
        values = [
            ir.Operation.create(
                "builtin.unrealized_conversion_cast", results=[ir.Type.parse(text)]
            ).results[0]
            for text in types
        ]
        attributes = [op.attributes[i] for i in range(len(op.attributes))]
        made = ir.Operation.create(
            op.name, operands=values, attributes={a.name: a.attr for a in attributes}
        )
        return bool(made.verify())
    except (ir.MLIRError, ValueError):
        return False


def _find(module: Any, ir: Any, name: str) -> Any:
    found: list[Any] = []

    def visit(op: Any) -> Any:
        if op.name == f"pto.{name}":
            found.append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found[0] if found else None


def layouts(program: Any, name: str, arch: str) -> str:
    """For each tile operand of the instruction in a lowered program the layout that it has.

    In parentheses: others that the verifier accepts. Operands in the order of the instruction,
    destinations last; one entry if all are alike.
    """
    from pypto.mlir import ir

    op = _find(program.module, ir, name)
    if op is None:
        return ""
    lists = []
    with program.module.context, ir.Location.unknown():
        types = [str(value.type) for value in op.operands]
        tiles = [i for i, text in enumerate(types) if text.startswith("!pto.tile_buf")]
        for operand in tiles:
            accepted = []
            for layout in LAYOUTS:
                tried = [
                    _type(text, layout if i == operand else None) if i in tiles else text
                    for i, text in enumerate(types)
                ]
                outer = ir.Module.create()
                outer.operation.attributes["pto.target_arch"] = ir.StringAttr.get(arch)
                with ir.InsertionPoint(outer.body):
                    if _accepts(ir, op, tried):
                        accepted.append(layout)
            used = _used(types[operand])
            others = [layout for layout in accepted if layout != used]
            every = len(others) + 1 == len(LAYOUTS)
            text = "any" if every else " ".join(others)
            lists.append(f"{used} ({text})" if others else used)
    return lists[0] if len(set(lists)) == 1 else ", ".join(lists)
