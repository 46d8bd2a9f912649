# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pld.*` of the host orchestrator, and what all communication shares.

Communication is checked like everything else and not compiled yet: `defer` says so once all
other rules hold, and the values made here stand for what would be computed.
"""

from __future__ import annotations

import ast
from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.kernel import named_atom
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.table import rule
from pypto.frontend.types import ScalarType, TensorType
from pypto.frontend.values import PyValue, ScalarValue, TensorValue, Value

NOTHING = PyValue(None)
# The number of ranks, wherever a program asks for it.
WORLD_SIZE = "pld.world_size()"


class WindowBuffer(Value):
    """A symmetric buffer; `name` is its variable's."""

    __slots__ = ("ir", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.ir = None

    def describe(self) -> str:
        return f"the window buffer '{self.name}'"


class Context(Value):
    """A communication context."""

    __slots__ = ()

    def describe(self) -> str:
        return "a pld.CommCtx"


def defer(call: OpCall) -> None:
    """Says at the end of the compile that this operation is not compiled."""
    call.c.engine.limit(
        call.c.unavailable(
            call.node,
            f"{call.info.spelling}()",
            expected="kernels of one device",
            hint="compute each rank's part with a kernel and exchange the arrays in Python",
        )
    )


def placeholder(call: OpCall, type: Any) -> Any:
    """An MLIR value of `type` that nothing computes."""
    c = call.c
    c.locate(call.node)
    name = "builtin.unrealized_conversion_cast"
    return c.b.op(name, [], [type.ir_type(c.b.shared)]).results[0]


def scalar(call: OpCall, dtype: Any, sym: Any = None) -> ScalarValue:
    """A scalar of the communication runtime."""
    defer(call)
    return ScalarValue(dtype, placeholder(call, ScalarType(dtype)), sym=sym)


def window(call: OpCall, name: str, *more: Any) -> TensorValue:
    """An operand that every rank has a slice of; `more`: its element types, if any."""
    value = call.value(name)
    if not isinstance(value, TensorValue) or not value.type.distributed:
        raise call.fail(
            codes.OperandKind,
            f"'{name}' must be a DistributedTensor",
            name,
            got=value.describe(),
            hint="annotate the parameter as pld.DistributedTensor[...]",
        )
    if more and value.type.dtype not in more:
        raise call.fail(
            codes.OperandDtype,
            f"'{name}' has dtype {value.type.dtype}",
            name,
            expected=" or ".join(str(dtype) for dtype in more),
        )
    return value


def peer(call: OpCall) -> None:
    """The rank that is addressed."""
    value = call.scalar("peer")
    if not value.dtype.is_int():
        raise call.fail(
            codes.OperandDtype,
            "'peer' must be an integer scalar",
            "peer",
            got=value.describe(),
            expected="the number of a rank: an int, or a pl.Scalar of an integer type",
            hint=f"pl.cast({call.text('peer')}, pl.INT32)" if value.const is None else None,
        )
    if value.const is not None and value.const < 0:
        raise call.fail(codes.OutOfBounds, f"'peer' is {value.const}", "peer", expected=">= 0")


def host_only(call: OpCall, name: str) -> None:
    """Refuses an operation of the host in any other function."""
    if call.c.kind != "Host":
        raise call.c.error(
            codes.HostOnly,
            call.node,
            f"{name}() can only be called in HOST orchestration context",
            hint="call it in a @pl.jit.host function and pass the result",
        )


@rule("pld_world_size")
def world_size(call: OpCall) -> Value:
    """The number of ranks, INT64."""
    host_only(call, "world_size")
    return scalar(call, dtypes.INT64, named_atom(WORLD_SIZE))


@rule("pld_alloc_window_buffer")
def alloc_window_buffer(call: OpCall) -> Value:
    """A buffer on every rank, named by the variable that it is assigned to."""
    c = call.c
    host_only(call, "alloc_window_buffer")
    if call.given("name"):
        raise c.error(
            codes.HostOnly,
            call.nodes["name"],
            "'name' kwarg cannot be passed explicitly: the variable's name is used",
            expected="a variable: it names the buffer",
            hint=f"{call.text('name').strip(chr(39))} = {call.written('name')}",
        )
    name = _assigned_name(call)
    known = c.program.windows.get(name)
    if known is not None and known is not call.node:
        raise c.error(
            codes.HostOnly,
            call.node,
            f"the window buffer '{name}' is already declared in this program",
            hint="one buffer is one variable: choose another name",
        )
    c.program.windows[name] = call.node
    if call.given("dtype"):
        if not isinstance(call.value("size"), ScalarValue):
            call.indices("size")
        call.dtype("dtype")
    else:
        size = call.scalar("size")
        if not size.dtype.is_int() or (size.const is not None and size.const <= 0):
            raise call.fail(
                codes.BadShape,
                "'size' must be a positive number of bytes",
                "size",
                got=size.describe(),
                hint="pld.alloc_window_buffer([rows, columns], dtype=pl.FP32)",
            )
    defer(call)
    return WindowBuffer(name)


def _assigned_name(call: OpCall) -> str:
    c = call.c
    pending = c.pending_name
    if pending is not None and pending[0] is call.node:
        return pending[1]
    assigned = any(
        getattr(statement, "value", None) is call.node
        and isinstance(statement, (ast.Assign, ast.AnnAssign))
        for statement in ast.walk(c.frame.source.node)
    )
    rule = (
        "must be assigned to a single variable name"
        if assigned
        else "must appear as the RHS of a simple assignment"
    )
    raise c.error(
        codes.HostOnly,
        call.node,
        f"alloc_window_buffer() {rule}",
        hint="buf = pld.alloc_window_buffer(...)",
    )


@rule("pld_window")
def typed_window(call: OpCall) -> Value:
    """A typed view of a window buffer."""
    host_only(call, "window")
    buffer = call.value("buf")
    if not isinstance(buffer, WindowBuffer):
        raise call.fail(
            codes.OperandKind,
            "'buf' must be a window buffer",
            "buf",
            got=buffer.describe(),
            hint="buf = pld.alloc_window_buffer(...)",
        )
    shape = call.syms(call.indices("shape"))
    type = TensorType(shape, call.dtype("dtype"), distributed=True)
    defer(call)
    value = TensorValue(type, placeholder(call, type))
    call.c.program.window_buffers.append((value.ir, buffer.name))
    return value


@rule("pld_get_comm_ctx")
def get_comm_ctx(call: OpCall) -> Value:
    """The context of a window."""
    window(call, "dist_tensor")
    defer(call)
    return Context()


@rule("pld_rank", "pld_nranks")
def rank(call: OpCall) -> Value:
    """This rank, or how many there are."""
    value = call.value("ctx")
    if not isinstance(value, Context):
        raise call.fail(
            codes.OperandKind,
            "'ctx' must be a communication context",
            "ctx",
            got=value.describe(),
            hint="ctx = pld.get_comm_ctx(window)",
        )
    if not call.c.in_core:
        raise call.c.error(
            codes.MisplacedOperation,
            call.node,
            f"{call.info.spelling}() is only valid in device work",
            hint="on the host, ranks are counted by pl.range(pld.world_size())",
        )
    return scalar(call, dtypes.INT32)
