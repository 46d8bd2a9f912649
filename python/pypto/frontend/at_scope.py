# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`with pl.at(...)`: a region that becomes a kernel."""

from __future__ import annotations

import ast
from typing import Any

from pypto.diagnostics import codes
from pypto.frontend import scope_keywords as keywords
from pypto.frontend.frame import Scope
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.regions import ScopeRegion
from pypto.frontend.values import PyValue
from pypto.language.enums import Level, Role

_NAMES: tuple[str, ...] = (
    "level",
    "role",
    "optimizations",
    "deps",
    "no_dep_args",
    "dumps",
    "allow_early_resolve",
    "name_hint",
    "windowize",
)
_CORE_ONLY = ("optimizations", "no_dep_args", "dumps", "windowize", "allow_early_resolve")


def at_scope(c: FunctionCompiler, node: ast.With, call: ast.Call, task: str | None) -> None:
    """Compiles a `pl.at` scope."""
    arguments = _arguments(c, call)
    level = _member(c, arguments, "level", Level)
    core = level is Level.CORE_GROUP
    attributes: dict[str, Any] = {"level": c.b.shared.attribute(f"#pypto.level<{level.name}>")}
    _check_role(c, arguments, level, core)
    for name in _CORE_ONLY:
        if name in arguments and not core:
            raise c.error(
                codes.BadAtScope,
                arguments[name],
                f"{name}= are only supported with level=pl.Level.CORE_GROUP",
            )
    _check_nesting(c, node, call, core)
    hint = ""
    if "name_hint" in arguments:
        hint = keywords.name_hint(c, arguments["name_hint"], "pl.at()")
    if hint:
        attributes["name_hint"] = keywords.string(c, hint)
    split = None
    if "optimizations" in arguments:
        chosen = keywords.parse_optimizations(c, arguments["optimizations"], "pl.at")
        split = chosen.split
        if chosen.split is not None:
            attributes["split"] = c.b.shared.attribute(f"#pypto.split<{chosen.split.name}>")
        if chosen.slot_num is not None:
            attributes["slot_num"] = c.b.shared.attribute(f"{chosen.slot_num} : i64")
    _task_options(c, node, call, arguments, attributes, task)
    if not core:
        raise c.unavailable(call, f"pl.at(level=pl.Level.{level.name})")
    scope = Scope("at", node, core=True)
    scope.split_mode = split
    region = ScopeRegion(c, node, "pypto.at", [], attributes)
    region.compile(scope, node.body)


def _arguments(c: FunctionCompiler, call: ast.Call) -> dict[str, ast.expr]:
    if len(call.args) > 2:
        raise c.error(
            codes.BadAtScope,
            call.args[2],
            "pl.at() takes at most 2 positional arguments (level, role)",
        )
    arguments: dict[str, ast.expr] = dict(zip(_NAMES, call.args, strict=False))
    for keyword in call.keywords:
        name = keyword.arg
        if name is None or name not in _NAMES:
            hint = "use pl.spmd or pl.submit for a predicate" if name == "predicate" else None
            raise c.error(
                codes.BadAtScope,
                keyword.value,
                f"Unknown keyword argument '{name}' in pl.at()",
                expected=", ".join(_NAMES),
                hint=hint,
            )
        if name in arguments:
            raise c.error(
                codes.BadAtScope,
                keyword.value,
                f"pl.at() got multiple values for argument '{name}'",
            )
        arguments[name] = keyword.value
    if "level" not in arguments:
        raise c.error(
            codes.BadAtScope,
            call,
            "pl.at() requires a level argument",
            hint="pl.at(level=pl.Level.CORE_GROUP)",
        )
    return arguments


def _member(c: FunctionCompiler, arguments: dict[str, ast.expr], name: str, enum: Any) -> Any:
    node = arguments[name]
    value = c.expr(node)
    if isinstance(value, PyValue) and isinstance(value.object, enum):
        return value.object
    raise c.error(
        codes.BadAtScope,
        node,
        f"pl.at() {name} must be a pl.{enum.__name__}",
        expected=", ".join(f"pl.{enum.__name__}.{m.name}" for m in enum),
        got=c.text(node),
    )


def _check_role(
    c: FunctionCompiler, arguments: dict[str, ast.expr], level: Level, core: bool
) -> None:
    if "role" not in arguments:
        return
    node = arguments["role"]
    if isinstance(node, ast.Constant) and node.value is None:
        return
    if core:
        raise c.error(
            codes.BadAtScope, node, "role= is not supported with level=pl.Level.CORE_GROUP"
        )
    role = _member(c, arguments, "role", Role)
    if role is Role.SubWorker and level.value >= Level.HOST.value:
        raise c.error(
            codes.BadAtScope,
            node,
            "Inline 'with pl.at(level>=HOST, role=pl.Role.SubWorker)' is not supported",
            hint="declare a @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)",
        )


def _check_nesting(c: FunctionCompiler, node: ast.With, call: ast.Call, core: bool) -> None:
    if not core:
        return
    outer = next((s for s in reversed(c.scopes) if s.core and s.kind != "spmd"), None)
    if outer is not None or c.kind in ("InCore", "AIC", "AIV"):
        where = (
            f"the scope at line {getattr(outer.node, 'lineno', '?')}"
            if outer
            else "a device kernel"
        )
        raise c.error(
            codes.NestedCoreScope,
            call,
            f"a core scope inside {where} (NoNestedInCore)",
            hint="remove the inner pl.at: its body already runs on the core",
        )


def _task_options(
    c: FunctionCompiler,
    node: ast.With,
    call: ast.Call,
    arguments: dict[str, ast.expr],
    attributes: dict[str, Any],
    task: str | None,
) -> None:
    from pypto.frontend.tasks import parse_deps

    for name in ("allow_early_resolve", "windowize"):
        if name in arguments and keywords.flag(c, arguments[name], name, "pl.at()"):
            attributes[name] = keywords.unit(c)
    for name in ("no_dep_args", "dumps"):
        if name in arguments:
            body = node.body if name == "no_dep_args" else None
            if keywords.tensor_list(c, arguments[name], name, body):
                raise c.unavailable(arguments[name], f"pl.at({name}=...)")
    if "deps" in arguments and parse_deps(c, arguments["deps"]):
        raise c.unavailable(arguments["deps"], "pl.at(deps=...)")
    if task is not None:
        raise c.unavailable(call, "the task id of pl.at (`as`)")
