# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element access of `pl.Array`: constant indices pick a value, run-time ones select."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend import scalars
from pypto.frontend.values import ArrayValue, ScalarValue

if TYPE_CHECKING:
    from pypto.frontend.function import FunctionCompiler


def _check(c: FunctionCompiler, node: ast.AST, array: ArrayValue, index: ScalarValue) -> None:
    if index.const is not None and not 0 <= index.const < array.type.extent:
        raise c.error(
            codes.OutOfBounds,
            node,
            f"index {index.const} is outside 0..{array.type.extent - 1} of {array.type}",
            expected=f"0..{array.type.extent - 1}",
            hint=f"indices count from the start: {array.type.extent + index.const} is that element"
            if -array.type.extent <= index.const < 0
            else None,
        )


def _is(c: FunctionCompiler, node: ast.AST, index: ScalarValue, position: int) -> ScalarValue:
    constant = ScalarValue(dtypes.INDEX, const=position, sym=position)
    return scalars.compare(c, node, ast.Eq, index, constant)


def get_element(
    c: FunctionCompiler, node: ast.AST, array: ArrayValue, index: ScalarValue
) -> ScalarValue:
    """`array[index]`."""
    _check(c, node, array, index)
    if index.const is not None:
        return array.items[int(index.const)]
    c.locate(node)
    result = c.b.materialise(array.items[0])
    type = c.ir_type(array.items[0].type)
    for position in range(1, array.type.extent):
        chosen = c.b.materialise(_is(c, node, index, position))
        result = c.b.value(
            "arith.select", (chosen, c.b.materialise(array.items[position]), result), type
        )
    return ScalarValue(array.type.dtype, result)


def update_element(
    c: FunctionCompiler,
    node: ast.AST,
    array: ArrayValue,
    index: ScalarValue,
    value: ScalarValue,
) -> ArrayValue:
    """The array after `array[index] = value`."""
    _check(c, node, array, index)
    dtype = array.type.dtype
    wide = {value.dtype, dtype} <= {dtypes.INDEX, dtypes.INT64}
    if value.dtype is not dtype and not value.literal and not wide:
        raise c.error(
            codes.SubscriptWriteMismatch,
            node,
            f"the value of an element of {array.type} must have dtype {dtype}",
            got=value.describe(),
            hint=f"pl.cast(v, pl.{dtype})",
        )
    c.locate(node)
    if dtype is dtypes.TASK_ID:
        stored = value
    elif value.const is not None:
        constant = scalars.constant_as(value.const, dtype)
        stored = ScalarValue(dtype, const=constant, sym=int(constant))
    else:
        stored = ScalarValue(dtype, scalars.convert(c, value, dtype), sym=value.sym)
    items = list(array.items)
    if index.const is not None:
        items[int(index.const)] = stored
        return ArrayValue(array.type, tuple(items))
    type = c.ir_type(stored.type)
    new = c.b.materialise(stored)
    for position, item in enumerate(items):
        chosen = c.b.materialise(_is(c, node, index, position))
        selected = c.b.value("arith.select", (chosen, new, c.b.materialise(item)), type)
        items[position] = ScalarValue(dtype, selected)
    return ArrayValue(array.type, tuple(items))
