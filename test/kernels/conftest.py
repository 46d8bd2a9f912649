# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixtures of the numeric tests."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pypto.compiler.executable import Executable
from pypto.runtime import RunConfig

# What compiles write goes with the session.
FILES = tempfile.TemporaryDirectory(prefix="pypto-")
os.environ["PYPTO_PROG_BUILD_DIR"] = FILES.name
# Kernels and generators that the tests of the front end share.
PYTHON = Path(__file__).resolve().parents[1] / "python"
sys.path += [str(PYTHON), str(PYTHON / "frontend"), str(Path(__file__).resolve().parent)]


def reads_back(operation: Any) -> None:
    """The text of a kernel group is complete: read on its own, it is the same and verifies."""
    from pypto.mlir import ir
    from pypto.mlir.passmanager import PassManager

    for nested in operation.regions[0].blocks[0].operations:
        if nested.operation.name != "builtin.module":
            continue
        text = str(nested)
        again = ir.Module.parse(text)
        assert str(again.operation).strip() == text.strip()
        checks = "pto-verify-program,pto-verify-level{level=3},pto-verify-sync"
        PassManager.parse(f"any({checks})").run(again.operation)


@pytest.fixture(autouse=True)
def synchronisation_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kernel passes the static checker when it is compiled and the race observer when run."""
    compiled, run = Executable.__init__, Executable.run

    def check(self: Executable, module: Any, native: Any) -> None:
        from pypto.mlir.passmanager import PassManager

        with module.context:
            manager = PassManager.parse("any(pto-verify-sync)")
            manager.run(module.operation)
            reads_back(module.operation)
        compiled(self, module, native)

    def watch(self: Executable, *args: Any, **options: Any) -> Any:
        return run(self, *args, **{**options, "check_races": True})

    monkeypatch.setattr(Executable, "__init__", check)
    monkeypatch.setattr(Executable, "run", watch)


@pytest.fixture
def config() -> RunConfig:
    """The 910B model."""
    return RunConfig(platform="a2a3sim")


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Random data, the same in every run of one test."""
    return np.random.default_rng(list(request.node.name.encode()))


@pytest.fixture(autouse=True)
def shared_rng(rng: np.random.Generator) -> None:
    """The generator of `kernel_numbers` starts anew in each test, whichever ran before it."""
    import kernel_numbers

    kernel_numbers.rng.bit_generator.state = rng.bit_generator.state
