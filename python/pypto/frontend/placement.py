# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scopes of with statements and placement loops: where work runs."""

from __future__ import annotations

import ast
from importlib import import_module
from typing import Any

from pypto.diagnostics import codes
from pypto.frontend.at_scope import at_scope, implicit_core
from pypto.frontend.function import FunctionCompiler, refuse_unpacking, statement
from pypto.language import scopes as surface


@statement(ast.With)
def with_scope(c: FunctionCompiler, node: ast.With) -> None:
    """Compiles a with statement by its context manager."""
    if len(node.items) != 1:
        raise c.error(
            codes.ManyContextManagers,
            node.items[1].context_expr,
            "Only single context manager supported",
            hint="nest the with statements",
        )
    item = node.items[0]
    call = item.context_expr
    handler = None
    if isinstance(call, ast.Call):
        refuse_unpacking(c, call)
        callee = c.python_callee(call.func)
        handler = _HANDLERS.get(callee) if callable(callee) else None
    if handler is None or not isinstance(call, ast.Call):
        raise c.error(
            codes.BadContextManager,
            call,
            "Unsupported context manager in with statement",
            expected="pl.at, pl.spmd, pl.cluster, pl.scope or pl.manual_scope",
            got=c.text(call),
            hint=None if isinstance(call, ast.Call) else f"call it: with {c.text(call)}(...):",
        )
    handler(c, node, call, _task_target(c, node, call))


def _task_target(c: FunctionCompiler, node: ast.With, call: ast.Call) -> str | None:
    target = node.items[0].optional_vars
    if target is None:
        return None
    manager = c.python_callee(call.func)
    if manager not in (surface.at, surface.spmd):
        raise c.error(
            codes.ManyContextManagers,
            target,
            "the `as` clause only applies to pl.at and pl.spmd",
            expected="with pl.at(...) as tid: or with pl.spmd(n) as tid:",
            hint=f"with {c.text(call)}: has no task of its own",
        )
    if not isinstance(target, ast.Name):
        raise c.error(
            codes.BadAtScope,
            target,
            f"the `as` target of {c.text(call.func)}() must be a plain variable name",
            expected="a name for the task id, as tid",
            got=c.text(target),
        )
    return target.id


def spmd_loop(c: FunctionCompiler, node: ast.For, call: ast.Call) -> None:
    """`for i in pl.spmd(n):`."""
    from pypto.frontend.spmd import loop_form

    loop_form(c, node, call)


def split_aiv_loop(c: FunctionCompiler, node: ast.For, call: ast.Call) -> None:
    """`for lane in pl.split_aiv(2, mode=...)`; vector lanes are device work wherever they are."""
    from pypto.frontend.split_aiv import split_aiv

    if c.in_core:
        split_aiv(c, node, call)
    else:
        implicit_core(c, node)


def _from(module: str, name: str) -> Any:
    """A handler of a module that is imported when it is needed."""

    def handle(*args: Any) -> None:
        getattr(import_module(f"pypto.frontend.{module}"), name)(*args)

    return handle


_HANDLERS: dict[Any, Any] = {
    surface.at: at_scope,
    surface.spmd: _from("spmd", "with_form"),
    surface.cluster: _from("runtime_scopes", "cluster"),
    surface.scope: _from("runtime_scopes", "scope"),
    surface.manual_scope: _from("runtime_scopes", "manual_scope"),
}
