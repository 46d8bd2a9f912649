# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`for` loops over pl iterators and `while` loops."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, NamedTuple

from pypto.diagnostics import codes
from pypto.frontend.function import FunctionCompiler, refuse_unpacking, statement
from pypto.language import loops as iterators
from pypto.language import scopes as placement

_ALLOWED = (
    "pl.range(), pl.parallel(), pl.unroll(), pl.pipeline(), pl.while_(), pl.spmd() or "
    "pl.split_aiv()"
)


class Iterator(NamedTuple):
    """What compiles a loop; `refusal`: why it has no break and continue, "" where it has."""

    compile: Callable[[FunctionCompiler, ast.For, ast.Call], None]
    refusal: str = ""


@statement(ast.For)
def for_loop(c: FunctionCompiler, node: ast.For) -> None:
    """Compiles a for loop by its iterator."""
    if node.orelse:
        raise c.error(
            codes.UnsupportedStatement,
            node.orelse[0],
            "Unsupported statement type: for ... else",
            expected="a for loop without else",
            hint="put these statements after the loop; with break, set a flag and test it there",
        )
    if not isinstance(node.iter, ast.Call):
        raise _bad_iterator(c, node.iter)
    refuse_unpacking(c, node.iter)
    iterator = c.python_callee(node.iter.func)
    known = _iterators().get(iterator) if isinstance(iterator, Hashable) else None
    if known is None:
        raise _bad_iterator(c, node.iter)
    known.compile(c, node, node.iter)


def _bad_iterator(c: FunctionCompiler, node: ast.expr) -> Exception:
    text = c.text(node.func) if isinstance(node, ast.Call) else c.text(node)
    hint = "count the steps: for i in pl.range(n)"
    if text == "range":
        hint = "use pl.range, or pl.unroll to expand the loop at compile time"
    elif text in ("pl.at", "pl.cluster", "pl.scope", "pl.manual_scope"):
        hint = f"with {c.text(node)}:"
    elif text.startswith("pl.") and not isinstance(node, ast.Call):
        hint = f"call it: {text}(n)"
    return c.error(
        codes.BadLoopIterator,
        node,
        f"For loop must use {_ALLOWED}",
        got=text,
        hint=hint,
    )


@cache
def _iterators() -> dict[Any, Iterator]:
    from pypto.frontend import counted, while_loops
    from pypto.frontend.placement import split_aiv_loop, spmd_loop

    return {
        iterators.range: Iterator(counted.counted_loop),
        iterators.parallel: Iterator(counted.counted_loop, "not supported in parallel loops"),
        iterators.pipeline: Iterator(counted.counted_loop),
        iterators.unroll: Iterator(counted.unrolled_loop, "not supported in unrolled loops"),
        iterators.while_: Iterator(while_loops.explicit_while),
        placement.spmd: Iterator(spmd_loop, "not supported in the body of pl.spmd"),
        placement.split_aiv: Iterator(
            split_aiv_loop, "not allowed inside a 'for ... in pl.split_aiv(...)' body"
        ),
    }


def allows_jumps(iterator: Any) -> bool:
    """True for the function of an iterator whose loops may have break and continue."""
    known = _iterators().get(iterator) if isinstance(iterator, Hashable) else None
    return known is not None and not known.refusal


@statement(ast.Break, ast.Continue)
def stray_jump(c: FunctionCompiler, node: ast.Break | ast.Continue) -> None:
    """A jump that no loop took: there is none, or it does not allow jumps."""
    word = "break" if isinstance(node, ast.Break) else "continue"
    refusals = {iterator.__name__: known.refusal for iterator, known in _iterators().items()}
    for loop in reversed(c.frame.loops):
        refusal = refusals.get(loop.kind)
        if refusal:
            raise c.error(
                codes.MisplacedLoopControl,
                node,
                f"'{word}' {refusal}",
                hint="use pl.range, or guard the rest of the body with an if",
            )
    raise c.error(
        codes.MisplacedLoopControl,
        node,
        f"'{word}' outside loop",
        expected="a pl.range or while loop around it",
        hint="guard the statements that follow with an if" if word == "continue" else None,
    )


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
