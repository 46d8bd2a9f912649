# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operation of the `pto` dialect is executed by a numeric test, or has a reason not to be."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
DIALECT = HERE.parents[2] / "dialect" / "pto"

# Operations that no numeric test executes, and why.
NOT_EXECUTED: dict[str, str] = {}


def defined_operations() -> list[str]:
    """Mnemonics of the op definitions in the .td files."""
    names = set()
    for path in DIALECT.glob("*Ops.td"):
        names |= set(
            re.findall(r'^def Pto_\w+Op\b\s*:\s*\w+<\s*"([a-z0-9_.]+)"', path.read_text(), re.M)
        )
        # Families: foreach or defm over suffixes write the whole mnemonic as well.
        names |= set(
            re.findall(
                r'^def Pto_\w+\s*:\s*Pto_\w*Op\w*<\s*"([a-z0-9_.]+)"', path.read_text(), re.M
            )
        )
    return sorted(names)


def executed_operations() -> set[str]:
    """Mnemonics in the sources of the numeric tests: in text, in calls, in tables."""
    names = set()
    for path in [*HERE.glob("test_*.py"), HERE / "pair_program.py", HERE / "pto_program.py"]:
        if path.name == Path(__file__).name:
            continue
        source = path.read_text()
        names |= {name.rstrip(".") for name in re.findall(r"pto\.([a-z][a-z0-9_.]*)", source)}
        names |= set(re.findall(r'"((?:t|m)[a-z0-9_.]+)"', source))
        if "EXPAND" in source:
            kinds = ("add", "sub", "mul", "div", "max", "min", "expdif")
            names |= {f"t{axis}expand{kind}" for axis in ("row", "col") for kind in kinds}
        for side, verbs in (("aic", ("to", "from")), ("aiv", ("to", "from"))):
            names |= (
                {
                    f"tpush_to_{side}",
                    f"tpop_from_{side}",
                    f"tfree_from_{side}",
                    f"{side}_initialize_pipe",
                }
                if "tpush_to_" in source and verbs
                else set()
            )
        for form in ("acc", "bias"):
            names |= {f"{n}.{form}" for n in ("tmatmul.mx", "tgemv.mx") if n in source}
        if "tput_async" in source:
            names |= {"tput_async", "tget_async"}
        names |= {"get_buf", "rls_buf"} if '"rls_buf"' in source else set()
    return names


def test_the_list_is_whole():
    """All ops of the assembler's version and our extensions are found."""
    assert len(defined_operations()) >= 186


@pytest.mark.parametrize("name", defined_operations())
def test_operation_has_a_numeric_test(name):
    assert name in executed_operations() or NOT_EXECUTED.get(name), (
        f"pto.{name} is executed by no test in {HERE.name}; add one, or a reason to NOT_EXECUTED"
    )


def test_reasons_are_needed():
    """No reason outlives its cause."""
    assert not set(NOT_EXECUTED) & executed_operations()
    assert set(NOT_EXECUTED) <= set(defined_operations())
