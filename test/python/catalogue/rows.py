# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of the catalogue of diagnostics: phrases, and the classes that they come under."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from reference import SPEC

_SECTION = re.compile(r"^#+ (7\.\d) ")
# Words of a phrase that stand for something of the program, and what matches them.
_BLANKS = (
    (r"<[^<>]+>", r".+"),
    (r"\b\w+(?:\(\))?(?:/\w+(?:\(\))?)+", None),
    (r" ?\.\.\. ?", r".*"),
    (r"\{\.\.\}", r".+"),
    (r"\(n\)", r"\(\d+\)"),
    (r"\bRD\b", r"\d+D"),
    (r"\b[NM]\b|\b[UL]\b(?= bytes)|\b[AB]\b(?= (?:iter_args|init_values))", r"\d+"),
)
_ANY_BLANK = re.compile("|".join(f"({blank})" for blank, _ in _BLANKS))
# Short forms of class names in the first column.
_SHORT = {
    "Syntax": "ParserSyntaxError",
    "Type": "ParserTypeError",
    "Unsupported": "UnsupportedFeatureError",
}


class Row(NamedTuple):
    """One phrase: its section, the classes that it may come as, and the text."""

    section: str
    classes: tuple[str, ...]
    phrase: str

    @property
    def name(self) -> str:
        """How a test names the row."""
        return f"{self.section}: {self.phrase}"


def catalogue() -> Path | None:
    """The text of the catalogue, where it is at hand."""
    given = os.environ.get("PYPTO_LANGUAGE_REFERENCE")
    places = [Path(given)] if given else []
    places += [SPEC / "language.md"] if SPEC else []
    return next((p for p in places if p.is_file()), None)


def rows(text: str) -> list[Row]:
    """Every quoted phrase of sections 7.2 to 7.8."""
    found: list[Row] = []
    section = ""
    for line in text.splitlines():
        heading = _SECTION.match(line)
        if heading or line.startswith("# "):
            section = heading[1] if heading else ""
        if section not in ("7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8"):
            continue
        cells = [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not line.startswith("| ") or cells[0] in ("Class", "---", "Rule", "Check"):
            continue
        if section == "7.7":
            found += [Row(section, (), name) for name in _rule_names(cells[0])]
            continue
        classes = tuple(_class(c) for c in re.split(r"[/,]", cells[0]))
        found += [Row(section, classes, phrase) for phrase in quoted(cells[1])]
    return found


def _rule_names(cell: str) -> list[str]:
    return [n for n in re.split(r",\s*", cell.replace("`", "")) if n]


def _class(name: str) -> str:
    word = re.sub(r"\(.*?\)", "", name).strip()
    word = word.removeprefix("native ").strip()
    return _SHORT.get(word, word)


def quoted(cell: str) -> list[str]:
    """What stands between back quotes; an escaped one is a character of the text."""
    cell = cell.replace(r"\`", "\0")
    return [p.replace("\0", "`") for p in re.findall(r"`([^`]+)`", cell)]


def pattern(phrase: str) -> re.Pattern[str]:
    """A message that has the phrase matches this."""
    text, end = "", 0
    for found in _ANY_BLANK.finditer(phrase):
        text += re.escape(phrase[end : found.start()])
        anything = next(a for (_, a), part in zip(_BLANKS, found.groups(), strict=True) if part)
        text += anything or _either(found[0])
        end = found.end()
    return re.compile(text + re.escape(phrase[end:]))


def _either(words: str) -> str:
    """`a/b` is what it says, or one of its words."""
    return "(?:" + "|".join(re.escape(w) for w in (words, *words.split("/"))) + ")"
