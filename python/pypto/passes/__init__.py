# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of passes under the names that programs import."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from enum import Enum
from typing import Any

from pypto.unread import warn_unread

__all__ = [
    "DiagnosticPhase",
    "MemoryPlanner",
    "PassContext",
    "PassDumpLevel",
    "RuntimeKind",
    "VerificationLevel",
]


class VerificationLevel(Enum):
    """How much the compiler checks between passes."""

    NONE = "none"
    BASIC = "basic"
    ROUNDTRIP = "roundtrip"


class DiagnosticPhase(Enum):
    """When warnings are looked for; NONE looks for none."""

    NONE = "none"
    PRE_PIPELINE = "pre_pipeline"
    POST_PASS = "post_pass"
    POST_PIPELINE = "post_pipeline"


class PassDumpLevel(Enum):
    """How much of the IR a compile writes; every level but NONE writes all of it."""

    NONE = 0
    CONCISE = 1
    EXPLICIT = 2

    def __bool__(self) -> bool:
        return self is not PassDumpLevel.NONE


class MemoryPlanner(Enum):
    """Who assigns on-chip addresses."""

    PYPTO = "pypto"
    DSA_RP = "dsa_rp"
    PTOAS = "ptoas"


class RuntimeKind(Enum):
    """How tasks are scheduled."""

    TENSORMAP_AND_RINGBUFFER = "tensormap_and_ringbuffer"
    HOST_BUILD_GRAPH = "host_build_graph"


class PassContext:
    """Options of every compile inside a `with` statement.

    memory_planner, disabled_diagnostics: as the fields of `RunConfig`. verification_level: NONE
    leaves out the checks between the stages of the pipeline. An inner context replaces an outer
    one.
    """

    _stack = threading.local()

    def __init__(
        self,
        instruments: Sequence[Any] = (),
        *,
        verification_level: VerificationLevel = VerificationLevel.BASIC,
        memory_planner: MemoryPlanner | None = None,
        runtime: RuntimeKind | None = None,
        disabled_diagnostics: Any = None,
    ) -> None:
        given = {
            "instruments": bool(instruments),
            "verification_level": verification_level is VerificationLevel.ROUNDTRIP,
            "runtime": runtime not in (None, RuntimeKind.TENSORMAP_AND_RINGBUFFER),
        }
        warn_unread(
            "PassContext",
            [name for name, is_given in given.items() if is_given],
            disabled_diagnostics,
        )
        self.instruments = list(instruments)
        self.verification_level = verification_level
        self.memory_planner = memory_planner
        self.runtime = runtime
        self.disabled_diagnostics = disabled_diagnostics

    def compile_key(self) -> tuple[Any, ...]:
        """The options that a compiled kernel depends on."""
        from pypto.runtime.config import diagnostic_names

        return (
            self.memory_planner,
            self.runtime,
            self.verification_level,
            diagnostic_names(self.disabled_diagnostics),
        )

    @classmethod
    def current(cls) -> PassContext | None:
        """The innermost active context of this thread."""
        stack = getattr(cls._stack, "entries", [])
        return stack[-1] if stack else None

    def __enter__(self) -> PassContext:
        if not hasattr(self._stack, "entries"):
            self._stack.entries = []
        self._stack.entries.append(self)
        return self

    def __exit__(self, *_: Any) -> None:
        self._stack.entries.pop()
