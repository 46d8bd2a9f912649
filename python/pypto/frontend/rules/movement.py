# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Data movement between DDR and the on-chip buffers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend import symbolic
from pypto.frontend.rules import low_precision
from pypto.frontend.rules.accumulators import accumulator_stores
from pypto.frontend.rules.blocks import (
    check_block_assemble,
    check_block_load,
    check_block_store,
)
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import conversion, dispatch, require_same_dtype
from pypto.frontend.rules.flat import check_flat_move
from pypto.frontend.rules.table import rule
from pypto.frontend.rules.tile_orders import check_order
from pypto.frontend.types import TileType, dims_text, tile_type
from pypto.frontend.values import ScalarValue, TensorValue, TileValue, Value
from pypto.language.enums import AtomicType, MemorySpace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.dtypes import DataType

_LOAD_TARGETS = (MemorySpace.Vec, MemorySpace.Mat)
# Only products read them.
_DEAD_ENDS = ("Left", "Right", "Bias", "LeftScale", "RightScale")
_MOVE_TARGETS = (
    MemorySpace.Vec,
    MemorySpace.Mat,
    MemorySpace.Left,
    MemorySpace.Right,
    MemorySpace.Bias,
    MemorySpace.LeftScale,
    MemorySpace.RightScale,
)
_EXTRACT_TARGETS = (MemorySpace.Left, MemorySpace.Right, MemorySpace.Mat)
_ATOMIC_DTYPES = (
    dtypes.FP32,
    dtypes.BF16,
    dtypes.FP16,
    dtypes.INT32,
    dtypes.INT16,
    dtypes.INT8,
)


def _completed(call: OpCall, name: str, entries: Sequence[Any], rank: int) -> str | None:
    """The call with the list as long as the tensor has axes."""
    written = getattr(call.nodes.get(name), "elts", None)
    if written is None or not 0 < len(written) < rank or len(written) != len(entries):
        return None
    filler = "0" if "offset" in name else "1"
    texts = [filler] * (rank - len(written)) + [call.c.text(part) for part in written]
    return call.written(**{name: f"[{', '.join(texts)}]"})


def same_rank(call: OpCall, rank: int, **lists: Sequence[Any]) -> None:
    """Every list has `rank` entries."""
    for name, entries in lists.items():
        if len(entries) != rank:
            raise call.fail(
                codes.OperandShape,
                f"'{name}' has {len(entries)} entries but the tensor is {rank}D",
                name,
                expected=f"{rank} entries, one for each axis",
                hint=_completed(call, name, entries, rank),
            )


def check_window(
    call: OpCall,
    bounds: Sequence[symbolic.Sym],
    offsets: Sequence[ScalarValue],
    extents: Sequence[symbolic.Sym],
    what: str,
    at: str,
) -> None:
    """The window is not provably outside of `bounds`."""
    for axis, (bound, offset, extent) in enumerate(zip(bounds, offsets, extents, strict=True)):
        start = call.c.sym(offset)
        if type(start) is int and type(extent) is int and type(bound) is int:
            if 0 <= start and start + extent <= bound:
                continue
        if symbolic.provably_less(start, 0):
            raise call.fail(
                codes.OutOfBounds,
                f"offset {start} of axis {axis} is negative",
                at,
                expected="an offset of at least 0",
                hint=f"offsets count from the start: {symbolic.add(bound, start)} is {-start} "
                "before the end"
                if isinstance(bound, int) and isinstance(start, int) and start >= -bound
                else None,
            )
        if isinstance(extent, int) and isinstance(bound, int) and extent > bound:
            raise call.fail(
                codes.OutOfBounds,
                f"a window of {extent} elements along axis {axis} is larger than the {what}, which "
                f"has {bound} there",
                at,
                expected=f"a window inside {dims_text(bounds)}",
                hint=_cut(call),
            )
        end = symbolic.add(start, extent)
        if symbolic.provably_less(bound, end):
            raise call.fail(
                codes.OutOfBounds,
                f"offset {start} + extent {extent} of axis {axis} passes the extent {bound} of "
                f"the {what}",
                at,
                expected=f"a window inside {dims_text(bounds)}",
                hint=_cut(call),
            )


def _cut(call: OpCall) -> str | None:
    if "clamp" not in call.info.parameters:
        return None
    return "narrow the window, or pass clamp=True to cut it at the edge"


@rule("load", window=("offsets", "tensor", None))
def load(call: OpCall) -> Value:
    """DDR -> Vec or Mat."""
    c = call.c
    source = call.tensor("tensor")
    space: MemorySpace = call.member("target_memory", MemorySpace)
    if space not in _LOAD_TARGETS:
        raise call.fail(
            codes.OperandSpace,
            f"pl.load cannot target {space.name}: a DDR load reaches only Vec or Mat",
            "target_memory",
            expected="pl.Mem.Vec or pl.Mem.Mat",
            got=f"pl.Mem.{space.name}",
            hint=f"load to pl.Mem.Mat, then pl.move(t, target_memory=pl.Mem.{space.name})"
            if space is not MemorySpace.Acc
            else "pl.matmul writes Acc",
        )
    offsets = call.indices("offsets")
    shape = call.static_shape("shapes")
    rank = source.type.rank
    same_rank(call, rank, offsets=offsets, shapes=shape)
    extents = [ScalarValue(dtypes.INDEX, const=e, sym=e) for e in shape]
    valid, operands = window_valid(call, source, offsets, extents)
    if not call.flag("clamp"):
        check_window(call, source.type.shape, offsets, valid, "tensor", "offsets")
    if source.type.layout == "nz":
        check_block_load(call, source.type, offsets, space.name)
    else:
        _hint_short_rows(call, "pl.load", valid, source.type.shape, source.type.dtype)
    type = tile_type(shape, source.type.dtype, space.name, valid)
    if low_precision.is_scale(source.type):
        low_precision.check_scale_window(call, source.type, offsets, shape)
        type = type.replace(layout=source.type.layout)
    dynamic = [v for v, extent in zip(operands, valid, strict=True) if not isinstance(extent, int)]
    attributes = {"operandSegmentSizes": c.b.segments(1, rank, len(dynamic), 0)}
    ir = [source.ir, *call.index_operands(offsets), *call.index_operands(dynamic)]
    return call.emit("tile.load", ir, type, attributes)


# Bytes of an innermost row that use the whole bandwidth.
_WIDE_ROWS = {"a2a3": 512, "a5": 128}


def _hint_short_rows(
    call: OpCall, name: str, moved: Sequence[Any], whole: Sequence[Any], dtype: DataType
) -> None:
    """TileInnermostDimGranularity: short pieces of long rows are slow."""
    inner = moved[-1]
    if type(inner) is not int or inner == whole[-1]:
        return
    c = call.c
    size, wanted = inner * dtype.get_byte(), _WIDE_ROWS[c.program.arch]
    if size < wanted:
        c.engine.hint(
            codes.TileInnermostDimGranularity,
            "PH001",
            f"{name} moves pieces of {size} bytes of longer rows; "
            f"{wanted} or more use the whole bandwidth",
            c.place_of(call.node),
        )


def window_valid(
    call: OpCall,
    source: TensorValue,
    offsets: list[ScalarValue],
    extents: list[ScalarValue],
) -> tuple[tuple[Any, ...], list[ScalarValue]]:
    """Valid extents of a window: what `valid_shape` asks for, cut at the edge by `clamp`."""
    shape = call.syms(extents)
    valid: list[Any] = list(shape)
    operands = list(extents)
    if call.given("valid_shape"):
        requested = call.indices("valid_shape")
        same_rank(call, len(shape), valid_shape=requested)
        for axis, extent in enumerate(requested):
            sym = call.c.sym(extent)
            if symbolic.provably_less(shape[axis], sym) or symbolic.provably_less(sym, 0):
                raise call.fail(
                    codes.OperandShape,
                    f"valid_shape {sym} of axis {axis} must be in 0..{shape[axis]}",
                    "valid_shape",
                    expected=f"0..{shape[axis]}",
                )
            valid[axis], operands[axis] = sym, extent
    if call.flag("clamp"):
        for axis, bound in enumerate(source.type.shape):
            end = symbolic.add(call.c.sym(offsets[axis]), shape[axis])
            if isinstance(end, int) and isinstance(bound, int) and end <= bound:
                continue
            cut = minimum(call, remaining(call, source, offsets[axis], axis), operands[axis])
            valid[axis], operands[axis] = call.c.sym(cut), cut
    return tuple(valid), operands


def remaining(call: OpCall, source: TensorValue, offset: ScalarValue, axis: int) -> ScalarValue:
    """What is left of the extent of an axis behind `offset`, at least 0."""
    import ast

    from pypto.frontend import scalars
    from pypto.frontend.expressions import dimension

    extent = dimension(call.c, source, axis, call.node)
    rest = scalars.binary(call.c, call.node, ast.Sub, extent, offset)
    zero = ScalarValue(dtypes.INDEX, const=0, sym=0)
    return scalars.minimum_maximum(call.c, call.node, False, rest, zero)


def minimum(call: OpCall, a: ScalarValue, b: ScalarValue) -> ScalarValue:
    """The smaller of two index scalars."""
    from pypto.frontend import scalars

    return scalars.minimum_maximum(call.c, call.node, True, a, b)


def atomic_attribute(call: OpCall, target: TensorValue) -> dict[str, Any]:
    """The `atomic` attribute of a store; its element type must support it."""
    atomic = call.member("atomic", AtomicType)
    if atomic is AtomicType.None_:
        return {}
    dtype = target.type.dtype
    arch = call.c.program.arch
    if dtype not in _ATOMIC_DTYPES or (dtype is dtypes.BF16 and arch != "a2a3"):
        raise call.fail(
            codes.AtomicDtype,
            f"atomic=Add is not available for {dtype} on {arch}",
            "atomic",
            expected="FP32, FP16, INT32, INT16, INT8, or BF16 on the 910B",
        )
    return {"atomic": call.c.b.shared.attribute("#pypto.atomic<add>")}


@rule("store", window=("offsets", "output_tensor", "tile"))
def store(call: OpCall) -> Value:
    """A tile's valid region -> DDR; the result is the tensor."""
    tile, target = call.tile("tile"), call.tensor("output_tensor")
    offsets = call.indices("offsets")
    same_rank(call, target.type.rank, offsets=offsets)
    if tile.type.rank != target.type.rank and not (call.given("shapes") and tile.type.rank == 2):
        raise call.fail(
            codes.OperandShape,
            f"a {tile.type.rank}D tile cannot be stored to a {target.type.rank}D tensor",
            "tile",
            hint="pl.reshape one of them, or say with shapes= what it is in the tensor",
        )
    window = tile.type.valid
    if call.given("shapes"):
        window = _check_partition(call, tile, target)
    scales, attributes = _quantisation(call, tile, target)
    if not scales and "quant_scale" not in attributes:
        _check_store_dtype(call, tile, target)
    check_window(call, target.type.shape, offsets, window, "tensor", "offsets")
    if len(window) != tile.type.rank:
        attributes["window"] = call.c.b.i64_array(call.static_shape("shapes"))
    _check_store_direction(call, target)
    if target.type.layout == "nz":
        check_block_store(call, tile.type, target.type, offsets)
    else:
        _hint_short_rows(call, "pl.store", window, target.type.shape, target.type.dtype)
    attributes |= atomic_attribute(call, target)
    attributes["operandSegmentSizes"] = call.c.b.segments(1, 1, len(offsets), len(scales))
    operands = [tile.ir, target.ir, *call.index_operands(offsets), *scales]
    operation = call.emit_raw("tile.store", operands, [target.type], attributes)
    call.c.mark_written(target.parameter, target.ir)
    return target.written(call.c.b.results(operation)[0])


def _quantisation(
    call: OpCall, tile: TileValue, target: TensorValue
) -> tuple[list[Any], dict[str, Any]]:
    """The scales operand and the attributes of a store that quantises or rectifies."""
    attributes: dict[str, Any] = {}
    scales: list[Any] = []
    relu = "relu" in call.arguments and call.flag("relu")
    quantises = "quant_scale" in call.arguments and call.given("quant_scale")
    if not relu and not quantises:
        return scales, attributes
    name = "relu" if relu else "quant_scale"
    if tile.type.space != "Acc" or tile.type.dtype not in (dtypes.FP32, dtypes.INT32):
        raise call.fail(
            codes.OperandSpace,
            f"{name}= works on the way out of an accumulator",
            name,
            expected="a tile in Acc, as pl.matmul makes it",
            got=tile.describe(),
            hint="on a tile in Vec use pl.mul, pl.relu and pl.cast",
        )
    if relu:
        attributes["relu"] = call.c.b.shared.attribute("unit")
    if not quantises:
        return scales, attributes
    _check_quantised_dtype(call, tile, target)
    if isinstance(call.value("quant_scale"), TileValue):
        scales.append(_column_scales(call, tile, relu))
        return scales, attributes
    attributes["quant_scale"] = call.c.b.shared.attribute(f"{_one_scale(call)!r} : f32")
    return scales, attributes


def _check_quantised_dtype(call: OpCall, tile: TileValue, target: TensorValue) -> None:
    source, dtype = tile.type.dtype, target.type.dtype
    allowed = [dtypes.INT8, dtypes.UINT8]
    if source is dtypes.INT32:
        allowed.append(dtypes.FP16)
    if call.c.program.arch == "a5":
        allowed += [d for d in (dtypes.FP16, dtypes.BF16) if d not in allowed]
    if dtype in allowed:
        return
    arch = {"a5": "950 (a5)"}.get(call.c.program.arch, "910B (a2a3)")
    raise call.fail(
        codes.OperandDtype,
        f"the {arch} does not quantise an accumulator of {source} to {dtype}",
        "output_tensor",
        expected=" or ".join(str(d) for d in allowed),
        got=str(dtype),
        hint="without quant_scale= the store narrows FP32 to FP16 or BF16"
        if source is dtypes.FP32
        else None,
    )


def _one_scale(call: OpCall) -> float:
    """The hardware takes positive normal numbers, and keeps 10 bits of their mantissa."""
    import math

    scale = call.constant("quant_scale")
    if isinstance(scale, (int, float)) and not isinstance(scale, bool):
        value = float(scale)
        if math.isfinite(value) and 2.0**-126 <= value < 2.0**128:
            return value
    raise call.fail(
        codes.BadOpAttribute,
        "quant_scale must be a positive normal number",
        "quant_scale",
        expected="a number such as 0.125, or a tile [1, N] of UINT64 in Mat",
        got=repr(scale),
    )


def _column_scales(call: OpCall, tile: TileValue, relu: bool) -> Any:
    scales = call.tile("quant_scale")
    columns = tile.type.shape[-1]
    if (
        scales.type.shape != (1, columns)
        or scales.type.dtype not in (dtypes.UINT64, dtypes.INT64)
        or scales.type.space != "Mat"
    ):
        raise call.fail(
            codes.OperandShape,
            "scales for each column are one row of 64-bit parameters in Mat",
            "quant_scale",
            expected=f"a tile [1, {columns}] of UINT64 in Mat",
            got=scales.describe(),
            hint="each holds the bits of an FP32 scale in its low word",
        )
    if relu:
        raise call.fail(
            codes.BadOpAttribute,
            "no store has relu together with a scale for each column",
            "relu",
            hint="use one scale, or pl.relu on the stored result",
        )
    return scales.ir


def _check_partition(call: OpCall, tile: TileValue, target: TensorValue) -> tuple[Any, ...]:
    """The extents of a store along the tensor's axes: leading ones make the tile's rows."""
    partition = call.indices("shapes")
    same_rank(call, target.type.rank, shapes=partition)
    extents = call.syms(partition)
    if tile.type.rank != target.type.rank:
        static = call.static_shape("shapes")
        if (math.prod(static[:-1]), static[-1]) != tile.type.valid:
            raise call.fail(
                codes.OperandShape,
                f"the partition {dims_text(extents)} has not the rows and columns of the tile",
                "shapes",
                expected=f"leading extents that make {tile.type.valid[0]} rows, then "
                f"{tile.type.valid[1]} columns",
            )
        return static
    if extents != tile.type.shape and extents != tile.type.valid:
        raise call.fail(
            codes.OperandShape,
            f"the partition {dims_text(extents)} is not the tile's shape",
            "shapes",
            expected=dims_text(tile.type.shape),
        )
    return tile.type.valid


def _check_store_dtype(call: OpCall, tile: TileValue, target: TensorValue) -> None:
    source, dtype = tile.type.dtype, target.type.dtype
    if source is dtype:
        return
    # What a matmul wrote leaves through the cube's output path, which converts.
    if tile.type.space == "Acc":
        stores = accumulator_stores(source)
        if dtype in stores:
            return
        raise call.fail(
            codes.AccumulatorStore,
            f"an accumulator of {source} cannot be stored to a tensor of {dtype}",
            "tile",
            expected="a tensor of " + " or ".join(str(d) for d in stores),
            got=f"a tensor of {dtype}",
            hint=f"store it as {source}, and pl.cast what is stored in a second pl.at scope",
        )
    raise call.fail(
        codes.OperandDtype,
        f"a tile of {source} cannot be stored to a tensor of {dtype}",
        "tile",
        expected=f"a tile of {dtype}",
        got=tile.describe(),
        hint=conversion(call, "tile", source, (dtype,)),
    )


def _check_store_direction(call: OpCall, target: TensorValue) -> None:
    check_output(call, target, "output_tensor")


def check_output(call: OpCall, target: TensorValue, at: str) -> None:
    """A write into a parameter that is declared read-only is an error."""
    name = target.parameter
    parameter = call.c.parameters.get(name) if name else None
    if parameter is not None and parameter.direction == "In" and call.c.frame.kind != "inline":
        raise call.fail(
            codes.BadCallArguments,
            f"'{name}' is read-only: it is declared without a direction",
            at,
            expected=f"{name}: pl.Out[...] or pl.InOut[...]",
            hint=(
                "declare it as pl.Out[...] if the kernel only writes it, else pl.InOut[...]: "
                f"{name}"
            ),
        )


@rule("move")
def move(call: OpCall) -> Value:
    """On-chip copy."""
    tile = call.tile("tile")
    space: MemorySpace = call.member("target_memory", MemorySpace)
    if space not in _MOVE_TARGETS:
        hint = "pl.store writes DDR" if space is MemorySpace.DDR else "pl.matmul writes Acc"
        raise call.fail(
            codes.OperandSpace,
            f"pl.move cannot target {space.name}",
            "target_memory",
            expected=", ".join(s.name for s in _MOVE_TARGETS),
            hint=hint,
        )
    if tile.type.space in _DEAD_ENDS and tile.type.space != space.name:
        raise call.fail(
            codes.OperandSpace,
            f"nothing moves a tile out of {tile.type.space}",
            "tile",
            expected="a tile in Mat, Vec or Acc",
            got=tile.describe(),
            hint=f"move the tile that {call.text('tile')} was made of, once for each memory",
        )
    low_precision.check_scale_move(call, tile, space.name)
    check_order(call, tile, space.name)
    check_flat_move(call, tile, space.name)
    if space is MemorySpace.Bias and tile.type.shape[:-1] != (1,) * (tile.type.rank - 1):
        raise call.fail(
            codes.OperandShape,
            "the Bias buffer holds one row",
            "tile",
            expected=f"[1, {tile.type.shape[-1]}]",
            got=dims_text(tile.type.shape),
        )
    return call.emit("tile.move", [tile.ir], tile.type.replace(space=space.name, layout="nd"))


def _position(call: OpCall, name: str) -> ScalarValue:
    """A row or column of an extraction, which no narrow integer counts."""
    value = call.scalar(name)
    if value.const is None and value.dtype not in (dtypes.INDEX, dtypes.INT64, dtypes.UINT64):
        raise call.fail(
            codes.OperandDtype,
            f"'{name}' has dtype {value.dtype}",
            name,
            expected="an integer, INDEX, INT64 or UINT64",
            got=value.describe(),
            hint=f"pl.cast({call.text(name)}, pl.INDEX)",
        )
    return call.c.index(value, call.nodes.get(name, call.node), name)


@rule("extract")
def extract(call: OpCall) -> Value:
    """A static 2-D sub-tile copied to another space."""
    source = call.tile("src")
    shape = call.static_shape("shape")
    space: MemorySpace = call.member("target_memory", MemorySpace)
    if source.type.rank != 2 or len(shape) != 2:
        raise call.fail(
            codes.OperandShape,
            "extract works on rank 2",
            "src",
            expected="a tile of 2 axes",
            got=source.describe(),
        )
    if source.type.space == "Vec" or space not in _EXTRACT_TARGETS:
        at = "src" if source.type.space == "Vec" else "target_memory"
        raise call.fail(
            codes.OperandSpace,
            f"pl.tile.extract copies from Mat or Acc, not from {source.type.space} to {space.name}",
            at,
            expected="a tile in Mat to Left or Right, or one in Acc to Mat",
            got=source.describe(),
            hint="pl.slice(t, shape, offset) is a window of a tile in Vec",
        )
    offsets = [_position(call, n) for n in ("index_row", "index_col")]
    check_window(call, source.type.shape, offsets, shape, "tile", "shape")
    type = TileType(shape, source.type.dtype, space.name)
    return call.emit("tile.extract", [source.ir, *call.index_operands(offsets)], type)


@rule("assemble")
def assemble(call: OpCall) -> Value:
    """`source` written into `target`; the result is the target."""
    target, source = call.shaped("target"), call.shaped("source")
    if isinstance(target, TensorValue) and isinstance(source, TileValue):
        return _assemble_tile_in_tensor(call, target, source)
    level = dispatch(call, "target", "source")
    if source.type.rank != target.type.rank:
        raise call.fail(
            codes.OperandShape,
            f"source is {source.type.rank}D, target is {target.type.rank}D",
            "source",
            expected=f"{target.type.rank} dimensions",
            got=source.describe(),
        )
    check_block_assemble(call, target, source)
    if not _narrows_into_mat(target, source):
        require_same_dtype(call, "target", "source")
    offsets = call.indices("offset")
    same_rank(call, target.type.rank, offset=offsets)
    # Only what is valid of a computed tensor is written.
    written = source.valid if isinstance(source, TensorValue) else source.type.shape
    check_window(call, target.type.shape, offsets, written, level, "offset")
    attributes: dict[str, Any] = {}
    if isinstance(target, TensorValue):
        check_output(call, target, "target")
        attributes = atomic_attribute(call, target)
        if attributes and not call.c.in_core:
            raise call.fail(
                codes.MisplacedAtomic,
                "assemble(atomic=pl.AtomicType.Add) is only supported inside an InCore function",
                "atomic",
                expected="device work: a @pl.jit.incore kernel or a core scope",
                hint="with pl.at(level=pl.Level.CORE_GROUP): around it",
            )
    elif call.member("atomic", AtomicType) is not AtomicType.None_:
        raise call.fail(
            codes.FlagNotForTiles,
            "atomic= is not available on a Tile target",
            "atomic",
            hint="pl.store(tile, offsets, tensor, atomic=pl.AtomicType.Add)",
        )
    operands = [target.ir, source.ir, *call.index_operands(offsets)]
    operation = call.emit_raw(f"{level}.assemble", operands, [target.type], attributes)
    if isinstance(target, TensorValue):
        call.c.mark_written(target.parameter, target.ir)
        return target.written(call.c.b.results(operation)[0])
    return TileValue(target.type, call.c.b.results(operation)[0])


def _narrows_into_mat(target: Value, source: Value) -> bool:
    """The way from an accumulator to Mat rounds FP32 to a 16-bit element type."""
    return (
        isinstance(target, TileValue)
        and isinstance(source, TileValue)
        and target.type.space == "Mat"
        and source.type.space in (None, "Acc")
        and source.type.dtype is dtypes.FP32
        and target.type.dtype in (dtypes.FP16, dtypes.BF16)
    )


def _assemble_tile_in_tensor(call: OpCall, target: TensorValue, source: TileValue) -> Value:
    from pypto.language.ops.movement import store as declared

    arguments = {
        "tile": source,
        "offsets": call.value("offset"),
        "output_tensor": target,
        "shapes": None,
        "atomic": call.arguments["atomic"],
        "quant_scale": None,
        "relu": False,
    }
    nodes = {
        "tile": call.nodes.get("source", call.node),
        "offsets": call.nodes.get("offset", call.node),
        "output_tensor": call.nodes.get("target", call.node),
    }
    info: Any = declared
    return store(OpCall(call.c, call.node, info.__op__, arguments, nodes))
