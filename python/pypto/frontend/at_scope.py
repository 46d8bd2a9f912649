# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`with pl.at(...)`: a region that becomes a kernel."""

from __future__ import annotations

import ast
from typing import Any

from pypto.diagnostics import codes
from pypto.frontend import scope_keywords as keywords
from pypto.frontend.frame import Scope
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.launch import Launch, bind_task
from pypto.frontend.regions import ScopeRegion
from pypto.frontend.tasks import parse_deps
from pypto.frontend.values import PyValue
from pypto.language.enums import Level, Role
from pypto.language.unknown import did_you_mean

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
    _check_role(c, arguments, level, core)
    for name in _CORE_ONLY:
        if name in arguments and not core:
            raise c.error(
                codes.BadAtScope,
                arguments[name],
                f"{name}= are only supported with level=pl.Level.CORE_GROUP",
                expected="level=pl.Level.CORE_GROUP",
                got=c.text(arguments["level"]),
                hint=f"leave {name}= out, or place the scope on a core with "
                "level=pl.Level.CORE_GROUP",
            )
    _check_nesting(c, node, call, core)
    if not core:
        _other_level(c, node, call, level, arguments, task)
        return
    launch = describe(c, node, call)
    scope = Scope("at", node, core=True)
    scope.split_mode = launch.split
    c.locate(call)
    operands, segments = launch.operands()
    attributes = {
        "level": c.b.shared.attribute(f"#pypto.level<{level.name}>"),
        "operandSegmentSizes": c.b.segments(*segments),
        **launch.attributes,
    }
    region = ScopeRegion(c, node, "pypto.at", operands, attributes, task=task is not None)
    operation = region.compile(scope, node.body)
    if task is not None:
        bind_task(c, task, operation, node)


def implicit_core(c: FunctionCompiler, node: ast.For) -> None:
    """The core scope around a loop over vector lanes that no core scope surrounds."""
    c.locate(node)
    operands, segments = Launch().operands()
    attributes = {
        "level": c.b.shared.attribute("#pypto.level<CORE_GROUP>"),
        "operandSegmentSizes": c.b.segments(*segments),
    }
    region = ScopeRegion(c, node, "pypto.at", operands, attributes, task=False)
    region.compile(Scope("at", node, core=True), [node])


def _other_level(
    c: FunctionCompiler,
    node: ast.With,
    call: ast.Call,
    level: Level,
    arguments: dict[str, ast.expr],
    task: str | None,
) -> None:
    """A scope of the level on which an entry runs is its body; others need more than one chip."""
    if level is not Level.CHIP and level is not Level.CHIP_DIE:
        raise c.unavailable(
            call,
            f"pl.at(level=pl.Level.{level.name})",
            expected="level=pl.Level.CORE_GROUP or pl.Level.CHIP",
            hint="a kernel runs on one chip: move the body out, or use pl.Level.CHIP",
        )
    if c.in_core:
        raise c.error(
            codes.NestedCoreScope,
            call,
            f"pl.at(level=pl.Level.{level.name}) inside device work",
            hint="a core belongs to a chip: place this scope around the core scope",
        )
    if task is not None or "deps" in arguments:
        raise c.error(
            codes.BadAtScope,
            call,
            f"pl.at(level=pl.Level.{level.name}) is no task: `as` and deps= need a core scope",
            hint="put them on the pl.at(level=pl.Level.CORE_GROUP) inside",
        )
    if "name_hint" in arguments:
        keywords.name_hint(c, arguments["name_hint"], "pl.at()")
    scope = Scope("level", node)
    c.push_scope(scope)
    try:
        c.block(node.body)
    finally:
        c.pop_scope()


def check_core(c: FunctionCompiler, call: ast.Call) -> None:
    """The `pl.at` inside of a `pl.spmd` is device work."""
    level = _member(c, _arguments(c, call), "level", Level)
    if level is not Level.CORE_GROUP:
        raise c.error(
            codes.BadSpmd,
            call,
            f"pl.at(level=pl.Level.{level.name}) inside a pl.spmd scope",
            expected="pl.at(level=pl.Level.CORE_GROUP)",
        )


def describe(c: FunctionCompiler, node: ast.With, call: ast.Call) -> Launch:
    """What the keywords of a core scope say of its kernel and task."""
    arguments = _arguments(c, call)
    launch = Launch()
    if "name_hint" in arguments:
        hint = keywords.name_hint(c, arguments["name_hint"], "pl.at()")
        if hint:
            launch.attributes["name_hint"] = keywords.string(c, hint)
    if "optimizations" in arguments:
        launch.optimize(c, keywords.parse_optimizations(c, arguments["optimizations"], "pl.at"))
    for name in ("allow_early_resolve", "windowize"):
        if name in arguments:
            keywords.scheduling_hint(c, arguments[name], name, "pl.at()", launch)
    if "no_dep_args" in arguments:
        launch.no_dep = keywords.tensor_list(c, arguments["no_dep_args"], "no_dep_args", node.body)
    if "dumps" in arguments:
        launch.dumps = keywords.tensor_list(c, arguments["dumps"], "dumps", None)
    if "deps" in arguments:
        launch.deps = [c.b.materialise(d) for d in parse_deps(c, arguments["deps"])]
    return launch


def _arguments(c: FunctionCompiler, call: ast.Call) -> dict[str, ast.expr]:
    if len(call.args) > 2:
        raise c.error(
            codes.BadAtScope,
            call.args[2],
            "pl.at() takes at most 2 positional arguments (level, role)",
            expected="pl.at(level, role), and the other arguments by name",
            hint=f"name it: one of {', '.join(_NAMES[2:])}",
        )
    arguments: dict[str, ast.expr] = dict(zip(_NAMES, call.args, strict=False))
    for keyword in call.keywords:
        name = keyword.arg
        if name is None or name not in _NAMES:
            hint = did_you_mean(name or "", _NAMES)
            if name == "predicate":
                hint = "use pl.spmd or pl.submit for a predicate"
            raise c.error(
                codes.BadAtScope,
                keyword,
                f"Unknown keyword argument '{name}' in pl.at()",
                expected=", ".join(_NAMES),
                hint=hint,
            )
        if name in arguments:
            raise c.error(
                codes.BadAtScope,
                keyword.value,
                f"pl.at() got multiple values for argument '{name}'",
                expected=f"'{name}' once: {c.text(arguments[name])} is it already",
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
            codes.BadAtScope,
            node,
            "role= is not supported with level=pl.Level.CORE_GROUP",
            expected="no role=: the compiler chooses the cores of a core scope",
            hint="leave role= out",
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
