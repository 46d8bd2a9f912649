# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""New tensors and tiles."""

from __future__ import annotations

import math
from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.dtypes import DataType
from pypto.frontend import scalars, symbolic
from pypto.frontend.rules import low_precision
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import (
    dispatch,
    element_scalar,
    fresh_tile,
    refuse_index,
    require_same_dtype,
    tensor_like,
)
from pypto.frontend.rules.retype import RANGES
from pypto.frontend.rules.table import rule
from pypto.frontend.types import FLAT, TensorType, TileType, dims_text
from pypto.frontend.values import ScalarValue, TileValue, Value
from pypto.language.enums import MemorySpace, TensorLayout

_RANDOM_DTYPES = (dtypes.INT32, dtypes.UINT32)


def element_dtype(call: OpCall, name: str = "dtype") -> DataType:
    """An element type that memory can hold."""
    dtype = call.dtype(name)
    if not dtype.mlir or dtype.kind in ("index", "task"):
        raise call.fail(
            codes.BadDtype,
            f"a tensor or tile cannot hold {dtype}",
            name,
            expected="pl.FP32, pl.FP16, pl.BF16, pl.INT32, pl.INT16, pl.INT8, pl.UINT8, ...",
            hint="INDEX values are kept as pl.INT32 or pl.INT64"
            if dtype.kind == "index"
            else "task ids are kept in pl.array.create(n, pl.TASK_ID)"
            if dtype.kind == "task"
            else None,
        )
    return dtype


@rule("create_tensor")
def create_tensor(call: OpCall) -> Value:
    """A DDR tensor of the control plane."""
    c = call.c
    extents = call.indices("shape")
    dtype = element_dtype(call)
    if c.kind in ("InCore", "AIC", "AIV"):
        raise call.fail(
            codes.AllocationInKernel,
            "a tensor cannot be allocated inside an InCore function: allocation is "
            "control-plane work",
            hint="allocate on the control plane, or take a pl.Out[...] parameter",
        )
    if not extents:
        raise call.fail(
            codes.BadShape,
            "'shape' needs at least one dimension",
            "shape",
            expected="a list of one extent or more",
            hint=call.written(shape="[1]"),
        )
    layout = call.member("layout", TensorLayout)
    if layout not in (TensorLayout.ND, TensorLayout.NZ):
        raise c.unavailable(
            call.nodes["layout"],
            f"pl.create_tensor with layout {layout.name}",
            expected="pl.TensorLayout.ND: rows, which loads bring into any memory, or "
            "pl.TensorLayout.NZ",
            hint="leave out layout=; b_trans=True multiplies with a transposed factor",
        )
    shape = call.syms(extents)
    for axis, extent in enumerate(shape):
        if isinstance(extent, int) and extent < 0:
            raise call.fail(
                codes.BadShape,
                f"'shape' has a negative extent, {extent} on axis {axis}",
                "shape",
                expected="extents of at least 0",
                got=dims_text(shape),
            )
    call.check_size(shape, "shape")
    type = TensorType(shape, dtype, layout.name.lower())
    wrong = low_precision.check_tensor_type(type) if layout is TensorLayout.NZ else None
    if wrong is not None:
        raise call.fail(codes.BadShape, wrong[0], "shape", expected=wrong[1], got=wrong[2])
    dynamic = [e for e in extents if e.const is None]
    attributes: dict[str, Any] = {}
    if call.given("init_value"):
        attributes["init"] = _initial_value(call, dtype)
    if call.flag("manual_dep"):
        attributes["manual_dep"] = c.b.shared.attribute("unit")
        c.warn(
            codes.HintWithoutEffect,
            call.nodes["manual_dep"],
            "manual_dep=True has no effect: the core model orders tasks by this tensor all the "
            "same",
        )
    if c.kind == "Host" and not c.in_core and (c.scopes or c.frame.loops):
        raise c.error(
            codes.HostAllocation,
            call.node,
            "pl.create_tensor in HOST orchestrator must be a top-level statement",
            hint="allocate before the loop or scope, and pass the tensor or a part of it on",
        )
    created = call.emit("tensor.create", call.index_operands(dynamic), type, attributes)
    created.allocated = True
    return created


def _initial_value(call: OpCall, dtype: DataType) -> Any:
    value = call.constant("init_value")
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise call.fail(
            codes.BadOpAttribute,
            "'init_value' must be a number",
            "init_value",
            got=repr(value),
            expected="an int or a float",
            hint=call.written(init_value=str(int(value))) if isinstance(value, bool) else None,
        )
    if value != 0 and dtype in (dtypes.FP16, dtypes.BF16):
        raise call.fail(
            codes.BadOpAttribute,
            f"a non-zero init_value is not available for {dtype}",
            "init_value",
            hint="create it with 0 and fill it in a core scope",
        )
    constant = scalars.constant_as(value, dtype)
    attribute = call.c.b.number(dtype, constant)
    if dtype.is_unsigned_int():
        # The tensor's own element type, which `arith.constant` could not have.
        type = call.c.b.shared.type(dtype.mlir)
        attribute = call.c.b.ir.IntegerAttr.get(type, attribute.value)
    return attribute


@rule("full")
def full(call: OpCall) -> Value:
    """A filled tensor."""
    return _full(call, "tensor", TensorType(call.static_shape("shape"), element_dtype(call)))


@rule("tile_full")
def tile_full(call: OpCall) -> Value:
    """A filled tile."""
    return _full(call, "tile", TileType(call.static_shape("shape"), element_dtype(call)))


def _full(call: OpCall, level: str, type: TensorType | TileType) -> Value:
    value = call.scalar("value")
    if value.const is None:
        raise call.fail(
            codes.BadOpAttribute,
            "'value' must be a constant",
            "value",
            got=value.describe(),
            hint="pl.expands(target, scalar) fills with a run-time scalar",
        )
    operand = call.c.b.constant(type.dtype, scalars.constant_as(value.const, type.dtype))
    return call.emit(f"{level}.full", [operand], type)


@rule("create_tile")
def create_tile(call: OpCall) -> Value:
    """An uninitialised tile."""
    shape = call.static_shape("shape")
    space: MemorySpace = call.member("target_memory", MemorySpace)
    if space in (
        MemorySpace.LeftScale,
        MemorySpace.RightScale,
        MemorySpace.DDR,
        MemorySpace.ScalarLocal,
    ):
        raise call.fail(
            codes.OperandSpace,
            f"a tile cannot be created in {space.name}",
            "target_memory",
            expected="Vec, Mat, Left, Right, Acc or Bias",
        )
    transpose = call.constant("transpose")
    flat = call.constant("flat_layout")
    if transpose and (space is not MemorySpace.Mat or len(shape) != 2):
        raise call.fail(
            codes.BadOpAttribute,
            "transpose=True is for 2-D tiles in Mat only",
            "transpose",
            expected="[rows, columns] with target_memory=pl.Mem.Mat",
            hint=call.written(target_memory="pl.Mem.Mat")
            if len(shape) == 2
            else call.written("transpose"),
        )
    if flat and (space is not MemorySpace.Mat or transpose):
        raise call.fail(
            codes.BadOpAttribute,
            "flat_layout=True is for tiles in Mat without transpose only",
            "flat_layout",
            expected="target_memory=pl.Mem.Mat without transpose=True",
            hint=call.written("flat_layout"),
        )
    type = TileType(shape, element_dtype(call), space.name)
    if transpose:
        type = type.replace(layout="zn")
    attributes: dict[str, Any] = {"operandSegmentSizes": call.c.b.segments(0, 0)}
    if flat:
        type = type.replace(layout=FLAT)
        attributes["pypto.rows"] = call.c.b.shared.attribute("unit")
    return call.emit("tile.create", [], type, attributes)


@rule("create_l1")
def create_l1(call: OpCall) -> Value:
    """A tile in Mat behind a tensor-typed handle; here it is the tile, which says so."""
    shape = call.static_shape("shape")
    type = TileType(
        shape, element_dtype(call), "Mat", layout="zn" if call.flag("transpose") else "nd"
    )
    segments = {"operandSegmentSizes": call.c.b.segments(0, 0)}
    created = call.emit("tile.create", [], type, segments)
    created.handle = True
    return created


@rule("arange", "tile_arange")
def arange(call: OpCall) -> Value:
    """A row of consecutive integers."""
    shape, dtype = call.static_shape("shape"), call.dtype("dtype")
    if dtype not in RANGES:
        raise call.fail(
            codes.OperandDtype,
            f"arange of {dtype}",
            "dtype",
            expected="INT16, INT32, UINT16 or UINT32",
        )
    if any(extent != 1 for extent in shape[:-1]) or shape[-1] == 1:
        raise call.fail(
            codes.OperandShape,
            "leading dimensions must be 1 and the last one must not",
            "shape",
            got=str(list(shape)),
            expected="[1, n] with n of at least 2",
            hint=call.written(shape=str([*(1 for _ in shape[:-1]), max(2, shape[-1])])),
        )
    start = call.scalar("start")
    if not start.literal and start.dtype is not dtype:
        raise call.fail(
            codes.OperandDtype,
            f"'start' must have dtype {dtype}",
            "start",
            got=start.describe(),
            hint=f"pl.cast({call.text('start')}, pl.{dtype})",
        )
    refuse_index(call, "start", start)
    call.c.locate(call.node)
    operand = scalars.convert(call.c, start, dtype)
    level = call.info.level
    type: Any = TileType(shape, dtype) if level == "tile" else TensorType(shape, dtype)
    attributes = (
        {"descending": call.c.b.shared.attribute("unit")} if call.flag("descending") else None
    )
    return call.emit(f"{level}.ci", [operand], type, attributes)


def _require_matrix(call: OpCall, shape: tuple[int, ...]) -> None:
    """The result has rows and columns."""
    if len(shape) != 2:
        raise call.fail(
            codes.OperandShape,
            "'shape' must have 2 dimensions",
            "shape",
            expected="[rows, columns]",
            got=dims_text(shape),
            hint=call.written(shape=str([math.prod(shape[:-1]), *shape[-1:]])),
        )


@rule("random", "tile_random")
def random(call: OpCall) -> Value:
    """Counter-based random numbers."""
    names = ("key0", "key1", "counter0", "counter1", "counter2", "counter3")
    dtype = call.dtype("dtype")
    shape = call.static_shape("shape")
    if dtype not in _RANDOM_DTYPES:
        raise call.fail(
            codes.OperandDtype, f"random of {dtype}", "dtype", expected="INT32 or UINT32"
        )
    if call.integer("rounds") not in (7, 10):
        raise call.fail(
            codes.BadOpAttribute,
            "'rounds' must be 7 or 10",
            "rounds",
            expected="7 or 10",
            hint=call.written(rounds="10"),
        )
    _require_matrix(call, shape)
    operands = [element_scalar(call, name, dtypes.INT32) for name in names]
    level = call.info.level
    type: Any = TileType(shape, dtype) if level == "tile" else TensorType(shape, dtype)
    attributes = {"rounds": call.c.b.shared.attribute(f"{call.integer('rounds')} : i64")}
    result = call.emit(f"{level}.random", operands, type, attributes)
    return _narrowed(call, result) if level == "tile" else result


@rule("tri")
def tri(call: OpCall) -> Value:
    """A triangle of ones."""
    shape = call.static_shape("shape")
    _require_matrix(call, shape)
    diagonal = call.scalar("diagonal")
    if diagonal.dtype.is_float():
        raise call.fail(
            codes.OperandDtype,
            "'diagonal' must be an integer",
            "diagonal",
            expected="an int, or a scalar of INT32",
            got=diagonal.describe(),
            hint=f"pl.cast({call.text('diagonal')}, pl.INT32)" if diagonal.const is None else None,
        )
    operand = element_scalar(call, "diagonal", dtypes.INT32)
    attributes = {"upper": call.c.b.shared.attribute("unit")} if call.flag("upper") else None
    type = TileType(shape, element_dtype(call))
    return _narrowed(call, call.emit("tile.tri", [operand], type, attributes))


def _narrowed(call: OpCall, tile: TileValue) -> Value:
    """The tile with the valid region that `valid_shape` says."""
    if not call.given("valid_shape"):
        return tile
    extents, shape = call.indices("valid_shape"), tile.type.shape
    symbols = call.syms(extents)
    if len(extents) != 2 or any(
        symbolic.provably_less(whole, extent) or symbolic.provably_less(extent, 0)
        for extent, whole in zip(symbols, shape, strict=False)
    ):
        raise call.fail(
            codes.OperandShape,
            "'valid_shape' must lie inside the tile",
            "valid_shape",
            expected=f"[rows, columns], at most {dims_text(shape)}",
            got=dims_text(symbols),
        )
    operands = [tile.ir, *call.index_operands(extents)]
    return call.emit("tile.set_validshape", operands, tile.type.replace(valid=symbols))


@rule("expands")
def expands(call: OpCall) -> Value:
    """A scalar in every element of the shape of a target."""
    level = dispatch(call, "target")
    target = call.shaped("target")
    operand = element_scalar(call, "scalar", target.type.dtype)
    if isinstance(target.type, TileType):
        type: Any = fresh_tile(target.type)
    else:
        type = tensor_like(target.type)
    return call.emit(f"{level}.full", [operand], type)


@rule("expand_clone")
def expand_clone(call: OpCall) -> Value:
    """A broadcast along at most one axis."""
    src, target = call.tensor("src"), call.tensor("target")
    require_same_dtype(call, "src", "target")
    pairs = list(zip(src.type.shape, target.type.shape, strict=False))
    changed = [axis for axis, (a, b) in enumerate(pairs) if a != b]
    if src.type.rank != 3 or target.type.rank != 3 or len(changed) > 1:
        raise call.fail(
            codes.OperandShape,
            "expand_clone broadcasts one axis of a rank-3 tensor",
            "src",
            expected="'src' and 'target' of 3 axes that differ in one, which is 1 in 'src'",
            got=f"{dims_text(src.type.shape)} to {dims_text(target.type.shape)}",
            hint="clone one axis after the other" if len(changed) > 1 else None,
        )
    if changed and src.type.shape[changed[0]] != 1:
        raise call.fail(
            codes.OperandShape,
            f"axis {changed[0]} of 'src' must be 1",
            "src",
            expected=f"extent 1 of axis {changed[0]}, which becomes "
            f"{target.type.shape[changed[0]]}",
            got=dims_text(src.type.shape),
        )
    return call.emit("tensor.expand_clone", [src.ir, target.ir], tensor_like(target.type))


def zero_of(dtype: DataType) -> ScalarValue:
    """The zero of an element type."""
    return ScalarValue(dtype, const=0.0 if dtype.is_float() else 0)
