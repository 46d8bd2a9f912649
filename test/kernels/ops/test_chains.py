# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random chains of operations on odd tensors and tiles give what NumPy gives, or a user's error.

With `--sweep` many more of them.
"""

import numpy as np
import pytest
from op_kernels import run_lines
from tensor_chains import large_chain, product_chain, vector_chain
from tile_chains import tile_chain

from pypto import errors
from pypto.runtime import RunConfig

PLATFORMS = {"a3": "a2a3sim", "a5": "a5sim"}
KINDS = {"vector": vector_chain, "product": product_chain, "tile": tile_chain, "large": large_chain}
# An element type that an operation or the chip does not have.
ELEMENT_TYPE = {"PYPTO-E0602", "PYPTO-E0305", "PYPTO-E0605"}
REFUSED = {
    # What the memory does not hold.
    "vector": ELEMENT_TYPE | {"PYPTO-E0501", "PYPTO-E0502"},
    # A batch of products that is multiplied again with one of another shape; nothing to contract
    # in a chain, whose zeros are vector work.
    "product": ELEMENT_TYPE | {"PYPTO-E0318", "PYPTO-E0426"},
    "tile": {"PYPTO-E0501"},
    # Rows that are needed whole and do not fit.
    "large": ELEMENT_TYPE | {"PYPTO-E0502"},
}
FEW, BATCH = 50, 50
# With `--sweep`; large tensors take longer.
MANY = {"vector": 4000, "product": 4000, "tile": 4000, "large": 500}


def run_chain(kind: str, seed: int, platform: str) -> str:
    """The error's code of a chain that was refused; nothing if its numbers are right."""
    lines, inputs, expected = KINDS[kind](np.random.default_rng([seed, len(kind)]))
    out = np.zeros(expected.shape, expected.dtype)
    text = "\n".join([f"{kind} {seed}", *lines])
    try:
        run_lines(lines, inputs, out, RunConfig(platform=platform))
    except errors.Diagnosed as error:
        assert error.code in REFUSED[kind], f"{text}\n{error}"
        return error.code
    np.testing.assert_array_equal(out, expected, err_msg=text)
    return ""


def pytest_generate_tests(metafunc):
    if "first" not in metafunc.fixturenames:
        return
    sweep = metafunc.config.getoption("--sweep")
    metafunc.parametrize(
        ("kind", "first"),
        [
            (kind, first)
            for kind in KINDS
            for first in range(0, MANY[kind] if sweep else FEW, BATCH)
        ],
    )


# Rare among random ones: parts of reshaped tiles seen as integers, one column of a computed tensor,
# parts of a column that are padded to its length, read and written at a row of run time, tiles that
# are written part by part and read through a view of another part (with `--sweep`: planned again),
# a view of three axes that were exchanged twice; of large ones, a window that is reshaped and
# written.
RARE = [("vector", seed) for seed in (74, 84, 189, 666, 3620, 3872, 7296)] + [("large", 1757)]


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(("kind", "seed"), RARE)
def test_rare_chains(kind, seed, platform):
    assert run_chain(kind, seed, PLATFORMS[platform]) == ""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("platform", PLATFORMS)
def test_chains(kind, platform, first):
    codes = [run_chain(kind, seed, PLATFORMS[platform]) for seed in range(first, first + BATCH)]
    # Most of them run.
    assert codes.count("") > BATCH // 2
