# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exception classes of the package.

Every exception raised for bad user input derives from `Diagnosed` and carries a stable
code, the place in the user's file, what was expected, what was found and a fix.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.diagnostics.code import Code
    from pypto.diagnostics.span import Frame, Span


class Diagnosed(Exception):
    """Base of every error with a code and a place; `except Diagnosed` catches them all.

    message: the text without place. span: where, or None. hint: how to fix it. note: more
    facts. expected / got: the two sides of a mismatch. chain: the inlined calls that led to
    the place, innermost first. diagnostics: all errors of this compile, this one first.
    """

    severity: ClassVar[str] = "error"

    def __init__(
        self,
        message: str,
        span: Span | None = None,
        hint: str | None = None,
        note: str | None = None,
        source_lines: Sequence[str] | None = None,
        *,
        code: Code | None = None,
        expected: str | None = None,
        got: str | None = None,
        chain: Sequence[Frame] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.hint = hint
        self.note = note
        self.source_lines = source_lines
        self.code_info = code
        self.expected = expected
        self.got = got
        self.chain = tuple(chain)
        self.diagnostics: tuple[Diagnosed, ...] = (self,)

    @property
    def code(self) -> str:
        """The stable code, for example "PYPTO-E0107"."""
        return self.code_info.code if self.code_info else ""

    def render(self) -> str:
        """This error alone as text with its source line and caret."""
        from pypto.diagnostics.render import render

        return render(
            self.severity,
            self.code,
            self.message,
            self.span,
            facts=[
                ("expected", self.expected or ""),
                ("got", self.got or ""),
                ("note", self.note or ""),
                ("help", self.hint or ""),
            ],
            chain=self.chain,
            source_lines=self.source_lines,
        )

    def __str__(self) -> str:
        text = "\n\n".join(d.render() for d in self.diagnostics)
        if len(self.diagnostics) > 1:
            text += f"\n\n{len(self.diagnostics)} errors"
        return text


class Error(Exception):
    """Generic error of the compiler; verifier failures arrive as this class."""


class InternalError(RuntimeError):
    """A broken compiler invariant."""


class ParserError(Diagnosed):
    """Base of front-end errors."""


class ParserSyntaxError(ParserError):
    """An unsupported or ill-formed construct."""


class ParserTypeError(ParserError):
    """An annotation or type problem, or wrong call arity."""


class UndefinedVariableError(ParserError):
    """An unknown name or kernel."""


class SSAViolationError(ParserError):
    """A rebound name under `strict_ssa`."""


class ScopeIsolationError(ParserError):
    """A value used outside its scope."""


class UnsupportedFeatureError(ParserError):
    """A Python feature outside the kernel language."""


class InvalidOperationError(ParserError):
    """An unknown operation or bad arguments of an operation."""


class UnknownNameError(InvalidOperationError, AttributeError):
    """A name that a module of the language does not have."""


class UnknownTypeNameError(ParserTypeError, AttributeError):
    """An element type, memory space or other member that does not exist."""


class VerificationError(Diagnosed, Error):
    """A property of the IR that does not hold."""


class VerificationValueError(VerificationError, ValueError):
    """A property of the IR that does not hold because of a value the program chose."""


class DiagnosedInternalError(Diagnosed, InternalError):
    """An `InternalError` that points at the user's source."""


class DiagnosedTypeError(Diagnosed, TypeError):
    """A `TypeError` with code and place."""


class DiagnosedValueError(Diagnosed, ValueError):
    """A `ValueError` with code and place."""


class DiagnosedRuntimeError(Diagnosed, RuntimeError):
    """A `RuntimeError` with code and place."""


class KernelTextError(Diagnosed, SyntaxError):
    """Text that Python does not compile."""


class DiagnosedNotImplementedError(Diagnosed, NotImplementedError):
    """A `NotImplementedError` with code and place."""


class DiagnosedOSError(ParserSyntaxError, OSError):
    """A source that cannot be read: an `OSError` to a call, a syntax error to a decorator."""


class PartialCodegenError(RuntimeError):
    """Some kernels were generated and others failed."""


# Python class by the name that the table of codes uses.
EXCEPTION_CLASSES: dict[str, type[BaseException]] = {
    "ParserError": ParserError,
    "ParserSyntaxError": ParserSyntaxError,
    "ParserTypeError": ParserTypeError,
    "UndefinedVariableError": UndefinedVariableError,
    "SSAViolationError": SSAViolationError,
    "ScopeIsolationError": ScopeIsolationError,
    "UnsupportedFeatureError": UnsupportedFeatureError,
    "InvalidOperationError": InvalidOperationError,
    "VerificationError": VerificationError,
    "VerificationValueError": VerificationValueError,
    "InternalError": DiagnosedInternalError,
    "TypeError": DiagnosedTypeError,
    "ValueError": DiagnosedValueError,
    "RuntimeError": DiagnosedRuntimeError,
    "OSError": DiagnosedOSError,
    "NotImplementedError": DiagnosedNotImplementedError,
}
