# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`RunConfig`: how a kernel is compiled and run."""

from __future__ import annotations

import math
import os
import types
import typing
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any

from pypto.backend import BackendType, get_backend_type
from pypto.ir.strategy import OptimizationStrategy
from pypto.passes import (
    DiagnosticPhase,
    MemoryPlanner,
    PassContext,
    PassDumpLevel,
    VerificationLevel,
)
from pypto.unread import warn_unread

if TYPE_CHECKING:
    from pypto.compiler.pipeline import Planning

# Platform strings and the generation of cores they select. There is no device here: every
# platform runs the core model.
PLATFORMS = {
    "a2a3": "a2a3",
    "a2a3sim": "a2a3",
    "910B": "a2a3",
    "a5": "a5",
    "a5sim": "a5",
    "950": "a5",
}


def arch_of(platform: str) -> str:
    """ "a2a3" or "a5"; raises ValueError for an unknown platform."""
    arch = PLATFORMS.get(platform)
    if arch is None:
        from pypto.diagnostics import codes, make_error

        raise make_error(
            codes.BadPlatform,
            f"Invalid platform {platform!r}",
            expected=", ".join(repr(p) for p in PLATFORMS),
        )
    return arch


# Steps of the exact search of addresses, about two seconds at most.
_LONG_SEARCH = 2_000_000


def _ring_values(low: int, power: bool) -> str:
    """The sizes of a ring: the least ones, and the default."""
    sizes = (low, 2 * low, 4 * low) if power else (low, low + 1, low + 2)
    return f"0, {', '.join(map(str, sizes))}, ..."


def _bad(message: str, **facts: Any) -> Exception:
    from pypto.diagnostics import codes, make_error

    return make_error(codes.BadRunConfig, message, **facts)


def _default_platform() -> str:
    """The platform of a configuration that names none: see `pypto.backend.set_backend_type`."""
    return "a2a3sim" if get_backend_type() is BackendType.Ascend910B else "a5sim"


def _within(default: Any, low: float, end: float) -> Any:
    """A field whose numbers are at least `low` and below `end`."""
    return field(default=default, metadata={"low": low, "end": end})


def _unread(default: Any, low: float = -math.inf, end: float = math.inf) -> Any:
    """A field that nothing reads yet, as options of the runtime's recorders."""
    return field(default=default, metadata={"low": low, "end": end, "unread": True})


class _Option:
    """A field of `RunConfig`: which values it takes, as its annotation says."""

    def __init__(self, name: str, annotation: Any, default: Any, metadata: Any) -> None:
        self.name = name
        self._default = default
        kinds = typing.get_args(annotation) if _is_union(annotation) else (annotation,)
        self._kinds = tuple(typing.get_origin(kind) or kind for kind in kinds)
        self._low = metadata.get("low", -math.inf)
        self._end = metadata.get("end", math.inf)
        self.unread: bool = metadata.get("unread", False)

    def check(self, value: Any) -> None:
        """Refuses a value of another kind, or out of range."""
        if value is self._default or Any in self._kinds:
            return
        fits = any(_is_a(value, kind) for kind in self._kinds)
        if fits and isinstance(value, (int, float)) and not isinstance(value, bool):
            fits = self._low <= value < self._end
        if not fits:
            raise _bad(f"{self.name}={value!r}", expected=self._expected())

    def _expected(self) -> str:
        names = [_described(kind) for kind in self._kinds]
        text = ", ".join(name for name in names if name)
        if self._end < 1 << 63:
            return f"{text} of {self._low}..{self._end - 1}"
        return f"{text} of at least {self._low}" if self._low > -math.inf else text


def _is_union(annotation: Any) -> bool:
    return isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union


def _is_a(value: Any, kind: Any) -> bool:
    if kind in (int, float) and isinstance(value, bool):
        return False
    return isinstance(value, (int, float) if kind is float else kind)


def _described(kind: Any) -> str:
    if issubclass(kind, Enum):
        return ", ".join(f"{kind.__name__}.{member.name}" for member in kind)
    known = _WORDS.get(kind)
    return kind.__name__ if known is None else known


# What a field of each Python type takes, in the words of an error.
_WORDS: dict[Any, str] = {
    bool: "True or False",
    int: "an int",
    float: "a number",
    str: "a str",
    os.PathLike: "a path",
    list: "a list of ints",
    tuple: "",
    type(None): "",
}


@cache
def _options() -> tuple[_Option, ...]:
    annotations = typing.get_type_hints(RunConfig)
    return tuple(
        _Option(f.name, annotations[f.name], f.default, f.metadata) for f in fields(RunConfig)
    )


@dataclass
class RunConfig:
    """Options of compile and run; see the manual's runtime page.

    platform: "a2a3sim" (default), "a2a3", "910B", "a5sim", "a5" or "950". rtol, atol: for
    comparisons of the harness. disabled_diagnostics: names of warnings that are not shown;
    diagnostic_phase: `DiagnosticPhase.NONE` shows none. warnings_as_errors: names of those that
    stop the compile. dump_passes: writes the IR after each pass below output_dir, by default a new
    folder `build_output/<kernel>_<time>` (or below PYPTO_PROG_BUILD_DIR). seed: of what hardware
    leaves undetermined (latencies, which core runs a block); 0, the default, perturbs nothing.
    check_races: the run fails with E0830-E0835 where two instructions touch the same bytes in an
    order that nothing keeps. max_instructions: of all cores and the control function, scalar ones
    included, after which a run ends with E0803 (None: two thousand million; 0: no limit). What the
    run keeps (a task, a tensor, a printed line, a transfer, a meeting of cores) counts as 1000.
    Raises ValueError for an invalid value.
    """

    platform: str = field(default_factory=_default_platform)
    device_id: int = _within(0, 0, 1 << 63)
    rtol: float = _within(1e-5, 0, math.inf)
    atol: float = _within(1e-5, 0, math.inf)
    strategy: OptimizationStrategy = OptimizationStrategy.Default
    backend_type: BackendType | None = None
    dump_passes: bool | PassDumpLevel = False
    save_kernels: bool = _unread(False)
    save_kernels_dir: str | os.PathLike[str] | None = _unread(None)
    codegen_only: bool = _unread(False)
    enable_chip_swimlane: int | bool = _unread(0, 0, 5)
    enable_l2_swimlane: int | bool | None = None
    enable_dump_args: int = _unread(0, 0, 3)
    enable_pmu: int = _unread(0, 0, 1 << 63)
    enable_dep_gen: bool = _unread(False)
    enable_scope_stats: bool = _unread(False)
    compile_profiling: bool = _unread(False)
    diagnostic_phase: DiagnosticPhase | None = None
    disabled_diagnostics: Any = None
    warnings_as_errors: Any = None
    golden_data_dir: str | os.PathLike[str] | None = _unread(None)
    aicpu_thread_num: int | None = _unread(None, 0, 1 << 63)
    ring_task_window: int | list[int] | tuple[int, ...] | None = _unread(None)
    ring_heap: int | list[int] | tuple[int, ...] | None = _unread(None)
    ring_dep_pool: int | list[int] | tuple[int, ...] | None = _unread(None)
    distributed_config: Any = _unread(None)
    analyze_auto_scopes_for_deps: bool = _unread(False)
    memory_planner: MemoryPlanner | None = None
    dump_ptoas_passes: bool = _unread(False)
    output_dir: str | os.PathLike[str] | None = None
    seed: int = _within(0, 0, 1 << 63)
    check_races: bool = False
    max_instructions: int | None = _within(None, 0, 1 << 63)

    def __post_init__(self) -> None:
        for option in _options():
            option.check(getattr(self, option.name))
        arch = arch_of(self.platform)
        backend = BackendType.Ascend910B if arch == "a2a3" else BackendType.Ascend950
        if self.backend_type is not None and self.backend_type is not backend:
            if self.platform != "a2a3sim":
                raise _bad(
                    f"platform {self.platform!r} is {backend.name}, but backend_type is "
                    f"{self.backend_type.name}",
                    expected=f"backend_type=BackendType.{backend.name}",
                    hint="leave backend_type= out: the platform says it",
                )
            # The default platform follows an explicit backend.
            self.platform = "a5sim"
            backend = self.backend_type
        self.backend_type = backend
        self._swimlane()
        self._rings()
        # Refuses a planner that there is not.
        self.planning()
        warn_unread(
            "RunConfig",
            [o.name for o in _options() if o.unread and getattr(self, o.name)],
            disabled_names(self.disabled_diagnostics),
        )

    def _swimlane(self) -> None:
        if self.enable_l2_swimlane is not None:
            from pypto.diagnostics import codes, warn_call

            if self.enable_chip_swimlane:
                raise _bad(
                    "enable_l2_swimlane and enable_chip_swimlane are given together",
                    hint="leave out enable_l2_swimlane, which is deprecated",
                )
            warn_call(
                codes.DeprecatedOption,
                "enable_l2_swimlane is deprecated",
                disabled_names(self.disabled_diagnostics),
                hint="use enable_chip_swimlane",
            )
            self.enable_chip_swimlane = self.enable_l2_swimlane
        if self.enable_chip_swimlane is True:
            self.enable_chip_swimlane = 4

    def _rings(self) -> None:
        for name, low, power in (
            ("ring_task_window", 4, True),
            ("ring_heap", 1024, True),
            ("ring_dep_pool", 4, False),
        ):
            value = getattr(self, name)
            if value is None:
                continue
            entries = list(value) if isinstance(value, (list, tuple)) else [value]
            if isinstance(value, (list, tuple)) and len(entries) != 4:
                raise _bad(
                    f"{name} needs an int or 4 entries, got {len(entries)}",
                    expected="one int for all rings, or [a, b, c, d]",
                )
            for entry in entries:
                whole = isinstance(entry, int) and not isinstance(entry, bool)
                fine = whole and (entry == 0 or entry >= low)
                if fine and power and entry:
                    fine = entry & (entry - 1) == 0
                if not fine:
                    kind = "a power of two " if power else ""
                    raise _bad(
                        f"{name} must be {kind}>= {low}, or 0 for the default; got {entry!r}",
                        expected=_ring_values(low, power),
                    )

    @property
    def arch(self) -> str:
        """ "a2a3" or "a5"."""
        return arch_of(self.platform)

    def planning(self) -> Planning | None:
        """How addresses are found; None for the pipeline's defaults.

        `memory_planner` of this configuration, else of the active `PassContext`: `PYPTO` searches
        briefly for the plan with the fewest waits between pipes, `DSA_RP` long enough to prove it
        for all but the largest kernels.
        """
        from pypto.compiler.pipeline import Planning

        context = PassContext.current()
        planner = self.memory_planner or (context and context.memory_planner)
        if planner is MemoryPlanner.PTOAS:
            raise _bad(
                "memory_planner=PTOAS is not available",
                expected="passes.MemoryPlanner.PYPTO or passes.MemoryPlanner.DSA_RP",
            )
        return Planning(nodes=_LONG_SEARCH) if planner is MemoryPlanner.DSA_RP else None

    def verification_level(self) -> VerificationLevel:
        """How much is checked between passes: what the active `PassContext` says."""
        context = PassContext.current()
        return VerificationLevel.BASIC if context is None else context.verification_level

    def disabled_warnings(self) -> tuple[str, ...]:
        """Names of the warnings that are not shown."""
        if self.diagnostic_phase is DiagnosticPhase.NONE:
            return ("all",)
        return disabled_names(self.disabled_diagnostics)

    def any_dfx_enabled(self) -> bool:
        """True when a run records anything besides its result."""
        return bool(
            self.enable_chip_swimlane
            or self.enable_dump_args
            or self.enable_pmu
            or self.enable_dep_gen
            or self.enable_scope_stats,
        )

    def compile_key(self) -> tuple[Any, ...]:
        """The options that a compiled kernel depends on."""
        return (
            self.arch,
            self.strategy,
            self.memory_planner,
            self.analyze_auto_scopes_for_deps,
            self.disabled_warnings(),
            diagnostic_names(self.warnings_as_errors),
            bool(self.dump_passes),
            self.output_dir,
        )

    def run_key(self) -> tuple[Any, ...]:
        """The options that a run of it depends on."""
        return (self.seed, self.check_races, self.max_instructions)


def disabled_names(value: Any) -> tuple[str, ...]:
    """As `diagnostic_names`; None, the default, disables what most programs do on purpose."""
    return ("UnusedControlFlowResult",) if value is None else diagnostic_names(value)


def diagnostic_names(value: Any) -> tuple[str, ...]:
    """Names in a `disabled_diagnostics` value: a name, several, or enum members."""
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    return tuple(str(getattr(v, "name", v)) for v in value)
