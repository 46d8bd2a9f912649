# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every run of a kernel test, once more in the ways that must not matter.

Each way costs about as much as the run itself, so of the tests of single operators one in SAMPLE
does it, always the same ones, and all do with `pytest test/kernels/ops --sweep`. After a run that
succeeds, the same arguments go through

* the text of the module, read again (level 3: addresses and flags as they are emitted): the same
  bytes in the same cycles;
* level 2: addresses and flags taken away, planned and synchronised as the assembler does, which
  both checkers accept: the same bytes;
* schedule seeds, under the race observer: the same bytes; `--seeds=50` takes as many.

No kernel has a barrier of all pipes inside a loop, whichever way its flags came.
"""

from __future__ import annotations

import ctypes
import re
import zlib
from collections.abc import Sequence
from typing import Any

from pypto.compiler.executable import BufferArg

SEEDS = (1, 2, 12345)
SAMPLE = 12
# What `pypto-translate --pto-level=2` takes away and the assembler's jobs.
LEVEL_TWO = "pto-drop-addresses,pto-assemble{level=2},pto-verify-sync"

# What level 2 text cannot say: addresses of the run, a tile that is a part of another one.
UNSAID = "PYPTO-E0610"

BYTES = {"bool": 1, "i8": 1, "u8": 1, "f16": 2, "bf16": 2, "i16": 2, "u16": 2}
BYTES |= {"f32": 4, "i32": 4, "u32": 4, "f64": 8, "i64": 8, "u64": 8}


def is_sampled(test: str) -> bool:
    """Whether the test of this name is among those that are swept without being asked to."""
    return zlib.crc32(test.encode()) % SAMPLE == 0


def size_of(arg: BufferArg) -> int:
    count = BYTES.get(arg.dtype, 1)
    for extent in arg.shape:
        count *= extent
    return count


def contents(args: Sequence[Any]) -> list[bytes]:
    """What the buffers hold."""
    return [ctypes.string_at(a.address, size_of(a)) for a in args if isinstance(a, BufferArg)]


class Copies:
    """Arguments with buffers of their own, filled as the first run's were."""

    def __init__(self, args: Sequence[Any], before: list[bytes]) -> None:
        self.buffers = [ctypes.create_string_buffer(data, max(len(data), 1)) for data in before]
        made = iter(zip(self.buffers, before, strict=True))
        self.lengths = [len(data) for data in before]
        self.args: list[Any] = []
        for arg in args:
            if isinstance(arg, BufferArg):
                buffer, _ = next(made)
                arg = BufferArg(ctypes.addressof(buffer), arg.dtype, arg.shape)
            self.args.append(arg)

    def contents(self) -> list[bytes]:
        return [b.raw[:n] for b, n in zip(self.buffers, self.lengths, strict=True)]


def platform_of(module: Any) -> str:
    return "a5" if re.search(r'arch = "a5', str(module)) else "a2a3"


def order_matters(module: Any) -> bool:
    """Sums of floats by atomic additions come out in any order."""
    return "atomic" in str(module)


def groups(module: Any) -> list[Any]:
    """The modules of kernels."""
    block = module.operation.regions[0].blocks[0]
    return [o for o in block.operations if o.operation.name == "builtin.module"]


def barriers_in_loops(text: str) -> list[str]:
    """Barriers of all pipes below a loop, of functions whose flags are not their author's."""
    found, depths, depth = [], [], 0
    for line in text.splitlines():
        if re.search(r"\bscf\.(for|while)\b", line):
            depths.append(depth)
        depth += line.count("{") - line.count("}")
        if "pto.barrier <PIPE_ALL>" in line and depths:
            found.append(line.strip())
        while depths and depth <= depths[-1]:
            depths.pop()
    return found


def decode(text: str, name: str, platform: str) -> tuple[Any, Any]:
    from pypto.mlir import ir
    from pypto.mlir._mlir_libs import _pypto

    module = ir.Module.parse(text)
    return module, _pypto.decode(module.operation, name, platform)


def at_level_two(lowered: Any) -> str:
    """`lowered` with every kernel group planned and synchronised again from level 2 text."""
    from pypto.mlir import ir
    from pypto.mlir.passmanager import PassManager

    module = ir.Module.parse(str(lowered))
    for group in groups(module):
        alone = ir.Module.parse(str(group))
        PassManager.parse(f"builtin.module({LEVEL_TWO})").run(alone.operation)
        with ir.InsertionPoint(group):
            made = alone.operation.clone()
        if "sym_name" in group.attributes:
            made.attributes["sym_name"] = group.attributes["sym_name"]
        group.operation.erase()
    return str(module)


class Sweep:
    """The other ways of one compiled entry."""

    def __init__(self, module: Any, entry: str, seeds: int = 0) -> None:
        self.module, self.entry = module, entry
        self.seeds = range(1, seeds + 1) if seeds else SEEDS

    def run(self, native: Any, args: Sequence[Any], before: list[bytes], seed: int) -> Any:
        copies = Copies(args, before)
        result = native.run(copies.args, True, True, False, seed, 1, True)
        assert not result.error_code, f"{result.error_code}: {result.error_message}"
        return result, copies.contents()

    def check(self, args: Sequence[Any], before: list[bytes], native: Any, report: Any) -> None:
        want = contents(args)
        platform = platform_of(self.module)
        inexact = order_matters(self.module)
        for group in groups(self.module):
            assert not barriers_in_loops(str(group))
        with self.module.context:
            again, text_native = decode(str(self.module), self.entry, platform)
            result, got = self.run(text_native, args, before, 0)
            assert got == want, "the text gives other numbers"
            assert result.cycles == report.cycles, "the text takes other cycles"
            for seed in self.seeds:
                _, got = self.run(native, args, before, seed)
                assert inexact or got == want, f"schedule seed {seed} gives other numbers"
            try:
                text = at_level_two(self.module)
            except Exception as error:
                if UNSAID not in str(error):
                    raise
                return
            assert not barriers_in_loops(text)
            again, level2 = decode(text, self.entry, platform)
            _, got = self.run(level2, args, before, 0)
            assert inexact or got == want, "level 2, planned again, gives other numbers"
            del again
