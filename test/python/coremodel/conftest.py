# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Order of the tests of instructions."""

from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What looks at all that was executed comes last."""
    items.sort(key=lambda item: item.path == HERE / "test_every_op.py")


@pytest.fixture
def whole_folder(request: pytest.FixtureRequest) -> None:
    """Skips where not all tests of this folder run: then less was executed."""
    run = {item.path for item in request.session.items}
    chosen = request.config.getoption("keyword") or any(
        "::" in argument for argument in request.config.args
    )
    if chosen or set(HERE.glob("test_*.py")) - run:
        pytest.skip("only when the whole folder runs")
