#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the address allocator on public problem sets.

    python bench/allocator/run.py [--tool build/bin/pypto-alloc] [--data ../shared/data]

Prints two tables: the MiniMalloc sets (every `*.csv` below the data folder's
`minimalloc`), and the problems captured from real kernels (every `*.json` below
`dsa-pypto`), each beside the first-fit and best-fit baselines, which run in the
same command. One process and one thread per planner and table.

Exit code: 0 if all measures hold, 1 if one does not, 2 if the tool is missing.
Without the data folder the script says so and exits with 0.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BASELINES = ("first-fit", "best-fit")
# Limits in seconds on one core.
CSV_LIMIT = 10.0
JSON_TOTAL_LIMIT = 5.0
UNPROVED_LIMIT = 2.0


def run(tool: Path, planner: str, files: list[Path], *options: str) -> list[dict]:
    """Runs the tool over all files in one process; returns a record per file."""
    command = [str(tool), "--records", f"--planner={planner}", *options, *map(str, files)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode == 2:
        sys.exit(f"bench/allocator: {result.stderr.strip()}")
    return [json.loads(line) for line in result.stdout.splitlines()]


def peak(record: dict) -> int:
    return sum(pool["peak"] for pool in record["pools"])


def table(header: list[str], rows: list[list[str]]) -> None:
    widths = [max(len(row[c]) for row in [header, *rows]) for c in range(len(header))]
    for row in [header, *rows]:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        print("  ".join(cells))
    print()


def over(value: int, capacity: int) -> str:
    return "fits" if value <= capacity else f"+{100 * (value - capacity) / capacity:.1f} %"


def bench_csv(tool: Path, files: list[Path]) -> bool:
    print("MiniMalloc sets: fit the capacity in the file's name\n")
    ours = run(tool, "exact", files)
    baselines = [run(tool, name, files) for name in BASELINES]
    rows = []
    good = True
    for i, record in enumerate(ours):
        pool = record["pools"][0]
        fast = record["seconds"] <= CSV_LIMIT
        good &= record["fits"] and fast
        rows.append(
            [
                files[i].name,
                str(record["buffers"]),
                str(pool["capacity"]),
                str(pool["lower_bound"]),
                str(pool["peak"]) if record["fits"] else "no fit",
                f"{record['seconds']:.2f}",
                str(record["nodes"]),
                *(over(peak(base[i]), pool["capacity"]) for base in baselines),
            ]
        )
    table(
        ["set", "buffers", "capacity", "live bytes", "peak", "seconds", "nodes", *BASELINES], rows
    )
    return good


def values(record: dict) -> tuple[int, ...]:
    return tuple(term["value"] for term in record["objective"])


def bench_json(tool: Path, folder: Path, files: list[Path]) -> bool:
    ours = run(tool, "exact", files)
    baselines = [run(tool, name, files) for name in BASELINES]
    groups: dict[str, list[int]] = {}
    for i, record in enumerate(ours):
        terms = ", ".join(term["term"] for term in record["objective"])
        groups.setdefault(terms + (" with costs" if record["costs"] else ""), []).append(i)

    print(f"Captured kernels: {len(files)} problems, each for its own objective\n")
    rows = []
    for name, members in sorted(groups.items()):
        status = Counter(ours[i]["status"] for i in members)
        optimal = sum(
            all(t["value"] == t["lower_bound"] for t in ours[i]["objective"]) for i in members
        )
        rows.append(
            [
                name,
                str(len(members)),
                str(sum(ours[i]["fits"] for i in members)),
                str(status["infeasible"]),
                str(optimal),
                *(
                    f"{sum(values(base[i]) == values(ours[i]) for i in members)}"
                    for base in baselines
                ),
                *(f"{sum(base[i]['reuse_cost'] for i in members)}" for base in baselines),
                f"{sum(ours[i]['reuse_cost'] for i in members)}",
                f"{sum(ours[i]['seconds'] for i in members):.3f}",
            ]
        )
    table(
        [
            "objective",
            "problems",
            "fit",
            "cannot fit",
            "proved",
            *(f"{b} optimal" for b in BASELINES),
            *(f"{b} cost" for b in BASELINES),
            "cost",
            "seconds",
        ],
        rows,
    )

    at_bound = above_bound = 0
    unproved = []
    for i, record in enumerate(ours):
        name = str(files[i].relative_to(folder))
        if any(t["value"] != t["lower_bound"] for t in record["objective"]):
            unproved.append((name, record))
        if record["objective"] and record["objective"][0]["term"] == "total_peak":
            bound = sum(pool["lower_bound"] for pool in record["pools"])
            if peak(record) == bound:
                at_bound += 1
            else:
                above_bound += 1
    print(f"Peak problems at the live-bytes bound: {at_bound}; above it: {above_bound}")
    print("Not proved minimal:" + (" none" if not unproved else ""))
    for name, record in unproved:
        terms = ", ".join(
            f"{t['term']} {t['value']} (at least {t['lower_bound']})" for t in record["objective"]
        )
        print(f"  {name}: {terms}, {record['seconds']:.2f} s")
    seconds = sum(record["seconds"] for record in ours)
    print(f"Total: {seconds:.3f} s\n")
    stuck = [r for r in ours if r["status"] == "not found"]
    return (
        not stuck
        and seconds <= JSON_TOTAL_LIMIT
        and all(r["seconds"] <= UNPROVED_LIMIT for _, r in unproved)
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", type=Path, default=ROOT / "build" / "bin" / "pypto-alloc")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    arguments = parser.parse_args()
    if not arguments.tool.exists():
        print(f"bench/allocator: there is no '{arguments.tool}'; build it or give --tool")
        return 2
    if not arguments.data.is_dir():
        print(f"bench/allocator: skipped, there is no '{arguments.data}'; give --data")
        return 0
    good = True
    sets = sorted((arguments.data / "minimalloc").rglob("*.csv"))
    kernels = sorted((arguments.data / "dsa-pypto").rglob("*.json"))
    for name, files in (("minimalloc", sets), ("dsa-pypto", kernels)):
        if not files:
            print(f"bench/allocator: skipped {name}, no problems in '{arguments.data / name}'\n")
    if sets:
        good &= bench_csv(arguments.tool, sets)
    if kernels:
        good &= bench_json(arguments.tool, arguments.data / "dsa-pypto", kernels)
    print("all measures hold" if good else "NOT all measures hold")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
