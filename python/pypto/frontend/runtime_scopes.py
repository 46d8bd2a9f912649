# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.cluster`, `pl.scope` and `pl.manual_scope`."""

from __future__ import annotations

import ast

from pypto.diagnostics import codes
from pypto.frontend import scope_keywords as keywords
from pypto.frontend.frame import Scope
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.regions import ScopeRegion
from pypto.frontend.values import PyValue
from pypto.language.enums import ScopeMode


def cluster(c: FunctionCompiler, node: ast.With, call: ast.Call, task: str | None) -> None:
    """`with pl.cluster():`."""
    if call.args:
        raise c.error(
            codes.BadCluster,
            call.args[0],
            "pl.cluster() takes no positional arguments",
            expected="pl.cluster() or pl.cluster(name_hint=...)",
            hint=f"pl.cluster(name_hint={c.text(call.args[0])})"
            if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
            else None,
        )
    hint = ""
    for keyword in call.keywords:
        if keyword.arg != "name_hint":
            raise c.error(
                codes.BadCluster,
                keyword,
                f"pl.cluster() got an unexpected keyword '{keyword.arg}'",
                expected="name_hint=",
            )
        hint = keywords.name_hint(c, keyword.value, "pl.cluster()")
    if any(s.kind == "cluster" for s in c.scopes):
        raise c.error(
            codes.BadCluster,
            call,
            "pl.cluster() cannot be nested inside `pl.cluster()`",
            expected="clusters one after the other",
            hint="leave out the inner one: its kernels are in the cluster already",
        )
    if c.in_core:
        raise c.error(
            codes.BadCluster,
            call,
            "pl.cluster() inside device work",
            hint="a cluster groups kernels that the control plane launches",
        )
    attributes = {"name_hint": keywords.string(c, hint)} if hint else {}
    c.locate(call)
    scope = Scope("cluster", node)
    scope.outer = dict(c.frame.names)
    ScopeRegion(c, node, "pypto.cluster", [], attributes).compile(scope, node.body)


def scope(c: FunctionCompiler, node: ast.With, call: ast.Call, task: str | None) -> None:
    """`with pl.scope(mode=...)`."""
    mode = ScopeMode.AUTO
    if call.args or any(k.arg != "mode" for k in call.keywords):
        raise c.error(
            codes.BadRuntimeScope,
            call,
            "pl.scope() takes only a 'mode=' keyword",
            expected="pl.scope() or pl.scope(mode=pl.ScopeMode.MANUAL)",
            hint=f"pl.scope(mode={c.text(call.args[0])})"
            if len(call.args) == 1 and not call.keywords
            else None,
        )
    for keyword in call.keywords:
        value = c.expr(keyword.value)
        if not isinstance(value, PyValue) or not isinstance(value.object, ScopeMode):
            raise c.error(
                codes.BadRuntimeScope,
                keyword.value,
                "mode= must be a pl.ScopeMode",
                expected="pl.ScopeMode.AUTO or pl.ScopeMode.MANUAL",
                got=value.describe(),
            )
        mode = value.object
    _open(c, node, call, mode)


def manual_scope(c: FunctionCompiler, node: ast.With, call: ast.Call, task: str | None) -> None:
    """`with pl.manual_scope():`."""
    if call.args or call.keywords:
        raise c.error(
            codes.BadRuntimeScope,
            call,
            "pl.manual_scope() does not accept arguments",
            expected="with pl.manual_scope():",
        )
    _open(c, node, call, ScopeMode.MANUAL)


def _open(c: FunctionCompiler, node: ast.With, call: ast.Call, mode: ScopeMode) -> None:
    if c.in_core:
        raise c.error(
            codes.BadRuntimeScope,
            call,
            "a runtime scope is only valid on the control plane",
            hint="move it out of the core scope",
        )
    inside_manual = any(s.kind == "manual" for s in c.scopes)
    if mode is ScopeMode.MANUAL and inside_manual:
        raise c.error(
            codes.BadRuntimeScope,
            call,
            "a manual scope may not be nested inside a manual scope",
            expected="one manual scope",
            hint="leave out the inner one: its tasks are ordered by deps= already",
        )
    if mode is ScopeMode.AUTO and inside_manual:
        raise c.error(
            codes.BadRuntimeScope,
            call,
            "an AUTO scope may not be nested inside a manual scope",
            expected="AUTO and manual scopes one after the other",
            hint="move it out of the manual scope, or order its tasks by deps=",
        )
    kernel = c.program.active[-1]
    if mode is ScopeMode.AUTO and kernel.auto_scope:
        raise c.error(
            codes.BadRuntimeScope,
            call,
            "a hand-placed AUTO 'with pl.scope()' requires auto_scope=False on the function",
            hint=f"@pl.jit(auto_scope=False) on '{kernel.name}'",
        )
    c.locate(call)
    attributes = {"mode": c.b.shared.attribute(f"#pypto.scope_mode<{mode.name}>")}
    region = ScopeRegion(c, node, "pypto.scope", [], attributes)
    region.compile(Scope("manual" if mode is ScopeMode.MANUAL else "auto", node), node.body)
