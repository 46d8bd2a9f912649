# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The error of a kernel construct that is called as plain Python."""

from __future__ import annotations

from typing import Any, NoReturn


def outside_kernel(name: str, message: str | None = None) -> NoReturn:
    """Raises the RuntimeError that says where `name` may be used."""
    from pypto.diagnostics import codes, make_error

    raise make_error(
        codes.OutsideKernel,
        message or f"{name} must be used inside a kernel: its call is compiled, not executed",
        hint="decorate the function with @pl.jit, @pl.jit.incore or @pl.function",
    )


def bad_plain_call(message: str, **facts: Any) -> Exception:
    """The ValueError of a helper that is called from Python with wrong arguments."""
    from pypto.diagnostics import codes, make_error

    return make_error(codes.BadPlainCall, message, **facts)


def kernel_only(name: str) -> Any:
    """A callable that always raises `outside_kernel(name)`."""

    def call(*_args: Any, **_kwargs: Any) -> NoReturn:
        outside_kernel(name)

    return call
