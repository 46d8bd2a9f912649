# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.spmd` as a loop and as a with statement."""

from __future__ import annotations

import ast

from pypto.diagnostics import codes
from pypto.dtypes import INDEX
from pypto.frontend import scope_keywords as keywords
from pypto.frontend.at_scope import check_core, describe
from pypto.frontend.frame import LoopContext, Scope
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.launch import Launch, bind_task
from pypto.frontend.line_sharing import Instances
from pypto.frontend.regions import ScopeRegion
from pypto.frontend.symbolic import atom
from pypto.frontend.tasks import (
    check_predicate,
    core_num,
    parse_deps,
    parse_predicate,
    width_query,
)
from pypto.frontend.values import ScalarValue, Value
from pypto.language import scopes as surface
from pypto.language.unknown import did_you_mean

_NAMES: tuple[str, ...] = (
    "core_num",
    "sync_start",
    "name_hint",
    "optimizations",
    "deps",
    "allow_early_resolve",
    "predicate",
)
_IN_CLUSTER = ("allow_early_resolve", "predicate")


def loop_form(c: FunctionCompiler, node: ast.For, call: ast.Call) -> None:
    """`for i in pl.spmd(n):`, `i` the block index."""
    if not isinstance(node.target, ast.Name):
        raise c.error(
            codes.BadSpmd,
            node.target,
            "the target of a pl.spmd loop must be a simple name",
            expected="a name for the index of the block, as in for i in pl.spmd(n)",
            got=c.text(node.target),
        )
    arguments = _arguments(c, call)
    if "deps" in arguments:
        raise c.error(
            codes.BadSpmd,
            arguments["deps"],
            "pl.spmd() does not accept 'deps=' here",
            hint="use `with pl.spmd(n, deps=[...]) as tid:`",
        )
    region, scope = _open(c, node, call, arguments, None, Launch())
    index = ScalarValue(INDEX, c.b.arguments(region.block)[0])
    index.sym = c.instances.number
    bind: dict[str, Value] = {node.target.id: index}
    c.frame.loops.append(LoopContext("spmd"))
    try:
        region.compile(scope, node.body, bind)
    finally:
        c.frame.loops.pop()
        c.instances = None


def with_form(c: FunctionCompiler, node: ast.With, call: ast.Call, task: str | None) -> None:
    """`with pl.spmd(n) [as tid]:`."""
    arguments = _arguments(c, call)
    if "deps" in arguments and task is None:
        raise c.error(
            codes.BadSpmd,
            arguments["deps"],
            "pl.spmd() does not accept 'deps=' here",
            hint="use `with pl.spmd(n, deps=[...]) as tid:`",
        )
    inner = _inner_at(c, node)
    if inner is not None and "optimizations" in arguments:
        raise c.error(
            codes.BadSpmd,
            arguments["optimizations"],
            "pl.spmd(): optimizations= of a scope with an explicit pl.at must go on the inner "
            "pl.at",
            expected="optimizations= of the pl.at in the scope",
            hint=f"pl.at(level=pl.Level.CORE_GROUP, "
            f"optimizations={c.text(arguments['optimizations'])})",
        )
    launch, body = Launch(), node.body
    if inner is not None:
        nested = inner.items[0]
        assert isinstance(nested.context_expr, ast.Call)
        if nested.optional_vars is not None:
            raise c.error(
                codes.BadSpmd,
                nested.optional_vars,
                "the task id of a pl.spmd scope is bound by the pl.spmd, not by the pl.at inside",
                hint="with pl.spmd(n) as tid:",
            )
        check_core(c, nested.context_expr)
        launch, body = describe(c, inner, nested.context_expr), inner.body
    region, scope = _open(c, node, call, arguments, task, launch)
    single = c.instances.size == 1
    count = len(c.engine.errors)
    try:
        operation = region.compile(scope, body)
    finally:
        c.instances = None
    if task is not None:
        bind_task(c, task, operation, node)
    if len(c.engine.errors) > count:
        return
    if len(scope.dispatches) > 1:
        raise c.error(
            codes.BadSpmd,
            scope.dispatches[1],
            f"pl.spmd() launches {len(scope.dispatches)} kernels; only one kernel dispatch per "
            "SPMD scope",
            hint="use one pl.spmd scope for each kernel",
        )
    uniform = not scope.reads_block_index and not scope.dispatches
    if uniform and not single and inner is None:
        raise c.error(
            codes.UniformSpmdBody,
            call,
            "the pl.spmd() body neither reads the per-block index (pl.tile.get_block_idx()) nor "
            "dispatches "
            "a kernel: every block would do identical work",
            hint="write `for i in pl.spmd(n):`, or read pl.tile.get_block_idx()",
        )


def _inner_at(c: FunctionCompiler, node: ast.With) -> ast.With | None:
    only = node.body[0] if len(node.body) == 1 else None
    if not isinstance(only, ast.With) or not isinstance(only.items[0].context_expr, ast.Call):
        return None
    return only if c.python_callee(only.items[0].context_expr.func) is surface.at else None


def _arguments(c: FunctionCompiler, call: ast.Call) -> dict[str, ast.expr]:
    if len(call.args) > 1:
        raise c.error(
            codes.BadSpmd,
            call.args[1],
            "pl.spmd() takes exactly one positional argument: core_num",
            expected="pl.spmd(core_num, ...), the other arguments by name",
            hint=f"name it: one of {', '.join(_NAMES[1:])}",
        )
    arguments: dict[str, ast.expr] = dict(zip(_NAMES, call.args, strict=False))
    for keyword in call.keywords:
        name = keyword.arg
        if name is None or name not in _NAMES:
            raise c.error(
                codes.BadSpmd,
                keyword,
                f"Unknown keyword argument '{name}' in pl.spmd()",
                expected=", ".join(_NAMES),
                hint=did_you_mean(name or "", _NAMES),
            )
        if name in arguments:
            raise c.error(
                codes.BadSpmd,
                keyword.value,
                f"pl.spmd() got multiple values for argument '{name}'",
                expected=f"'{name}' once: it is {c.text(arguments[name])} already",
            )
        arguments[name] = keyword.value
    if "core_num" not in arguments:
        raise c.error(
            codes.BadSpmd,
            call,
            "pl.spmd() requires core_num",
            expected="the number of blocks",
            hint="pl.spmd(pl.system.available_cluster_count()) fills the device",
        )
    return arguments


def _open(
    c: FunctionCompiler,
    node: ast.With | ast.For,
    call: ast.Call,
    arguments: dict[str, ast.expr],
    task: str | None,
    launch: Launch,
) -> tuple[ScopeRegion, Scope]:
    cluster = next((s for s in c.scopes if s.kind == "cluster"), None)
    in_cluster = cluster is not None
    if in_cluster and task is not None:
        raise c.error(
            codes.BadCluster,
            call,
            "pl.spmd() inside pl.cluster() cannot bind a task id (`as`)",
            expected="with pl.spmd(n): without `as`",
            hint="the cluster is one task: leave `as` out, or move the pl.spmd out of pl.cluster()",
        )
    if c.kind in ("InCore", "AIC", "AIV") or any(s.core for s in c.scopes):
        raise c.error(
            codes.NestedCoreScope,
            call,
            "pl.spmd() inside device work (NoNestedInCore)",
            hint="launch blocks from the control plane",
        )
    blocks = core_num(c, arguments["core_num"])
    if cluster is not None and blocks.const is None:
        _check_block_count(c, arguments["core_num"], cluster)
    attributes = launch.attributes
    hint = ""
    if "name_hint" in arguments:
        hint = keywords.name_hint(c, arguments["name_hint"], "pl.spmd()")
        if hint:
            attributes["name_hint"] = keywords.string(c, hint)
    for name in ("sync_start", "allow_early_resolve"):
        if name in arguments:
            keywords.scheduling_hint(c, arguments[name], name, "pl.spmd()", launch)
    if in_cluster:
        for name in _IN_CLUSTER:
            if name in arguments and name in (*attributes, "predicate"):
                raise c.error(
                    codes.BadCluster,
                    arguments[name],
                    f"pl.spmd({name}=...) inside pl.cluster() cannot carry per-task dispatch "
                    "metadata",
                    expected=f"no {name}= of a pl.spmd in a cluster",
                    hint=f"leave {name}= out, or move the pl.spmd out of pl.cluster()",
                )
    if "predicate" in arguments:
        parse_predicate(c, arguments["predicate"], launch)
    scope = Scope("spmd", node, core=True)
    if "optimizations" in arguments:
        launch.optimize(
            c, keywords.parse_optimizations(c, arguments["optimizations"], "pl.spmd", ring=False)
        )
    scope.split_mode = launch.split
    if "deps" in arguments:
        launch.deps += [c.b.materialise(d) for d in parse_deps(c, arguments["deps"])]
    check_predicate(c, launch)
    c.locate(call)
    operands, segments = launch.spmd_operands(c.index_ir(blocks))
    attributes["operandSegmentSizes"] = c.b.segments(*segments)
    region = ScopeRegion(c, node, "pypto.spmd", operands, attributes, 1, task=task is not None)
    count = None if blocks.const is None else int(blocks.const)
    target = getattr(getattr(node, "target", None), "id", "block")
    name = f"{hint}_spmd" if hint else ""
    c.instances = Instances(
        "blocks",
        count,
        name,
        atom(target, limit=count),
        width_query(c, arguments["core_num"]),
        "sync_start" in attributes,
    )
    return region, scope


def _check_block_count(c: FunctionCompiler, node: ast.expr, cluster: Scope) -> None:
    """The width of a cluster is known before it starts."""
    for part in ast.walk(node):
        if not isinstance(part, ast.Name) or part.id not in c.frame.names:
            continue
        if c.frame.names[part.id] is not cluster.outer.get(part.id):
            raise c.error(
                codes.ClusterBlockCount,
                part,
                f"pl.spmd() block count references '{part.id}', defined inside the enclosing "
                "pl.cluster()",
                hint="compute it before the `with pl.cluster():`",
            )
