# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times of a first and of a warm call of `scale`, of the import, and the memory they take.

    python bench/calls.py [--runs N]

Each first call is a fresh process; printed are medians, with the stages of the first call, and
ratios against NumPy doing the same work (`x * 2.0`) in the same process. Modules are imported from
bytecode, as an installed package's are. "libraries" is what a first call loads but other users of
MLIR share: LLVM's and MLIR's shared libraries with their bindings; "imports of the front end" is
the part of "first call: front end" that a second kernel does not pay.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time


def measure() -> dict[str, float]:
    """One fresh process: import, first call by stages, warm calls, peak memory."""
    start = time.perf_counter()
    import pypto.language as pl

    imported = time.perf_counter()
    import numpy as np

    from pypto.runtime import RunConfig

    before_libraries = time.perf_counter()
    import pypto.mlir.ir  # noqa: F401

    libraries = time.perf_counter() - before_libraries

    @pl.jit
    def scale(
        x: pl.Tensor[[256, 128], pl.FP32],
        out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.mul(x, 2.0)
        return out

    config = RunConfig(platform="a2a3sim")
    x = np.random.default_rng(0).standard_normal((256, 128), dtype=np.float32)
    out = np.zeros_like(x)

    begin = time.perf_counter()
    compiled = scale.compile(x, out, config=config)
    parsed = time.perf_counter()
    executable = compiled.executable
    lowered = time.perf_counter()
    scale(x, out, config=config)
    ran = time.perf_counter()
    assert executable is not None and np.array_equal(out, x * np.float32(2.0))

    @pl.jit
    def other(
        x: pl.Tensor[[256, 128], pl.FP32],
        out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.mul(x, 3.0)
        return out

    second = time.perf_counter()
    other.compile(x, out, config=config)
    second = time.perf_counter() - second
    warm = []
    for _ in range(200):
        one = time.perf_counter()
        scale(x, out, config=config)
        warm.append(time.perf_counter() - one)
    baseline = []
    for _ in range(200):
        one = time.perf_counter()
        np.multiply(x, np.float32(2.0), out=out)
        baseline.append(time.perf_counter() - one)
    return {
        "import pypto.language": imported - start,
        "libraries": libraries,
        "first call: front end": parsed - begin,
        "  imports of the front end": parsed - begin - second,
        "  second kernel: front end": second,
        "first call: passes and decode": lowered - parsed,
        "first call: run": ran - lowered,
        "first call": ran - begin,
        "warm call": statistics.median(warm),
        "NumPy, same work": statistics.median(baseline),
        "peak memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure()))
        return
    command = [sys.executable, __file__, "--one"]
    with tempfile.TemporaryDirectory() as bytecode:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = bytecode
        # The first run writes the bytecode.
        runs = [
            json.loads(
                subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout
            )
            for _ in range(options.runs + 1)
        ][1:]
    for name in runs[0]:
        values = [run[name] for run in runs]
        unit, factor = ("MB", 1.0) if name == "peak memory" else ("ms", 1e3)
        middle = statistics.median(values) * factor
        low, high = min(values) * factor, max(values) * factor
        print(f"{name:32} {middle:9.3f} {unit}   ({low:.3f} .. {high:.3f})")
    ratio = statistics.median(run["warm call"] / run["NumPy, same work"] for run in runs)
    print(f"{'warm call / NumPy':32} {ratio:9.1f} x")


if __name__ == "__main__":
    main()
