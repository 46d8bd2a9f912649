# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixtures of the numeric tests."""

import sys
from pathlib import Path

import numpy as np
import pytest

from pypto.runtime import RunConfig

# Kernels and generators that the tests of the front end share.
PYTHON = Path(__file__).resolve().parents[1] / "python"
sys.path += [str(PYTHON), str(PYTHON / "frontend")]


@pytest.fixture
def config() -> RunConfig:
    """The 910B model."""
    return RunConfig(platform="a2a3sim")


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Random data, the same in every run of one test."""
    return np.random.default_rng(list(request.node.name.encode()))
