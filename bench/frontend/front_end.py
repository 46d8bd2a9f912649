# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the front end: import, a 300-line kernel, operations per second, the cached compile.

    python bench/frontend/front_end.py [--repeat N]

Prints medians. Sources are written to a temporary folder, since kernels come from files.
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import subprocess
import sys
import tempfile
import time
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


def import_time() -> float:
    """`import pypto.language` in a new process, the interpreter's start not counted."""
    code = (
        "import time; t = time.perf_counter(); import pypto.language; "
        "print(time.perf_counter() - t)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return 1e3 * float(out.stdout)


def main() -> None:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=7)
    repeat = parser.parse_args().repeat
    median = statistics.median
    print(f"import pypto.language          {median(import_time() for _ in range(repeat)):8.2f} ms")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        load(folder, "warm", kernel_text(5)).compile()
        small, counts, rates = [], [], []
        for number in range(repeat):
            kernel = load(folder, f"small{number}", kernel_text(300))
            small.append(milliseconds(kernel.compile))
            counts.append(kernel.compile().operation_count)
        print(f"300-line kernel, {counts[0]} ops     {median(small):8.2f} ms")
        again = [milliseconds(kernel.compile) for _ in range(100)]
        print(f"same signature again           {median(again):8.3f} ms")
        parses: list[float] = []
        for number in range(max(1, repeat // 2)):
            kernel = load(folder, f"large{number}", kernel_text(10000))
            # CPython's own parser makes the syntax tree; it is most of this part.
            parses.append(milliseconds(lambda k=kernel: k.body))
            spent = milliseconds(kernel.compile)
            count = kernel.compile().operation_count
            rates.append((count / spent, count / (spent + parses[-1])))
        print(f"large kernel, tree to IR       {median(r[0] for r in rates):8.1f} k ops/s")
        print(f"large kernel, with its parse   {median(r[1] for r in rates):8.1f} k ops/s")


if __name__ == "__main__":
    main()
