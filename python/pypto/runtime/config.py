# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`RunConfig`: how a kernel is compiled and run."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pypto.backend import BackendType
from pypto.ir.strategy import OptimizationStrategy

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


# Options of the runtime's recorders and of code generation that nothing reads yet.
_NOT_READ = (
    "save_kernels",
    "save_kernels_dir",
    "enable_chip_swimlane",
    "diagnostic_phase",
    "golden_data_dir",
    "aicpu_thread_num",
    "distributed_config",
    "codegen_only",
    "enable_dump_args",
    "enable_pmu",
    "enable_dep_gen",
    "enable_scope_stats",
    "compile_profiling",
    "ring_task_window",
    "ring_heap",
    "ring_dep_pool",
    "analyze_auto_scopes_for_deps",
    "dump_ptoas_passes",
)


# Steps of the exact search of addresses, about two seconds at most.
_LONG_SEARCH = 2_000_000


def _bad(message: str, **facts: Any) -> Exception:
    from pypto.diagnostics import codes, make_error

    return make_error(codes.BadRunConfig, message, **facts)


@dataclass
class RunConfig:
    """Options of compile and run; see the manual's runtime page.

    platform: "a2a3sim" (default), "a2a3", "910B", "a5sim", "a5" or "950". rtol, atol: for
    comparisons of the harness. disabled_diagnostics: names of warnings that are not shown.
    warnings_as_errors: names of those that stop the compile. dump_passes: writes the IR after
    each pass below output_dir, by default a new folder `build_output/<kernel>_<time>` (or below
    PYPTO_PROG_BUILD_DIR). seed: of what hardware leaves undetermined (latencies, which core runs a
    block); 0, the default, perturbs nothing. check_races: the run fails with E0830-E0835 where two
    instructions touch the same bytes in an order that nothing keeps. Raises ValueError for an
    invalid value.
    """

    platform: str = "a2a3sim"
    device_id: int = 0
    rtol: float = 1e-5
    atol: float = 1e-5
    strategy: OptimizationStrategy = OptimizationStrategy.Default
    backend_type: BackendType | None = None
    dump_passes: Any = False
    save_kernels: bool = False
    save_kernels_dir: str | None = None
    codegen_only: bool = False
    enable_chip_swimlane: int | bool = 0
    enable_l2_swimlane: int | bool | None = None
    enable_dump_args: int = 0
    enable_pmu: int = 0
    enable_dep_gen: bool = False
    enable_scope_stats: bool = False
    compile_profiling: bool = False
    diagnostic_phase: Any = None
    disabled_diagnostics: Any = None
    warnings_as_errors: Any = None
    golden_data_dir: str | None = None
    aicpu_thread_num: int | None = None
    ring_task_window: Any = None
    ring_heap: Any = None
    ring_dep_pool: Any = None
    distributed_config: Any = None
    analyze_auto_scopes_for_deps: bool = False
    memory_planner: Any = None
    dump_ptoas_passes: bool = False
    output_dir: str | os.PathLike[str] | None = None
    seed: int = 0
    check_races: bool = False

    def __post_init__(self) -> None:
        self._types()
        arch = arch_of(self.platform)
        backend = BackendType.Ascend910B if arch == "a2a3" else BackendType.Ascend950
        if self.backend_type is not None and self.backend_type is not backend:
            if self.platform != "a2a3sim":
                raise _bad(
                    f"platform {self.platform!r} is {backend.name}, but backend_type is "
                    f"{self.backend_type.name}",
                )
            # The default platform follows an explicit backend.
            self.platform = "a5sim"
            backend = self.backend_type
        self.backend_type = backend
        self._swimlane()
        self._rings()
        # Refuses a planner that there is not.
        self.planning()
        self._without_effect()

    def _types(self) -> None:
        """Refuses values of another kind than their field."""
        whole = (("seed", 0), ("device_id", 0))
        for name, low in whole:
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value < 1 << 63:
                raise _bad(f"{name}={value!r}", expected=f"an int of at least {low}")
        for name in ("rtol", "atol"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= 0:
                raise _bad(f"{name}={value!r}", expected="a number of at least 0")
        from pypto.passes import MemoryPlanner

        for name in ("check_races", "save_kernels", "codegen_only", "enable_dep_gen"):
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise _bad(f"{name}={value!r}", expected="True or False")
        if self.output_dir is not None and not isinstance(self.output_dir, (str, os.PathLike)):
            raise _bad(f"output_dir={self.output_dir!r}", expected="a path")
        kinds = (
            ("strategy", OptimizationStrategy),
            ("backend_type", BackendType),
            ("memory_planner", MemoryPlanner),
        )
        for name, kind in kinds:
            value = getattr(self, name)
            if value is not None and not isinstance(value, kind):
                members = ", ".join(f"{kind.__name__}.{m.name}" for m in kind)
                raise _bad(f"{name}={value!r}", expected=members)

    def _without_effect(self) -> None:
        """Says which given options nothing reads yet; none is ignored in silence."""
        given = [name for name in _NOT_READ if getattr(self, name)]
        if given:
            import warnings

            warnings.warn(
                f"RunConfig: {', '.join(given)} without effect in this version", stacklevel=4
            )

    def _swimlane(self) -> None:
        if self.enable_l2_swimlane is not None:
            import warnings

            if self.enable_chip_swimlane:
                raise _bad("enable_l2_swimlane and enable_chip_swimlane are given together")
            warnings.warn(
                "enable_l2_swimlane is deprecated, use enable_chip_swimlane",
                DeprecationWarning,
                stacklevel=3,
            )
            self.enable_chip_swimlane = self.enable_l2_swimlane
        if self.enable_chip_swimlane is True:
            self.enable_chip_swimlane = 4
        if not 0 <= int(self.enable_chip_swimlane) <= 4:
            raise _bad(f"enable_chip_swimlane must be 0-4, got {self.enable_chip_swimlane}")

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
                raise _bad(f"{name} needs an int or 4 entries, got {len(entries)}")
            for entry in entries:
                fine = isinstance(entry, int) and (entry == 0 or entry >= low)
                if fine and power and entry:
                    fine = entry & (entry - 1) == 0
                if not fine:
                    kind = "a power of two " if power else ""
                    raise _bad(
                        f"{name} must be {kind}>= {low}, or 0 for the default; got {entry!r}"
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
        from pypto.passes import MemoryPlanner, PassContext

        context = PassContext.current()
        planner = self.memory_planner or (context and context.memory_planner)
        if planner is MemoryPlanner.PTOAS:
            raise _bad(
                "memory_planner=PTOAS is not available",
                expected="passes.MemoryPlanner.PYPTO or passes.MemoryPlanner.DSA_RP",
            )
        return Planning(nodes=_LONG_SEARCH) if planner is MemoryPlanner.DSA_RP else None

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
            disabled_names(self.disabled_diagnostics),
            diagnostic_names(self.warnings_as_errors),
            bool(self.dump_passes),
            self.output_dir,
        )


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
