# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs MLIR's verifier and turns its diagnostics into the user's errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto.diagnostics.mlir import collect, errors_of

if TYPE_CHECKING:
    from pypto.frontend.program import ProgramCompiler


def verify(program: ProgramCompiler) -> None:
    """Verifies the module; raises what the verifier says, at the user's lines."""
    with collect(program.shared.context) as found:
        try:
            ok = program.module.operation.verify()
        except program.shared.ir.MLIRError as error:
            found.add_error(error)
            ok = False
    if ok:
        return
    for error in errors_of(found):
        program.engine.error(error)
    program.engine.raise_if_errors()
    raise AssertionError("the verifier failed without a message")
