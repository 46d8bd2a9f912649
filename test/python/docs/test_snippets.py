# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every Python snippet of the README and of docs/ runs, one process each."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FENCE = re.compile(r"^```python\n(.*?)^```", re.M | re.S)


def snippets() -> list[tuple[str, str]]:
    """`(name, source)` of each fenced Python block."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [
        (f"{page.relative_to(ROOT)}-{number}", match[1])
        for page in pages
        for number, match in enumerate(FENCE.finditer(page.read_text()), 1)
    ]


@pytest.mark.parametrize("source", [pytest.param(s, id=name) for name, s in snippets()])
def test_snippet(source: str, tmp_path: Path) -> None:
    """The snippet runs as it is printed."""
    file = tmp_path / "snippet.py"
    file.write_text(source)
    result = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, env=os.environ, timeout=120
    )
    assert result.returncode == 0, result.stderr


def test_readme_has_snippets() -> None:
    """The sweep above is not empty."""
    assert any(name.startswith("README.md") for name, _ in snippets())


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_example(example: Path) -> None:
    """Each example runs; it checks its own numbers."""
    result = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, env=os.environ, timeout=300
    )
    assert result.returncode == 0, result.stderr
