# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chips and element types that an instruction does not take, in the words of the author's program.

The instruction's own definition says what it takes; here that becomes the name of the operation in
the author's line, element types of the language, and the nearest one that is taken.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from pypto import dtypes
from pypto.diagnostics.widen import expression_at
from pypto.dtypes import DataType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.diagnostics.span import Span

_UNSIGNED_SCALAR = re.compile(
    r"^'pto\.(?P<name>[\w.]+)' op expects scalar to have the element type of \w+, "
    r"'(?P<got>u\w+)', got '(?P<signed>i\d+)'$"
)
_ONLY_ON = re.compile(
    r"^'pto\.(?P<name>[\w.]+)' op is only supported on (?P<chip>A3|A5), "
    r"and the target is (?P<target>A3|A5);"
)
_CHIPS = {"A3": "910B (a2a3)", "A5": "950 (a5)"}
_OPERATORS: dict[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
}
# Bits of a whole number that a float holds exactly.
_EXACT = {dtypes.FP32: 24, dtypes.FP16: 11, dtypes.BF16: 8}
# No chip converts them to and fro; their bits are those of signed numbers.
_UNCONVERTED = {dtypes.UINT16: dtypes.INT16, dtypes.UINT32: dtypes.INT32}


def refused_by_instruction(text: str, span: Span | None) -> tuple[str, dict[str, Any]] | None:
    """The message and its facts, if `text` refuses a chip or a scalar without a sign."""
    found = _unsigned_scalar(text, span)
    return found if found is not None else _only_on(text, span)


def _unsigned_scalar(text: str, span: Span | None) -> tuple[str, dict[str, Any]] | None:
    """A number without a sign, given to an instruction whose scalar has one."""
    match = _UNSIGNED_SCALAR.match(text)
    if match is None:
        return None
    got, signed = DataType.of_mlir(match["got"]), DataType.of_mlir(match["signed"])
    if got is None or signed is None:
        return None
    message = f"{called(span) or match['name']} takes no scalar of {got}: its scalars have a sign"
    hint = conversion_hint(computed_operand(span), got, [signed])
    return message, {"expected": str(signed), "got": str(got), "hint": hint}


def _only_on(text: str, span: Span | None) -> tuple[str, dict[str, Any]] | None:
    """An operation that another chip has."""
    match = _ONLY_ON.match(text)
    operation = called(span)
    if match is None or operation is None:
        return None
    chip, target = _CHIPS[match["chip"]], _CHIPS[match["target"]]
    platform = chip.partition("(")[2].rstrip(")") + "sim"
    return f"{operation} is not on the {target}", {
        "expected": f"the {chip}",
        "hint": f'run it with RunConfig(platform="{platform}"), or write it with other operations',
    }


def conversion_hint(text: str, got: DataType, accepted: Sequence[DataType]) -> str | None:
    """How `text`, of element type `got`, becomes one of `accepted`."""
    if got is dtypes.FP8E8M0:  # an exponent alone; no chip converts it
        return None
    if got is dtypes.BOOL:
        return "declare the tensor with elements of UINT8: a BOOL takes a byte in memory"
    signed = _UNCONVERTED.get(got)
    if signed is not None:
        text = f"pl.reinterpret_view({text}, pl.{signed})"
        if signed in accepted:
            return f"take the bits as signed numbers: {text}"
    better = nearest(signed or got, [d for d in accepted if d not in _UNCONVERTED])
    if better is not None:
        narrow = got.is_int() and better.is_int() and not _holds(better, got)
        fits = ", if its numbers fit" if narrow else ""
        return f"convert it: pl.cast({text}, pl.{better}){fits}"
    same = next((d for d in accepted if d.is_int() and d.bits == got.bits and got.is_int()), None)
    return None if same is None else f"take the bits: pl.reinterpret_view({text}, pl.{same})"


def common_type(a: DataType, b: DataType, accepted: Sequence[DataType]) -> DataType | None:
    """The narrowest of `accepted` that holds all numbers of both."""
    both = [d for d in accepted if (d is a or _holds(d, a)) and (d is b or _holds(d, b))]
    return min(both, key=lambda d: d.bits, default=None)


def nearest(got: DataType, accepted: Sequence[DataType]) -> DataType | None:
    """The type among `accepted` that loses least: the narrowest of the same kind that holds every
    value, else the narrowest of another kind, else the widest.
    """

    def cost(to: DataType) -> tuple[bool, int, bool, int]:
        exact = _holds(to, got)
        lost = 0 if exact or got.is_float() else -_EXACT.get(to, to.bits)
        return (not exact, lost, to.is_float() != got.is_float(), to.bits if exact else -to.bits)

    # Bits of an unsigned number with a sign are another number.
    usable = [d for d in accepted if not (d.bits == got.bits and d.is_int() and got.is_int())]
    return min(usable, key=cost, default=None)


def _holds(to: DataType, got: DataType) -> bool:
    if got.is_float():
        return to.is_float() and to.bits > got.bits
    if to.is_float():
        return _EXACT.get(to, 0) >= got.bits
    if to.is_unsigned_int():
        return got.is_unsigned_int() and to.bits > got.bits
    return to.bits > got.bits


def operand(span: Span | None, number: int) -> str | None:
    """The source of an operand in the author's line."""
    node = expression_at(span) if span is not None else None
    operands: list[ast.expr] = []
    if isinstance(node, ast.Call):
        operands = [a for a in node.args if not isinstance(a, ast.Starred)]
    elif isinstance(node, ast.BinOp):
        operands = [node.left, node.right]
    elif isinstance(node, ast.UnaryOp):
        operands = [node.operand]
    return ast.unparse(operands[number]) if number < len(operands) else None


def computed_operand(span: Span | None) -> str:
    """The source of the first operand that the operation computes with; x where it is unknown."""
    name = (called(span) or "").rpartition(".")[2]
    return operand(span, 1 if name.endswith("_acc") else 0) or "x"


def called(span: Span | None) -> str | None:
    """What the author's line calls the operation: "pl.add", or "+"."""
    node = expression_at(span) if span is not None else None
    if isinstance(node, ast.Call):
        return ast.unparse(node.func)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return f"'{_OPERATORS[type(node.op)]}'"
    if isinstance(node, ast.UnaryOp):
        return f"'{ast.unparse(node)[0]}'"
    return None
