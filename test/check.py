# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the project's checks: linters, C++ unit tests, lit, pytest.

    python check.py --build BUILD --source SOURCE [lint|unit|lit|python ...]

Every part runs even if an earlier one failed; the exit status is 1 if any did.
The closing line counts what passed and failed over all parts.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path


class Tally:
    """Tests that passed, failed and were skipped so far."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0
        self.skipped = 0

    def add(self, passed: int, failed: int, skipped: int = 0) -> None:
        self.passed += passed
        self.failed += failed
        self.skipped += skipped

    def add_step(self, command: list[str], folder: Path) -> None:
        """Runs a command that passes or fails as a whole."""
        shown = command if len(command) < 12 else [*command[:3], f"({len(command) - 3} files)"]
        print("+", " ".join(shown), flush=True)
        status = subprocess.run(command, cwd=folder).returncode
        self.add(status == 0, status != 0)


def run(command: list[str], **kwargs) -> tuple[int, str]:
    """Runs a command, shows its output and returns it with the exit status."""
    print("+", " ".join(command), flush=True)
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **kwargs
    )
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        sys.stdout.write(line)
        lines.append(line)
    sys.stdout.flush()
    return process.wait(), "".join(lines)


def count(pattern: str, text: str) -> int:
    """The sum of the numbers that `pattern`'s group matches."""
    return sum(int(number) for number in re.findall(pattern, text, re.M))


def lint(source: Path, build: Path, tally: Tally) -> None:
    python = sys.executable
    steps = [
        [python, "-m", "ruff", "check", "python", "test", "bench"],
        [python, "-m", "ruff", "format", "--check", "python", "test", "bench"],
    ]
    tracked = subprocess.run(
        ["git", "ls-files", "*.cpp", "*.h"], cwd=source, capture_output=True, text=True
    ).stdout.split()
    formatter = shutil.which("clang-format-22") or shutil.which("clang-format")
    if formatter and tracked:
        steps.append([formatter, "--dry-run", "--Werror", *tracked])
    for step in steps:
        tally.add_step(step, source)
    # The table of codes is generated; pyright looks for it beside its package.
    package = source / "python" / "pypto" / "diagnostics"
    table = source / "include" / "pypto" / "Support" / "Diagnostics.def"
    codes = package / "codes.py"
    made = not codes.exists()
    subprocess.run([python, package / "generate.py", table, codes], check=True)
    try:
        tally.add_step([python, "-m", "pyright", "--pythonpath", python], source)
    finally:
        if made:
            codes.unlink()


def unit(source: Path, build: Path, tally: Tally) -> None:
    for binary in sorted((build / "unit").glob("*")):
        if not os.access(binary, os.X_OK) or binary.is_dir():
            continue
        status, text = run([str(binary), "--gtest_brief=1"])
        passed = count(r"\[  PASSED  \] (\d+) tests?", text)
        failed = count(r"(\d+) FAILED TESTS?", text)
        # A crash leaves no summary.
        if status != 0 and failed == 0:
            failed = 1
        tally.add(passed, failed)


def lit(source: Path, build: Path, tally: Tally) -> None:
    start = "from lit.main import main; main()"
    status, text = run([sys.executable, "-c", start, "-v", "-j2", str(build / "test")])
    passed = count(r"^\s*Passed\s*: (\d+)", text.replace("\r", "\n")) or len(
        re.findall(r"^PASS:", text, re.M)
    )
    failed = len(re.findall(r"^(?:FAIL|XPASS|TIMEOUT|UNRESOLVED):", text, re.M))
    if status != 0 and failed == 0:
        failed = 1
    # Tests of what this machine has not.
    skipped = count(r"^\s*(?:Skipped|Unsupported)\s*:\s*(\d+)", text.replace("\r", "\n"))
    tally.add(passed, failed, skipped)


def python(source: Path, build: Path, tally: Tally) -> None:
    environment = {**os.environ, "PYTHONPATH": str(build / "python_packages")}
    environment["PATH"] = os.pathsep.join([str(build / "bin"), environment["PATH"]])
    status, text = run([sys.executable, "-m", "pytest"], cwd=source, env=environment)
    summary = text.rstrip().rsplit("\n", 1)[-1]
    passed = count(r"(\d+) passed", summary)
    failed = count(r"(\d+) failed", summary) + count(r"(\d+) errors?", summary)
    if status != 0 and failed == 0:
        failed = 1
    tally.add(passed, failed, count(r"(\d+) skipped", summary))


PARTS: dict[str, Callable[[Path, Path, Tally], None]] = {
    "lint": lint,
    "unit": unit,
    "lit": lit,
    "python": python,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[])
    options = parser.parse_args()
    tally = Tally()
    for name in options.parts or PARTS:
        print(f"== {name}", flush=True)
        failed, skipped = tally.failed, tally.skipped
        PARTS[name](options.source, options.build, tally)
        outcome = "failed" if tally.failed > failed else "ok"
        print(f"== {name}: {outcome}, {tally.skipped - skipped} skipped", flush=True)
    print(f"{tally.skipped} skipped", flush=True)
    print(f"{tally.passed} passed, {tally.failed} failed", flush=True)
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
