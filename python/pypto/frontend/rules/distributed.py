# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pld.*`: the rules that need no other rank; execution is not compiled yet."""

from __future__ import annotations

from pypto.diagnostics import codes
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.table import rule
from pypto.frontend.values import TensorValue, Value

_HOST_ONLY = {
    "pld_world_size": "world_size",
    "pld_alloc_window_buffer": "alloc_window_buffer",
    "pld_window": "window",
}
_OTHERS = (
    "get_comm_ctx",
    "rank",
    "nranks",
    "remote_load",
    "remote_store",
    "put",
    "get",
    "barrier",
    "allreduce",
    "broadcast",
    "allgather",
    "reduce_scatter",
    "all_to_all",
    "all_to_all_v",
    "notify",
    "wait",
    "defer_wait",
)


@rule(*_HOST_ONLY)
def host_only(call: OpCall) -> Value:
    """Operations of the host orchestrator."""
    name = _HOST_ONLY[call.info.name]
    if call.c.kind != "Host":
        raise call.c.error(
            codes.HostOnly,
            call.node,
            f"{name}() can only be called in HOST orchestration context",
            hint="call it in a @pl.jit.host function and pass the result",
        )
    if name == "alloc_window_buffer" and call.given("name"):
        raise call.c.error(
            codes.HostOnly,
            call.nodes["name"],
            "'name' kwarg cannot be passed explicitly: the variable's name is used",
        )
    raise call.c.unavailable(call.node, f"{call.info.spelling}()")


@rule(*(f"pld_{name}" for name in _OTHERS))
def other(call: OpCall) -> Value:
    """Communication; operands that must be windows are checked."""
    for name in ("target", "dist_tensor", "signal", "dst"):
        if name not in call.arguments or call.info.name == "pld_get" or not call.given(name):
            continue
        value = call.value(name)
        if isinstance(value, TensorValue) and not value.type.distributed:
            raise call.fail(
                codes.OperandKind,
                f"'{name}' must be a DistributedTensor",
                name,
                got=value.describe(),
                hint="annotate the parameter as pld.DistributedTensor[...]",
            )
    raise call.c.unavailable(call.node, f"{call.info.spelling}()")
