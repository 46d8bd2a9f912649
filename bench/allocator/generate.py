#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes allocation problems whose least height is known.

    python bench/allocator/generate.py FOLDER [--count N] [--buffers N] [--slack PERCENT] [--seed N]

A rectangle of time and address is cut into buffers that fill it; then some buffers are taken
out until PERCENT of its area is free. The rest fits the capacity in the file's name, because it
was cut from it, but nothing says where. With no slack every address is used at every time, as in
the hardest of the public sets. File names are NAME.CAPACITY.csv.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

CAPACITY = 1 << 20
UNIT = 1024


class Block:
    """Times begin to end (excluded), addresses low to high in units."""

    def __init__(self, begin: int, end: int, low: int, high: int) -> None:
        self.begin, self.end, self.low, self.high = begin, end, low, high

    @property
    def area(self) -> int:
        return (self.end - self.begin) * (self.high - self.low)


def cut(block: Block, rng: random.Random) -> list[Block]:
    """Two halves, or five blocks around a centre, which no single cut separates."""
    width, height = block.end - block.begin, block.high - block.low
    if width >= 3 and height >= 3 and rng.random() < 0.3:
        a, b = sorted(rng.sample(range(block.begin + 1, block.end), 2))
        c, d = sorted(rng.sample(range(block.low + 1, block.high), 2))
        return [
            Block(block.begin, b, block.low, c),
            Block(b, block.end, block.low, d),
            Block(a, block.end, d, block.high),
            Block(block.begin, a, c, block.high),
            Block(a, b, c, d),
        ]
    by_time = width >= 2 and (height < 2 or rng.random() < 0.45)
    if by_time:
        at = rng.randint(block.begin + 1, block.end - 1)
        return [
            Block(block.begin, at, block.low, block.high),
            Block(at, block.end, block.low, block.high),
        ]
    at = rng.randint(block.low + 1, block.high - 1)
    return [
        Block(block.begin, block.end, block.low, at),
        Block(block.begin, block.end, at, block.high),
    ]


def generate(buffers: int, slack: float, seed: int) -> list[tuple[int, int, int]]:
    """(begin, end, bytes) of each buffer."""
    rng = random.Random(seed)
    total = Block(0, 4 * buffers, 0, CAPACITY // UNIT)
    blocks = [total]
    while len(blocks) < buffers:
        # Large blocks are cut first, with some randomness.
        index = max(
            rng.sample(range(len(blocks)), min(4, len(blocks))), key=lambda i: blocks[i].area
        )
        block = blocks[index]
        if block.end - block.begin < 2 and block.high - block.low < 2:
            continue
        blocks[index : index + 1] = cut(block, rng)
    rng.shuffle(blocks)
    free = 0.0
    while blocks and free + blocks[-1].area <= slack * total.area:
        free += blocks.pop().area
    return [(b.begin, b.end, (b.high - b.low) * UNIT) for b in blocks]


def main() -> None:
    parser = argparse.ArgumentParser(description="Write allocation problems of known height.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--buffers", type=int, default=200)
    parser.add_argument("--slack", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for i in range(options.count):
        seed = options.seed + i
        lines = ["id,lower,upper,size"]
        rows = generate(options.buffers, options.slack / 100, seed)
        lines += [f"b{n},{begin},{end},{size}" for n, (begin, end, size) in enumerate(rows)]
        name = f"cut-{options.buffers}-{options.slack:g}-{seed}.{CAPACITY}.csv"
        (options.folder / name).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
