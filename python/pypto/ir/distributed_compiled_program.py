# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configuration and result type of programs on several ranks."""

from __future__ import annotations

from dataclasses import dataclass, field

from pypto.ir.compiled_program import CompiledProgram

__all__ = ["DistributedCompiledProgram", "DistributedConfig"]


@dataclass
class DistributedConfig:
    """device_ids: rank r runs on device_ids[r]; distinct, not empty.

    Raises ValueError for an empty list or a device that is named twice.
    """

    device_ids: list[int] = field(default_factory=lambda: [0])
    num_sub_workers: int = 0
    runtime: str = "tensormap_and_ringbuffer"
    aicpu_thread_num: int = 0

    def __post_init__(self) -> None:
        from pypto.diagnostics import codes, make_error

        ids = self.device_ids
        fine = bool(ids) and all(isinstance(i, int) and i >= 0 for i in ids)
        if not fine or len(set(ids)) != len(ids):
            raise make_error(
                codes.BadRunConfig,
                f"device_ids must be distinct non-negative ints, got {ids!r}",
                expected="a list of one device or more, each once, as in [0, 1]",
            )


class DistributedCompiledProgram(CompiledProgram):
    """A compiled HOST program."""
