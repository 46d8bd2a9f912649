# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names, constants, operators and attributes."""

from __future__ import annotations

import ast
from typing import Any

from pypto.diagnostics import codes
from pypto.dtypes import BOOL, INDEX, DataType
from pypto.errors import Diagnosed, InvalidOperationError
from pypto.frontend import scalars
from pypto.frontend.function import FunctionCompiler, Poisoned, expression
from pypto.frontend.values import (
    ErrorValue,
    ListValue,
    PyValue,
    ScalarValue,
    TensorValue,
    TileValue,
    TupleValue,
    Value,
    python_text,
)
from pypto.language.unknown import did_you_mean

_UNIFIED = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"}
# What other libraries call it.
_ATTRIBUTES = {
    "T": "pl.transpose({}, -2, -1)",
    "mT": "pl.transpose({}, -2, -1)",
    "ndim": "len of the shape is written out",
}
_OPERATOR_SIGNS = {
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
# What a comparison becomes where its sides change places.
_TURNED: dict[type, type] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}


@expression(ast.Constant)
def constant(c: FunctionCompiler, node: ast.Constant) -> Value:
    """A literal."""
    value = node.value
    if isinstance(value, (bool, int, float)):
        return c.number(value, node)
    if value is None or isinstance(value, str):
        return PyValue(value)
    raise c.error(
        codes.BadConstant,
        node,
        f"Unsupported constant type: {type(value).__name__}",
        expected="an int, float, bool, str or None",
    )


@expression(ast.Name)
def name(c: FunctionCompiler, node: ast.Name) -> Value:
    """A variable or a captured object."""
    return c.read(node)


@expression(ast.Tuple, ast.List)
def sequence(c: FunctionCompiler, node: ast.Tuple | ast.List) -> Value:
    """A shape, a list of offsets or several returned values."""
    for item in node.elts:
        if isinstance(item, ast.Starred):
            raise c.error(
                codes.UnsupportedExpression,
                item,
                "Unsupported expression type: Starred, a starred expression",
                hint="write the elements out",
            )
    items = [c.expr(item) for item in node.elts]
    return ListValue(items)


@expression(ast.BinOp)
def binary(c: FunctionCompiler, node: ast.BinOp) -> Value:
    """Arithmetic: of scalars, or sugar for the operation on tensors and tiles."""
    kind = type(node.op)
    if not scalars.supported_operator(kind):
        sign = _OPERATOR_SIGNS.get(kind, kind.__name__)
        raise c.error(
            codes.UnsupportedOperator,
            node,
            f"Unsupported binary operator: {sign}",
            expected="+ - * / // % << >>",
            hint=_unsupported_fix(c, node),
        )
    left, right = c.expr(node.left), c.expr(node.right)
    if isinstance(left, ScalarValue) and isinstance(right, ScalarValue):
        c.locate(node)
        return scalars.binary(c, node, kind, left, right)
    if isinstance(left, ErrorValue) or isinstance(right, ErrorValue):
        raise Poisoned
    shaped = (TensorValue, TileValue)
    if isinstance(left, shaped) or isinstance(right, shaped):
        return _shaped_binary(c, node, kind, left, right)
    if isinstance(left, ListValue) and isinstance(right, ListValue) and kind is ast.Add:
        return ListValue(left.items + right.items)
    side, value = (node.right, right) if isinstance(left, ScalarValue) else (node.left, left)
    if not isinstance(value, PyValue) or value.object is not None:
        c.as_scalar(value, side)
    raise c.error(
        codes.NotATensorExpression,
        side,
        "Expression must be ScalarExpr or Var with ScalarType: operand is " + value.describe(),
        expected="a number or a pl.Scalar",
        hint=f"give {c.text(side)} a value before" if isinstance(side, ast.Name) else None,
    )


def _unsupported_fix(c: FunctionCompiler, node: ast.BinOp) -> str | None:
    """The operation that an operator outside of the language may mean."""
    left, right = c.text(node.left), c.text(node.right)
    if isinstance(node.op, ast.Pow):
        if isinstance(node.right, ast.Constant) and node.right.value == 2:
            return f"{left} * {left}"
        if isinstance(node.right, ast.Constant) and node.right.value == 0.5:
            return f"pl.sqrt({left})"
        return f"a product of factors, or pl.exp(pl.log({left}) * {right}) of positive numbers"
    names = {ast.MatMult: "matmul", ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}
    name = names.get(type(node.op))
    if name is None:
        return None
    of_scalars = {ast.BitAnd: "and", ast.BitOr: "or"}.get(type(node.op))
    also = f"; conditions are combined with '{of_scalars}'" if of_scalars else ""
    return f"pl.{name}({left}, {right}) of tensors or tiles{also}"


def _compared(c: FunctionCompiler, node: ast.Compare, kind: type) -> str:
    """The comparison of elements that a comparison of tensors or tiles may mean."""
    left, right = c.text(node.left), c.text(node.comparators[0])
    if isinstance(node.left, ast.Constant):
        # The tensor stands first.
        left, right = right, left
        kind = _TURNED.get(kind, kind)
    number = [ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE].index(kind)
    return f"pl.cmp({left}, {right}, cmp_type={number}) compares elements"


def _turned(c: FunctionCompiler, node: ast.BinOp) -> str:
    """`scalar - x` and `scalar / x` with the tensor first."""
    scalar, tensor = c.text(node.left), c.text(node.right)
    if isinstance(node.op, ast.Sub):
        return f"pl.neg({tensor}) + {scalar}"
    return f"pl.recip({tensor}) * {scalar}"


def _operation_fix(c: FunctionCompiler, node: ast.BinOp) -> str:
    """The operation that an infix operator of tensors may mean."""
    names = {ast.Mod: "fmod", ast.LShift: "shl", ast.RShift: "shr"}
    name = names.get(type(node.op))
    left, right = c.text(node.left), c.text(node.right)
    if name is None:
        return f'pl.cast(pl.div({left}, {right}), pl.INT32, mode="floor") is the whole quotient'
    return f"pl.{name}({left}, {right})"


def _shaped_binary(
    c: FunctionCompiler, node: ast.BinOp, kind: type, left: Value, right: Value
) -> Value:
    from pypto.frontend import rules

    operation = _UNIFIED.get(kind)
    if operation is None:
        raise c.error(
            codes.NotATensorExpression,
            node,
            "Expression must be ScalarExpr or Var with ScalarType: operator "
            f"'{c.text(node)}' on {left.describe()}",
            hint=_operation_fix(c, node),
        )
    if isinstance(left, ScalarValue):
        if operation in ("sub", "div"):
            raise c.error(
                codes.NotATensorExpression,
                node,
                f"Expression must be ScalarExpr or Var with ScalarType: a scalar on the left of "
                f"'{c.text(node)}'",
                hint=_turned(c, node),
            )
        return rules.call_operation(c, node, operation, [right, left], [node.right, node.left])
    return rules.call_operation(c, node, operation, [left, right], [node.left, node.right])


@expression(ast.UnaryOp)
def unary(c: FunctionCompiler, node: ast.UnaryOp) -> Value:
    """`-x`, `~x` and `not x`."""
    if isinstance(node.op, ast.Not):
        value = c.scalar(node.operand)
        if value.dtype is not BOOL:
            raise c.error(
                codes.ConditionNotBool,
                node.operand,
                "'not' condition must be a Bool-typed scalar expression",
                got=value.describe(),
                expected="a comparison, or True or False",
                hint=f"compare explicitly: {c.text(node.operand)} == 0",
            )
        c.locate(node)
        return scalars.logical_not(c, value)
    value = c.expr(node.operand)
    if isinstance(value, (TensorValue, TileValue)) and isinstance(node.op, ast.USub):
        from pypto.frontend import rules

        return rules.call_operation(c, node, "neg", [value], [node.operand])
    scalar = c.as_scalar(value, node.operand)
    c.locate(node)
    if isinstance(node.op, ast.USub):
        return _negate(c, node, scalar)
    if isinstance(node.op, ast.Invert):
        return _invert(c, node, scalar)
    raise c.error(
        codes.UnsupportedOperator,
        node,
        "Unsupported unary operator: +",
        expected="- ~ not",
        hint=f"write {c.text(node.operand)}",
    )


def _negate(c: FunctionCompiler, node: ast.UnaryOp, value: ScalarValue) -> ScalarValue:
    if value.const is not None:
        result = -value.const
        whole = result if isinstance(result, int) else None
        return ScalarValue(value.dtype, const=result, sym=whole, literal=value.literal)
    zero = ScalarValue(value.dtype, const=0.0 if value.dtype.is_float() else 0, sym=0)
    return scalars.binary(c, node, ast.Sub, zero, value)


def _invert(c: FunctionCompiler, node: ast.UnaryOp, value: ScalarValue) -> ScalarValue:
    if value.dtype.is_float():
        raise c.error(
            codes.ScalarCategory,
            node,
            "'~' requires integer dtype",
            got=value.describe(),
            expected="an integer or a BOOL",
            hint=f"~pl.cast({c.text(node.operand)}, pl.INT32)",
        )
    if value.dtype is BOOL:
        return scalars.logical_not(c, value)
    if value.const is not None:
        return ScalarValue(
            value.dtype, const=~int(value.const), sym=~int(value.const), literal=value.literal
        )
    minus_one = ScalarValue(value.dtype, const=-1, sym=-1)
    return scalars.binary(c, node, ast.Sub, minus_one, value)


@expression(ast.BoolOp)
def boolean(c: FunctionCompiler, node: ast.BoolOp) -> Value:
    """`a and b`, `a or b`."""
    result: ScalarValue | None = None
    for operand in node.values:
        value = c.scalar(operand)
        if value.dtype is not BOOL:
            raise c.error(
                codes.ConditionNotBool,
                operand,
                "'and'/'or' condition must be a Bool-typed scalar expression",
                got=value.describe(),
                hint=f"compare explicitly: {c.text(operand)} != 0",
            )
        c.locate(node)
        result = value if result is None else scalars.logical(c, type(node.op), result, value)
    assert result is not None
    return result


@expression(ast.Compare)
def comparison(c: FunctionCompiler, node: ast.Compare) -> Value:
    """One comparison of two scalars."""
    if len(node.ops) != 1:
        raise c.error(
            codes.ChainedComparison,
            node,
            "Only simple comparisons supported",
            hint="write a < b and b < c",
        )
    kind = type(node.ops[0])
    left, right = c.expr(node.left), c.expr(node.comparators[0])
    if isinstance(left, ErrorValue) or isinstance(right, ErrorValue):
        raise Poisoned
    if not scalars.supported_comparison(kind):
        raise c.error(
            codes.UnsupportedOperator,
            node,
            f"Unsupported comparison: {kind.__name__.lower()}",
            expected="== != < <= > >=",
        )
    if isinstance(left, PyValue) and isinstance(right, PyValue):
        equal = left.object is right.object or left.object == right.object
        return scalars.python_constant(equal == (kind is ast.Eq))
    for side, value in ((node.left, left), (node.comparators[0], right)):
        if isinstance(value, (TensorValue, TileValue)):
            raise c.error(
                codes.NotATensorExpression,
                side,
                "Expression must be ScalarExpr or Var with ScalarType: operand is "
                + value.describe(),
                hint=_compared(c, node, kind),
            )
    a, b = c.as_scalar(left, node.left), c.as_scalar(right, node.comparators[0])
    c.locate(node)
    return scalars.compare(c, node, kind, a, b)


@expression(ast.Attribute)
def attribute(c: FunctionCompiler, node: ast.Attribute) -> Value:
    """`pl.X`, an enum member, `x.shape`, `x.dtype`."""
    cached = c.program.resolved.get(node)
    if cached is not None:
        return cached
    try:
        base = c.expr(node.value)
    except InvalidOperationError as error:
        raise _unknown_category(c, node.value, error) from None
    if isinstance(base, ErrorValue):
        raise Poisoned
    if isinstance(base, PyValue):
        result = python_attribute(c, node, base.object)
        if isinstance(result, PyValue):
            c.program.resolved[node] = result
        return result
    if isinstance(base, (TensorValue, TileValue)):
        if node.attr == "shape":
            return ListValue([dimension(c, base, axis, node) for axis in range(base.type.rank)])
        if node.attr == "dtype":
            return PyValue(base.type.dtype)
    if isinstance(base, ScalarValue) and node.attr == "dtype":
        return PyValue(base.dtype)
    raise c.error(
        codes.StandaloneAttribute,
        node,
        f"Standalone attribute access not supported: '.{node.attr}' of {base.describe()}",
        expected="x.shape or x.dtype of a tensor or tile",
        hint=_ATTRIBUTES.get(node.attr, "").format(c.text(node.value)) or None,
    )


def _unknown_category(c: FunctionCompiler, node: ast.expr, error: Exception) -> Exception:
    """`pld.<unknown>.<operation>`: no module of this name."""
    message = getattr(error, "message", "")
    if not isinstance(node, ast.Attribute) or "Unknown distributed operation" not in message:
        return error
    return c.error(
        codes.UnknownOperation,
        node,
        f"Unknown distributed category '{c.text(node)}'",
        expected="pld.system, pld.tensor or pld.tile",
    )


def python_attribute(c: FunctionCompiler, node: ast.Attribute, base: Any) -> Value:
    """An attribute of a captured Python object: a module, an enum, a dtype."""
    try:
        found = getattr(base, node.attr)
    except AttributeError as error:
        module = getattr(base, "__name__", "")
        if module.startswith("pypto.language"):
            raise unknown_operation(c, node, module) from None
        if isinstance(error, Diagnosed) and error.code_info is not None:
            facts = {"expected": error.expected, "hint": error.hint}
            raise c.error(error.code_info, node, error.message, **facts) from None
        raise c.error(
            codes.StandaloneAttribute,
            node,
            f"Standalone attribute access not supported: {python_text(base)} has no attribute "
            f"'{node.attr}'",
            expected=_attributes(base),
            hint=did_you_mean(node.attr, dir(base), f"{c.text(node.value)}."),
        ) from None
    value = c.capture(found, node)
    if not getattr(base, "__name__", "").startswith("pypto."):
        c.program.record_attribute(base, node.attr, found)
    return value


def _attributes(base: Any) -> str:
    """The names that an object has."""
    names = [name for name in dir(base) if not name.startswith("_")]
    shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    return shown or f"a number, dtype or function: {python_text(base)} has no names"


def unknown_operation(c: FunctionCompiler, node: ast.Attribute, module: str) -> Exception:
    """The error of `pl.<unknown>`, with the nearest known name."""
    from pypto.language.unknown import describe_name

    found = describe_name(module, node.attr, c.text(node))
    return c.error(
        codes.UnknownMember if found.is_type else codes.UnknownOperation,
        node,
        found.message,
        expected=found.expected,
        hint=found.hint,
    )


def dimension(
    c: FunctionCompiler, value: TensorValue | TileValue, axis: int, node: ast.AST
) -> ScalarValue:
    """The extent of one axis: a constant, or a read of the tensor's dimension."""
    extent = value.type.shape[axis]
    if isinstance(extent, int):
        return ScalarValue(INDEX, const=extent, sym=extent, literal=True)
    c.locate(node)
    attributes = {"axis": c.b.shared.attribute(f"{axis} : i64")}
    read = c.b.value("pypto.tensor.dim", (value.ir,), c.type_of("index"), attributes)
    return ScalarValue(INDEX, read, sym=extent)


@expression(ast.JoinedStr)
def formatted(c: FunctionCompiler, node: ast.JoinedStr) -> Value:
    """An f-string outside of `pl.static_print`."""
    raise c.error(
        codes.UnsupportedExpression,
        node,
        "Unsupported expression type: JoinedStr, an f-string",
        hint="f-strings are only allowed in pl.static_print",
    )


def python_object(c: FunctionCompiler, value: Value) -> Any:
    """The Python object of a constant, for compile-time evaluation; None if run-time."""
    if isinstance(value, PyValue):
        return value.object
    if isinstance(value, ScalarValue) and value.const is not None:
        return value.const
    if isinstance(value, (ListValue, TupleValue)):
        return [python_object(c, item) for item in value.items]
    return None


def as_dtype(c: FunctionCompiler, value: Value, node: ast.AST) -> DataType:
    """`value` as an element type."""
    found = python_object(c, value)
    if isinstance(found, int) and not isinstance(found, bool):
        found = DataType.from_code(found)
    if isinstance(found, DataType):
        return found
    raise c.error(
        codes.BadDtype,
        node,
        f"Unknown dtype: {c.text(node)}",
        expected="an element type such as pl.FP32",
        got=value.describe(),
    )
