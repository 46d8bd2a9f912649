# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The front end: Python source of a kernel -> `pypto` dialect."""

from __future__ import annotations

_HANDLERS = (
    "expressions",
    "statements",
    "subscripts",
    "branches",
    "loops",
    "while_loops",
    "calls",
    "placement",
)
_loaded: list[bool] = []


def load_handlers() -> None:
    """Imports the modules that register handlers; done once, at the first compile."""
    if _loaded:
        return
    import importlib

    for name in _HANDLERS:
        importlib.import_module(f"pypto.frontend.{name}")
    from pypto.frontend.rules import load_rules

    load_rules()
    _loaded.append(True)
