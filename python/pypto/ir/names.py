# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small types of the IR that programs import."""

from __future__ import annotations

from enum import Enum
from typing import Any


class CoreType(Enum):
    """A kind of core."""

    VECTOR = "vector"
    CUBE = "cube"


class DiagnosticCheckSet(set[Any]):
    """Names of warnings: `DiagnosticCheckSet("UnusedVariable", ...)` or of a sequence."""

    def __init__(self, *checks: Any) -> None:
        for check in checks:
            self.update([check] if isinstance(check, (str, Enum)) else check)

    def insert(self, check: Any) -> None:
        """Adds one name."""
        self.add(check)
