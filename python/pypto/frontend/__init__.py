# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The front end: Python source of a kernel -> `pypto` dialect."""
