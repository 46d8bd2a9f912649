# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments and targets of loop iterators."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.dtypes import INDEX
from pypto.frontend.values import ListValue, ScalarValue, TupleValue, Value
from pypto.language.unknown import did_you_mean

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
            codes.BadLoopArgument,
            call,
            f"pl.{kind}() requires at least 1 argument (stop)",
            expected=f"pl.{kind}([start,] stop[, step])",
            hint=f"pl.{kind}(n)",
        )
    if len(bounds) > 3:
        raise c.error(
            codes.BadLoopArgument,
            call.args[3],
            f"pl.{kind}() takes at most 3 positional arguments",
            expected=f"pl.{kind}([start,] stop[, step])",
            hint=f"pl.{kind}({', '.join(c.text(a) for a in call.args[:3])})",
        )
    if len(bounds) == 1:
        header.stop = bounds[0]
    else:
        header.start, header.stop = bounds[0], bounds[1]
        if len(bounds) == 3:
            header.step = bounds[2]
    if header.step.const == 0:
        raise c.error(
            codes.BadLoopArgument,
            call.args[2],
            f"pl.{kind}() step cannot be zero",
            expected="an int other than 0",
            hint=f"pl.{kind}({', '.join(c.text(a) for a in call.args[:2])}) has step 1",
        )
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
                    expected="pl.unroll([start,] stop[, step])",
                    hint="assign the values above the loop and again in it: an unrolled body "
                    "needs no pl.yield_",
                )
            value = c.expr(keyword.value)
            if not isinstance(value, (ListValue, TupleValue)):
                raise c.error(
                    codes.BadLoopArgument,
                    keyword.value,
                    "init_values must be a list or tuple",
                    got=value.describe(),
                    expected="(x, y), a value for each name",
                    hint=f"init_values=({c.text(keyword.value)},)",
                )
            initial = list(value.items)
        elif name == "stage":
            if kind != "pipeline":
                raise c.error(
                    codes.BadLoopArgument,
                    keyword.value,
                    f"stage= is only supported on pl.pipeline(), not on pl.{kind}()",
                    expected="pl.pipeline(..., stage=N)",
                    hint=f"pl.pipeline({c.text(call)[len(c.text(call.func)) + 1 :]}",
                )
            header.stage = _stage(c, keyword.value)
            seen_stage = True
        elif name == "attrs" and kind != "unroll":
            if not isinstance(keyword.value, ast.Dict):
                raise c.error(
                    codes.BadLoopArgument,
                    keyword.value,
                    "attrs must be a dict literal",
                    expected="{}: a dict at the call",
                    got=c.text(keyword.value),
                )
            if keyword.value.keys:
                raise c.unavailable(
                    keyword.value,
                    f"attrs= of pl.{kind}()",
                    expected="no attrs=, or {}",
                    hint="leave attrs= out",
                )
        else:
            raise c.error(
                codes.BadLoopArgument,
                keyword,
                f"Unknown keyword argument '{name}' in pl.{kind}()",
                expected=_keyword_names(kind),
                hint=did_you_mean(name or "", _keyword_names(kind).split("=, ")),
            )
    if kind == "pipeline" and not seen_stage:
        raise c.error(codes.BadLoopArgument, call, "pl.pipeline() requires stage=", hint="stage=2")
    return initial


def _keyword_names(kind: str) -> str:
    """The keywords of an iterator."""
    names = {"unroll": "no keyword", "pipeline": "init_values=, attrs=, stage="}
    return names.get(kind, "init_values=, attrs=")


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
            expected="an int of at least 1",
            hint="write the number, or a Python constant of the module",
        )
    if isinstance(value.const, bool) or value.const < 1:
        raise c.error(
            codes.BadLoopArgument,
            node,
            "stage must be >= 1",
            got=str(value.const),
            expected="an int of at least 1",
            hint="stage=2 overlaps two iterations",
        )
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
                expected="for i in pl.range(n), or for i, (a, b) in pl.range(n, init_values=(x, "
                "y))",
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
        raise c.error(
            codes.BadLoopHeader,
            index,
            "Loop variable must be a simple name",
            expected="a name, as in for i, (a, b) in pl.range(n, init_values=(x, y))",
            got=c.text(index),
        )
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
            raise c.error(
                codes.BadLoopHeader,
                name,
                "Iter arg must be a simple name",
                expected="a name for each of init_values",
                got=c.text(name),
            )
    if len(names.elts) != len(initial):
        raise c.error(
            codes.CarryMismatch,
            names,
            f"Mismatch: {len(names.elts)} iter_args but {len(initial)} init_values",
            expected=f"{len(initial)} names, one for each of init_values",
            hint=f"({', '.join('abcdefgh'[: len(initial)])}{',' if len(initial) == 1 else ''})"
            if 0 < len(initial) <= 8
            else None,
        )
    return [(_id(name), value) for name, value in zip(names.elts, initial, strict=True)]


def _id(node: Any) -> str:
    return node.id
