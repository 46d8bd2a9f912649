# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays on a core's stack, as one SSA value for each element."""

from __future__ import annotations

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.arrays import get_element, update_element
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import is_shaped
from pypto.frontend.rules.table import rule
from pypto.frontend.types import ArrayType
from pypto.frontend.values import ArrayValue, ScalarValue, Value

# A longer array would need as many selects for each access.
_MAX_EXTENT = 1024


@rule("array_create")
def create(call: OpCall) -> Value:
    """An array of zeros, or of task ids without producer."""
    extent, dtype = call.integer("extent"), call.dtype("dtype")
    if not 0 < extent <= _MAX_EXTENT:
        raise call.fail(
            codes.BadShape,
            f"the extent must be in 1..{_MAX_EXTENT}, got {extent}",
            "extent",
            expected=f"1..{_MAX_EXTENT} elements",
            hint="a longer table is a tensor: elements with pl.read(x, [i]) and pl.write(x, [i], v)"
            if extent > 0
            else None,
        )
    if not (dtype.is_int() or dtype in (dtypes.BOOL, dtypes.TASK_ID)):
        raise call.fail(
            codes.BadDtype, f"an array of {dtype}", "dtype", expected="integers, BOOL or TASK_ID"
        )
    if dtype is dtypes.TASK_ID:
        items = (call.c.invalid_task(call.node),) * extent
    else:
        value = False if dtype is dtypes.BOOL else 0
        items = (ScalarValue(dtype, const=value, sym=0),) * extent
    return ArrayValue(ArrayType(extent, dtype), items)


def _array(call: OpCall) -> ArrayValue:
    value = call.value("array")
    if isinstance(value, ArrayValue):
        return value
    raise call.fail(
        codes.OperandKind,
        "'array' must be an Array",
        "array",
        got=value.describe(),
        expected="what pl.array.create(n, dtype) returned",
        hint=f"pl.read({call.text('array')}, [...]) and pl.write(...) are for tensors and tiles"
        if is_shaped(value)
        else None,
    )


@rule("array_get")
def get(call: OpCall) -> Value:
    """`array[index]`."""
    array = _array(call)
    index = call.c.index(call.value("index"), call.nodes.get("index", call.node))
    return get_element(call.c, call.node, array, index)


@rule("array_update")
def update(call: OpCall) -> Value:
    """The array after a write."""
    array = _array(call)
    index = call.c.index(call.value("index"), call.nodes.get("index", call.node))
    return update_element(call.c, call.node, array, index, call.scalar("value"))
