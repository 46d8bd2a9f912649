# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Feeds damaged .pto text and bytecode to pypto-opt.

Every file of a corpus is truncated, and has bytes and tokens replaced, removed,
doubled and swapped, with a seeded generator. The reader may accept or refuse
each variant; it must not crash, be killed by a sanitizer or run longer than the
time limit. Variants that do are written beside the report.

    mutate_pto.py --tool build/bin/pypto-opt --corpus test/Dialect/Pto --count 200
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(rb"[A-Za-z_][A-Za-z_0-9.]*|\d+|[^\sA-Za-z_0-9]|\s+")
# Text that upsets readers: huge numbers, unbalanced brackets, odd bytes.
HOSTILE = [
    b"9" * 40,
    b"-1",
    b"0x",
    b"?",
    b"<" * 64,
    b"(" * 64,
    b"!pto.tile_buf<",
    b"#pto.tile_buf_config<",
    b"\x00",
    b"\xff\xfe",
    b'"',
    b"",
]


def truncate(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def flip_byte(data: bytes, rng: random.Random) -> bytes:
    damaged = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
    return bytes(damaged)


def damage_token(data: bytes, rng: random.Random) -> bytes:
    tokens = TOKEN.findall(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(tokens))
        other = rng.randrange(len(tokens))
        kind = rng.randrange(4)
        if kind == 0:
            tokens[at] = rng.choice(HOSTILE)
        elif kind == 1:
            tokens[at] = tokens[at] + tokens[at]
        elif kind == 2:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        else:
            tokens[at] = tokens[other]
    return b"".join(tokens)


def run(tool: str, data: bytes, limit: float) -> str | None:
    """What is wrong with how `tool` took `data`; None when nothing is."""
    with tempfile.NamedTemporaryFile(suffix=".pto") as file:
        file.write(data)
        file.flush()
        try:
            done = subprocess.run(
                [tool, file.name, "-o", "/dev/null"],
                capture_output=True,
                timeout=limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"ran longer than {limit} s"
    if done.returncode not in (0, 1):
        return f"exit status {done.returncode}"
    if done.returncode == 1 and b"error" not in done.stderr:
        return "refused without an error message"
    return None


def to_bytecode(tool: str, path: pathlib.Path) -> bytes | None:
    done = subprocess.run(
        [tool, str(path), "-emit-bytecode", "-o", "-"], capture_output=True, check=False
    )
    return done.stdout if done.returncode == 0 else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--corpus", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=200, help="variants in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds per variant")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for failing variants")
    args = parser.parse_args()

    files = sorted(p for p in args.corpus.rglob("*") if p.suffix in (".pto", ".mlir"))
    if not files:
        print(f"no .pto or .mlir file under {args.corpus}", file=sys.stderr)
        return 2
    rng = random.Random(args.seed)
    failures = 0
    for number in range(args.count):
        path = files[number % len(files)]
        data = path.read_bytes()
        binary = rng.random() < 0.3
        if binary:
            data = to_bytecode(args.tool, path) or data
        mutate = rng.choice(
            [truncate, flip_byte] if binary else [truncate, flip_byte, damage_token]
        )
        damaged = mutate(data, rng)
        wrong = run(args.tool, damaged, args.limit)
        if wrong is None:
            continue
        failures += 1
        print(f"{path.name}, variant {number} ({mutate.__name__}): {wrong}", file=sys.stderr)
        if args.keep:
            args.keep.mkdir(parents=True, exist_ok=True)
            (args.keep / f"{path.stem}-{args.seed}-{number}.pto").write_bytes(damaged)
    print(f"{args.count} variants of {len(files)} files, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
