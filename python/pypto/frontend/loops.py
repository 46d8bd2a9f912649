# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`for` loops over pl iterators and `while` loops."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.frontend.function import FunctionCompiler, statement
from pypto.language import loops as iterators
from pypto.language import scopes as placement

if TYPE_CHECKING:
    from collections.abc import Callable

_ALLOWED = (
    "pl.range(), pl.parallel(), pl.unroll(), pl.pipeline(), pl.while_(), pl.spmd() or "
    "pl.split_aiv()"
)
NO_JUMPS = {
    "parallel": "not supported in parallel loops",
    "unroll": "not supported in unrolled loops",
    "split_aiv": "not allowed inside a 'for ... in pl.split_aiv(...)' body",
    "spmd": "not supported in the body of pl.spmd",
}


@statement(ast.For)
def for_loop(c: FunctionCompiler, node: ast.For) -> None:
    """Compiles a for loop by its iterator."""
    if node.orelse:
        raise c.error(
            codes.UnsupportedStatement, node.orelse[0], "Unsupported statement type: for ... else"
        )
    if not isinstance(node.iter, ast.Call):
        raise _bad_iterator(c, node.iter)
    iterator = c.python_callee(node.iter.func)
    handler = _handlers().get(iterator)
    if handler is None:
        raise _bad_iterator(c, node.iter)
    handler(c, node, node.iter)


def _bad_iterator(c: FunctionCompiler, node: ast.expr) -> Exception:
    text = c.text(node.func) if isinstance(node, ast.Call) else c.text(node)
    hint = (
        "use pl.range, or pl.unroll to expand the loop at compile time" if text == "range" else None
    )
    return c.error(
        codes.BadLoopIterator,
        node,
        f"For loop must use {_ALLOWED}",
        got=text,
        hint=hint,
    )


def _handlers() -> dict[Any, Callable[[FunctionCompiler, ast.For, ast.Call], None]]:
    from pypto.frontend import counted, while_loops
    from pypto.frontend.placement import split_aiv_loop, spmd_loop

    return {
        iterators.range: counted.counted_loop,
        iterators.parallel: counted.counted_loop,
        iterators.pipeline: counted.counted_loop,
        iterators.unroll: counted.unrolled_loop,
        iterators.while_: while_loops.explicit_while,
        placement.spmd: spmd_loop,
        placement.split_aiv: split_aiv_loop,
    }


@statement(ast.Break, ast.Continue)
def stray_jump(c: FunctionCompiler, node: ast.Break | ast.Continue) -> None:
    """A jump that no loop took: there is none, or it does not allow jumps."""
    word = "break" if isinstance(node, ast.Break) else "continue"
    for loop in reversed(c.frame.loops):
        if loop.kind in NO_JUMPS:
            raise c.error(
                codes.MisplacedLoopControl,
                node,
                f"'{word}' {NO_JUMPS[loop.kind]}",
                hint="use pl.range, or guard the rest of the body with an if",
            )
    raise c.error(codes.MisplacedLoopControl, node, f"'{word}' outside loop")


def check_jumps(c: FunctionCompiler, node: ast.For | ast.While) -> None:
    """Refuses a loop with a jump that leaves a scope."""
    scope = getattr(node, "jump_out_of", None)
    if scope is not None:
        raise c.error(
            codes.MisplacedLoopControl,
            scope,
            "'break' and 'continue' cannot leave a scope",
            hint="guard the body of the scope with an if instead",
        )
