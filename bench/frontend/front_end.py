# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the front end: import, a 300-line kernel, operations per second, the cached compile.

    python bench/frontend/front_end.py [--repeat N]

Prints medians of the time on this process's core, and ratios against `ast.parse` of the same text
in the same run with the collector off, which is what a front end over CPython's parser cannot go
below. Sources are written to a temporary folder, since kernels come from files; each file is new,
so nothing of it is cached. Imports are timed as an installed package does them: from bytecode.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

_BODY = (
    "        t{n} = pl.load(x, [{row}, 0], [16, 64])",
    "        u{n} = pl.mul(t{n}, {factor})",
    "        v{n} = pl.add(u{n}, t{n})",
    "        w{n} = pl.exp(pl.sub(v{n}, u{n}))",
    "        pl.store(w{n}, [{row}, 0], y)",
)


def kernel_text(lines: int) -> str:
    """A kernel with `lines` body lines, one or two operations on each."""
    text = [
        "import pypto.language as pl",
        "@pl.jit",
        "def kernel(x: pl.Tensor[[4096, 64], pl.FP32], y: pl.Out[pl.Tensor[[4096, 64], pl.FP32]]):",
        "    with pl.at(level=pl.Level.CORE_GROUP):",
    ]
    for line in range(lines):
        n, part = divmod(line, len(_BODY))
        text.append(_BODY[part].format(n=n, row=n * 16 % 4096, factor=n + 0.5))
    return "\n".join([*text, ""])


def load(folder: Path, name: str, text: str) -> Any:
    """The module of a kernel's text."""
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel


def milliseconds(call: Any) -> float:
    """How long `call` takes on its core; other work on the machine does not count."""
    start = time.process_time()
    call()
    return 1e3 * (time.process_time() - start)


def bytecode_environment(folder: Path) -> dict[str, str]:
    """An environment whose processes keep bytecode, in `folder`."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder)}


def import_times(folder: Path, repeat: int) -> list[float]:
    """`import pypto.language` in new processes, the interpreter's start not counted."""
    code = (
        "import time; t = time.process_time(); import pypto.language; "
        "print(time.process_time() - t)"
    )
    command = [sys.executable, "-c", code]
    environment = bytecode_environment(folder)
    times = [
        1e3
        * float(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
        for _ in range(repeat + 1)
    ]
    # The first run has written the bytecode.
    return times[1:]


def parse_time(text: str) -> float:
    """`ast.parse` of `text` without the collector, in milliseconds."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        return min(milliseconds(lambda: ast.parse(text)) for _ in range(3))
    finally:
        if enabled:
            gc.enable()


class Stages:
    """One compile of a new kernel by its stages, in milliseconds, and its operations."""

    def __init__(self, kernel: Any, text: str) -> None:
        self.baseline = parse_time(text)
        self.source = milliseconds(lambda: kernel.source)
        self.names = milliseconds(lambda: kernel.body)
        self.emission = milliseconds(kernel.compile)
        self.operations = kernel.compile().operation_count

    @property
    def whole(self) -> float:
        """All of the front end."""
        return self.source + self.names + self.emission


def report(title: str, runs: list[Stages]) -> None:
    """Prints the medians of a kernel's stages."""

    def middle(value: Callable[[Stages], float]) -> float:
        return statistics.median(value(run) for run in runs)

    count = runs[0].operations
    print(f"{title}, {count} operations:")
    rows: list[tuple[str, Callable[[Stages], float]]] = [
        ("ast.parse of its text (baseline)", lambda r: r.baseline),
        ("read and parse its source", lambda r: r.source),
        ("names and their liveness", lambda r: r.names),
        ("tree to verified IR, with locations", lambda r: r.emission),
        ("the whole front end", lambda r: r.whole),
    ]
    for name, value in rows:
        spent = middle(value)
        ratio = middle(lambda r, value=value: value(r) / r.baseline)
        rate = count / spent
        print(
            f"  {name:36} {spent:8.2f} ms {1e3 * spent / count:7.2f} us/op {rate:7.1f} k ops/s"
            f"  {ratio:5.2f} x ast.parse"
        )


def main() -> None:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=7)
    repeat = parser.parse_args().repeat
    median = statistics.median
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        imports = import_times(folder / "bytecode", repeat)
        print(f"import pypto.language          {median(imports):8.2f} ms")
        load(folder, "warm", kernel_text(300)).compile()
        for lines in (300, 10000):
            runs = []
            for number in range(repeat):
                text = kernel_text(lines)
                runs.append(Stages(load(folder, f"kernel{lines}_{number}", text), text))
            report(f"{lines}-line kernel", runs)
        kernel = load(folder, "again", kernel_text(300))
        kernel.compile()
        again = [milliseconds(kernel.compile) for _ in range(100)]
        print(f"same signature again           {median(again):8.3f} ms")


if __name__ == "__main__":
    main()
