# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What small element types may do: floats of 4 and 8 bits, scales of MX products, INT4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.rules.blocks import check_block_tensor
from pypto.frontend.types import TensorType, TileType, dims_text
from pypto.frontend.values import ScalarValue, TensorValue, TileValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.dtypes import DataType
    from pypto.frontend.rules.call import OpCall

# Tensor layouts of scales -> (box of rows x columns, the tile's memory).
SCALE_LAYOUTS = {"zz": ((16, 2), "LeftScale"), "nn": ((2, 16), "RightScale")}
SCALE_DTYPES = (dtypes.FP8E8M0, dtypes.UINT8)
SCALE_GROUP = 32

# Types that exist as storage only; no instruction of either chip works on them in a kernel.
_STORAGE_ONLY = (dtypes.INT4, dtypes.UINT4, dtypes.HF4)
# What becomes of elements without arithmetic, by the operation's name without its level.
_MOVES = frozenset(
    (
        "assemble",
        "bind",
        "cast",
        "create",
        "dim",
        "load",
        "move",
        "reinterpret_view",
        "reshape",
        "set_validshape",
        "slice",
        "store",
    )
)
_MOVES_BYTES = _MOVES | frozenset(
    (
        "concat",
        "extract",
        "fillpad",
        "gather_row",
        "gather_window",
        "matmul",
        "matmul_acc",
        "matmul_bias",
        "matmul_mx",
        "matmul_mx_acc",
        "matmul_mx_bias",
        "mgather",
        "read",
        "transpose",
        "transpose_view",
        "write",
    )
)


def is_scale(type: object) -> bool:
    """True for a tensor or tile of MX scales in the order of their boxes."""
    return isinstance(type, (TensorType, TileType)) and type.layout in SCALE_LAYOUTS


def check_elements(call: OpCall, name: str, result: TensorType | TileType | None) -> None:
    """Refuses `pypto.<name>` on element types for which no chip, or not this one, has it."""
    found: list[tuple[str | None, DataType]] = [
        (argument, value.type.dtype)
        for argument, value in call.arguments.items()
        if isinstance(value, (TensorValue, TileValue))
    ]
    if result is not None:
        found.append((None, result.dtype))
    for argument, dtype in found:
        if dtype in _STORAGE_ONLY:
            raise _storage_only(call, argument, dtype)
        if not dtype.is_small_float():
            continue
        if call.c.program.arch != "a5":
            raise not_on_arch(call, argument, dtype)
        allowed = _MOVES if dtype.bits < 8 else _MOVES_BYTES
        if name.partition(".")[2] not in allowed:
            raise call.fail(
                codes.OperandDtype,
                f"no arithmetic on {dtype}: its elements are stored, moved and cast"
                + (" and multiplied by pl.matmul" if dtype.bits == 8 else ""),
                argument,
                expected="FP16, BF16 or FP32",
                got=f"{dtype}",
                hint=f"convert it first: pl.cast({call.text(argument)}, pl.{_nearest(dtype)})"
                if argument
                else f"make it of pl.{_nearest(dtype)}",
            )


def not_on_arch(call: OpCall, argument: str | None, dtype: DataType) -> Exception:
    """The error of a type that only the A5 has."""
    return call.fail(
        codes.NotOnArch,
        f"the 910B (a2a3) has no {dtype}; only the 950 (a5) does",
        argument,
        expected="FP16, BF16 or INT8 on the 910B",
        got=f"{dtype}",
        hint='use pl.INT8 with a scale, or pl.FP16; or compile with RunConfig(platform="a5sim")',
    )


def _storage_only(call: OpCall, argument: str | None, dtype: DataType) -> Exception:
    # Floats below 16 bits are the A5's.
    small = "FP4 or HF8" if call.c.program.arch == "a5" else "FP16 or INT8"
    nearest = {"INT4": "INT8", "UINT4": "UINT8", "HF4": small}[dtype.name]
    return call.fail(
        codes.OperandDtype,
        f"{dtype} exists as a size of storage only: no operation of a kernel takes it",
        argument,
        expected=nearest,
        got=f"{dtype}",
        hint=f"use pl.{nearest.split()[0]}",
    )


def _nearest(dtype: DataType) -> str:
    """A type with arithmetic to which one instruction leads."""
    return "BF16" if dtype is dtypes.FP4 else "FP32"


def check_tensor_type(type: TensorType) -> tuple[str, str, str] | None:
    """What is wrong with a tensor's element type and layout: (text, expected, got), or None."""
    if type.dtype in _STORAGE_ONLY and not type.dtype.mlir:
        return (
            f"{type.dtype} exists as a size of storage only: there are no tensors of it",
            "FP4 or HF8 on the 950 (a5), FP16 or INT8 on either chip",
            str(type),
        )
    if type.dtype.kind in ("index", "task"):
        return (
            f"memory holds no {type.dtype}",
            "pl.INT32 or pl.INT64 for indices"
            if type.dtype.kind == "index"
            else "pl.Array[n, pl.TASK_ID] for task ids",
            str(type),
        )
    if type.dtype is dtypes.FP4:
        last = type.shape[-1]
        if isinstance(last, int) and last % 2:
            return (
                f"FP4 packs two elements of a row in a byte; the last extent {last} is odd",
                f"an even last extent, such as {last + 1}",
                dims_text(type.shape),
            )
    if type.layout == "nz":
        return check_block_tensor(type)
    if type.layout not in SCALE_LAYOUTS:
        return None
    box, _ = SCALE_LAYOUTS[type.layout]
    name = layout_name(type.layout)
    if type.dtype not in SCALE_DTYPES or len(type.shape) != 2:
        return (
            f"pl.{name} is the layout of scales of an MX product: rank 2, FP8E8M0 or UINT8",
            f"pl.Tensor[[M, K // 32], pl.FP8E8M0, pl.{name}]"
            if type.layout == "zz"
            else f"pl.Tensor[[K // 32, N], pl.FP8E8M0, pl.{name}]",
            str(type),
        )
    for axis, (extent, multiple) in enumerate(zip(type.shape, box, strict=True)):
        if isinstance(extent, int) and extent % multiple:
            return (
                f"extent {extent} of axis {axis} of scales in pl.{name} is no multiple of "
                f"{multiple}: they lie in boxes of {box[0]} x {box[1]}",
                f"a multiple of {multiple}",
                dims_text(type.shape),
            )
    return None


def layout_name(layout: str) -> str:
    """The name in the language of a tensor's layout."""
    return {"zz": "MX_A_ZZ", "nn": "MX_B_NN"}.get(layout, layout.upper())


def check_scale_window(
    call: OpCall, source: TensorType, offsets: Sequence[ScalarValue], shape: Sequence[int]
) -> None:
    """A load of scales: whole boxes, to Mat, nothing cut."""
    box, _ = SCALE_LAYOUTS[source.layout]
    for name in ("valid_shape", "clamp"):
        if call.given(name) and (name != "clamp" or call.flag(name)):
            raise call.fail(
                codes.BadOpAttribute,
                f"scales are loaded whole; {name}= may not narrow them",
                name,
                expected=f"no {name}=: a load of whole boxes, {box[0]} x {box[1]} each",
                hint=call.written(name),
            )
    if call.constant("target_memory").name != "Mat":
        raise call.fail(
            codes.OperandSpace,
            f"a tensor in pl.{layout_name(source.layout)} is loaded to Mat only",
            "target_memory",
            expected="target_memory=pl.Mem.Mat",
        )
    for axis, multiple in enumerate(box):
        start = call.c.sym(offsets[axis])
        for what, at, value in (("offset", "offsets", start), ("extent", "shapes", shape[axis])):
            if isinstance(value, int) and value % multiple:
                raise call.fail(
                    codes.OperandShape,
                    f"{what} {value} of axis {axis} must be a multiple of {multiple}: scales lie "
                    f"in boxes of {box[0]} x {box[1]}",
                    at,
                    expected=f"a multiple of {multiple}",
                    got=str(value),
                )


def check_scale_move(call: OpCall, tile: TileValue, space: str) -> None:
    """Scales move from Mat to the scale memory of their side, and nothing else does."""
    homes = {home: layout for layout, (_, home) in SCALE_LAYOUTS.items()}
    if space in homes:
        if call.c.program.arch != "a5":
            raise call.fail(
                codes.NotOnArch,
                f"the 910B (a2a3) has no {space}; only the 950 (a5) does",
                "target_memory",
                hint='compile with RunConfig(platform="a5sim")',
            )
        if tile.type.layout != homes[space] or tile.type.space != "Mat":
            wanted = layout_name(homes[space])
            raise call.fail(
                codes.OperandSpace,
                f"{space} takes scales in Mat that were loaded from a tensor in pl.{wanted}",
                "tile",
                expected=f"a tile of a pl.Tensor[..., pl.FP8E8M0, pl.{wanted}] in Mat",
                got=tile.describe(),
            )
    elif is_scale(tile.type):
        home = SCALE_LAYOUTS[tile.type.layout][1]
        raise call.fail(
            codes.OperandSpace,
            f"scales in pl.{layout_name(tile.type.layout)} move to {home} only",
            "target_memory",
            expected=f"pl.Mem.{home}",
            got=f"pl.Mem.{space}",
        )


def refuse_scale(call: OpCall, name: str, value: TensorValue) -> None:
    """Tensors of scales are loaded; their boxes have no views."""
    if call.info.name != "load" and value.type.layout in SCALE_LAYOUTS:
        raise call.fail(
            codes.OperandKind,
            f"'{name}' is a tensor of scales in pl.{layout_name(value.type.layout)}, which can "
            "only be loaded",
            name,
            expected="pl.load(..., target_memory=pl.Mem.Mat)",
            got=value.describe(),
        )
