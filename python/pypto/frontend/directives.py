# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Directives that are carried out while a kernel is compiled."""

from __future__ import annotations

import ast
from typing import Any

from pypto.diagnostics import codes
from pypto.dtypes import BOOL
from pypto.frontend import scalars
from pypto.frontend.declared import declare
from pypto.frontend.expressions import as_dtype
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.values import PyValue, ScalarValue, TensorValue, Value
from pypto.language import directives as surface
from pypto.language import loops, system, tasks
from pypto.language.enums import SplitMode
from pypto.language.unknown import did_you_mean
from pypto.language.views import MemRef

NOTHING = PyValue(None)


def ignore(c: FunctionCompiler, node: ast.Call) -> Value:
    """A statement that was read beforehand, such as `x.bind_dynamic(...)`."""
    if all(getattr(s, "value", None) is not node for s in c.frame.source.node.body):
        raise c.error(
            codes.BadDirective,
            node,
            f"{c.text(node.func)}() is no statement of the function's own body",
            hint="move it out of the scope, loop or branch, to the top of the function",
        )
    return NOTHING


def const(c: FunctionCompiler, node: ast.Call) -> Value:
    """`pl.const(value, dtype)`."""
    if len(node.args) != 2 or node.keywords:
        raise c.error(
            codes.BadDirective,
            node,
            "pl.const() requires exactly 2 arguments: a number and a dtype",
            expected="pl.const(number, dtype)",
            hint=f"pl.const({c.text(node.args[0])}, pl.INT32)"
            if len(node.args) == 1
            else "pl.const(3, pl.INT32)",
        )
    literal = node.args[0]
    if isinstance(literal, ast.UnaryOp) and isinstance(literal.op, ast.USub):
        literal = literal.operand
    if not isinstance(literal, ast.Constant) or not isinstance(literal.value, (int, float)):
        raise c.error(
            codes.BadDirective,
            node.args[0],
            "pl.const() first argument must be a numeric literal",
            hint="pl.cast(x, dtype) types any scalar",
        )
    value = c.scalar(node.args[0])
    dtype = as_dtype(c, c.expr(node.args[1]), node.args[1])
    assert value.const is not None
    if isinstance(value.const, float) and not dtype.is_float():
        raise c.error(
            codes.BadDirective,
            node,
            f"pl.const(): {value.const} is not a value of {dtype}",
            expected="an int, or a float type",
            hint=f"pl.const({c.text(node.args[0])}, pl.FP32)",
        )
    constant = scalars.constant_as(value.const, dtype)
    if not dtype.is_float() and dtype is not BOOL and constant != value.const:
        raise c.error(
            codes.BadDirective,
            node,
            f"pl.const(): {value.const} does not fit {dtype}",
            expected=scalars.range_text(dtype),
            hint=f"pl.const({c.text(node.args[0])}, pl.INT64)"
            if -(2**63) <= value.const < 2**63
            else None,
        )
    sym = constant if isinstance(constant, int) and not isinstance(constant, bool) else None
    return ScalarValue(dtype, const=constant, sym=sym)


def static_print(c: FunctionCompiler, node: ast.Call) -> Value:
    """`pl.static_print(...)`."""
    if not node.args or node.keywords:
        raise c.error(
            codes.BadDirective,
            node,
            "static_print() requires at least 1 argument",
            expected='pl.static_print("text", x), positional arguments',
        )
    print(*[_printed(c, argument) for argument in node.args])
    return NOTHING


def _printed(c: FunctionCompiler, node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(str(part.value))
                continue
            assert isinstance(part, ast.FormattedValue)
            if part.conversion != -1 or part.format_spec is not None:
                raise c.error(
                    codes.FormattedString,
                    node,
                    "F-string conversion and format specs are not supported",
                    expected="{x} alone between the braces",
                    hint=f"write {{{c.text(part.value)}}}",
                )
            parts.append(_printed(c, part.value))
        return "".join(parts)
    value = c.expr(node)
    if isinstance(value, PyValue):
        return str(value.object)
    if isinstance(value, ScalarValue) and value.const is None and value.sym is not None:
        return f"{value.sym}: {value.type}"
    return value.describe()


def static_assert(c: FunctionCompiler, node: ast.Call) -> Value:
    """`pl.static_assert(condition, message)`."""
    arguments = list(node.args)
    for keyword in node.keywords:
        if keyword.arg != "msg":
            raise c.error(
                codes.BadDirective,
                keyword,
                f"static_assert() got an unexpected keyword '{keyword.arg}'",
                expected='pl.static_assert(condition, "text") or msg="text"',
            )
        arguments.append(keyword.value)
    if len(arguments) not in (1, 2):
        raise c.error(
            codes.BadDirective,
            node,
            "static_assert() requires 1 or 2 arguments",
            expected='pl.static_assert(condition) or pl.static_assert(condition, "text")',
        )
    message = ""
    if len(arguments) == 2:
        literal = arguments[1]
        if not isinstance(literal, ast.Constant) or not isinstance(literal.value, str):
            raise c.error(
                codes.BadDirective,
                literal,
                "static_assert() message must be a string literal",
                expected="a string between quotes",
                got=c.text(literal),
            )
        message = literal.value
    value = c.expr(arguments[0])
    constant = value.const if isinstance(value, ScalarValue) else None
    if isinstance(value, PyValue):
        constant = bool(value.object)
    if constant is None:
        raise c.error(
            codes.StaticAssertNotConstant,
            arguments[0],
            "static_assert condition must be compile-time evaluable",
            got=value.describe(),
            expected="numbers, names of the module and extents that are ints",
            hint="check a run-time value in Python, before the kernel is called",
        )
    if not constant:
        raise c.error(
            codes.StaticAssertFailed,
            node,
            message or f"static_assert failed: {c.text(arguments[0])}",
            expected=f"{c.text(arguments[0])} holds for the values of this compile",
            hint="call the kernel with other shapes or constants, or change the condition",
        )
    return NOTHING


# Attributes that are not the body's to say, and how they are said.
_RESERVED_ATTRIBUTES = {
    "auto_scope": "auto_scope= of the decorator, as in @pl.jit(auto_scope=False)",
    "external_source": "external_source= of @pl.function, or @pl.jit.extern",
}


def func_attr(c: FunctionCompiler, node: ast.Call) -> Value:
    """`pl.func_attr({...})`, the first statement of a body."""
    if node.keywords or len(node.args) != 1:
        raise c.error(
            codes.BadFunctionAttribute,
            node,
            "pl.func_attr() takes exactly one positional dict argument",
            expected='pl.func_attr({"name": value})',
        )
    table = node.args[0]
    if not isinstance(table, ast.Dict):
        raise c.error(
            codes.BadFunctionAttribute,
            table,
            "the argument of pl.func_attr() must be a dict literal",
            expected='pl.func_attr({"name": value})',
            got=c.text(table),
            hint="the attributes are read from the source: write the dict at the call",
        )
    _check_prologue(c, node)
    for key, value in zip(table.keys, table.values, strict=True):
        if key is None:
            raise c.error(
                codes.BadFunctionAttribute,
                value,
                "Unsupported `**` unpacking in pl.func_attr()",
                expected='"name": value',
                hint="write the attributes out",
            )
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            raise c.error(
                codes.BadFunctionAttribute,
                key,
                "a pl.func_attr() key must be a string literal",
                expected="a name between quotes",
                got=c.text(key),
            )
        if key.value in _RESERVED_ATTRIBUTES:
            raise c.error(
                codes.BadFunctionAttribute,
                key,
                f"'{key.value}' cannot be set with pl.func_attr()",
                expected=_RESERVED_ATTRIBUTES[key.value],
            )
        if key.value in c.attributes or f"pypto.{key.value}" in c.attributes:
            raise c.error(
                codes.BadFunctionAttribute,
                key,
                f"Duplicate function attribute '{key.value}'",
                expected="each attribute once",
                hint=f"remove '{key.value}': {c.text(value)} or the value before",
            )
        _set_attribute(c, key.value, value)
    return NOTHING


def _check_prologue(c: FunctionCompiler, node: ast.Call) -> None:
    for position, statement in enumerate(c.frame.source.node.body):
        value = getattr(statement, "value", None)
        if value is node:
            return
        docstring = position == 0 and isinstance(value, ast.Constant)
        attribute = isinstance(value, ast.Call) and c.python_callee(value.func) is surface.func_attr
        if not docstring and not attribute:
            break
    raise c.error(
        codes.BadFunctionAttribute,
        node,
        "pl.func_attr() must appear before every other statement of the function",
        expected="the first statement of the function, after its docstring",
        hint=f"move it above line {c.frame.source.node.body[0].lineno}",
    )


def _set_attribute(c: FunctionCompiler, name: str, node: ast.expr) -> None:
    key = f"pypto.{name}" if name in ("split", "slot_num") else name
    c.attributes[key] = c.b.shared.attribute(_attribute_text(c, name, node))


def _attribute_text(c: FunctionCompiler, name: str, node: ast.expr) -> str:
    """The IR of an attribute's value; a bare name means the parameter, not its value."""
    if isinstance(node, ast.Name):
        if node.id not in c.parameters:
            raise c.error(
                codes.BadFunctionAttribute,
                node,
                f"the function attribute '{name}' refers to '{node.id}', which is no parameter",
                expected=", ".join(c.parameters) or "a literal",
            )
        return f'{{parameter = "{node.id}"}}'
    if isinstance(node, (ast.List, ast.Tuple)):
        return "[" + ", ".join(_attribute_text(c, name, item) for item in node.elts) + "]"
    if isinstance(node, ast.Call):
        callee = c.python_callee(node.func)
        if callee in (system.available_cluster_count, system.available_aiv_count):
            return f'{{count = "{callee.__name__}"}}'
    value = c.expr(node) if isinstance(node, (ast.Constant, ast.UnaryOp, ast.Attribute)) else None
    found: Any = value.object if isinstance(value, PyValue) else getattr(value, "const", None)
    if isinstance(found, SplitMode):
        return f"#pypto.split<{found.name}>"
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, int):
        return f"{found} : i64"
    if isinstance(found, float):
        return f"{found!r} : f64"
    if isinstance(found, str):
        return str(c.b.ir.StringAttr.get(found, c.b.shared.context))
    raise c.error(
        codes.BadFunctionAttribute,
        node,
        f"the value of the function attribute '{name}' is no literal",
        expected="a number, a string, a pl.SplitMode, an available count, a parameter, or a list",
        got=c.text(node),
    )


def dump_tag(c: FunctionCompiler, node: ast.Call) -> Value:
    """`pl.dump_tag(tensor)`."""
    if len(node.args) != 1 or node.keywords:
        raise c.error(
            codes.BadDumpTag,
            node,
            "pl.dump_tag() takes exactly one positional argument",
            expected="pl.dump_tag(x), x a tensor",
        )
    argument = node.args[0]
    if not isinstance(argument, ast.Name):
        raise c.error(
            codes.BadDumpTag,
            argument,
            "the argument of pl.dump_tag() must be a bare variable name",
            expected="the name of a tensor",
            got=c.text(argument),
            hint=f"t = {c.text(argument)} on a line before, then pl.dump_tag(t)",
        )
    if c.in_core:
        raise c.error(
            codes.BadDumpTag,
            node,
            "pl.dump_tag() is only valid inside an Orchestration or Inline function",
            hint="tag the tensor before the scope or kernel that uses it",
        )
    value = c.lookup(argument.id)
    if value is None:
        raise c.error(
            codes.BadDumpTag,
            argument,
            f"'{argument.id}' is not defined at this point",
            expected="a tensor that is assigned above, or a parameter",
            hint=did_you_mean(argument.id, c.frame.names),
        )
    if not isinstance(value, TensorValue):
        raise c.error(
            codes.BadDumpTag,
            argument,
            f"'{argument.id}' is not a tensor",
            expected="a tensor of the control plane",
            got=value.describe(),
        )
    c.locate(node)
    c.b.op("pypto.dump_tag", [value.ir])
    return NOTHING


def stray_cond(c: FunctionCompiler, node: ast.Call) -> Value:
    """`pl.cond` outside of a `pl.while_` loop."""
    raise c.error(
        codes.BadWhileLoop,
        node,
        "pl.cond() can only be the first statement of a pl.while_() loop",
        expected="for (a,) in pl.while_(init_values=(x,)): with pl.cond(a < n) first",
        hint=f"while {c.text(node.args[0])}: needs no pl.cond" if node.args else None,
    )


def stray_yield(c: FunctionCompiler, node: ast.Call) -> Value:
    """`pl.yield_` inside an expression."""
    raise c.error(
        codes.BadYield,
        node,
        "pl.yield_() must be assigned: a2 = pl.yield_(u)",
        expected="a statement of its own in a loop or an if: a2 = pl.yield_(u)",
        hint=f"{', '.join('abcdefgh'[: len(node.args)])} = {c.text(node)}"
        if 0 < len(node.args) <= 8
        else None,
    )


def task_dummy(c: FunctionCompiler, node: ast.Call) -> Value:
    """`pl.system.task_dummy(deps=[...])`."""
    from pypto.frontend.tasks import task_dummy as emit

    return emit(c, node)


def submit(c: FunctionCompiler, node: ast.Call) -> Value:
    """`pl.submit` as the single value of an assignment or statement."""
    from pypto.frontend.tasks import submit_value

    assigned = c.pending_name is not None and c.pending_name[0] is node
    if not assigned and c.effect is not node:
        raise c.error(
            codes.BadSubmit,
            node,
            f"{c.text(node.func)}() must be unpacked as a 2-tuple: (result, task_id)",
            hint="out, tid = pl.submit(...) on a line of its own",
        )
    return submit_value(c, node)


HANDLERS: dict[Any, Any] = {
    ignore: ignore,
    surface.const: const,
    surface.static_print: static_print,
    surface.static_assert: static_assert,
    surface.func_attr: func_attr,
    surface.dump_tag: dump_tag,
    loops.cond: stray_cond,
    loops.yield_: stray_yield,
    system.task_dummy: task_dummy,
    tasks.submit: submit,
    tasks.spmd_submit: submit,
    MemRef: declare,
}
