# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Importing the language is cheap and loads nothing heavy."""

import subprocess
import sys
from pathlib import Path

import pypto


def test_import_loads_neither_numpy_nor_torch_nor_mlir():
    code = (
        "import sys; import pypto.language; "
        "print([m for m in ('numpy', 'torch', 'pypto.mlir', 'inspect') if m in sys.modules])"
    )
    root = str(Path(pypto.__file__).parents[1])
    out = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": root},
        check=True,
    )
    assert out.stdout.strip() == "[]"
