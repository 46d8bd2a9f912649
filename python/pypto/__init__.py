# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyPTO: tile kernels for Ascend cores, compiled with MLIR and run on a core model."""

from __future__ import annotations

from typing import Any

from pypto.dtypes import DataType
from pypto.errors import Error, InternalError

__version__ = "0.1.0"

_MODULES = ("backend", "compiler", "ir", "language", "mlir", "passes", "runtime", "testing")

__all__ = ["DataType", "Error", "InternalError", "__version__"]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        import importlib

        return importlib.import_module(f"pypto.{name}")
    if name.startswith("DT_"):
        dtype = DataType.named(name.removeprefix("DT_"))
        if dtype is not None:
            return dtype
    raise AttributeError(f"module 'pypto' has no attribute '{name}'")
