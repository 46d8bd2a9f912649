# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`for lane in pl.split_aiv(2, mode=...)`: a region over the two vector lanes."""

from __future__ import annotations

import ast
from typing import Any

from pypto.diagnostics import codes
from pypto.dtypes import INDEX
from pypto.frontend.frame import LoopContext, Scope
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.regions import ScopeRegion
from pypto.frontend.symbolic import atom
from pypto.frontend.values import PyValue, ScalarValue
from pypto.language.enums import SplitMode


def split_aiv(c: FunctionCompiler, node: ast.For, call: ast.Call) -> None:
    """Checks the region's header and compiles its body where the dialect has the region."""
    if any(s.kind == "split_aiv" for s in c.scopes):
        raise c.error(
            codes.BadSplitAiv,
            call,
            "nested 'for ... in pl.split_aiv(...)' regions are not supported",
            expected="one pl.split_aiv region around the work",
            hint="leave out the inner one: a lane has no lanes of its own",
        )
    if not isinstance(node.target, ast.Name):
        raise c.error(
            codes.BadSplitAiv,
            node.target,
            "the target of pl.split_aiv must be a simple name",
            expected="a name for the number of the lane, as in for lane in pl.split_aiv(...)",
            got=c.text(node.target),
        )
    if len(call.args) != 1:
        raise c.error(
            codes.BadSplitAiv,
            call,
            "pl.split_aiv() takes exactly one positional argument: 2",
            expected="pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN)",
        )
    lanes = c.expr(call.args[0])
    if not isinstance(lanes, ScalarValue) or lanes.const != 2:
        raise c.error(
            codes.BadSplitAiv,
            call.args[0],
            "pl.split_aiv() requires n == 2",
            got=lanes.describe(),
            expected="2: a cube core has two vector cores",
        )
    mode: SplitMode | None = None
    for keyword in call.keywords:
        if keyword.arg != "mode":
            raise c.error(
                codes.BadSplitAiv,
                keyword.value,
                f"pl.split_aiv() does not accept '{keyword.arg}='",
                expected="mode=",
            )
        value = c.expr(keyword.value)
        found: Any = value.object if isinstance(value, PyValue) else getattr(value, "const", None)
        try:
            mode = SplitMode(found)
        except ValueError:
            raise c.error(
                codes.BadSplitAiv,
                keyword.value,
                "mode= of pl.split_aiv() must be a pl.SplitMode",
                expected=", ".join(f"pl.SplitMode.{m.name}" for m in SplitMode),
                got=c.text(keyword.value),
            ) from None
    if mode is None:
        raise c.error(
            codes.BadSplitAiv, call, "pl.split_aiv() requires mode=", hint="mode=pl.SplitMode.NONE"
        )
    if c.kind in ("InCore", "AIC", "AIV"):
        raise c.error(
            codes.BadSplitAiv,
            call,
            "pl.split_aiv() authored directly in an InCore function is not supported",
            hint="use a pl.at(level=pl.Level.CORE_GROUP) scope",
        )
    outer = next((s for s in c.scopes if s.kind == "at"), None)
    if outer is not None and outer.split_mode is not None:
        raise c.error(
            codes.BadSplitAiv,
            call,
            "a pl.split_aiv region in a scope that combines a function-level pl.split(...) with it",
            hint="drop optimizations=[pl.split(...)] of the scope",
        )
    scope = Scope("split_aiv", node)
    scope.split_mode = mode
    c.locate(call)
    attributes = {"mode": c.b.shared.attribute(f"#pypto.split<{mode.name}>")}
    region = ScopeRegion(c, node, "pypto.split_aiv", [], attributes, 1, tiles=True)
    lane = ScalarValue(INDEX, c.b.arguments(region.block)[0])
    lane.sym = atom(node.target.id, limit=2)
    c.frame.loops.append(LoopContext("split_aiv"))
    try:
        region.compile(scope, node.body, {node.target.id: lane})
    finally:
        c.frame.loops.pop()
