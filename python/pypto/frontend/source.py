# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The syntax tree, constants and file of a decorated function."""

from __future__ import annotations

import ast
import linecache
from typing import Any

from pypto.diagnostics import codes, make_error
from pypto.diagnostics.span import Span
from pypto.frontend.collector import collector_paused

_Definition = ast.FunctionDef | ast.AsyncFunctionDef
_BLOCKS = ("body", "orelse", "finalbody")


class _ParsedFile:
    """One file's functions by the line they start on, as CPython parses it."""

    def __init__(self, lines: list[str], filename: str) -> None:
        self.lines = lines
        text = "".join(lines)
        self.is_ascii = text.isascii()
        with collector_paused():
            tree = ast.parse(text, filename)
        self.functions: dict[int, list[_Definition]] = {}
        self._index(tree.body)

    def _index(self, body: list[ast.stmt]) -> None:
        """Records the definitions among statements, those in nested blocks included."""
        for node in body:
            if isinstance(node, _Definition):
                first = min((d.lineno for d in node.decorator_list), default=node.lineno)
                for line in {first, node.lineno}:
                    self.functions.setdefault(line, []).append(node)
            for name in _BLOCKS:
                inner = getattr(node, name, None)
                if inner:
                    self._index(inner)
            for handler in getattr(node, "handlers", ()):
                self._index(handler.body)


_files: dict[str, _ParsedFile] = {}


def _parsed_file(filename: str, lines: list[str]) -> _ParsedFile:
    known = _files.get(filename)
    if known is None or known.lines is not lines:
        known = _files[filename] = _ParsedFile(lines, filename)
    return known


def _definition(
    filename: str, lines: list[str], line: int, name: str
) -> tuple[_Definition, bool] | None:
    """The definition of `name` at a line, and whether its text is ASCII.

    The native parser reads this definition alone and most kernels whole; what it leaves to
    CPython takes a parse of the file.
    """
    from pypto.frontend.native import native

    with collector_paused():
        found = native().parse_definition(lines, line)
    if found is not None and found[0].name == name:
        return found
    parsed = _parsed_file(filename, lines)
    for definition in parsed.functions.get(line, ()):
        if definition.name == name:
            return definition, parsed.is_ascii
    return None


class FunctionSource:
    """Where a function comes from.

    node: its definition. filename: the user's file. names: what a name in the body may refer
    to outside of the kernel, closure before globals. Raises OSError when the source is not
    available, as for a function typed into a plain interpreter.
    """

    def __init__(
        self, function: Any, enclosing: dict[str, Any] | None = None, *, declared: bool = False
    ) -> None:
        # declared: for a decorator that compiles at once.
        code = function.__code__
        self.function = function
        self.name: str = function.__name__
        self.filename: str = code.co_filename
        self.enclosing = enclosing or {}
        linecache.checkcache(self.filename)
        lines = linecache.getlines(self.filename)
        if not lines:
            raise make_error(
                codes.NoSource,
                f"{'Cannot' if declared else 'cannot'} retrieve source code of '{self.name}' from "
                f"{self.filename}",
                hint="define kernels in a file or a notebook cell; for text use pl.parse",
            )
        found = _definition(self.filename, lines, code.co_firstlineno, self.name)
        if found is None:
            raise make_error(
                codes.NoSource,
                f"could not locate function definition of '{self.name}' at "
                f"{self.filename}:{code.co_firstlineno}",
                hint="the file has changed since it was imported; import it again",
            )
        self._lines = lines
        # Where it is ASCII, byte offsets are columns.
        self.node, self.is_ascii = found

    @property
    def text(self) -> str:
        """The text of the definition, without decorators."""
        return "".join(self._lines[self.node.lineno - 1 : self.node.end_lineno])

    def span(self, node: ast.AST) -> Span:
        """The user's position of `node`."""
        from pypto.diagnostics.span import span_of

        return span_of(self.filename, node)

    @property
    def name_span(self) -> Span:
        """The name behind `def`."""
        whole = self.span(self.node)
        first = whole.column + len("def ")
        if isinstance(self.node, ast.AsyncFunctionDef):
            first += len("async ")
        return Span(self.filename, whole.line, first, whole.line, first + len(self.name))

    def lookup(self, name: str) -> tuple[bool, Any]:
        """(found, object) of a name that the kernel does not define itself."""
        function = self.function
        free = function.__code__.co_freevars
        if name in free:
            try:
                return True, function.__closure__[free.index(name)].cell_contents
            except ValueError:  # a cell that is not filled yet
                return False, None
        scope = function.__globals__
        if name in scope:
            return True, scope[name]
        if name in self.enclosing:
            return True, self.enclosing[name]
        builtins = scope.get("__builtins__")
        names = builtins if isinstance(builtins, dict) else vars(builtins)
        if name in names:
            return True, names[name]
        return False, None

    def resolve(self, node: ast.expr) -> Any:
        """The object that a name or an attribute of a module stands for, or None."""
        if isinstance(node, ast.Name):
            return self.lookup(node.id)[1]
        if isinstance(node, ast.Attribute):
            return getattr(self.resolve(node.value), node.attr, None)
        return None
