# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Data movement between DDR and the on-chip buffers, and single-element access."""

from __future__ import annotations

from typing import Any

from pypto.language.enums import AtomicType, MemorySpace
from pypto.language.ops._declare import op
from pypto.language.types import Dims, Scalar, Tensor, TensorOrTile, Tile


@op("tile")
def load(
    tensor: Tensor,
    offsets: Dims,
    shapes: Dims,
    valid_shape: Dims | None = None,
    target_memory: MemorySpace = MemorySpace.Vec,
    clamp: bool = False,
) -> Tile:
    """The region of `tensor` at `offsets` as a tile of static `shapes`, in Vec or Mat.

    Offsets count elements and may be run-time scalars. `valid_shape` narrows the valid
    region. A region provably outside the tensor is an error unless `clamp` cuts it. A tensor in
    blocks (`pl.NZ`) is loaded to Mat, from where its blocks begin.
    """
    ...


@op("tile")
def store(
    tile: Tile,
    offsets: Dims,
    output_tensor: Tensor,
    shapes: Dims | None = None,
    *,
    atomic: AtomicType = AtomicType.None_,
    quant_scale: float | Tile | None = None,
    relu: bool = False,
) -> Tensor:
    """Writes the valid region of a Vec or Acc tile to DDR; returns the tensor.

    An Acc tile may narrow FP32 to FP16 or BF16; otherwise dtypes must be equal.
    `atomic=Add`: FP32, FP16, INT32, INT16, INT8, and BF16 on the 910B.

    On the way out of Acc, `relu` makes negative elements zero, and `quant_scale` (a number, or
    a tile [1, N] of UINT64 in Mat with the bits of an FP32 scale for each column) multiplies,
    rounds to nearest even and saturates to INT8 or UINT8; INT32 also to FP16, and on the 950
    both to FP16 and BF16. The hardware ignores the 13 lowest bits of a scale's mantissa.
    """
    ...


@op("tile")
def move(
    tile: Tile,
    target_memory: MemorySpace,
    blayout: Any = None,
    slayout: Any = None,
) -> Tile:
    """Copies a tile to another on-chip buffer; the only way into Left, Right and Bias.

    `blayout` and `slayout` may name the order that the memory has: rows in Vec (columns for a tile
    of one), fractals by columns in Mat.
    """
    ...


@op("tile")
def extract(
    src: Tile,
    index_row: Any,
    index_col: Any,
    shape: Dims,
    *,
    target_memory: MemorySpace,
) -> Tile:
    """A static 2-D sub-tile: Mat to Left or Right, Acc to Mat."""
    ...


@op(family="elements")
def read(src: TensorOrTile, indices: Any) -> Scalar:
    """One element; `indices` is a list of the rank's length, or one index at rank 1."""
    ...


@op(family="elements", in_place="tile")
def write(dst: TensorOrTile, indices: Any, value: Any) -> TensorOrTile:
    """Stores one element; `value` has exactly the dtype of `dst` (use `pl.cast`)."""
    ...


@op("tensor", family="elements")
def dim(tensor: Tensor, axis: int) -> Scalar:
    """The extent of a constant axis as an INT64 scalar."""
    ...


@op(in_place="any")
def assemble(
    target: TensorOrTile,
    source: TensorOrTile,
    offset: Dims,
    *,
    atomic: AtomicType = AtomicType.None_,
) -> TensorOrTile:
    """Writes `source` into `target` at `offset`; returns the target. Equal dtypes.

    `atomic=Add` is for a computed source and a DDR target inside a core scope.
    """
    ...


@op(family="rows", in_place="any")
def gather_row(
    dst: TensorOrTile,
    src: Tensor,
    dst_offset: Dims,
    src_offset: Dims,
    shapes: Dims,
    transpose: bool = False,
    *,
    valid_shape: Dims | None = None,
) -> TensorOrTile:
    """Copies one window of a DDR tensor into a sub-window of an on-chip accumulator."""
    ...


@op("tensor", family="rows")
def paged_gather(
    src: Tensor,
    indices: Tensor,
    block_table: Tensor,
    block_size: int,
    size: int,
    max_indices: int,
    *,
    space: MemorySpace = MemorySpace.Mat,
    col_off: Any = 0,
    is_trans: bool = False,
    is_b_matrix: bool = False,
) -> Tensor:
    """Rows `src[block_table[i // bs] * bs + i % bs, col_off:col_off + size]` for each index i."""
    ...


@op("tile", family="rows")
def mgather(
    mem: Tensor,
    idx: Tile | Tensor,
    coalesce: str | int = "row",
    *,
    gather_oob: str | int = "undefined",
    target_memory: MemorySpace = MemorySpace.Vec,
    scratch: Tensor | None = None,
    valid_shape: Dims | None = None,
) -> Tile:
    """Gathers rows ("row") or elements ("elem") of a DDR tensor by INT32 indices.

    Into Vec (950 only) the indices are a tile, into Mat a tensor: [1, R] for rows, [R, C] for
    elements, which are counted row by row. Elements come into Mat by way of `scratch`, a tensor of
    their type with R or more rows of C elements. `gather_oob` says what an index outside means:
    undefined, clamp, wrap or zero (rows come into Mat without zero).
    """
    ...


@op("tile", family="rows")
def mscatter(src: Tile, idx: Tile, output_tensor: Tensor) -> Tensor:
    """`out.flat[idx[i, j]] = src[i, j]`; FP16, FP32, INT16 or INT32."""
    ...


__all__ = [
    "assemble",
    "dim",
    "extract",
    "gather_row",
    "load",
    "mgather",
    "move",
    "mscatter",
    "paged_gather",
    "read",
    "store",
    "write",
]
