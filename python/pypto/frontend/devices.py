# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`device=` of a dispatch from the host: a constant, or the variable of a loop over devices."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pypto.diagnostics import codes
from pypto.frontend.kernel import named_atom
from pypto.frontend.rules.distributed import WORLD_SIZE
from pypto.frontend.values import ScalarValue

if TYPE_CHECKING:
    from pypto.frontend.function import FunctionCompiler
    from pypto.frontend.iterators import LoopHeader


def check_device(c: FunctionCompiler, node: ast.expr) -> None:
    """Checks the device of a dispatch, which is not compiled yet."""
    value = c.scalar(node, "device")
    if value.const is None:
        _check_loop(c, node, _loop_of(c, node))
    elif isinstance(value.const, bool) or not isinstance(value.const, int) or value.const < 0:
        raise c.error(
            codes.BadDeviceDispatch, node, f"device={value.const!r} is no device", expected=">= 0"
        )
    c.engine.limit(
        c.unavailable(
            node,
            "dispatch to a device (device=)",
            expected="kernels of one device",
            hint="leave device= out: the kernel runs on the device of the call",
        )
    )


def _loop_of(c: FunctionCompiler, node: ast.expr) -> LoopHeader:
    for loop in reversed(c.frame.loops):
        header = loop.header
        if header is not None and isinstance(node, ast.Name) and header.target == node.id:
            return header
    raise c.error(
        codes.BadDeviceDispatch,
        node,
        f"device= Var is not the induction variable of an enclosing pl.range loop: {c.text(node)}",
        hint="for r in pl.range(pld.world_size()): kernel(..., device=r)",
    )


def _check_loop(c: FunctionCompiler, node: ast.expr, header: LoopHeader) -> None:
    stop: ScalarValue = header.stop
    if stop.const is None and stop.sym != named_atom(WORLD_SIZE):
        raise c.error(
            codes.BadDeviceDispatch,
            node,
            "device=r loop bound must be ConstInt or pld.system.world_size()",
            got=stop.describe(),
            hint="for r in pl.range(pld.world_size()):",
        )
