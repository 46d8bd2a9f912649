# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types of products: of their sums, and of what leaves the cube's output path."""

from pypto import dtypes
from pypto.dtypes import DataType


def accumulator(dtype: DataType) -> DataType:
    """FP32 for floats, INT32 for integers."""
    return dtypes.FP32 if dtype.is_float() else dtypes.INT32


def accumulator_stores(sums: DataType) -> tuple[DataType, ...]:
    """The element types to which the output path takes sums without a scale."""
    return (dtypes.FP32, dtypes.FP16, dtypes.BF16) if sums is dtypes.FP32 else (sums,)
