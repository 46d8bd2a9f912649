# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.TensorView` on a parameter: strides, layout, valid region and pad of the caller's array.

A strided tensor is the first part of each row of a wider one without gaps: the parameter is that
one, and its name stands for the window of it. So windows of the name, kernels that capture it and
accesses on the control plane are what they are for any window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.dtypes import INDEX
from pypto.frontend.symbolic import Poly
from pypto.frontend.types import TensorType
from pypto.frontend.values import ScalarValue, TensorValue
from pypto.language.dynamic import DynExpr
from pypto.language.enums import PadValue, TensorLayout

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Sequence

    from pypto.frontend.function import FunctionCompiler
    from pypto.frontend.signature import Parameter
    from pypto.language.functions import KernelFunction
    from pypto.language.views import TensorView


def dense_strides(shape: Sequence[Any]) -> tuple[Any, ...]:
    """Strides of rows without gaps, as far as extents are known (None beyond)."""
    strides: list[Any] = []
    step: Any = 1
    for extent in reversed(shape):
        strides.insert(0, step)
        step = step * extent if isinstance(step, int) and isinstance(extent, int) else None
    return tuple(strides)


def annotate(
    parameter: Parameter,
    view: TensorView,
    fail: Callable[..., Exception],
    layout: Callable[..., None],
) -> None:
    """Notes on `parameter` what its `pl.TensorView` says. fail: makes an error of the annotation.

    layout: takes a layout that is not about strides.
    """
    shape = parameter.shape or ()
    for field, kind in (("layout", TensorLayout), ("pad", PadValue)):
        value = getattr(view, field)
        if value is not None and not isinstance(value, kind):
            raise fail(f"Unknown {kind.__name__} value in TensorView({field}={value!r})")
    if view.layout not in (None, TensorLayout.ND, TensorLayout.DN):
        if view.stride is not None:
            raise fail(
                f"a tensor in pl.{view.layout.name} has no strides: its boxes follow each other",
                expected=f"pl.TensorView(layout=pl.{view.layout.name})",
            )
        layout(parameter, view.layout)
    elif view.layout is not None:
        _note_strides(parameter, view, fail)
    if view.valid_shape is None:
        if view.pad not in (None, PadValue.null):
            raise fail(
                "TensorView(pad=) says what is behind the valid region, and there is none",
                expected="valid_shape= as well",
            )
        return
    valid = tuple(view.valid_shape)
    fits = len(valid) == len(shape) and all(
        isinstance(v, int)
        and not isinstance(v, bool)
        and 0 <= v
        and not (isinstance(d, int) and v > d)
        for v, d in zip(valid, shape, strict=True)
    )
    if not fits:
        raise fail(
            "TensorView(valid_shape=) must lie inside the tensor",
            expected=f"ints, at most {list(shape)}",
            got=repr(list(valid)),
        )
    parameter.valid, parameter.pad = valid, (view.pad or PadValue.null).name


def _note_strides(parameter: Parameter, view: TensorView, fail: Callable[..., Exception]) -> None:
    shape = tuple(parameter.shape or ())
    columns = view.layout is TensorLayout.DN
    if columns and len(shape) < 2:
        raise fail("pl.DN is an order of the last two axes", expected="pl.ND for one axis")
    order = _exchanged(shape) if columns else shape
    dense = dense_strides(order)
    strides = tuple(view.stride) if view.stride is not None else None
    if strides is None:
        if not columns:
            return
        if None in dense[1:] or None in dense[:1]:
            raise fail(
                "TensorView(layout=pl.DN) of a run-time extent needs its strides",
                expected=f"stride= with {len(shape)} ints",
            )
        strides = _exchanged(dense)
    if len(strides) != len(shape) or not all(
        isinstance(s, int) and not isinstance(s, bool) and s > 0 for s in strides
    ):
        raise fail(
            f"TensorView(stride=) has {len(shape)} positive ints, which count elements",
            expected=f"such as {list(dense) if None not in dense else 'one for each axis'}",
            got=repr(list(strides)),
            hint="a stride that is known only at run time: pass the whole tensor and slice it",
        )
    if any(isinstance(extent, DynExpr) for extent in order[1:]):
        raise fail(
            "only the first axis of a strided tensor may be known at run time",
            expected="ints behind the first axis"
            + (", which for pl.DN is the last" if columns and len(shape) == 2 else ""),
        )
    inner = _exchanged(strides) if columns else strides
    if inner[-1] != 1:
        which = "pl.DN, the last but one" if columns else "pl.ND, the last"
        raise fail(
            f"elements along one axis follow each other: for {which} stride is 1",
            expected=f"stride {'[..., 1, n]' if columns else '[..., 1]'}",
            got=repr(list(strides)),
            hint="copy the array, or take it as one with a further axis of the stride's extent",
        )
    for axis in range(len(order) - 1):
        outer, within, extent = inner[axis], inner[axis + 1], order[axis + 1]
        if outer % within or outer < within * extent:
            multiple = f", a multiple of {within}," if within > 1 else ""
            raise fail(
                f"stride {outer} of axis {axis} must be at least {within * extent}{multiple} so "
                "that elements do not overlap and windows are rectangles",
                expected=f"{within * extent} or a larger multiple of {within}",
                got=repr(list(strides)),
            )
    if not columns and strides[1:] == dense[1:] and dense[0] in (None, strides[0]):
        return  # no gaps
    parameter.strides = strides


def base_shape(shape: Sequence[Any], strides: Sequence[int]) -> tuple[Any, ...]:
    """The tensor without gaps whose first part in each row has `shape` and `strides`."""
    if _is_by_columns(strides):
        shape, strides = _exchanged(shape), _exchanged(strides)
    outer = [a // b for a, b in zip(strides[:-1], strides[1:], strict=True)]
    return (shape[0], *outer)


def _is_by_columns(strides: Sequence[int]) -> bool:
    return len(strides) > 1 and strides[-1] != 1


def _exchanged(values: Sequence[Any]) -> tuple[Any, ...]:
    return (*values[:-2], values[-1], values[-2])


def parameter_value(
    c: FunctionCompiler, parameter: Parameter, type: TensorType, ir: Any
) -> TensorValue:
    """What the name of a tensor parameter stands for."""
    c.locate(parameter.node)
    result = TensorValue(type, ir, parameter.name)
    if type.strides is not None:
        result = window(c, type, ir, parameter.name)
    if parameter.valid is None:
        return result
    extents = [c.index_ir(ScalarValue(INDEX, const=v, sym=v)) for v in parameter.valid]
    attributes: dict[str, Any] = {}
    if parameter.pad != "null":
        attributes["pad"] = c.b.shared.attribute(f"#pypto.pad<{parameter.pad}>")
    narrowed = c.b.value(
        "pypto.tensor.set_validshape",
        [result.ir, *extents],
        c.ir_type(result.type),
        attributes,
    )
    value = TensorValue(result.type, narrowed, parameter.name, parameter.valid)
    value.base = result.base
    return value


def window(c: FunctionCompiler, type: TensorType, ir: Any, parameter: str | None) -> TensorValue:
    """The strided tensor of `type` in `ir`, the one without gaps."""
    plain = TensorType(type.shape, type.dtype, "nd", type.distributed)
    result = TensorValue(plain, _window(c, type, ir), parameter)
    result.base = (type, ir)
    return result


def _window(c: FunctionCompiler, type: TensorType, ir: Any) -> Any:
    """The first part of each row, its last two axes exchanged where columns are contiguous."""
    assert type.strides is not None
    columns = _is_by_columns(type.strides)
    shape = _exchanged(type.shape) if columns else type.shape
    zero = c.index_ir(ScalarValue(INDEX, const=0, sym=0))
    sizes = []
    if isinstance(shape[0], Poly):
        axis = c.b.shared.attribute("0 : i64")
        sizes.append(c.b.value("pypto.tensor.dim", [ir], c.type_of("index"), {"axis": axis}))
    part = TensorType(shape, type.dtype)
    ir = c.b.value(
        "pypto.tensor.slice",
        [ir, *[zero] * type.rank, *sizes],
        c.ir_type(part),
        {"operandSegmentSizes": c.b.segments(1, type.rank, len(sizes))},
    )
    if not columns:
        return ir
    axes = {
        "axis0": c.b.shared.attribute(f"{type.rank - 2} : i64"),
        "axis1": c.b.shared.attribute(f"{type.rank - 1} : i64"),
    }
    return c.b.value(
        "pypto.tensor.transpose", [ir], c.ir_type(TensorType(type.shape, type.dtype)), axes
    )


def passed(
    c: FunctionCompiler,
    parameter: Parameter,
    value: TensorValue,
    node: ast.AST,
    kernel: KernelFunction,
) -> tuple[TensorType, Any] | None:
    """The type and value to pass for a strided parameter; None for one without strides."""
    if parameter.strides is None:
        return None
    if value.base is not None and value.base[0].strides == parameter.strides:
        return value.base
    raise c.error(
        codes.BadCallArguments,
        node,
        f"argument '{parameter.name}' of '{kernel.name}' has strides {list(parameter.strides)}",
        expected="a parameter of the caller with the same pl.TensorView",
        got=value.describe(),
        hint="pass the whole tensor, and slice it in the kernel",
    )


def array_mismatch(
    type: TensorType, shape: Sequence[int], strides: Sequence[int] | None
) -> str | None:
    """The strides, in elements, that the caller's array should have; None if it has them."""
    assert type.strides is not None
    if strides is not None and all(
        extent <= 1 or has == wanted
        for extent, has, wanted in zip(shape, strides, type.strides, strict=True)
    ):
        return None
    return str(list(type.strides))


def host_layout(type: TensorType, shape: Sequence[int]) -> tuple[tuple[int, ...], bool]:
    """Of the tensor without gaps: its shape, and whether its last two axes are exchanged."""
    assert type.strides is not None
    return base_shape(shape, type.strides), _is_by_columns(type.strides)
