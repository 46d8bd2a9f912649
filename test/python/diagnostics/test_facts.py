# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an error takes from the text and the notes of a pass: facts, advice, the author's words."""

import pytest

from pypto.diagnostics.mlir import Collected, Reported, errors_of
from pypto.diagnostics.span import Span

_LINE = "    y[:] = pl.add(pl.exp(x), z)\n"


@pytest.fixture
def call(tmp_path):
    """The place of the call of pl.add, as the IR has it."""
    path = tmp_path / "kernel.py"
    path.write_text("if True:\n" + _LINE)
    column = _LINE.index("pl.add") + 1
    return Span(str(path), 2, column, 2, column + 1)


def error(message, span, *notes):
    found = Collected()
    found.items.append(Reported("error", message, span, (), notes))
    (made,) = errors_of(found)
    return made


def test_notes_are_facts(call):
    made = error(
        "[PYPTO-E0602] no such elements",
        call,
        ("expected: 'i16', 'ui16' or 'f32'", None),
        ("got: 'i8'", None),
        ("help: compare '!pypto.tile<4x8xf16, Vec>' with it", None),
        ("the tile is made here", Span(call.file, 1, 1, 1, 2)),
    )
    assert made.code == "PYPTO-E0602"
    assert (made.expected, made.got) == ("INT16, UINT16 or FP32", "INT8")
    assert made.hint == "compare pl.Tile[[4, 8], pl.FP16, pl.Mem.Vec] with it"
    assert made.note == f"the tile is made here ({call.file}:1:1)"


def test_element_types_that_are_facts_give_the_conversion(call):
    """Of the operand that the author wrote."""
    notes = (("expected: 'f16' or 'f32'", None), ("got: 'bf16'", None))
    made = error("[PYPTO-E0602] no such elements", call, *notes)
    assert made.hint == "convert it: pl.cast(pl.exp(x), pl.FP32)"


def test_facts_without_types_give_no_conversion(call):
    notes = (("expected: rows of 32 bytes", None), ("got: rows of 12", None))
    made = error("[PYPTO-E0602] short rows", call, *notes)
    assert (made.expected, made.got, made.hint) == ("rows of 32 bytes", "rows of 12", None)


def test_other_notes_stay_notes(call):
    """Also the last one, and one without a place."""
    made = error("[PYPTO-E0602] no", call, ("one", None), ("write y", None))
    assert (made.note, made.hint) == ("one\nwrite y", None)
    made = error("[PYPTO-E0602] no", call, ("help: write y", None), ("one", None))
    assert (made.note, made.hint) == ("one", "write y")


@pytest.mark.parametrize("name", ["'pypto.tile.add'", "'tile.add'"])
def test_an_operation_and_its_operands_are_the_authors(call, name):
    made = error(f"[PYPTO-E0426] {name} needs its operand 0 in Left", call)
    assert made.message == "pl.add needs 'pl.exp(x)' in Left"
    made = error(f"[PYPTO-E0426] {name} needs its operand 5 in Left", call)
    assert made.message == "pl.add needs an operand in Left"


def test_operands_of_another_operation_are_not_counted(call):
    """What pl.add became has operands of its own."""
    made = error("[PYPTO-E0426] 'tile.row_expand_add' needs its operand 0 in Vec", call)
    assert made.message == "pl.add needs an operand in Vec"


def test_instructions_and_their_buffers_are_the_authors(call):
    text = "rows of src to be multiples, got '!pto.tile_buf<vec, 17x33xf32, valid=?x?>'"
    made = error(f"[PYPTO-E0605] 'pto.tadd' op expects the {text}", call)
    wanted = "rows of src to be multiples, got pl.Tile[[17, 33], pl.FP32, pl.Mem.Vec]"
    assert made.message == f"pl.add expects the {wanted}"
