# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong kernels at random: every one must compile or stop with a diagnostic of its own.

    python mutate_kernels.py [--first N] [--count N]

Takes the kernels of test/python/language/snippets.py, replaces up to three names or numbers of
each, and compiles the result to an executable. Prints and counts what raises anything but a
diagnostic with a code, or an internal error; exit status 1 if there was any. A seed always gives
the same kernel. Standard output names the seed before it is tried, so that a crash shows it.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
import tokenize
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "python" / "language"))

from snippets import programs

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

NUMBERS = (
    "0 -1 1 7 15 17 33 64 65536 2147483648 9223372036854775807 9223372036854775808 10**30 "
    "3.5 1e400 1.0e-45 True None 'x' ()"
).split() + ["[1, 2]"]
NAMES = (
    "x h b i s u v w out tx th tb ti ts tu tv tw tmp k n pl.FP32 pl.INT8 pl.BF16 "
    "pl.Mem.Mat pl.Mem.Left pl.Mem.Acc pl.PadValue.min"
).split()
KEYWORDS = {"pl", "with", "for", "in", "return", "def", "if", "else", "and", "or", "not"}
PROGRAMS = programs()
OPERATIONS = sorted({op for text in PROGRAMS.values() for op in re.findall(r"= pl\.(\w+)\(", text)})


def mutate(source: str, rng: random.Random) -> str:
    """`source` with one to three tokens of its last eight lines replaced or removed."""
    lines = source.splitlines()
    first = max(3, len(lines) - 8)
    tokens = [
        token
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.start[0] > first
        and token.type in (tokenize.NUMBER, tokenize.NAME)
        and token.string not in KEYWORDS
    ]
    for token in rng.choices(tokens, k=rng.choice((1, 1, 2, 3))) if tokens else ():
        row, column = token.start
        line = lines[row - 1]
        end = column + len(token.string)
        if line[column:end] != token.string:
            continue  # moved by an earlier replacement
        if rng.random() < 0.07:
            new = ""
        elif token.type == tokenize.NUMBER:
            new = rng.choice(NUMBERS)
        elif line[:column].endswith("pl."):
            new = rng.choice(OPERATIONS)
        else:
            new = rng.choice(NAMES if rng.random() < 0.6 else NUMBERS)
        lines[row - 1] = line[:column] + new + line[end:]
    return "\n".join(lines) + "\n"


def outcome(source: str, platform: str) -> str:
    """Empty, or what is wrong with how the kernel was refused."""
    try:
        _ = pl.parse(source).compile(config=RunConfig(platform=platform)).executable
    except errors.InternalError as error:
        return f"internal error: {error}"
    except (errors.Diagnosed, SyntaxError):
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=1000, help="how many seeds")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    failures = 0
    for seed in range(options.first, options.first + options.count):
        rng = random.Random(seed)
        name = rng.choice(sorted(PROGRAMS))
        source = mutate(PROGRAMS[name], rng)
        platform = rng.choice(("a2a3sim", "a5sim"))
        print(f"seed {seed}", flush=True)
        if problem := outcome(source, platform):
            failures += 1
            print(f"{name} on {platform}: {problem}\n{source}", flush=True)
    print(f"{options.count} kernels, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
