# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gather and scatter."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend import symbolic
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import (
    as_matrix,
    dispatch,
    element_scalar,
    fresh_tile,
    require_dtype,
    require_integer,
    require_rank,
    require_same_dtype,
    require_same_shape,
    tensor_like,
)
from pypto.frontend.rules.compare import compare_mode
from pypto.frontend.rules.movement import check_output
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TensorType, TileType
from pypto.frontend.values import PyValue, TensorValue, TileValue, TupleValue, Value

_MASKED_DTYPES = (
    dtypes.INT16,
    dtypes.UINT16,
    dtypes.INT32,
    dtypes.UINT32,
    dtypes.FP16,
    dtypes.BF16,
    dtypes.FP32,
)
_GATHER_DTYPES = (dtypes.FP16, dtypes.FP32, dtypes.INT16, dtypes.INT32)
_SCATTER_DTYPES = (*_GATHER_DTYPES, dtypes.INT8, dtypes.BF16)
_PATTERN_STRIDE = {1: 2, 2: 2, 3: 4, 4: 4, 5: 4, 6: 4, 7: 1}
_PATTERN_FIRST = {1: 0, 2: 1, 3: 0, 4: 1, 5: 2, 6: 3, 7: 0}


def _outputs(bits: int) -> str:
    """The element types that gathered bits may be called."""
    kinds = {16: "FP16, BF16, INT16 or UINT16", 32: "FP32, INT32 or UINT32"}
    return f"an element type of {bits} bits" + (f": {kinds[bits]}" if bits in kinds else "")


def _pattern(call: OpCall) -> int:
    pattern = call.integer("mask_pattern")
    if pattern not in _PATTERN_STRIDE:
        raise call.fail(
            codes.BadOpAttribute,
            f"invalid mask_pattern {pattern}",
            "mask_pattern",
            expected="pl.tile.MaskPattern.P0101 ... P1111 (1-7)",
        )
    return pattern


def _check_index_range(call: OpCall, index: str, target: str, elements: int) -> None:
    """Every element of `target` that an index addresses has a number that fits INT16."""
    if elements > 1 << 15:
        raise call.c.error(
            codes.IndexRange,
            call.nodes.get(index, call.node),
            f"{call.info.spelling}(): the number of the last of {elements} elements of '{target}' "
            "exceeds the INT16 index range",
            expected="at most 32768 elements",
            hint="work on fewer rows or columns at a time",
        )


def _elements(extents: tuple[Any, ...]) -> int:
    count = 1
    for extent in extents:
        count *= extent if isinstance(extent, int) else 1
    return count


def _attr(call: OpCall, value: int) -> Any:
    return call.c.b.shared.attribute(f"{value} : i64")


_FORMS = {
    "mask": ("mask_pattern", "output_dtype", "dst"),
    "index": ("dim", "index", "src"),
    "compare": ("kvalue", "cmp_mode", "out_cols", "offset", "count_dtype"),
}


def _mixed(call: OpCall, first: str, second: str) -> Exception:
    given = [name for name in _FORMS[second] if call.given(name)]
    return call.fail(
        codes.BadOpArguments,
        f"the {first} form and the {second} form of {call.info.spelling}() cannot be mixed",
        given[-1],
        expected=f"the arguments of one form, {_FORMS[first][0]}= or {given[-1]}=",
        hint=f"{call.written(*_FORMS[second])} or {call.written(*_FORMS[first])}",
    )


@rule("gather")
def gather(call: OpCall) -> Value:
    """Index, mask or compare form."""
    source = call.tensor("input")
    if call.given("mask_pattern"):
        for name, form in (("index", "index"), ("kvalue", "compare")):
            if call.given(name):
                raise _mixed(call, "mask", form)
        return _gather_mask(call, source, "tensor")
    if call.given("kvalue"):
        if call.given("index"):
            raise _mixed(call, "compare", "index")
        return _gather_compare(call, source, "tensor")
    if not call.given("index"):
        raise call.fail(
            codes.BadOpArguments,
            "gather needs index=, mask_pattern= or kvalue=",
            expected="one of index= (by number), mask_pattern= (fixed columns) and kvalue= (by "
            "comparison)",
            hint=f"pl.gather({call.text('input')}, dim=-1, index=i), i an INT32 tensor of as "
            "many axes",
        )
    index = call.tensor("index")
    require_dtype(call, "input", _GATHER_DTYPES)
    narrow = source.type.dtype.bits == 16
    require_dtype(call, "index", (dtypes.INT16, dtypes.INT32) if narrow else (dtypes.INT32,))
    _last_axis(call, source.type.rank)
    if index.type.rank != source.type.rank:
        raise call.fail(
            codes.OperandShape,
            "'index' must have the rank of 'input'",
            "index",
            expected=source.describe(),
            got=index.describe(),
        )
    _check_leading(call, "index", "input")
    if index.type.dtype is dtypes.INT16:
        _check_index_range(call, "index", "input", _elements(source.type.shape[-1:]))
    type = TensorType(index.type.shape, source.type.dtype)
    return call.emit("tensor.gather", [source.ir, index.ir], type)


def _check_leading(call: OpCall, name: str, within: str) -> None:
    """The axes in front of the last are those of `within`; the first may be shorter."""
    inner, outer = call.shaped(name).type.shape, call.shaped(within).type.shape
    for axis, (part, whole) in enumerate(zip(inner[:-1], outer[:-1], strict=True)):
        if not isinstance(part, int) or not isinstance(whole, int):
            continue
        if part > whole or (axis and part != whole):
            raise call.fail(
                codes.OperandShape,
                f"axis {axis} of '{name}' has {part} elements, that of '{within}' has {whole}",
                name,
                expected=f"{'at most ' if axis == 0 else ''}{whole} on axis {axis}",
                got=call.shaped(name).describe(),
            )


def _last_axis(call: OpCall, rank: int) -> None:
    if not call.given("dim"):
        return
    axis = call.integer("dim")
    if axis not in (-1, rank - 1):
        raise call.fail(
            codes.BadOpAttribute,
            f"only the last axis is supported, got dim={axis}",
            "dim",
            expected=f"-1 or {rank - 1}",
            hint=f"gather from pl.transpose({call.text('input')}, {axis % rank}, {rank - 1}), "
            "with indices transposed too"
            if -rank <= axis < rank
            else None,
        )


def _gather_mask(call: OpCall, source: Any, level: str) -> Value:
    pattern = _pattern(call)
    stride = _PATTERN_STRIDE[pattern]
    if (
        source.type.rank != 2
        or not isinstance(source.type.shape[1], int)
        or source.type.shape[1] % stride
    ):
        raise call.fail(
            codes.OperandShape,
            f"the mask form needs rank 2 and a width divisible by {stride}",
            expected=f"[rows, columns] with columns a multiple of {stride}",
            got=source.describe(),
        )
    dtype = source.type.dtype
    # The 950 takes bytes as well.
    bytes_too = call.c.program.arch == "a5"
    if dtype.bits not in ((8, 16, 32) if bytes_too else (16, 32)):
        name = "input" if level == "tensor" else "src"
        more = (dtypes.INT8, dtypes.UINT8) if bytes_too else ()
        require_dtype(call, name, (*more, *_MASKED_DTYPES))
    if call.given("output_dtype"):
        dtype = call.dtype("output_dtype")
        if dtype.bits != source.type.dtype.bits:
            raise call.fail(
                codes.OperandDtype,
                f"output_dtype must have {source.type.dtype.bits} bits",
                "output_dtype",
                got=str(dtype),
                expected=_outputs(source.type.dtype.bits),
                hint=f"convert what is gathered: pl.cast({call.written('output_dtype')}, "
                f"pl.{dtype})",
            )
    shape = (source.type.shape[0], source.type.shape[1] // stride)
    if level == "tile":
        rows, columns = source.type.valid
        first = _PATTERN_FIRST[pattern]
        kept = call.c.atoms.floordiv(symbolic.add(columns, stride - 1 - first), stride)
        type: Any = fresh_tile(source.type, shape=shape, valid=(rows, kept), dtype=dtype)
    else:
        type = tensor_like(source.type, shape=shape, dtype=dtype)
    return call.emit(f"{level}.gather_mask", [source.ir], type, {"pattern": _attr(call, pattern)})


@rule("tile_gather")
def tile_gather(call: OpCall) -> Value:
    """By flat indices."""
    src, indices, scratch = call.tile("src"), call.tile("indices"), call.tile("tmp")
    require_dtype(call, "src", _GATHER_DTYPES)
    require_integer(call, "indices")
    if indices.type.dtype is dtypes.INT16:
        _check_index_range(call, "indices", "src", _elements(src.type.shape))
    type = fresh_tile(indices.type, dtype=src.type.dtype)
    return call.emit("tile.gather", [src.ir, indices.ir, scratch.ir], type)


@rule("gather_mask")
def gather_mask(call: OpCall) -> Value:
    """Columns of a pattern."""
    return _gather_mask(call, call.tile("src"), "tile")


@rule("gather_compare")
def gather_compare(call: OpCall) -> Value:
    """Indices and counts."""
    return _gather_compare(call, call.tile("src"), "tile")


def _gather_compare(call: OpCall, source: Any, level: str) -> Value:
    """(positions [rows, out_cols], counts [1, rows])."""
    name = "input" if level == "tensor" else "src"
    require_rank(call, name, 2)
    require_dtype(call, name, _GATHER_DTYPES)
    if not call.given("out_cols"):
        raise call.fail(
            codes.BadOpArguments,
            "the compare form needs out_cols=",
            expected="out_cols=N: the columns of the result, at most the matches that a row can "
            "have",
            hint=call.written(out_cols=str(source.type.shape[-1])),
        )
    mode = compare_mode(call, "cmp_mode") if call.given("cmp_mode") else "eq"
    if mode not in ("eq", "gt"):
        raise call.fail(
            codes.BadOpAttribute,
            f"the compare form has no '{mode}'",
            "cmp_mode",
            expected='"eq" or "gt"',
            hint="negate the data for lt; compare with pl.cmp and gather by index otherwise",
        )
    offset = call.integer("offset") if call.given("offset") else 0
    width = call.integer("out_cols")
    if width <= 0:
        raise call.fail(
            codes.BadOpAttribute,
            f"out_cols {width} must be positive",
            "out_cols",
            expected=f"1..{source.type.shape[-1]}",
            hint=call.written(out_cols=str(source.type.shape[-1])),
        )
    count = call.dtype("count_dtype") if call.given("count_dtype") else dtypes.INT32
    if count not in (dtypes.INT32, dtypes.UINT32):
        raise call.fail(
            codes.OperandDtype, f"counts of {count}", "count_dtype", expected="INT32 or UINT32"
        )
    rows = source.type.shape[0]
    value = element_scalar(call, "kvalue", source.type.dtype)
    attributes = {
        "mode": call.c.b.shared.attribute(f"#pypto.cmp<{mode}>"),
        "offset": _attr(call, offset),
    }
    if level == "tensor":
        types = (
            TensorType((rows, width), dtypes.INT32),
            TensorType((1, rows), count),
        )
        raw = call.emit_raw("tensor.gather_compare", [source.ir, value], types, attributes)
        return TupleValue(
            tuple(TensorValue(t, r) for t, r in zip(types, call.c.b.results(raw), strict=True))
        )
    if count is not dtypes.INT32:
        raise call.fail(
            codes.OperandDtype,
            "counts of a tile are INT32",
            "count_dtype",
            hint="view them with pl.reinterpret_view(pl.move(counts, pl.Mem.Vec), pl.UINT32)",
        )
    # One tile holds both: the counts are its last row. Rows are whole blocks of 32 bytes.
    columns = -(-max(rows, width) // 8) * 8
    both = TileType((rows + 1, columns), dtypes.INT32, "Vec")
    attributes["width"] = _attr(call, width)
    operands = [source.ir, value, call.tile("tmp").ir]
    compared = call.emit("tile.gather_compare", operands, both, attributes)
    return TupleValue(
        (
            _part(call, compared, 0, (rows, -(-width // 8) * 8), (rows, width)),
            _part(call, compared, rows, (1, -(-rows // 8) * 8), (1, rows)),
        )
    )


def _part(call: OpCall, tile: Any, row: int, shape: Any, valid: Any) -> TileValue:
    """The window of a tile that starts at a row."""
    constants = [call.c.b.constant(dtypes.INDEX, n) for n in (row, 0)]
    type = TileType(shape, tile.type.dtype, "Vec", valid)
    attributes = {"operandSegmentSizes": call.c.b.segments(1, 2, 0)}
    raw = call.emit_raw("tile.slice", [tile.ir, *constants], (type,), attributes)
    return TileValue(type, call.c.b.results(raw)[0], view=True)


@rule("gatherb")
def gatherb(call: OpCall) -> Value:
    """32-byte blocks by byte offset."""
    src, offset = call.tile("src"), call.tile("offset")
    require_dtype(call, "offset", (dtypes.UINT32,))
    columns = offset.type.shape[-1]
    if columns % 8:
        raise call.fail(
            codes.OperandShape,
            f"offset columns {columns} must be a multiple of 8",
            "offset",
            expected=f"a tile [{offset.type.shape[0]}, N], N a multiple of 8",
            hint=f"{-(-columns // 8) * 8} columns, the rest of them 0",
        )
    dtype = call.dtype("output_dtype") if call.given("output_dtype") else src.type.dtype
    shape = (*offset.type.shape[:-1], columns * 32 // dtype.get_byte())
    type = TileType(shape, dtype)
    return call.emit("tile.gatherb", [src.ir, offset.ir], type)


def _check_masked(call: OpCall, source: Any, name: str, target: Any) -> None:
    """The columns of the source are those that the pattern keeps of the target."""
    pattern = _pattern(call)
    stride, first = _PATTERN_STRIDE[pattern], _PATTERN_FIRST[pattern]
    require_rank(call, name, 2)
    require_rank(call, "dst", 2)
    require_same_dtype(call, name, "dst")
    (rows, narrow), (others, wide) = source.type.shape, target.type.shape
    known = all(isinstance(extent, int) for extent in (rows, narrow, others, wide))
    if known and (rows != others or -(-max(wide - first, 0) // stride) != narrow):
        raise call.fail(
            codes.OperandShape,
            f"pattern {pattern} fills one of {stride} columns of 'dst'",
            "dst",
            expected=f"[{rows}, {narrow * stride}]",
            got=target.describe(),
        )


@rule("scatter")
def scatter(call: OpCall) -> Value:
    """Index or mask form."""
    source = call.tensor("input")
    if call.given("mask_pattern"):
        if call.given("index") or call.given("src"):
            raise _mixed(call, "mask", "index")
        target = call.tensor("dst")
        _check_masked(call, source, "input", target)
        attributes = {"pattern": _attr(call, _pattern(call))}
        return call.emit(
            "tensor.scatter_mask", [target.ir, source.ir], tensor_like(target.type), attributes
        )
    for name in ("index", "src"):
        if not call.given(name):
            raise call.fail(
                codes.BadOpArguments,
                f"scatter needs {name}= or mask_pattern=",
                expected="index= and src=, or mask_pattern= and dst=",
                hint=call.written(**{n: n[0] for n in ("index", "src") if not call.given(n)})
                + ", i the column of each element of s",
            )
    require_dtype(call, "input", _SCATTER_DTYPES)
    require_rank(call, "input", 2)
    require_same_dtype(call, "input", "src")
    wide = source.type.dtype.bits == 32
    require_dtype(call, "index", (dtypes.INT32,) if wide else (dtypes.INT16,))
    require_rank(call, "src", 2)
    require_same_shape(call, "src", "index")
    _check_leading(call, "src", "input")
    _last_axis(call, 2)
    if not wide:
        # Rows of 16-bit elements are divided before their numbers pass INT16; bytes are not.
        part = source.type.shape if source.type.dtype.bits == 8 else source.type.shape[-1:]
        _check_index_range(call, "index", "input", _elements(part))
    operands = [source.ir, call.tensor("index").ir, call.tensor("src").ir]
    return call.emit("tensor.scatter", operands, tensor_like(source.type))


@rule("tile_scatter", "scatter_mask")
def tile_scatter(call: OpCall) -> Value:
    """In place on dst."""
    dst, src = call.tile("dst"), call.tile("src")
    require_same_dtype(call, "dst", "src")
    if call.info.name == "scatter_mask":
        _check_masked(call, src, "src", dst)
        attributes = {"pattern": _attr(call, _pattern(call))}
        return call.emit("tile.scatter_mask", [dst.ir, src.ir], dst.type, attributes)
    indexes = call.tile("indexes")
    require_integer(call, "indexes")
    require_same_shape(call, "src", "indexes")
    if indexes.type.dtype is dtypes.INT16:
        _check_index_range(call, "indexes", "dst", _elements(dst.type.shape))
    return call.emit("tile.scatter", [dst.ir, src.ir, indexes.ir], dst.type)


@rule("scatter_update")
def scatter_update(call: OpCall) -> Value:
    """Rows replaced: `(input, dim, index, src)` or `(input, index, src, dim=-2)`."""
    extra = call.arguments.pop("*", [])
    names = ["dim", "index", "src"] if len(extra) == 3 else ["index", "src"]
    for name, (node, value) in zip(names, extra, strict=False):
        call.arguments[name], call.nodes[name] = value, node
    for name in ("index", "src"):
        if not isinstance(call.arguments.get(name), Value) or isinstance(
            call.arguments[name], PyValue
        ):
            raise call.fail(
                codes.BadOpArguments,
                f"missing required argument '{name}'",
                expected=f"{call.info.spelling}(input, dim, index, src)",
                hint=f"{call.info.spelling}({call.text('input')}, -2, i, s), i the INT32 numbers "
                "[b, s] of the rows, s the rows",
            )
    if call.integer("dim") != -2:
        raise call.fail(
            codes.BadOpAttribute,
            "only dim=-2 is supported",
            "dim",
            expected="-2: rows are replaced",
            hint=f"{call.info.spelling}({call.text('input')}, -2, {call.text('index')}, "
            f"{call.text('src')})",
        )
    level = dispatch(call, "input", "index", "src")
    target = call.shaped("input")
    if target.type.rank not in (2, 4):
        raise call.fail(
            codes.OperandShape,
            "'input' must have rank 2 or 4",
            "input",
            got=target.describe(),
            expected="[rows, columns] or [blocks, block_size, 1, columns]",
            hint=as_matrix(call, "input", target.type.shape),
        )
    _check_rows(call, target)
    operands = [target.ir, call.shaped("index").ir, call.shaped("src").ir]
    if isinstance(target, TensorValue):
        check_output(call, target, "input")
        raw = call.emit_raw(f"{level}.scatter_update", operands, [target.type])
        call.c.mark_written(target.parameter, target.ir)
        return TensorValue(target.type, call.c.b.results(raw)[0], target.parameter)
    return call.emit(f"{level}.scatter_update", operands, target.type)


def _check_rows(call: OpCall, target: TensorValue | TileValue) -> None:
    """`src` has a row of the target's length for each of the indices."""
    index, src = call.shaped("index"), call.shaped("src")
    require_dtype(call, "index", (dtypes.INT32, dtypes.INT16, dtypes.INT8, dtypes.INT64))
    require_same_dtype(call, "input", "src")
    count, rows = symbolic.product(index.type.shape), symbolic.product(src.type.shape[:-1])
    width, columns = target.type.shape[-1], src.type.shape[-1]
    pairs = ((count, rows), (width, columns))
    if any(isinstance(a, int) and isinstance(b, int) and a != b for a, b in pairs):
        raise call.fail(
            codes.OperandShape,
            f"'src' must have a row of {width} elements for each of the {count} indices",
            "src",
            expected=f"[{count}, {width}]",
            got=src.describe(),
        )
