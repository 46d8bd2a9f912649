# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`break` and `continue` as structured control flow.

Statements after a branch that may jump move under a condition. Where one arm of an `if` ends
in the jump and the other has none, they simply move into the other arm; otherwise a boolean
flag guards them. A loop with `break` also guards its whole body with the flag. Compile-time
conditions fold away later, so a jump under one costs nothing.
"""

import ast
from typing import NamedTuple

# Flags are spelled so that no user variable can clash with them.
BREAK_FLAG = "%break"
CONTINUE_FLAG = "%continue"


class _Flags(NamedTuple):
    broken: str
    skipped: str


def has_jump(body: list[ast.stmt], kinds: tuple[type, ...] = (ast.Break, ast.Continue)) -> bool:
    """True when `body` has a jump of its own loop, that is, not inside an inner loop."""
    for node in body:
        if isinstance(node, kinds):
            return True
        if isinstance(node, ast.If) and (
            has_jump(node.body, kinds) or has_jump(node.orelse, kinds)
        ):
            return True
        if isinstance(node, ast.With) and has_jump(node.body, kinds):
            return True
    return False


class LoweredLoop(NamedTuple):
    """A loop body without jumps; `break_flag` is the name to carry, or None."""

    body: list[ast.stmt]
    break_flag: str | None


def lower_jumps(loop: ast.For | ast.While, depth: int) -> LoweredLoop:
    """The body of `loop` rewritten; `depth` makes the names of flags unique."""
    if not has_jump(loop.body):
        return LoweredLoop(loop.body, None)
    breaks = has_jump(loop.body, (ast.Break,))
    flags = _Flags(f"{BREAK_FLAG}{depth}", f"{CONTINUE_FLAG}{depth}")
    rewriter = _Rewriter(flags)
    body = rewriter.block(loop.body)
    if rewriter.uses_skip:
        body = [_assign(flags.skipped, False, loop.body[0]), *body]
    if breaks:
        first = loop.body[0]
        body = [_if_not(flags.broken, body, first)]
    return LoweredLoop(body, flags.broken if breaks else None)


class _Rewriter:
    def __init__(self, flags: _Flags) -> None:
        self._flags = flags
        self.uses_skip = False

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for position, node in enumerate(body):
            rest = body[position + 1 :]
            if isinstance(node, (ast.Break, ast.Continue)):
                if isinstance(node, ast.Break):
                    result.append(_assign(self._flags.broken, True, node))
                return result
            if isinstance(node, ast.If) and has_jump([node]):
                result.extend(self._branch(node, rest))
                return result
            if isinstance(node, ast.With) and has_jump(node.body):
                raise JumpOutOfScope(node)
            result.append(node)
        return result

    def _branch(self, node: ast.If, rest: list[ast.stmt]) -> list[ast.stmt]:
        then_ends = bool(node.body) and isinstance(node.body[-1], (ast.Break, ast.Continue))
        else_ends = bool(node.orelse) and isinstance(node.orelse[-1], (ast.Break, ast.Continue))
        inner_then = has_jump(node.body[:-1] if then_ends else node.body)
        inner_else = has_jump(node.orelse[:-1] if else_ends else node.orelse)
        if then_ends and not inner_then and not inner_else:
            other = node.orelse if else_ends else [*node.orelse, *rest]
            return [_with_arms(node, self.block(node.body), self.block(other))]
        if else_ends and not inner_else and not inner_then:
            return [_with_arms(node, self.block([*node.body, *rest]), self.block(node.orelse))]
        # Jumps deep inside an arm: they set flags, the rest runs under them.
        self.uses_skip = True
        flagged = _with_arms(node, self._flagged(node.body), self._flagged(node.orelse))
        if not rest:
            return [flagged]
        return [flagged, _if_not(self._flags.skipped, self.block(rest), rest[0])]

    def _flagged(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """`block`, with every jump setting the skip flag as well."""
        result: list[ast.stmt] = []
        for position, node in enumerate(body):
            rest = body[position + 1 :]
            if isinstance(node, (ast.Break, ast.Continue)):
                if isinstance(node, ast.Break):
                    result.append(_assign(self._flags.broken, True, node))
                result.append(_assign(self._flags.skipped, True, node))
                return result
            if isinstance(node, ast.If) and has_jump([node]):
                result.append(
                    _with_arms(node, self._flagged(node.body), self._flagged(node.orelse)),
                )
                if rest:
                    guarded = self._flagged(rest)
                    result.append(_if_not(self._flags.skipped, guarded, rest[0]))
                return result
            if isinstance(node, ast.With) and has_jump(node.body):
                raise JumpOutOfScope(node)
            result.append(node)
        return result


class JumpOutOfScope(Exception):
    """A jump that leaves a scope; `node` is the jump."""

    def __init__(self, scope: ast.With) -> None:
        super().__init__()
        self.node = _first_jump(scope.body) or scope


def _first_jump(body: list[ast.stmt]) -> ast.stmt | None:
    for node in body:
        if isinstance(node, (ast.Break, ast.Continue)):
            return node
        if isinstance(node, (ast.If, ast.With)):
            found = _first_jump(node.body) or _first_jump(getattr(node, "orelse", []))
            if found is not None:
                return found
    return None


def _with_arms(node: ast.If, then: list[ast.stmt], other: list[ast.stmt]) -> ast.If:
    copy = ast.If(test=node.test, body=then or [_pass(node)], orelse=other)
    return ast.copy_location(copy, node)


def _assign(name: str, value: bool, at: ast.stmt) -> ast.stmt:
    target = ast.copy_location(ast.Name(id=name, ctx=ast.Store()), at)
    constant = ast.copy_location(ast.Constant(value=value), at)
    return ast.copy_location(ast.Assign(targets=[target], value=constant), at)


def _if_not(name: str, body: list[ast.stmt], at: ast.stmt) -> ast.stmt:
    flag = ast.copy_location(ast.Name(id=name, ctx=ast.Load()), at)
    test = ast.copy_location(ast.UnaryOp(op=ast.Not(), operand=flag), at)
    return ast.copy_location(ast.If(test=test, body=body, orelse=[]), at)


def _pass(at: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.Pass(), at)
