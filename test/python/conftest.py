# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the package of the build tree importable where none is installed."""

import importlib.util
import os
import sys
import tempfile
from pathlib import Path

os.environ["NO_COLOR"] = "1"
# What compiles write goes with the session.
FILES = tempfile.TemporaryDirectory(prefix="pypto-")
os.environ["PYPTO_PROG_BUILD_DIR"] = FILES.name
ROOT = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("PYPTO_BUILD_DIR", ROOT / "build")) / "python_packages"
if BUILT.is_dir():
    sys.path.insert(0, str(BUILT))
elif importlib.util.find_spec("pypto") is None:
    raise RuntimeError(f"pypto is neither installed nor built in {BUILT}")
HERE = Path(__file__).resolve().parent
sys.path[:0] = [
    str(HERE),
    *(str(HERE / name) for name in ("language", "frontend", "passes", "coremodel", "catalogue")),
]
