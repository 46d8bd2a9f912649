# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The explicit ring between a cube core and its vector cores."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.system import NOTHING
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TileType
from pypto.frontend.values import ScalarValue, TileValue, Value
from pypto.language.pipes import AUTO

_SPLITS = {
    "tpush_to_aiv": range(5),
    "tpop_from_aic": range(5),
    "tpush_to_aic": range(3),
    "tpop_from_aiv": range(3),
}


def _attributes(call: OpCall, *names: str) -> dict[str, Any]:
    return {
        name: call.c.b.shared.attribute(f"{call.integer(name)} : i64")
        for name in names
        # Undivided is what the operation says too.
        if name in call.arguments and (call.given(name) or name == "split")
    }


def _split(call: OpCall) -> None:
    if call.arguments.get("lane_stride") is not None and call.integer("split") == 0:
        raise call.fail(
            codes.BadOpAttribute,
            "lane_stride is for a tile that is divided",
            "lane_stride",
            expected="lane_stride= with a split= that is not 0",
            hint=call.written("lane_stride"),
        )
    allowed = _SPLITS[call.info.name]
    split = call.integer("split")
    if split not in allowed:
        raise call.fail(
            codes.BadOpAttribute,
            f"invalid split code {split}",
            "split",
            expected=f"0..{allowed[-1]}",
        )


@rule("tpush_to_aiv", "tpush_to_aic")
def push(call: OpCall) -> Value:
    """Sends a tile."""
    tile = call.tile("tile")
    _split(call)
    attributes = _attributes(call, "split", "lane_stride", "id")
    call.emit_raw(f"system.{call.info.name}", [tile.ir], [], attributes)
    return NOTHING


@rule("tpop_from_aic", "tpop_from_aiv")
def pop(call: OpCall) -> Value:
    """Receives a tile."""
    _split(call)
    if not call.given("shape") or not call.given("dtype"):
        raise call.fail(
            codes.BadOpArguments,
            "shape= and dtype= of the received tile are needed",
            expected="the shape and the element type of the tile that is pushed",
            hint=call.written(
                **{
                    n: t
                    for n, t in (("shape", "[16, 64]"), ("dtype", "pl.FP32"))
                    if not call.given(n)
                }
            ),
        )
    space = "Vec" if call.info.name == "tpop_from_aic" else "Mat"
    type = TileType(call.static_shape("shape"), call.dtype("dtype"), space)
    attributes = _attributes(call, "split", "lane_stride", "id")
    return call.emit(f"system.{call.info.name}", [], type, attributes)


def _check_ring(call: OpCall) -> None:
    """Sizes that one ring has on both of its sides."""
    mask = call.integer("dir_mask")
    if not 1 <= mask <= 3:
        raise call.fail(
            codes.BadOpAttribute,
            f"dir_mask is {mask}",
            "dir_mask",
            expected="1 (cube to vector), 2 (vector to cube) or 3 (both)",
        )
    given = {"slot_size", *filter(call.given, _RING_SIZES)}
    numbers = {name: call.integer(name) for name in _RING_SIZES if name in given}
    for name, number in numbers.items():
        if number < (name != "id"):
            raise call.fail(codes.BadOpAttribute, f"{name} is {number}", name, expected="> 0")
    slots = numbers.get("slot_num", 4 if mask == 3 else 8)
    if numbers.get("local_slot_num", 0) > slots:
        raise call.fail(
            codes.BadOpAttribute,
            f"local_slot_num {numbers['local_slot_num']} is more than the {slots} slots of the "
            "ring",
            "local_slot_num",
            expected=f"at most {slots}",
        )
    if "local_slot_num" in numbers and call.c.program.arch != "a2a3":
        raise call.fail(
            codes.NotOnArch,
            "local_slot_num is for the 910B only",
            "local_slot_num",
            expected="slot_num= alone: the ring lies where its consumer reads it",
            hint=call.written("local_slot_num"),
        )
    ring = (mask, numbers["slot_size"], slots)
    known = call.c.rings.setdefault(numbers.get("id", 0), ring)
    for name, old, new in zip(("dir_mask", "slot_size", "slot_num"), known, ring, strict=True):
        if old != new:
            raise call.fail(
                codes.BadOpAttribute,
                f"{name} {new} of ring {numbers.get('id', 0)} is {old} on its other side",
                name,
                hint="both sides of a ring have the same slots, or give the rings different id=",
            )


_RING_SIZES = ("slot_size", "slot_num", "local_slot_num", "id")


def _check_popped(call: OpCall, tile: TileValue) -> None:
    """The slot that is given back is one that the matching pop took."""
    pop = call.info.name.replace("tfree_to", "tpop_from")
    owner = tile.ir.owner
    name = getattr(owner, "name", "")
    if not name or name == f"pypto.system.{pop}":
        if name and call.given("id"):
            taken = owner.attributes["id"].value if "id" in owner.attributes else 0
            if taken != call.integer("id"):
                raise call.fail(
                    codes.BadOpAttribute,
                    f"id={call.integer('id')}, but the tile was popped from ring {taken}",
                    "id",
                    hint="leave id= out: it is the pop's",
                )
        return
    if name.startswith("pypto."):
        raise call.fail(
            codes.OperandKind,
            f"'tile' must be what pl.{pop}() returned",
            "tile",
            got=call.c.text(call.nodes["tile"]),
            expected=f"a tile that pl.{pop}() returned and that still has its slot",
            hint=f"t = pl.{pop}(shape=[16, 64], dtype=pl.FP32) takes the slot that "
            f"pl.{call.info.name}(t) gives back",
        )


@rule("tfree_to_aic", "tfree_to_aiv")
def free(call: OpCall) -> Value:
    """Gives a slot back."""
    tile = call.tile("tile")
    _check_popped(call, tile)
    call.emit_raw(f"system.{call.info.name}", [tile.ir], [], _attributes(call, "id"))
    return NOTHING


@rule("aic_initialize_pipe", "aiv_initialize_pipe")
def initialize(call: OpCall) -> Value:
    """Sets the ring up."""
    _check_ring(call)
    call.c.locate(call.node)
    operands = [call.c.index_ir(call.scalar(n)) for n in ("c2v_consumer_buf", "v2c_consumer_buf")]
    attributes = _attributes(call, "dir_mask", "slot_size", "slot_num", "local_slot_num", "id")
    call.emit_raw(f"system.{call.info.name}", operands, [], attributes)
    return NOTHING


@rule("reserve_buffer", "import_peer_buffer")
def buffer(call: OpCall) -> Value:
    """A named buffer of local memory."""
    names = ("name", "peer_func")
    attributes: dict[str, Any] = {}
    for name in names:
        if name in call.arguments:
            text = call.constant(name)
            if not isinstance(text, str) or not text:
                raise call.fail(
                    codes.BadOpAttribute,
                    f"'{name}' must be a non-empty string",
                    name,
                    expected='a name such as "ring", the same on both sides'
                    if name == "name"
                    else "the name of the kernel on the other side",
                )
            attributes[name] = call.c.b.shared.attribute(f'"{text}"')
    attributes.update(_attributes(call, "size"))
    if "size" in call.arguments and call.integer("size") <= 0:
        raise call.fail(
            codes.BadOpAttribute,
            f"a buffer of {call.integer('size')} bytes",
            "size",
            expected="> 0",
        )
    if call.info.name == "reserve_buffer" and call.integer("base") < AUTO:
        raise call.fail(
            codes.BadOpAttribute,
            f"base is {call.integer('base')}",
            "base",
            expected="an address >= 0, or pl.AUTO",
        )
    if call.info.name == "reserve_buffer" and call.integer("base") != AUTO:
        attributes.update(_attributes(call, "base"))
    raw = call.emit_raw(f"system.{call.info.name}", [], ["i32"], attributes)
    return ScalarValue(dtypes.INT32, call.c.b.results(raw)[0])
