# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors of calls whose arguments do not fit the signature of the operation."""

from __future__ import annotations

import ast
from enum import Enum
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.frontend.rules.table import SIGNATURE_ERRORS, rule_of
from pypto.language.unknown import did_you_mean

if TYPE_CHECKING:
    from pypto.frontend.function import FunctionCompiler


def prefix(info: Any, level: str) -> str:
    """How the message of a wrong call starts: the module and the operation."""
    namespace, _, name = info.spelling.rpartition(".")
    module = namespace.removeprefix("pl.") if namespace.startswith("pl.") else "unified"
    if namespace.startswith("pld"):
        module = "distributed"
    if level in ("tensor", "tile"):
        module = level
    return f"Error in {module} operation '{name}'"


def too_many(c: FunctionCompiler, node: ast.Call, info: Any) -> Exception:
    """More positional arguments than parameters."""
    taken = len(info.positional)
    return _error(
        c,
        node,
        info,
        f"takes {taken} positional argument{'s' if taken != 1 else ''} but {len(node.args)} "
        f"{'were' if len(node.args) != 1 else 'was'} given",
        node.args[taken],
        expected=_form(info),
    )


def missing(c: FunctionCompiler, node: ast.Call, info: Any, names: list[str]) -> Exception:
    """Parameters without a default that got no argument."""
    listed = ", ".join(f"'{name}'" for name in names)
    detail = f"missing required argument{'s' if len(names) > 1 else ''} {listed}"
    fix = _spread(c, node, info, names)
    return _error(c, node, info, detail, node, expected=_form(info), hint=fix)


def repeated(c: FunctionCompiler, node: ast.Call, info: Any, keyword: ast.keyword) -> Exception:
    """A parameter that got two arguments."""
    detail = f"got multiple values for argument '{keyword.arg}'"
    fix = _without(c, node, info, keyword)
    return _error(c, node, info, detail, keyword, expected=_form(info), hint=fix)


def unexpected(c: FunctionCompiler, node: ast.Call, info: Any, keyword: ast.keyword) -> Exception:
    """A keyword that no parameter has."""
    near = did_you_mean(keyword.arg or "", info.parameters)
    fix = near or _along(info, keyword) or _without(c, node, info, keyword)
    detail = f"got an unexpected keyword argument '{keyword.arg}'"
    return _error(c, node, info, detail, keyword, expected=_form(info), hint=fix)


def _along(info: Any, keyword: ast.keyword) -> str | None:
    """Which axis an operation of rows or columns works along."""
    direction, _, rest = info.name.partition("_")
    if keyword.arg not in ("axis", "axes", "dim") or direction not in ("row", "col"):
        return None
    return f"pl.row_{rest} works along the last axis, pl.col_{rest} along the one before it"


def _spread(c: FunctionCompiler, node: ast.Call, info: Any, names: list[str]) -> str | None:
    """The call with the elements of a list as arguments of their own, if that is what lacks."""
    if node.keywords or len(node.args) + len(names) != len(info.positional):
        return None
    *rest, last = node.args or (None,)
    if not isinstance(last, (ast.List, ast.Tuple)) or len(last.elts) != 1 + len(names):
        return None
    shown = ", ".join(c.text(a) for a in (*rest, *last.elts) if a is not None)
    return f"without the list: {c.text(node.func)}({shown})"


def _without(c: FunctionCompiler, node: ast.Call, info: Any, keyword: ast.keyword) -> str | None:
    """The call without an argument, if it is complete."""
    rest = [k for k in node.keywords if k is not keyword]
    given = {*info.positional[: len(node.args)], *(k.arg for k in rest), *info.defaults}
    if any(name not in given for name in info.parameters):
        return None
    shown = [c.text(a) for a in node.args] + [f"{k.arg}={c.text(k.value)}" for k in rest]
    return f"the whole call is {c.text(node.func)}({', '.join(shown)})"


def _error(
    c: FunctionCompiler, node: ast.Call, info: Any, detail: str, at: ast.AST, **facts: Any
) -> Exception:
    # The family that may have its own error is imported with the rule.
    rule_of(info)
    own = SIGNATURE_ERRORS.get(info.name)
    if own is not None:
        return own(c, node, info)
    message = f"{prefix(info, info.level)}: {info.spelling}() {detail}"
    return c.error(codes.BadOpArguments, at, message, **facts)


def _form(info: Any) -> str:
    """The signature."""
    names = [*info.positional, *(["*"] if info.keyword_only else []), *info.keyword_only]
    shown = ", ".join(
        name if name not in info.defaults else f"{name}={_default(info.defaults[name])}"
        for name in names
    )
    return f"{info.spelling}({shown})"


def _default(value: Any) -> str:
    if isinstance(value, Enum):
        return f"pl.{type(value).__name__}.{value.name}"
    return repr(value)
