# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Single elements, extents and arrays."""

from __future__ import annotations

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend import symbolic
from pypto.frontend.expressions import dimension
from pypto.frontend.line_sharing import check_scalar_write
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import check_fits, dispatch
from pypto.frontend.rules.movement import check_output
from pypto.frontend.rules.table import rule
from pypto.frontend.scalars import convert
from pypto.frontend.values import (
    ListValue,
    ScalarValue,
    TensorValue,
    TileValue,
    TupleValue,
    Value,
)


def _indices(call: OpCall, source: TensorValue | TileValue) -> list[ScalarValue]:
    value = call.value("indices")
    rank = source.type.rank
    if isinstance(value, (ListValue, TupleValue)):
        indices = call.indices("indices")
    elif rank == 1:
        indices = [call.c.index(value, call.nodes.get("indices", call.node), "index")]
    else:
        raise call.fail(
            codes.OperandShape,
            f"a single index needs rank 1, the {source.kind.lower()} is {rank}D",
            "indices",
            hint=f"pass {rank} indices as a list",
        )
    if len(indices) != rank:
        raise call.fail(
            codes.OperandShape,
            f"{len(indices)} indices for a {rank}D {source.kind.lower()}",
            "indices",
            expected=f"{rank} indices",
        )
    for axis, (index, extent) in enumerate(zip(indices, source.type.shape, strict=True)):
        sym = call.c.sym(index)
        if (
            symbolic.provably_less(sym, 0)
            or not symbolic.provably_less(sym, extent)
            and _known(sym, extent)
        ):
            raise call.fail(
                codes.OutOfBounds,
                f"index {sym} of axis {axis} is outside 0..{symbolic.sub(extent, 1)}",
                "indices",
                expected=f"an index of axis {axis} from 0, less than {extent}",
                hint=f"indices count from the start: {symbolic.add(extent, sym)} is that element"
                if isinstance(extent, int) and isinstance(sym, int) and -extent <= sym < 0
                else None,
            )
    return indices


def _known(a: symbolic.Sym, b: symbolic.Sym) -> bool:
    return isinstance(symbolic.sub(a, b), int)


@rule("read")
def read(call: OpCall) -> Value:
    """One element."""
    level = dispatch(call, "src")
    source = call.shaped("src")
    indices = _indices(call, source)
    operands = [source.ir, *call.index_operands(indices)]
    return call.emit_scalar(f"{level}.read", operands, source.type.dtype)


@rule("write")
def write(call: OpCall) -> Value:
    """One element replaced."""
    level = dispatch(call, "dst")
    target = call.shaped("dst")
    indices = _indices(call, target)
    value = call.scalar("value")
    dtype = target.type.dtype
    adapts = value.literal and (
        value.dtype.is_float() == dtype.is_float() or value.dtype is dtypes.INDEX
    )
    if (
        value.dtype is not dtype
        and not adapts
        and not {value.dtype, dtype} <= {dtypes.INDEX, dtypes.INT64}
    ):
        raise call.fail(
            codes.OperandDtype,
            f"'value' must have exactly dtype {dtype}",
            "value",
            expected=f"pl.Scalar[pl.{dtype}]",
            got=value.describe(),
            hint=f"pl.cast({call.c.text(call.nodes.get('value', call.node))}, pl.{dtype})",
        )
    if value.const is not None:
        check_fits(call, "value", value.const, dtype)
    call.c.locate(call.node)
    operands = [convert(call.c, value, dtype), target.ir, *call.index_operands(indices)]
    if isinstance(target, TileValue):
        return call.emit(f"{level}.write", operands, target.type)
    check_output(call, target, "dst")
    call.emit_raw(f"{level}.write", operands, [])
    check_scalar_write(call.c, call.node, target, call.syms(indices))
    call.c.mark_written(target.parameter, target.ir)
    return target


@rule("dim")
def dim(call: OpCall) -> Value:
    """The extent of one axis."""
    source = call.tensor("tensor")
    rank, axis = source.type.rank, call.integer("axis")
    if not -rank <= axis < rank:
        raise call.fail(
            codes.OperandShape,
            f"axis {axis} of a {rank}D tensor",
            "axis",
            expected=f"an axis in {-rank}..{rank - 1}",
            hint=call.written(axis=str(rank - 1)) + " is the last axis",
        )
    return dimension(call.c, source, axis % rank, call.node)
