# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual's page on `pl.system`: every function has the page's signature and compiles."""

import re

import pytest
from name_snippets import programs_with
from pages import page

import pypto.language as pl

PAGE = page("pl-system.txt")
SIGNATURE = re.compile(r"^(\w+)\((.*)\)$", re.M)
FUNCTIONS = dict(SIGNATURE.findall(PAGE))
# Constructs that the front end reads itself.
CONSTRUCTS = ("task_dummy",)


def declared(name):
    """The parameters of a function with their defaults, as the page writes them."""
    function = getattr(pl.system, name)
    if name in CONSTRUCTS:
        return "*, deps"
    info = function.__op__
    parts = list(info.positional)
    if info.keyword_only:
        parts += ["*", *info.keyword_only]
    shown = []
    for part in parts:
        default = info.defaults.get(part, ...)
        if default is not ... and part != "*":
            text = (
                f"{type(default).__name__}.{default.name}" if hasattr(default, "name") else default
            )
            text = "AUTO" if part == "base" else text
            part = f"{part}={text}"
        shown.append(part)
    return ", ".join(shown)


def written(text):
    """The page's parameters without the place, which the compiler itself knows."""
    parts = [p for p in text.split(", ") if not p.startswith("span")]
    if parts and parts[-1] == "*":
        parts.pop()
    return ", ".join(parts)


@pytest.mark.skipif(not PAGE, reason="the page is not at hand")
@pytest.mark.parametrize("name", FUNCTIONS or ["-"])
def test_signature(name):
    # The place has a position of its own where older programs give it by position.
    ours = declared(name).replace("span=None, ", "").replace("span=None", "")
    assert ours == written(FUNCTIONS[name])


@pytest.mark.parametrize("name", [n for n in pl.system.__all__ if n[0].islower()])
def test_it_compiles(name):
    texts = programs_with(f"pl.system.{name}") + programs_with(f"pl.{name}")
    assert texts, f"no program says {name}"
    found = pl.parse(texts[0])
    if hasattr(found, "compile"):
        found.compile()


def test_enumerations_of_the_page():
    assert [m.name for m in pl.KernelType] == ["AIC", "AIV", "MIX"]
    assert {m.name: m.value for m in pl.SyncAllMode} == {"HARD": "hard", "SOFT": "soft"}
    assert pl.system.AUTO == -1
