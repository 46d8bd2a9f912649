# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The element types under `pl`: values of type `DataType` that also annotate scalars.

A variable is no type to a type checker, so it sees a class for each element type: its instances
are scalars (`n: pl.INT32`), and it is itself a `DataType` (`pl.INT32.get_byte()`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypto.dtypes import DataType
    from pypto.language.types import Scalar

    # No such class could exist: only a type checker reads it.
    class _Element(type, DataType): ...  # pyright: ignore[reportGeneralTypeIssues]

    class FP32(Scalar, metaclass=_Element): ...

    class BF16(Scalar, metaclass=_Element): ...

    class FP16(Scalar, metaclass=_Element): ...

    class INT64(Scalar, metaclass=_Element): ...

    class INT32(Scalar, metaclass=_Element): ...

    class INT16(Scalar, metaclass=_Element): ...

    class INT8(Scalar, metaclass=_Element): ...

    class INT4(Scalar, metaclass=_Element): ...

    class UINT64(Scalar, metaclass=_Element): ...

    class UINT32(Scalar, metaclass=_Element): ...

    class UINT16(Scalar, metaclass=_Element): ...

    class UINT8(Scalar, metaclass=_Element): ...

    class UINT4(Scalar, metaclass=_Element): ...

    class BOOL(Scalar, metaclass=_Element): ...

    class INDEX(Scalar, metaclass=_Element): ...

    class TASK_ID(Scalar, metaclass=_Element): ...

    class FP4(Scalar, metaclass=_Element): ...

    class FP8E4M3FN(Scalar, metaclass=_Element): ...

    class FP8E5M2(Scalar, metaclass=_Element): ...

    class FP8E8M0(Scalar, metaclass=_Element): ...

    class HF4(Scalar, metaclass=_Element): ...

    class HF8(Scalar, metaclass=_Element): ...

else:
    from pypto.dtypes import (
        BF16,
        BOOL,
        FP4,
        FP8E4M3FN,
        FP8E5M2,
        FP8E8M0,
        FP16,
        FP32,
        HF4,
        HF8,
        INDEX,
        INT4,
        INT8,
        INT16,
        INT32,
        INT64,
        TASK_ID,
        UINT4,
        UINT8,
        UINT16,
        UINT32,
        UINT64,
    )

__all__ = [
    "BF16",
    "BOOL",
    "FP4",
    "FP8E4M3FN",
    "FP8E5M2",
    "FP8E8M0",
    "FP16",
    "FP32",
    "HF4",
    "HF8",
    "INDEX",
    "INT4",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "TASK_ID",
    "UINT4",
    "UINT8",
    "UINT16",
    "UINT32",
    "UINT64",
]
