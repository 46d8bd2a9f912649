# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`if` statements: a constant condition compiles one arm, a run-time one becomes scf.if."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pypto.frontend import merge
from pypto.frontend.frame import LoopContext
from pypto.frontend.function import FunctionCompiler, Poisoned, statement
from pypto.frontend.values import ErrorValue, TensorValue, Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from pypto.frontend.values import ScalarValue


@statement(ast.If)
def branch(c: FunctionCompiler, node: ast.If) -> None:
    """Compiles an if statement."""
    condition = c.condition(node.test, "if")
    if condition.const is not None:
        c.frame.loops.append(LoopContext("if"))
        try:
            c.block(node.body if condition.const else node.orelse)
        finally:
            c.frame.loops.pop()
        return
    c.locate(node)
    location = c.b.location
    operand = c.b.materialise(condition)
    operation = c.b.op("scf.if", (operand,), (), None, 2)
    before = dict(c.frame.names)
    written = c.frame.liveness.live_after.get(id(node), frozenset())
    arms = []
    yields: list[Any] = []
    for region, body in zip(operation.regions, (node.body, node.orelse), strict=True):
        block = region.blocks.append()
        c.frame.names = dict(before)
        _forget_locals(c, body, written)
        context = LoopContext("if")
        c.frame.loops.append(context)
        try:
            with c.inside(block):
                c.block(body)
        finally:
            c.frame.loops.pop()
        arms.append((block, c.frame.names))
        yields.append(context.yielded)
    _refuse_return(c, node)
    _check_yields(c, yields)
    c.frame.names = before
    c.b.location = location
    _finish(c, node, operation, arms, before)


def _refuse_return(c: FunctionCompiler, node: ast.If) -> None:
    from pypto.diagnostics import codes

    if c.frame.finished:
        at = c.frame.return_node or node
        c.frame.finished = False
        c.frame.returned = None
        raise c.error(
            codes.MisplacedReturn,
            at,
            "return inside a pl.unroll loop is not supported under a run-time condition",
            hint="assign the result to a variable and return it after the loop",
        )


def _check_yields(c: FunctionCompiler, yields: list[Any]) -> None:
    """Two arms that both yield give values to the same names."""
    from pypto.diagnostics import codes

    first, second = yields
    if first is None or second is None or first[0] == second[0]:
        return
    raise c.error(
        codes.CarryMismatch,
        second[2],
        f"the arms of the if yield {len(first[0])} and {len(second[0])} values"
        if len(first[0]) != len(second[0])
        else "the arms of the if yield to different names",
        expected=f"{', '.join(first[0])} = pl.yield_(...) in both arms",
        got=", ".join(second[0]),
    )


def _forget_locals(c: FunctionCompiler, body: list[ast.stmt], live: frozenset[str]) -> None:
    """Names that an arm assigns first and nobody reads later are fresh in it."""
    if not body:
        return
    effect = c.frame.liveness.body_effect(body)
    for name in effect.assigned - effect.exposed - live:
        c.frame.names.pop(name, None)


def _finish(
    c: FunctionCompiler,
    node: ast.If,
    operation: Any,
    arms: list[tuple[Any, dict[str, Value]]],
    before: dict[str, Value],
) -> None:
    live = c.frame.liveness.live_after.get(id(node), frozenset())
    assigned = frozenset()
    for body in (node.body, node.orelse):
        if body:
            effect = c.frame.liveness.body_effect(body)
            assigned |= effect.assigned | effect.changed
    merged: list[tuple[str, Value, Any]] = []
    operands: list[list[Any]] = [[], []]
    error: Exception | None = None
    for name in sorted(assigned):
        values = [names.get(name) for _, names in arms]
        try:
            _merge_name(c, node, name, name in live, values, arms, merged, operands)
        except Poisoned:
            c.frame.names[name] = ErrorValue()
        except Exception as raised:
            if getattr(raised, "code_info", None) is None:
                raise
            c.frame.names[name] = ErrorValue()
            if error is None:
                error = raised
            else:
                c.engine.error(raised)
    if error is not None:
        raise error
    c.frame.names.update(_replace(c, operation, arms, merged, operands))


def _merge_name(
    c: FunctionCompiler,
    node: ast.If,
    name: str,
    live: bool,
    values: list[Value | None],
    arms: list[tuple[Any, dict[str, Value]]],
    merged: list[Any],
    operands: list[list[Any]],
) -> None:
    first, second = values
    if any(isinstance(v, ErrorValue) for v in values):
        c.frame.names[name] = ErrorValue()
        return
    if not live:
        if first is not second or first is None:
            c.frame.names[name] = merge.undefined(
                name,
                "has different values on the two paths of an if above",
                "this is a defect of the compiler's liveness analysis; please report it",
            )
        return
    if merge.is_missing(first) or merge.is_missing(second):
        c.frame.names[name] = merge.undefined(
            name,
            f"may have no value: the if at line {node.lineno} assigns it on one path only",
            f"give '{name}' a value before the if",
        )
        return
    assert first is not None and second is not None
    if merge.same_value(first, second):
        c.frame.names[name] = first
        return
    left, right = merge.flatten(c, first, node), merge.flatten(c, second, node)
    at = c.frame.last_assignment.get(name, node)
    if len(left) != len(right) or type(first) is not type(second) and len(left) != 1:
        raise merge.mismatch(c, name, at, first, second, "if")
    parts: list[Any] = []
    for a, b in zip(left, right, strict=True):
        common = _common_type(a, b)
        if common is None:
            raise merge.mismatch(c, name, at, first, second, "if")
        pair = []
        for value, (block, _) in zip((a, b), arms, strict=True):
            with c.inside(block):
                pair.append(merge.materialised(c, value, common, node))
        if pair[0] is None or pair[1] is None:
            merge.retry(c, a, b)
            merge.retry(c, b, a)
            raise merge.mismatch(c, name, at, first, second, "if")
        for index, ir in enumerate(pair):
            operands[index].append(ir)
        parts.append((common, _pattern(a, b)))
    merged.append((name, first, parts))


def _pattern(a: Value, b: Value) -> Value:
    """What the merged value is like: it aliases a parameter only if both do."""
    if (
        isinstance(a, TensorValue)
        and isinstance(b, TensorValue)
        and (a.parameter != b.parameter or a.valid != b.valid)
    ):
        valid = a.valid if a.valid == b.valid else None
        return TensorValue(a.type, a.ir, a.parameter if a.parameter == b.parameter else None, valid)
    return a


def _common_type(a: Value, b: Value) -> Any:
    """The type of a merge; a literal takes the type of the other side."""
    from pypto.frontend.values import PyValue, ScalarValue

    first, second = merge.carried_type(a), merge.carried_type(b)
    if first is None or second is None:
        return None
    adapts = isinstance(a, PyValue) or (isinstance(a, ScalarValue) and a.literal)
    if adapts and isinstance(b, ScalarValue) and not b.literal:
        return second
    return merge.loosened(first, second)


def _replace(
    c: FunctionCompiler,
    operation: Any,
    arms: list[tuple[Any, dict[str, Value]]],
    merged: list[Any],
    operands: list[list[Any]],
) -> dict[str, Value]:
    """Ends both arms; the merged values by name."""
    types = [c.ir_type(type) for _, _, parts in merged for type, _ in parts]
    for (block, _), values in zip(arms, operands, strict=True):
        with c.inside(block):
            c.b.op("scf.yield", values)
    if types:
        new = c.b.op("scf.if", (operation.operands[0],), types, None, 2)
        for region, (block, _) in zip(new.regions, arms, strict=True):
            block.append_to(region)
        operation.erase()
        operation = new
    results = c.b.results(operation)
    found = {}
    for name, pattern, parts in merged:
        values = [merge.from_ir(c, type, results.pop(0), like) for type, like in parts]
        found[name] = merge.rebuild(pattern, values)
    return found


def choose(
    c: FunctionCompiler,
    node: ast.AST,
    condition: ScalarValue,
    arms: tuple[Callable[[], Value], Callable[[], Value]],
) -> Value:
    """The tile or tensor of the first arm where the run-time `condition` holds, else of the
    second; the arms emit what computes them."""
    operation = c.b.op("scf.if", (c.b.materialise(condition),), (), None, 2)
    blocks: list[tuple[Any, dict[str, Value]]] = []
    values = []
    for region, arm in zip(operation.regions, arms, strict=True):
        block = region.blocks.append()
        with c.inside(block):
            values.append(arm())
        blocks.append((block, {}))
    common = _common_type(*values)
    operands = []
    for value, (block, _) in zip(values, blocks, strict=True):
        with c.inside(block):
            operands.append([merge.materialised(c, value, common, node)])
    merged = [("", values[0], [(common, _pattern(*values))])]
    return _replace(c, operation, blocks, merged, operands)[""]
