# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run on the core model cost: cycles, utilisation, bytes moved, the bound."""

from __future__ import annotations

from pypto.report.memory_map import MemoryMap
from pypto.report.report import PathBytes, PipeUse, Reload, Report, TaskTiming

__all__ = ["MemoryMap", "PathBytes", "PipeUse", "Reload", "Report", "TaskTiming"]
