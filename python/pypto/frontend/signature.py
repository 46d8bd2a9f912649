# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parameters of a kernel: names, types, directions, defaults."""

from __future__ import annotations

import ast
from functools import partial
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes, make_error
from pypto.dtypes import DataType
from pypto.frontend.annotation_errors import explain, slots_of, with_listed_shape
from pypto.frontend.fixes import expected_form
from pypto.frontend.rules.low_precision import check_tensor_type
from pypto.frontend.strided import annotate
from pypto.frontend.types import MAX_ELEMENTS, TensorType, exceeds_memory
from pypto.language import types as surface
from pypto.language.dynamic import DynExpr
from pypto.language.enums import TensorLayout
from pypto.language.views import MemRef, TensorView

if TYPE_CHECKING:
    from pypto.language.functions import KernelFunction

_MISSING = object()


def _dimension_fix(extent: Any) -> str | None:
    """The dimension that a wrong one may mean."""
    if isinstance(extent, str) and extent.isidentifier():
        return f'{extent} = pl.dynamic("{extent}") above the function, and {extent} here'
    if isinstance(extent, float) and extent.is_integer():
        return f"write {int(extent)}"
    return None


class Parameter:
    """One parameter.

    kind: "tensor", "scalar", "tile", "array" or "any" (not annotated). direction: In, Out or
    InOut. shape: dims as ints or dynamic expressions, None for a bare `pl.Tensor`. strides, valid,
    pad: what a `pl.TensorView` says; None without. runtime: a scalar that stays an argument.
    """

    def __init__(self, name: str, node: ast.arg) -> None:
        self.name = name
        self.node = node
        self.kind = "any"
        self.direction = "In"
        self.shape: tuple[Any, ...] | None = None
        self.dtype: DataType | None = None
        self.layout = "nd"
        self.strides: tuple[int, ...] | None = None
        self.valid: tuple[int, ...] | None = None
        self.pad = "null"
        self.distributed = False
        self.default: Any = _MISSING
        self.extent: int | None = None
        self.python_type: Any = None
        self.annotation: Any = None

    @property
    def has_default(self) -> bool:
        """True when the caller may leave it out."""
        return self.default is not _MISSING


class Signature:
    """All parameters of `kernel` but `self`. Raises ParserTypeError for a bad annotation."""

    def __init__(self, kernel: KernelFunction) -> None:
        self.kernel = kernel
        self.source = kernel.source
        arguments = self.source.node.args
        function = kernel.function
        for unsupported in (arguments.vararg, arguments.kwarg):
            if unsupported is not None:
                raise self._error(
                    codes.BadAnnotation,
                    unsupported,
                    f"Parameter '{unsupported.arg}' is variadic: *args and **kwargs are not "
                    "supported",
                    expected="parameters by name, each with its annotation",
                    hint="pass a list of tensors one by one, or one tensor with a leading axis",
                )
        nodes = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        defaults = _defaults(function, arguments)
        self.parameters: list[Parameter] = []
        for position, node in enumerate(nodes):
            if position == 0 and kernel.is_method:
                continue
            parameter = Parameter(node.arg, node)
            if node.arg in defaults:
                parameter.default = defaults[node.arg]
            self._annotate(parameter, node)
            self.parameters.append(parameter)
        self.by_name = {p.name: p for p in self.parameters}
        self._check_shadowing()
        self._bind_dynamic()
        self.returns = self._evaluate("return", self.source.node.returns)
        self._check_flat(self.returns)

    def _error(self, code: Any, node: ast.AST, message: str, **facts: Any) -> Exception:
        if not any(facts.get(name) for name in ("hint", "expected", "got")):
            facts["expected"] = expected_form(code)
        return make_error(code, message, self.source.span(node), **facts)

    def _evaluate(self, name: str, node: ast.expr | None) -> Any:
        """The object that an annotation stands for."""
        if node is None:
            return None
        value = self.kernel.function.__annotations__.get(name)
        if not isinstance(value, str):
            return value
        names = dict(self.kernel.enclosing)
        function = self.kernel.function
        for free, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            try:
                names[free] = cell.cell_contents
            except ValueError:
                continue

        def run(part: ast.expr) -> Any:
            code = compile(ast.Expression(part), self.source.filename, "eval")
            return eval(code, function.__globals__, names)

        try:
            text = ast.parse(value, mode="eval").body
        except SyntaxError as error:
            message = f"Unsupported type annotation: {error.msg}"
            raise self._error(
                codes.BadAnnotation,
                node,
                message,
                got=value,
                expected="the text of an annotation, as pl.Tensor[[16, 64], pl.FP32]",
            ) from None
        try:
            return run(text)
        except Exception:
            # Text of the file has places; of a string in it, only the string has.
            quoted = isinstance(node, ast.Constant) and isinstance(node.value, str)
            info, at, message, facts = explain(text if quoted else node, run)
        raise self._error(info, node if quoted else at, message, **facts)

    def _check_flat(self, annotation: Any) -> None:
        """A tuple of values is flat."""
        if any(is_tuple(member) for member in tuple_members(annotation)):
            raise self._error(
                codes.BadAnnotation,
                self.source.node.returns or self.source.node,
                "Nested tuple types are not supported",
                hint="list all members in one pl.Tuple",
            )

    def _annotate(self, parameter: Parameter, node: ast.arg) -> None:
        annotation = self._evaluate(node.arg, node.annotation)
        parameter.annotation = annotation
        if annotation is None:
            if self.kernel.kind in ("function", "method"):
                raise self._error(
                    codes.MissingAnnotation,
                    node,
                    f"Parameter '{node.arg}' missing type annotation",
                    hint=f"{node.arg}: pl.Tensor[[...], pl.FP32]",
                )
            return
        at = node.annotation or node
        if isinstance(annotation, surface.Directed):
            parameter.direction = annotation.direction
            annotation = annotation.target
        self._set_type(parameter, annotation, at)

    def _set_type(self, parameter: Parameter, annotation: Any, at: ast.AST) -> None:
        if isinstance(annotation, type) and issubclass(annotation, surface.Tensor):
            parameter.kind = "tensor"
            parameter.distributed = issubclass(annotation, surface.DistributedTensor)
            if self.kernel.kind in ("function", "method"):
                raise self._error(
                    codes.BadAnnotation,
                    at,
                    "Incomplete type annotation: a bare pl.Tensor is for @pl.jit only",
                    expected="pl.Tensor[[...], dtype]",
                )
        elif isinstance(annotation, surface.Tensor):
            self._tensor(parameter, annotation, at)
        elif isinstance(annotation, surface.Tile):
            parameter.kind = "tile"
            parameter.shape = self._shape(annotation._shape, at)
            parameter.dtype = self._dtype(annotation.dtype, at)
        elif isinstance(annotation, (DataType, surface.Scalar)):
            dtype = annotation if isinstance(annotation, DataType) else annotation.dtype
            parameter.kind = "scalar"
            parameter.dtype = self._dtype(dtype, at)
            if parameter.dtype.bits < 8 and parameter.dtype.kind != "bool":
                raise self._error(
                    codes.BadDtype,
                    at,
                    f"a scalar of {parameter.dtype}: registers have whole bytes",
                    expected="pl.INT8 or wider, BOOL or a float of 16 or 32 bits",
                    hint="pl.INT32",
                )
            if parameter.direction != "In":
                raise self._error(
                    codes.ScalarOutParameter,
                    at,
                    f"Scalar parameters cannot have {parameter.direction} direction",
                    hint="return the scalar, or write it into a tensor with pl.write",
                )
        elif isinstance(annotation, surface.Array):
            parameter.kind = "array"
            if not isinstance(annotation.extent, int) or annotation.extent <= 0:
                raise self._error(
                    codes.BadAnnotation,
                    at,
                    "Array extent must be an int literal",
                    expected="pl.Array[4, pl.INT32], an int of at least 1",
                    got=repr(annotation.extent),
                )
            parameter.extent = annotation.extent
            parameter.dtype = self._dtype(annotation.dtype, at)
            if parameter.dtype.is_float():
                raise self._error(
                    codes.BadDtype,
                    at,
                    f"an array of {parameter.dtype}",
                    expected="integer, BOOL or TASK_ID elements",
                )
        elif is_tuple(annotation):
            raise self._error(
                codes.BadAnnotation,
                at,
                "Parameter type cannot be a tuple",
                hint="take each member as a parameter of its own",
            )
        elif isinstance(annotation, type) and issubclass(
            annotation, (surface.Tile, surface.Scalar, surface.Array)
        ):
            raise self._error(
                codes.BadAnnotation,
                at,
                f"Incomplete type annotation: a bare pl.{annotation.__name__}",
                expected="pl.Scalar[dtype], pl.Tile[[...], dtype] or pl.Array[N, dtype]",
            )
        elif annotation in (int, float, bool):
            parameter.kind = "constant"
            parameter.python_type = annotation
        else:
            raise self._error(
                codes.BadAnnotation,
                at,
                f"Unsupported type annotation: {ast.unparse(at)}",
                expected="pl.Tensor, pl.Tile, pl.Scalar, pl.Array or a dtype",
            )

    def _tensor(self, parameter: Parameter, annotation: surface.Tensor, at: ast.AST) -> None:
        parameter.kind = "tensor"
        parameter.distributed = isinstance(annotation, surface.DistributedTensor)
        parameter.shape = self._shape(annotation._shape, at)
        parameter.dtype = self._dtype(annotation.dtype, at)
        if len(annotation.extras) > 2 or len({type(e) for e in annotation.extras}) < len(
            annotation.extras
        ):
            raise self._error(
                codes.BadAnnotation,
                at,
                "a pl.Tensor annotation has at most one layout or view and one pl.MemRef",
                got=ast.unparse(at),
                expected="pl.Tensor[shape, dtype, layout or view, MemRef], each part once",
            )
        for extra in annotation.extras:
            if isinstance(extra, TensorLayout):
                self._layout(parameter, extra, at)
            elif isinstance(extra, TensorView):
                if self.kernel.kind not in ("function", "method"):
                    raise make_error(
                        codes.BadCallSignature,
                        f"@pl.jit function '{self.kernel.name}': parameter '{parameter.name}' "
                        "annotates "
                        "a TensorView in its layout slot",
                        self.source.span(at),
                        hint="use @pl.function for a strided parameter",
                    )
                place = next((n for n in slots_of(at).extras if isinstance(n, ast.Call)), at)
                annotate(
                    parameter,
                    extra,
                    partial(self._error, codes.BadView, place),
                    partial(self._layout, at=at),
                )
            elif not isinstance(extra, MemRef):
                raise self._error(
                    codes.BadLayout,
                    next(iter(slots_of(at).extras), at),
                    f"Unknown layout: {extra!r}",
                    expected="pl.ND, pl.NZ, pl.MX_A_ZZ, pl.MX_B_NN or a pl.TensorView",
                )
        wrong = check_tensor_type(
            TensorType(parameter.shape or (), parameter.dtype, parameter.layout)
        )
        if wrong is not None:
            raise self._error(codes.BadShape, at, wrong[0], expected=wrong[1], got=wrong[2])

    def _layout(self, parameter: Parameter, layout: TensorLayout, at: ast.AST) -> None:
        if layout is TensorLayout.DN:
            raise self._error(
                codes.BadLayout,
                next(iter(slots_of(at).extras), at),
                "DN layout-only shorthand forces two coordinate systems",
                hint="pl.transpose(x, -2, -1) gives a DN view; pl.matmul has a_trans and b_trans",
            )
        # MX scales by the order of their boxes.
        parameter.layout = layout.name.lower().rpartition("_")[2]

    def _shape(self, shape: Any, at: ast.AST) -> tuple[Any, ...]:
        if not isinstance(shape, (list, tuple)):
            place = slots_of(at).shape or at
            raise self._error(
                codes.BadShape,
                place,
                "Shape must be a list",
                got=repr(shape),
                expected="[rows, columns], ints or pl.dynamic variables",
                hint=with_listed_shape(at) if isinstance(shape, (int, DynExpr)) else None,
            )
        if not shape:
            raise self._error(
                codes.BadShape,
                at,
                "Shape must be a list of at least one dimension",
                expected="one dimension or more",
                hint="a single number is [1], or a pl.Scalar parameter",
            )
        slots = slots_of(at)
        for axis, extent in enumerate(shape):
            if isinstance(extent, DynExpr):
                continue
            place = slots.dimension(axis) or at
            if isinstance(extent, surface.Scalar):
                raise self._error(
                    codes.BadShape,
                    place,
                    f"Shape dimension {extent!r} must be integer-typed and known here",
                    expected="an int or pl.dynamic()",
                    hint='M = pl.dynamic("M") makes a run-time dimension',
                )
            if not isinstance(extent, int) or isinstance(extent, bool):
                raise self._error(
                    codes.BadShape,
                    place,
                    "Shape dimension must be int or pl.dynamic()",
                    got=repr(extent),
                    expected="an int, or a pl.dynamic variable",
                    hint=_dimension_fix(extent),
                )
            if extent < 0:
                raise self._error(
                    codes.BadShape,
                    place,
                    f"Shape dimension must be int >= 0, got {extent}",
                    expected="an int of at least 0",
                    hint='M = pl.dynamic("M") makes a dimension that each call says',
                )
        if exceeds_memory([e for e in shape if isinstance(e, int)]):
            raise self._error(
                codes.BadShape,
                at,
                "a tensor of more elements than any memory holds",
                expected=f"at most {MAX_ELEMENTS} elements",
                got=str(list(shape)),
            )
        return tuple(shape)

    def _dtype(self, dtype: Any, at: ast.AST) -> DataType:
        if isinstance(dtype, DataType):
            return dtype
        place = slots_of(at).dtype or at
        raise self._error(
            codes.BadDtype, place, f"Unknown dtype: {dtype!r}", expected="pl.FP32, ..."
        )

    def _check_shadowing(self) -> None:
        """A name has one meaning: a dynamic dimension, or a scalar parameter behind it."""
        seen: set[str] = set()
        for parameter in self.parameters:
            if parameter.kind == "scalar" and parameter.name in seen:
                raise self._error(
                    codes.ShadowedDynamic,
                    parameter.node,
                    f"the parameter '{parameter.name}' shadows the dynamic symbol of an earlier "
                    "parameter's shape",
                    hint="rename one of them; the dimension is readable under its own name",
                )
            for extent in parameter.shape or ():
                if isinstance(extent, DynExpr):
                    seen.update(extent.names())

    def _bind_dynamic(self) -> None:
        """`x.bind_dynamic(dim, M)` statements mark dims of bare parameters as dynamic."""
        self.bound: dict[str, dict[int, Any]] = {}
        for statement in self.source.node.body:
            call = getattr(statement, "value", None)
            if not isinstance(statement, ast.Expr) or not isinstance(call, ast.Call):
                continue
            function = call.func
            if not isinstance(function, ast.Attribute) or function.attr != "bind_dynamic":
                continue
            if not isinstance(function.value, ast.Name) or function.value.id not in self.by_name:
                continue
            if len(call.args) != 2 or not isinstance(call.args[0], ast.Constant):
                raise self._error(
                    codes.BadDirective,
                    statement,
                    "bind_dynamic takes a constant dimension and a pl.dynamic variable",
                    expected=f'{function.value.id}.bind_dynamic(0, M), M = pl.dynamic("M")',
                )
            axis: Any = call.args[0].value
            self._check_bound(self.by_name[function.value.id], axis, call)
            self.bound.setdefault(function.value.id, {})[axis] = call.args[1]

    def _check_bound(self, parameter: Parameter, axis: Any, call: ast.Call) -> None:
        """`axis` is one of the parameter's, and what it is bound to is dynamic."""
        if parameter.kind not in ("tensor", "any"):
            raise self._error(
                codes.BadDirective,
                call,
                f"bind_dynamic is for tensors, '{parameter.name}' is a {parameter.kind}",
                expected="a pl.Tensor parameter",
                hint=f"remove the line: '{parameter.name}' has no dimensions of a tensor",
            )
        rank = None if parameter.shape is None else len(parameter.shape)
        if not isinstance(axis, int) or isinstance(axis, bool) or axis < 0:
            raise self._error(
                codes.BadDirective,
                call.args[0],
                "bind_dynamic takes a dimension >= 0",
                expected=f"0..{rank - 1}" if rank else "an int of at least 0",
                got=ast.unparse(call.args[0]),
            )
        if rank is not None and axis >= rank:
            raise self._error(
                codes.BadDirective,
                call.args[0],
                f"'{parameter.name}' has no dimension {axis}",
                expected=f"0..{rank - 1}",
            )
        name = call.args[1]
        value: Any = self.source.lookup(name.id)[1] if isinstance(name, ast.Name) else None
        if isinstance(name, ast.Name) and value is not None and not isinstance(value, DynExpr):
            raise self._error(
                codes.BadDirective,
                name,
                f"'{name.id}' is no dynamic dimension",
                expected=f'{name.id} = pl.dynamic("{name.id}")',
                got=repr(value),
            )


def is_tuple(annotation: Any) -> bool:
    """True for `pl.Tuple[...]` and `tuple[...]`."""
    return isinstance(annotation, surface.Tuple) or getattr(annotation, "__origin__", None) is tuple


def tuple_members(annotation: Any) -> tuple[Any, ...]:
    """The members of a tuple annotation; none of any other."""
    if isinstance(annotation, surface.Tuple):
        return annotation.members
    return annotation.__args__ if is_tuple(annotation) else ()


def _defaults(function: Any, arguments: ast.arguments) -> dict[str, Any]:
    positional = [a.arg for a in [*arguments.posonlyargs, *arguments.args]]
    values = function.__defaults__ or ()
    result = dict(zip(positional[len(positional) - len(values) :], values, strict=True))
    result.update(function.__kwdefaults__ or {})
    return result
