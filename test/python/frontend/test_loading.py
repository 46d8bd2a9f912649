# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a first call imports: the rules and handlers that its kernel needs, and little else."""

from __future__ import annotations

import ast
import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import pypto.language
from pypto.frontend import function
from pypto.frontend.rules.table import RULES, rule_of


def declared_operations() -> list:
    """Every declaration of an operation, in whatever module of the language."""
    names = ["pypto.language"]
    names += [m.name for m in pkgutil.walk_packages(pypto.language.__path__, "pypto.language.")]
    found = {}
    for module in map(importlib.import_module, names):
        for value in vars(module).values():
            info = getattr(value, "__op__", None)
            if info is not None:
                found[info.spelling, info.name] = info
    return list(found.values())


def test_each_operation_finds_its_rule_in_its_family():
    operations = declared_operations()
    assert len(operations) > 350
    for info in operations:
        rule = rule_of(info)
        assert RULES[info.name] is rule
        assert rule.__module__ == f"pypto.frontend.rules.{info.family}", info.spelling


@pytest.mark.parametrize("kind", function._MODULES, ids=lambda kind: kind.__name__)
def test_each_kind_of_node_has_its_handler_where_the_table_says(kind: type):
    table = function.STATEMENTS if issubclass(kind, ast.stmt) else function.EXPRESSIONS
    handler = function._load(table, kind)
    assert handler.__module__ == f"pypto.frontend.{function._MODULES[kind]}"


def test_no_handler_is_missing_from_the_table():
    for kind in (*function.STATEMENTS, *function.EXPRESSIONS):
        assert kind in function._MODULES


KERNEL = """
import sys
import numpy  # The bindings of MLIR import it.
import pypto.language as pl

@pl.jit
def scale(x: pl.Tensor[[64, 32], pl.FP32], out: pl.Out[pl.Tensor[[64, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.mul(x, 2.0)
    return out

before = set(sys.modules)
scale.compile()
print(*sorted(set(sys.modules) - before))
"""


def test_a_first_compile_imports_what_it_needs_only(tmp_path: Path):
    path = tmp_path / "first.py"
    path.write_text(KERNEL)
    run = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
    imported = set(run.stdout.split())
    assert "pypto.frontend.rules.elementwise" in imported
    unwanted = {"statistics", "torch", "pypto.runtime.runner"}
    unwanted |= {f"pypto.frontend.rules.{name}" for name in ("matmul", "sort", "distributed")}
    unwanted |= {f"pypto.frontend.{name}" for name in ("counted", "spmd", "while_loops")}
    unwanted |= {"pypto.mlir.dialects.pypto", "pypto.mlir.dialects.builtin"}
    assert not imported & unwanted


def test_the_package_on_the_path_is_the_one_in_use():
    """Not one that is installed, whose native part may be older."""
    first = Path(os.environ.get("PYTHONPATH", "").split(os.pathsep)[0]).resolve()
    if not (first / "pypto").is_dir():
        pytest.skip("PYTHONPATH names no build tree")
    from pypto.mlir._mlir_libs import _pypto  # pyright: ignore

    assert Path(_pypto.__file__).resolve().is_relative_to(first)
    code = "import pypto; print(pypto.__file__)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert Path(run.stdout.strip()).is_relative_to(first)
