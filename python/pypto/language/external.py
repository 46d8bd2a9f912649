# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of kernels written in C++."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def check_external(
    function: Any,
    core_type: str,
    source: str | None,
    aic_source: str | None,
    aiv_source: str | None,
    dual_aiv_dispatch: bool,
    include_dirs: list[str] | None,
    decorator: str = "@pl.jit.extern",
) -> dict[str, Any]:
    """The absolute paths of an external kernel; raises ValueError for bad arguments."""
    from pypto.diagnostics import codes, make_error

    def fail(message: str, **facts: Any) -> Exception:
        text = f"{decorator} on '{function.__name__}': {message}"
        return make_error(codes.BadExternalFile, text, **facts)

    _check_body(function)
    if core_type not in ("aiv", "aic", "mixed"):
        raise fail(
            f'core_type must be "aiv", "aic" or "mixed", got {core_type!r}',
            expected='"aiv", "aic" or "mixed"',
        )
    if core_type == "mixed":
        if not aic_source or not aiv_source or source:
            raise fail(
                'core_type="mixed" needs both aic_source and aiv_source, and no source',
                hint='aic_source="cube.cpp", aiv_source="vector.cpp"',
            )
        paths = {"aic": aic_source, "aiv": aiv_source}
    else:
        if not source or aic_source or aiv_source:
            raise fail(
                f'core_type="{core_type}" needs source, and neither aic_source nor aiv_source',
                hint='source="kernel.cpp"',
            )
        paths = {core_type: source}
    if dual_aiv_dispatch and core_type != "mixed":
        raise fail(
            'dual_aiv_dispatch is for core_type="mixed" only', hint="leave dual_aiv_dispatch= out"
        )
    base = Path(function.__code__.co_filename).parent
    resolved = {lane: (base / path).resolve() for lane, path in paths.items()}
    for lane, path in resolved.items():
        if not path.is_file():
            argument = "external_source" if decorator == "@pl.function" else "source"
            if core_type == "mixed":
                argument = f"{lane}_source"
            raise fail(
                f"{argument}={paths[lane]!r} file not found: {path} (source file not found)",
                hint=f"paths count from {base}",
            )
    return {
        "sources": resolved,
        "dual_aiv_dispatch": dual_aiv_dispatch,
        "include_dirs": list(include_dirs or ()),
    }


def _check_body(function: Any) -> None:
    """The body is `...`, after a docstring at most."""
    import ast

    from pypto.diagnostics import codes, make_error
    from pypto.frontend.source import FunctionSource

    source = FunctionSource(function)
    body = source.node.body[1:] if ast.get_docstring(source.node) else source.node.body
    for statement in body:
        value = getattr(statement, "value", None)
        if isinstance(value, ast.Constant) and value.value is Ellipsis:
            continue
        raise make_error(
            codes.BadExternalKernel,
            f"the external kernel '{function.__name__}' must have an empty '...' body",
            source.span(statement),
            hint="its code is in the C++ file that source= names",
        )
