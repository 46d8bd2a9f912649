# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`ir.compile`: a program to something that runs."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from pypto.backend import BackendType
from pypto.diagnostics import codes, make_error
from pypto.ir.compiled_program import CompiledProgram
from pypto.ir.program import Program
from pypto.ir.strategy import OptimizationStrategy
from pypto.language.enums import FunctionType, Level
from pypto.passes import (
    MemoryPlanner,
    PassContext,
    PassDumpLevel,
    RuntimeKind,
    VerificationLevel,
)
from pypto.runtime.config import RunConfig
from pypto.unread import warn_unread

# Options that nothing reads yet, with the values that change nothing.
_UNREAD: dict[str, tuple[Any, ...]] = {
    "skip_ptoas": (False, None),
    "enable_pypto_l0c_double_buffer": (None,),
    "profiling": (False, None),
    "emit_source_loc": (None,),
    "runtime": (None, RuntimeKind.TENSORMAP_AND_RINGBUFFER),
}


def compile(
    program: Any,
    output_dir: Any = None,
    strategy: OptimizationStrategy = OptimizationStrategy.Default,
    dump_passes: bool | PassDumpLevel = True,
    backend_type: BackendType | None = None,
    skip_ptoas: bool = False,
    verification_level: VerificationLevel | None = None,
    diagnostic_phase: Any = None,
    disabled_diagnostics: Any = None,
    memory_planner: MemoryPlanner | None = None,
    enable_pypto_l0c_double_buffer: bool | None = None,
    profiling: bool = False,
    platform: str | None = None,
    distributed_config: Any = None,
    analyze_auto_scopes_for_deps: bool = False,
    emit_source_loc: bool | None = None,
    dump_ptoas_passes: bool = False,
    runtime: RuntimeKind | None = None,
) -> CompiledProgram:
    """Compiles an `ir.Program`, or a kernel with complete annotations.

    Writes the IR after each pass below `output_dir`, by default a folder of its own. The options
    are those of `RunConfig` and `PassContext`.
    """
    unread = {
        "skip_ptoas": skip_ptoas,
        "enable_pypto_l0c_double_buffer": enable_pypto_l0c_double_buffer,
        "profiling": profiling,
        "emit_source_loc": emit_source_loc,
        "runtime": runtime,
    }
    warn_unread("ir.compile", [n for n, v in unread.items() if v not in _UNREAD[n]])
    if memory_planner is not None and PassContext.current() is not None:
        raise make_error(
            codes.BadRunConfig,
            "ir.compile(memory_planner=...) inside a passes.PassContext",
            hint="give memory_planner to the PassContext",
        )
    fields: dict[str, Any] = {} if platform is None else {"platform": platform}
    config = RunConfig(
        strategy=strategy,
        dump_passes=dump_passes,
        backend_type=backend_type,
        diagnostic_phase=diagnostic_phase,
        disabled_diagnostics=disabled_diagnostics,
        memory_planner=memory_planner,
        distributed_config=distributed_config,
        analyze_auto_scopes_for_deps=analyze_auto_scopes_for_deps,
        dump_ptoas_passes=dump_ptoas_passes,
        output_dir=output_dir,
        **fields,
    )
    with _verifying(verification_level):
        if isinstance(program, Program):
            return compile_program(program, config)
        return program.compile(config=config)


def _verifying(level: VerificationLevel | None) -> AbstractContextManager[Any]:
    """The active `PassContext` with another level of verification."""
    current = PassContext.current()
    if level is None:
        return nullcontext()
    if current is None:
        return PassContext(verification_level=level)
    return PassContext(
        verification_level=level,
        memory_planner=current.memory_planner,
        disabled_diagnostics=current.disabled_diagnostics,
    )


def entry_of(program: Program) -> Any:
    """The entry: the only control-plane function, or else the only function."""
    entries = program.entries
    host = [definition for definition, *_ in entries if definition.level is Level.HOST]
    if host:
        source = host[-1].source
        raise make_error(
            codes.NotImplementedYet,
            f"the entry '{host[-1].name}' of level HOST is checked by the front end but not "
            "compiled in this version",
            source.span(source.node),
            hint="compile a program of one chip: an entry of type pl.FunctionType.Orchestration",
        )
    control = [e for e in entries if e[0].type is FunctionType.Orchestration]
    chosen = control or entries
    if len(chosen) == 1 or control:
        return chosen[-1]
    names = ", ".join(e[0].name for e in entries) or "none"
    raise make_error(
        codes.BadKernelText,
        f"program '{program.name}' has no single entry",
        expected="one function of type pl.FunctionType.Orchestration",
        got=names,
    )


def compile_program(program: Program, config: RunConfig | None = None) -> CompiledProgram:
    """The compiled form of a program that `@pl.program` or `pl.parse` made."""
    definition, arguments, function = entry_of(program)
    config = config or RunConfig()
    compiled = CompiledProgram(definition, arguments, program.compiler, function, config)
    if config.arch != program.compiler.arch:
        module = program.module.operation.clone()
        shared = program.compiler.shared
        module.operation.attributes["pypto.arch"] = shared.attribute(f"#pypto.arch<{config.arch}>")
        compiled.program = Program(module, program.name)
    return compiled
