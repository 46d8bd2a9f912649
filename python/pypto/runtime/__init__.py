# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running kernels: configuration, arrays, harness."""

from __future__ import annotations

from pypto.runtime.config import RunConfig
from pypto.runtime.runner import BenchmarkStats, benchmark, run
from pypto.runtime.tensor_spec import TensorSpec

__all__ = ["BenchmarkStats", "RunConfig", "TensorSpec", "benchmark", "run"]
