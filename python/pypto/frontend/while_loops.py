# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`while` loops and `pl.while_`: scf.while."""

from __future__ import annotations

import ast
from typing import Any

from pypto.diagnostics import codes
from pypto.frontend import scalars
from pypto.frontend.counted import Carries, with_carries
from pypto.frontend.frame import LoopContext
from pypto.frontend.function import FunctionCompiler, statement
from pypto.frontend.iterators import LoopHeader, carry_names
from pypto.frontend.loops import check_jumps
from pypto.frontend.merge import LiteralTypes, RetryWithType
from pypto.frontend.values import ListValue, ScalarValue, TupleValue
from pypto.language import loops as iterators


@statement(ast.While)
def while_loop(c: FunctionCompiler, node: ast.While) -> None:
    """`while condition:`."""
    if node.orelse:
        raise c.error(
            codes.UnsupportedStatement,
            node.orelse[0],
            "Unsupported statement type: while ... else",
            expected="a while loop without else",
            hint="put these statements after the loop; with break, set a flag and test it there",
        )
    check_jumps(c, node)
    flag = getattr(node, "break_flag", None)
    if flag is not None:
        c.frame.names[flag] = scalars.python_constant(False)
    with_carries(lambda types: _emit(c, node, None, node.test, flag, node.body, types))


def explicit_while(c: FunctionCompiler, node: ast.For, call: ast.Call) -> None:
    """`for (a, b) in pl.while_(init_values=(x, y)):` with `pl.cond(c)` first."""
    if call.args:
        raise c.error(
            codes.BadWhileLoop,
            call.args[0],
            "pl.while_() takes no positional arguments",
            expected="pl.while_(init_values=(x, y))",
            hint=f"pl.while_(init_values=({c.text(call.args[0])},))",
        )
    initial = None
    for keyword in call.keywords:
        if keyword.arg != "init_values":
            raise c.error(
                codes.BadLoopArgument,
                keyword,
                f"Unknown keyword argument '{keyword.arg}' in pl.while_()",
                expected="init_values=",
            )
        value = c.expr(keyword.value)
        if not isinstance(value, (ListValue, TupleValue)):
            raise c.error(
                codes.BadLoopArgument,
                keyword.value,
                "init_values must be a list or tuple",
                expected="(x, y), a value for each name",
                got=value.describe(),
                hint=f"init_values=({c.text(keyword.value)},)",
            )
        initial = list(value.items)
    if not initial:
        raise c.error(
            codes.BadWhileLoop,
            call,
            "pl.while_() requires init_values",
            expected="pl.while_(init_values=(x,)), a value for each name of the target",
            hint="a loop without carried values is while condition:",
        )
    if not isinstance(node.target, ast.Tuple):
        raise c.error(
            codes.BadWhileLoop,
            node.target,
            "While loop target must be a tuple",
            expected="for (a,) in pl.while_(init_values=(x,))",
            hint=f"for ({c.text(node.target)},) in {c.text(call)}:",
        )
    header = LoopHeader()
    header.explicit = True
    header.carries = carry_names(c, node.target, initial)
    condition = _condition_statement(c, node)
    flag = getattr(node, "break_flag", None)
    with_carries(lambda types: _emit(c, node, header, condition, flag, node.body[1:], types))


def _condition_statement(c: FunctionCompiler, node: ast.For) -> ast.expr:
    body = node.body
    if not body:
        raise c.error(
            codes.BadWhileLoop,
            node,
            "pl.while_() body cannot be empty",
            expected="pl.cond(condition) first and a2 = pl.yield_(...) last",
        )
    first = body[0]
    if (
        not isinstance(first, ast.Expr)
        or not isinstance(first.value, ast.Call)
        or c.python_callee(first.value.func) is not iterators.cond
    ):
        raise c.error(
            codes.BadWhileLoop,
            first,
            "First statement of a pl.while_() body must be pl.cond(condition)",
            expected="pl.cond(a < n), a a name of the target",
            got=c.text(first).splitlines()[0],
        )
    if len(first.value.args) != 1 or first.value.keywords:
        raise c.error(
            codes.BadWhileLoop,
            first,
            "pl.cond() requires exactly 1 argument",
            expected="pl.cond(a < n)",
        )
    return first.value.args[0]


def _emit(
    c: FunctionCompiler,
    node: ast.For | ast.While,
    header: LoopHeader | None,
    test: ast.expr,
    flag: str | None,
    body: list[ast.stmt],
    types: LiteralTypes,
) -> None:
    c.locate(node)
    location = c.b.location
    carries = Carries(c, node, header, types)
    operation = c.b.op("scf.while", carries.initial, carries.types, None, 2)
    locations = carries.locations(location)
    check = operation.regions[0].blocks.append(*carries.types, arg_locs=locations)
    loop = operation.regions[1].blocks.append(*carries.types, arg_locs=locations)
    before = dict(c.frame.names)
    context = LoopContext("while", bool(header))
    c.frame.loops.append(context)
    try:
        carries.enter(c.b.arguments(check))
        with c.inside(check):
            going: ScalarValue | None = None
            if flag is not None:
                broken = c.frame.names[flag]
                assert isinstance(broken, ScalarValue)
                going = scalars.logical_not(c, broken)
            condition = c.condition(test, "while")
            if going is not None:
                c.locate(test)
                condition = scalars.logical(c, ast.And, going, condition)
            operand: Any = c.b.materialise(condition)
            c.locate(node)
            c.b.op("scf.condition", (operand, *c.b.arguments(check)))
        c.frame.names = dict(before)
        carries.enter(c.b.arguments(loop))
        with c.inside(loop):
            c.block(body)
            c.locate(node)
            carries.leave(context)
    except RetryWithType:
        c.frame.names = before
        operation.erase()
        raise
    finally:
        c.frame.loops.pop()
    c.frame.names = before
    carries.results(c.b.results(operation), context)
