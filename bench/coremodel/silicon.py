# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modelled cycles of single instructions beside published ones.

    python bench/coremodel/silicon.py [--check]

Rows are cycles recorded by the vendor's tests: the 910B's single instructions (sources in one bank
group) and the 950's (rows x pitch, valid columns). `--check` fails when the median error of a
group exceeds 10 % or one error 40 %.
"""

from __future__ import annotations

import os
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

import ml_dtypes
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
built = Path(os.environ.get("PYPTO_BUILD_DIR", ROOT / "build")) / "python_packages"
sys.path[:0] = [
    str(ROOT / "test" / "python" / "coremodel"),
    *([str(built)] if built.is_dir() else []),
]

from pto_program import PtoProgram, element  # noqa: E402

TYPES = {
    "f": np.float32,
    "h": np.float16,
    "bf": ml_dtypes.bfloat16,
    "i16": np.int16,
    "i32": np.int32,
    "e4m3": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2,
    # Bytes under another name: two floats of 4 bits, and floats of tapered precision.
    "e2m1": np.uint8,
    "hif8": np.uint8,
}
NAMES = {"e2m1": "!pto.f4E2M1x2", "hif8": "!pto.hif8"}
PER_BYTE = {"e2m1": 2}

# op, type, rows, columns: cycles. 910B, whole tiles, sources at 0x0 and 0x4000.
A3 = """
tabs f 64 64 68; tadd f 64 64 160; tadd h 16 256 92; tadd i16 64 64 167; tadd i32 64 64 151
tadds f 256 16 266; tadds f 32 64 57; tadds h 63 64 69; tadds i32 31 128 70
tdivs f 32 64 205; texp f 32 16 30; texp f 32 32 63; texp f 64 64 159; texp h 64 64 95
tmins i32 64 64 68; tmul f 64 64 168; tmul i16 64 64 168; tmuls f 256 16 266; tmuls f 32 64 58
tmuls f 7 448 77; tmuls h 63 64 69; tmuls i32 31 128 70; trowexpand f 64 64 933
trowmax h 64 128 481; trowsum f 64 64 492; trowsum h 64 128 495; tsqrt h 64 64 160
tsub f 64 64 153; tsub h 16 256 68; tsub i16 64 64 170; tsub i32 64 64 132
"""
# op, type, rows, pitch, valid columns: cycles. 950.
A5 = """
tadd f 1 320 320 62; tadd f 1 1280 1280 80; tadd f 2 160 128 65; tadd f 2 672 640 82
tadd f 3 160 128 72; tadd f 3 672 640 104; tadd f 10 160 128 121; tadd f 10 672 640 245
tadd f 20 160 128 191; tadd f 20 224 192 211; tadd f 20 1312 1280 869
tmul f 1 192 192 61; tmul f 1 1280 1280 80; tmul f 10 224 192 132; tmul f 10 672 640 245
tmul f 20 160 128 192; tsub f 1 320 320 62; tsub f 3 160 128 72; tsub f 10 1312 1280 449
tneg f 1 640 640 65; tneg f 2 160 128 65; tneg f 3 672 640 96; tneg f 10 672 640 201
tneg f 20 160 128 191; tneg f 20 672 640 351; tneg f 20 1312 1217 583
tmins f 2 160 128 63; tmins f 3 224 192 73; tmins f 10 672 640 199; tmins f 20 1312 1280 583
texp f 1 640 640 81; texp f 2 224 192 76; texp f 3 672 640 122; texp f 10 672 640 262
texp f 20 160 128 199; texp f 20 672 640 462; texp h 1 1280 1280 103; texp h 10 1344 1280 463
tsqrt f 1 640 640 82; tsqrt f 2 160 128 74; tsqrt f 10 672 640 263; tsqrt f 20 672 640 463
tsqrt h 1 640 640 87; tsqrt h 10 1344 1280 464; trsqrt f 1 640 640 116; trsqrt f 2 160 128 92
trsqrt f 10 672 640 477; trsqrt f 20 160 128 237; trsqrt h 10 448 384 322
trecip f 1 640 640 83; trecip f 3 672 640 123; trecip f 20 160 128 201; trecip h 10 1344 1280 464
tcvt f>h 1 64 64 53; tcvt f>h 1 640 640 65; tcvt f>h 3 448 384 83; tcvt f>h 10 448 384 146
tcvt f>h 10 1344 1280 288; tcvt bf>h 1 640 640 60; tcvt bf>h 3 1344 1280 95
tcvt bf>h 10 1344 1280 193
tcvt bf>e2m1 1 128 128 67; tcvt bf>e2m1 1 1280 1280 179; tcvt bf>e2m1 10 192 128 180
tcvt bf>e2m1 10 448 384 2839; tcvt bf>e2m1 10 1344 1280 8369; tcvt f>e4m3 1 320 320 118
tcvt f>e4m3 3 192 128 97; tcvt f>e4m3 10 448 384 2829; tcvt f>e5m2 1 64 64 67
tcvt f>e5m2 3 1344 1280 2549; tcvt f>e5m2 10 192 128 181; tcvt f>hif8 1 640 640 178
tcvt f>hif8 3 448 384 890; tcvt h>hif8 3 192 128 58; tcvt h>hif8 10 1344 1280 194
tcvt e2m1>bf 1 256 256 91; tcvt e2m1>bf 1 2560 2560 99; tcvt e2m1>bf 3 320 256 75
tcvt e2m1>bf 3 2624 2560 166; tcvt e2m1>bf 10 832 768 194; tcvt e4m3>f 1 64 64 92
tcvt e4m3>f 1 640 640 126; tcvt e4m3>f 3 704 640 217; tcvt e4m3>f 10 256 192 216
tcvt e5m2>f 10 704 640 567; tcvt e5m2>f 3 128 64 74; tcvt hif8>f 3 256 192 110
tcvt hif8>f 10 704 640 567
tcvt h>f 3 704 640 95; tcvt h>f 10 128 64 66; tsel f 1 64 64 60; tsel f 1 320 320 91
tdivs f 1 640 640 82; tdivs f 10 672 640 267; tdivs f 20 160 128 201; tdivs h 10 1344 1280 464
"""


class Condition(NamedTuple):
    """Why a recorded row does not follow the formula: the recorded number in the terms of the
    vendor's own table (head + slope * repeats + drain), which a test evaluates.

    head, slope, repeats, drain, rest: the terms; their sum is the published number. words: what
    differs. regular: rows of the same operation whose drain is `usual`, so that the term that
    differs is seen beside the ones that do not.
    """

    head: int
    slope: int
    repeats: int
    drain: int
    rest: int
    words: str
    usual: int
    regular: dict[str, int]

    def published(self) -> int:
        """The recorded number by its terms."""
        return self.head + self.slope * self.repeats + self.drain + self.rest


# Rows recorded under other conditions than the formula's. They are printed and not counted;
# test/python/bench/test_silicon.py checks that each reason holds.
CONDITIONS = {
    ("910B", "texp f 32x16"): Condition(
        13, 2, 8, 0, 1, "without the drain that the other rows have", 18,
        {"texp f 32x32": 16, "texp f 64x64": 64, "texp h 64x64": 32},
    ),
    ("910B", "tsqrt h 64x64"): Condition(
        14, 2, 64, 18, 0, "64 repeats of 64 elements, where other rows of f16 have 32 of 128", 18,
        {"texp h 64x64": 32},
    ),
}  # fmt: skip
TWO_SOURCES = ("tadd", "tsub", "tmul")
WITH_SCALAR = ("tadds", "tmuls", "tmins", "tdivs")
WITH_SCRATCH = ("trowmax", "trowsum")


def parse(table: str) -> list[tuple[str, str, list[int]]]:
    rows = []
    for entry in table.replace("\n", ";").split(";"):
        if fields := entry.split():
            rows.append((fields[0], fields[1], [int(n) for n in fields[2:]]))
    return rows


def modelled(arch: str, op: str, type_: str, rows: int, pitch: int, valid: int) -> float:
    """Cycles of the instruction alone, from the timeline."""
    type_, _, target = type_.partition(">")
    target = target or type_
    dtype, result_type = np.dtype(TYPES[type_]), np.dtype(TYPES[target])
    p = PtoProgram(arch)
    stored = lambda n, name: n // PER_BYTE.get(name, 1)  # noqa: E731
    whole, part = pitch, valid
    pitch, valid = stored(whole, type_), stored(part, type_)
    shape = (rows, pitch)
    size = rows * pitch * dtype.itemsize
    sources = 2 if op in TWO_SOURCES else 1
    operands = []
    for i in range(sources):
        # Tiles of more than 16 KiB lie one behind the other, and all in one place where the
        # memory is too small for that; their contents do not matter.
        if size <= 0x4000:
            p.top["vec"] = 0x4000 * i
        elif 3 * size > 0x30000:
            p.top["vec"] = 0
        columns = 1 if op == "trowexpand" else valid
        operands.append(p.tile((rows, columns), dtype, shape=shape, named=NAMES.get(type_, "")))
    inputs = [(t.name, t.type) for t in operands]
    if op in WITH_SCRATCH:
        tmp = p.tile((rows, valid), dtype, shape=shape)
        inputs.append((tmp.name, tmp.type))
    if op in WITH_SCALAR:
        inputs.append((p.constant(2, element(dtype)), element(dtype)))
    if 3 * size > 0x30000:
        p.top["vec"] = 0
    if op in WITH_SCRATCH:
        td = p.tile((rows, 1), dtype, layout="dn")
    else:
        td = p.tile(
            (rows, stored(part, target)),
            result_type,
            shape=(rows, stored(whole, target)),
            named=NAMES.get(target, ""),
        )
    if op == "tsel":
        mask = p.tile((rows, (valid + 7) // 8), np.int8, shape=(rows, 64))
        inputs = [(mask.name, mask.type), *inputs, *inputs]
        p.op(op, [*inputs, (td.name, td.type)], [td])
    else:
        p.op(op, inputs, [td])
    result = p.run(functional=False, trace=True)
    import json

    events = json.loads(result.chrome_trace())
    events = events["traceEvents"] if isinstance(events, dict) else events
    for event in events:
        if event.get("ph") == "X" and event["name"] == op:
            args = event.get("args", {})
            if "cycles" in args:
                return float(args["cycles"])
            return event["dur"] * result.clock_mhz
    raise RuntimeError(f"no {op} in the timeline")


def main() -> int:
    failed = 0
    for title, arch, table in [("910B", "a3", A3), ("950", "a5", A5)]:
        print(f"{title:28} {'modelled':>9} {'published':>9} {'ratio':>6}")
        errors = []
        for op, type_, (rows, *columns, published) in parse(table):
            pitch, valid = columns if len(columns) == 2 else columns * 2
            cycles = modelled(arch, op, type_, rows, pitch, valid)
            condition = CONDITIONS.get((title, f"{op} {type_} {rows}x{pitch}"))
            if condition is None:
                errors.append(abs(cycles / published - 1))
            print(
                f"{op:10} {type_:4} {rows}x{pitch}({valid})".ljust(28)
                + f" {cycles:9.0f} {published:9} {cycles / published:6.2f}"
                + (f"  not counted: {condition.words}" if condition else "")
            )
        median = statistics.median(errors)
        failed += median > 0.1 or max(errors) > 0.4
        print(
            f"{title}: {len(errors)} rows, median error {median:.1%}, largest {max(errors):.0%}\n"
        )
    return 1 if "--check" in sys.argv and failed else 0


if __name__ == "__main__":
    sys.exit(main())
