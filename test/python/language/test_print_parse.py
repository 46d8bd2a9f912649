# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the printer writes parses back to equal IR."""

import importlib
import re
import sys
from pathlib import Path

import pytest
from snippets import programs

import pypto.language as pl
from pypto import errors
from pypto.language.functions import KernelFunction

_TESTS = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(_TESTS / "python" / "frontend"))
sys.path.append(str(_TESTS / "kernels"))
# Scratch of a tile transpose has no words: it is embedded as IR.
NO_WORDS = {"pl.transpose(t)"}
# Every test module of the tree that defines kernels; some share names with the folders above.
_MODULES = sorted(
    path.stem
    for folder in (_TESTS / "kernels", _TESTS / "python" / "frontend")
    for path in folder.glob("test_*.py")
    if "@pl." in path.read_text()
)
# Kernels whose IR a pass refuses, and with what: they are printed up to there.
REFUSED = {
    "lanes": "PYPTO-E0426",  # mixed kernels are not split yet
    "lanes_in_a_scope": "PYPTO-E0426",
    "lanes_on_the_chip": "PYPTO-E0426",
    # Wrong on purpose.
    "at_addresses": "PYPTO-E0505",
    "misaligned": "PYPTO-E0505",
    "outside": "PYPTO-E0505",
    "too_small": "PYPTO-E0505",
    "at_once": "PYPTO-E0505",
    "from_a_tensor": "PYPTO-E0318",
    # Tensors that cannot lie in the target of their assembly from the start.
    "used_before": "PYPTO-E0401",
    "twice": "PYPTO-E0401",
    "over_another": "PYPTO-E0401",
    "of_a_parameter": "PYPTO-E0401",
    "with_a_value": "PYPTO-E0401",
}
# Of kernels that need arguments to be compiled, and of those that are wrong on purpose.
_NOT_ALONE = ("PYPTO-E0710", "PYPTO-E0709", "PYPTO-E0308", "PYPTO-E0303")


def kernels():
    for name in _MODULES:
        module = importlib.import_module(name)
        for kernel in vars(module).values():
            if isinstance(kernel, KernelFunction) and kernel.kind == "jit":
                yield pytest.param(kernel, id=f"{name}.{kernel.name}")


def normal(program):
    """The IR without names of symbols' visibility order."""
    return re.sub(r"\s+", " ", str(program))


def round_trip(program):
    text = program.as_python()
    again = pl.parse(text)
    assert normal(again) == normal(program), text


@pytest.mark.parametrize("kernel", list(kernels()))
def test_kernels_of_the_tests(kernel):
    try:
        program = kernel.trace()
    except errors.Diagnosed as error:
        if error.code not in _NOT_ALONE:
            raise
        pytest.skip("it is wrong on purpose, or its parameters need sample arguments")
    round_trip(program)


@pytest.mark.parametrize("name", programs())
def test_snippets(name):
    program = pl.parse(programs()[name]).trace()
    round_trip(program)
    if name in NO_WORDS:
        assert "pl.mlir(" in program.as_python(), f"{name} has words now: remove it from the list"


def test_names_are_the_users_and_unique():
    text = pl.parse(programs()["pl.add(T)"]).trace().as_python()
    assert "r = pl.tensor.add(x, x)" in text
    assert "tx = pl.tile.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Vec)" in text


def test_what_has_no_words_is_named_and_embedded():
    program = pl.parse(programs()["pl.transpose(t)"]).trace()
    text = program.as_python()
    assert "# The kernel language has no words for operation pypto.tile.transpose in" in text
    assert str(pl.parse(text)) == str(program)


def test_embedded_ir_is_checked():
    with pytest.raises(ValueError, match="the IR of pl.mlir.. is not valid") as caught:
        pl.mlir("func.func @f() { pypto.task.nonsense }")
    assert caught.value.code == "PYPTO-E0026"


def test_embedded_strings_keep_their_escapes():
    text = r"""module { func.func private @f() attributes {note = "a\\22\"\"\" b\0A"} }"""
    program = pl.mlir(text, name="f")
    assert str(pl.parse(program.as_python())) == str(program)


def passes():
    """The passes of the default pipeline, each as a pipeline of its own."""
    from pypto.mlir import passmanager

    from pypto.compiler.pipeline import pipeline_text
    from pypto.frontend.builder import IrContext

    with IrContext.get().context:
        text = str(passmanager.PassManager.parse(pipeline_text("a2a3")))
    text = text.removeprefix("builtin.module(").removesuffix(")")
    depth, current = 0, ""
    for character in text + ",":
        depth += (character in "({") - (character in ")}")
        if character == "," and depth == 0:
            yield f"builtin.module({current})"
            current = ""
        else:
            current += character


@pytest.mark.parametrize("kernel", list(kernels()))
def test_every_pass_of_every_kernel(kernel):
    """What each pass leaves prints and parses back to equal IR."""
    from pypto.mlir import ir, passmanager

    from pypto.ir.program import Program

    try:
        module = kernel.trace().module.operation.clone()
    except errors.Diagnosed as error:
        if error.code not in _NOT_ALONE:
            raise
        pytest.skip("it is wrong on purpose, or its parameters need sample arguments")
    seen = set()
    for text in passes():
        with module.context:
            try:
                passmanager.PassManager.parse(text).run(module.operation)
            except ir.MLIRError as error:
                assert REFUSED.get(kernel.name, "none") in str(error), f"{text}: {error}"
                return
        program = Program(module, kernel.name)
        now = str(program)
        if now not in seen:
            assert str(pl.parse(program.as_python())) == now, text
        seen.add(now)
    assert seen
    assert kernel.name not in REFUSED, "it compiles now: remove it from REFUSED"
