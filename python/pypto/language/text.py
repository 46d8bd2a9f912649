# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels from text: `parse`, `loads`."""

from __future__ import annotations

import itertools
import linecache
from pathlib import Path
from typing import Any

_numbers = itertools.count()


def _bad(message: str, **facts: Any) -> Exception:
    from pypto.diagnostics import codes, make_error

    return make_error(codes.BadKernelText, message, **facts)


def _namespace() -> dict[str, Any]:
    import pypto.language as pl

    names: dict[str, Any] = {"pl": pl, "__name__": "pypto_text"}
    try:
        import pypto.language.distributed as pld
    except ImportError:
        return names
    names["pld"] = pld
    return names


def parse(code: str, filename: str = "<string>") -> Any:
    """The one function or program that `code` defines.

    Raises SyntaxError, RuntimeError or ValueError when the text does not compile, fails when
    it is executed, or defines none or several.
    """
    if filename == "<string>":
        filename = f"<pypto-text-{next(_numbers)}>"
    linecache.cache[filename] = (len(code), None, code.splitlines(keepends=True), filename)
    try:
        compiled = compile(code, filename, "exec")
    except (SyntaxError, ValueError) as error:
        raise _not_python(error, filename) from None
    names = _namespace()
    try:
        exec(compiled, names)
    except Exception as error:
        if getattr(error, "code_info", None) is not None:
            raise
        raise _not_executed(error, filename) from error
    return _only(names, filename)


def mlir(text: str, *, name: str = "program") -> Any:
    """The program whose IR is `text`, at any stage: what `as_python` writes where the kernel
    language has no words.

    Raises ValueError where the text does not parse or verify; each line of the message has its
    place.
    """
    from pypto.frontend.builder import IrContext
    from pypto.ir.program import Program

    shared = IrContext.get()
    try:
        module = shared.ir.Module.parse(text, shared.context)
    except shared.ir.MLIRError as error:
        raise _bad(
            f"the IR of pl.mlir() is not valid: {error}",
            expected="a module of the dialect, as program.as_python() writes it",
        ) from None
    return Program(module, name)


def _not_python(error: Exception, filename: str) -> Exception:
    """The error of text that Python does not compile, at the place that Python names."""
    from pypto.diagnostics import Span, codes
    from pypto.errors import KernelTextError

    line = getattr(error, "lineno", None)
    first = getattr(error, "offset", None) or 1
    last = getattr(error, "end_offset", None) or 0
    if getattr(error, "end_lineno", line) != line or last <= first:
        last = first + 1
    span = Span(filename, line, first, line, last) if line else None
    text = getattr(error, "msg", None) or str(error)
    return KernelTextError(
        f"Failed to compile code: {text}",
        span,
        code=codes.BadKernelText,
        expected="a module of Python",
    )


def _not_executed(error: Exception, filename: str) -> Exception:
    """The error of text that fails when it is executed, at the innermost of its lines."""
    from pypto.diagnostics import codes
    from pypto.diagnostics.span import frame_span
    from pypto.errors import DiagnosedRuntimeError

    span = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            span = frame_span(trace.tb_frame.f_code, trace.tb_lasti, trace.tb_lineno)
        trace = trace.tb_next
    kind = type(error).__name__
    message = f"Error executing code: {kind}: {error}"
    return DiagnosedRuntimeError(
        message,
        span,
        code=codes.BadKernelText,
        expected="text that runs by itself; `pl` and `pld` are there",
        hint="import or define the name in the text" if isinstance(error, NameError) else None,
    )


def _only(names: dict[str, Any], filename: str) -> Any:
    from pypto.ir.program import Program
    from pypto.language.functions import KernelFunction

    found = [v for v in names.values() if isinstance(v, (Program, KernelFunction))]
    programs = [v for v in found if isinstance(v, Program)]
    if len(programs) == 1:
        return programs[0]
    if not found:
        raise _bad(
            "No @pl.function or @pl.program found in the text",
            expected="one decorated function or class",
            hint="put @pl.jit before the def",
        )
    if len(found) > 1:
        kinds = "programs" if programs else "functions"
        raise _bad(
            f"Multiple functions/programs found: {len(found)} {kinds}, expected exactly one",
            hint="put them into one @pl.program class, or parse them one by one",
        )
    return found[0]


def loads(path: str | Path) -> Any:
    """`parse` of a file."""
    return parse(Path(path).read_text(), str(path))


def parse_program(code: str, filename: str = "<string>") -> Any:
    """`parse` of text that must define a program."""
    from pypto.ir.program import Program

    found = parse(code, filename)
    if not isinstance(found, Program):
        raise _bad(
            "Expected @pl.program, the text defines a function", hint="pl.parse takes a function"
        )
    return found


def loads_program(path: str | Path) -> Any:
    """`parse_program` of a file."""
    return parse_program(Path(path).read_text(), str(path))
