# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds MLIR operations: locations, cached types, constants, regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.dtypes import BOOL, INDEX, TASK_ID, DataType
from pypto.frontend.values import ScalarValue

if TYPE_CHECKING:
    from collections.abc import Sequence


class IrContext:
    """The process-wide MLIR context with caches of types and attributes by their text."""

    _instance: IrContext | None = None

    def __init__(self) -> None:
        from pypto.mlir import ir

        self.ir = ir
        self.context = ir.Context()
        self._types: dict[str, Any] = {}
        self._attributes: dict[str, Any] = {}
        self._known_ops: dict[str, bool] = {}
        with self.context:
            self.unknown_location = ir.Location.unknown()

    @classmethod
    def get(cls) -> IrContext:
        """The context of this process."""
        if cls._instance is None:
            cls._instance = cls()
        return cls._instance

    def type(self, text: str) -> Any:
        """The type that prints as `text`."""
        found = self._types.get(text)
        if found is None:
            found = self._types[text] = self.ir.Type.parse(text, self.context)
        return found

    def attribute(self, text: str) -> Any:
        """The attribute that prints as `text`."""
        found = self._attributes.get(text)
        if found is None:
            found = self._attributes[text] = self.ir.Attribute.parse(text, self.context)
        return found

    def has_op(self, name: str) -> bool:
        """True when the dialects define the operation `name`."""
        known = self._known_ops.get(name)
        if known is None:
            known = self._known_ops[name] = self.context.is_registered_operation(name)
        return known


class Builder:
    """Appends operations to the current block of one function."""

    def __init__(self, shared: IrContext) -> None:
        self.shared = shared
        self.ir = shared.ir
        self._create = shared.ir.Operation.create
        self.file_location = shared.ir.Location.file
        self.insertion: Any = None
        self.entry: Any = None
        self.location: Any = shared.unknown_location
        self.function_location: Any = shared.unknown_location
        self._constants: dict[tuple[str, Any], Any] = {}
        self.count = 0

    def begin_function(self, block: Any, location: Any) -> None:
        """Starts at the entry block of a function."""
        self.entry = block
        self.insertion = self.ir.InsertionPoint(block)
        self.function_location = location
        self._constants = {}

    def op(
        self,
        name: str,
        operands: Sequence[Any] = (),
        results: Sequence[Any] = (),
        attributes: dict[str, Any] | None = None,
        regions: int = 0,
    ) -> Any:
        """A new operation at the insertion point, at the current location."""
        self.count += 1
        return self._create(
            name,
            results=results,
            operands=operands,
            attributes=attributes,
            regions=regions,
            loc=self.location,
            ip=self.insertion,
        )

    def value(
        self,
        name: str,
        operands: Sequence[Any],
        result: Any,
        attributes: dict[str, Any] | None = None,
    ) -> Any:
        """The single result of a new operation."""
        return self.op(name, operands, (result,), attributes).results[0]

    def segments(self, *counts: int) -> Any:
        """The attribute that says how operands divide into groups."""
        return self.shared.attribute(f"array<i32: {', '.join(map(str, counts))}>")

    def i64_array(self, values: Sequence[int]) -> Any:
        """A dense i64 array attribute."""
        return self.shared.attribute(
            f"array<i64: {', '.join(map(str, values))}>" if values else "array<i64>"
        )

    def constant(self, dtype: DataType, value: float | bool) -> Any:
        """A constant in the entry block; equal constants are shared."""
        # 0.0 and -0.0, 1 and 1.0 and True are different constants.
        key = (dtype.name, value) if value.__class__ is int else (dtype.name, repr(value))
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = self._new_constant(dtype, value)
        return found

    def _new_constant(self, dtype: DataType, value: float | bool) -> Any:
        at = self.ir.InsertionPoint.at_block_begin(self.entry)
        if dtype is TASK_ID:
            raise AssertionError("a task id has no constant")
        # `arith.constant` is signless; an unsigned scalar is a cast of its bits.
        mlir = dtype.mlir.removeprefix("u") if dtype.is_unsigned_int() else dtype.mlir
        attribute = self.shared.attribute(_constant_text(dtype, value, mlir))
        operation = self._create(
            "arith.constant",
            results=(self.shared.type(mlir),),
            attributes={"value": attribute},
            loc=self.function_location,
            ip=at,
        )
        self.count += 1
        result = operation.results[0]
        if mlir != dtype.mlir:
            after = self.ir.InsertionPoint.after(operation)
            result = self._create(
                "builtin.unrealized_conversion_cast",
                results=(self.shared.type(dtype.mlir),),
                operands=(result,),
                loc=self.function_location,
                ip=after,
            ).results[0]
        return result

    def sort_constants(self) -> None:
        """Orders the constants of the function by value and drops those nobody uses."""
        for _, value in sorted(self._constants.items(), key=_constant_order, reverse=True):
            parts = [value.owner]
            if parts[0].name != "arith.constant":
                parts.append(parts[0].operands[0].owner)
            if next(iter(value.uses), None) is None:
                for operation in parts:
                    operation.erase()
                continue
            for operation in parts:
                first = self.entry.operations[0].operation
                if operation != first:
                    operation.move_before(first)

    def materialise(self, scalar: ScalarValue) -> Any:
        """The MLIR value of a scalar, which makes a constant one real."""
        if scalar.ir is None:
            if scalar.const is None:
                raise AssertionError("a scalar without value")
            scalar.ir = self.constant(scalar.dtype, scalar.const)
        return scalar.ir

    def index(self, value: int) -> Any:
        """An index constant."""
        return self.constant(INDEX, value)

    def true(self) -> Any:
        """The constant true."""
        return self.constant(BOOL, True)


def _constant_order(item: tuple[tuple[str, Any], Any]) -> tuple[str, float, str]:
    (dtype, value), _ = item
    number = float(value == "True") if value in ("True", "False") else float(value)
    return dtype, number if number == number else 0.0, repr(value)


def _constant_text(dtype: DataType, value: float | bool, mlir: str) -> str:
    if dtype is BOOL:
        return "true" if value else "false"
    if dtype.is_float():
        return f"{_float_text(float(value), mlir)} : {mlir}"
    number = int(value)
    if dtype.is_unsigned_int() and number >= 1 << (dtype.bits - 1):
        number -= 1 << dtype.bits
    return f"{number} : {mlir}"


_INFINITY_BITS = {"f32": "0x7F800000", "f16": "0x7C00", "bf16": "0x7F80"}
_NAN_BITS = {"f32": "0x7FC00000", "f16": "0x7E00", "bf16": "0x7FC0"}
_SIGN_BIT = {"f32": 1 << 31, "f16": 1 << 15, "bf16": 1 << 15}


def _float_text(value: float, mlir: str) -> str:
    if value != value:
        return _NAN_BITS[mlir]
    if value in (float("inf"), float("-inf")):
        bits = int(_INFINITY_BITS[mlir], 16)
        return hex(bits | (_SIGN_BIT[mlir] if value < 0 else 0))
    text = repr(value)
    if "e" in text and "." not in text:
        mantissa, _, exponent = text.partition("e")
        text = f"{mantissa}.0e{exponent}"
    return text if "." in text else text + ".0"
