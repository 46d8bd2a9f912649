# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forms of constructs that are checked and then refused, one program each.

The construct itself compiles in another form; the generated support table lists these.
"""

from __future__ import annotations

import snippets

# Names that no program compiles, and what stops them; the generated support table shows it.
STOPPED = {
    "pl.jit.extern": "the external C++ kernel 'part'",
    "pl.Role.SubWorker": "a call of the SubWorker function 'worker'",
    "pl.Role.Orchestrator": "a call of the SubWorker function 'worker'",
    "pl.Level.HOST": "a call of the SubWorker function 'worker'",
    "pl.jit.host": "pld.alloc_window_buffer",
    "pld.": "pld.alloc_window_buffer",
}

_CHIP = """@pl.jit
def chip(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.neg(x)

"""
_HOST = """import pypto.language as pl

{chip}@pl.jit.host
def host(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    chip(x, out, device=0)
"""

# The product is stored: nothing else of these kernels matters.
_CORE = {
    "attrs= of a loop": 'for q in pl.range(2, attrs={"name": 1}):\n            pass',
}
_CONTROL = {
    "pl.at(level=pl.Level.HOST)": "with pl.at(level=pl.Level.HOST):\n        pass",
}

PROGRAMS = {name: snippets.core_kernel(code) for name, code in _CORE.items()}
PROGRAMS |= {name: snippets.control_kernel(code) for name, code in _CONTROL.items()}
PROGRAMS["device= of a dispatch"] = _HOST.format(chip=_CHIP)
