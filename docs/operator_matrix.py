# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the operator matrix: each operator x element type x chip, and what it costs.

    python operator_matrix.py <folder of the operator table> <pypto-costs> <llvm-tblgen> \
        <repository> <include folders...> <out.md>

Nothing is listed by hand: element types are those with which a kernel of the operator compiles
for the chip; instructions are those of the compiled kernel; pipe and scratch come from the
instructions' definitions (ODS), layouts from their verifiers (layouts.py); formulas, numbers,
sources and the in-place rule from the core model's table.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

CHIPS = {"a3": ("910B", "a2a3sim"), "a5": ("950", "a5sim")}


def costs(tool: str) -> dict[str, dict[str, Any]]:
    """The model's facts by chip and instruction."""
    found = {}
    for chip, (name, _) in CHIPS.items():
        text = subprocess.run([tool, f"--target={name}"], check=True, capture_output=True).stdout
        found[chip] = {row["name"]: row for row in json.loads(text)}
    return found


def definitions(tblgen: str, source: Path, includes: list[str]) -> dict[str, dict[str, Any]]:
    """What ODS says of each instruction: scratch operands and the pipe."""
    arguments = [f"-I{folder}" for folder in includes]
    text = subprocess.run(
        [tblgen, "--dump-json", str(source), *arguments], check=True, capture_output=True
    ).stdout
    records = json.loads(text)
    found = {}
    for record in records.values():
        if not isinstance(record, dict) or "opName" not in record:
            continue
        operands = [name for _, name in record["arguments"]["args"]]
        pipe = re.search(r"Pipe::(\w+)", str(record.get("pipeDecl", "")))
        found[record["opName"]] = {
            "scratch": "tmp" in operands,
            "pipe": pipe[1] if pipe else "by operand",
        }
    return found


def compiled(text: str, platform: str) -> Any:
    """The lowered program, or nothing where it is refused."""
    import pypto.language as pl
    from pypto.errors import Diagnosed
    from pypto.runtime import RunConfig

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return pl.parse(text).lower(config=RunConfig(platform=platform))
    except Diagnosed:
        return None


def instructions(program: str, known: Iterable[str]) -> list[str]:
    """Instructions of the lowered kernels in order, without loads, stores and repetitions."""
    names = dict.fromkeys(re.findall(r"\bpto\.([a-z][\w.]*)", program))
    return [n for n in names if n in known and n not in ("tload", "tstore")]


_TILE = re.compile(r"!pto\.tile_buf<(\w+), ([^<>]*)>")
_LAYOUTS = {
    ("row_major", "none_box"): "nd",
    ("col_major", "none_box"): "dn",
    ("col_major", "row_major"): "nz",
    ("row_major", "col_major"): "zn",
    ("row_major", "row_major"): "zz",
    ("col_major", "col_major"): "nn",
}


def orders_used(program: str, names: Iterable[str]) -> list[str]:
    """Memory and order of the tiles of the instructions `names`, such as "left nz"."""
    found: dict[str, None] = {}
    wanted = tuple(f"pto.{name} " for name in names)
    for line in program.splitlines():
        if not line.strip().startswith(wanted):
            continue
        for loc, options in _TILE.findall(line):
            outer = "col_major" if "blayout=col_major" in options else "row_major"
            inner = re.search(r"slayout=(\w+)", options)
            order = _LAYOUTS[outer, inner[1] if inner else "none_box"]
            found[f"{loc} {order}"] = None
    return list(found)


def low_precision(table: Any, pto_ods: Any) -> list[str]:
    """Operators on element types that NumPy has no names for: one line for each."""
    import low_precision_matrix

    lines = [
        "| operator | instructions | pipe | layouts | 910B | 950 | cost 950 | source |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for operator, kernels in low_precision_matrix.rows().items():
        takes: dict[str, list[str]] = {chip: [] for chip in CHIPS}
        names: dict[str, None] = {}
        orders: dict[str, None] = {}
        for chip, (_, platform) in CHIPS.items():
            for types, text in kernels.items():
                result = compiled(text, platform)
                if result:
                    program = result.mlir()
                    takes[chip].append(types)
                    found = instructions(program, table[chip])
                    names.update(dict.fromkeys(found))
                    orders.update(dict.fromkeys(orders_used(program, [*found, "tstore"])))
        pipes = sorted({pto_ods.get(n, {}).get("pipe", "?") for n in names})
        sources = dict.fromkeys(table["a5"][n]["source"] for n in names)
        lines.append(
            f"| `{operator}` | {', '.join(names)} | {', '.join(pipes)} | {', '.join(orders)} | "
            f"{', '.join(takes['a3']) or '-'} | {', '.join(takes['a5']) or '-'} | "
            f"{cost_text('a5', names, table)} | {'; '.join(sources)} |"
        )
    return lines


def cost_text(chip: str, names: Iterable[str], table: dict[str, dict[str, Any]]) -> str:
    """Formula, numbers and source of each instruction."""
    parts = []
    for name in names:
        row = table[chip].get(name)
        if row:
            guess = " **guess**" if row["guess"] else ""
            parts.append(f"`{name}`: f {row['fixed']:g}, r {row['perRepeat']:g}{guess}")
    return "; ".join(parts)


def layouts_text(found: dict[str, dict[str, str]]) -> str:
    """What each instruction takes; by chip only where the chips differ."""
    parts = []
    for name in dict.fromkeys(n for chip in found.values() for n in chip):
        by_chip = {CHIPS[c][0]: table[name] for c, table in found.items() if name in table}
        if len(set(by_chip.values())) == 1:
            parts.append(f"`{name}`: {next(iter(by_chip.values()))}")
        else:
            parts += [f"`{name}` ({chip}): {text}" for chip, text in by_chip.items()]
    return "; ".join(parts)


def matrix(folder: str, table: Any, pto_ods: Any) -> list[str]:
    """One line for each operator and level."""
    sys.path[:0] = [folder, str(Path(__file__).parent)]
    import numpy as np
    import test_matrix as cells
    from layouts import layouts
    from op_matrix import ALL, OPS

    rng = np.random.default_rng(0)
    lines = [
        "| operator | instructions | pipe | layouts | 910B | 950 | scratch | in place | "
        "cost 910B | cost 950 |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for op in OPS:
        for level in ("tensor", "tile"):
            if not getattr(op, level):
                continue
            takes: dict[str, list[str]] = {}
            names: dict[str, list[str]] = {}
            orders: dict[str, dict[str, str]] = {}
            for chip, (_, platform) in CHIPS.items():
                takes[chip] = []
                for dtype in ALL:
                    inputs = cells.operands(rng, op, dtype)
                    out = np.zeros(cells.result_shape(op), cells.DTYPES[op.out or dtype])
                    text = cells.source(op, level, inputs, out, ("15", "17"))
                    result = compiled(text, platform)
                    if result:
                        takes[chip].append(dtype)
                        for name in instructions(result.mlir(), table[chip]):
                            if name not in names.setdefault(chip, []):
                                names[chip].append(name)
                                orders.setdefault(chip, {})[name] = layouts(result, name, chip)
            every = list(dict.fromkeys([*names.get("a3", []), *names.get("a5", [])]))
            pipes = {pto_ods.get(f"{n}", {}).get("pipe", "?") for n in every}
            scratch = any(pto_ods.get(n, {}).get("scratch") for n in every)
            in_place = bool(every) and all(table["a3"][n]["inPlace"] for n in every)
            lines.append(
                f"| `{getattr(op, level)}` | {', '.join(every)} | {', '.join(sorted(pipes))} | "
                f"{layouts_text(orders)} | "
                f"{' '.join(takes['a3']) or '-'} | {' '.join(takes['a5']) or '-'} | "
                f"{'yes' if scratch else 'no'} | "
                f"{'yes' if in_place else 'no'} | "
                f"{cost_text('a3', names.get('a3', []), table)} | "
                f"{cost_text('a5', names.get('a5', []), table)} |"
            )
    return lines


def instruction_table(table: Any, pto_ods: dict[str, Any]) -> list[str]:
    """Every instruction of the model with its formula."""
    lines = [
        "| instruction | pipe | formula | 910B f, r | source | 950 f, r | source |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, row in table["a3"].items():
        other = table["a5"][name]

        def numbers(r: dict[str, Any]) -> str:
            guess = " **guess**" if r["guess"] else ""
            return f"{r['fixed']:g}, {r['perRepeat']:g}{guess}"

        pipe = pto_ods.get(name, {}).get("pipe", "")
        lines.append(
            f"| `{name}` | {pipe} | {row['formula']} | {numbers(row)} | {row['source']} | "
            f"{numbers(other)} | {other['source']} |"
        )
    return lines


def main(arguments: list[str]) -> int:
    """Command line entry."""
    operators, tool, tblgen, root, *includes, target = arguments
    table = costs(tool)
    pto_ods = definitions(tblgen, Path(root) / "dialect/pto/PtoOps.td", includes)
    lines = [
        "# Operators: element types, instructions, cost",
        "",
        "Generated. Element types are those with which the operator compiles for the chip (a",
        "ragged valid region); others are refused with an error that names the chip. Layouts are",
        "those of the compiled instruction's tiles, destinations last, and in parentheses others",
        "that its verifier accepts. In a cost, f",
        "and r are the fixed and the per-repeat cycles of the instruction's formula (second",
        "table); **guess**: no published figure.",
        "",
        *matrix(operators, table, pto_ods),
        "",
        "# Low precision",
        "",
        "Micro-scaled products, quantising stores, and floats of 4 and 8 bits. A chip's column",
        "lists the element types with which the operator compiles for it.",
        "",
        *low_precision(table, pto_ods),
        "",
        "# Instructions: cycle formulas and their sources",
        "",
        *instruction_table(table, pto_ods),
        "",
    ]
    Path(target).write_text("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
