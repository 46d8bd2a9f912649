# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One call of an operation: its bound arguments, checks on them, and emission."""

from __future__ import annotations

import ast
from enum import Enum
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.dtypes import INDEX, DataType
from pypto.frontend.rules import low_precision, signatures
from pypto.frontend.rules.blocks import refuse_blocks
from pypto.frontend.rules.flat import refuse_flat
from pypto.frontend.rules.masks import refuse_mask
from pypto.frontend.types import (
    MAX_ELEMENTS,
    TensorType,
    TileType,
    dims_text,
    exceeds_memory,
)
from pypto.frontend.values import (
    ListValue,
    PyValue,
    ScalarValue,
    TensorValue,
    TileValue,
    TupleValue,
    Value,
    enum_text,
    python_text,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.diagnostics.code import Code
    from pypto.frontend.function import FunctionCompiler
    from pypto.frontend.symbolic import Sym

_IGNORED = ("span",)
# What the control plane may do with tensors: allocate, view and touch single elements.
_CONTROL_PLANE = frozenset(
    (
        "tensor.create",
        "tensor.slice",
        "tensor.reshape",
        "tensor.assemble",
        "tensor.read",
        "tensor.write",
        "tensor.dim",
        "tensor.transpose",
        "system.available_cluster_count",
        "system.available_aiv_count",
        "task.invalid",
    ),
)


class OpCall:
    """Arguments by parameter name: a `Value` where the caller gave one, else the default."""

    __slots__ = ("_nodes", "arguments", "c", "info", "level", "node")

    def __init__(
        self,
        c: FunctionCompiler,
        node: ast.AST,
        info: Any,
        arguments: dict[str, Any],
        nodes: dict[str, ast.AST] | None,
    ) -> None:
        self.c = c
        self.node = node
        self.info = info
        self.arguments = arguments
        self._nodes = nodes
        self.level = info.level

    @property
    def nodes(self) -> dict[str, ast.AST]:
        """The syntax of the arguments that were given, by parameter."""
        if self._nodes is None:
            node = self.node
            assert isinstance(node, ast.Call)
            nodes: dict[str, ast.AST] = dict(zip(self.info.positional, node.args, strict=False))
            nodes.update((k.arg, k.value) for k in node.keywords if k.arg is not None)
            self._nodes = nodes
        return self._nodes

    # Errors --------------------------------------------------------------------------------

    def fail(self, code: Code, detail: str, at: str | None = None, **facts: Any) -> Exception:
        """The error of this call; `at` names the parameter to point at."""
        node = self.nodes.get(at, self.node) if at else self.node
        if not facts:
            facts["expected"] = f"{self.info.spelling}({', '.join(self.info.parameters)})"
        return self.c.error(
            code, node, f"{signatures.prefix(self.info, self.level)}: {detail}", **facts
        )

    def text(self, name: str) -> str:
        """The source of the argument `name`; the name itself where it is not written."""
        node = self.nodes.get(name)
        return name if node is None or node is self.node else self.c.text(node)

    def written(self, *without: str, **changed: str) -> str:
        """The call as its author wrote it, with some arguments left out or written otherwise."""
        info, node = self.info, self.node
        texts = {name: self.text(name) for name in self.nodes}
        texts = {name: text for name, text in {**texts, **changed}.items() if name not in without}
        call = node if isinstance(node, ast.Call) else None
        named = {k.arg for k in call.keywords} if call is not None else set()
        shown = []
        for name in info.positional:
            if name not in texts or name in named:
                break
            shown.append(texts.pop(name))
        callee = info.spelling
        if call is not None:
            callee = self.c.text(call.func)
            shown += [self.c.text(more) for more in call.args[len(info.positional) :]]
        shown += [f"{name}={text}" for name, text in texts.items()]
        return f"{callee}({', '.join(shown)})"

    def load(self, name: str, type: TensorType) -> str:
        """The load of all of the tensor argument `name`."""
        zeros = ", ".join("0" for _ in type.shape)
        return f"pl.load({self.text(name)}, [{zeros}], {dims_text(type.shape)})"

    # Arguments -----------------------------------------------------------------------------

    def given(self, name: str) -> bool:
        """True when the caller passed `name` and not None."""
        value = self.arguments.get(name)
        if isinstance(value, PyValue):
            return value.object is not None
        return isinstance(value, Value)

    def value(self, name: str) -> Value:
        """The argument as it is."""
        value = self.arguments[name]
        return value if isinstance(value, Value) else self.c.capture(value, self.node)

    def _check_layout(self, name: str, value: TensorValue) -> None:
        """The operation takes a tensor that does not lie in rows."""
        low_precision.refuse_scale(self, name, value)
        refuse_blocks(self, name, value)

    def _check_order(self, name: str, value: TileValue) -> None:
        """The operation takes a tile of rows in Mat, or of bits."""
        refuse_flat(self, name, value)
        refuse_mask(self, name, value)

    def shaped(self, name: str) -> TensorValue | TileValue:
        """A tensor or tile."""
        value = self.value(name)
        if isinstance(value, TileValue):
            if value.type.layout != "nd":
                self._check_order(name, value)
            return value
        if isinstance(value, TensorValue):
            if value.type.layout != "nd":
                self._check_layout(name, value)
            return value
        self.c.check_capture(value, self.nodes.get(name, self.node))
        raise self.fail(
            codes.OperandKind,
            f"{self.info.spelling}: expected Tensor or Tile operands",
            name,
            expected=f"'{name}' a tensor or tile",
            got=value.describe(),
            hint="arrays are parameters of the kernel: pass it as an argument"
            if isinstance(value, PyValue) and hasattr(value.object, "shape")
            else None,
        )

    def tensor(self, name: str) -> TensorValue:
        """A tensor."""
        value = self.value(name)
        if isinstance(value, TensorValue):
            if value.type.layout != "nd":
                self._check_layout(name, value)
            return value
        hint = None
        if isinstance(value, TileValue):
            hint = "a tile is already on chip; pass the tensor it is loaded from or stored to"
        raise self.fail(
            codes.OperandKind,
            f"'{name}' must be a Tensor",
            name,
            expected="a pl.Tensor",
            got=value.describe(),
            hint=hint,
        )

    def tile(self, name: str) -> TileValue:
        """A tile."""
        value = self.value(name)
        if isinstance(value, TileValue):
            if value.type.layout != "nd":
                self._check_order(name, value)
            return value
        hint = None
        if isinstance(value, TensorValue):
            hint = f"load it first: {self.load(name, value.type)}"
        raise self.fail(
            codes.OperandKind,
            f"'{name}' must be a Tile",
            name,
            expected="a pl.Tile",
            got=value.describe(),
            hint=hint,
        )

    def scalar(self, name: str) -> ScalarValue:
        """A scalar."""
        value = self.value(name)
        if isinstance(value, ScalarValue):
            return value
        self.c.check_capture(value, self.nodes.get(name, self.node))
        raise self.fail(
            codes.OperandKind,
            f"'{name}' must be a scalar",
            name,
            expected="a number or pl.Scalar",
            got=value.describe(),
            hint=self._without_scalar(value),
        )

    def _without_scalar(self, value: Value) -> str | None:
        """The form of two tensors or tiles, where this one takes a scalar."""
        import pypto.language as pl

        if not isinstance(value, (TensorValue, TileValue)) or not self.info.name.endswith("s"):
            return None
        names = (self.info.name[:-1], self.info.name[:-1] + "_")
        other = next((name for name in names if name in pl.__all__), None)
        if other is None:
            return None
        return f"pl.{other}({self.written().partition('(')[2]} takes two of a kind"

    def constant(self, name: str, wanted: str = "") -> Any:
        """A compile-time Python value: number, string, enum member, dtype or None.

        wanted: what an error says is accepted.
        """
        value = self.arguments[name]
        if not isinstance(value, Value):
            return value
        if isinstance(value, PyValue):
            return value.object
        if isinstance(value, ScalarValue) and value.const is not None:
            return value.const
        raise self.fail(
            codes.BadOpAttribute,
            f"'{name}' must be known at compile time",
            name,
            expected=wanted or "a literal, or a Python constant of the module",
            got=value.describe(),
            hint=self._constant_hint(name, value),
        )

    def _constant_hint(self, name: str, value: Value) -> str | None:
        """Which parameter a value landed in, or where a compile-time number comes from."""
        if isinstance(value, ScalarValue):
            return (
                f"make {self.text(name)} a Python number that the kernel captures, or the variable "
                "of a pl.unroll loop"
            )
        positional = self.info.positional
        if name not in positional or not isinstance(self.node, ast.Call):
            return None
        position = positional.index(name)
        if position >= len(self.node.args):
            return None
        return f"argument {position + 1} of {self.info.spelling}() is '{name}'"

    def flag(self, name: str) -> bool:
        """A compile-time bool."""
        value = self.constant(name, "True or False")
        if isinstance(value, bool):
            return value
        number = isinstance(value, int)
        raise self.fail(
            codes.BadOpAttribute,
            f"'{name}' must be True or False",
            name,
            expected="True or False",
            got=python_text(value),
            hint=self.written(**{name: repr(bool(value))}) if number else None,
        )

    def integer(self, name: str) -> int:
        """A compile-time int."""
        value = self.constant(name, "an int known at compile time")
        if isinstance(value, int) and not isinstance(value, bool):
            return int(value)
        whole = isinstance(value, float) and value.is_integer()
        raise self.fail(
            codes.BadOpAttribute,
            f"'{name}' must be a constant int",
            name,
            expected="an int known at compile time",
            got=python_text(value),
            hint=self.written(**{name: str(int(value))}) if whole else None,
        )

    def member(self, name: str, enum: type[Enum]) -> Any:
        """A member of `enum`; its value is accepted as well."""
        names = ", ".join(python_text(member) for member in enum)
        value = self.constant(name, names)
        if isinstance(value, enum):
            return value
        try:
            return enum(value)
        except ValueError:
            pass
        raise self.fail(
            codes.BadOpAttribute,
            f"'{name}' must be a member of {enum_text(enum)}",
            name,
            expected=names,
            got=python_text(value),
        )

    def dtype(self, name: str) -> DataType:
        """An element type or its code."""
        value = self.constant(name, "an element type such as pl.FP32")
        if isinstance(value, int) and not isinstance(value, bool):
            value = DataType.from_code(value)
        if isinstance(value, DataType):
            return value
        raise self.fail(
            codes.BadDtype,
            f"'{name}' is an unknown dtype",
            name,
            expected="an element type such as pl.FP32",
            got=python_text(value),
            hint=self._exchanged(name) or _dtype_hint(value),
        )

    def _exchanged(self, name: str) -> str | None:
        """The call with the element type, given in another place, where it belongs."""
        for other, value in self.arguments.items():
            if isinstance(value, PyValue) and isinstance(value.object, DataType):
                return self.written(**{name: self.text(other), other: self.text(name)})
        return None

    def sequence(self, name: str) -> list[Value]:
        """A list or tuple."""
        value = self.value(name)
        if isinstance(value, (ListValue, TupleValue)):
            return list(value.items)
        raise self.fail(
            codes.BadShape,
            f"'{name}' must be a list",
            name,
            expected="a list of integers such as [16, 128]",
            got=value.describe(),
        )

    def indices(self, name: str) -> list[ScalarValue]:
        """A list of integer scalars: a shape or offsets."""
        node = self.nodes.get(name, self.node)
        elements = getattr(node, "elts", None)
        items = self.sequence(name)
        if elements is None or len(elements) != len(items):
            elements = [node] * len(items)
        return [
            self.c.index(item, at, f"'{name}'[{axis}]")
            for axis, (item, at) in enumerate(zip(items, elements, strict=True))
        ]

    def static_shape(self, name: str) -> tuple[int, ...]:
        """A list of positive compile-time ints."""
        result = []
        for axis, extent in enumerate(self.indices(name)):
            if extent.const is None:
                raise self.fail(
                    codes.DynamicTileShape,
                    f"'{name}' has a dynamic (non-constant) dimension: axis {axis} is known only "
                    "at run time",
                    name,
                    hint="give the allocated extent here and the run-time extent as valid_shape=",
                )
            if extent.const <= 0:
                raise self.fail(
                    codes.BadShape,
                    f"'{name}' must be positive, axis {axis} is {extent.const}",
                    name,
                    expected=f"an extent of at least 1 on axis {axis}",
                )
            result.append(int(extent.const))
        self.check_size(result, name)
        return tuple(result)

    def check_size(self, dims: Sequence[Sym], name: str) -> None:
        """Refuses a shape that no memory holds."""
        if exceeds_memory(dims):
            raise self.fail(
                codes.BadShape,
                f"'{name}' has more elements than any memory holds",
                name,
                expected=f"at most {MAX_ELEMENTS} elements",
                got=dims_text(dims),
            )

    # Emission ------------------------------------------------------------------------------

    def emit(
        self,
        name: str,
        operands: list[Any],
        type: TensorType | TileType,
        attributes: dict[str, Any] | None = None,
        *,
        whole: bool = False,
    ) -> Any:
        """The tensor or tile that the operation `pypto.<name>` returns.

        whole: a tensor is valid everywhere, whatever the operands are.
        """
        full = self._checked(name)
        low_precision.check_elements(self, name, type)
        c = self.c
        c.locate(self.node)
        result = c.b.value(full, operands, type.ir_type(c.b.shared), attributes)
        if isinstance(type, TileType):
            return TileValue(type, result)
        return TensorValue(type, result, valid=None if whole else self._valid_of(type))

    def _valid_of(self, type: TensorType) -> tuple[Sym, ...]:
        """Where a computed tensor is valid: along each axis, the narrowest operand as long as it.

        The conversion to tiles follows the same rule; here it serves checks of windows.
        """
        valid = list(type.shape)
        for operand in self.arguments.values():
            if not isinstance(operand, TensorValue) or operand.valid == operand.type.shape:
                continue
            if operand.type.rank != len(valid):
                continue
            pairs = zip(operand.type.shape, operand.valid, strict=True)
            for axis, (extent, part) in enumerate(pairs):
                if extent == type.shape[axis]:
                    valid[axis] = self.c.atoms.minimum(valid[axis], part)
        return tuple(valid)

    def emit_raw(
        self,
        name: str,
        operands: list[Any],
        results: Sequence[Any],
        attributes: dict[str, Any] | None = None,
    ) -> Any:
        """The operation `pypto.<name>`; an error when the dialect does not define it.

        results: front-end types, or text of scalar types.
        """
        c = self.c
        full = self._checked(name)
        low_precision.check_elements(self, name, None)
        shared = c.b.shared
        c.locate(self.node)
        types = [shared.type(t) if isinstance(t, str) else t.ir_type(shared) for t in results]
        return c.b.op(full, operands, types, attributes)

    def _checked(self, name: str) -> str:
        """The full name of an operation that may be emitted here."""
        c = self.c
        if c.is_control_plane and not c.in_core and name not in _CONTROL_PLANE:
            raise self._misplaced()
        full = f"pypto.{name}"
        if not c.b.shared.has_op(full):
            raise c.unavailable(
                self.node,
                f"{self.info.spelling}()",
                expected="an operation that the support table in the documentation says runs",
            )
        return full

    def _misplaced(self) -> Exception:
        kind = {"tile": "tile", "other": "builtin"}.get(self.level, "tensor")
        return self.c.error(
            codes.MisplacedTensorOp,
            self.node,
            f"Misplaced {kind} op '{self.info.name}' in Orchestration function "
            "(should be inside InCore block)",
            hint=(
                "wrap it in `with pl.at(level=pl.Level.CORE_GROUP):`, or call an "
                "@pl.jit.incore kernel"
            ),
        )

    def emit_scalar(
        self, name: str, operands: list[Any], dtype: DataType, attributes: Any = None
    ) -> ScalarValue:
        """The scalar that the operation `pypto.<name>` returns."""
        operation = self.emit_raw(name, operands, [dtype.mlir], attributes)
        return ScalarValue(dtype, self.c.b.results(operation)[0])

    def index_operands(self, values: list[ScalarValue]) -> list[Any]:
        """MLIR indices of integer scalars."""
        c = self.c
        if any(v.const is None and v.dtype is not INDEX for v in values):
            c.locate(self.node)
        return [c.index_ir(v) for v in values]

    def syms(self, values: list[ScalarValue]) -> tuple[Sym, ...]:
        """Meanings of integer scalars."""
        return tuple(self.c.sym(v) for v in values)


def bind(c: FunctionCompiler, node: ast.Call, info: Any) -> OpCall:
    """The arguments of a call bound to the signature of the operation."""
    arguments: dict[str, Any] = info.defaults.copy()
    positional = info.positional
    given = node.args
    if len(given) > len(positional):
        if not info.variadic:
            raise signatures.too_many(c, node, info)
        arguments["*"] = [(a, c.expr(a)) for a in given[len(positional) :]]
    names = c.frame.names
    for name, argument in zip(positional, given, strict=False):
        kind = type(argument)
        if kind is ast.Name:
            value = names.get(argument.id)  # pyright: ignore[reportAttributeAccessIssue]
            if value is None or not value.usable:
                value = c.expr(argument)
            arguments[name] = value
        elif kind is ast.Starred:
            raise unpacked(c, argument, info.spelling, info.parameters)
        else:
            arguments[name] = c.expr(argument)
    if node.keywords:
        _bind_keywords(c, node, info, arguments)
    if len(arguments) - ("*" in arguments) < info.count:
        missing = [name for name in info.parameters if name not in arguments]
        raise signatures.missing(c, node, info, missing)
    return OpCall(c, node, info, arguments, None)


def unpacked(c: FunctionCompiler, node: ast.AST, callee: str, names: Sequence[str]) -> Exception:
    """The error of `*arguments` or `**arguments` in a call."""
    what = "Starred, a starred expression" if isinstance(node, ast.Starred) else "**arguments"
    return c.error(
        codes.UnsupportedExpression,
        node,
        f"Unsupported expression type: {what} in the call of {callee}()",
        expected=f"{callee}({', '.join(names)})",
        hint="write the arguments out",
    )


def _bind_keywords(
    c: FunctionCompiler, node: ast.Call, info: Any, arguments: dict[str, Any]
) -> None:
    positional = info.positional
    seen = set(positional[: len(node.args)])
    for keyword in node.keywords:
        name = keyword.arg
        if name is None:
            raise unpacked(c, keyword.value, info.spelling, info.parameters)
        if name in seen:
            raise signatures.repeated(c, node, info, keyword)
        if name not in positional and name not in info.keyword_only:
            if name in _IGNORED:
                continue
            raise signatures.unexpected(c, node, info, keyword)
        arguments[name] = c.expr(keyword.value)
        seen.add(name)


def _dtype_hint(value: Any) -> str | None:
    """The element type that a name or a Python type may mean."""
    from pypto.language.unknown import dtype_named

    names = {int: "int", float: "float", bool: "bool"}
    name = names.get(value) if isinstance(value, type) else str(value).rpartition(".")[2]
    found = dtype_named(name or "")
    return f"pl.{found}" if found else None
