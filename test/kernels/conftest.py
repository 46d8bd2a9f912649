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

from sweeps import Sweep, contents, is_sampled  # noqa: E402


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--sweep",
        action="store_true",
        help="all single operators: text read again, planned again, perturbed",
    )
    parser.addoption(
        "--seeds",
        type=int,
        default=0,
        help="so many schedule seeds for each run that is swept, instead of a few",
    )


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
def synchronisation_is_checked(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every kernel passes the static checker when it is compiled and the race observer when run.

    A test marked `unsynchronised` shows what a wrong program does; its runs are not observed.
    """
    from pypto.mlir._mlir_libs import _pypto

    compiled, run, decode = Executable.__init__, Executable.run, _pypto.decode
    is_watched = request.node.get_closest_marker("unsynchronised") is None
    # Kernels always, of single operators a sample, or all on demand.
    is_asked = "ops" not in request.path.parts or request.config.getoption("--sweep")
    sweeps = is_watched and (is_asked or is_sampled(request.node.name))
    decoded = ""

    def check(self: Executable, module: Any, native: Any) -> None:
        from pypto.mlir.passmanager import PassManager

        with module.context:
            manager = PassManager.parse("any(pto-verify-sync)")
            manager.run(module.operation)
            reads_back(module.operation)
        compiled(self, module, native)
        # Kept with it: a kernel may have been compiled by an earlier test.
        self.entry = decoded  # pyright: ignore[reportAttributeAccessIssue]

    def note(operation: Any, entry: str, arch: str) -> Any:
        nonlocal decoded
        decoded = entry
        return decode(operation, entry, arch)

    def watch(self: Executable, args: Any, **options: Any) -> Any:
        before = contents(args) if sweeps else []
        report = run(self, args, **{**options, "check_races": is_watched})
        plain = options.get("functional", True) and options.get("timing", True)
        if sweeps and plain and not options.get("seed") and options.get("blocks", 1) == 1:
            sweep = Sweep(self.module, self.entry, request.config.getoption("--seeds"))
            sweep.check(args, before, self._native, report)
        return report

    monkeypatch.setattr(_pypto, "decode", note)
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
