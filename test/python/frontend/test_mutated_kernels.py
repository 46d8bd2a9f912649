# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that are wrong at random end in a diagnostic, not in a crash."""

import subprocess
import sys
from pathlib import Path

import pytest

FUZZER = Path(__file__).parents[2] / "fuzz" / "mutate_kernels.py"


# In a process of its own: a crash is a failure of this test, not the end of the others.
@pytest.mark.parametrize("first", [0, 300])
def test_mutated_kernels(first):
    run = subprocess.run(
        [sys.executable, str(FUZZER), "--first", str(first), "--count", "300"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    assert "300 kernels, 0 failures" in run.stdout
