# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes PREFIX.a.npy (blocks * m x k) and PREFIX.b.npy (k x n), f16, random."""

import sys

import numpy as np

prefix, blocks, m, k, n = sys.argv[1], *map(int, sys.argv[2:6])
rng = np.random.default_rng(11)
np.save(f"{prefix}.a.npy", rng.standard_normal((blocks * m, k)).astype(np.float16))
np.save(f"{prefix}.b.npy", rng.standard_normal((k, n)).astype(np.float16))
