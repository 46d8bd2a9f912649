# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Assignments, returns and expression statements."""

from __future__ import annotations

import ast
from typing import Any

from pypto.diagnostics import codes
from pypto.frontend.declared import check_alias
from pypto.frontend.function import FunctionCompiler, Poisoned, statement
from pypto.frontend.liveness import changed_name
from pypto.frontend.returns import MAX_COPIES
from pypto.frontend.values import (
    ArrayValue,
    ErrorValue,
    ListValue,
    PyValue,
    ScalarValue,
    TensorValue,
    TileValue,
    TupleValue,
    Value,
)
from pypto.language import loops as iterators


@statement(ast.Pass)
def nothing(c: FunctionCompiler, node: ast.Pass) -> None:
    """`pass`."""


@statement(ast.Assign)
def assign(c: FunctionCompiler, node: ast.Assign) -> None:
    """`x = ...`, `a, b = ...`, `t[...] = ...`."""
    if len(node.targets) != 1:
        raise c.error(
            codes.BadAssignmentTarget,
            node,
            "Unsupported assignment: chained targets",
            hint="assign each name on its own line",
        )
    target = node.targets[0]
    if isinstance(target, ast.Name):
        yielded = _yield_call(c, node.value)
        if yielded is not None:
            _yield(c, node, [target.id], yielded)
            return
        bind(c, target, evaluate(c, node.value, target.id), node)
        return
    if isinstance(target, (ast.Tuple, ast.List)):
        yielded = _yield_call(c, node.value)
        if yielded is not None:
            _yield(c, node, [_plain_name(c, e) for e in target.elts], yielded)
            return
        unpack(c, target, node)
        return
    if isinstance(target, ast.Subscript):
        from pypto.frontend import subscripts

        subscripts.write(c, node, target)
        return
    raise c.error(
        codes.BadAssignmentTarget,
        target,
        f"Unsupported assignment: target '{c.text(target)}'",
        expected="a variable, a tuple of variables or a subscript",
    )


def evaluate(c: FunctionCompiler, node: ast.expr, name: str | None) -> Value:
    """An assigned expression; its operation carries the variable's name."""
    previous = c.pending_name
    c.pending_name = (node, name) if name is not None else None
    try:
        return c.expr(node)
    finally:
        c.pending_name = previous


def bind(c: FunctionCompiler, target: ast.Name, value: Value, node: ast.AST) -> None:
    """Binds one name."""
    if isinstance(value, ErrorValue):
        raise Poisoned
    if isinstance(value, ListValue) and not isinstance(value, TupleValue):
        value = TupleValue(tuple(value.items))
    if isinstance(value, PyValue) and value.object is None and _is_effect(node):
        raise c.error(
            codes.BadAssignmentTarget,
            node,
            f"'{c.text(node.value)}' has no value to assign",  # pyright: ignore[reportAttributeAccessIssue]
            hint="write it as a statement of its own",
        )
    if isinstance(value, PyValue):
        check_alias(c, node, value)
    note_rebound_output(c, target.id, value, node)
    c.assign(target.id, value, target)


def _check_submit_target(c: FunctionCompiler, node: ast.AnnAssign) -> None:
    from pypto.frontend import tasks

    if node.value is not None and tasks.is_submit(c, node.value):
        raise c.error(
            codes.BadSubmit,
            node.target,
            "an annotated pl.submit() must target a simple variable name",
            hint="out, tid = pl.submit(...)",
        )


def _is_effect(node: ast.AST) -> bool:
    return isinstance(getattr(node, "value", None), ast.Call)


def note_rebound_output(c: FunctionCompiler, name: str, value: Value, node: ast.AST) -> None:
    """Remembers where the name of an output parameter was rebound to something else."""
    old = c.frame.names.get(name)
    parameter = old.parameter if isinstance(old, TensorValue) else None
    if parameter is None or parameter != name or parameter not in c.parameters:
        return
    if isinstance(value, TensorValue) and value.parameter == parameter:
        return
    if c.parameters[parameter].direction != "In":
        if isinstance(value, TensorValue) and value.allocated and not c.in_core:
            raise c.error(
                codes.OutParamShadowed,
                node,
                f"[OutParamNotShadowed] the output parameter '{name}' is reassigned by "
                f"'{c.text(node.value)}', which makes a new tensor",  # pyright: ignore[reportAttributeAccessIssue]
                hint=f"give the new tensor another name; {name}[:] = ... writes the parameter",
            )
        if parameter in c.written:
            c.warn(
                codes.OutParamWriteDropped,
                node,
                f"'{c.text(node)}' only rebinds the name of the output parameter '{name}'; the "
                "caller's buffer keeps what was written before",
                hint=f"write {name}[:] = ... to store into the caller's buffer",
            )
        c.program.rebound_outputs.setdefault((id(c), parameter), (c.span(node), c.text(node)))


def _plain_name(c: FunctionCompiler, node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    raise c.error(
        codes.BadUnpacking,
        node,
        "Tuple unpacking target must be a variable name",
        expected="a, b = f(x), one variable for each value",
        got=c.text(node),
        hint=f"unpack into a variable and assign {c.text(node)} on a line of its own",
    )


def unpack(c: FunctionCompiler, target: ast.Tuple | ast.List, node: ast.Assign) -> None:
    """`a, b = ...`."""
    from pypto.frontend import tasks

    if tasks.is_submit(c, node.value):
        tasks.assign_submit(c, target, node.value)
        return
    names = [_plain_name(c, e) for e in target.elts]
    value = c.expr(node.value)
    if isinstance(value, ErrorValue):
        raise Poisoned
    items = c.tuple_items(value)
    if items is None:
        raise c.error(
            codes.BadUnpacking,
            node.value,
            f"cannot unpack {value.describe()} into {len(names)} variables",
            expected="a call with several results, a tuple or x.shape",
        )
    if len(items) != len(names):
        raise c.error(
            codes.BadUnpacking,
            target,
            f"{len(names)} variables for {len(items)} values",
            expected=f"{len(items)} variables",
        )
    for element, item in zip(target.elts, items, strict=True):
        assert isinstance(element, ast.Name)
        note_rebound_output(c, element.id, item, node)
        c.assign(element.id, item, element)


@statement(ast.AnnAssign)
def annotated(c: FunctionCompiler, node: ast.AnnAssign) -> None:
    """`x: T = ...`; the value must have the annotated type."""
    from pypto.frontend.annotations import check_annotated, evaluate_early

    if not isinstance(node.target, ast.Name):
        _check_submit_target(c, node)
        raise c.error(
            codes.BadAssignmentTarget,
            node.target,
            "Only simple variable assignments supported",
            expected="name: type = value",
            hint=f"{c.text(node.target)} = {c.text(node.value)}, without the annotation"
            if node.value is not None
            else None,
        )
    if node.value is None:
        raise c.error(
            codes.UnsupportedStatement,
            node,
            f"Yield assignment with no value: '{node.target.id}' is only annotated",
            hint="assign a value",
        )
    yielded = _yield_call(c, node.value)
    if yielded is not None:
        _yield(c, node, [node.target.id], yielded)
        return
    early = evaluate_early(c, node)
    value = evaluate(c, node.value, node.target.id)
    if isinstance(value, ErrorValue):
        raise Poisoned
    value = check_annotated(c, node, node.target.id, value, early)
    bind(c, node.target, value, node)


@statement(ast.Return)
def return_(c: FunctionCompiler, node: ast.Return) -> None:
    """`return x`: the end of the function."""
    refusal = _refused_return(c, node)
    if refusal is not None:
        message, hint = refusal
        raise c.error(codes.MisplacedReturn, node, message, hint=hint)
    value: Value | None = None
    if node.value is not None:
        c.effect = node.value
        value = evaluate(c, node.value, None)
        if isinstance(value, ErrorValue):
            raise Poisoned
        if isinstance(value, ListValue):
            value = TupleValue(tuple(value.items))
        annotation = c.frame.source.node.returns
        if annotation is not None:
            from pypto.frontend.annotations import check_returned

            value = check_returned(c, annotation, value)
    c.frame.returned = value
    c.frame.return_node = node
    c.frame.finished = True


def _refused_return(c: FunctionCompiler, node: ast.Return) -> tuple[str, str] | None:
    """Why a `return` that is not at the end of the function cannot stay there, and the fix."""
    if getattr(node, "too_many_returns", False):
        return (
            "too many early returns: what follows their branches would be compiled more than "
            f"{MAX_COPIES} times",
            "assign the result in each branch and return it once, at the end of the function",
        )
    inner = next((x for x in reversed(c.frame.loops) if x.kind not in ("if", "unroll")), None)
    if inner is not None and inner.kind in ("spmd", "split_aiv"):
        return (
            f"return inside a pl.{inner.kind} body is not supported",
            "the body runs once for each instance: return after the loop",
        )
    if inner is not None:
        return (
            f"return inside a {_loop_name(inner.kind)} loop is not supported",
            "return after the loop; break leaves a pl.range or while loop early",
        )
    if len(c.scopes) > c.frame.scope_base:
        return (
            "return inside a scope is not supported before its end",
            "assign the result to a variable and return it after the scope",
        )
    return None


def _loop_name(kind: str) -> str:
    return kind if kind == "while" else f"pl.{kind}"


def _change(c: FunctionCompiler, node: ast.Expr, name: str, tensors: bool) -> None:
    """A statement that changes its first argument, under every name that this has."""
    names = c.frame.names
    old = names.get(name)
    if not isinstance(old, TileValue) and not (tensors and isinstance(old, TensorValue)):
        c.expr(node.value)
        return
    if isinstance(old, TileValue) and any(old is value for value in c.frame.arguments):
        call = c.text(node.value)
        raise c.error(
            codes.UselessExpression,
            node,
            f"'{call}' changes the tile '{name}' of the caller, who does not see it",
            expected="a helper that returns what it makes of a tile",
            hint=f"write {name} = {call}, return {name}, and assign the result of the call",
        )
    result = evaluate(c, node.value, name)
    if type(result) is not type(old):
        return
    note_rebound_output(c, name, result, node)
    for each in [n for n, value in names.items() if value is old]:
        names[each] = result
        c.frame.last_assignment[each] = node


@statement(ast.Expr)
def evaluation(c: FunctionCompiler, node: ast.Expr) -> None:
    """A call for its effect; a docstring."""
    value = node.value
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return
    if isinstance(value, ast.Constant) and value.value is Ellipsis:
        return
    yielded = _yield_call(c, value)
    if yielded is not None:
        _bare_yield(c, node)
        return
    if isinstance(value, ast.Call):
        c.effect = value
        change = changed_name(value)
        if change is None:
            c.expr(value)
        else:
            _change(c, node, *change)
        return
    found = c.expr(value)
    if isinstance(
        found, (PyValue, ScalarValue, TensorValue, TileValue, ArrayValue, TupleValue, ListValue)
    ):
        raise c.error(
            codes.UselessExpression,
            node,
            f"Evaluation statement must be an IR expression with an effect, not '{c.text(value)}'",
            hint="assign it, or remove it",
        )


# pl.yield_ --------------------------------------------------------------------------------------


def _yield_call(c: FunctionCompiler, node: ast.expr) -> ast.Call | None:
    if not isinstance(node, ast.Call):
        return None
    function = node.func
    last = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if last != "yield_" or c.python_callee(function) is not iterators.yield_:
        return None
    return node


def _yield(c: FunctionCompiler, node: ast.stmt, names: list[str], call: ast.Call) -> None:
    """`a, b = pl.yield_(u, v)`: ends a loop body, or assigns in the arm of an if."""
    if call.keywords:
        raise c.error(
            codes.BadYield,
            call,
            "pl.yield_() takes no keyword arguments",
            expected="a2, b2 = pl.yield_(u, v)",
            hint=c.text(ast.Call(call.func, [*call.args, *(k.value for k in call.keywords)], [])),
        )
    values: list[Value] = []
    for argument, name in zip(call.args, [*names, *[""] * len(call.args)], strict=False):
        value = evaluate(c, argument, name or None)
        if isinstance(value, ErrorValue):
            raise Poisoned
        if not isinstance(value, (ScalarValue, TensorValue, TileValue, ArrayValue)) and not (
            isinstance(value, PyValue) and value.object is None
        ):
            raise c.error(
                codes.BadYield,
                argument,
                "Yield argument must be an IR expression",
                got=value.describe(),
                expected="a tensor, tile, array or scalar",
            )
        values.append(value)
    if len(names) != len(values):
        if len(names) == 1:
            raise c.error(
                codes.BadYield,
                node,
                "Multiple yields should use tuple unpacking",
                expected=f"{len(values)} variables, one for each value",
                hint=f"{', '.join(f'{names[0]}{i}' for i in range(len(values)))} = {c.text(call)}",
            )
        raise c.error(
            codes.BadYield,
            node,
            f"{len(names)} variables for {len(values)} yielded values",
            expected=f"{len(names)} values, one for each of {', '.join(names)}",
        )
    if not c.frame.loops:
        raise c.error(
            codes.BadYield,
            node,
            "pl.yield_() is only valid in a loop with init_values or an if",
            expected="for i, (a, b) in pl.range(n, init_values=(x, y)), or an arm of an if, "
            "around it",
            hint=f"assign directly: {', '.join(names)} = {', '.join(map(c.text, call.args))}"
            if names
            else None,
        )
    loop: Any = c.frame.loops[-1]
    if loop.explicit or loop.kind == "if":
        loop.yielded = (names, values, node)
    for name, value in zip(names, values, strict=True):
        c.assign(name, value, node)


def _bare_yield(c: FunctionCompiler, node: ast.Expr) -> None:
    if c.frame.loops and c.frame.loops[-1].explicit:
        raise c.error(
            codes.CarryMismatch,
            node,
            "Loop with init_values requires an assignment-form pl.yield_",
            hint="write a2, b2 = pl.yield_(u, v)",
        )
    raise c.error(
        codes.BadYield,
        node,
        "a bare pl.yield_() has no effect",
        hint="assign it: r = pl.yield_(v)",
    )
