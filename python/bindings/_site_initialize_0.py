# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every new Context knows the project's dialects and the upstream ones."""

from ._pyptoRegister import register_dialects as register_dialects

# Read by the package's initialisation. One kernel is too small for MLIR's thread pool to pay, and
# a pool does not survive a fork.
disable_multithreading = True


def context_init_hook(context):
    # Loading the dialects once makes parsing and building by name work.
    context.load_all_available_dialects()
