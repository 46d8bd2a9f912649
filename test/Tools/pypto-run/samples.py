# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels in the style of the public assembler's samples with pypto-run alone
and compares every output with NumPy.

    samples.py FOLDER-OF-SAMPLES WORK-FOLDER [name...]

Each file is read, verified, printed and read again before it runs.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
from sample_tables import Sample, floats, matrix_samples, pair_samples, product, vector_samples

random = np.random.default_rng(23)


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def branches(x, tiles, limit):
    y = np.zeros_like(x)
    for i in range(min(tiles, limit)):
        rows = slice(8 * i, 8 * i + 8)
        y[rows] = 2 * x[rows] if i % 2 == 0 else -x[rows]
    return y


def samples():
    x, y = floats(37, 50), floats(37, 50)
    yield "vector_add_dynamic", Sample({0: x, 1: y}, 2, x + y, {3: 37, 4: 50})
    a, b = floats(32, 128, dtype="f2"), floats(128, 48, dtype="f2")
    yield "matmul_k_loop", Sample({0: a, 1: b}, 2, product(a, b), tolerance=1e-3)
    x = floats(48, 64)
    yield "softmax", Sample({0: x}, 1, softmax(x), {2: 48}, 1e-5)
    a, b = floats(16, 16, dtype="f2"), floats(16, 16, dtype="f2")
    twice = 2 * product(a, b)
    yield "fifo_a5", Sample({0: a, 1: b}, 2, twice, tolerance=1e-3)
    slots = np.zeros(2048, "f4")
    yield "fifo_a3", Sample({0: a, 1: b, 3: slots}, 2, twice, tolerance=1e-3)
    x = floats(33)
    line = x + x + np.arange(33, dtype="f4")
    yield "scalar_loop", Sample({0: x}, 1, line, {2: 33})
    for tiles, limit in [(5, 5), (5, 3), (1, 1)]:
        x = floats(8 * tiles, 32)
        y = branches(x, tiles, limit)
        yield "branches", Sample({0: x, 1: np.zeros_like(x)}, 1, y, {2: tiles, 3: limit})
    x = floats(16, 16)
    for n in [0, 1, 5]:
        yield "while_loop", Sample({0: x}, 1, x * np.float32(2**n), {2: n})
    index = random.integers(0, 256, (16, 16)).astype("i4")
    yield "gather_rows", Sample({0: x, 1: index}, 2, x.reshape(-1)[index])
    half = np.float32(0.5)
    yield "two_functions", Sample({0: x}, 1, x * half * half, {2: 0.5})
    x = floats(32, 32)
    yield "blocks", Sample({0: x}, 1, x + x, flags=["--blocks=4"])
    x, y = floats(16, 64), floats(16, 64)
    yield "select_and_convert", Sample({0: x, 1: y}, 2, np.maximum(x, y).astype("f2"))
    yield from vector_samples()
    yield from matrix_samples()
    yield from pair_samples()


def check_text(file, work):
    """What the file says is printed so that it reads back as the same."""
    first, second = work / "first.mlir", work / "second.mlir"
    subprocess.run(["pypto-opt", file, "-o", first], check=True)
    subprocess.run(["pypto-opt", first, "-o", second], check=True)
    assert first.read_text() == second.read_text(), "the text changes when it is read again"


def needs_synchronisation(text):
    """Addresses, but no synchronisation, by the author."""
    return "addr =" in text and not any(op in text for op in ("_flag", "_event[", "pto.barrier"))


def run(name, sample, folder, work):
    file = folder / f"{name}.pto"
    check_text(file, work)
    if needs_synchronisation(file.read_text()):
        planned = work / f"{name}.mlir"
        subprocess.run(
            ["pypto-opt", file, "--pto-insert-sync", "--pto-verify-sync", "-o", planned],
            check=True,
        )
        file = planned
    command = ["pypto-run", file, "--check-races", *sample.flags]
    for number, value in sample.inputs.items():
        path = work / f"in{number}.npy"
        np.save(path, value)
        command += ["--input", f"arg{number}={path}"]
    for number, value in sample.scalars.items():
        command += ["--scalar", f"arg{number}={value}"]
    for number, expected in sample.outputs.items():
        if number not in sample.inputs:
            shape = "x".join(map(str, expected.shape))
            command += ["--shape", f"arg{number}={shape}"]
        command += ["--output", f"arg{number}={work / f'out{number}.npy'}"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    for line in sample.prints:
        assert line in done.stdout, f"{line!r} is not printed:\n{done.stdout}"
    for number, expected in sample.outputs.items():
        got = np.load(work / f"out{number}.npy").reshape(expected.shape)
        np.testing.assert_allclose(got, expected, rtol=sample.tolerance, atol=sample.tolerance)


def main():
    folder, work = Path(sys.argv[1]), Path(sys.argv[2])
    work.mkdir(parents=True, exist_ok=True)
    failed = []
    names = set()
    for name, sample in samples():
        names.add(name)
        if len(sys.argv) > 3 and name not in sys.argv[3:]:
            continue
        try:
            run(name, sample, folder, work)
        except (subprocess.CalledProcessError, AssertionError) as error:
            print(f"{name}: {error}")
            failed.append(name)
    unknown = {path.stem for path in folder.glob("*.pto")} - names
    assert not unknown, f"samples without expected numbers: {unknown}"
    print(f"{len(names)} samples, wrong: {failed or 'none'}")
    return bool(failed)


sys.exit(main())
