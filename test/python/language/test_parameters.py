# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every parameter that an operation declares is looked at by its rule: none is taken in silence."""

import pytest
from snippets import programs

import pypto.language as pl
from pypto import errors
from pypto.frontend.rules.call import OpCall
from pypto.runtime import RunConfig

# They say which queue an item belongs to, which the item itself says too.
UNREAD = {("tfree_to_aic", "split"), ("tfree_to_aiv", "split")}


class Asked(dict):
    """Arguments that remember which of them were asked for."""

    def __init__(self, arguments, names):
        super().__init__(arguments)
        self.names = names

    def __getitem__(self, name):
        self.names.add(name)
        return super().__getitem__(name)

    def get(self, name, default=None):
        self.names.add(name)
        return super().get(name, default)

    def __contains__(self, name):
        self.names.add(name)
        return super().__contains__(name)

    def pop(self, name, *default):
        self.names.add(name)
        return super().pop(name, *default)


@pytest.mark.filterwarnings("ignore")
def test_every_parameter_is_read(monkeypatch):
    """By the rule, in one of the forms that the snippets have."""
    declared, asked = {}, {}
    made = OpCall.__init__

    def remember(call, *arguments, **keywords):
        made(call, *arguments, **keywords)
        name = call.info.name
        declared[name] = set(call.info.parameters) - {"span"}
        call.arguments = Asked(call.arguments, asked.setdefault(name, set()))

    monkeypatch.setattr(OpCall, "__init__", remember)
    for text in programs().values():
        for platform in ("a2a3sim", "a5sim"):
            try:
                pl.parse(text).lower(config=RunConfig(platform=platform))
            except errors.Diagnosed:
                continue
    unread = {(name, p) for name, every in declared.items() for p in every - asked[name]}
    assert len(declared) > 100
    assert unread == UNREAD, sorted(unread ^ UNREAD)
