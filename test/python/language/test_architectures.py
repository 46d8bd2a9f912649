# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operation of the language x every chip: it is lowered, or the error names the chip.

The operations are those of snippets.py, each by itself, with the tiles that it names. What a chip
lacks is an error at the user's line that says which chip it is; nothing else may stop.
"""

import re

import pytest
from snippets import _HEADER, _TILES, SNIPPETS

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

PLATFORMS = {"a2a3sim": ("a2a3", "910B", "A3"), "a5sim": ("a5", "950", "A5")}
# What has one chip only, by the architecture's documents.
ONE_CHIP = {
    "a2a3sim": {
        "pl.random",
        "pl.tile.random",
        "pl.mgather(row)",
        "pl.mgather(elem)",
        "pl.mscatter",
    },
    "a5sim": set(),
}
# Statements that are about cores, queues and flags, or that need more than one kernel.
_NOT_OPERATIONS = re.compile(r"pl\.(system|t(push|pop|free)|.*initialize_pipe|.*buffer|split_aiv)")
# What is not used is not lowered.
USES = {
    "pl.random": "\n        out[:] = pl.reinterpret_view(r, pl.FP32)",
    "pl.tile.random": "\n        out = pl.store(pl.reinterpret_view(r, pl.FP32), [0, 0], out)",
}
OPERATIONS = [name for name in SNIPPETS if not _NOT_OPERATIONS.match(name)]


def program(name):
    """The kernel with no more than what the snippet uses."""
    code = SNIPPETS[name] + USES.get(name, "")
    lines = _TILES.splitlines(keepends=True)
    head, tiles = lines[0], lines[1:]
    used = [t for t in tiles if re.search(rf"\b{t.split()[0]}\b", code)]
    keep = "        pl.write(out, [0, 0], 1.0)\n" if "out" not in code else ""
    return f"{_HEADER}{head}{''.join(used)}        {code}\n{keep}"


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("name", OPERATIONS)
def test_operation(name, platform):
    """Lowered to instructions of the chip, or refused for it."""
    text = program(name)
    try:
        lowered = pl.parse(text).lower(config=RunConfig(platform=platform))
    except errors.Diagnosed as error:
        found = error.diagnostics[0]
        assert name in ONE_CHIP[platform], error
        assert any(chip in str(error) for chip in PLATFORMS[platform]), error
        assert found.code.startswith("PYPTO-E")
        first = text[: text.index(SNIPPETS[name])].count("\n") + 1
        assert f":{first}:" in str(error) or f" {first} |" in str(error), error
        return
    assert name not in ONE_CHIP[platform], "the table above says that the chip lacks it"
    assert "pto." in lowered.mlir()
