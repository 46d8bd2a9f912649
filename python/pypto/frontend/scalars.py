# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scalar arithmetic: constants fold, the rest becomes `arith`."""

from __future__ import annotations

import ast
import math
import operator
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.dtypes import BOOL, FP32, INDEX, INT32, INT64, TASK_ID, DataType, promote
from pypto.frontend import symbolic
from pypto.frontend.values import ScalarValue

if TYPE_CHECKING:
    from pypto.frontend.function import FunctionCompiler

_PYTHON: dict[type, Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_SIGNS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_COMPARE: dict[type, tuple[Any, int, int, int]] = {
    # Python's operator; predicates of arith.cmpi signed and unsigned, of arith.cmpf.
    ast.Eq: (operator.eq, 0, 0, 1),
    ast.NotEq: (operator.ne, 1, 1, 13),
    ast.Lt: (operator.lt, 2, 6, 4),
    ast.LtE: (operator.le, 3, 7, 5),
    ast.Gt: (operator.gt, 4, 8, 2),
    ast.GtE: (operator.ge, 5, 9, 3),
}
_FLOAT_OPS = {
    ast.Add: "arith.addf",
    ast.Sub: "arith.subf",
    ast.Mult: "arith.mulf",
    ast.Div: "arith.divf",
}
_INT_OPS = {
    ast.Add: ("arith.addi", "arith.addi"),
    ast.Sub: ("arith.subi", "arith.subi"),
    ast.Mult: ("arith.muli", "arith.muli"),
    ast.LShift: ("arith.shli", "arith.shli"),
    ast.RShift: ("arith.shrsi", "arith.shrui"),
    ast.FloorDiv: ("arith.floordivsi", "arith.divui"),
}
_WIDE = (INDEX, INT64)


def supported_operator(kind: type) -> bool:
    """True for the binary operators of the language."""
    return kind in _PYTHON


def _is_number(value: ScalarValue) -> bool:
    return value.dtype is not TASK_ID


def _one_category(c: FunctionCompiler, node: ast.AST, a: ScalarValue, b: ScalarValue) -> str | None:
    """The integer side as a float: no fraction is lost."""
    if not (_is_number(a) and _is_number(b)):
        return None
    if isinstance(node, ast.BinOp):
        sides: list[ast.expr] = [node.left, node.right]
    elif isinstance(node, ast.Compare):
        sides = [node.left, node.comparators[0]]
    else:
        sides = getattr(node, "args", [])[:2]
    side, other = (1, a) if a.dtype.is_float() else (0, b)
    return f"pl.cast({c.text(sides[side])}, pl.{other.dtype})" if len(sides) == 2 else None


def _same_category(c: FunctionCompiler, node: ast.AST, a: ScalarValue, b: ScalarValue) -> None:
    if a.dtype.is_float() == b.dtype.is_float() and _is_number(a) and _is_number(b):
        return
    raise c.error(
        codes.ScalarCategory,
        node,
        f"scalar operands of '{c.text(node)}' are of different categories",
        expected="two integers or two floats",
        got=f"{a.describe()} and {b.describe()}",
        hint=_one_category(c, node, a, b),
    )


def _integers(c: FunctionCompiler, node: ast.AST) -> str | None:
    """The operation on its operands as integers."""
    if not isinstance(node, ast.BinOp):
        return None
    cast = [f"pl.cast({c.text(side)}, pl.INT32)" for side in (node.left, node.right)]
    return f"{cast[0]} {_SIGNS[type(node.op)]} {cast[1]} cuts the fractions off"


def common_dtype(a: ScalarValue, b: ScalarValue) -> DataType:
    """The type both operands are converted to; a literal adapts to the other operand."""
    if a.literal and not b.literal and a.dtype.is_float() == b.dtype.is_float():
        return b.dtype
    if b.literal and not a.literal and a.dtype.is_float() == b.dtype.is_float():
        return a.dtype
    return promote(a.dtype, b.dtype)


def binary(
    c: FunctionCompiler, node: ast.AST, op: type, a: ScalarValue, b: ScalarValue
) -> ScalarValue:
    """`a op b`, an `ast` operator class."""
    if a.const is not None and b.const is not None:
        folded = _fold(c, node, op, a, b)
        if folded is not None:
            return folded
    _same_category(c, node, a, b)
    if op in (ast.LShift, ast.RShift) and a.dtype.is_float():
        raise c.error(
            codes.ScalarCategory,
            node,
            f"'{_SIGNS[op]}' requires integer dtype",
            expected="two integers",
            got=f"{a.describe()} and {b.describe()}",
            hint=_integers(c, node),
        )
    dtype = common_dtype(a, b)
    sym = _symbolic(c, op, a, b, dtype)
    if isinstance(sym, int):
        return ScalarValue(dtype, const=sym, sym=sym)
    simple = _identity(op, a, b, dtype)
    if simple is not None:
        return simple
    x, y = convert(c, a, dtype), convert(c, b, dtype)
    if dtype.is_float():
        name = _FLOAT_OPS.get(op)
        if name is None:
            raise c.error(
                codes.ScalarCategory,
                node,
                f"'{_SIGNS[op]}' requires integer dtype",
                expected="two integers",
                got=f"{a.describe()} and {b.describe()}",
                hint=_integers(c, node),
            )
        return ScalarValue(dtype, _emit(c, name, x, y, dtype))
    if op is ast.Div:
        raise c.error(
            codes.ScalarCategory,
            node,
            "'/' of two run-time integers has no integer result",
            hint="use // for the floor of the quotient, or pl.cast both to pl.FP32",
        )
    if dtype is BOOL:
        raise c.error(
            codes.ScalarCategory,
            node,
            "scalar arithmetic does not accept bool",
            expected="integers or floats; and, or, not for BOOL",
            got=f"{a.describe()} and {b.describe()}",
            hint="pl.cast(x, pl.INT32) makes 0 or 1 of a BOOL",
        )
    return ScalarValue(dtype, _int_op(c, op, x, y, dtype), sym=sym)


def _int_op(c: FunctionCompiler, op: type, x: Any, y: Any, dtype: DataType) -> Any:
    unsigned = dtype.is_unsigned_int()
    if op is ast.Mod:
        if unsigned:
            return _emit(c, "arith.remui", x, y, dtype)
        # Floor remainder, as in Python: x - floor(x / y) * y.
        quotient = _emit(c, "arith.floordivsi", x, y, dtype)
        product = _emit(c, "arith.muli", quotient, y, dtype)
        return _emit(c, "arith.subi", x, product, dtype)
    return _emit(c, _INT_OPS[op][unsigned], x, y, dtype)


def _emit(c: FunctionCompiler, name: str, x: Any, y: Any, dtype: DataType) -> Any:
    shared = c.b.shared
    if not dtype.is_unsigned_int():
        return c.b.value(name, (x, y), shared.type(dtype.mlir))
    plain = shared.type(dtype.mlir.removeprefix("u"))
    result = c.b.value(name, (bits(c, x, dtype), bits(c, y, dtype)), plain)
    return c.b.value("builtin.unrealized_conversion_cast", (result,), shared.type(dtype.mlir))


def bits(c: FunctionCompiler, x: Any, dtype: DataType) -> Any:
    """The signless integer with the bits of an unsigned scalar; others unchanged."""
    if not dtype.is_unsigned_int():
        return x
    plain = c.b.shared.type(dtype.mlir.removeprefix("u"))
    return c.b.value("builtin.unrealized_conversion_cast", (x,), plain)


def _identity(op: type, a: ScalarValue, b: ScalarValue, dtype: DataType) -> ScalarValue | None:
    """x + 0, x - 0, x * 1, x // 1 on integers are x."""
    if a.dtype is not dtype or dtype.is_float() or b.const is None or isinstance(b.const, bool):
        return None
    if (op in (ast.Add, ast.Sub) and b.const == 0) or (
        op in (ast.Mult, ast.FloorDiv) and b.const == 1
    ):
        return a
    if op is ast.Mod and b.const == 1:
        return ScalarValue(dtype, const=0, sym=0)
    return None


def _symbolic(
    c: FunctionCompiler,
    op: type,
    a: ScalarValue,
    b: ScalarValue,
    dtype: DataType,
) -> symbolic.Sym | None:
    if dtype is INDEX:
        # `row` and `row + 1` of a value that nothing is known of are one apart.
        c.sym(a)
        c.sym(b)
    if a.sym is None or b.sym is None or dtype not in _WIDE:
        return None
    if op is ast.Add:
        return symbolic.add(a.sym, b.sym)
    if op is ast.Sub:
        return symbolic.sub(a.sym, b.sym)
    if op is ast.Mult:
        return symbolic.mul(a.sym, b.sym)
    if op is ast.FloorDiv and b.sym != 0:
        return c.atoms.floordiv(a.sym, b.sym)
    if op is ast.Mod and b.sym != 0:
        return c.atoms.mod(a.sym, b.sym)
    return None


def _fold(
    c: FunctionCompiler,
    node: ast.AST,
    op: type,
    a: ScalarValue,
    b: ScalarValue,
) -> ScalarValue | None:
    if not (a.literal and b.literal):
        _same_category(c, node, a, b)
    assert a.const is not None and b.const is not None
    try:
        value = _PYTHON[op](a.const, b.const)
    except (ZeroDivisionError, ValueError, TypeError, OverflowError) as error:
        raise c.error(
            codes.BadConstant,
            node,
            f"Failed to evaluate expression: {error}",
            expected=f"an expression that Python evaluates: {c.text(node)}",
            hint="its operands are numbers of this compile: guard it with if"
            if isinstance(error, ZeroDivisionError)
            else None,
        ) from None
    if a.literal and b.literal:
        return c.number(value, node)
    dtype = common_dtype(a, b)
    if dtype.is_float():
        return ScalarValue(dtype, const=float(value))
    if isinstance(value, float):
        return None
    value = wrap(int(value), dtype)
    return ScalarValue(dtype, const=value, sym=value)


def range_text(dtype: DataType) -> str:
    """The numbers of an integer type."""
    low = -(1 << (dtype.bits - 1)) if dtype.is_signed_int() else 0
    return f"{low}..{low + (1 << dtype.bits) - 1}"


def wrap(value: int, dtype: DataType) -> int:
    """`value` modulo the width of an integer type."""
    value &= (1 << dtype.bits) - 1
    if dtype.is_signed_int() and value >= 1 << (dtype.bits - 1):
        value -= 1 << dtype.bits
    return value


def python_constant(value: float | bool) -> ScalarValue:
    """A constant of a Python number, as if written as a literal."""
    if isinstance(value, bool):
        return ScalarValue(BOOL, const=value, literal=True)
    if isinstance(value, int):
        return ScalarValue(INDEX, const=value, sym=value, literal=True)
    return ScalarValue(FP32, const=value, literal=True)


def compare(
    c: FunctionCompiler, node: ast.AST, op: type, a: ScalarValue, b: ScalarValue
) -> ScalarValue:
    """`a op b`, a BOOL."""
    python, signed, unsigned, floating = _COMPARE[op]
    if a.const is not None and b.const is not None:
        return ScalarValue(BOOL, const=bool(python(a.const, b.const)), literal=True)
    if a.sym is not None and b.sym is not None:
        difference = symbolic.sub(a.sym, b.sym)
        if isinstance(difference, int):
            return ScalarValue(BOOL, const=bool(python(difference, 0)), literal=True)
    _same_category(c, node, a, b)
    dtype = common_dtype(a, b)
    x, y = convert(c, a, dtype), convert(c, b, dtype)
    i1 = c.b.shared.type("i1")
    if dtype.is_float():
        predicate = c.b.shared.attribute(f"{floating} : i64")
        return ScalarValue(BOOL, c.b.value("arith.cmpf", (x, y), i1, {"predicate": predicate}))
    kind = unsigned if dtype.is_unsigned_int() or dtype is BOOL else signed
    predicate = c.b.shared.attribute(f"{kind} : i64")
    operands = (bits(c, x, dtype), bits(c, y, dtype))
    return ScalarValue(BOOL, c.b.value("arith.cmpi", operands, i1, {"predicate": predicate}))


def supported_comparison(kind: type) -> bool:
    """True for the comparisons of the language."""
    return kind in _COMPARE


def logical(c: FunctionCompiler, kind: type, a: ScalarValue, b: ScalarValue) -> ScalarValue:
    """`a and b`, `a or b` of BOOL scalars. Both sides are evaluated."""
    for known, other in ((a, b), (b, a)):
        if known.const is not None:
            decides = bool(known.const) == (kind is ast.Or)
            return known if decides else other
    name = "arith.andi" if kind is ast.And else "arith.ori"
    operands = (c.b.materialise(a), c.b.materialise(b))
    return ScalarValue(BOOL, c.b.value(name, operands, c.b.shared.type("i1")))


def logical_not(c: FunctionCompiler, a: ScalarValue) -> ScalarValue:
    """`not a` of a BOOL."""
    if a.const is not None:
        return ScalarValue(BOOL, const=not a.const, literal=True)
    result = c.b.value("arith.xori", (c.b.materialise(a), c.b.true()), c.b.shared.type("i1"))
    return ScalarValue(BOOL, result)


def select(c: FunctionCompiler, condition: ScalarValue, a: ScalarValue, b: ScalarValue) -> Any:
    """The MLIR value of `a` if `condition`, else of `b`; both are of one data type."""
    dtype = a.dtype
    plain = c.b.shared.type(dtype.mlir.removeprefix("u"))
    operands = [bits(c, convert(c, x, dtype), dtype) for x in (a, b)]
    result = c.b.value("arith.select", (c.b.materialise(condition), *operands), plain)
    if not dtype.is_unsigned_int():
        return result
    return c.b.value("builtin.unrealized_conversion_cast", (result,), c.b.shared.type(dtype.mlir))


def minimum_maximum(
    c: FunctionCompiler, node: ast.AST, smaller: bool, a: ScalarValue, b: ScalarValue
) -> ScalarValue:
    """`pl.min` and `pl.max`."""
    if a.const is not None and b.const is not None:
        chosen = min(a.const, b.const) if smaller else max(a.const, b.const)
        if a.literal and b.literal:
            return python_constant(chosen)
        return ScalarValue(
            common_dtype(a, b), const=chosen, sym=chosen if isinstance(chosen, int) else None
        )
    _same_category(c, node, a, b)
    dtype = common_dtype(a, b)
    sym = None
    if a.sym is not None and b.sym is not None and dtype in _WIDE:
        sym = (c.atoms.minimum if smaller else c.atoms.maximum)(a.sym, b.sym)
        if sym == a.sym and a.dtype is dtype:
            return a
        if sym == b.sym and b.dtype is dtype:
            return b
    x, y = convert(c, a, dtype), convert(c, b, dtype)
    if dtype.is_float():
        name = "arith.minimumf" if smaller else "arith.maximumf"
    elif dtype.is_unsigned_int():
        name = "arith.minui" if smaller else "arith.maxui"
    else:
        name = "arith.minsi" if smaller else "arith.maxsi"
    return ScalarValue(dtype, _emit(c, name, x, y, dtype), sym=sym)


def convert(c: FunctionCompiler, a: ScalarValue, dtype: DataType) -> Any:
    """The MLIR value of `a` as `dtype`; constants convert at compile time.

    Integers of one width keep their bits.
    """
    if a.dtype is dtype:
        return c.b.materialise(a)
    if a.const is not None:
        return c.b.constant(dtype, constant_as(a.const, dtype))
    if a.dtype.is_float() and dtype.is_float() and a.dtype.bits == dtype.bits:
        # Neither FP16 nor BF16 holds the other; FP32 holds both.
        return convert(c, ScalarValue(FP32, convert(c, a, FP32)), dtype)
    x = c.b.materialise(a)
    target = c.b.shared.type(dtype.mlir)
    name = _cast_name(a.dtype, dtype)
    source = bits(c, x, a.dtype)
    if name is None:
        return source
    if not dtype.is_unsigned_int():
        return c.b.value(name, (source,), target)
    plain = c.b.shared.type(dtype.mlir.removeprefix("u"))
    result = source if name == "bitcast" else c.b.value(name, (source,), plain)
    return c.b.value("builtin.unrealized_conversion_cast", (result,), target)


def constant_as(value: float | bool, dtype: DataType) -> float | bool:
    """A Python number as a value of `dtype`.

    What no integer stands for becomes what the hardware's conversion makes of it: infinities
    the nearest integer, NaN zero.
    """
    if dtype.is_float():
        return float(value)
    if dtype is BOOL:
        return bool(value)
    if isinstance(value, float) and not math.isfinite(value):
        unsigned = dtype.is_unsigned_int()
        top = 2 ** (dtype.bits if unsigned else dtype.bits - 1)
        return 0 if math.isnan(value) else top - 1 if value > 0 else 0 if unsigned else -top
    return wrap(int(value), dtype)


def _cast_name(source: DataType, target: DataType) -> str | None:
    if source.is_float() and target.is_float():
        return "arith.extf" if source.bits < target.bits else "arith.truncf"
    if source.is_float():
        return "arith.fptoui" if target.is_unsigned_int() else "arith.fptosi"
    unsigned = source.is_unsigned_int() or source is BOOL
    if target.is_float():
        return "arith.uitofp" if unsigned else "arith.sitofp"
    if INDEX in (source, target):
        return "arith.index_castui" if unsigned else "arith.index_cast"
    if source.bits == target.bits:
        return "bitcast" if target.is_unsigned_int() else None
    if source.bits > target.bits:
        return "arith.trunci"
    return "arith.extui" if unsigned else "arith.extsi"


def cast(c: FunctionCompiler, a: ScalarValue, dtype: DataType) -> ScalarValue:
    """`pl.cast(scalar, dtype)`; an index keeps its meaning in a 64-bit type."""
    if a.dtype is dtype and not a.literal:
        return a
    if a.const is not None:
        value = constant_as(a.const, dtype)
        whole = value if isinstance(value, int) and not isinstance(value, bool) else None
        return ScalarValue(dtype, const=value, sym=whole)
    if INDEX in (a.dtype, dtype) and a.dtype.is_float() | dtype.is_float():
        # `arith` converts floats to sized integers only.
        return cast(c, cast(c, a, INT64), dtype)
    if dtype is BOOL:
        zero = ScalarValue(a.dtype, const=0.0 if a.dtype.is_float() else 0)
        return compare(c, ast.Pass(), ast.NotEq, a, zero)
    keeps = dtype in _WIDE or (dtype is INT32 and a.dtype in _WIDE)
    sym = a.sym if keeps else None
    return ScalarValue(dtype, convert(c, a, dtype), sym=sym)
