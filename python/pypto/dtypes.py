# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types of tensors, tiles and scalars."""

from __future__ import annotations

from typing import ClassVar


class DataType:
    """An element type.

    name: spelling after `pl.`. bits: size of one element. mlir: the builtin type that the
    IR uses, or "" where the value has a type of its own (TASK_ID). kind: "float", "int",
    "uint", "bool", "index" or "task". Instances are unique: compare with `is` or `==`.
    """

    __slots__ = ("_code", "bits", "kind", "mlir", "name")

    _by_name: ClassVar[dict[str, DataType]] = {}

    name: str
    bits: int
    kind: str
    mlir: str

    def __init__(self, name: str, bits: int, kind: str, mlir: str) -> None:
        self.name = name
        self.bits = bits
        self.kind = kind
        self.mlir = mlir
        self._code = len(self._by_name)
        self._by_name[name] = self

    @classmethod
    def named(cls, name: str) -> DataType | None:
        """The type that is spelled `name`, or None."""
        return cls._by_name.get(name)

    @classmethod
    def of_mlir(cls, name: str) -> DataType | None:
        """The type that the IR calls `name`, or None."""
        return next((d for d in cls._by_name.values() if d.mlir and d.mlir == name), None)

    @classmethod
    def from_code(cls, code: int) -> DataType | None:
        """The type with integer code `code`, or None."""
        for dtype in cls._by_name.values():
            if dtype._code == code:
                return dtype
        return None

    def get_byte(self) -> int:
        """Bytes of one element, rounded up: 4 for FP32, 1 for INT4."""
        return (self.bits + 7) // 8

    def get_bit(self) -> int:
        """Bits of one element."""
        return self.bits

    def code(self) -> int:
        """The type's integer code."""
        return self._code

    def is_float(self) -> bool:
        """True for floating-point types, packed and 8-bit ones included."""
        return self.kind == "float"

    def is_small_float(self) -> bool:
        """True for floats of 4 and 8 bits, which are stored, moved and cast only."""
        return self.kind == "float" and self.bits <= 8

    def is_int(self) -> bool:
        """True for integers and INDEX, not for BOOL."""
        return self.kind in ("int", "uint", "index")

    def is_signed_int(self) -> bool:
        """True for signed integers and INDEX."""
        return self.kind in ("int", "index")

    def is_unsigned_int(self) -> bool:
        """True for unsigned integers."""
        return self.kind == "uint"

    def to_string(self) -> str:
        """The name in lower case."""
        return self.name.lower()

    def __repr__(self) -> str:
        return f"pl.{self.name}"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (DataType.named, (self.name,))


FP32 = DataType("FP32", 32, "float", "f32")
BF16 = DataType("BF16", 16, "float", "bf16")
FP16 = DataType("FP16", 16, "float", "f16")
INT64 = DataType("INT64", 64, "int", "i64")
INT32 = DataType("INT32", 32, "int", "i32")
INT16 = DataType("INT16", 16, "int", "i16")
INT8 = DataType("INT8", 8, "int", "i8")
INT4 = DataType("INT4", 4, "int", "i4")
UINT64 = DataType("UINT64", 64, "uint", "ui64")
UINT32 = DataType("UINT32", 32, "uint", "ui32")
UINT16 = DataType("UINT16", 16, "uint", "ui16")
UINT8 = DataType("UINT8", 8, "uint", "ui8")
UINT4 = DataType("UINT4", 4, "uint", "ui4")
BOOL = DataType("BOOL", 1, "bool", "i1")
INDEX = DataType("INDEX", 64, "index", "index")
TASK_ID = DataType("TASK_ID", 64, "task", "")
FP4 = DataType("FP4", 4, "float", "f4E2M1FN")
FP8E4M3FN = DataType("FP8E4M3FN", 8, "float", "f8E4M3FN")
FP8E5M2 = DataType("FP8E5M2", 8, "float", "f8E5M2")
FP8E8M0 = DataType("FP8E8M0", 8, "float", "f8E8M0FNU")
HF4 = DataType("HF4", 4, "float", "")
HF8 = DataType("HF8", 8, "float", "!pypto.hf8")

ALL_DTYPES: tuple[DataType, ...] = tuple(DataType._by_name.values())


def promote(first: DataType, second: DataType) -> DataType:
    """Result type of a binary operation on two element types.

    Equal types stay; a float beats an integer; else the wider one; of two integers of one
    width the signed one; otherwise the first.
    """
    if first is second:
        return first
    if first.is_float() != second.is_float():
        return first if first.is_float() else second
    if first.bits != second.bits:
        return first if first.bits > second.bits else second
    if first.is_unsigned_int() and second.is_signed_int():
        return second
    return first
