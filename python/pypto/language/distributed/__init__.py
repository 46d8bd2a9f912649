# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that run on several ranks: `import pypto.language.distributed as pld`."""

from pypto.language.distributed import system, tensor, tile
from pypto.language.distributed.context import (
    alloc_window_buffer,
    get_comm_ctx,
    nranks,
    rank,
    remote_load,
    remote_store,
    window,
    world_size,
)
from pypto.language.enums import AtomicType, NotifyOp, ReduceOp, WaitCmp
from pypto.language.types import CommCtx, CommCtxType, DistributedTensor

__all__ = [
    "AtomicType",
    "CommCtx",
    "CommCtxType",
    "DistributedTensor",
    "NotifyOp",
    "ReduceOp",
    "WaitCmp",
    "alloc_window_buffer",
    "get_comm_ctx",
    "nranks",
    "rank",
    "remote_load",
    "remote_store",
    "system",
    "tensor",
    "tile",
    "window",
    "world_size",
]
