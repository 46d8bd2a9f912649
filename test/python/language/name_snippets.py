# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with the names that `snippets` does not say: declarations, enums, qualified forms."""

from __future__ import annotations

import ast
import itertools
import linecache
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import snippets

_FOLDER = Path(__file__).resolve().parent
_NUMBERS = itertools.count()

_ENTRY = """import pypto.language as pl

@pl.jit
def kernel(
    x: pl.Tensor[[32, 64], pl.FP32], i: pl.Tensor[[32, 64], pl.INT32],
    u: pl.Tensor[[32, 64], pl.UINT32], h: pl.Tensor[[32, 32], pl.FP16],
    out: pl.InOut[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
"""
_LOADS = """        a = pl.tile.load(x, [0, 0], [32, 64], target_memory=pl.MemorySpace.Vec)
        tmp = pl.tile.create([32, 64], pl.FP32, pl.Mem.Vec)
"""


def _kernel(*lines: str) -> str:
    return _ENTRY + _LOADS + "".join(f"        {line}\n" for line in lines)


_PROGRAM = """import pypto.language as pl

@pl.program
class Program:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
        return pl.store(pl.neg(pl.load(x, [0, 0], [32, 64])), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
        {call}
        return y
"""
_MIXED = """import pypto.language as pl

@pl.jit
def kernel(h: pl.Tensor[[32, 32], pl.FP16], out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        mm = pl.matmul(h, h, out_dtype=pl.FP32)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.{mode}):
            v = pl.exp(pl.aiv_shard(mm))
            g = pl.aic_gather(pl.cast(v, pl.FP16))
        out[:] = pl.matmul(g, h, out_dtype=pl.FP32)
"""

_HOST = """import pypto.language as pl
import pypto.language.distributed as pld

@pl.jit.incore
def step(w: pld.DistributedTensor[[4, 64], pl.FP32], s: pld.DistributedTensor[[4], pl.INT32],
         x: pl.Tensor[[4, 64], pl.FP32], y: pl.InOut[pl.Tensor[[4, 64], pl.FP32]]):
    ctx = pld.get_comm_ctx(w)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    {body}
    return y

@pl.jit
def chip(w: pld.DistributedTensor[[4, 64], pl.FP32], s: pld.DistributedTensor[[4], pl.INT32],
         x: pl.Tensor[[4, 64], pl.FP32], y: pl.Out[pl.Tensor[[4, 64], pl.FP32]]):
    y = step(w, s, x, y)
    return y

@pl.jit.host
def host(x: pl.Tensor[[2, 4, 64], pl.FP32], y: pl.Out[pl.Tensor[[2, 4, 64], pl.FP32]]):
    buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
    sig = pld.alloc_window_buffer([4], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        w = pld.window(buf, [4, 64], dtype=pl.FP32)
        s = pld.window(sig, [4], dtype=pl.INT32)
        chip(w, s, x[r], y[r], device=r)
    return y
"""
_REMOTE = (
    "pld.system.notify(target=s, peer=me, offsets=[0], value=1, op=pld.NotifyOp.AtomicAdd)",
    "pld.system.wait(signal=s, offsets=[0], expected=1, cmp=pld.WaitCmp.Ge)",
    "s = pld.tensor.barrier(s)",
    "pld.tensor.put(dst=w, peer=me, src=x, atomic=pld.AtomicType.None_)",
    "pld.tensor.get(dst=y, peer=me, src=w)",
    "pld.tensor.remote_store(x, w, me, [0, 0])",
    "t = pld.tile.remote_load(w, me, [0, 0], [4, 64])",
    "pld.tile.remote_store(pl.load(x, [0, 0], [4, 64]), w, me, [0, 0])",
)

_TEXT = """import pypto.language as pl

@pl.jit
def kernel(y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.full([32, 64], dtype=pl.FP32, value=1.0)
"""

PROGRAMS: dict[str, str] = {
    "qualified element-wise": _kernel(
        "b = pl.tile.add(a, a)",
        "c = pl.tile.mul(pl.tile.sub(b, a), pl.tile.maximum(a, b))",
        "d = pl.tile.neg(pl.tile.exp(pl.tile.sqrt(pl.tile.recip(c))))",
        "out = pl.tile.store(d, [0, 0], out)",
    ),
    "qualified reductions": _kernel(
        "m = pl.tile.row_max(a, tmp)",
        "s = pl.tile.row_sum(a, tmp)",
        "b = pl.tile.row_expand_sub(a, m)",
        "c = pl.tile.row_expand_mul(pl.tile.row_expand_div(b, s), s)",
        "w = pl.load(x, [0, 0], [1, 64])",
        "out = pl.tile.store(pl.tile.col_expand_mul(c, w), [0, 0], out)",
    ),
    "qualified shapes": _kernel(
        "b = pl.tile.fillpad(pl.tile.set_validshape(a, 30, 64), pl.PadValue.zero)",
        "c = pl.tile.cast(pl.tile.reshape(b, [64, 32]), pl.FP16)",
        "d = pl.tile.transpose(b, 0, 1)",
        "out = pl.tile.store(b, [0, 0], out)",
    ),
    "qualified tensors": _ENTRY
    + """        v = pl.tensor.read(x, [0, 0])
        pl.tensor.write(out, [0, 0], v)
        r = pl.tensor.gather(x, -1, i)
        s = pl.tensor.sort32(x, u)
        q = pl.tensor.mrgsort(pl.slice(x, [1, 64], [0, 0]), block_len=64)
        w = pl.tensor.set_validshape(pl.neg(x), 30, 64)
        z = pl.tensor.arange(0, [1, 64], dtype=pl.INT32)
        out[:] = pl.mul(r, 2.0)
""",
    "memory spaces": _ENTRY
    + """        m = pl.load(h, [0, 0], [32, 32], target_memory=pl.MemorySpace.Mat)
        l = pl.move(m, target_memory=pl.MemorySpace.Left)
        r = pl.move(m, target_memory=pl.MemorySpace.Right)
        c = pl.tile.matmul(l, r)
        t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.load(x, [0, 0], [32, 64])
        out = pl.store(t, [0, 0], out, atomic=pl.AtomicType.ADD)
""",
    "pl.MemRef": _ENTRY
    + """        t: pl.Tile[[32, 64], pl.FP32, pl.MemRef("buffer"), pl.Mem.Vec] = pl.load(
            x, [0, 0], [32, 64]
        )
        out = pl.store(t, [0, 0], out)
""",
    "declarations": """import pypto.language as pl

M = pl.dynamic("M")
MODE = pl.SyncAllMode.HARD, pl.SyncAllMode.SOFT, pl.KernelType.AIC, pl.Mem.DDR, pl.Mem.Bias

@pl.jit.inline
def helper(t):
    return pl.neg(t)

@pl.jit.incore
def part(x: pl.Tensor[[M, 64], pl.FP32, pl.TensorLayout.ND], n: pl.Scalar[pl.INT64],
         b: pl.Tensor[[8, 64], pl.UINT8], y: pl.Out[pl.Tensor[[M, 64], pl.FP32]]):
    y[0:8, :] = helper(x[0:8, :])
    return y

@pl.jit
def kernel(x: pl.Tensor[[M, 64], pl.FP32], n: pl.Scalar[pl.INT64],
           b: pl.Tensor[[8, 64], pl.UINT8], y: pl.Out[pl.Tensor[[M, 64], pl.FP32]],
           wide: bool = True):
    flag: pl.BOOL = n > 3
    y = part(x, n, b, y)
    return y
""",
    "pl.system.set_ffts": """import pypto.language as pl

@pl.jit
def kernel(w: pl.InOut[pl.Tensor[[256], pl.INT64]], out: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.set_ffts(w)
        out[:] = pl.exp(out)
""",
    "pl.yield_": _ENTRY
    + """        a0 = pl.load(x, [0, 0], [1, 64])
        for k, (a,) in pl.range(4, init_values=(a0,)):
            b = pl.yield_(pl.add(a, a))
        q = pl.get_block_idx()
        out = pl.store(b, [0, 0], out)
""",
    "pl.Array": """import pypto.language as pl

@pl.jit.inline
def collect(ids: pl.Array[2, pl.TASK_ID], y):
    with pl.at(level=pl.Level.CORE_GROUP, deps=[ids]):
        y[:] = pl.neg(y)
    return y

@pl.jit
def kernel(y: pl.InOut[pl.Tensor[[32, 64], pl.FP32]]):
    ids = pl.array.create(2, pl.TASK_ID)
    y = collect(ids, y)
    return y
""",
    "pl.scope": """import pypto.language as pl

@pl.jit(auto_scope=False)
def kernel(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.scope():
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.neg(x)
    return y
""",
    "pl.program": _PROGRAM.format(call="y = self.part(x, y)"),
    "pl.submit": _PROGRAM.format(call="y, t = pl.submit(self.part, x, y)"),
    "pl.spmd_submit": _PROGRAM.format(call="y, t = pl.spmd_submit(self.part, x, y, core_num=1)"),
    "pl.no_dep": _PROGRAM.format(call="y = self.part(pl.no_dep(x), y)"),
    "pl.FunctionType.Opaque": """import pypto.language as pl

@pl.function(type=pl.FunctionType.Opaque)
def kernel(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y
""",
    "pl.parse": f"""import pypto.language as pl

kernel = pl.parse({_TEXT!r})
""",
    "pl.loads": f"""import tempfile
from pathlib import Path

import pypto.language as pl

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "kernel.py"
    path.write_text({_TEXT!r})
    kernel = pl.loads(str(path))
""",
    "pl.aiv_shard": _MIXED.format(mode="NONE"),
    "pl.SplitMode.LEFT_RIGHT": _MIXED.format(mode="LEFT_RIGHT"),
    "pl.TensorView": """import pypto.language as pl

@pl.function(type=pl.FunctionType.InCore)
def kernel(
    x: pl.Tensor[[32, 64], pl.FP32, pl.TensorView(stride=[128, 1], layout=pl.ND)],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    y[:] = pl.neg(x)
    return y
""",
    "pl.jit.extern": """import pypto.language as pl

@pl.jit.extern(core_type="aiv", source="snippets.py")
def part(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]): ...

@pl.jit
def kernel(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    y = part(x, y)
    return y
""",
    "pl.Role.SubWorker": """import pypto.language as pl

@pl.program
class Program:
    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def worker(x: pl.Tensor[[32, 64], pl.FP32]): ...

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[32, 64], pl.FP32]):
        self.worker(x)
""",
}
PROGRAMS.update({body.split("(")[0].split(" ")[-1]: _HOST.format(body=body) for body in _REMOTE})


def used_names() -> list[str]:
    """Names that public programs or the manual use."""
    return (_FOLDER / "used_names.txt").read_text().split()


def named(text: str) -> set[str]:
    """The names of `pl` and `pld` in the code of a program, prefixes of longer names included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.insert(0, node.attr)
            node = node.value
        if isinstance(node, ast.Name) and node.id in ("pl", "pld"):
            found.update(".".join([node.id, *parts[:end]]) for end in range(1, len(parts) + 1))
    return found


@cache
def _programs_by_name() -> dict[str, list[str]]:
    result: dict[str, list[str]] = {}
    for text in (*snippets.programs().values(), *PROGRAMS.values()):
        for name in named(text):
            result.setdefault(name, []).append(text)
    return result


def programs_with(name: str) -> list[str]:
    """The programs whose code says a name."""
    return _programs_by_name().get(name, [])


def compile_text(text: str) -> None:
    """Runs the text as a file of this folder and compiles its last entry."""
    from pypto.runtime import RunConfig

    filename = str(_FOLDER / f"program_{next(_NUMBERS)}.py")
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(text, filename, "exec"), names)
    entries = [v for v in names.values() if getattr(v, "kind", "") in ("jit", "host")]
    if not entries:
        return  # `@pl.function` and `@pl.program` are compiled where they are decorated.
    on_a5 = any(text == snippets.programs()[n] for n in snippets.ON_A5)
    entries[-1].compile(config=RunConfig(platform="a5sim") if on_a5 else None)


def stop(text: str) -> str:
    """What stops the compile of a program, or "": the code and message of its error."""
    from pypto.errors import Diagnosed

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile_text(text)
    except Diagnosed as error:
        return f"{error.code}: {error.message}"
    return ""


def stop_of_name(name: str) -> str:
    """What stops every program that says a name, or "" where one compiles."""
    first = ""
    for text in programs_with(name):
        found = _stop_once(text)
        if not found:
            return ""
        first = first or found
    return first


_stop_once = cache(stop)
