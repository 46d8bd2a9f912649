# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile time of the default pipeline on generated kernels, with its split.

    python bench/pipeline.py --opt build/bin/pypto-opt

Prints, for each size, the median wall time of `pypto-opt` (process start, parsing
and printing included), the time of each pass, and the factor between sizes. Ends
with status 1 if 10,000 operations take more than 1.5 s or twice the operations
more than 2.3 times as long.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

from generate_kernel import generate

LIMIT_SECONDS = 1.5
LIMIT_FACTOR = 2.3
TIMING = re.compile(r"^\s*([0-9.]+) \(\s*[0-9.]+%\)(?:\s+([0-9.]+) \(\s*[0-9.]+%\))?\s+(\S.*)$")


def run(opt: str, path: pathlib.Path, *flags: str) -> tuple[float, str]:
    """Wall seconds of one run and what it wrote to standard error."""
    start = time.perf_counter()
    done = subprocess.run(
        [opt, str(path), "--pypto-default-pipeline", "-o", "/dev/null", *flags],
        check=True,
        capture_output=True,
        text=True,
    )
    return time.perf_counter() - start, done.stderr


def split(report: str) -> dict[str, float]:
    """Seconds by name from the list that --mlir-timing prints."""
    seconds: dict[str, float] = {}
    for line in report.splitlines():
        if match := TIMING.match(line):
            seconds[match[3]] = seconds.get(match[3], 0.0) + float(match[2] or match[1])
    return seconds


def measure(opt: str, operations: int, repeats: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "kernel.mlir"
        path.write_text(generate(operations))
        times = [run(opt, path)[0] for _ in range(repeats)]
        _, report = run(opt, path, "--mlir-timing", "--mlir-timing-display=list")
    median = statistics.median(times)
    print(f"{operations} operations: median {median * 1e3:.0f} ms of {repeats}")
    for name, seconds in sorted(split(report).items(), key=lambda item: -item[1])[:12]:
        print(f"    {seconds * 1e3:8.1f} ms  {name}")
    return median


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opt", default="pypto-opt", help="path of pypto-opt")
    parser.add_argument("--operations", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    small = measure(arguments.opt, arguments.operations, arguments.repeats)
    large = measure(arguments.opt, 2 * arguments.operations, arguments.repeats)
    factor = large / small
    print(f"twice the operations: {factor:.2f} times as long")
    scale = arguments.operations / 10_000
    return int(small > LIMIT_SECONDS * scale or factor > LIMIT_FACTOR)


if __name__ == "__main__":
    sys.exit(main())
