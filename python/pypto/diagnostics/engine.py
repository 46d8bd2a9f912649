# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes, collects and raises diagnostics."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, cast

from pypto.diagnostics.render import render
from pypto.diagnostics.span import calling_span
from pypto.errors import EXCEPTION_CLASSES, Diagnosed, VerificationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pypto.diagnostics.code import Code
    from pypto.diagnostics.span import Span

_MAX_ERRORS = 20
_MAX_HINTS = 200

# What Python's filters have shown, by file: under their default action a warning comes once
# for its line, however often the kernel is specialised.
_SHOWN: dict[str, dict] = {}


def make_error(code: Code, message: str, span: Span | None = None, **facts: Any) -> Exception:
    """The exception of `code`; `facts` are `hint`, `note`, `expected`, `got`, `chain`.

    Without a place in a kernel it is where the user's code calls this package.
    """
    if span is None:
        span = calling_span()
    # A warning that counts as an error is one of the compiler's checks.
    cls = cast("Any", EXCEPTION_CLASSES.get(code.exception, VerificationError))
    return cls(message, span, code=code, **facts)


def _is_limit(error: Exception) -> bool:
    info = getattr(error, "code_info", None)
    return info is not None and info.identifier == "NotImplementedYet"


class DiagnosticWarning(UserWarning):
    """A warning of the compiler; `code` is its stable code, `span` its place."""

    code: str = ""
    span: Span | None = None


class DiagnosticDeprecation(DeprecationWarning):
    """The same for a deprecated spelling."""

    code: str = ""
    span: Span | None = None


class Hint:
    """A hint about speed, which is rendered when somebody reads it."""

    __slots__ = ("_place", "text")

    def __init__(self, text: str, place: Callable[[], Span | None]) -> None:
        self.text = text
        self._place = place

    def __call__(self) -> str:
        return render("", "", self.text, self._place()).lstrip(": ")


class DiagnosticEngine:
    """Collects the errors of one compile so that several are reported together.

    disabled: identifiers or codes of warnings that are not shown. as_errors: those that count
    as errors, or "all".
    """

    def __init__(
        self,
        disabled: Iterable[str] = (),
        as_errors: Iterable[str] = (),
    ) -> None:
        self.errors: list[Exception] = []
        # What is right and not compiled in this version: said only where nothing is wrong.
        self.limits: list[Exception] = []
        self.warnings: list[str] = []
        # What could be faster: kept, not shown.
        self.hints: list[Hint] = []
        self._disabled = frozenset(str(name) for name in disabled)
        self._as_errors = frozenset(str(name) for name in as_errors)

    def error(self, exception: Exception) -> None:
        """Records `exception`; raises at once when there are too many."""
        self.errors.append(exception)
        if len(self.errors) >= _MAX_ERRORS:
            self.raise_if_errors()

    def limit(self, exception: Exception) -> None:
        """Records a construct that is not compiled in this version."""
        if len(self.limits) < _MAX_ERRORS:
            self.limits.append(exception)

    def warn(self, code: Code, message: str, span: Span | None = None, **facts: str) -> None:
        """Emits a warning unless its name or code is disabled."""
        if self._matches(self._disabled, code):
            return
        if self._matches(self._as_errors, code):
            self.error(make_error(code, message, span, **facts))
            return
        text = f"[{code.identifier}] {message}"
        pairs = [("help" if name == "hint" else name, text) for name, text in facts.items()]
        shown = render("warning", code.code, text, span, facts=pairs)
        self.warnings.append(shown)
        deprecated = code.exception == "DeprecationWarning"
        category = DiagnosticDeprecation if deprecated else DiagnosticWarning
        warning = category("\n" + shown)
        warning.code, warning.span = code.code, span
        if span is None:
            warnings.warn(warning, stacklevel=2)
        else:
            # Shown with the user's file and line, not with this one.
            registry = _SHOWN.setdefault(span.file, {})
            warnings.warn_explicit(warning, category, span.file, span.line, registry=registry)

    def hint(
        self, code: Code | None, number: str, message: str, place: Callable[[], Span | None]
    ) -> None:
        """Keeps a hint about speed; `place` is asked for when somebody reads it."""
        if len(self.hints) >= _MAX_HINTS or (code and self._matches(self._disabled, code)):
            return
        tag = f"perf_hint {number}" if number else "perf_hint"
        text = f"[{tag}] {code.identifier}: {message}" if code else f"[{tag}] {message}"
        self.hints.append(Hint(text, place))

    def repeat_hints(self, texts: Sequence[str], place: Callable[[], Span | None]) -> None:
        """Keeps hints that were given already for another place as well."""
        room = _MAX_HINTS - len(self.hints)
        self.hints.extend(Hint(text, place) for text in texts[:room])

    @property
    def said(self) -> int:
        """How much is recorded besides hints; no change means that nothing else was said."""
        return len(self.errors) + len(self.limits) + len(self.warnings)

    @property
    def has_real_errors(self) -> bool:
        """True when there are errors other than warnings that count as such."""
        return any(not getattr(e, "code", "").startswith("PYPTO-W") for e in self.errors)

    def raise_if_errors(self) -> None:
        """Raises the first recorded error; it lists the others. Mistakes come before limits."""
        found = sorted(self.errors, key=_is_limit) or self.limits
        if not found:
            return
        first = found[0]
        if isinstance(first, Diagnosed):
            first.diagnostics = tuple(e for e in found if isinstance(e, Diagnosed))
        raise first

    @staticmethod
    def _matches(names: frozenset[str], code: Code) -> bool:
        if "all" in names or "All" in names:
            return True
        return (
            code.identifier in names
            or code.code in names
            or code.code.removeprefix("PYPTO-") in names
        )


def warn_call(code: Code, message: str, disabled: Iterable[str] = (), **facts: str) -> None:
    """A warning about the user's call of this package that is being carried out."""
    DiagnosticEngine(disabled).warn(code, message, calling_span(), **facts)
