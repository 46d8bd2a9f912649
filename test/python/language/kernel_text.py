# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels from short pieces of text, one for each row of a table."""

from __future__ import annotations

import itertools
import linecache
import textwrap
from typing import Any

import pypto.language as pl

_NUMBERS = itertools.count()
_HEADER = """@pl.jit
def kernel(
    x: pl.Tensor[[16, 64], pl.FP32], i: pl.Tensor[[16, 64], pl.INT32], n: pl.INT32,
    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
"""
_SCOPE = "    with pl.at(level=pl.Level.CORE_GROUP):\n"


def _indented(body: str, depth: int) -> str:
    return textwrap.indent(textwrap.dedent(body).strip("\n") + "\n", "    " * depth)


def control(body: str, header: str = _HEADER) -> str:
    """A kernel whose body is `body`."""
    return header + _indented(body, 1)


def core(body: str, header: str = _HEADER) -> str:
    """A kernel whose body is one core scope."""
    return header + _SCOPE + _indented(body, 2)


def signature(inputs: dict[str, tuple[str, list[int]]], output: tuple[str, list[int]]) -> str:
    """The header of a kernel with these tensors and the output `y`."""
    dtype, shape = output
    parameters = [f"{name}: pl.Tensor[{s}, pl.{d}]" for name, (d, s) in inputs.items()]
    parameters.append(f"y: pl.Out[pl.Tensor[{shape}, pl.{dtype}]]")
    return f"@pl.jit\ndef kernel({', '.join(parameters)}):\n"


def load(text: str, **names: Any) -> dict[str, Any]:
    """The names that the text, as a file of its own, defines."""
    filename = f"<kernel-text-{next(_NUMBERS)}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    namespace = {"pl": pl, "__name__": "kernel_text", **names}
    exec(compile(text, filename, "exec", dont_inherit=True), namespace)
    return namespace
