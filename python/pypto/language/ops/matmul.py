# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix multiplication. The accumulator is FP32 for floats, INT32 for integers."""

from __future__ import annotations

from typing import Any

from pypto.dtypes import DataType
from pypto.language.ops._declare import op
from pypto.language.types import TensorOrTile, Tile


@op()
def matmul(
    lhs: TensorOrTile,
    rhs: TensorOrTile,
    out_dtype: DataType | None = None,
    a_trans: bool = False,
    b_trans: bool = False,
    c_matrix_nz: bool = False,
) -> TensorOrTile:
    """[M, K] x [K, N] -> [M, N].

    Tensors: 1-D operands and broadcast batch dims are allowed, `a_trans`/`b_trans` swap the
    last two axes; the result has `out_dtype`, else the promoted dtype. `c_matrix_nz`: the
    product of two matrices is written to a tensor in blocks (`pl.NZ`). Tiles: Left x Right
    -> Acc, equal dtypes, no flags (TypeError).
    """
    ...


@op(in_place="any")
def matmul_acc(
    acc: TensorOrTile,
    lhs: TensorOrTile,
    rhs: TensorOrTile,
    a_trans: bool = False,
    b_trans: bool = False,
    init_cond: Any = None,
) -> TensorOrTile:
    """acc += lhs x rhs. Where the BOOL `init_cond` is true, overwrites instead."""
    ...


@op("tile", name="tile_matmul_acc", namespace="pl.tile", in_place="any")
def tile_matmul_acc(acc: Tile, lhs: Tile, rhs: Tile, init_cond: Any = None) -> Tile:
    """acc += lhs x rhs on tiles; acc is in Acc and is updated in place."""
    ...


@op("tile")
def matmul_bias(lhs: Tile, rhs: Tile, bias: Tile) -> Tile:
    """lhs x rhs + bias; bias [1, N] in the Bias buffer, of the accumulator's dtype."""
    ...


@op("tile")
def batch_matmul(lhs: Tile, rhs: Tile) -> Tile:
    """Matmul over broadcast batch dims; tensors use `pl.matmul` (TypeError)."""
    ...


@op("tile", namespace="pl.tile", in_place="any")
def batch_matmul_acc(acc: Tile, lhs: Tile, rhs: Tile) -> Tile:
    """acc += batched lhs x rhs."""
    ...


@op("tile")
def matmul_mx(lhs: Tile, lhs_scale: Tile, rhs: Tile, rhs_scale: Tile) -> Tile:
    """Matmul of FP8E4M3FN with FP8E8M0 scales per 32 elements of K; A5 only."""
    ...


@op("tile", in_place="any")
def matmul_mx_acc(acc: Tile, lhs: Tile, lhs_scale: Tile, rhs: Tile, rhs_scale: Tile) -> Tile:
    """acc += scaled lhs x scaled rhs; A5 only."""
    ...


@op("tile")
def matmul_mx_bias(lhs: Tile, lhs_scale: Tile, rhs: Tile, rhs_scale: Tile, bias: Tile) -> Tile:
    """Scaled lhs x scaled rhs + bias [1, N] FP32; A5 only."""
    ...


@op("tile")
def gemv(lhs: Tile, rhs: Tile, acc_phase: str = "unspecified") -> Tile:
    """Matmul whose lhs has exactly one row.

    acc_phase: unspecified, partial or final; the place of this product in a sum, which changes no
    number.
    """
    ...


@op("tile", in_place="any")
def gemv_acc(acc: Tile, lhs: Tile, rhs: Tile, acc_phase: str = "unspecified") -> Tile:
    """acc += one-row lhs x rhs."""
    ...


@op("tile")
def gemv_bias(lhs: Tile, rhs: Tile, bias: Tile, acc_phase: str = "unspecified") -> Tile:
    """One-row lhs x rhs + bias."""
    ...


@op("tile", namespace="pl.tile")
def transpose_view(tile: Tile) -> Tile:
    """The last two dims swapped without copying: how a tile matmul gets a transposed operand."""
    ...


__all__ = [
    "batch_matmul",
    "gemv",
    "gemv_acc",
    "gemv_bias",
    "matmul",
    "matmul_acc",
    "matmul_bias",
    "matmul_mx",
    "matmul_mx_acc",
    "matmul_mx_bias",
]
