# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The native part of the front end."""

from __future__ import annotations

import functools
from typing import Any


@functools.cache
def native() -> Any:
    """The module `_pypto`; an error of the user's when it cannot be loaded."""
    try:
        import pypto.mlir.ir  # noqa: F401 - the types of `_pypto` extend those of MLIR
        from pypto.mlir._mlir_libs import _pypto  # pyright: ignore
    except ImportError as error:
        from pypto.diagnostics import codes, make_error

        raise make_error(
            codes.CompilerUnavailable,
            f"the native part of the package cannot be loaded: {error}",
            hint="build it with `pip install .`, or put the build's python_packages folder "
            "on PYTHONPATH",
        ) from error
    return _pypto
