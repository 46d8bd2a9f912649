# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Declarations of all operations, one module per family."""
