# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`run` and `benchmark`."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pypto.unread import warn_unread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.runtime.config import RunConfig

__all__ = ["BenchmarkStats", "benchmark", "compile_program", "run"]


def run(program: Any, *tensors: Any, config: RunConfig | None = None) -> Any:
    """Compiles a kernel and, given tensors, runs it; returns the compiled program."""
    compiled = program.compile(*tensors, config=config)
    if tensors:
        compiled(*tensors, config=config)
    return compiled


def compile_program(program: Any, config: RunConfig | None = None) -> Any:
    """Compiles a kernel or program from its annotations; see `run`."""
    return program.compile(config=config)


@dataclass
class BenchmarkStats:
    """Times of each round in microseconds, and the report of its run.

    samples: of the host, in their order; the call as a whole, with the core model's own time.
    """

    samples: list[float] = field(default_factory=list)
    reports: list[Any] = field(default_factory=list)

    @property
    def invocations(self) -> int:
        """Number of rounds."""
        return len(self.samples)

    @property
    def host_wall_us(self) -> float:
        """Mean host time."""
        return _mean(self.samples)

    @property
    def host_wall_us_mean(self) -> float:
        """Mean host time."""
        return _mean(self.samples)

    @property
    def host_wall_us_median(self) -> float:
        """Median host time."""
        return _median(self.samples)

    @property
    def host_wall_us_min(self) -> float:
        """Shortest host time."""
        return min(self.samples, default=0.0)

    @property
    def device_samples(self) -> list[float]:
        """Modelled time on the device of each round."""
        return [report.microseconds for report in self.reports]

    @property
    def device_wall_us(self) -> float:
        """Mean modelled time on the device."""
        return _mean(self.device_samples)

    @property
    def device_wall_us_mean(self) -> float:
        """Mean modelled time on the device."""
        return _mean(self.device_samples)

    @property
    def device_wall_us_median(self) -> float:
        """Median modelled time on the device."""
        return _median(self.device_samples)

    @property
    def device_wall_us_min(self) -> float:
        """Shortest modelled time on the device."""
        return min(self.device_samples, default=0.0)

    @property
    def per_round(self) -> list[tuple[float, float]]:
        """(host, device) of each round."""
        return list(zip(self.samples, self.device_samples, strict=True))

    def print_tree(self) -> None:
        """Prints every round with its tasks."""
        for number, (report, (host, device)) in enumerate(
            zip(self.reports, self.per_round, strict=True)
        ):
            print(f"round {number}: host {host:.1f} us, device {device:.2f} us")
            _print_tasks(report)

    def print_mean_tree(self) -> None:
        """Prints the means, and the tasks of the last round."""
        print(f"{self.invocations} rounds: host {self.host_wall_us:.1f} us, ", end="")
        print(f"device {self.device_wall_us:.2f} us")
        if self.reports:
            _print_tasks(self.reports[-1])


def _mean(samples: list[float]) -> float:
    import statistics

    return statistics.fmean(samples) if samples else 0.0


def _median(samples: list[float]) -> float:
    import statistics

    return statistics.median(samples) if samples else 0.0


def _print_tasks(report: Any) -> None:
    for task in report.tasks:
        time = (task.end_cycle - task.start_cycle) / report.clock_mhz
        print(f"  {task.kernel} on {task.blocks} blocks: {time:.2f} us")


def benchmark(
    compiled: Any,
    args: Sequence[Any],
    *,
    rounds: int = 100,
    warmup: int = 3,
    platform: str | None = None,
    device_id: int | None = None,
    config: RunConfig | None = None,
    persistent: bool = False,
    reset_persistent_windows: bool | None = None,
) -> BenchmarkStats:
    """Runs a compiled program `warmup` + `rounds` times on the same arguments.

    platform, device_id: of a configuration where `config` is not given.
    """
    warn_unread(
        "benchmark",
        [
            name
            for name, value in (
                ("persistent", persistent),
                ("reset_persistent_windows", reset_persistent_windows),
            )
            if value
        ],
    )
    if config is None and (platform is not None or device_id is not None):
        from pypto.runtime.config import RunConfig

        config = RunConfig(platform=platform or compiled.platform, device_id=device_id or 0)
    for _ in range(warmup):
        compiled(*args, config=config)
    stats = BenchmarkStats()
    for _ in range(rounds):
        start = time.perf_counter()
        compiled(*args, config=config)
        stats.samples.append(1e6 * (time.perf_counter() - start))
        stats.reports.append(compiled.report())
    return stats
