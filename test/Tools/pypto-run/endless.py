# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one endless program of each kind with pypto-run in 1 GB of memory.

    endless.py WORK-FOLDER

Each has to end by itself, with the code, the place of the loop and, where it was the limit that
ended it, the option that raises that.
"""

import resource
import subprocess
import sys
from pathlib import Path

TILE = "!pto.tile_buf<vec, 16x16xf32>"
VIEW, PART = "!pto.tensor_view<16x16xf32>", "!pto.partition_tensor_view<16x16xf32>"
BYTES, LINE = "!pto.tile_buf<vec, 1x256xi8>", "!pto.partition_tensor_view<1x16xf32>"
HEAD = f"""    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %many = arith.constant 1099511627776 : index
    %yes = arith.constant true
    %a0 = arith.constant 0 : i64
    %a1 = arith.constant 1024 : i64
    %a2 = arith.constant 2048 : i64
    %v = pto.make_tensor_view %p, shape = [%c16, %c16], strides = [%c16, %c1] : {VIEW}
    %w = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : {VIEW} -> {PART}
    %l = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c1, %c16] : {VIEW} -> {LINE}
    %t = pto.alloc_tile addr = %a0 : {TILE}
    %u = pto.alloc_tile addr = %a1 : {TILE}
    %b = pto.alloc_tile addr = %a2 : {BYTES}
    %s = pto.build_async_session(%b, %q : {BYTES}, !pto.ptr<i8>) -> !pto.async_session
"""
EVENT = "#pto.pipe_event_type"
# The body of a loop of 2^40 turns, by what it is made of.
BODIES = {
    "nothing": "",
    "registers": "%x = arith.muli %i, %i : index",
    "vector": f"pto.tadd ins(%t, %u : {TILE}, {TILE}) outs(%t : {TILE})",
    "loads": f"pto.tload ins(%w : {PART}) outs(%t : {TILE})",
    "stores": f"pto.tstore ins(%t : {TILE}) outs(%w : {PART})",
    "flags": "pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]\n"
    "pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]",
    "barriers": "pto.barrier <PIPE_V>",
    "drains": "pto.barrier <PIPE_ALL>",
    "scalars": "%x = pto.load_scalar %p[%c0] : !pto.ptr<f32> -> f32\n"
    "pto.store_scalar %x, %p[%c1] : !pto.ptr<f32>, f32",
    "buffers": f"pto.get_buf[{EVENT}<TVEC>, 3]\npto.rls_buf[{EVENT}<TVEC>, 3]",
    "transfers": f"%e = pto.tput_async(%l, %l, %s : {LINE}, {LINE}, !pto.async_session) "
    "-> !pto.async_event",
    "meetings": "pto.syncall <hard>, <aiv_only>",
    "output": 'pto.print ins("%d\\0A", %x : i32)',
    "signals": "pto.sync.set <PIPE_V>, 3",
    "branches": f"""%x = arith.remui %i, %c16 : index
      %y = arith.cmpi eq, %x, %c0 : index
      scf.if %y {{
        pto.tload ins(%w : {PART}) outs(%t : {TILE})
      }} else {{
        pto.barrier <PIPE_ALL>
      }}""",
    "loops": f"""scf.for %j = %c0 to %c16 step %c1 {{
        pto.tadd ins(%t, %u : {TILE}, {TILE}) outs(%t : {TILE})
      }}""",
    # Nobody sets them: a deadlock, although the scalar unit could go on.
    "waits": "pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]",
}
CODES = {"waits": "PYPTO-E0802"}
LIMIT = 10_000_000
SHAPES = ["--shape=arg0=16x16", "--shape=arg1=1x256"]


def program(body: str) -> str:
    extra = "    %x = arith.constant 7 : i32\n" if "%x : i32" in body else ""
    loop = f"    scf.for %i = %c0 to %many step %c1 {{\n      {body}\n    }}\n"
    return text(HEAD + extra + loop)


def text(body: str) -> str:
    return (
        'module attributes {pto.target_arch = "a3"} {\n'
        "  func.func @k(%p: !pto.ptr<f32>, %q: !pto.ptr<i8>) attributes "
        "{pto.entry, pto.kernel_kind = #pto.kernel_kind<vector>} {\n"
        f"{body}    return\n  }}\n}}\n"
    )


def programs():
    """Name, text and options."""
    for name, body in BODIES.items():
        yield name, program(body), []
        if name in ("vector", "loads", "flags", "waits"):
            yield f"{name} watched", program(body), ["--check-races"]
            yield f"{name} as fast as possible", program(body), ["--no-functional", "--no-timing"]
    yield "vector traced", program(BODIES["vector"]), ["--trace", "trace.json"]
    forever = """    scf.while : () -> () {
      scf.condition(%yes)
    } do {
      pto.barrier <PIPE_V>
      scf.yield
    }
"""
    yield "while", text(HEAD + forever), []


def run(file: Path, options: list[str]) -> str:
    memory = 1 << 30
    done = subprocess.run(
        ["pypto-run", str(file), *SHAPES, f"--max-instructions={LIMIT}", *options],
        capture_output=True,
        text=True,
        cwd=file.parent,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )
    return f"{done.stderr}\nexit {done.returncode}"


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    wrong, count = [], 0
    for name, source, options in programs():
        file = folder / f"{name.replace(' ', '_')}.pto"
        file.write_text(source)
        said = run(file, options)
        expected = [f"[{CODES.get(name.split()[0], 'PYPTO-E0803')}]", f"{file.name}:", "exit 1"]
        if "E0803" in expected[0]:
            expected += [f"{LIMIT} instructions", "--max-instructions", "max_instructions"]
        count += 1
        if not all(part in said for part in expected):
            wrong.append(name)
            print(f"{name}: expected {expected}, got:\n{said[:600]}")
    print(f"{count} endless programs, wrong: {', '.join(wrong) or 'none'}")


main()
