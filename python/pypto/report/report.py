# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report of one run."""

from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple


class PipeUse(NamedTuple):
    """One pipe of one kind of core.

    busy_cycles: summed over the cores used; an instruction is busy from start to completion.
    utilisation: busy_cycles / (cores used * cycles of the run), 0 to 1.
    """

    core_kind: str
    pipe: str
    busy_cycles: int
    utilisation: float
    instructions: int


class PathBytes(NamedTuple):
    """Bytes moved from one memory to another over the whole run."""

    source: str
    destination: str
    bytes: int


class Reload(NamedTuple):
    """A load of bytes that the same block had already loaded into the same memory.

    file, line, column: of the load. name: of the tile, may be empty. space: "Vec" or "Mat".
    bytes: loaded there in all. again: those of them that had been loaded before.
    """

    file: str
    line: int
    column: int
    name: str
    space: str
    bytes: int
    again: int


class TaskTiming(NamedTuple):
    """One task: cycles of the core clock since the run began."""

    kernel: str
    blocks: int
    submit_cycle: int
    start_cycle: int
    end_cycle: int
    depends_on: tuple[int, ...]


class Report:
    """Cycles, utilisation, traffic and the bound of one run.

    Cycles are whole: what the model lets happen within a cycle is seen at its end. The timeline
    of save_trace() keeps the fractions. Prints as text; in a notebook it shows as a table.
    """

    def __init__(self, native: Any) -> None:
        self._native = native

    def returned_tensors(self) -> list[tuple[int, tuple[int, ...], bytes]]:
        """Each tensor that the entry returned, in its order.

        Position of the argument that it is, or -1; shape; row-major elements, none for an argument.
        """
        return [(arg, tuple(shape), data) for arg, _, shape, data in self._native.returned]

    @property
    def cycles(self) -> int:
        """Cycles of the core clock from the first launch to the last completion."""
        return int(self._native.cycles)

    @property
    def microseconds(self) -> float:
        """`cycles` at the clock of the target."""
        return self._native.microseconds

    @property
    def clock_mhz(self) -> float:
        """Clock of the target's cores in MHz."""
        return self._native.clock_mhz

    @property
    def bound(self) -> str:
        """What limits the run: "compute", "move" or "sync".

        Of the core that was busy longest, the busiest pipe: if it was busy for at least half of
        that core's time, "compute" for V and M and "move" for the others; else "sync".
        """
        return self._native.bound

    @property
    def instructions(self) -> int:
        """Tile instructions executed on all cores."""
        return self._native.instructions

    @property
    def cores_used(self) -> dict[str, int]:
        """Cores that ran something, by kind ("AIC", "AIV")."""
        return {"AIC": self._native.aic_used, "AIV": self._native.aiv_used}

    @property
    def l2_hit_rate(self) -> float:
        """Share of the lines read from global memory that were in L2, 0 to 1."""
        return self._native.l2_hit_rate

    @cached_property
    def pipes(self) -> tuple[PipeUse, ...]:
        """Pipes that executed something."""
        return tuple(
            PipeUse(kind, pipe, int(busy), share, count)
            for kind, pipe, busy, share, count in self._native.pipes
        )

    @cached_property
    def paths(self) -> tuple[PathBytes, ...]:
        """Paths that carried something."""
        return tuple(PathBytes(*row) for row in self._native.paths)

    @cached_property
    def reloads(self) -> tuple[Reload, ...]:
        """Loads that keeping a tile on chip would save, by their place in the source."""
        return tuple(Reload(*row) for row in self._native.reloads)

    @cached_property
    def tasks(self) -> tuple[TaskTiming, ...]:
        """Tasks in the order of their submission."""
        return tuple(
            TaskTiming(kernel, blocks, int(submit), int(start), int(end), tuple(depends_on))
            for kernel, blocks, submit, start, end, depends_on in self._native.tasks
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the model found suspicious."""
        return tuple(self._native.warnings)

    def save_trace(self, path: str | Path) -> None:
        """Writes the timeline in Chrome's trace format (also read by Perfetto).

        Raises ValueError if the run kept no trace, OSError if the file cannot be written.
        """
        if not self._native.has_trace:
            raise ValueError("this run kept no trace: run with trace=True")
        Path(path).write_text(self._native.chrome_trace())

    def csv(self) -> str:
        """Pipes, paths and reloads as comma-separated values with a header line."""
        import csv
        import io

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["kind", "name", "busy_cycles", "utilisation", "instructions", "bytes"])
        for use in self.pipes:
            name = f"{use.core_kind}.{use.pipe}"
            writer.writerow(["pipe", name, use.busy_cycles, use.utilisation, use.instructions, ""])
        for path in self.paths:
            name = f"{path.source}->{path.destination}"
            writer.writerow(["path", name, "", "", "", path.bytes])
        for reload in self.reloads:
            name = f"GM->{reload.space} {reload.file}:{reload.line}"
            writer.writerow(["reload", name, "", "", "", reload.again])
        return out.getvalue()

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        return f"<Report {self.cycles:.0f} cycles, {self.microseconds:.2f} us, {self.bound} bound>"

    def _repr_html_(self) -> str:
        from pypto.report.html import report_html

        return report_html(self)
