# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What pypto-translate emits for the PTO assembler: read back at its level, and nothing in it that
neither the assembler has nor the table of extensions names."""

import subprocess
import sys
from pathlib import Path

import pytest
from pto_constructs import constructs, extension_operations, is_documented

import pypto.language as pl

sys.path.insert(0, str(Path(__file__).parents[1] / "language"))
from snippets import programs

CHIPS = ("a2a3", "a5")
# Snippets that are not emitted alone, by the code that refuses them.
REFUSED = {
    # What only the a5 has.
    "PYPTO-E0316": {
        "pl.mgather(elem)",
        "pl.mgather(row)",
        "pl.mscatter",
    },
    # One kernel of a matrix and a vector core.
    "PYPTO-E0426": {
        "pl.aic_initialize_pipe",
        "pl.aiv_initialize_pipe",
        "pl.batch_matmul",
        "pl.create_l1",
        "pl.gather_row",
        "pl.gather_row(transpose)",
        "pl.gemv",
        "pl.gemv(acc_phase)",
        "pl.import_peer_buffer",
        "pl.matmul(T)",
        "pl.matmul(t)",
        "pl.matmul_acc(T)",
        "pl.matmul_bias",
        "pl.mgather(Mat)",
        "pl.mgather(elem, Mat)",
        "pl.move",
        "pl.paged_gather",
        "pl.reserve_buffer",
        "pl.split_aiv",
        "pl.system.sync_wait",
        "pl.tfree_to_aic",
        "pl.tfree_to_aiv",
        "pl.tile.extract",
        "pl.tile.matmul_acc",
        "pl.tile.transpose_view",
        "pl.tpop_from_aic",
        "pl.tpop_from_aiv",
        "pl.tpush_to_aic",
        "pl.tpush_to_aiv",
    },
    # The host's part alone.
    "PYPTO-E0811": {
        "pl.array.create(TASK_ID)",
        "pl.create_tensor(init_value)",
        "pl.dump_tag",
        "pl.system.task_dummy",
        "pl.system.task_invalid",
    },
}


def refusal(name, chip):
    """The code that refuses to emit a snippet; empty if it must be emitted."""
    code = next((code for code, names in REFUSED.items() if name in names), "")
    return "" if code == "PYPTO-E0316" and chip == "a5" else code


def test_every_extension_is_documented():
    operations = extension_operations()
    assert operations
    assert not {name for name in operations if not is_documented(name)}


@pytest.mark.parametrize(
    "line, found",
    [
        ("pto.fence.barrier_all #pto.fence_scope<gm>", {"pto.fence.barrier_all"}),
        ("%x = pto.tprefetch_async %w : !P", {"pto.tprefetch_async"}),
        (
            "pto.tpush_to_aiv(%t : !A) {id = 1, split = 3, lane_stride = 8}",
            {"id", "lane_stride", "split 3"},
        ),
        (
            "pto.aic_initialize_pipe {dir_mask = 1, slot_size = 32, slot_num = 2} (c2v)",
            {"slot_num"},
        ),
        ("%p = pto.initialize_l2l_pipe {dir_mask = 1, slot_size = 32, slot_num = 8}", set()),
        ("pto.tfree_from_aic {split = 2}", set()),
        (
            "%v = pto.make_tensor_view %m : memref<16xf32>, shape = [%n]",
            {"make_tensor_view of a memref"},
        ),
        ("%s = pto.subset %t[%i, %j] sizes [8, 16] : !V -> !W", {"subset with a result type"}),
        ("pto.tmov ins(%a : !A, %q : i64) outs(%b : !B)", {"tmov with one scale"}),
        ("pto.tmov ins(%a : !A, %q : !FP) outs(%b : !B)", set()),
        ('"pto.tadd"(%a, %b, %c) : (!V, !V, !V) -> ()', {'"pto.tadd"'}),
        ("%x = math.exp %y : f32", {"math"}),
        ("%x = arith.addi %y, %y : index", set()),
    ],
)
def test_constructs(line, found):
    assert constructs(line) == found


@pytest.mark.parametrize("name", sorted(programs())[::6])
@pytest.mark.parametrize("chip", CHIPS)
def test_emitted_text(name, chip, tmp_path):
    module = tmp_path / "module.mlirbc"
    program = pl.parse(programs()[name]).trace()
    refused = refusal(name, chip)
    with module.open("wb") as file:
        program.module.operation.write_bytecode(file)
    for level in (2, 3):
        done = subprocess.run(
            ["pypto-translate", "--emit-pto", f"--platform={chip}", f"--pto-level={level}", module],
            capture_output=True,
            text=True,
        )
        if refused:
            assert done.returncode and f"[{refused}]" in done.stderr, done.stderr or "it is emitted"
            continue
        assert done.returncode == 0, done.stderr
        text = tmp_path / f"level{level}.pto"
        text.write_text(done.stdout)
        assert not {c for c in constructs(done.stdout) if not is_documented(c)}
        again = subprocess.run(
            ["pypto-opt", "-split-input-file", f"--pto-level=level{level}", text, "-o", text],
            capture_output=True,
            text=True,
        )
        assert again.returncode == 0, again.stderr
        assert ("addr = " in done.stdout) == (level == 3 and "alloc_tile" in done.stdout)
        # Flags and barriers that the author wrote stay; none is added.
        if level == 2 and "pl.system." not in programs()[name]:
            assert "set_flag" not in done.stdout and "pto.barrier" not in done.stdout
