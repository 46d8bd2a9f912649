# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a kernel of a Python file as MLIR bytecode; the tools read .py files through this.

    python -m pypto.compiler.export FILE.py -o OUT [--entry NAME] [--shape name=16x128xf32 ...]

The file is imported, not run as `__main__`. Without --entry the only or last `@pl.jit` function
defined in it is taken. Shapes and dtypes come from annotations or from --shape.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any


class ExportError(Exception):
    """What is wrong with the request, as one line."""


def import_file(path: Path) -> ModuleType:
    """Imports `path` under its own name; its folder is on the module path meanwhile."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ExportError(f"cannot import '{path}'")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    sys.path.insert(0, str(path.parent.resolve()))
    spec.loader.exec_module(module)
    return module


def select_kernel(module: ModuleType, name: str) -> Any:
    """The kernel called `name`, or the last `@pl.jit` entry that the file defines.

    Raises ExportError where there is none.
    """
    from pypto.language.jit_function import JITFunction

    kernels = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, JITFunction) and value.function.__module__ == module.__name__
    }
    if name:
        if name not in kernels:
            known = ", ".join(kernels) or "none"
            raise ExportError(f"no @pl.jit function '{name}' in {module.__file__}; it has: {known}")
        return kernels[name]
    if not kernels:
        raise ExportError(f"no @pl.jit function in {module.__file__}")
    return list(kernels.values())[-1]


def sample_array(text: str) -> Any:
    """A NumPy array of the shape and element type that `16x128xf32` says.

    Raises ExportError for a text of another form.
    """
    import ml_dtypes
    import numpy as np

    names = {
        "f32": np.float32,
        "f16": np.float16,
        "bf16": ml_dtypes.bfloat16,
        **{f"i{bits}": np.dtype(f"int{bits}") for bits in (8, 16, 32, 64)},
        **{f"ui{bits}": np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)},
    }
    *extents, dtype = text.split("x")
    if dtype not in names or not all(extent.isdigit() for extent in extents):
        raise ExportError(f"--shape {text}: expected for example 16x128xf32")
    return np.empty([int(extent) for extent in extents], names[dtype])


def export(path: Path, output: Path, entry: str, shapes: dict[str, str]) -> None:
    """Writes the front end's module for one kernel of `path`."""
    kernel = select_kernel(import_file(path), entry)
    if shapes:
        names = [parameter.name for parameter in kernel.signature.parameters]
        unknown = [name for name in shapes if name not in names]
        if unknown:
            raise ExportError(f"--shape {unknown[0]}: parameters are {', '.join(names)}")
        given = {name: sample_array(text) for name, text in shapes.items()}
        missing = [name for name in names if name not in given]
        if missing:
            raise ExportError(f"--shape is missing for {', '.join(missing)}")
        program = kernel.trace(*(given[name] for name in names))
    else:
        program = kernel.trace()
    with output.open("wb") as file:
        program.module.operation.write_bytecode(file)


def main() -> int:
    parser = argparse.ArgumentParser(description="Write a kernel as MLIR bytecode.")
    parser.add_argument("file", type=Path)
    parser.add_argument("-o", dest="output", type=Path, required=True)
    parser.add_argument("--entry", default="")
    parser.add_argument("--shape", action="append", default=[])
    options = parser.parse_args()
    shapes = dict(text.split("=", 1) for text in options.shape if "=" in text)
    from pypto.errors import Diagnosed

    try:
        export(options.file, options.output, options.entry, shapes)
    except ExportError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except Exception as error:
        if not isinstance(error, Diagnosed):
            raise
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
