# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`ir.compile`: a program to something that runs."""

from __future__ import annotations

from typing import Any

from pypto.diagnostics import codes, make_error
from pypto.ir.compiled_program import CompiledProgram
from pypto.ir.program import Program
from pypto.language.enums import FunctionType
from pypto.passes import PassContext
from pypto.runtime.config import RunConfig
from pypto.unread import warn_unread

# Options of `ir.compile` that say how files are written and that nothing reads.
_FILES = ("skip_ptoas", "profiling", "emit_source_loc")


def compile(
    program: Any,
    output_dir: Any = None,
    *,
    platform: str | None = None,
    backend_type: Any = None,
    **options: Any,
) -> CompiledProgram:
    """Compiles an `ir.Program`, or a kernel with complete annotations.

    platform, backend_type and the other options: as the fields of `RunConfig`. Raises
    TypeError for an unknown option.
    """
    if options.get("memory_planner") is not None and PassContext.current() is not None:
        raise make_error(
            codes.BadRunConfig,
            "ir.compile(memory_planner=...) inside a passes.PassContext",
            hint="give memory_planner to the PassContext",
        )
    fields = {k: v for k, v in options.items() if k not in _FILES and v is not None}
    warn_unread("ir.compile", [name for name in _FILES if options.get(name)])
    unknown = [k for k in fields if k not in RunConfig.__dataclass_fields__]
    if unknown:
        raise TypeError(f"ir.compile() got an unexpected keyword argument '{unknown[0]}'")
    if platform is not None:
        fields["platform"] = platform
    if backend_type is not None:
        fields["backend_type"] = backend_type
    config = RunConfig(**fields)
    if isinstance(program, Program):
        return compile_program(program, config)
    return program.compile(config=config)


def entry_of(program: Program) -> Any:
    """The entry: the only control-plane function, or else the only function."""
    entries = program.entries
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
