# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators of the language, each with the function that it must compute.

A row gives the expression on tensors and on tiles, the golden function on the valid part of the
operands, and the element types that each chip must take (spec of the core, section 2.3, and of
the public assembler). Names in expressions: a, b operands; v one value per row, w one per column;
on tiles t<name>, and s for scratch of the result's type, u for scratch of bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from op_kernels import EPS

FLOATS = ("FP32", "FP16")
INTS = ("INT16", "INT32")
V3 = FLOATS + INTS
# What the 950 takes beyond that, where the public assembler lets it pass.
ALL = ("FP32", "FP16", "BF16", "INT8", "INT16", "INT32", "UINT8", "UINT16", "UINT32")

Golden = Callable[..., np.ndarray]


@dataclass
class Op:
    """One operator. Empty expression: it has no form on that level.

    result: "same", "row" ([R, 1]), "column" ([1, C]). out: element type of the result, "" as the
    first operand. error: of the result in roundings; 0 is exact. terms: the result sums or
    multiplies as many values as the reduced extent.
    """

    name: str
    golden: Golden
    tensor: str = ""
    tile: str = ""
    a3: tuple[str, ...] = V3
    a5: tuple[str, ...] = V3
    result: str = "same"
    out: str = ""
    error: float = 1
    terms: bool = False
    data: str = "any"
    scratch: str = ""
    absolute: float = 0
    extra: dict[str, Any] = field(default_factory=dict)


def _wide(x: np.ndarray) -> np.ndarray:
    return x.astype(np.int64) if x.dtype.kind in "iu" else x.astype(np.float64)


def in_wide(function: Golden) -> Golden:
    """`function` of 64-bit operands, then wrapped or rounded to the first operand's type."""

    def golden(*arrays: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            result = function(*[_wide(x) for x in arrays])
        kind = arrays[0].dtype
        if kind.kind in "iu":
            return result.astype(np.int64).astype(kind)
        return result.astype(np.float64)

    return golden


def _quotient(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if a.dtype.kind == "f":
        return a / b
    return np.sign(a) * np.sign(b) * (abs(a) // abs(b))


def _both(name: str, golden: Golden, **facts: Any) -> Op:
    tile = facts.pop("tile", f"pl.{name}(ta, tb)")
    return Op(name, in_wide(golden), f"pl.{name}(a, b)", tile, **facts)


def _scalar(name: str, tensor: str, tile: str, golden: Golden, **facts: Any) -> Op:
    return Op(name, in_wide(golden), tensor, tile, **facts)


def _unary(name: str, golden: Golden, **facts: Any) -> Op:
    tensor = facts.pop("tensor", f"pl.{name}(a)")
    return Op(name, in_wide(golden), tensor, facts.pop("tile", f"pl.{name}(ta)"), **facts)


ELEMENTWISE = [
    _both("add", np.add, a5=(*V3, "INT8", "BF16")),
    _both("sub", np.subtract, a5=(*V3, "INT8")),
    _both("mul", np.multiply),
    _both("div", _quotient, a3=FLOATS, data="no zero"),
    _both("maximum", np.maximum, error=0, a5=(*V3, "INT8")),
    _both("minimum", np.minimum, error=0, a5=(*V3, "INT8")),
    _both("fmod", np.fmod, data="no zero"),
    _both("part_add", np.add),
    _both("part_mul", np.multiply),
    _both("part_max", np.maximum, error=0),
    _both("part_min", np.minimum, error=0),
    _both("and_", np.bitwise_and, a3=(*INTS, "INT8"), a5=(*INTS, "INT8"), error=0),
    _both("or_", np.bitwise_or, a3=(*INTS, "INT8"), a5=(*INTS, "INT8"), error=0),
    _both("xor", np.bitwise_xor, tile="pl.xor(ta, tb, s)", a3=INTS, a5=INTS, error=0, scratch="s"),
    _both("shl", np.left_shift, a3=INTS, a5=INTS, data="shift", error=0),
    _both("shr", np.right_shift, a3=INTS, a5=INTS, data="shift", error=0),
    Op("rem", in_wide(np.mod), tile="pl.rem(ta, tb, s)", a3=("FP32", "INT32"),
       a5=("FP32", "INT32"), data="no zero", scratch="s"),
    _scalar("adds", "pl.add(a, 3)", "pl.tile.adds(ta, 3)", lambda a: a + 3),
    _scalar("subs", "pl.sub(a, 3)", "pl.tile.subs(ta, 3)", lambda a: a - 3),
    _scalar("muls", "pl.mul(a, 3)", "pl.tile.muls(ta, 3)", lambda a: a * 3),
    _scalar("divs", "pl.div(a, 3)", "pl.tile.divs(ta, 3)", lambda a: _quotient(a, a * 0 + 3)),
    _scalar("maximums", "pl.maximum(a, 3)", "pl.maximums(ta, 3)", lambda a: np.maximum(a, 3),
            error=0),
    _scalar("minimums", "pl.minimum(a, 3)", "pl.minimums(ta, 3)", lambda a: np.minimum(a, 3),
            error=0),
    _scalar("ands", "pl.ands(a, 77)", "pl.ands(ta, 77)", lambda a: a & 77, a3=INTS, a5=INTS,
            error=0),
    _scalar("ors", "pl.ors(a, 77)", "pl.ors(ta, 77)", lambda a: a | 77, a3=INTS, a5=INTS, error=0),
    _scalar("xors", "pl.xors(a, 77)", "pl.xors(ta, 77, s)", lambda a: a ^ 77, a3=INTS, a5=INTS,
            error=0, scratch="s"),
    _scalar("shls", "pl.shls(a, 2)", "pl.shls(ta, 2)", lambda a: a << 2, a3=INTS, a5=INTS, error=0),
    _scalar("shrs", "pl.shrs(a, 2)", "pl.shrs(ta, 2)", lambda a: a >> 2, a3=INTS, a5=INTS, error=0),
    _scalar("fmods", "pl.fmods(a, 3)", "pl.fmods(ta, 3)", lambda a: np.fmod(a, 3), a3=FLOATS,
            a5=FLOATS),
    _scalar("rems", "", "pl.rems(ta, 3, s)", lambda a: np.mod(a, 3), a3=("FP32", "INT32"),
            a5=("FP32", "INT32"), scratch="s"),
    Op("addc", in_wide(lambda a, b: a + b + a), tile="pl.addc(ta, tb, ta)", error=3),
    Op("subc", in_wide(lambda a, b: a - b - a), tile="pl.subc(ta, tb, ta)", error=3),
    Op("addsc", in_wide(lambda a, b: a + 3 + b), tile="pl.addsc(ta, 3, tb)", error=3),
    Op("subsc", in_wide(lambda a, b: a - 3 - b), tile="pl.subsc(ta, 3, tb)", error=3),
    _unary("neg", np.negative, error=0),
    _unary("abs", np.abs, error=0, a3=FLOATS, a5=FLOATS),
    _unary("recip", lambda a: 1 / a, a3=FLOATS, a5=FLOATS, data="no zero"),
    _unary("exp", np.exp, a3=FLOATS, a5=FLOATS, error=4),
    _unary("log", np.log, a3=FLOATS, a5=FLOATS, data="positive", error=4, absolute=1),
    _unary("sqrt", np.sqrt, a3=FLOATS, a5=FLOATS, data="positive"),
    _unary("rsqrt", lambda a: 1 / np.sqrt(a), a3=FLOATS, a5=FLOATS, data="positive", error=2),
    _unary("sin", np.sin, a3=("FP32",), a5=("FP32",), error=4, absolute=8),
    _unary("cos", np.cos, a3=("FP32",), a5=("FP32",), error=4, absolute=8),
    _unary("relu", lambda a: np.maximum(a, 0), tensor="", a3=(*FLOATS, "INT32"),
           a5=(*FLOATS, "INT32"), error=0),
    _unary("lrelu", lambda a: np.where(a > 0, a, a * 0.25), tensor="", tile="pl.lrelu(ta, 0.25)",
           a3=FLOATS, a5=FLOATS),
    _unary("not_", np.invert, a3=("INT16", "UINT16"), a5=("INT16", "UINT16"), error=0),
    Op("prelu", in_wide(lambda a, b: np.where(a > 0, a, a * b)), tile="pl.prelu(ta, tb, u)",
       a3=FLOATS, a5=FLOATS, scratch="u"),
]  # fmt: skip

COMPARISONS = [
    Op(
        f"cmp {relation.__name__}",
        lambda a, b, relation=relation: relation(a, b).astype(a.dtype),
        f"pl.cmp(a, b, cmp_type={mode})",
        a3=(*FLOATS, "INT32"),
        a5=V3,
        error=0,
        data="few",
    )
    for mode, relation in enumerate(
        [np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal]
    )
]
SELECTIONS = [
    Op("sel", lambda a, b: np.where(a < b, a, b),
       tile="pl.sel(pl.cmp(ta, tb, cmp_type=2), ta, tb, u)", a3=FLOATS, a5=FLOATS, error=0,
       scratch="u"),
    Op("sels", lambda a, b: np.where(a < b, a, a.dtype.type(7)),
       tile="pl.sels(pl.cmp(ta, tb, cmp_type=2), ta, u, 7)", a3=FLOATS, a5=FLOATS, error=0,
       scratch="u"),
]  # fmt: skip


def _reduce(name: str, function: Any, exact: bool, **facts: Any) -> list[Op]:
    ops = []
    for axis, where in ((1, "row"), (0, "column")):
        short = f"{where[:3]}_{name}"
        scratch = where == "row" or name.startswith("arg")

        def golden(a: np.ndarray, axis: int = axis) -> np.ndarray:
            return function(_wide(a), axis=axis, keepdims=True)

        ops.append(
            Op(
                short,
                golden,
                f"pl.{short}(a)",
                f"pl.{short}(ta, s)" if scratch else f"pl.{short}(ta)",
                result=where,
                error=0 if exact else 1,
                terms=not exact,
                scratch="s" if scratch else "",
                **facts,
            )
        )
    return ops


REDUCTIONS = [
    *_reduce("sum", np.sum, False, data="small"),
    Op(
        "col_sum tree",
        lambda a: np.sum(_wide(a), axis=0, keepdims=True),
        "",
        "pl.col_sum(ta, s)",
        result="column",
        terms=True,
        scratch="s",
        data="small",
    ),
    *_reduce("max", np.max, True),
    *_reduce("min", np.min, True),
    *_reduce("prod", np.prod, False, a3=("FP32",), a5=("FP32",), data="near one"),
    *_reduce("argmax", np.argmax, True, a3=FLOATS, a5=FLOATS, out="INT32", data="distinct"),
    *_reduce("argmin", np.argmin, True, a3=FLOATS, a5=FLOATS, out="INT32", data="distinct"),
]

_EXPANDED = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "max": np.maximum,
    "min": np.minimum,
    "expdif": lambda a, v: np.exp(a - v),
}
EXPANSIONS = [
    Op(
        f"{where}_expand_{name}",
        in_wide(function),
        f"pl.{where}_expand_{name}(a, {vector})",
        f"pl.{where}_expand_{name}(ta, t{vector})",
        a3=FLOATS,
        a5=FLOATS,
        error={"max": 0, "min": 0, "expdif": 8}.get(name, 1),
        data="no zero" if name == "div" else "small" if name == "expdif" else "any",
    )
    for where, vector in (("row", "v"), ("col", "w"))
    for name, function in _EXPANDED.items()
] + [
    Op(f"{where}_expand", lambda a, v: np.broadcast_to(v, a.shape), f"pl.{where}_expand(a, {x})",
       f"pl.{where}_expand(ta, t{x})", error=0)
    for where, x in (("row", "v"), ("col", "w"))
]  # fmt: skip

OPS = [*ELEMENTWISE, *COMPARISONS, *SELECTIONS, *REDUCTIONS, *EXPANSIONS]


def tolerance(op: Op, dtype: str, reduced: int, magnitude: np.ndarray | float) -> Any:
    """Largest error allowed beside each expected value."""
    if op.error == 0 or "INT" in dtype:
        return 0
    roundings = 2 * op.error * (reduced if op.terms else 1)
    smallest = {"FP16": 2.0**-24, "FP32": 2.0**-126, "BF16": 2.0**-126}[dtype]
    return EPS[dtype] * (roundings * np.abs(magnitude) + op.absolute) + smallest
