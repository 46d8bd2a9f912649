# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors in fractal blocks (`pl.NZ`): what may be done with one.

Their elements lie in blocks of 16 rows and 32 bytes, columns of blocks one behind the other, as a
product wants its left factor in Mat. So they go to Mat and come from Acc as they are, and nothing
else reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.types import BLOCK_ROWS, TensorType, block_columns, dims_text
from pypto.frontend.values import TensorValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.frontend.rules.call import OpCall
    from pypto.frontend.types import TileType
    from pypto.frontend.values import ScalarValue, TileValue

_DTYPES = (
    dtypes.INT8,
    dtypes.UINT8,
    dtypes.FP16,
    dtypes.BF16,
    dtypes.FP32,
    dtypes.INT32,
    dtypes.FP8E4M3FN,
    dtypes.FP8E5M2,
    dtypes.HF8,
)
# Operations that take a tensor in blocks, and as what.
_TAKEN = {
    ("load", "tensor"),
    ("store", "output_tensor"),
    ("assemble", "target"),
    ("assemble", "source"),
    ("matmul", "lhs"),
    ("matmul", "rhs"),
    ("dim", "tensor"),
    ("dim", "x"),
}


def check_block_tensor(type: TensorType) -> tuple[str, str, str] | None:
    """What is wrong with a type in blocks: (text, expected, got), or None."""
    if type.rank != 2 or not all(isinstance(d, int) for d in type.shape):
        return (
            "pl.NZ is an order of matrices whose extents are known when compiling",
            "pl.Tensor[[M, N], dtype, pl.NZ] with ints for M and N",
            str(type),
        )
    if type.dtype not in _DTYPES:
        return (
            f"no tensor of {type.dtype} lies in blocks (pl.NZ), which products read and write",
            ", ".join(str(d) for d in _DTYPES),
            str(type.dtype),
        )
    return None


def refuse_blocks(call: OpCall, name: str, value: TensorValue) -> None:
    """Most operations work on rows."""
    if value.type.layout != "nz" or (call.info.name, name) in _TAKEN:
        return
    raise call.fail(
        codes.BadLayout,
        f"'{name}' is a tensor in blocks (pl.NZ), and {call.info.spelling} works on rows",
        name,
        expected="a tensor in rows; one in blocks is multiplied (pl.matmul), loaded to pl.Mem.Mat "
        "or written by a product",
        got=value.describe(),
        hint="leave out pl.NZ and c_matrix_nz=True where other operations use the tensor",
    )


def check_block_load(
    call: OpCall, source: TensorType, offsets: Sequence[ScalarValue], space: str
) -> None:
    """Whole blocks, to Mat."""
    if space != "Mat":
        raise call.fail(
            codes.OperandSpace,
            "a tensor in blocks (pl.NZ) is loaded to Mat only",
            "target_memory" if call.given("target_memory") else "tensor",
            expected="target_memory=pl.Mem.Mat",
            got=f"pl.Mem.{space}",
            hint="leave out pl.NZ in the tensor's type to have its rows in Vec",
        )
    _check_starts(call, (BLOCK_ROWS, block_columns(source.dtype)), offsets)


def check_block_store(
    call: OpCall, tile: TileType, target: TensorType, offsets: Sequence[ScalarValue]
) -> None:
    """Accumulators leave in blocks."""
    if tile.space != "Acc":
        raise call.fail(
            codes.OperandSpace,
            "a tensor in blocks (pl.NZ) is written from an accumulator only",
            "tile",
            expected="a tile in Acc, as pl.matmul makes it",
            got=str(tile),
            hint="leave out pl.NZ in the tensor's type to store a tile of rows",
        )
    _check_starts(call, (BLOCK_ROWS, max(BLOCK_ROWS, block_columns(target.dtype))), offsets)


def check_block_assemble(
    call: OpCall, target: TensorValue | TileValue, source: TensorValue | TileValue
) -> None:
    """A product in blocks is written to a tensor in blocks, and nothing else is."""
    if not isinstance(target, TensorValue) or not isinstance(source, TensorValue):
        return
    into, of = target.type.layout == "nz", source.type.layout == "nz"
    if into == of:
        return
    if into:
        raise call.fail(
            codes.BadLayout,
            "what is written to a tensor in blocks (pl.NZ) is a product in blocks",
            "source",
            expected="pl.matmul(..., c_matrix_nz=True)",
            got=source.describe(),
        )
    raise call.fail(
        codes.BadLayout,
        "a product in blocks (c_matrix_nz=True) is written to a tensor in blocks",
        "target",
        expected=f"pl.Tensor[{dims_text(target.type.shape)}, pl.{target.type.dtype}, pl.NZ]",
        got=target.describe(),
        hint="leave out c_matrix_nz=True to write rows",
    )


def check_block_factors(call: OpCall, lhs: TensorValue, rhs: TensorValue) -> None:
    """A factor in blocks is taken as it is."""
    for name, flag, factor in (("lhs", "a_trans", lhs), ("rhs", "b_trans", rhs)):
        if factor.type.layout != "nz":
            continue
        if call.flag(flag):
            raise call.fail(
                codes.BadLayout,
                f"{flag}=True reads rows of memory as columns, and '{name}' is a tensor in blocks "
                "(pl.NZ)",
                flag,
                expected=f"{flag}=False, or a tensor in rows",
                got=factor.describe(),
                hint="load it to pl.Mem.Mat and take pl.tile.transpose_view of the tile",
            )
        if lhs.type.dtype is not rhs.type.dtype:
            raise call.fail(
                codes.OperandDtype,
                f"'{name}' is a tensor in blocks (pl.NZ), which cannot be cast on its way",
                name,
                expected=f"two factors of {lhs.type.dtype}",
                got=f"{lhs.type.dtype} and {rhs.type.dtype}",
                hint="store the product in the element type of the other factor",
            )


def _check_starts(call: OpCall, block: tuple[int, int], offsets: Sequence[ScalarValue]) -> None:
    for axis, (multiple, offset) in enumerate(zip(block, offsets, strict=True)):
        start = call.c.sym(offset)
        if isinstance(start, int) and start % multiple:
            raise call.fail(
                codes.OperandShape,
                f"offset {start} of axis {axis} must be a multiple of {multiple}: the tensor lies "
                f"in blocks (pl.NZ) of {block[0]} x {block[1]}",
                "offsets" if "offsets" in call.arguments else "offset",
                expected=f"a multiple of {multiple}",
                got=str(start),
            )
