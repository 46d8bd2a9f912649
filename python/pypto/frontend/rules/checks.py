# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks and conversions that several families share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.diagnostics.element_types import common_type, conversion_hint
from pypto.frontend import scalars, symbolic
from pypto.frontend.rules.retype import retyped
from pypto.frontend.types import TensorType, TileType, dims_text
from pypto.frontend.values import ScalarValue, TensorValue, TileValue, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.dtypes import DataType
    from pypto.frontend.rules.call import OpCall
    from pypto.frontend.symbolic import Sym

ROUND_DEFAULT = "#pypto.round<round>"


def dispatch(call: OpCall, *names: str) -> str:
    """Decides between the tensor and the tile form by the operands `names`."""
    kinds = {}
    for name in names:
        value = call.arguments.get(name)
        if isinstance(value, TensorValue):
            kinds["tensor"] = name
        elif isinstance(value, TileValue):
            kinds["tile"] = name
    if len(kinds) == 2:
        raise call.fail(
            codes.OperandKind,
            f"{call.info.spelling}: cannot mix Tensor and Tile arguments",
            kinds["tile"],
            got=", ".join(f"{n} is {call.value(n).describe()}" for n in names if call.given(n)),
            hint="load the tensor first with pl.load, or pass tensors only",
        )
    level = call.info.level
    if not kinds:
        call.shaped(names[0])
    found = next(iter(kinds))
    if level in ("tensor", "tile") and found != level:
        if level == "tile":
            call.tile(kinds[found])
        call.tensor(kinds[found])
    call.level = found
    return found


def element_type(call: OpCall, name: str) -> DataType:
    """The dtype of a tensor, tile or scalar argument."""
    value = call.value(name)
    if isinstance(value, ScalarValue):
        return value.dtype
    return call.shaped(name).type.dtype


def require_dtype(call: OpCall, name: str, allowed: Sequence[DataType]) -> None:
    """The element type of the argument `name` is one of `allowed`."""
    dtype = element_type(call, name)
    value = call.value(name)
    if dtype not in allowed:
        raise call.fail(
            codes.OperandDtype,
            f"'{name}' has dtype {dtype}",
            name,
            expected="one of " + ", ".join(str(d) for d in allowed),
            got=value.describe(),
            hint=conversion(call, name, dtype, allowed),
        )


def require_float(call: OpCall, name: str) -> None:
    """The element type of `name` is a float."""
    require_dtype(call, name, (dtypes.FP16, dtypes.BF16, dtypes.FP32))


def require_integer(call: OpCall, name: str) -> None:
    """The element type of `name` is an integer."""
    dtype = element_type(call, name)
    value = call.value(name)
    if not dtype.is_int() and dtype is not dtypes.BOOL:
        wanted = dtypes.INT16 if dtype.bits <= 16 else dtypes.INT32
        text = call.c.text(call.nodes.get(name, call.node))
        raise call.fail(
            codes.OperandDtype,
            f"'{name}' requires integer dtype",
            name,
            expected="INT8, INT16, INT32 or the unsigned ones",
            got=value.describe(),
            hint=f"the number: pl.cast({text}, pl.{wanted}); its bits: "
            f"pl.reinterpret_view({text}, pl.{wanted})",
        )


def require_same_dtype(
    call: OpCall, first: str, second: str, allowed: Sequence[DataType] = ()
) -> None:
    """Both arguments have one element type; there is no implicit promotion here.

    allowed: the element types that the operation takes, for what an error advises.
    """
    a, b = element_type(call, first), element_type(call, second)
    if a is b:
        return
    hint = None
    if a not in allowed and (common := common_type(a, b, allowed)) is not None:
        casts = " and ".join(f"pl.cast({call.text(n)}, pl.{common})" for n in (first, second))
        hint = f"both hold them: {casts}" if common not in (a, b) else None
    raise call.fail(
        codes.OperandDtype,
        f"'{first}' and '{second}' must have the same dtype, got {a} and {b}",
        second,
        expected=f"{a} for both"
        if a in allowed or not allowed
        else "one of " + ", ".join(str(d) for d in allowed) + " for both",
        got=call.value(second).describe(),
        hint=hint or conversion(call, second, b, (a,)),
    )


def conversion(call: OpCall, name: str, got: DataType, accepted: Sequence[DataType]) -> str | None:
    """How the argument `name`, of element type `got`, becomes one of `accepted`.

    What the call that makes it says of its element type is changed there.
    """
    node = call.nodes.get(name, call.node)
    for dtype in accepted:
        if call_with := retyped(call.c, node, got, dtype):
            return call_with
    return conversion_hint(call.c.text(node), got, accepted)


def require_same_shape(call: OpCall, first: str, second: str) -> None:
    """Both arguments have one shape; there is no broadcast here."""
    a, b = call.shaped(first), call.shaped(second)
    extents = zip(a.type.shape, b.type.shape, strict=False)
    if a.type.rank == b.type.rank and not any(
        isinstance(x, int) and isinstance(y, int) and x != y for x, y in extents
    ):
        return
    raise call.fail(
        codes.OperandShape,
        f"'{second}' must have the shape of '{first}'",
        second,
        expected=dims_text(a.type.shape),
        got=b.describe(),
    )


def require_rank(call: OpCall, name: str, rank: int) -> None:
    """The argument has exactly `rank` axes."""
    value = call.shaped(name)
    if value.type.rank != rank:
        raise call.fail(
            codes.OperandShape,
            f"'{name}' must have rank {rank}, got rank {value.type.rank}",
            name,
            expected=f"{rank} axes",
            got=value.describe(),
        )


def broadcast(call: OpCall, a: Sequence[Sym], b: Sequence[Sym]) -> tuple[Sym, ...]:
    """NumPy's right-aligned broadcast of two shapes."""
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    result = list(longer)
    skip = len(longer) - len(shorter)
    for axis, extent in enumerate(shorter):
        other = result[skip + axis]
        if extent == other or extent == 1:
            continue
        if other == 1:
            result[skip + axis] = extent
        elif isinstance(extent, int) and isinstance(other, int):
            raise shape_mismatch(call, a, b)
        elif isinstance(extent, int):
            result[skip + axis] = extent
        elif not isinstance(other, int):
            raise shape_mismatch(call, a, b)
    return tuple(result)


def shape_mismatch(call: OpCall, a: Sequence[Sym], b: Sequence[Sym], at: str = "rhs") -> Exception:
    """The error of two shapes that do not fit."""
    return call.fail(
        codes.OperandShape,
        f"shapes {dims_text(a)} and {dims_text(b)} are not compatible",
        at,
        expected="equal extents, or 1, on every axis",
        got=f"{dims_text(a)} vs {dims_text(b)}",
    )


# No chip converts them, to anything or from anything.
_UNCONVERTED = (dtypes.BOOL, dtypes.UINT64)


def require_conversion(call: OpCall, name: str | None, got: DataType, dtype: DataType) -> None:
    """There are conversions of both element types."""
    wrong = next((d for d in (got, dtype) if d in _UNCONVERTED), None)
    if wrong is None:
        return
    text = call.text(name) if name else "x"
    hint = "keep truth values as 0 and 1 of pl.INT8, which converts"
    if got is dtypes.UINT64:
        hint = f"take the bits as signed numbers: pl.reinterpret_view({text}, pl.INT64)"
    elif dtype is dtypes.UINT64:
        hint = "convert to pl.INT64; pl.reinterpret_view takes its bits as pl.UINT64"
    raise call.fail(
        codes.NotOnArch,
        f"no chip converts {got} to {dtype}",
        name,
        expected=f"element types other than {wrong}",
        got=f"elements of {got}",
        hint=hint,
    )


def cast_to(
    call: OpCall, value: TensorValue | TileValue, dtype: DataType
) -> TensorValue | TileValue:
    """`value` converted to `dtype`, unchanged where it already is.

    Integers of one width keep their bits, which no instruction has to convert.
    """
    given = value.type.dtype
    if given is dtype:
        return value
    name = next((n for n, given in call.arguments.items() if given is value), None)
    require_conversion(call, name, value.type.dtype, dtype)
    level = "tensor" if isinstance(value, TensorValue) else "tile"
    if given.is_int() and dtype.is_int() and given.bits == dtype.bits:
        view: Any
        if isinstance(value.type, TileType):
            view = value.type.replace(dtype=dtype)
        else:
            view = value.type.with_dtype(dtype)
        return call.emit(f"{level}.reinterpret_view", [value.ir], view)
    attributes = {"mode": call.c.b.shared.attribute(ROUND_DEFAULT)}
    type: Any
    if isinstance(value.type, TileType):
        type = value.type.replace(dtype=dtype, space="Vec")
    else:
        type = value.type.with_dtype(dtype)
    return call.emit(f"{level}.cast", [value.ir], type, attributes)


def element_scalar(call: OpCall, name: str, dtype: DataType) -> Any:
    """The MLIR value of the scalar argument `name` as an element of type `dtype`.

    A run-time INDEX must be cast by the author: what it should mean as data is not known.
    """
    scalar = call.scalar(name)
    if scalar.dtype is dtypes.TASK_ID:
        raise call.fail(
            codes.OperandKind,
            f"'{name}' is a task id, not a number",
            name,
            expected="a number or a scalar of a data type",
            got=scalar.describe(),
            hint="task ids are for deps=[...]",
        )
    if scalar.const is not None:
        check_fits(call, name, scalar.const, dtype)
        return call.c.b.constant(dtype, scalars.constant_as(scalar.const, dtype))
    refuse_index(call, name, scalar)
    call.c.locate(call.node)
    return scalars.convert(call.c, scalar, dtype)


def check_fits(call: OpCall, name: str, number: float, dtype: DataType) -> None:
    """A whole number is one of `dtype`, signed or as its bits; it would lose its upper bits."""
    if dtype.kind not in ("int", "uint") or isinstance(number, (bool, float)):
        return
    low, high = -(1 << (dtype.bits - 1)), (1 << dtype.bits) - 1
    if not low <= number <= high:
        raise call.fail(
            codes.BadConstant,
            f"{number} does not fit {dtype}",
            name,
            expected=f"{low if dtype.kind == 'int' else 0}..{high >> (dtype.kind == 'int')}",
        )


def refuse_index(call: OpCall, name: str, scalar: ScalarValue) -> None:
    """A run-time INDEX scalar is not an arithmetic operand of a tensor or tile."""
    if scalar.const is None and scalar.dtype is dtypes.INDEX:
        text = call.c.text(call.nodes.get(name, call.node))
        raise call.fail(
            codes.IndexScalarOperand,
            f"'{name}' is a run-time INDEX scalar",
            name,
            expected="a number or a scalar of a data type",
            hint=f"write pl.cast({text}, pl.INT32)",
        )


def scalar_result_dtype(value: TensorValue | TileValue, scalar: ScalarValue) -> DataType:
    """Element type of tensor-op-scalar: a tile keeps its own, a tensor promotes.

    An int literal takes the element type of its operand.
    """
    dtype = value.type.dtype
    if isinstance(value, TileValue):
        return dtype
    if scalar.literal and scalar.dtype in (dtypes.INDEX, dtypes.BOOL):
        return dtype
    return dtypes.promote(dtype, scalar.dtype)


def fresh_tile(type: TileType, **changes: Any) -> TileType:
    """Type of a computed tile: in Vec, no pad."""
    if not changes:
        return type.computed()
    return type.replace(space="Vec", pad="null", layout="nd", **changes)


def tensor_like(type: TensorType, **changes: Any) -> TensorType:
    """Type of a computed tensor."""
    if not changes and type.layout == "nd" and not type.distributed:
        return type
    return TensorType(changes.get("shape", type.shape), changes.get("dtype", type.dtype))


def as_matrix(call: OpCall, name: str, shape: Sequence[Sym]) -> str | None:
    """The hint that makes a matrix of the argument `name`: its last axis, and all before it."""
    rows: Any = 1
    for extent in shape[:-1]:
        rows = symbolic.mul(rows, extent)
    return f"pl.reshape({call.text(name)}, {dims_text((rows, *shape[-1:]))})" if shape else None


def is_shaped(value: Value) -> bool:
    """True for a tensor or tile."""
    return isinstance(value, (TensorValue, TileValue))


def no_scratch_for_tensors(call: OpCall, name: str, level: str) -> None:
    """Scratch operands exist on tiles only."""
    if level == "tensor" and call.given(name):
        raise call.fail(
            codes.OperandKind,
            f"Tensor inputs must not pass {name}",
            name,
            expected="no scratch: the compiler allocates it for tensors",
            hint=call.written(name),
        )


def require_scratch(call: OpCall, name: str) -> Any:
    """The scratch tile that the tile form needs."""
    if not call.given(name):
        raise call.fail(
            codes.OperandKind,
            f"Tile inputs require {name}",
            hint=f"pass a scratch tile: {name}=pl.create_tile(shape, dtype)",
        )
    return call.tile(name)
