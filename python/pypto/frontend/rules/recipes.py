# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations whose rule would say again what it said before.

A rule that is registered with `replay=True` depends on the types and constants of its
arguments only. Once it has emitted a single operation for some of them, a recipe does so for
the same ones: most operations of a kernel are such repetitions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.frontend.scalars import constant_as
from pypto.frontend.values import PyValue, ScalarValue, TensorValue, TileValue, Value

if TYPE_CHECKING:
    import ast

    from pypto.frontend.function import FunctionCompiler
    from pypto.frontend.rules.call import OpCall


class Recipe:
    """operands: an argument's name; (dtype, number) of a constant; (dtype, name) of an argument
    that is one. type: that of the result.
    """

    __slots__ = ("attributes", "make", "name", "operands", "results", "type")

    def __init__(
        self, name: str, operands: list[Any], value: Any, results: Any, attributes: Any
    ) -> None:
        self.name = name
        self.operands = operands
        self.make: Any = type(value)
        self.type = value.type
        self.results = results
        self.attributes = attributes


def replay(c: FunctionCompiler, node: ast.AST, rule: Any, call: OpCall) -> Value:
    """The value of `call`, by a recipe if there is one, else by its rule."""
    key = _key(c, call)
    if key is None or c.divided:
        return rule(call)
    recipes = c.program.recipes
    try:
        recipe = recipes.get(key)
    except TypeError:  # An argument that cannot be a key.
        return rule(call)
    if recipe is None:
        value, recipe = _record(c, rule, call)
        if recipe is not None:
            recipes[key] = recipe
        return value
    if recipe is False:
        return rule(call)
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


def _record(c: FunctionCompiler, rule: Any, call: OpCall) -> tuple[Value, Any]:
    arguments = dict(call.arguments)
    warnings = len(c.engine.warnings)
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
    if value.ir is not result or not plain or len(c.engine.warnings) != warnings:
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
    return value, Recipe(name, operands, value, results, attributes)


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
