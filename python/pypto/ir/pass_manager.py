# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`PassManager`: the default pipeline under the name that programs import."""

from __future__ import annotations

from pypto.ir.program import Program
from pypto.ir.strategy import OptimizationStrategy

__all__ = ["OptimizationStrategy", "PassManager"]


class PassManager:
    """Runs the passes of a strategy."""

    def __init__(self, strategy: OptimizationStrategy) -> None:
        self.strategy = strategy

    @classmethod
    def get_strategy(cls, strategy: OptimizationStrategy) -> PassManager:
        """The manager of `strategy`."""
        return cls(strategy)

    def run_passes(self, program: Program, *, platform: str = "a2a3sim") -> Program:
        """The program after all passes."""
        from pypto.compiler import lower_module

        return Program(
            lower_module(program.module.operation.clone(), platform=platform), program.name
        )
