# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transfers and collectives on tensors: `pld.tensor.*`."""

from __future__ import annotations

from typing import Any

from pypto.language.distributed.context import remote_store
from pypto.language.enums import AtomicType, ReduceOp
from pypto.language.ops._declare import op
from pypto.language.types import Dims, DistributedTensor, IntLike, Tensor


@op("other", name="pld_put", namespace="pld.tensor", family="communication")
def put(
    dst: DistributedTensor,
    peer: IntLike,
    src: Tensor,
    dst_offsets: Dims | None = None,
    src_offsets: Dims | None = None,
    shape: Dims | None = None,
    *,
    atomic: AtomicType = AtomicType.None_,
    chunk_rows: int = 0,
    chunk_cols: int = 0,
    pipeline: bool = False,
) -> DistributedTensor:
    """Copies a DDR tensor into a peer's window; offsets and shape together or none."""
    ...


@op("other", name="pld_get", namespace="pld.tensor", family="communication")
def get(
    dst: Tensor,
    peer: IntLike,
    src: DistributedTensor,
    dst_offsets: Dims | None = None,
    src_offsets: Dims | None = None,
    shape: Dims | None = None,
    *,
    chunk_rows: int = 0,
    chunk_cols: int = 0,
    pipeline: bool = False,
) -> Tensor:
    """Copies a peer's window into a DDR tensor."""
    ...


@op("other", name="pld_barrier", namespace="pld.tensor", family="collectives")
def barrier(signal: DistributedTensor) -> DistributedTensor:
    """All ranks wait for each other; the signal is INT32 [NR] or [NR, 1]."""
    ...


@op("other", name="pld_allreduce", namespace="pld.tensor", family="collectives")
def allreduce(
    target: DistributedTensor,
    signal: Any = None,
    *,
    op: ReduceOp = ReduceOp.Sum,
    mode: str = "mesh",
    core_num: int = 1,
) -> DistributedTensor:
    """Reduces a window over all ranks, the result on each."""
    ...


@op("other", name="pld_broadcast", namespace="pld.tensor", family="collectives")
def broadcast(
    target: DistributedTensor,
    signal: DistributedTensor,
    *,
    root: int,
) -> DistributedTensor:
    """Copies the window of rank `root` to every rank."""
    ...


@op("other", name="pld_allgather", namespace="pld.tensor", family="collectives")
def allgather(
    local_data: Tensor,
    target: DistributedTensor,
    signal: DistributedTensor,
) -> DistributedTensor:
    """Gathers [1, S] of every rank into [NR, S]."""
    ...


@op("other", name="pld_reduce_scatter", namespace="pld.tensor", family="collectives")
def reduce_scatter(
    target: DistributedTensor,
    signal: DistributedTensor,
    *,
    op: ReduceOp = ReduceOp.Sum,
) -> DistributedTensor:
    """Reduces [NR, S]; each rank keeps its row."""
    ...


@op("other", name="pld_all_to_all", namespace="pld.tensor", family="collectives")
def all_to_all(
    input: DistributedTensor,
    target: DistributedTensor,
    signal: DistributedTensor,
) -> DistributedTensor:
    """Exchanges rows [NR, S] between all ranks."""
    ...


@op("other", name="pld_all_to_all_v", namespace="pld.tensor", family="collectives")
def all_to_all_v(
    input: DistributedTensor,
    target: DistributedTensor,
    signal: DistributedTensor,
    send_counts: Tensor,
    recv_counts: Tensor,
) -> DistributedTensor:
    """`all_to_all` with as many rows as the counts say."""
    ...


__all__ = [
    "all_to_all",
    "all_to_all_v",
    "allgather",
    "allreduce",
    "barrier",
    "broadcast",
    "get",
    "put",
    "reduce_scatter",
    "remote_store",
]
