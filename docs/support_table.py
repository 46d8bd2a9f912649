# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the support table: each construct of the language and where it stops.

    python support_table.py <folder of snippets.py> <out.md>

Each construct is compiled by itself; the table says what came of it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any


def main(folder: str, target: str) -> int:
    """Command line entry."""
    sys.path.insert(0, folder)
    import name_snippets
    import snippets

    rows = {name: name_snippets.stop(text) for name, text in snippets.programs().items()}
    works = sum(not stop for stop in rows.values())
    lines = [
        "# What the front end compiles",
        "",
        f"{works} of {len(rows)} constructs become IR. T: tensor form, t: tile form. A construct",
        "that stops is checked like the others and then refused with the error shown.",
        "",
        "| construct | example | stops at |",
        "|---|---|---|",
    ]
    for name, stop in rows.items():
        code = snippets.SNIPPETS.get(name) or snippets.CONTROL[name]
        first = re.sub(r"\s+", " ", code)
        shown = first if len(first) <= 90 else first[:87] + "..."
        lines.append(f"| `{name}` | `{shown}` | {stop.replace('|', '/') or 'works'} |")
    lines += used_names(name_snippets)
    lines += stopping_forms(name_snippets)
    lines += absent_names()
    Path(target).write_text("\n".join([*lines, ""]))
    return 0


def used_names(name_snippets: Any) -> list[str]:
    """A table of the names that public programs or the manual use."""
    rows = {name: name_snippets.stop_of_name(name) for name in name_snippets.used_names()}
    works = sum(not stop for stop in rows.values())
    return [
        "",
        "# Names that programs use",
        "",
        f"{works} of {len(rows)} names that public programs or the manual use are compiled in some",
        "program. `pl.auto_chunk`, which one unmaintained file uses, does not exist.",
        "",
        "| name | stops at |",
        "|---|---|",
        *(f"| `{name}` | {stop.replace('|', '/') or 'works'} |" for name, stop in rows.items()),
    ]


def stopping_forms(name_snippets: Any) -> list[str]:
    """A table of forms that stop although their construct compiles in others."""
    import stopping_forms as forms

    return [
        "",
        "# Forms that stop",
        "",
        "The constructs compile in other forms.",
        "",
        "| form | stops at |",
        "|---|---|",
        *(
            f"| `{name}` | {name_snippets.stop(text).replace('|', '/')} |"
            for name, text in forms.PROGRAMS.items()
        ),
    ]


def absent_names() -> list[str]:
    """A table of names that programs import and that there are not."""
    from interface_names import ABSENT

    return [
        "",
        "# Names that there are not",
        "",
        "| name | reason |",
        "|---|---|",
        *(f"| `{name}` | {reason} |" for name, reason in ABSENT.items()),
    ]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
