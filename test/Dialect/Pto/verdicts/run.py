# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a table of verdicts, to be read with -split-input-file -verify-diagnostics.

    run.py FAMILY

A module that is to be refused carries an expected error with a part of the expected reason; any
other diagnostic fails the test. The rules are those of the reference of the dialect, written down
here once more and not taken from our verifiers. The number of rows goes to standard error.
"""

import importlib
import sys

import table

importlib.import_module(sys.argv[1]).table()
print(f"// Verdicts of {sys.argv[1]}, printed by run.py.")
for row in table.rows:
    print("// -----")
    print(row)
refused = sum("expected-error" in row for row in table.rows)
print(f"{len(table.rows)} verdicts, {refused} refusals", file=sys.stderr)
