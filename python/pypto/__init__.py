# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyPTO: tile kernels for Ascend cores, compiled with MLIR and run on a core model."""

from __future__ import annotations

from typing import Any

from pypto.dtypes import DataType
from pypto.errors import Error, InternalError

__version__ = "0.1.0"

_MODULES = ("backend", "compiler", "ir", "language", "mlir", "passes", "runtime")
_LOGGING = ("LogLevel", "get_log_level", "set_log_level")
# Functions of `logging` by the names that programs use.
_LOGGERS = {
    "log_debug": "debug",
    "log_info": "info",
    "log_warn": "warning",
    "log_error": "error",
    "log_fatal": "critical",
}

__all__ = ["DataType", "Error", "InternalError", "__version__"]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        import importlib

        return importlib.import_module(f"pypto.{name}")
    if name in _LOGGING:
        from pypto.runtime import log_config

        return getattr(log_config, name)
    if name in _LOGGERS:
        import logging

        return getattr(logging.getLogger("pypto"), _LOGGERS[name])
    if name.startswith("DT_"):
        dtype = DataType.named(name.removeprefix("DT_"))
        if dtype is not None:
            return dtype
    raise AttributeError(f"module 'pypto' has no attribute '{name}'")
