# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running kernels: configuration, arrays, harness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.runtime.config import RunConfig

if TYPE_CHECKING:
    from pypto.runtime.log_config import configure_log, log_level
    from pypto.runtime.runner import BenchmarkStats, benchmark, compile_program, run
    from pypto.runtime.tensor_spec import TensorSpec

# The harness is imported when a program asks for it; a call of a kernel does not.
_LAZY = {
    "BenchmarkStats": "pypto.runtime.runner",
    "benchmark": "pypto.runtime.runner",
    "compile_program": "pypto.runtime.runner",
    "configure_log": "pypto.runtime.log_config",
    "log_level": "pypto.runtime.log_config",
    "run": "pypto.runtime.runner",
    "TensorSpec": "pypto.runtime.tensor_spec",
}

__all__ = [
    "BenchmarkStats",
    "RunConfig",
    "TensorSpec",
    "benchmark",
    "compile_program",
    "configure_log",
    "log_level",
    "run",
]


def __getattr__(name: str) -> Any:
    module = _LAZY.get(name)
    if module is None:
        raise AttributeError(f"module 'pypto.runtime' has no attribute '{name}'")
    import importlib

    return getattr(importlib.import_module(module), name)
