# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds MLIR operations: locations, cached types, constants, regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.dtypes import BOOL, INDEX, TASK_ID, DataType
from pypto.frontend.constant_key import constant_key
from pypto.frontend.values import ScalarValue

if TYPE_CHECKING:
    from collections.abc import Sequence


class IrContext:
    """The process-wide MLIR context with caches of types and attributes by their text."""

    _instance: IrContext | None = None

    def __init__(self) -> None:
        from pypto.frontend.native import native

        self.native = native()
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
            found = self._types[text] = self.native.parse_type(text, self.context)
        return found

    def attribute(self, text: str) -> Any:
        """The attribute that prints as `text`."""
        found = self._attributes.get(text)
        if found is None:
            found = self._attributes[text] = self.native.parse_attribute(text, self.context)
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
        self._emit = shared.native.create_operation
        self._emit_value = shared.native.create_value
        self.insertion: Any = None
        self.entry: Any = None
        # Where new operations come from: a location, or what one is made of when it is needed.
        self.where: Any = shared.unknown_location
        self.function_location: Any = shared.unknown_location
        self._constants: dict[tuple[str, Any], Any] = {}
        self._constant_by_id: dict[int, tuple[DataType, Any]] = {}
        # What is emitted, while somebody wants to know it.
        self.trace: list[Any] | None = None
        self.count = 0

    @property
    def location(self) -> Any:
        """The location of new operations."""
        if type(self.where) is tuple:
            self.where = self.shared.native.make_location(self.where, self.shared.context)
        return self.where

    @location.setter
    def location(self, location: Any) -> None:
        self.where = location

    def begin_function(self, block: Any, location: Any) -> None:
        """Starts at the entry block of a function."""
        self.entry = block
        self.insertion = self.ir.InsertionPoint(block)
        self.function_location = location
        self._constants = {}
        self._constant_by_id = {}

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
        if self.trace is not None:
            self.trace.append((name, operands, results, attributes, None))
        return self._emit(name, operands, results, attributes, self.where, self.insertion, regions)

    def value(
        self,
        name: str,
        operands: Sequence[Any],
        result: Any,
        attributes: dict[str, Any] | None = None,
    ) -> Any:
        """The single result of a new operation."""
        self.count += 1
        results = (result,)
        value = self._emit_value(name, operands, results, attributes, self.where, self.insertion)
        if self.trace is not None:
            self.trace.append((name, operands, results, attributes, value))
        return value

    def results(self, operation: Any) -> list[Any]:
        """The results of an operation."""
        return self.shared.native.results(operation)

    def arguments(self, block: Any) -> list[Any]:
        """The arguments of a block."""
        return self.shared.native.block_arguments(block)

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
        key = (dtype.name, constant_key(value))
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = self._new_constant(dtype, value)
            self._constant_by_id[id(found)] = (dtype, value)
        return found

    def constant_of(self, value: Any) -> tuple[DataType, Any] | None:
        """(dtype, Python number) of what `constant` returned; None for another value."""
        return self._constant_by_id.get(id(value))

    def _new_constant(self, dtype: DataType, value: float | bool) -> Any:
        if dtype is TASK_ID:
            raise AssertionError("a task id has no constant")
        type = self.shared.type(dtype.mlir.removeprefix("u"))
        # An unsigned scalar is a cast of the bits of a signless one.
        cast = self.shared.type(dtype.mlir) if dtype.is_unsigned_int() else None
        number = float(value) if dtype.is_float() else self._signed(dtype, int(value))
        self.count += 1
        return self.shared.native.create_constant(
            self.entry, number, type, cast, self.function_location
        )

    def number(self, dtype: DataType, value: float | bool) -> Any:
        """A number as an attribute; like `arith.constant` it is signless."""
        if dtype.is_float():
            type = self.shared.type(dtype.mlir)
            return self.ir.FloatAttr.get(type, float(value), self.shared.unknown_location)
        type = self.shared.type(dtype.mlir.removeprefix("u"))
        return self.ir.IntegerAttr.get(type, self._signed(dtype, int(value)))

    def _signed(self, dtype: DataType, number: int) -> int:
        """What a signless attribute holds for `number`."""
        if dtype is BOOL:
            return number
        if dtype.is_unsigned_int() and number >= 1 << (dtype.bits - 1):
            return number - (1 << dtype.bits)
        if -(1 << 63) <= number < 1 << 63:
            return number
        from pypto.diagnostics import codes, make_error
        from pypto.diagnostics.span import Span

        span = None
        if type(self.where) is tuple:
            file, line, column, *_ = self.where
            span = Span(file, line, column, line, column + 1)
        raise make_error(
            codes.BadConstant,
            f"the constant {number} does not fit in 64 bits",
            span,
            expected="-2**63 to 2**63 - 1",
        )

    def sort_constants(self) -> None:
        """Orders the constants of the function by value and drops those nobody uses."""
        ordered = sorted(self._constants.items(), key=_constant_order)
        self.shared.native.order_constants([value for _, value in ordered], self.entry)

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
    (dtype, (_, value)), _ = item
    number = float(value)
    return dtype, number if number == number else 0.0, repr(value)
