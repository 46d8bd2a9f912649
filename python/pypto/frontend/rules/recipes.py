# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations whose rule would say again what it said before.

A rule that is registered with `replay=True` depends on the types and constants of its arguments
and on what `_key` adds to them; one with `undivided=True` also on what made them, in a scope whose
tiles two vector lanes share, and is not replayed there. Once a rule has emitted a single operation
and said nothing, a recipe emits it for the same key: most operations of a kernel are such
repetitions. One with `window=...` also checks that constant offsets are inside of a tensor, may
write it, and may have given hints, which are given again.

The native `Replayer` learns each recipe and emits whole statements by them. What it does not
know of (keywords, run-time offsets, non-ASCII text, ...) it leaves to `replay` and the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.frontend.rules.table import REPLAYED, UNDIVIDED, WINDOWS
from pypto.frontend.scalars import constant_as
from pypto.frontend.values import (
    ListValue,
    PyValue,
    ScalarValue,
    TensorValue,
    TileValue,
    Value,
)

if TYPE_CHECKING:
    import ast

    from pypto.frontend.function import FunctionCompiler
    from pypto.frontend.rules.call import OpCall


class Recipe:
    """operands: an argument's name; (dtype, number) of a constant; (dtype, name) of an argument
    that is one; the number of an offset. make, type: class and type of the value, if it is used.
    """

    __slots__ = ("attributes", "make", "name", "operands", "results", "type")

    def __init__(
        self, name: str, operands: list[Any], make: Any, type: Any, results: Any, attributes: Any
    ) -> None:
        self.name = name
        self.operands = operands
        self.make = make
        self.type = type
        self.results = results
        self.attributes = attributes


def repetition(info: Any) -> Any:
    """How calls of an operation are repeated: `replay`, `windowed` or None."""
    if info.name in REPLAYED:
        return replay
    return windowed if info.name in WINDOWS else None


def replay(c: FunctionCompiler, node: ast.AST, rule: Any, call: OpCall) -> Value:
    """The value of `call`, by a recipe if there is one, else by its rule."""
    key = None if c.divided and call.info.name in UNDIVIDED else _key(c, call)
    if key is None:
        return rule(call)
    recipes = c.program.recipes
    try:
        recipe = recipes.get(key)
    except TypeError:  # An argument that cannot be a key.
        return rule(call)
    # A rule may exchange its arguments.
    given = dict(call.arguments)
    if recipe is None:
        value, recipe = _record(c, rule, call, given)
        if recipe is not None:
            recipes[key] = recipe
        if recipe:
            c.replayer.learn(node, given, call.info.positional, recipe)
        return value
    if recipe is False:
        return rule(call)
    c.replayer.learn(node, given, call.info.positional, recipe)
    arguments, builder = call.arguments, c.b
    operands = []
    for operand in recipe.operands:
        if operand.__class__ is str:
            operands.append(arguments[operand].ir)
            continue
        dtype, number = operand
        if number.__class__ is str:
            number = constant_as(arguments[number].const, dtype)
        operands.append(builder.constant(dtype, number))
    c.locate(node)
    return recipe.make(
        recipe.type,
        builder.value(recipe.name, operands, recipe.results[0], recipe.attributes),
    )


def windowed(c: FunctionCompiler, node: ast.Call, rule: Any, call: OpCall) -> Value:
    """The value of `call`, a load or store; teaches the replayer one of constant offsets."""
    info, arguments = call.info, dict(call.arguments)
    offsets_name, tensor_name, tile_name = WINDOWS[info.name]
    offsets = arguments[offsets_name]
    tensor = arguments[tensor_name]
    known = (
        not node.keywords
        and type(offsets) is ListValue
        and type(tensor) is TensorValue
        and all(type(o) is ScalarValue and o.const.__class__ is int for o in offsets.items)
    )
    if not known:
        return rule(call)
    said, hints = c.engine.said, len(c.engine.hints)
    c.b.trace = trace = []
    try:
        value = rule(call)
    finally:
        c.b.trace = None
    # Everything else has its default.
    required = info.count - len(info.defaults)
    if len(trace) != 1 or len(node.args) != required or c.engine.said != said:
        return value
    tile: Any = value if tile_name is None else arguments[tile_name]
    bounds, extents = tensor.type.shape, tile.type.valid
    if not all(type(e) is int for e in (*bounds, *extents)):
        return value
    name, given, results, attributes, _ = trace[0]
    sources = {id(v.ir): n for n, v in arguments.items() if isinstance(v, (TensorValue, TileValue))}
    count = len(offsets.items)
    operands: list[Any] = [sources.get(id(operand)) for operand in given[:-count]]
    if None in operands:
        return value
    make: Any = type(value) if tile_name is None else None
    recipe = Recipe(name, [*operands, *range(count)], make, value.type, results, attributes)
    told = [hint.text for hint in c.engine.hints[hints:]]
    window = (offsets_name, bounds, extents, None if tile_name is None else tensor_name, told)
    c.replayer.learn(node, arguments, info.positional, recipe, window)
    return value


def _key(c: FunctionCompiler, call: OpCall) -> Any:
    """What the operation depends on; None for arguments that differ in more than their types."""
    arguments = call.arguments
    key: list[Any] = [call.info, c.in_core or not c.is_control_plane, *arguments]
    for value in arguments.values():
        kind = value.__class__
        if kind is TileValue:
            key.append(value.type)
        elif kind is ScalarValue:
            const = value.const
            key.append(value.dtype)
            # A float is an operand and nothing else; an integer may choose between operations.
            key.append(float if const.__class__ is float else const)
            key.append(value.literal)
        elif kind is TensorValue:
            if value.valid is not value.type.shape and value.valid != value.type.shape:
                return None
            key.append(value.type)
        elif kind is PyValue:
            key.append(value.object)
        elif isinstance(value, (Value, list)):
            return None
        else:
            key.append(value)
    return tuple(key)


def _record(
    c: FunctionCompiler, rule: Any, call: OpCall, arguments: dict[str, Any]
) -> tuple[Value, Any]:
    said = c.engine.said, len(c.engine.hints)
    c.b.trace = trace = []
    try:
        value = rule(call)
    finally:
        c.b.trace = None
    if len(trace) != 1 or not isinstance(value, (TileValue, TensorValue)):
        return value, False
    name, given, results, attributes, result = trace[0]
    plain = isinstance(value, TileValue) and not value.view
    if isinstance(value, TensorValue):
        plain = value.parameter is None and value.valid == value.type.shape
    if value.ir is not result or not plain or (c.engine.said, len(c.engine.hints)) != said:
        return value, False
    shown = [(id(v.ir), n) for n, v in arguments.items() if getattr(v, "ir", None) is not None]
    sources = dict(shown)
    if len(sources) != len(shown):
        # Which of two equal arguments is which operand, these arguments do not tell.
        return value, None
    operands = []
    for operand in given:
        source = _constant(c, operand, arguments) or sources.get(id(operand))
        if source is None:
            return value, False
        operands.append(source)
    return value, Recipe(name, operands, type(value), value.type, results, attributes)


def _constant(c: FunctionCompiler, operand: Any, arguments: dict[str, Any]) -> Any:
    """Where a constant operand comes from, None for another operand."""
    found = c.b.constant_of(operand)
    if found is None:
        return None
    dtype, number = found
    for name, value in arguments.items():
        if isinstance(value, ScalarValue) and isinstance(value.const, float):
            same = constant_as(value.const, dtype) if value.const == value.const else number
            return (dtype, name) if repr(same) == repr(number) else None
    return found
