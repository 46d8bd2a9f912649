# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Diagnostics of MLIR passes and verifiers as errors with carets and call chains."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from pypto.diagnostics import codes
from pypto.diagnostics.code import Code
from pypto.diagnostics.element_types import (
    called,
    computed_operand,
    conversion_hint,
    operand,
    refused_by_instruction,
)
from pypto.diagnostics.engine import make_error
from pypto.diagnostics.span import Frame, Span
from pypto.diagnostics.widen import widened
from pypto.dtypes import DataType

_PREFIX = re.compile(r"^(?:error: )?\[(PYPTO-[EW]\d{4})\] ?")
# An operation of the IR; the author's line calls it something else.
_OP_NAME = re.compile(r"^'(?:pypto\.(?:tile|tensor)\.\w+'|(?:tile|tensor)\.\w+'(?= needs ))")
_OP_PREFIX = re.compile(r"^'[\w.]+' op ")
# An instruction that the author's operation became, and its operand.
_INSTRUCTION = re.compile(r"^'pto\.[\w.]+' op (?:\(\w+\) )?")
_TYPE = re.compile(r"'?!pypto\.(?P<kind>tile|tensor)<(?P<type>[^<>']*)>'?")
_BUFFER = re.compile(r"'?!pto\.tile_buf<(?P<space>\w+), (?P<type>[\w?]+)[^<>]*>'?")
# An element type of the IR between quotes.
_ELEMENT = re.compile(r"'((?:u?i|b?f)\d\w*|(?<=type ')index)'")
# What a pass calls an operand that has no name of its own.
_OPERAND = re.compile(r"\bits operand (\d+)\b")
# A note that is a fact of the error: what is accepted, what there is, what to write instead.
_FACT = re.compile(r"^(?P<fact>expected|got|help): ")
# What MLIR adds to the errors of verifiers: the operation as IR.
_INTERNAL_NOTE = "see current operation"
# The start of advice in a text without such a note: a verb that tells the author what to do.
_ADVICE = re.compile(
    r"; ((?:add|bind|bound|call|cast|compile|compute|copy|drop|give|load|loop|make|move|narrow|"
    r"order|pass|put|reshape|return|scatter|slice|split|spread|start|store|take|transpose|use|"
    r"wrap|write)\b.*)$",
    re.DOTALL,
)
_BY_CODE: dict[str, Code] = {code.code: code for code in codes.ALL}


class Reported(NamedTuple):
    """One diagnostic: severity word, text, where, the chain of inlined calls, notes."""

    severity: str
    message: str
    span: Span | None
    chain: tuple[Frame, ...]
    notes: tuple[tuple[str, Span | None], ...]


class Collected:
    """Diagnostics in the order of their emission."""

    def __init__(self) -> None:
        self.items: list[Reported] = []

    def add(self, diagnostic: Any) -> None:
        """Records an `ir.Diagnostic`."""
        span, chain = place(diagnostic.location)
        notes = tuple((str(n.message), place(n.location)[0]) for n in diagnostic.notes)
        severity = str(diagnostic.severity).rsplit(".", 1)[-1].lower()
        self.items.append(Reported(severity, str(diagnostic.message), span, chain, notes))

    def add_error(self, error: Any) -> None:
        """Records what an `ir.MLIRError` carries."""
        for info in error.error_diagnostics:
            self.add(info)


@contextmanager
def collect(context: Any) -> Iterator[Collected]:
    """Collects the diagnostics that `context` emits meanwhile, instead of printing them."""
    found = Collected()

    def handle(diagnostic: Any) -> bool:
        found.add(diagnostic)
        return True

    handler = context.attach_diagnostic_handler(handle)
    try:
        yield found
    finally:
        handler.detach()


def place(location: Any) -> tuple[Span | None, tuple[Frame, ...]]:
    """The user's position of an MLIR location, and the inlined calls that led there."""
    if location.is_a_callsite():
        inner, chain = place(location.callee)
        outer, rest = place(location.caller)
        frame = () if outer is None else (Frame("", outer),)
        return inner, (*chain, *frame, *rest)
    if location.is_a_name():
        return place(location.child_loc)
    if location.is_a_fused():
        for part in location.locations:
            span, chain = place(part)
            if span is not None:
                return span, chain
        return None, ()
    if location.is_a_file():
        line, column = location.start_line, location.start_col
        end = max(location.end_col, column + 1)
        return Span(location.filename, line, column, location.end_line or line, end), ()
    return None, ()


def coded(message: str) -> tuple[Code, str]:
    """The code that a message starts with, and the message without it."""
    match = _PREFIX.match(message)
    if match is None:
        return codes.OpRejected, _OP_PREFIX.sub("", message)
    return _BY_CODE.get(match[1], codes.OpRejected), message[match.end() :]


def in_words(text: str) -> str:
    """`text` with types of the IR as a user writes them."""
    return _BUFFER.sub(_buffer_in_words, _TYPE.sub(_type_in_words, text))


def _buffer_in_words(found: re.Match[str]) -> str:
    *dims, element = found["type"].split("x")
    dtype = DataType.of_mlir(element)
    if dtype is None or not dims:
        return found[0]
    return f"pl.Tile[[{', '.join(dims)}], pl.{dtype}, pl.Mem.{found['space'].capitalize()}]"


def _element(found: re.Match[str]) -> str:
    dtype = DataType.of_mlir(found[1])
    return found[0] if dtype is None else str(dtype)


def _type_in_words(found: re.Match[str]) -> str:
    kind, parts = found["kind"].capitalize(), found["type"].split(", ")
    *dims, element = parts[0].split("x")
    dtype = DataType.of_mlir(element)
    if dtype is None or not dims:
        return found[0]
    shape = ", ".join("?" if d.startswith("?") else d for d in dims)
    spaces = [
        f", pl.Mem.{p}" for p in parts[1:] if p in ("Vec", "Mat", "Left", "Right", "Acc", "Bias")
    ]
    return f"pl.{kind}[[{shape}], pl.{dtype}{''.join(spaces)}]"


def code_named(text: str) -> Code | None:
    """The row of the table whose code is `text` ("PYPTO-E0501")."""
    return _BY_CODE.get(text)


_Notes = tuple[tuple[str, Span | None], ...]


def _facts(item: Reported, text: str) -> tuple[str, dict[str, Any], _Notes]:
    """The text without its advice, the facts of the error, and the notes that are left.

    A pass states a fact in a note that begins with "expected: ", "got: " or "help: ". What to write
    instead may also stand after the last semicolon of its text.
    """
    facts: dict[str, Any] = {}
    notes = []
    for words, place in item.notes:
        if found := _FACT.match(words):
            facts["hint" if found["fact"] == "help" else found["fact"]] = words[found.end() :]
        elif not words.startswith(_INTERNAL_NOTE):
            notes.append((words, place))
    if "hint" not in facts and (advice := _ADVICE.search(text)):
        text, facts["hint"] = text[: advice.start()], advice[1]
    hint = facts.get("hint") or _conversion(item, facts)
    named = {name: _in_words_of_types(words) for name, words in facts.items()}
    return text, {**named, "hint": hint and _in_words_of_types(hint)}, tuple(notes)


def _in_words_of_types(text: str) -> str:
    return _ELEMENT.sub(_element, in_words(text))


def _conversion(item: Reported, facts: dict[str, Any]) -> str | None:
    """How the first operand gets an element type that is taken, where these are the facts."""
    types = {
        name: [DataType.of_mlir(found) for found in _ELEMENT.findall(facts.get(name, ""))]
        for name in ("expected", "got")
    }
    accepted = [dtype for dtype in types["expected"] if dtype is not None]
    if len(types["got"]) != 1 or types["got"][0] is None or not accepted:
        return None
    first = computed_operand(item.span and widened(item.span))
    return conversion_hint(first, types["got"][0], accepted)


def _note(text: str, span: Span | None, main: Span | None) -> str:
    """A note with its line, where that is not the line of the error itself."""
    if span is None or (main is not None and (span.file, span.line) == (main.file, main.line)):
        return text
    return f"{text} ({span})"


def errors_of(found: Collected) -> list[Exception]:
    """The errors among what was collected, as exceptions of their documented classes."""
    errors = []
    for item in found.items:
        if item.severity != "error":
            continue
        code, text = coded(in_words(item.message))
        text, facts, notes = _facts(item, text)
        note = "\n".join(_note(in_words(words), at, item.span) for words, at in notes)
        span = item.span and widened(item.span)
        text, of_type = refused_by_instruction(text, span) or (_ELEMENT.sub(_element, text), {})
        if operation := called(span):
            text = _called_as(text, operation, span)
            if code is codes.OpRejected:
                text = f"{operation}: {text}"
        facts |= of_type
        errors.append(make_error(code, text, span, chain=item.chain, note=note or None, **facts))
    return errors


def _called_as(text: str, operation: str, span: Span | None) -> str:
    """`text` with the operation of the IR that it begins with as the author wrote it."""
    if named := _INSTRUCTION.match(text):
        return f"{operation} {text[named.end() :]}"
    named = _OP_NAME.match(text)
    if named is None:
        return text
    # Operands are counted as the author's only if it is one operation all the same.
    name = named[0].strip("'").rpartition(".")[2]
    same = name == operation.rpartition(".")[2].rstrip("_") or operation.startswith("'")
    return operation + _with_operands(text[named.end() :], span if same else None)


def _with_operands(text: str, span: Span | None) -> str:
    """`text` with the operands that it counts as the author wrote them."""

    def written(found: re.Match[str]) -> str:
        source = operand(span, int(found[1]))
        return f"'{source}'" if source else "an operand"

    return _OPERAND.sub(written, text)
