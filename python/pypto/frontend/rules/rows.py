# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows and elements of memory by index: gather_row, paged_gather, mgather, mscatter."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import require_dtype, require_rank, require_same_shape
from pypto.frontend.rules.movement import check_output, check_window, same_rank
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TensorType, TileType, dims_text
from pypto.frontend.values import TensorValue, TileValue, Value
from pypto.language.enums import MemorySpace

_PAGED_DTYPES = (dtypes.FP16, dtypes.BF16, dtypes.FP32, dtypes.INT8)
_MSCATTER_DTYPES = (dtypes.FP16, dtypes.FP32, dtypes.INT16, dtypes.INT32)
_MGATHER_DTYPES = (
    *_MSCATTER_DTYPES,
    dtypes.BF16,
    dtypes.INT8,
    dtypes.UINT8,
    dtypes.UINT16,
    dtypes.UINT32,
    dtypes.FP8E4M3FN,
    dtypes.FP8E5M2,
)
_POLICIES = ("undefined", "clamp", "wrap", "zero")
_SPACES = (MemorySpace.Mat, MemorySpace.Vec)


def _attr(call: OpCall, text: str) -> Any:
    return call.c.b.shared.attribute(text)


@rule("gather_row")
def gather_row(call: OpCall) -> Value:
    """One window of a tensor into a window of an on-chip accumulator."""
    dst, src = call.value("dst"), call.tensor("src")
    if not isinstance(dst, TileValue):
        call.tile("dst")
    assert isinstance(dst, TileValue)
    if dst.type.dtype is not src.type.dtype:
        raise call.fail(
            codes.OperandDtype,
            f"'src' must have dtype {dst.type.dtype}",
            "src",
            expected=f"the element type of 'dst', {dst.type.dtype}",
            got=src.describe(),
        )
    shape = call.static_shape("shapes")
    to, start = call.indices("dst_offset"), call.indices("src_offset")
    same_rank(call, dst.type.rank, dst_offset=to, shapes=shape)
    same_rank(call, src.type.rank, src_offset=start)
    transpose = call.flag("transpose")
    written = (*shape[:-2], shape[-1], shape[-2]) if transpose and len(shape) > 1 else shape
    check_window(call, dst.type.shape, to, written, "tile", "shapes")
    if transpose and call.given("valid_shape"):
        raise call.fail(
            codes.BadOpAttribute,
            "valid_shape is not available with transpose",
            "valid_shape",
            expected="valid_shape= without transpose=True",
            hint=call.written("valid_shape"),
        )
    rows = _valid_rows(call, shape) if call.given("valid_shape") else []
    operands = [dst.ir, src.ir, *call.index_operands(to), *call.index_operands(start), *rows]
    groups = (1, 1, len(to), len(start))
    attributes = {"shape": call.c.b.i64_array(shape)}
    if not transpose and not rows:
        attributes["operandSegmentSizes"] = call.c.b.segments(*groups)
        return _same_handle(dst, call.emit("tile.gather_row", operands, dst.type, attributes))
    attributes["operandSegmentSizes"] = call.c.b.segments(*groups, len(rows))
    if transpose:
        attributes["transpose"] = _attr(call, "unit")
    return _same_handle(dst, call.emit("tile.gather_window", operands, dst.type, attributes))


def _same_handle(old: TileValue, new: TileValue) -> TileValue:
    new.handle = old.handle
    return new


def _valid_rows(call: OpCall, shape: tuple[int, ...]) -> list[Any]:
    """The rows of the window that are copied; its columns are all of them."""
    valid = call.indices("valid_shape")
    same_rank(call, len(shape), valid_shape=valid)
    for axis in range(1, len(shape)):
        if valid[axis].const != shape[axis]:
            raise call.fail(
                codes.BadOpAttribute,
                f"valid_shape may leave out rows only; axis {axis} has {shape[axis]} columns",
                "valid_shape",
                expected=f"[rows, {dims_text(shape[1:])[1:]}",
                hint=call.written(valid_shape=dims_text((*call.syms(valid[:1]), *shape[1:]))),
            )
    known = valid[0].const
    if known is not None and not 0 <= known <= shape[0]:
        raise call.fail(
            codes.OperandShape,
            f"valid_shape {known} must be in 0..{shape[0]}",
            "valid_shape",
            expected=f"0..{shape[0]} rows of the window",
        )
    return call.index_operands(valid[:1])


def _index_list(call: OpCall, name: str) -> Any:
    """An INT32 tensor [n] or [1, n]."""
    require_dtype(call, name, (dtypes.INT32,))
    value = call.tensor(name)
    shape = value.type.shape
    if len(shape) not in (1, 2) or (len(shape) == 2 and shape[0] != 1):
        raise call.fail(
            codes.OperandShape,
            f"'{name}' must be a list of indices",
            name,
            expected="shape [n] or [1, n]",
            got=value.describe(),
        )
    return value


def _space(call: OpCall, name: str) -> MemorySpace:
    space: MemorySpace = call.member(name, MemorySpace)
    if space in _SPACES:
        return space
    raise call.fail(
        codes.OperandSpace,
        f"'{name}' cannot be {space.name}: memory is gathered into Mat or Vec",
        name,
        expected="pl.Mem.Mat or pl.Mem.Vec",
    )


def _row_attributes(call: OpCall, block: int, space: MemorySpace, policy: str) -> dict[str, Any]:
    return {
        "block": _attr(call, f"{block} : i64"),
        "space": _attr(call, f"#pypto.space<{space.name}>"),
        "out_of_range": _attr(call, f"{_POLICIES.index(policy)} : i32"),
    }


@rule("paged_gather")
def paged_gather(call: OpCall) -> Value:
    """Rows through a block table."""
    src = call.tensor("src")
    require_rank(call, "src", 2)
    require_dtype(call, "src", _PAGED_DTYPES)
    indices, table = _index_list(call, "indices"), _index_list(call, "block_table")
    sizes = {name: call.integer(name) for name in ("block_size", "size", "max_indices")}
    for name, size in sizes.items():
        if size <= 0:
            raise call.fail(
                codes.BadOpAttribute,
                f"{name} {size} must be positive",
                name,
                expected="an int of at least 1",
            )
    space = _space(call, "space")
    transpose = call.flag("is_trans")
    if transpose and space is not MemorySpace.Mat:
        raise call.fail(
            codes.BadOpAttribute,
            "is_trans needs space=pl.Mem.Mat",
            "is_trans",
            expected="is_trans=True with space=pl.Mem.Mat",
            hint=call.written(space="pl.Mem.Mat"),
        )
    # Which operand of a product the result becomes is seen from its use.
    call.flag("is_b_matrix")
    count, columns = indices.type.shape[-1], src.type.shape[1]
    if isinstance(count, int) and count > sizes["max_indices"]:
        raise call.fail(
            codes.OperandShape,
            f"max_indices {sizes['max_indices']} does not cover the {count} indices",
            "max_indices",
            expected=f"at least {count}",
            hint=call.written(max_indices=str(count)),
        )
    start = call.scalar("col_off")
    first = call.c.index(start, call.nodes.get("col_off", call.node), "'col_off'")
    known = first.const if first.const is not None else 0
    if isinstance(columns, int) and (known < 0 or known + sizes["size"] > columns):
        raise call.fail(
            codes.OutOfBounds,
            f"columns {known} to {known + sizes['size']} of a tensor of {columns} columns",
            "size",
            expected=f"col_off at least 0 and col_off + size at most {columns}",
            hint=call.written(size=str(columns - known)) if 0 <= known < columns else None,
        )
    shape = (sizes["max_indices"], sizes["size"])
    attributes = _row_attributes(call, sizes["block_size"], space, "undefined")
    if transpose:
        attributes["transpose"] = _attr(call, "unit")
        shape = (shape[1], shape[0])
    operands = [src.ir, indices.ir, table.ir, *call.index_operands([first])]
    type = TensorType(shape, src.type.dtype)
    return call.emit("tensor.gather_rows", operands, type, attributes, whole=True)


def _policy(call: OpCall) -> str:
    value = call.constant("gather_oob")
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(_POLICIES):
        return _POLICIES[value]
    if value in _POLICIES:
        return str(value)
    raise call.fail(
        codes.BadOpAttribute,
        f"invalid gather_oob {value!r}",
        "gather_oob",
        expected="undefined, clamp, wrap or zero (0 to 3)",
    )


@rule("mgather")
def mgather(call: OpCall) -> Value:
    """Rows or elements of a tensor by index."""
    mem = call.tensor("mem")
    require_dtype(call, "mem", _MGATHER_DTYPES)
    require_dtype(call, "idx", (dtypes.INT32,))
    mode = call.constant("coalesce")
    if mode not in ("row", "elem", 0, 1) or isinstance(mode, bool):
        raise call.fail(
            codes.BadOpAttribute,
            f"invalid coalesce {mode!r}",
            "coalesce",
            expected='"row" (0) or "elem" (1)',
        )
    by_rows, policy = mode in ("row", 0), _policy(call)
    columns: Any = mem.type.shape[-1]
    if by_rows:
        require_rank(call, "mem", 2)
        if not isinstance(columns, int):
            raise call.fail(
                codes.OperandShape,
                "rows of 'mem' must have a known length",
                "mem",
                got=mem.describe(),
                expected="a tensor [rows, columns], columns an int",
                hint=f"annotate it as pl.Tensor[[{mem.type.shape[0]}, 64], pl.{mem.type.dtype}] "
                "with the number of columns",
            )
    if _space(call, "target_memory") is MemorySpace.Mat:
        return _mgather_to_mat(call, mem, by_rows, policy)
    if call.given("scratch"):
        raise call.fail(
            codes.BadOpArguments,
            'scratch= is for target_memory=pl.Mem.Mat with coalesce="elem"',
            "scratch",
            expected="no scratch=: the result lies in Vec",
            hint=call.written("scratch"),
        )
    idx = call.tile("idx")
    require_rank(call, "idx", 2)
    shape: Any = idx.type.shape
    valid: Any = idx.type.valid
    if by_rows:
        axis = 1 if shape[0] == 1 else 0
        if shape[1 - axis] != 1:
            raise call.fail(
                codes.OperandShape,
                "the row form needs one index for each row",
                "idx",
                expected="an INT32 tile [1, R] or [R, 1]",
                got=idx.describe(),
                hint='pass coalesce="elem" for one index for each element',
            )
        shape, valid = (shape[axis], columns), (valid[axis], columns)
    row_bytes = shape[1] * mem.type.dtype.bits // 8
    if row_bytes % 32:
        raise call.fail(
            codes.OperandShape,
            f"rows of {row_bytes} bytes; rows of a tile are multiples of 32 bytes",
            "mem" if by_rows else "idx",
            expected=f"a multiple of {256 // mem.type.dtype.bits} elements of {mem.type.dtype} "
            "in a row",
            hint=f"{-(-row_bytes // 32) * 256 // mem.type.dtype.bits} columns instead of "
            f"{shape[1]}",
        )
    if call.given("valid_shape"):
        asked = call.indices("valid_shape")
        same_rank(call, 2, valid_shape=asked)
        if tuple(e.const for e in asked) != valid:
            raise call.fail(
                codes.OperandShape,
                "the result is valid where the indices are",
                "valid_shape",
                expected=str(list(valid)),
                hint="restrict the indices, e.g. with pl.set_validshape",
            )
    attributes = {"out_of_range": _attr(call, f"{_POLICIES.index(policy)} : i32")}
    if by_rows:
        attributes["by_rows"] = _attr(call, "unit")
    type = TileType(shape, mem.type.dtype, "Vec", valid)
    return call.emit("tile.mgather", [mem.ir, idx.ir], type, attributes)


def _mgather_to_mat(call: OpCall, mem: TensorValue, by_rows: bool, policy: str) -> Value:
    if not by_rows:
        from pypto.frontend.rules.element_gather import gather_elements

        return gather_elements(call, mem, policy)
    if call.given("scratch"):
        raise call.fail(
            codes.BadOpArguments,
            "rows come into Mat without a scratch tensor",
            "scratch",
            hint='scratch= is for coalesce="elem"',
        )
    if policy == "zero":
        raise call.fail(
            codes.BadOpAttribute,
            'gather_oob="zero" is for target_memory=pl.Mem.Vec',
            "gather_oob",
            expected="undefined, clamp or wrap",
        )
    indices = _index_list(call, "idx")
    rows: Any = indices.type.shape[-1]
    columns: Any = mem.type.shape[1]
    lanes = 32 * 8 // mem.type.dtype.bits
    if not isinstance(rows, int) or rows % 16 or columns % lanes:
        raise call.fail(
            codes.OperandShape,
            f"a tile in Mat has whole boxes of 16 x {lanes}",
            "idx",
            expected=f"a multiple of 16 indices and of {lanes} columns",
            got=f"{rows} indices, {columns} columns",
        )
    zero = call.c.b.constant(dtypes.INDEX, 0)
    type = TileType((rows, columns), mem.type.dtype, "Mat")
    attributes = _row_attributes(call, 1, MemorySpace.Mat, policy)
    return call.emit("tile.gather_rows", [mem.ir, indices.ir, zero], type, attributes)


@rule("mscatter")
def mscatter(call: OpCall) -> Value:
    """Elements of a tile scattered into a tensor."""
    src, index, target = call.tile("src"), call.tile("idx"), call.tensor("output_tensor")
    require_dtype(call, "src", _MSCATTER_DTYPES)
    require_dtype(call, "idx", (dtypes.INT32,))
    require_same_shape(call, "src", "idx")
    if target.type.dtype is not src.type.dtype:
        raise call.fail(
            codes.OperandDtype,
            f"'output_tensor' must have dtype {src.type.dtype}",
            "output_tensor",
            expected=f"the element type of 'src', {src.type.dtype}",
            got=target.describe(),
        )
    check_output(call, target, "output_tensor")
    raw = call.emit_raw("tile.mscatter", [src.ir, index.ir, target.ir], [target.type])
    call.c.mark_written(target.parameter, target.ir)
    return TensorValue(target.type, call.c.b.results(raw)[0], target.parameter)
