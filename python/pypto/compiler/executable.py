# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiled entry that the core model runs."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pypto.compiler.diagnose import raising_diagnostics
from pypto.compiler.pipeline import Planning, lower_module
from pypto.diagnostics import Code, Span, make_error
from pypto.diagnostics.mlir import code_named
from pypto.diagnostics.run import of_a_run
from pypto.diagnostics.widen import widened
from pypto.report import Report
from pypto.runtime.config import arch_of


class BufferArg(NamedTuple):
    """A tensor argument: contiguous row-major elements in the caller's memory.

    address: of the first byte. dtype: name of the element type in the core model ("f32", "bf16",
    "i8", "u8", "f8E4M3FN"; "bool" for booleans of a byte each). shape: extents, in elements of
    dtype: a pair of four bits ("f4E2M1x2") is one.
    """

    address: int
    dtype: str
    shape: tuple[int, ...]


class Executable:
    """An entry with its kernels, decoded once; may be run many times.

    module: the lowered module.
    """

    def __init__(self, module: Any, native: Any) -> None:
        self.module = module
        self._native = native

    def run(
        self,
        args: Sequence[BufferArg | int | float],
        *,
        functional: bool = True,
        timing: bool = True,
        trace: bool = False,
        seed: int = 0,
        blocks: int = 1,
        check_races: bool = False,
        max_instructions: int | None = None,
    ) -> Report:
        """Runs on the core model; outputs are written only if the whole run succeeds.

        args: in the order of the entry's parameters. functional: execute the data. timing: model
        cycles; off, every instruction costs one unit. trace: keep every instruction's interval for
        `Report.save_trace`. seed: 0, the documented timing; any other, a legal perturbation of it,
        on which no result of a correctly synchronised kernel depends. blocks: of an entry that is
        itself a kernel. check_races: find accesses to the same bytes that nothing orders.
        max_instructions: after which the run ends with E0803; see `RunConfig`. Raises the exception
        of the model's error code (deadlock, out of bounds, race, ...), outputs untouched.
        """
        result = self._native.run(
            args, functional, timing, trace, seed, blocks, check_races, max_instructions
        )
        if result.error_code:
            raise _model_error(result)
        return Report(result)


def _model_error(result: Any) -> Exception:
    code = code_named(result.error_code) or Code(
        result.error_code, "", "RuntimeError", "an error of the core model"
    )
    span = None
    file, line, column = result.error_location
    if file:
        span = widened(Span(file, line, column, line, column + 1))
    words = [result.error_message, result.error_expected, result.error_help]
    message, expected, hint = (of_a_run(text, span) for text in words)
    return make_error(code, message, span, expected=expected or None, hint=hint or None)


def compile_module(
    module: Any,
    *,
    platform: str = "a2a3sim",
    entry: str = "",
    verify_stages: bool = True,
    planning: Planning | None = None,
    dump_dir: str | Path | None = None,
    on_warning: Callable[..., None] | None = None,
    on_remark: Callable[..., None] | None = None,
) -> Executable:
    """Lowers `module` in place and decodes it.

    entry: name of the control-plane function, or of a kernel when there is none; empty for the
    only one. Other parameters as for `lower_module`. Raises the exception of the first error.
    """
    from pypto.mlir._mlir_libs import _pypto

    lower_module(
        module,
        platform=platform,
        verify_stages=verify_stages,
        planning=planning,
        dump_dir=dump_dir,
        on_warning=on_warning,
        on_remark=on_remark,
    )
    with raising_diagnostics(module.context, on_warning):
        native = _pypto.decode(module.operation, entry, arch_of(platform))
    return Executable(module, native)
