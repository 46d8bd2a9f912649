# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where and why an annotation fails: its innermost wrong part, and what that part stands for."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from pypto.diagnostics import codes
from pypto.diagnostics.code import Code

_VALUE = re.compile(r"'(\w+)Value' object")
_DIRECTIONS = ("Out", "InOut")


class Slots(NamedTuple):
    """The parts of `pl.Tensor[shape, dtype, ...]` or `pl.Tile[...]`; each may be missing."""

    shape: ast.expr | None
    dtype: ast.expr | None
    extras: list[ast.expr]

    def dimension(self, axis: int) -> ast.expr | None:
        """The text of one dimension, where the shape is written as a list."""
        if isinstance(self.shape, (ast.List, ast.Tuple)) and axis < len(self.shape.elts):
            return self.shape.elts[axis]
        return self.shape


def slots_of(annotation: ast.AST) -> Slots:
    """The parts of an annotation, below its direction."""
    node = annotation
    while isinstance(node, ast.Subscript):
        word = node.value.attr if isinstance(node.value, ast.Attribute) else None
        if word in _DIRECTIONS:
            node = node.slice
            continue
        entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        dtype = entries[1] if len(entries) > 1 else None
        return Slots(entries[0], dtype, entries[2:])
    return Slots(None, None, [])


def with_listed_shape(annotation: ast.AST) -> str | None:
    """`pl.Tensor[16, 32, pl.FP32]` with its extents in a list."""
    node = annotation
    while isinstance(node, ast.Subscript):
        if isinstance(node.value, ast.Attribute) and node.value.attr in _DIRECTIONS:
            node = node.slice
            continue
        entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        extents = [entry for entry in entries if not isinstance(entry, ast.Attribute)]
        rest = [entry for entry in entries if isinstance(entry, ast.Attribute)]
        shown = ", ".join(ast.unparse(e) for e in (ast.List(extents), *rest))
        return f"{ast.unparse(node.value)}[{shown}]"
    return None


def culprit(node: ast.expr, run: Callable[[ast.expr], Any]) -> tuple[ast.expr, Exception]:
    """The innermost part of `node` that cannot be evaluated, and its exception."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.keyword):
            child = child.value
        if isinstance(child, ast.expr) and not isinstance(child, ast.Starred):
            try:
                run(child)
            except Exception:
                return culprit(child, run)
    try:
        run(node)
    except Exception as error:
        return node, error
    raise AssertionError("the annotation evaluates")


def explain(
    annotation: ast.expr, run: Callable[[ast.expr], Any]
) -> tuple[Code, ast.expr, str, dict[str, Any]]:
    """Code, place, text and facts of the error of an annotation that cannot be evaluated."""
    node, error = culprit(annotation, run)
    info = getattr(error, "code_info", None)
    if info is not None:
        facts = {k: getattr(error, k, None) for k in ("expected", "got", "hint")}
        return info, node, getattr(error, "message", str(error)), facts
    if isinstance(error, NameError) and isinstance(node, ast.Name):
        return _unknown(slots_of(annotation), node)
    facts = {"got": ast.unparse(node)}
    if isinstance(error, TypeError) and "argument" in str(error):
        # A call of pl.MemRef or a view: what it takes.
        if isinstance(node, ast.Call) and (callee := run(node.func)) is not None:
            name = ast.unparse(node.func)
            facts["expected"] = f"{name}{_plain_signature(callee)}"
            error = TypeError(str(error).replace(f"{callee.__name__}.__init__()", f"{name}()"))
    if isinstance(node, ast.BinOp) and isinstance(error, TypeError):
        error = TypeError("its operands have no such operator")
        facts["expected"] = "numbers and pl.dynamic variables with + - * // and %"
    elif "Value'" in (text := str(error)):
        # A variable of the kernel where a type belongs.
        error = TypeError(_VALUE.sub(lambda found: f"a {found[1].lower()}", text))
        facts["expected"] = "types, constants of the module, and slots of a pl.MemRef"
    return codes.BadAnnotation, node, f"Unsupported type annotation: {error}", facts


def _plain_signature(callee: Any) -> inspect.Signature:
    """The parameters of a class of annotations, without their types."""
    signature = inspect.signature(callee)
    plain = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    return inspect.Signature(plain)


def _unknown(slots: Slots, node: ast.Name) -> tuple[Code, ast.expr, str, dict[str, Any]]:
    name = node.id
    if _within(slots.shape, node):
        hint = f'{name} = pl.dynamic("{name}") makes a run-time dimension'
        return codes.BadShape, node, f"Unknown shape variable '{name}'", {"hint": hint}
    if _within(slots.dtype, node):
        text = f"Cannot resolve dtype '{name}'"
        return codes.BadDtype, node, text, {"expected": "an element type such as pl.FP32"}
    if any(_within(extra, node) for extra in slots.extras):
        text = f"Cannot resolve layout '{name}'"
        return codes.BadLayout, node, text, {"expected": "a layout, view, MemRef or memory space"}
    return codes.BadAnnotation, node, f"Unsupported type annotation: unknown name '{name}'", {}


def _within(part: ast.expr | None, node: ast.AST) -> bool:
    return part is not None and any(inner is node for inner in ast.walk(part))
