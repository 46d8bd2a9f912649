# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Explicit tasks: `pl.submit`, `deps=`, `predicate=`, `task_dummy`."""

from __future__ import annotations

import ast
from typing import Any

from pypto.diagnostics import codes
from pypto.dtypes import INT8, INT16, INT32, INT64, TASK_ID
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.values import ArrayValue, ListValue, PyValue, ScalarValue, TensorValue, Value
from pypto.language import tasks as surface

_PREDICATE_DTYPES = (INT8, INT16, INT32, INT64)


def parse_deps(c: FunctionCompiler, node: ast.expr) -> list[ScalarValue]:
    """The task ids of a `deps=` list; None entries are skipped."""
    if isinstance(node, ast.Constant) and node.value is None:
        return []
    if isinstance(node, ast.ListComp):
        return _comprehension(c, node)
    if not isinstance(node, (ast.List, ast.Tuple)):
        raise c.error(
            codes.BadDeps, node, "deps= must be a list / tuple / comprehension", got=c.text(node)
        )
    whole = [
        e for e in node.elts if isinstance(e, ast.Name) and isinstance(c.lookup(e.id), ArrayValue)
    ]
    if whole and len(node.elts) > 1:
        raise c.error(
            codes.BadDeps,
            whole[0],
            "deps= cannot mix a whole TASK_ID array with per-element entries",
            hint="list arr[i] for each element",
        )
    result: list[ScalarValue] = []
    for entry in node.elts:
        result += _entry(c, entry)
    return result


def _entry(c: FunctionCompiler, node: ast.expr) -> list[ScalarValue]:
    value = c.expr(node)
    if isinstance(value, PyValue) and value.object is None:
        return []
    if isinstance(value, ScalarValue) and value.dtype is TASK_ID:
        return [value]
    if isinstance(value, ArrayValue) and value.type.dtype is TASK_ID:
        return list(value.items)
    raise c.error(
        codes.BadDeps,
        node,
        "deps= entries must be a TaskId variable, an element of a TASK_ID array or None",
        got=value.describe(),
    )


def _comprehension(c: FunctionCompiler, node: ast.ListComp) -> list[ScalarValue]:
    if len(node.generators) != 1 or node.generators[0].ifs:
        raise c.error(
            codes.BadDeps, node, "a deps= comprehension supports a single `for` without conditions"
        )
    generator = node.generators[0]
    if not isinstance(generator.target, ast.Name):
        raise c.error(
            codes.BadDeps, generator.target, "the comprehension target must be a single name"
        )
    name = generator.target.id
    previous = c.frame.names.get(name)
    result: list[ScalarValue] = []
    try:
        for number in _sequence(c, generator.iter):
            c.frame.names[name] = c.capture(number, node)
            result += _entry(c, node.elt)
    finally:
        if previous is None:
            c.frame.names.pop(name, None)
        else:
            c.frame.names[name] = previous
    return result


def _sequence(c: FunctionCompiler, node: ast.expr) -> list[int]:
    if isinstance(node, ast.Call):
        callee = c.python_callee(node.func)
        if callee is not range:
            text = c.text(node.func)
            detail = "is a DSL loop" if text.startswith("pl.") else "did not produce a sequence"
            raise c.error(
                codes.BadDeps, node, f"deps= comprehension: {text}() {detail}", hint="use range(n)"
            )
        bounds = []
        for argument in node.args:
            value = c.scalar(argument)
            if value.const is None:
                raise c.error(
                    codes.BadDeps, argument, f"'{c.text(argument)}' depends on an IR variable"
                )
            bounds.append(int(value.const))
        return list(range(*bounds))
    value = c.expr(node)
    items = value.items if isinstance(value, ListValue) else c.tuple_items(value)
    if items is None:
        raise c.error(
            codes.BadDeps, node, f"deps= comprehension: '{c.text(node)}' did not produce a sequence"
        )
    numbers = []
    for item in items:
        constant = item.const if isinstance(item, ScalarValue) else None
        if not isinstance(constant, int) or isinstance(constant, bool):
            raise c.error(codes.BadDeps, node, "deps= comprehension yielded a non-integer")
        numbers.append(int(constant))
    return numbers


def parse_predicate(
    c: FunctionCompiler, node: ast.expr
) -> tuple[TensorValue, list[ScalarValue], str, int]:
    """`tensor[indices] OP int-literal`."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        raise c.error(
            codes.BadPredicate,
            node,
            "predicate must be a single comparison",
            hint="predicate=(t[i] > 0)",
        )
    left, right = node.left, node.comparators[0]
    if not isinstance(left, ast.Subscript) or not isinstance(left.value, ast.Name):
        raise c.error(
            codes.BadPredicate, left, "predicate must compare one tensor element with an integer"
        )
    literal = c.expr(right)
    if not isinstance(literal, ScalarValue) or not isinstance(literal.const, int):
        raise c.error(
            codes.BadPredicate,
            right,
            "predicate must compare one tensor element with an int literal",
        )
    tensor = c.read(left.value)
    if not isinstance(tensor, TensorValue):
        raise c.error(
            codes.BadPredicate,
            left.value,
            "predicate operand must be a tensor",
            got=tensor.describe(),
        )
    if tensor.type.dtype not in _PREDICATE_DTYPES:
        raise c.error(
            codes.BadPredicate,
            left,
            "the predicate tensor must be a signed 8/16/32/64-bit integer tensor",
            got=tensor.describe(),
        )
    written = left.slice.elts if isinstance(left.slice, ast.Tuple) else [left.slice]
    if len(written) != tensor.type.rank:
        raise c.error(
            codes.BadPredicate,
            left,
            f"predicate needs {tensor.type.rank} index(es), got {len(written)}",
        )
    indices = []
    for entry in written:
        value = c.expr(entry)
        if not isinstance(value, ScalarValue) or not value.dtype.is_int():
            raise c.error(codes.BadPredicate, entry, "predicate indices must be integer scalars")
        if value.const is not None and value.const < 0:
            raise c.error(codes.BadPredicate, entry, "a predicate index must be non-negative")
        indices.append(c.index(value, entry))
    return tensor, indices, type(node.ops[0]).__name__, int(literal.const)


def is_submit(c: FunctionCompiler, node: ast.expr) -> bool:
    """True for a call of `pl.submit` or `pl.spmd_submit`."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    last = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if last not in ("submit", "spmd_submit"):
        return False
    return c.python_callee(function) in (surface.submit, surface.spmd_submit)


def assign_submit(c: FunctionCompiler, target: ast.Tuple | ast.List, node: Any) -> None:
    """`out, tid = pl.submit(...)`."""
    if len(target.elts) != 2:
        raise c.error(
            codes.BadSubmit,
            target,
            "pl.submit() must be unpacked as exactly 2 targets: (result, task_id)",
        )
    result, task = target.elts
    if not isinstance(task, ast.Name):
        raise c.error(codes.BadSubmit, task, "the task_id target must be a plain variable name")
    if isinstance(result, (ast.Tuple, ast.List)):
        for element in result.elts:
            if not isinstance(element, ast.Name):
                raise c.error(
                    codes.BadSubmit, element, "result targets are variable names (no nested tuples)"
                )
    elif not isinstance(result, ast.Name):
        raise c.error(
            codes.BadSubmit,
            result,
            "the result target must be a variable name or a tuple of variable names",
        )
    check_submit(c, node)
    raise c.unavailable(node, f"{c.text(node.func)}()")


def check_submit(c: FunctionCompiler, node: ast.Call) -> None:
    """The rules of a submit call that do not depend on its targets."""
    name = c.text(node.func)
    spmd = c.python_callee(node.func) is surface.spmd_submit
    if not node.args:
        raise c.error(codes.BadSubmit, node, f"{name}() requires the kernel as its first argument")
    kernel = node.args[0]
    if not (
        isinstance(kernel, ast.Attribute)
        and isinstance(kernel.value, ast.Name)
        and kernel.value.id == "self"
    ):
        raise c.error(
            codes.BadSubmit,
            kernel,
            f"the kernel of {name}() must be a `self.<kernel>` method reference",
            got=c.text(kernel),
        )
    c.python_callee(kernel)
    seen = {k.arg for k in node.keywords}
    if spmd and "core_num" not in seen:
        raise c.error(codes.BadSubmit, node, f"{name}() requires the core_num= keyword")
    for keyword in node.keywords:
        if keyword.arg == "deps":
            parse_deps(c, keyword.value)
        elif keyword.arg == "predicate":
            if not (isinstance(keyword.value, ast.Constant) and keyword.value.value is None):
                parse_predicate(c, keyword.value)
        elif keyword.arg in ("allow_early_resolve", "sync_start"):
            message = f"{keyword.arg} must be a boolean literal"
            c.literal_bool(keyword.value, message, codes.NotABooleanLiteral)
        elif keyword.arg == "dumps":
            _dumps(c, node, keyword.value)
        elif not (spmd and keyword.arg == "core_num"):
            raise c.error(
                codes.BadSubmit,
                keyword.value,
                f"{name}() does not accept keyword argument '{keyword.arg}'",
            )


def _dumps(c: FunctionCompiler, node: ast.Call, value: ast.expr) -> None:
    if not isinstance(value, ast.List):
        raise c.error(codes.BadTensorList, value, "dumps= must be a list")
    arguments = {a.id for a in node.args if isinstance(a, ast.Name)}
    for entry in value.elts:
        if not isinstance(entry, ast.Name):
            raise c.error(codes.BadTensorList, entry, "dumps= entries must be tensor variables")
        if entry.id not in arguments:
            raise c.error(
                codes.BadTensorList,
                entry,
                f"dumps= entry '{entry.id}' is not an argument of this submit",
            )


def submit_value(c: FunctionCompiler, node: ast.Call) -> Value:
    """A submit that is not unpacked."""
    check_submit(c, node)
    raise c.error(
        codes.BadSubmit,
        node,
        f"{c.text(node.func)}() must be unpacked as a 2-tuple: result, task_id = ...",
    )


def task_dummy(c: FunctionCompiler, node: ast.Call) -> Value:
    """`pl.system.task_dummy(deps=[...])`."""
    if node.args:
        raise c.error(
            codes.BadTaskDummy,
            node.args[0],
            "pl.system.task_dummy must not use positional arguments",
        )
    deps: list[ScalarValue] | None = None
    for keyword in node.keywords:
        if keyword.arg != "deps":
            raise c.error(
                codes.BadTaskDummy,
                keyword.value,
                f"pl.system.task_dummy does not accept keyword argument '{keyword.arg}'",
            )
        deps = parse_deps(c, keyword.value)
    if deps is None:
        raise c.error(
            codes.BadTaskDummy, node, "pl.system.task_dummy requires keyword argument 'deps'"
        )
    raise c.unavailable(node, "pl.system.task_dummy()")
