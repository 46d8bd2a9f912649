# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which names a kernel still reads after each branch, loop and scope.

A branch merges, a loop carries and a scope returns exactly the names that are assigned inside
and read later; everything else stays local. Two passes over the tree, each linear: transfer
functions (`exposed`, `killed`) bottom-up, then live sets top-down.
"""

import ast
from collections.abc import Collection
from typing import NamedTuple

from pypto.frontend.native import native
from pypto.language.ops._declare import CHANGING

_COMPOUND = (ast.For, ast.While, ast.If, ast.With)


class Effect(NamedTuple):
    """What a statement list does to names.

    exposed: read before they are surely written. killed: written on every path. assigned:
    written on some path. changed: given to a statement that changes them if they are tiles.
    """

    exposed: frozenset[str]
    killed: frozenset[str]
    assigned: frozenset[str]
    changed: frozenset[str] = frozenset()


_NOTHING: frozenset[str] = frozenset()


def read_names(node: ast.AST | None) -> frozenset[str]:
    """Names that evaluating `node` reads."""
    if node is None:
        return _NOTHING
    names: set[str] = set()
    _collect(node, names)
    return frozenset(names)


def _collect(node: ast.AST, names: set[str]) -> None:
    # Most of a kernel's nodes are of these kinds; `ast.walk` takes several times as long.
    kind = type(node)
    if kind is ast.Name:
        names.add(node.id)  # pyright: ignore[reportAttributeAccessIssue]
    elif kind is ast.Attribute or kind is ast.Expr:
        _collect(node.value, names)  # pyright: ignore[reportAttributeAccessIssue]
    elif kind is ast.Call:
        assert isinstance(node, ast.Call)
        _collect(node.func, names)
        for argument in node.args:
            _collect(argument, names)
        for keyword in node.keywords:
            _collect(keyword.value, names)
    elif kind is not ast.Constant:
        for child in ast.iter_child_nodes(node):
            _collect(child, names)


def target_names(target: ast.AST) -> tuple[frozenset[str], frozenset[str]]:
    """(assigned, read) of an assignment target; a subscript write reads its base too."""
    if isinstance(target, ast.Name):
        return frozenset((target.id,)), _NOTHING
    if isinstance(target, (ast.Tuple, ast.List)):
        parts = [target_names(e) for e in target.elts]
        return (
            frozenset().union(*(p[0] for p in parts)),
            frozenset().union(*(p[1] for p in parts)),
        )
    if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
        name = frozenset((target.value.id,))
        return name, name | read_names(target.slice)
    return _NOTHING, read_names(target)


def changed_name(call: ast.expr) -> tuple[str, bool] | None:
    """The variable that a statement `pl.write(t, ...)` changes, and whether also if it is a tensor.

    None for a call that changes no variable.
    """
    if not isinstance(call, ast.Call):
        return None
    function = call.func
    name = getattr(function, "attr", None) or getattr(function, "id", "")
    if name not in CHANGING:
        return None
    parameter, tensors = CHANGING[name]
    target = call.args[0] if call.args else None
    for keyword in call.keywords:
        if keyword.arg == parameter:
            target = keyword.value
    return (target.id, tensors) if isinstance(target, ast.Name) else None


def _note_changes(body: list[ast.stmt], assigned: set[str], changed: set[str]) -> None:
    """Adds what statements of `body` itself change."""
    for node in body:
        if type(node) is ast.Expr:
            change = changed_name(node.value)
            if change is not None:
                (assigned if change[1] else changed).add(change[0])


def _simple_effect(node: ast.stmt) -> tuple[Collection[str], Collection[str]]:
    """(read, written) of a statement without a body."""
    if isinstance(node, ast.Assign):
        reads: Collection[str] = _names(node, node.value)
        if len(node.targets) == 1 and type(target := node.targets[0]) is ast.Name:
            return reads, (target.id,)
        writes = _NOTHING
        for target in node.targets:
            assigned, read = target_names(target)
            writes |= assigned
            reads = read.union(reads)
        return reads, writes
    if isinstance(node, ast.AnnAssign):
        assigned, read = target_names(node.target)
        return read | read_names(node.value) | read_names(node.annotation), assigned
    if isinstance(node, ast.Expr):
        return _names(node, node.value), _NOTHING
    return read_names(node), _NOTHING


def _names(node: ast.stmt, value: ast.expr) -> Collection[str]:
    """The names in the value of a statement; the parser has written down those of most."""
    known = getattr(node, "names", None)
    return read_names(value) if known is None else known


def _yielded(node: ast.For) -> frozenset[str]:
    """The names of the results of a loop with `init_values`."""
    call = node.iter
    if not isinstance(call, ast.Call) or all(k.arg != "init_values" for k in call.keywords):
        return _NOTHING
    last = node.body[-1]
    value = last.value if isinstance(last, (ast.Assign, ast.AnnAssign)) else None
    function = value.func if isinstance(value, ast.Call) else None
    name = getattr(function, "attr", getattr(function, "id", ""))
    if name != "yield_":
        return _NOTHING
    targets = last.targets if isinstance(last, ast.Assign) else [last.target]  # pyright: ignore
    return frozenset().union(*(target_names(t)[0] for t in targets))


class Liveness:
    """Results for one function body; keys are the compound statements themselves."""

    def __init__(self, body: list[ast.stmt], live_out: frozenset[str] = _NOTHING) -> None:
        self._effects: dict[int, Effect] = {}
        self._bodies: dict[int, Effect] = {}
        self.live_after: dict[int, frozenset[str]] = {}
        # Names that anything reads, and where a plain assignment first gives a name a value.
        self.read: set[str] = set(live_out)
        self.bound: dict[str, ast.Name] = {}
        self._block(body)
        self._spread(body, live_out)

    def unused(self) -> list[ast.Name]:
        """Assigned names that nothing reads; a leading underscore says so on purpose."""
        return [
            node
            for name, node in self.bound.items()
            if name not in self.read and name.isidentifier() and not name.startswith("_")
        ]

    def body_effect(self, body: list[ast.stmt]) -> Effect:
        """The effect of a statement list of the function."""
        return self._bodies[id(body)]

    def _block(self, body: list[ast.stmt]) -> Effect:
        exposed: set[str] = set()
        killed: set[str] = set()
        assigned: set[str] = set()
        changed: set[str] = set()
        note, read = native().note_statements, self.read
        _note_changes(body, assigned, changed)
        position = 0
        while True:
            position = note(body, position, read, exposed, killed, assigned, self.bound)
            if position == len(body):
                break
            statement = body[position]
            position += 1
            if isinstance(statement, _COMPOUND):
                effect = self._effects[id(statement)] = self._compound(statement)
                exposed |= effect.exposed - killed
                killed |= effect.killed
                assigned |= effect.assigned
                changed |= effect.changed
                continue
            reads, writes = _simple_effect(statement)
            read.update(reads)
            exposed.update([name for name in reads if name not in killed])
            if writes:
                killed.update(writes)
                assigned.update(writes)
                self._bind_all(statement)
        result = Effect(
            frozenset(exposed), frozenset(killed), frozenset(assigned), frozenset(changed)
        )
        self._bodies[id(body)] = result
        return result

    def _compound(self, node: ast.stmt) -> Effect:
        if isinstance(node, ast.If):
            return self._if(node)
        if isinstance(node, ast.With):
            return self._with(node)
        assert isinstance(node, (ast.For, ast.While))
        return self._loop(node)

    def _bind_all(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind(target)
        elif isinstance(node, ast.AnnAssign):
            self._bind(node.target)

    def _bind(self, target: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.bound.setdefault(target.id, target)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self._bind(element)

    def _if(self, node: ast.If) -> Effect:
        self.read |= read_names(node.test)
        then, other = self._block(node.body), self._block(node.orelse)
        return Effect(
            read_names(node.test) | then.exposed | other.exposed,
            then.killed & other.killed,
            then.assigned | other.assigned,
            then.changed | other.changed,
        )

    def _loop(self, node: ast.For | ast.While) -> Effect:
        body = self._block(node.body)
        if node.orelse:
            # Refused later; what it assigns is then unknown.
            self._block(node.orelse)
        self.read |= read_names(node.test if isinstance(node, ast.While) else node.iter)
        if isinstance(node, ast.While):
            return Effect(
                read_names(node.test) | body.exposed, _NOTHING, body.assigned, body.changed
            )
        target, _ = target_names(node.target)
        # A loop may run zero times, so it kills nothing but the names of its results, which an
        # explicit yield gives: they have the initial values then. Its target is local to it.
        return Effect(
            read_names(node.iter) | (body.exposed - target),
            _yielded(node),
            body.assigned - target,
            body.changed - target,
        )

    def _with(self, node: ast.With) -> Effect:
        body = self._block(node.body)
        reads: frozenset[str] = _NOTHING
        writes: frozenset[str] = _NOTHING
        for item in node.items:
            reads |= read_names(item.context_expr)
            self.read |= reads
            if item.optional_vars is not None:
                writes |= target_names(item.optional_vars)[0]
        return Effect(
            reads | (body.exposed - writes),
            body.killed | writes,
            body.assigned | writes,
            body.changed,
        )

    def _spread(self, body: list[ast.stmt], live: frozenset[str]) -> None:
        first = next((i for i, s in enumerate(body) if isinstance(s, _COMPOUND)), len(body))
        # Nobody asks what lives before the first compound statement.
        for statement in reversed(body[first:]):
            if isinstance(statement, _COMPOUND):
                self.live_after[id(statement)] = live
                self._spread_into(statement, live)
                effect = self._effects[id(statement)]
                live = (live - effect.killed) | effect.exposed
            else:
                reads, writes = _simple_effect(statement)
                live = live.difference(writes).union(reads)

    def _spread_into(self, node: ast.stmt, live: frozenset[str]) -> None:
        if isinstance(node, ast.If):
            self._spread(node.body, live)
            self._spread(node.orelse, live)
        elif isinstance(node, ast.With):
            self._spread(node.body, live)
        elif isinstance(node, ast.While):
            self._spread(
                node.body, live | read_names(node.test) | self._bodies[id(node.body)].exposed
            )
        elif isinstance(node, ast.For):
            target, _ = target_names(node.target)
            self._spread(node.body, live | (self._bodies[id(node.body)].exposed - target))
