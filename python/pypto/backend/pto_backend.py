# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names of the assembler back end that programs import."""

from pypto.errors import PartialCodegenError

__all__ = ["PartialCodegenError"]
