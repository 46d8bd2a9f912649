# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which `pl.dynamic` variable a name of `bind_dynamic` means."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pypto.language.dynamic import DynVar, dynamic

if TYPE_CHECKING:
    from pypto.frontend.source import FunctionSource


def bound_variable(source: FunctionSource, node: ast.AST) -> DynVar | None:
    """The variable of `x.bind_dynamic(dim, <node>)`: of the surroundings, or made in the body."""
    if isinstance(node, ast.Call):
        return _made(source, node)
    if not isinstance(node, ast.Name):
        return None
    for statement in source.node.body:
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            continue
        target = statement.targets[0]
        if isinstance(target, ast.Name) and target.id == node.id:
            return _made(source, statement.value)
    value = source.lookup(node.id)[1]
    return value if isinstance(value, DynVar) else None


def _made(source: FunctionSource, node: ast.expr) -> DynVar | None:
    """What `pl.dynamic("M")` in a body makes."""
    if not isinstance(node, ast.Call) or len(node.args) != 1:
        return None
    name = getattr(node.args[0], "value", None)
    if not isinstance(name, str) or source.resolve(node.func) is not dynamic:
        return None
    return DynVar(name)
