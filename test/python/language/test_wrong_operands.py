# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every tile operation with each of its tiles replaced by something else.

The program compiles, or it is refused at the operation's line, or at that of the tile, by an error
that says what is accepted (expected), what to write instead (help), or why (note).
"""

import re

import pytest
from snippets import _HEADER, _TILES, SNIPPETS

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

# Another shape, memory, number of axes, element type; and no tile at all.
_OTHERS = """        tq = pl.load(x, [0, 0], [16, 32])
        tm = pl.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
        t3 = pl.reshape(pl.load(x, [0, 0], [32, 64]), [2, 16, 64])
"""
WRONG = ["tq", "tm", "t3", "tb", "ti", "ts", "x", "3", '"text"', "None"]
_SYSTEM = re.compile(r"pl\.(system|t(push|pop|free)|.*initialize_pipe|split_aiv|range|parallel)")
_TILE = re.compile(r"\bt[xhbistuvw]\b")
CASES = [
    (name, spot.start(), spot.end())
    for name, code in SNIPPETS.items()
    if not _SYSTEM.match(name)
    for spot in _TILE.finditer(code)
]
# Three axes of a tile are another matter than its place.
_AXES = "a tile of more than two axes"


def program(code):
    """The kernel with the tiles that the code names."""
    head, *tiles = (_TILES + _OTHERS).splitlines(keepends=True)
    used = [t for t in tiles if re.search(rf"\b{t.split()[0]}\b", code)]
    return f"{_HEADER}{head}{''.join(used)}        {code}\n        pl.write(out, [0, 0], 1.0)\n"


def explains(error, shown):
    """Says what is accepted; the message itself does where a chip lacks the operation."""
    if _AXES in shown or error.code == "PYPTO-E0316":
        return True
    return re.search(r"^  (expected|help|note):", shown, re.M)


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize(("name", "start", "end"), CASES)
def test_wrong_tile(name, start, end, platform):
    """One operand at a time."""
    code = SNIPPETS[name]
    for wrong in WRONG:
        if wrong == code[start:end]:
            continue
        changed = code[:start] + wrong + code[end:]
        text = program(changed)
        try:
            pl.parse(text).lower(config=RunConfig(platform=platform))
        except errors.Diagnosed as error:
            shown = str(error)
            places = {text[: text.index(changed)].count("\n") + 1}
            made = re.search(rf"^ *{re.escape(wrong)} = ", text, re.M)
            places |= {text[: made.end()].count("\n") + 1} if made else set()
            assert error.span is not None and error.span.line in places, shown
            assert explains(error, shown), shown
            assert "pto." not in error.message, shown
