# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.MemRef` in the annotation of a tile: buffers that the author declares."""

from __future__ import annotations

import ast
from typing import Any

from pypto.diagnostics import codes
from pypto.dtypes import INDEX
from pypto.frontend import scalars
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.values import PyValue, ScalarValue, TileValue, Value
from pypto.language.views import MemRef

# Operations whose region is one kernel; a buffer belongs to the innermost.
_KERNEL_OPS = ("pypto.at", "pypto.spmd", "func.func")


def declare(c: FunctionCompiler, node: ast.Call) -> PyValue:
    """`m = pl.MemRef(...)`; without a name the allocation has the variable's."""
    from pypto.frontend.annotations import evaluate_annotation

    memref = evaluate_annotation(c, node)
    assert isinstance(memref, MemRef)
    if memref.byte_offset is None:
        if memref.name is None and c.pending_name is not None and c.pending_name[0] is node:
            memref.name = c.pending_name[1]
        if memref.name is not None and c.allocations.setdefault(memref.name, node) is not node:
            raise c.error(
                codes.BadMemRef,
                node,
                f"two declarations of the allocation '{memref.name}'",
                hint="give each a name of its own, or use the variable of the first",
            )
    return PyValue(memref)


def check_alias(c: FunctionCompiler, node: ast.AST, value: PyValue) -> None:
    """An allocation has one variable."""
    source = getattr(node, "value", None)
    if isinstance(value.object, MemRef) and not isinstance(source, ast.Call):
        raise c.error(
            codes.BadMemRef,
            node,
            "a second name for an allocation (pl.MemRef)",
            hint="use the variable that it was declared with",
        )


def evaluate_slots(c: FunctionCompiler, annotation: ast.expr, evaluate: Any) -> dict[str, Any]:
    """Replaces each slot `m[i]` in a tile's annotation by a name; the names' objects.

    evaluate: the object that an expression of Python stands for. `i` is one of the kernel.
    """
    found: dict[str, Any] = {}
    parts = getattr(getattr(annotation, "slice", None), "elts", [])
    for index, part in enumerate(parts):
        if not isinstance(part, ast.Subscript):
            continue
        memref = evaluate(part.value)
        if isinstance(memref, MemRef):
            value = _index(c, part.slice)
            constant = value.const if isinstance(value, ScalarValue) else None
            name = f"__slot_{index}"
            found[name] = memref[value if constant is None else constant]
            parts[index] = ast.copy_location(ast.Name(name, ast.Load()), part)
    return found


def _index(c: FunctionCompiler, node: ast.expr) -> Any:
    """The index of a slot; a run-time one is computed here, before what goes into the slot."""
    value = c.expr(node)
    if not isinstance(value, ScalarValue) or value.const is not None or not value.dtype.is_int():
        return value
    c.locate(node)
    return ScalarValue(INDEX, scalars.convert(c, value, INDEX), sym=value.sym)


def chooses_slot(annotation: ast.expr) -> bool:
    """True for the annotation of a tile that may live in one of several slots."""
    parts = getattr(getattr(annotation, "slice", None), "elts", [])
    return any(isinstance(part, ast.Subscript) for part in parts)


def bind_tile(
    c: FunctionCompiler, node: ast.AnnAssign, name: str, value: TileValue, memref: MemRef
) -> TileValue:
    """`value`, living in the buffer that `memref` declares."""
    space = value.type.space
    assert space is not None
    if any(loop.kind == "pipeline" for loop in c.frame.loops):
        raise c.error(
            codes.BadMemRef,
            node.annotation,
            "a declared allocation (pl.MemRef) inside a pl.pipeline body, of which several "
            "iterations are in flight at once",
            hint="use pl.range, or leave the buffer to the compiler",
        )
    buffer = _buffer(c, node, memref, space)
    c.locate(node)
    c.b.location = c.b.ir.Location.name(name, c.b.location, c.b.shared.context)
    bound = c.b.value("pypto.tile.bind", [value.ir, buffer], c.ir_type(value.type))
    return TileValue(value.type, bound, value.view)


def _buffer(c: FunctionCompiler, node: ast.AnnAssign, memref: MemRef, space: str) -> Any:
    block = c.b.insertion.block
    while block.owner.operation.name not in _KERNEL_OPS:
        block = block.owner.operation.block
    if memref.name is None and memref.byte_offset is None and isinstance(node.target, ast.Name):
        memref.name = node.target.id
    key, attributes, size = _identify(c, node, memref)
    # The scope, not its syntax, which is compiled again when it is unrolled or inlined.
    scope = next((s for s in reversed(c.scopes) if s.core), None)
    c.locate(node.annotation)
    known = c.declared.get((scope, key))
    if known is None:
        buffer = c.b.ir.Operation.create(
            "pypto.memref.alloc",
            results=[c.type_of(f"memref<{size}xi8, #pypto.space<{space}>>")],
            attributes=attributes,
            loc=c.b.ir.Location.name(key, c.b.location, c.b.shared.context),
            ip=c.b.ir.InsertionPoint.at_block_begin(block),
        ).results[0]
        c.declared[scope, key] = (buffer, space, memref.slots)
    else:
        buffer, its_space, slots = known
        if its_space != space:
            raise c.error(
                codes.BadMemRef,
                node.annotation,
                f"allocation '{key}' is in pl.Mem.{its_space} already",
                expected=f"pl.Mem.{its_space}",
                got=f"pl.Mem.{space}",
            )
        if slots != memref.slots:
            raise c.error(
                codes.BadMemRef,
                node.annotation,
                f"allocation '{key}' was declared with {_count(slots)} already",
                expected=f"slots={slots}" if slots else "no slots=",
                got=f"slots={memref.slots}" if memref.slots else "no slots=",
            )
    if memref.slots is None:
        return buffer
    index = memref.slot
    if not isinstance(index, ScalarValue):
        index = ScalarValue(INDEX, const=index, sym=index)
    operand = scalars.convert(c, index, INDEX)
    type = c.type_of(f"memref<?xi8, #pypto.space<{space}>>")
    return c.b.value("pypto.memref.slot", [buffer, operand], type)


def _count(slots: int | None) -> str:
    return "one slot" if slots in (None, 1) else f"{slots} slots"


def _identify(
    c: FunctionCompiler, node: ast.AnnAssign, memref: MemRef
) -> tuple[str, dict[str, Any], str]:
    """What names the buffer, its attributes and its size."""
    if memref.byte_offset is not None or memref.size is not None:
        return _address(c, node, memref)
    name = memref.name
    if name is None:
        raise c.error(
            codes.BadMemRef,
            node.annotation,
            "pl.MemRef() without a name",
            hint='give it one, as in pl.MemRef("buffer"), or assign it to a variable first',
        )
    declared = {"declared": c.b.shared.attribute("unit")}
    slots, slot = memref.slots, memref.slot
    if slots is None:
        if slot is not None:
            raise c.error(
                codes.BadMemRef,
                node.annotation,
                f"allocation '{name}' has one slot and cannot be subscripted",
                hint=f'pl.MemRef("{name}", slots=2) has two',
            )
        return name, declared, "?"
    if not isinstance(slots, int) or isinstance(slots, bool) or slots < 1:
        raise c.error(
            codes.BadMemRef,
            node.annotation,
            f"slots= of allocation '{name}' must be a positive int literal",
            got=repr(slots),
            expected="an int of at least 1",
            hint=f'pl.MemRef("{name}", slots=2)',
        )
    if slot is None:
        raise c.error(
            codes.BadMemRef,
            node.annotation,
            f"allocation '{name}' has {slots} slots and none is chosen",
            expected=f"an index from 0 to {slots - 1}, as in {name}[0]",
        )
    index = slot.const if isinstance(slot, ScalarValue) else slot
    if isinstance(slot, ScalarValue) and index is None and slot.dtype.is_int():
        return name, declared, f"{slots}x?"
    if not isinstance(index, int) or isinstance(index, bool):
        raise c.error(
            codes.BadMemRef,
            node.annotation,
            f"slot index of allocation '{name}' must be an integer",
            expected=f"0 to {slots - 1}",
            got=slot.describe() if isinstance(slot, Value) else repr(slot),
        )
    if not 0 <= index < slots:
        raise c.error(
            codes.BadMemRef,
            node.annotation,
            f"slot index of allocation '{name}' is out of range",
            expected=f"0 to {slots - 1}",
            got=repr(index),
        )
    memref.slot = index
    return name, declared, f"{slots}x?"


def _address(
    c: FunctionCompiler, node: ast.AnnAssign, memref: MemRef
) -> tuple[str, dict[str, Any], str]:
    """A buffer at a place of the author's: `pl.MemRef(base, byte_offset, size)`."""
    numbers = (memref.base, memref.byte_offset, memref.size)
    if not all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n < 2**62 for n in numbers):
        raise c.error(
            codes.BadMemRef,
            node.annotation,
            "pl.MemRef(base, byte_offset, size) describes bytes at an address",
            expected="three int literals in bytes, not negative and within the address space",
            got=", ".join(n.describe() if isinstance(n, Value) else repr(n) for n in numbers),
        )
    base, offset, size = numbers
    assert isinstance(base, int) and isinstance(offset, int) and isinstance(size, int)
    if size == 0:
        raise c.error(
            codes.BadMemRef,
            node.annotation,
            "pl.MemRef of 0 bytes",
            expected="the bytes of the buffer, at least those of its tile",
        )
    address = base + offset
    return (
        f"bytes {address} to {address + size}",
        {"address": c.b.shared.attribute(f"{address} : i64")},
        str(size),
    )
