# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes `codes.py` and the index page of codes from `Diagnostics.def`.

    python generate.py Diagnostics.def codes.py [codes.md]

The table in C++ is the only list of codes; this file only changes its form.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

_ROW = re.compile(
    r'PYPTO_DIAGNOSTIC\(\s*([EW]\d{4})\s*,\s*(\w+)\s*,\s*(\w+)\s*,\s*"((?:[^"\\]|\\.)*)"\s*\)',
)


def read_table(path: Path) -> list[tuple[str, str, str, str]]:
    """Rows `(code, identifier, class, title)` of the table, in its order.

    Raises ValueError when a code or an identifier is used twice.
    """
    rows = [(m[1], m[2], m[3], m[4]) for m in _ROW.finditer(path.read_text())]
    for column in (0, 1):
        seen: set[str] = set()
        for row in rows:
            if row[column] in seen:
                raise ValueError(f"{path}: '{row[column]}' appears twice")
            seen.add(row[column])
    return rows


def python_text(rows: list[tuple[str, str, str, str]]) -> str:
    """The text of `codes.py`."""
    lines = [
        "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception",
        '"""Generated from include/pypto/Support/Diagnostics.def; do not edit."""',
        "",
        "from pypto.diagnostics.code import Code",
        "",
    ]
    for code, identifier, cls, title in rows:
        lines.append(f'{identifier} = Code("PYPTO-{code}", "{identifier}", "{cls}", "{title}")')
    lines += ["", "ALL = (", *(f"    {row[1]}," for row in rows), ")", ""]
    return "\n".join(lines)


def index_text(rows: list[tuple[str, str, str, str]]) -> str:
    """The text of the index page of codes (Markdown)."""
    lines = [
        "# Diagnostic codes",
        "",
        "| code | name | Python class | meaning |",
        "|---|---|---|---|",
    ]
    lines += [f"| PYPTO-{c} | {i} | `{k}` | {t} |" for c, i, k, t in rows]
    return "\n".join([*lines, ""])


def _write_if_changed(path: Path, text: str) -> None:
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def main(arguments: list[str]) -> int:
    """Command line entry; see the module's text."""
    if len(arguments) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    rows = read_table(Path(arguments[0]))
    if not rows:
        print(f"{arguments[0]}: no PYPTO_DIAGNOSTIC row found", file=sys.stderr)
        return 1
    _write_if_changed(Path(arguments[1]), python_text(rows))
    if len(arguments) == 3:
        _write_if_changed(Path(arguments[2]), index_text(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
