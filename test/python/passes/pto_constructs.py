# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What of a text for the PTO assembler is not in the assembler's version, by the documentation.

The operations of the assembler are those of the dialect whose description does not say that they
are an extension; the names of ours have to be in the table of docs/rationale/pto-dialect.md.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
# Companion dialects that the assembler reads.
COMPANIONS = {"affine", "arith", "builtin", "cf", "func", "memref", "scf", "tensor"}
# Keys of the FIFO operations that are not the assembler's. It has slot_num and local_slot_num in
# the internal form, on handles, only.
KEYS = {"id", "lane_stride", "slot_num", "local_slot_num"}
HANDLES = {"pto.initialize_l2l_pipe", "pto.initialize_l2g2l_pipe"}
FIFO = re.compile(r"(pto\.(?:ai[cv]_initialize_pipe|initialize_\w+|t(?:push|pop|free)\w*))\b")


@cache
def table() -> str:
    """The rows of the table of extensions."""
    text = (SOURCE / "docs" / "rationale" / "pto-dialect.md").read_text()
    return text[text.index("## Extensions") :]


@cache
def extension_operations() -> set[str]:
    names = set()
    for path in (SOURCE / "dialect" / "pto").glob("*Ops.td"):
        for definition in re.split(r"^def ", path.read_text(), flags=re.M)[1:]:
            name = re.match(r'Pto_\w+\s*:\s*\w+<\s*"([\w.]+)"', definition)
            if name and "**Extension.**" in definition:
                names.add(f"pto.{name[1]}")
    return names


def constructs(text: str) -> set[str]:
    """Constructs of a text that the assembler lacks: operations, keys, split codes, dialects."""
    found = set()
    for line in text.splitlines():
        line = re.sub(r"//.*", "", line)
        operation = re.match(r'\s*(?:%[\w:, %#]+ = )?(")?([a-z_]+)\.([\w.]+)', line)
        if operation:
            quoted, dialect, name = operation.groups()
            if dialect == "pto":
                if f"pto.{name}" in extension_operations():
                    found.add(f"pto.{name}")
                if quoted:
                    found.add(f'"pto.{name}"')
            elif dialect not in COMPANIONS:
                found.add(dialect)
        if fifo := FIFO.search(line):
            keys = set(re.findall(r"(\w+) = ", line)) & KEYS
            if fifo[1] in HANDLES:
                keys -= {"slot_num", "local_slot_num"}
            found |= keys
            if split := re.search(r"split = ([34])\b", line):
                found.add(f"split {split[1]}")
        if re.search(r"pto\.make_tensor_view %\S+ : ", line):
            found.add("make_tensor_view of a memref")
        if re.search(r"pto\.subset .* -> ", line):
            found.add("subset with a result type")
        if re.search(r"pto\.tmov ins\(%\S+ : [^,]*(?:<[^>]*>)?, %\S+ : i64\)", line):
            found.add("tmov with one scale")
    return found


def is_documented(construct: str) -> bool:
    """Whether the table of extensions names a construct."""
    spelled = {
        "split 3": "`split` 3 and 4",
        "split 4": "`split` 3 and 4",
        "make_tensor_view of a memref": "`pto.make_tensor_view %m : memref",
        "subset with a result type": "`pto.subset %t[%i, %j] sizes [r, c] : T -> T2`",
        "tmov with one scale": "`pto.tmov ins(%a : T, %scale : i64) outs(…)`",
    }
    if construct in spelled:
        return spelled[construct] in table()
    if construct.startswith("pto."):
        return f"{construct} " in table()
    return f"`{construct}`" in table()
