# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elements of a tensor by index into Mat: mgather with coalesce="elem".

No transfer writes single elements into the boxes of Mat. The scalar unit copies them, in the
order of the indices, to a tensor in global memory that the author gives, and one transfer brings
that tensor into Mat.
"""

from __future__ import annotations

import ast
from contextlib import contextmanager
from functools import reduce
from typing import TYPE_CHECKING, Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend import scalars, symbolic
from pypto.frontend.expressions import dimension
from pypto.frontend.rules.movement import check_output
from pypto.frontend.types import TileType, dims_text
from pypto.frontend.values import ScalarValue, TensorValue, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pypto.frontend.rules.call import OpCall

_BYTES = (dtypes.FP8E4M3FN, dtypes.FP8E5M2)


def gather_elements(call: OpCall, mem: TensorValue, policy: str) -> Value:
    """Element `idx[i, j]` of `mem`, counted row by row, for each element of a tile in Mat."""
    if mem.type.dtype in _BYTES:
        raise call.fail(
            codes.OperandDtype,
            f"single elements of {mem.type.dtype} are not read; rows are gathered whole",
            "mem",
            expected="FP16, BF16, FP32, or an integer type",
            got=mem.describe(),
            hint='coalesce="row", or give the bytes as a tensor of UINT8',
        )
    indices = call.tensor("idx")
    rows, columns = _shape(call, indices, mem)
    scratch = _scratch(call, mem, rows, columns)
    table = _reshaped(call, mem, (symbolic.product(mem.type.shape),))
    count = _extent(call, mem)
    with _loop(call, rows) as row, _loop(call, columns) as column:
        place = call.index_operands([row, column])
        index = call.emit_scalar("tensor.read", [indices.ir, *place], dtypes.INT32)
        element = _element(call, table, index, count, policy)
        call.emit_raw("tensor.write", [element, scratch.ir, *place], [])
    # The data cache holds what the scalar unit wrote.
    call.emit_raw("system.cacheinvalid", [], [], {"operandSegmentSizes": call.c.b.segments(0, 0)})
    zero = call.c.b.index(0)
    attributes = {"operandSegmentSizes": call.c.b.segments(1, 2, 0, 0)}
    type = TileType((rows, columns), mem.type.dtype, "Mat")
    return call.emit("tile.load", [scratch.ir, zero, zero], type, attributes)


def _shape(call: OpCall, indices: TensorValue, mem: TensorValue) -> tuple[int, int]:
    """The shape of the indices, which the result has."""
    shape: Any = indices.type.shape
    lanes = 32 * 8 // mem.type.dtype.bits
    if len(shape) != 2 or not all(isinstance(e, int) for e in shape):
        raise call.fail(
            codes.OperandShape,
            "the result has the shape of the indices, which must be known and have two axes",
            "idx",
            expected="an INT32 tensor [R, C]",
            got=indices.describe(),
        )
    if shape[0] % 16 or shape[1] % lanes or 0 in shape:
        raise call.fail(
            codes.OperandShape,
            f"a tile in Mat has whole boxes of 16 x {lanes}",
            "idx",
            expected=f"a multiple of 16 rows and of {lanes} columns of indices",
            got=dims_text(shape),
            hint="pad the indices, e.g. with zeros",
        )
    return shape


def _scratch(call: OpCall, mem: TensorValue, rows: int, columns: int) -> TensorValue:
    """The tensor that elements are put together in, as rows of `columns`."""
    room = f"a tensor of {rows * columns} elements of {mem.type.dtype}, or more whole rows"
    if not call.given("scratch"):
        raise call.fail(
            codes.BadOpArguments,
            "elements are put together in global memory before they come into Mat",
            expected=f"scratch= {room}",
            hint="give the kernel a pl.Out tensor for it",
        )
    scratch = call.tensor("scratch")
    if scratch.type.dtype is not mem.type.dtype or scratch.type.layout != "nd":
        raise call.fail(
            codes.OperandDtype,
            f"'scratch' must hold rows of {mem.type.dtype}, the elements of 'mem'",
            "scratch",
            expected=room,
            got=scratch.describe(),
        )
    size = symbolic.product(scratch.type.shape)
    if not isinstance(size, int) or size < rows * columns or size % columns:
        raise call.fail(
            codes.OperandShape,
            f"'scratch' must have room for {rows} rows of {columns} elements",
            "scratch",
            expected=room,
            got=scratch.describe(),
        )
    check_output(call, scratch, "scratch")
    call.c.mark_written(scratch.parameter, scratch.ir)
    return _reshaped(call, scratch, (size // columns, columns))


def _reshaped(call: OpCall, tensor: TensorValue, shape: tuple[Any, ...]) -> TensorValue:
    if tensor.type.shape == shape:
        return tensor
    return call.emit("tensor.reshape", [tensor.ir], tensor.type.with_shape(shape), whole=True)


def _extent(call: OpCall, mem: TensorValue) -> ScalarValue:
    """How many elements `mem` has."""
    extents = [dimension(call.c, mem, axis, call.node) for axis in range(mem.type.rank)]
    return reduce(lambda a, b: scalars.binary(call.c, call.node, ast.Mult, a, b), extents)


@contextmanager
def _loop(call: OpCall, extent: int) -> Iterator[ScalarValue]:
    """Emits into a loop over `extent`."""
    c = call.c
    c.locate(call.node)
    bounds = [c.b.index(0), c.b.index(extent), c.b.index(1)]
    operation = c.b.op("scf.for", bounds, (), None, 1)
    block = operation.regions[0].blocks.append(c.type_of("index"), arg_locs=[c.b.location])
    index = ScalarValue(dtypes.INDEX, c.b.arguments(block)[0])
    index.sym = symbolic.atom("i", index, extent)
    with c.inside(block):
        yield index
        c.b.op("scf.yield")


def _element(
    call: OpCall, table: TensorValue, index: ScalarValue, count: ScalarValue, policy: str
) -> Any:
    """One of the `count` elements of `table`; `policy` says what another index means."""
    c, node = call.c, call.node
    at = scalars.cast(c, index, dtypes.INDEX)
    inside = at
    if policy == "wrap":
        inside = scalars.binary(c, node, ast.Mod, at, count)
    elif policy in ("clamp", "zero"):
        zero = ScalarValue(dtypes.INDEX, const=0, sym=0)
        one = ScalarValue(dtypes.INDEX, const=1, sym=1)
        last = scalars.binary(c, node, ast.Sub, count, one)
        inside = scalars.minimum_maximum(c, node, False, at, zero)
        inside = scalars.minimum_maximum(c, node, True, inside, last)
    dtype = table.type.dtype
    element = call.emit_scalar("tensor.read", [table.ir, *call.index_operands([inside])], dtype)
    if policy != "zero":
        return c.b.materialise(element)
    known = scalars.compare(c, node, ast.Eq, at, inside)
    nothing = ScalarValue(dtype, const=scalars.constant_as(0, dtype))
    return scalars.select(c, known, element, nothing)
