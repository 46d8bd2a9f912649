# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Identity of a block and crossings between lanes."""

from __future__ import annotations

import ast
from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import as_matrix
from pypto.frontend.rules.table import rule, signature_error
from pypto.frontend.symbolic import Poly, atom
from pypto.frontend.types import TileType
from pypto.frontend.values import ScalarValue, TensorValue, TileValue, Value
from pypto.language.enums import SplitMode


@rule("get_block_idx", "get_block_num", "get_subblock_idx")
def identity(call: OpCall) -> Value:
    """An INDEX scalar."""
    if call.info.name == "get_block_idx":
        for scope in call.c.scopes:
            scope.reads_block_index = True
    raw = call.emit_raw(f"system.{call.info.name}", [], ["index"])
    result = ScalarValue(dtypes.INDEX, call.c.b.results(raw)[0])
    result.sym = _meaning(call, result)
    return result


def _meaning(call: OpCall, result: ScalarValue) -> Poly:
    """The block index is one value wherever a kernel asks for it."""
    c = call.c
    if call.info.name != "get_block_idx":
        return atom(call.info.name, result)
    instances = c.instances or c.program.caller_instances
    if instances is not None and instances.word == "blocks":
        return instances.number
    if c.block_index is None:
        c.block_index = atom(call.info.name, result)
    return c.block_index


@signature_error("aiv_shard", "aic_gather")
def boundary_arguments(c: FunctionCompiler, node: ast.Call, info: Any) -> Exception:
    """One positional operand: the region says how it is divided."""
    name = info.spelling
    for keyword in node.keywords:
        if keyword.arg == "x":
            continue
        text = f"{name}() does not take a {keyword.arg}="
        if keyword.arg == "split":
            text = f"{name}(): the split= form is tile-only and written by the compiler"
        hint = "the mode of the pl.split_aiv region divides the value"
        return c.error(codes.BadBoundaryOp, keyword.value, text, hint=hint)
    return c.error(
        codes.BadBoundaryOp,
        node,
        f"{name}() takes exactly one positional argument: the value",
        expected=f"{name}(x), x the value that crosses",
    )


@rule("aiv_shard", "aic_gather")
def boundary(call: OpCall) -> Value:
    """A value that crosses between the cube and the vector lanes."""
    name = call.info.name
    regions = [s for s in call.c.scopes if s.kind == "split_aiv"]
    if not regions:
        raise call.c.error(
            codes.BadBoundaryOp,
            call.node,
            f"pl.{name}() must be used inside a 'for ... in pl.split_aiv(...)' body",
            expected="the body of a pl.split_aiv region, in a pl.at(level=pl.Level.CORE_GROUP) "
            "scope",
            hint="for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN): around it",
        )
    value = call.shaped("x")
    if isinstance(value, TensorValue) and value.type.distributed:
        raise call.c.error(
            codes.BadBoundaryOp,
            call.node,
            f"pl.{name}() does not support distributed tensors",
            expected="a tile or a tensor of this rank",
            hint=f"load this rank's slice first: pl.load({call.text('x')}, offsets, shape)",
        )
    if value.type.rank != 2:
        raise call.c.error(
            codes.BadBoundaryOp,
            call.node,
            f"pl.{name}() needs rank 2, got {value.describe()}",
            expected="two axes: one of them is halved",
            hint=as_matrix(call, "x", value.type.shape),
        )
    mode = regions[-1].split_mode
    type: Any = _crossed(call, value.type, mode, name == "aiv_shard")
    level = "tile" if isinstance(value, TileValue) else "tensor"
    attributes = {"mode": call.c.b.shared.attribute(f"#pypto.split<{mode.name}>")}
    if isinstance(type, TileType):
        type = type.replace(space="Vec" if name == "aiv_shard" else "Mat")
    return call.emit(f"{level}.{name}", [value.ir], type, attributes)


def _other_mode(mode: SplitMode, shape: list[Any]) -> str | None:
    """The mode that halves the other axis, where that is even."""
    axis, other = (1, "LEFT_RIGHT") if mode is SplitMode.UP_DOWN else (0, "UP_DOWN")
    even = not isinstance(shape[axis], int) or shape[axis] % 2 == 0
    return f"mode=pl.SplitMode.{other} halves axis {axis}" if even else None


def _crossed(call: OpCall, type: Any, mode: SplitMode, shard: bool) -> Any:
    if mode is SplitMode.NONE:
        return type
    axis = 0 if mode is SplitMode.UP_DOWN else 1
    shape = list(type.shape)
    if not shard:
        shape[axis] *= 2
    elif isinstance(shape[axis], int) and shape[axis] % 2:
        raise call.c.error(
            codes.BadBoundaryOp,
            call.node,
            f"axis {axis} of extent {shape[axis]} cannot be halved",
            expected=f"an even extent of axis {axis}, such as {shape[axis] + 1}",
            hint=_other_mode(mode, shape),
        )
    else:
        shape[axis] //= 2
    if isinstance(type, TileType):
        return type.replace(shape=tuple(shape), valid=tuple(shape))
    return type.with_shape(tuple(shape))
