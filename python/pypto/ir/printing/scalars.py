# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scalar operations as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.ir.printing.types import NotPrintable, dtype_of, integer

if TYPE_CHECKING:
    from collections.abc import Callable

_INFIX = {
    "arith.addi": "+",
    "arith.subi": "-",
    "arith.muli": "*",
    "arith.floordivsi": "//",
    "arith.shli": "<<",
    "arith.shrsi": ">>",
    "arith.addf": "+",
    "arith.subf": "-",
    "arith.mulf": "*",
    "arith.divf": "/",
}
_CALLS = {
    "arith.minsi": "pl.min",
    "arith.maxsi": "pl.max",
    "arith.minimumf": "pl.min",
    "arith.maximumf": "pl.max",
}
_CASTS = (
    "arith.index_cast",
    "arith.sitofp",
    "arith.fptosi",
    "arith.extf",
    "arith.truncf",
    "arith.extsi",
    "arith.trunci",
    "arith.extui",
    "arith.uitofp",
)
_SIGNED = {0: "==", 1: "!=", 2: "<", 3: "<=", 4: ">", 5: ">="}
_FLOAT = {1: "==", 13: "!=", 4: "<", 5: "<=", 2: ">", 3: ">="}


def expression(op: Any, name: Callable[[Any], str]) -> str:
    """The expression of one `arith` operation; `name` gives the text of an operand."""
    operands = [name(o) for o in op.operands]
    kind = op.name
    if kind in _INFIX:
        return f"{operands[0]} {_INFIX[kind]} {operands[1]}"
    if kind in _CALLS:
        return f"{_CALLS[kind]}({operands[0]}, {operands[1]})"
    if kind in _CASTS:
        return f"pl.cast({operands[0]}, pl.{dtype_of(op.results[0].type)})"
    if kind in ("arith.andi", "arith.ori") and str(op.results[0].type) == "i1":
        return f"{operands[0]} {'and' if kind == 'arith.andi' else 'or'} {operands[1]}"
    if kind == "arith.xori" and operands[1] == "True":
        return f"not {operands[0]}"
    if kind in ("arith.cmpi", "arith.cmpf"):
        table = _SIGNED if kind == "arith.cmpi" else _FLOAT
        sign = table.get(integer(op.attributes["predicate"]))
        if sign is not None:
            return f"{operands[0]} {sign} {operands[1]}"
    raise NotPrintable(f"operation {kind}")
