# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints IR as text of the kernel language that parses back to equal IR."""

from pypto.ir.printing.program import print_function, print_program

__all__ = ["print_function", "print_program"]
