# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ranks, windows and element-wise access to a peer's memory: the short forms of `pld`."""

from __future__ import annotations

from typing import Any

from pypto.dtypes import DataType
from pypto.language.enums import AtomicType
from pypto.language.ops._declare import op
from pypto.language.types import CommCtx, Dims, DistributedTensor, IntLike, PtrType, Scalar, Tile


@op("other", name="pld_world_size", namespace="pld")
def world_size() -> Scalar:
    """Number of ranks, an INT64 scalar; HOST functions only."""
    ...


@op("other", name="pld_alloc_window_buffer", namespace="pld")
def alloc_window_buffer(
    size: Any,
    *,
    dtype: DataType | None = None,
    name: str | None = None,
) -> PtrType:
    """A symmetric buffer on every rank: `size` bytes, or a shape with `dtype`; HOST only."""
    ...


@op("other", name="pld_window", namespace="pld")
def window(buf: PtrType, shape: Dims, *, dtype: DataType) -> DistributedTensor:
    """A typed view of a window buffer; HOST only."""
    ...


@op("other", name="pld_get_comm_ctx", namespace="pld")
def get_comm_ctx(dist_tensor: DistributedTensor) -> CommCtx:
    """The communication context of a distributed tensor."""
    ...


@op("other", name="pld_rank", namespace="pld")
def rank(ctx: CommCtx) -> Scalar:
    """This rank, an INT32 scalar."""
    ...


@op("other", name="pld_nranks", namespace="pld")
def nranks(ctx: CommCtx) -> Scalar:
    """Number of ranks of a context, an INT32 scalar."""
    ...


@op("other", name="pld_remote_load", namespace="pld", family="communication")
def remote_load(
    target: DistributedTensor,
    peer: IntLike,
    offsets: Dims,
    shape: Dims,
    valid_shape: Dims | None = None,
) -> Tile:
    """A region of a peer's window as a tile."""
    ...


@op("other", name="pld_remote_store", namespace="pld", family="communication")
def remote_store(
    src: Any,
    target: DistributedTensor,
    peer: IntLike,
    offsets: Dims,
    *,
    atomic: AtomicType = AtomicType.None_,
) -> DistributedTensor:
    """Writes a tile or tensor into a peer's window."""
    ...
