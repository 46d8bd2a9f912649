# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scopes as operations with a region whose results are the values used after it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.frontend import merge
from pypto.frontend.frame import Scope
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.values import ErrorValue, PyValue, TileValue, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class ScopeRegion:
    """Compiles `body` into the region of a new operation.

    name, operands, attributes: of the operation. The results are known only afterwards, so the
    operation is made twice and the block moved.
    """

    def __init__(
        self,
        c: FunctionCompiler,
        node: ast.With | ast.For | ast.Call,
        name: str,
        operands: list[Any],
        attributes: dict[str, Any],
        arguments: int = 0,
        *,
        task: bool | None = None,
        tiles: bool = False,
    ) -> None:
        # task: is the first result a task id? None: the operation has none.
        # tiles: may tiles leave the scope?
        self.task = task
        self.tiles = tiles
        self.c = c
        self.node = node
        self.name = name
        self.operands = operands
        self.attributes = attributes
        c.locate(node)
        self.location = c.b.location
        self.operation = self._create(())
        types = [c.type_of("index")] * arguments
        self.block = self.operation.regions[0].blocks.append(
            *types, arg_locs=[self.location] * arguments
        )

    def _create(self, types: Sequence[Any]) -> Any:
        c = self.c
        attributes = self.attributes
        if self.task is not None:
            count = len(types)
            types = (c.type_of("!pypto.task_id"), *types) if self.task else types
            attributes = {
                **attributes,
                "resultSegmentSizes": c.b.segments(int(self.task), count),
            }
        return c.b.op(self.name, self.operands, types, attributes, 1)

    def compile(
        self, scope: Scope, body: list[ast.stmt], bind: dict[str, Value] | None = None
    ) -> Any:
        """Fills the region; returns the final operation."""
        c = self.c
        assert not isinstance(self.node, ast.Call)
        before = dict(c.frame.names)
        c.frame.names.update(bind or {})
        c.push_scope(scope)
        finished = c.frame.finished
        try:
            with c.inside(self.block):
                c.block(body)
                results = self._results(before)
                c.b.location = self.location
                c.b.op("pypto.yield", [ir for _, _, parts in results for _, _, ir in parts])
        finally:
            c.pop_scope()
            c.frame.finished = finished
        operation = self._with_results(results)
        if scope.core:
            c.writers += [(ir, operation) for ir in scope.written]
        inside = c.frame.names
        c.frame.names = before
        self._bind(operation, results, inside, bind or {})
        return operation

    def compile_value(self, scope: Scope, compute: Callable[[], Value]) -> tuple[Value, Any]:
        """Fills the region with what `compute` emits; its value after the scope, and the
        operation."""
        c = self.c
        c.push_scope(scope)
        try:
            with c.inside(self.block):
                value = compute()
                parts = []
                for part in merge.flatten(c, value, self.node):
                    type = merge.carried_type(part)
                    if isinstance(part, PyValue) or type is None:
                        continue
                    parts.append((part, type, merge.materialised(c, part, type, self.node)))
                c.b.location = self.location
                c.b.op("pypto.yield", [ir for _, _, ir in parts])
        finally:
            c.pop_scope()
        operation = self._with_results([("", value, parts)])
        outputs = c.b.results(operation)[1 if self.task else 0 :]
        replaced = {
            id(part): merge.from_ir(c, type, output, part)
            for (part, type, _), output in zip(parts, outputs, strict=True)
        }
        flat = [replaced.get(id(p), p) for p in merge.flatten(c, value, self.node)]
        return merge.rebuild(value, flat), operation

    def _results(self, before: dict[str, Value]) -> list[tuple[str, Value, list[Any]]]:
        """Names assigned inside and read later, with their types and MLIR values."""
        c = self.c
        live = c.frame.liveness.live_after.get(id(self.node), frozenset())
        assert not isinstance(self.node, ast.Call)
        effect = c.frame.liveness.body_effect(self.node.body)
        results = []
        for name in sorted((effect.assigned | effect.changed) & live):
            value = c.frame.names.get(name)
            if value is None or merge.is_missing(value) or value is before.get(name):
                continue
            parts = []
            for part in merge.flatten(c, value, self.node):
                if getattr(part, "const", None) is not None or merge.carried_type(part) is None:
                    continue
                if isinstance(part, TileValue) and not self.tiles:
                    raise c.error(
                        codes.ScopeLeak,
                        c.frame.last_assignment.get(name, self.node),
                        f"the tile '{name}' is used after the scope that computes it",
                        got=part.describe(),
                        hint=(
                            "store it to a tensor inside the scope: pl.store(tile, offsets, tensor)"
                        ),
                    )
                type = merge.carried_type(part)
                parts.append((part, type, merge.materialised(c, part, type, self.node)))
            results.append((name, value, parts))
        return results

    def _with_results(self, results: list[Any]) -> Any:
        c = self.c
        types = [c.ir_type(type) for _, _, parts in results for _, type, _ in parts]
        if not types:
            return self.operation
        c.b.location = self.location
        new = self._create(types)
        self.block.append_to(new.regions[0])
        self.operation.erase()
        return new

    def _bind(
        self, operation: Any, results: list[Any], inside: dict[str, Value], bound: dict[str, Value]
    ) -> None:
        c = self.c
        outputs = c.b.results(operation)[1 if self.task else 0 :]
        replaced: dict[int, Value] = {}
        for _, _, parts in results:
            for part, type, _ in parts:
                replaced[id(part)] = merge.from_ir(c, type, outputs.pop(0), part)
        for name, value, _ in results:
            flat = [replaced.get(id(p), p) for p in merge.flatten(c, value, self.node)]
            c.frame.names[name] = merge.rebuild(value, flat)
        assert not isinstance(self.node, ast.Call)
        for name in c.frame.liveness.body_effect(self.node.body).assigned:
            if isinstance(inside.get(name), ErrorValue):
                c.frame.names[name] = inside[name]
        for name in bound:
            if name not in c.frame.liveness.live_after.get(id(self.node), frozenset()):
                c.frame.names.pop(name, None)
