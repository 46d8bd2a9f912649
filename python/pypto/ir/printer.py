# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python_print`: the printer under the name that programs import."""

from __future__ import annotations

from typing import Any

__all__ = ["python_print"]


def python_print(
    node: Any,
    prefix: str = "pl",
    concise: bool = False,
    format: bool = True,
    explicit_layout: bool = False,
) -> str:
    """The text of a program or function; `prefix` is the name of the language module."""
    program = getattr(node, "program", node)
    text = program.as_python(concise)
    if prefix != "pl":
        text = text.replace("import pypto.language as pl", f"import pypto.language as {prefix}")
        text = text.replace("pl.", f"{prefix}.").replace("@pl", f"@{prefix}")
    return text
