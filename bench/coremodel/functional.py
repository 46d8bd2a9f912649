# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Speed of the core model's instructions against NumPy on the same tiles, in the same run.

    python bench/coremodel/functional.py [--rounds 5]

A `.pto` program runs one instruction N times on tiles that are on chip already; its host time,
less that of the same program with an empty loop, is divided by N. NumPy works on the same shapes
with one thread. Ratios are NumPy's time over the model's: above 1 the model is faster. Functional
and timing observers are on. The last rows are the overhead per instruction: 1 KiB tiles, whose work
is small, without and with the hazard observer.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
built = Path(os.environ.get("PYPTO_BUILD_DIR", ROOT / "build")) / "python_packages"
sys.path[:0] = [
    str(ROOT / "test" / "python" / "coremodel"),
    *([str(built)] if built.is_dir() else []),
]

from pto_program import ELEMENTS, PtoProgram, element  # noqa: E402
from pypto.mlir import ir  # noqa: E402
from pypto.mlir._mlir_libs import _pypto  # noqa: E402

from pypto.compiler.executable import raising_diagnostics  # noqa: E402


class Timed:
    """A program whose instruction is in a loop, decoded once."""

    def __init__(self, program: PtoProgram, line: str, repeats: int) -> None:
        zero, one = program.constant(0), program.constant(1)
        count = program.constant(repeats)
        # The operands are there before the loop begins.
        program.lines += [
            "pto.barrier <PIPE_ALL>",
            f"scf.for %loop = {zero} to {count} step {one} {{",
            line,
            "}",
        ]
        context = ir.Context()
        with context, raising_diagnostics(context):
            module = ir.Module.parse(program.text())
            arch = "a5" if program.arch == "a5" else "a2a3"
            self.native = _pypto.decode(module.operation, "", arch)
        self.module = module
        self.buffers = [b.data for b in program.buffers]
        self.args = [(a.ctypes.data, ELEMENTS[a.dtype][1], list(a.shape)) for a in self.buffers]

    def seconds(self, races: bool = False) -> float:
        start = time.perf_counter()
        result = self.native.run(
            self.args,
            functional=True,
            timing=True,
            trace=False,
            seed=0,
            blocks=1,
            check_races=races,
        )
        elapsed = time.perf_counter() - start
        assert not result.error_code, result.error_message
        return elapsed


def best(function, rounds: int) -> float:
    return min(function() for _ in range(rounds))


def per_instruction(make, rounds: int, repeats: int, races: bool = False) -> float:
    """Seconds of one instruction: `make()` gives a program and its line."""
    program, line = make()
    full = Timed(program, line, repeats)
    program, _ = make()
    empty = Timed(program, "", repeats)
    whole = best(lambda: full.seconds(races), rounds)
    return (whole - best(lambda: empty.seconds(races), rounds)) / repeats


def numpy_seconds(function, rounds: int, repeats: int) -> float:
    def once() -> float:
        start = time.perf_counter()
        for _ in range(repeats):
            function()
        return (time.perf_counter() - start) / repeats

    return best(once, rounds)


def vector_case(name, shapes, dtype, attrs="", extra=(), dst=None, dst_layout="nd", arch="a3"):
    def make():
        rng = np.random.default_rng(7)
        p = PtoProgram(arch=arch)

        # Operands and result fill the vector memory: 64 KiB each.
        def place(i):
            p.top["vec"] = 65536 * i

        tiles = []
        for i, s in enumerate(shapes):
            place(i)
            tiles.append(
                p.load(rng.uniform(0.5, 2, s).astype(dtype), layout="dn" if s[1] == 1 else "nd")
            )
        place(2)
        td = p.tile(dst or shapes[0], dtype, layout=dst_layout)
        operands = [(t.name, t.type) for t in tiles]
        for kind in extra:
            if kind == "tmp":
                place(1)
                tmp = p.tile(shapes[0], dtype)
                operands.append((tmp.name, tmp.type))
            else:
                operands.append((p.constant(1.5, element(dtype)), element(dtype)))
        values = ", ".join(v for v, _ in operands)
        types = ", ".join(t for _, t in operands)
        return p, f"pto.{name} ins({values} : {types}) outs({td} : {td.type}) {attrs}"

    return make


def gather_case(shape, dtype):
    def make():
        rng = np.random.default_rng(7)
        p = PtoProgram()
        a = rng.uniform(0.5, 2, shape).astype(dtype)
        index = rng.permutation(a.size).reshape(shape).astype(np.int32)
        ta = p.load(a)
        p.top["vec"] = 49152
        ti = p.load(index)
        p.top["vec"] = 98304
        td = p.tile(shape, dtype)
        p.top["vec"] = 147456
        tt = p.tile(shape, np.int32)
        return (
            p,
            f"pto.tgather ins({ta}, {ti}, {tt} : {ta.type}, {ti.type}, {tt.type}) "
            f"outs({td} : {td.type})",
        )

    return make


def matmul_case(dtype):
    def make():
        rng = np.random.default_rng(7)
        p = PtoProgram(kind="cube")
        left = p.load(rng.uniform(-1, 1, (128, 128)).astype(dtype), loc="mat", layout="nz")
        tl = p.tile((128, 128), dtype, loc="left", layout="zz")
        tr = p.tile((128, 128), dtype, loc="right", layout="zn")
        acc = p.tile((128, 128), np.float32, loc="acc", layout="acc")
        p.line(f"pto.tmov ins({left} : {left.type}) outs({tl} : {tl.type})")
        p.line(f"pto.tmov ins({left} : {left.type}) outs({tr} : {tr.type})")
        p.op("tmatmul", [tl, tr], [acc])
        return p, (
            f"pto.tmatmul.acc ins({acc}, {tl}, {tr} : {acc.type}, {tl.type}, {tr.type}) "
            f"outs({acc} : {acc.type})"
        )

    return make


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="best of so many")
    parser.add_argument("--check", action="store_true", help="fail below the wanted ratios")
    options = parser.parse_args()
    import ml_dtypes

    rng = np.random.default_rng(7)
    f32, f16, bf16 = np.float32, np.float16, ml_dtypes.bfloat16
    tile = (128, 128)  # 64 KiB of f32
    half = (128, 256)  # 64 KiB of f16
    a, b = rng.uniform(0.5, 2, tile).astype(f32), rng.uniform(0.5, 2, tile).astype(f32)
    out = np.empty_like(a)
    ah = rng.uniform(0.5, 2, half).astype(f16)
    outh = np.empty_like(ah)
    index = rng.permutation(12288).reshape(96, 128).astype(np.int32)
    big = rng.uniform(-1, 1, (1024, 1024)).astype(f32)
    big_out = np.empty_like(big)
    # name, model's program, instructions per NumPy call, NumPy's call, wanted ratio
    rows = [
        ("matmul f16 1024^3", matmul_case(f16), 512, lambda: np.matmul(big, big, out=big_out), 0.5),
        (
            "matmul bf16 1024^3",
            matmul_case(bf16),
            512,
            lambda: np.matmul(big, big, out=big_out),
            0.5,
        ),
        ("add f32", vector_case("tadd", [tile, tile], f32), 1, lambda: np.add(a, b, out=out), 0.8),
        (
            "mul f32",
            vector_case("tmul", [tile, tile], f32),
            1,
            lambda: np.multiply(a, b, out=out),
            0.8,
        ),
        (
            "div f32",
            vector_case("tdiv", [tile, tile], f32),
            1,
            lambda: np.divide(a, b, out=out),
            0.8,
        ),
        (
            "max f32",
            vector_case("tmax", [tile, tile], f32),
            1,
            lambda: np.maximum(a, b, out=out),
            0.8,
        ),
        (
            "adds f32",
            vector_case("tadds", [tile], f32, extra=["s"]),
            1,
            lambda: np.add(a, f32(1.5), out=out),
            0.8,
        ),
        ("abs f32", vector_case("tabs", [tile], f32), 1, lambda: np.abs(a, out=out), 0.8),
        ("exp f32", vector_case("texp", [tile], f32), 1, lambda: np.exp(a, out=out), 0.8),
        ("log f32", vector_case("tlog", [tile], f32), 1, lambda: np.log(a, out=out), 0.8),
        ("sqrt f32", vector_case("tsqrt", [tile], f32), 1, lambda: np.sqrt(a, out=out), 0.8),
        (
            "rowsum f32",
            vector_case("trowsum", [tile], f32, extra=["tmp"], dst=(128, 1), dst_layout="dn"),
            1,
            lambda: a.sum(axis=1),
            0.8,
        ),
        (
            "rowmax f32",
            vector_case("trowmax", [tile], f32, extra=["tmp"], dst=(128, 1), dst_layout="dn"),
            1,
            lambda: a.max(axis=1),
            0.8,
        ),
        (
            "colsum f32",
            vector_case("tcolsum", [tile], f32, dst=(1, 128)),
            1,
            lambda: a.sum(axis=0),
            0.8,
        ),
        (
            "rowexpandmul f32",
            vector_case("trowexpandmul", [tile, (128, 1)], f32),
            1,
            lambda: np.multiply(a, a[:, :1], out=out),
            0.8,
        ),
        (
            "transpose f32",
            vector_case("ttrans", [tile], f32, extra=["tmp"]),
            1,
            lambda: np.copyto(out, a.T),
            0.3,
        ),
        (
            "gather f32",
            # Four tiles of 48 KiB: source, indices, result and scratch fill the memory.
            gather_case((96, 128), f32),
            1,
            lambda: np.take(a.reshape(-1)[:12288], index),
            0.3,
        ),
        (
            "add f16",
            vector_case("tadd", [half, half], f16),
            1,
            lambda: np.add(ah, ah, out=outh),
            0.8,
        ),
        ("exp f16", vector_case("texp", [half], f16), 1, lambda: np.exp(ah, out=outh), 0.8),
    ]
    print(f"{'work':22} {'model us':>10} {'NumPy us':>10} {'ratio':>7} {'wanted':>7}")
    missed = 0
    for name, make, count, function, wanted in rows:
        repeats = 64 if "matmul" in name else 400
        model = per_instruction(make, options.rounds, repeats) * count
        numpy = numpy_seconds(function, options.rounds, 3 if "matmul" in name else 200)
        missed += numpy / model < wanted
        print(
            f"{name:22} {model * 1e6:10.1f} {numpy * 1e6:10.1f} {numpy / model:7.2f} {wanted:7.2f}",
            flush=True,
        )
    # On the 950: there the iterations need no barrier between them.
    for name, make in [
        ("add f32 1 KiB", vector_case("tadd", [(4, 64), (4, 64)], f32, arch="a5")),
        ("adds f32 1 KiB", vector_case("tadds", [(4, 64)], f32, extra=["s"], arch="a5")),
    ]:
        for races, wanted in ((False, 300), (True, 1000)):
            nanoseconds = per_instruction(make, options.rounds, 20000, races) * 1e9
            missed += nanoseconds > wanted
            observer = ", hazards observed" if races else ""
            print(f"{name:22} {nanoseconds:10.0f} ns per instruction, wanted <= {wanted}{observer}")
    return 1 if options.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
