# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments and targets of loop iterators."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.dtypes import INDEX
from pypto.frontend.values import ListValue, ScalarValue, TupleValue, Value

if TYPE_CHECKING:
    from pypto.frontend.function import FunctionCompiler


class LoopHeader:
    """start, stop, step: integer scalars. target: name of the index or None.

    carries: header names of explicit carries with their initial values. stage: depth of a
    pipeline or None.
    """

    def __init__(self) -> None:
        self.start: ScalarValue = ScalarValue(INDEX, const=0, sym=0)
        self.stop: ScalarValue = self.start
        self.step: ScalarValue = ScalarValue(INDEX, const=1, sym=1)
        self.target: str | None = None
        self.carries: list[tuple[str, Value]] = []
        self.explicit = False
        self.stage: int | None = None


def parse_header(c: FunctionCompiler, node: ast.For, call: ast.Call, kind: str) -> LoopHeader:
    """Reads `for <target> in pl.<kind>(<arguments>)`."""
    header = LoopHeader()
    bounds = [c.index(c.expr(a), a, "loop bound") for a in call.args]
    if not bounds:
        raise c.error(
            codes.BadLoopArgument, call, f"pl.{kind}() requires at least 1 argument (stop)"
        )
    if len(bounds) > 3:
        raise c.error(
            codes.BadLoopArgument, call.args[3], f"pl.{kind}() takes at most 3 positional arguments"
        )
    if len(bounds) == 1:
        header.stop = bounds[0]
    else:
        header.start, header.stop = bounds[0], bounds[1]
        if len(bounds) == 3:
            header.step = bounds[2]
    if header.step.const == 0:
        raise c.error(codes.BadLoopArgument, call.args[2], f"pl.{kind}() step cannot be zero")
    initial = _keywords(c, call, kind, header)
    _target(c, node, header, initial)
    return header


def _keywords(
    c: FunctionCompiler, call: ast.Call, kind: str, header: LoopHeader
) -> list[Value] | None:
    initial: list[Value] | None = None
    seen_stage = False
    for keyword in call.keywords:
        name = keyword.arg
        if name == "init_values":
            if kind == "unroll":
                raise c.error(
                    codes.BadLoopArgument,
                    keyword.value,
                    "pl.unroll() cannot be combined with init_values",
                )
            value = c.expr(keyword.value)
            if not isinstance(value, (ListValue, TupleValue)):
                raise c.error(
                    codes.BadLoopArgument,
                    keyword.value,
                    "init_values must be a list or tuple",
                    got=value.describe(),
                )
            initial = list(value.items)
        elif name == "stage":
            if kind != "pipeline":
                raise c.error(
                    codes.BadLoopArgument,
                    keyword.value,
                    f"stage= is only supported on pl.pipeline(), not on pl.{kind}()",
                )
            header.stage = _stage(c, keyword.value)
            seen_stage = True
        elif name == "attrs" and kind != "unroll":
            if not isinstance(keyword.value, ast.Dict):
                raise c.error(codes.BadLoopArgument, keyword.value, "attrs must be a dict literal")
            if keyword.value.keys:
                raise c.unavailable(keyword.value, f"attrs= of pl.{kind}()")
        else:
            raise c.error(
                codes.BadLoopArgument,
                keyword.value,
                f"Unknown keyword argument '{name}' in pl.{kind}()",
            )
    if kind == "pipeline" and not seen_stage:
        raise c.error(codes.BadLoopArgument, call, "pl.pipeline() requires stage=", hint="stage=2")
    return initial


def _stage(c: FunctionCompiler, node: ast.expr) -> int:
    value = c.expr(node)
    if (
        not isinstance(value, ScalarValue)
        or value.const is None
        or not isinstance(value.const, int)
    ):
        raise c.error(
            codes.BadLoopArgument,
            node,
            "stage must be a compile-time constant",
            got=value.describe(),
        )
    if isinstance(value.const, bool) or value.const < 1:
        raise c.error(codes.BadLoopArgument, node, "stage must be >= 1", got=str(value.const))
    return int(value.const)


def _target(
    c: FunctionCompiler, node: ast.For, header: LoopHeader, initial: list[Value] | None
) -> None:
    target = node.target
    if initial is None:
        if not isinstance(target, (ast.Name, ast.Tuple)):
            raise c.error(
                codes.BadLoopHeader,
                target,
                "For loop target must be a simple name or, with init_values, a tuple",
                got=c.text(target),
            )
        if not isinstance(target, ast.Name):
            raise c.error(
                codes.BadLoopHeader,
                target,
                "Loop variable must be a simple name",
                hint="a tuple target needs init_values=(...)",
            )
        header.target = target.id
        return
    if not isinstance(target, ast.Tuple) or len(target.elts) != 2:
        raise c.error(
            codes.BadLoopHeader,
            target,
            "For loop target must be a tuple when init_values is provided",
            expected="for i, (a, b) in pl.range(n, init_values=(x, y))",
        )
    index, names = target.elts
    if not isinstance(index, ast.Name):
        raise c.error(codes.BadLoopHeader, index, "Loop variable must be a simple name")
    header.target = index.id
    header.explicit = True
    header.carries = carry_names(c, names, initial)


def carry_names(
    c: FunctionCompiler, names: ast.expr, initial: list[Value]
) -> list[tuple[str, Value]]:
    """Pairs of header names and initial values."""
    if not isinstance(names, ast.Tuple):
        raise c.error(
            codes.BadLoopHeader, names, "Iter args must be a tuple", hint="write (a,) for one"
        )
    for name in names.elts:
        if not isinstance(name, ast.Name):
            raise c.error(codes.BadLoopHeader, name, "Iter arg must be a simple name")
    if len(names.elts) != len(initial):
        raise c.error(
            codes.CarryMismatch,
            names,
            f"Mismatch: {len(names.elts)} iter_args but {len(initial)} init_values",
        )
    return [(_id(name), value) for name, value in zip(names.elts, initial, strict=True)]


def _id(node: Any) -> str:
    return node.id
