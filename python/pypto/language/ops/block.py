# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Identity of a block, and crossings between the cube and the vector lanes."""

from __future__ import annotations

from pypto.language.ops._declare import op
from pypto.language.types import Scalar, TensorOrTile


@op("other")
def get_block_idx() -> Scalar:
    """This block's index under `pl.spmd`, an INDEX scalar."""
    ...


@op("other")
def get_block_num() -> Scalar:
    """Number of blocks of the enclosing `pl.spmd`."""
    ...


@op("other")
def get_subblock_idx() -> Scalar:
    """Vector lane, 0 or 1."""
    ...


@op("other")
def aiv_shard(x: TensorOrTile) -> TensorOrTile:
    """A cube value read on the vector lane, inside `pl.split_aiv`; halved in split modes."""
    ...


@op("other")
def aic_gather(x: TensorOrTile) -> TensorOrTile:
    """A vector value read on the cube lane, inside `pl.split_aiv`; halves are re-joined."""
    ...


__all__ = ["aic_gather", "aiv_shard", "get_block_idx", "get_block_num", "get_subblock_idx"]
