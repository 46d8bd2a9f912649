# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scalar writes of concurrent instances: does each own whole 64-byte cache lines?

A scalar store reaches DDR with the whole line of the issuing core's data cache, so two
instances that write into one line lose each other's stores. Instances are the blocks of
`pl.spmd` and the iterations of `pl.parallel` on the control plane. The byte offset of a write
is a polynomial: `stride * instance + rest`. Lines are private when the stride is a multiple of
64 bytes and all the rest stays within one stride.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pypto.diagnostics import codes
from pypto.frontend import symbolic
from pypto.frontend.symbolic import Atom, Poly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.frontend.function import FunctionCompiler
    from pypto.frontend.symbolic import Sym
    from pypto.frontend.values import TensorValue

LINE_BYTES = 64


class Instances:
    """Concurrent instances: "blocks" or "instances", their number or None, name, index.

    width: the device-size query that is their number, or "". together: all start at once.
    """

    __slots__ = ("name", "number", "size", "together", "width", "word")

    def __init__(
        self,
        word: str,
        size: int | None,
        name: str,
        number: Poly,
        width: str = "",
        together: bool = False,
    ) -> None:
        self.word = word
        self.size = size
        self.name = name
        self.number = number
        self.width = width
        self.together = together


def check_scalar_write(
    c: FunctionCompiler,
    node: ast.AST,
    target: TensorValue,
    indices: Sequence[Sym],
) -> None:
    """Warns when the write may share a line with another instance's."""
    instances = c.instances or c.program.caller_instances
    if instances is None or instances.size == 1 or not c.in_core:
        return
    size = target.type.dtype.get_byte()
    offset = _linear(target.type.shape, indices)
    name = target.parameter or "a tensor"
    number = "several" if instances.size is None else str(instances.size)
    label = f" ('{instances.name}')" if instances.name else ""
    start = (
        f"pl.write into '{name}' from {number} concurrent {instances.word}{label} in function "
        f"'{c.program.active[-1].name}': "
    )
    stride = _stride(offset, instances.number) if offset is not None else None
    if stride is None:
        text = (
            f"the index is computed at runtime, so the compiler cannot tell whether two "
            f"{instances.word} share a 64-byte cache line."
        )
    elif _owns_lines(offset, instances.number, stride * size, size):
        return
    else:
        apart = abs(stride * size)
        sharing = LINE_BYTES // apart if 0 < apart < LINE_BYTES else 0
        if apart == 0:
            text = f"all {instances.word} write the same elements."
        elif sharing > 1:
            text = (
                f"consecutive {instances.word} write {apart} bytes apart, so {sharing} of them "
                "share each 64-byte cache line and their stores overwrite one another."
            )
        else:
            text = (
                f"consecutive {instances.word} write {apart} bytes apart and reach into each "
                "other's 64-byte cache lines."
            )
    c.warn(
        codes.ScalarWriteLineShared,
        node,
        start + text,
        hint=f"Give each one whole 64-byte lines ({LINE_BYTES // size} x {target.type.dtype}), or "
        "issue the writes from a single instance (pl.spmd(1)).",
    )


def _linear(shape: Sequence[Sym], indices: Sequence[Sym]) -> Sym | None:
    """The element's number in row-major order; None for run-time inner extents."""
    offset: Sym = 0
    for extent, index in zip(shape, indices, strict=True):
        if not isinstance(extent, int) and offset != 0:
            return None
        offset = symbolic.add(symbolic.mul(offset, extent), index)
    return offset


def _stride(offset: Sym | None, index: Poly) -> int | None:
    """Elements between consecutive instances; None when something unknown is in the way."""
    assert offset is not None
    own = _single(index)
    terms = offset.terms if isinstance(offset, Poly) else {}
    stride = 0
    for monomial, factor in terms.items():
        for item in monomial:
            if item is own:
                if len(monomial) > 1:
                    return None
                stride = factor
            elif item.limit is None:
                return None
    return stride


def _owns_lines(offset: Sym | None, index: Poly, stride: int, size: int) -> bool:
    if stride == 0 or stride % LINE_BYTES:
        return False
    own = _single(index)
    low = high = 0
    terms = offset.terms if isinstance(offset, Poly) else {(): offset or 0}
    for monomial, factor in terms.items():
        if own in monomial:
            continue
        largest = factor
        for item in monomial:
            assert item.limit is not None
            largest *= max(item.limit - 1, 0)
        low += min(largest, 0) if monomial else factor
        high += max(largest, 0) if monomial else factor
    first_line = low * size // LINE_BYTES * LINE_BYTES
    return (high + 1) * size - first_line <= abs(stride)


def _single(index: Poly) -> Atom:
    return next(iter(index.terms))[0]
