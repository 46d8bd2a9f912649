# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a module of `pypto` operations to something that runs on the core model.

lower_module: runs the passes. compile_module: runs the passes and decodes the result.
"""

from __future__ import annotations

from pypto.compiler.executable import Executable, compile_module
from pypto.compiler.pipeline import Planning, lower_module, pipeline_text

__all__ = [
    "Executable",
    "Planning",
    "compile_module",
    "lower_module",
    "pipeline_text",
]
