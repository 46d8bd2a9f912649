# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`return` under a condition, or as the last statement of a scope, as structured control flow.

What follows a branch that may return moves into the arms that go on; every path then assigns
one hidden variable, which the function returns at its end. A condition known at compile time
leaves one arm, so nothing is merged there.
"""

from __future__ import annotations

import ast
import copy

# Spelled so that no user variable can clash with it.
RESULT = "%return"
# Where both arms of a branch go on, what follows is compiled twice; more than this many times
# is refused in place of a compile that takes for ever.
MAX_COPIES = 64


def lower_returns(body: list[ast.stmt]) -> list[ast.stmt]:
    """`body` with its only `return` at the end.

    A `return` in a loop, or in a scope before its end, stays and is refused where it is
    compiled. Where too much would be compiled twice, the body is one `return` with the attribute
    `too_many_returns`.
    """
    returns = [r for node in body if isinstance(node, (ast.If, ast.With)) for r in _inside(node)]
    if not returns:
        return body
    try:
        lowered = _Lowering().path(body, returns[-1])
    except _TooManyCopies:
        refused = returns[0]
        refused.too_many_returns = True  # pyright: ignore[reportAttributeAccessIssue]
        return [refused]
    value = ast.copy_location(ast.Name(id=RESULT, ctx=ast.Load()), returns[-1])
    return [*lowered, ast.copy_location(ast.Return(value=value), returns[-1])]


class _TooManyCopies(Exception):
    pass


class _Lowering:
    def __init__(self) -> None:
        self._copies = 0

    def path(self, body: list[ast.stmt], end: ast.stmt) -> list[ast.stmt]:
        """`body` with the hidden variable assigned on every path; `end` locates "no value"."""
        result: list[ast.stmt] = []
        for position, node in enumerate(body):
            rest = body[position + 1 :]
            if isinstance(node, ast.Return):
                return [*result, _assign(node, node.value)]
            if isinstance(node, ast.If) and _inside(node):
                return [*result, self._branch(node, rest, end)]
            if isinstance(node, ast.With) and _ends_in_return(node):
                last = node.body[-1]
                assert isinstance(last, ast.Return)
                inner = [*node.body[:-1], _assign(last, last.value)]
                return [*result, ast.copy_location(ast.With(node.items, inner), node)]
            result.append(node)
        return [*result, _assign(end, None)]

    def _branch(self, node: ast.If, rest: list[ast.stmt], end: ast.stmt) -> ast.stmt:
        other_rest = rest
        if rest and _goes_on(node.body) and _goes_on(node.orelse):
            self._copies += 1
            if self._copies > MAX_COPIES:
                raise _TooManyCopies
            other_rest = copy.deepcopy(rest)
        then = self.path([*node.body, *rest], end)
        other = self.path([*node.orelse, *other_rest], end)
        return ast.copy_location(ast.If(node.test, then, other), node)


def _inside(node: ast.stmt) -> list[ast.Return]:
    """The returns that can be moved: those in branches, and at the end of a scope."""
    if isinstance(node, ast.Return):
        return [node]
    if isinstance(node, ast.If):
        return [r for inner in (*node.body, *node.orelse) for r in _inside(inner)]
    if isinstance(node, ast.With) and _ends_in_return(node):
        last = node.body[-1]
        assert isinstance(last, ast.Return)
        return [last]
    return []


def _ends_in_return(node: ast.With) -> bool:
    return isinstance(node.body[-1], ast.Return)


def _goes_on(body: list[ast.stmt]) -> bool:
    """False if every path through `body` returns."""
    for node in body:
        if isinstance(node, ast.Return) or (isinstance(node, ast.With) and _ends_in_return(node)):
            return False
        if isinstance(node, ast.If) and not _goes_on(node.body) and not _goes_on(node.orelse):
            return False
    return True


def _assign(at: ast.stmt, value: ast.expr | None) -> ast.stmt:
    target = ast.copy_location(ast.Name(id=RESULT, ctx=ast.Store()), at)
    if value is None:
        value = ast.copy_location(ast.Constant(value=None), at)
    return ast.copy_location(ast.Assign(targets=[target], value=value), at)
