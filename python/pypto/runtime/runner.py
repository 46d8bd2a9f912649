# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`run` and `benchmark`."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.runtime.config import RunConfig

__all__ = ["BenchmarkStats", "benchmark", "run"]


def run(program: Any, *tensors: Any, config: RunConfig | None = None) -> Any:
    """Compiles a kernel and, given tensors, runs it; returns the compiled program."""
    compiled = program.compile(*tensors, config=config)
    if tensors:
        compiled(*tensors, config=config)
    return compiled


@dataclass
class BenchmarkStats:
    """Host time of each round in microseconds; `samples` in their order."""

    samples: list[float] = field(default_factory=list)
    reports: list[Any] = field(default_factory=list)

    @property
    def host_wall_us(self) -> float:
        """Mean host time."""
        from statistics import fmean

        return fmean(self.samples) if self.samples else 0.0

    @property
    def host_wall_us_median(self) -> float:
        """Median host time."""
        from statistics import median

        return median(self.samples) if self.samples else 0.0

    @property
    def host_wall_us_min(self) -> float:
        """Shortest host time."""
        return min(self.samples, default=0.0)


def benchmark(
    compiled: Any,
    args: Sequence[Any],
    *,
    rounds: int = 100,
    warmup: int = 3,
    config: RunConfig | None = None,
) -> BenchmarkStats:
    """Runs a compiled program `warmup` + `rounds` times on the same arguments."""
    for _ in range(warmup):
        compiled(*args, config=config)
    stats = BenchmarkStats()
    for _ in range(rounds):
        start = time.perf_counter()
        compiled(*args, config=config)
        stats.samples.append(1e6 * (time.perf_counter() - start))
        stats.reports.append(compiled.report())
    return stats
