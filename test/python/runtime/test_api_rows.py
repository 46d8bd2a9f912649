# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names that programs import besides the language, and the run interface, row by row."""

import importlib
import logging
import os
import re
from pathlib import Path

import numpy as np
import pytest
from interface_names import ABSENT, PRESENT

import pypto
import pypto.language as pl
from pypto import backend, errors, ir, passes
from pypto.runtime import RunConfig, TensorSpec, benchmark, compile_program, run
from reference import SPEC


@pytest.mark.parametrize("module", PRESENT)
def test_names(module):
    found = importlib.import_module(module)
    for name in PRESENT[module].split():
        getattr(found, name)


@pytest.mark.parametrize("name", [name for name in ABSENT if "." in name])
def test_absent_names(name):
    """A name that there is now is to move to the others."""
    module, _, member = name.rpartition(".")
    with pytest.raises((ImportError, AttributeError)):
        getattr(importlib.import_module(module), member)


@pytest.mark.skipif(SPEC is None, reason="the reference pages are not beside this checkout")
def test_imports_of_programs_are_listed():
    """Each import in the reference's table is of a name that there is, or that says why not."""
    assert SPEC is not None
    text = (SPEC / "language.md").read_text().split("## 1.1")[1].split("Private names")[0]
    known = {f"{module}.{name}" for module, names in PRESENT.items() for name in names.split()}
    found = 0
    for module, names in re.findall(r"from ([\w.]+) import ([^`]+)`", text):
        for name in names.split(","):
            found += 1
            assert f"{module}.{name.strip()}" in known | set(ABSENT) or module in ABSENT
    assert found > 20


def make():
    @pl.jit
    def negated(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.neg(x)
        return y

    return negated


X = np.random.default_rng(3).standard_normal((16, 64), dtype=np.float32)


@pytest.mark.parametrize(
    ("platform", "kind"),
    [
        ("a2a3sim", "Ascend910B"),
        ("a2a3", "Ascend910B"),
        ("a5sim", "Ascend950"),
        ("a5", "Ascend950"),
    ],
)
def test_platforms(platform, kind):
    kernel, y = make(), np.zeros_like(X)
    config = RunConfig(platform=platform)
    assert config.backend_type is backend.BackendType[kind]
    kernel(X, y, config=config)
    np.testing.assert_array_equal(y, -X)
    compiled = kernel.compile(X, y, config=config)
    assert compiled.platform == platform and compiled.backend_type is config.backend_type
    other = RunConfig(platform="a5" if kind == "Ascend910B" else "a2a3")
    with pytest.raises(ValueError, match=f"compiled for platform '{platform}'"):
        compiled(X, y, config=other)


def test_call_shapes():
    compiled, y = make().compile(), np.zeros_like(X)
    assert compiled.param_names == ["x", "y"] and compiled.output_indices == [1]
    assert compiled.has_return and compiled.orchestration_names == ["negated"]
    assert compiled(X, y) is None
    np.testing.assert_array_equal(y, -X)
    np.testing.assert_array_equal(compiled(X), -X)
    for arguments in ((), (X, y, y)):
        with pytest.raises(TypeError, match=r"expects 2 .in-place. or 1 .return. arguments, got"):
            compiled(*arguments)
    with pytest.raises(ValueError, match="is not contiguous"):
        compiled(np.asfortranarray(X), y)


def test_a_compiled_program_is_its_folder(tmp_path):
    compiled = make().compile(config=RunConfig(output_dir=tmp_path / "here"))
    assert os.fspath(compiled) == str(compiled) == str(tmp_path / "here")
    assert Path(compiled) == compiled.output_dir


def test_ir_compile_dumps_unless_told(tmp_path):
    ir.compile(make(), tmp_path / "a")(X, np.zeros_like(X))
    ir.compile(make(), tmp_path / "b", dump_passes=False)(X, np.zeros_like(X))
    none = passes.PassDumpLevel.NONE
    ir.compile(make(), tmp_path / "c", dump_passes=none)(X, np.zeros_like(X))
    assert len(list((tmp_path / "a" / "passes_dump").rglob("*.mlir"))) > 5
    assert not (tmp_path / "b").exists() and not (tmp_path / "c").exists()


@pytest.mark.parametrize(
    ("options", "unread"),
    [
        ({"strategy": ir.OptimizationStrategy.Default}, ""),
        ({"verification_level": passes.VerificationLevel.NONE}, ""),
        ({"verification_level": passes.VerificationLevel.BASIC}, ""),
        ({"diagnostic_phase": passes.DiagnosticPhase.NONE}, ""),
        ({"disabled_diagnostics": ir.DiagnosticCheckSet("UnusedVariable")}, ""),
        ({"memory_planner": passes.MemoryPlanner.DSA_RP}, ""),
        ({"platform": "a5sim"}, ""),
        ({"backend_type": backend.BackendType.Ascend950}, ""),
        ({"runtime": passes.RuntimeKind.TENSORMAP_AND_RINGBUFFER}, ""),
        ({"runtime": passes.RuntimeKind.HOST_BUILD_GRAPH}, "runtime"),
        ({"enable_pypto_l0c_double_buffer": True}, "enable_pypto_l0c_double_buffer"),
        ({"profiling": True, "emit_source_loc": True}, "profiling, emit_source_loc"),
        ({"dump_ptoas_passes": True}, "dump_ptoas_passes"),
    ],
)
def test_options_of_ir_compile(options, unread, recwarn):
    compiled = ir.compile(make(), dump_passes=False, **options)
    y = np.zeros_like(X)
    compiled(X, y)
    np.testing.assert_array_equal(y, -X)
    texts = [str(w.message) for w in recwarn]
    assert len(texts) == bool(unread) and all(f": {unread} without effect" in t for t in texts)
    level = options.get("verification_level")
    assert compiled.verify_stages is (level is not passes.VerificationLevel.NONE)


def test_a_context_says_the_level_of_verification():
    kernel = make()
    with passes.PassContext(verification_level=passes.VerificationLevel.NONE):
        unchecked = kernel.compile()
        assert not unchecked.verify_stages
    assert kernel.compile() is not unchecked and kernel.compile().verify_stages


def test_programs_are_written_and_read(tmp_path):
    program = make().trace()
    data = ir.serialize(program)
    again = ir.deserialize(data)
    assert again.structurally_equal(program) and again.name == program.name
    assert again.mlir(locations=True) == program.mlir(locations=True)
    ir.serialize_to_file(program, tmp_path / "program")
    assert ir.deserialize_from_file(tmp_path / "program").structurally_equal(program)
    for wrong in (b"", b"text", data[:20], data[:12] + b"\0" * 40, data[:-40]):
        with pytest.raises(ValueError, match="serialized program") as caught:
            ir.deserialize(wrong)
        assert caught.value.code == "PYPTO-E0026"


def test_benchmarks(capsys):
    compiled, y = make().compile(), np.zeros_like(X)
    stats = benchmark(compiled, [X, y], rounds=4, warmup=1, platform="a2a3sim", device_id=0)
    assert stats.invocations == len(stats.samples) == len(stats.per_round) == 4
    device = compiled.report().microseconds
    assert stats.device_wall_us == pytest.approx(device) == stats.device_wall_us_min
    assert 0 < stats.host_wall_us_min <= stats.host_wall_us_median
    assert stats.host_wall_us == stats.host_wall_us_mean == pytest.approx(np.mean(stats.samples))
    assert stats.device_wall_us_median == pytest.approx(stats.device_wall_us_mean)
    stats.print_tree()
    stats.print_mean_tree()
    text = capsys.readouterr().out
    assert text.count("round ") == 4 and "4 rounds" in text
    assert text.count("negated_incore_0 on 1 blocks") == 5
    empty = benchmark(compiled, [X, y], rounds=0, warmup=0)
    assert empty.host_wall_us == empty.device_wall_us_min == 0.0


def test_run_compiles_and_runs():
    kernel, y = make(), np.zeros_like(X)
    compiled = run(kernel)
    assert compiled.report() is None and compile_program(kernel) is compiled
    assert run(kernel, X, y) is compiled
    np.testing.assert_array_equal(y, -X)
    assert TensorSpec("x", [16, 64], np.float32, is_output=True).is_output


def test_log_levels():
    before = logging.getLogger("pypto").level
    try:
        for level in pypto.LogLevel:
            pypto.set_log_level(level)
            assert pypto.get_log_level() is level
    finally:
        logging.getLogger("pypto").setLevel(before)


def test_an_entry_of_the_host_is_not_mistaken_for_one_of_a_chip():
    program = pl.parse("""
import pypto.language as pl

@pl.program
class Program:
    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.neg(x)
        return y

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[2, 16, 64], pl.FP32],
             y: pl.Out[pl.Tensor[[2, 16, 64], pl.FP32]]):
        for r in pl.range(2):
            self.chip(x[r], y[r])
        return y
""")
    with pytest.raises(errors.InvalidOperationError, match="'main' of level HOST") as caught:
        ir.compile(program)
    assert caught.value.code == "PYPTO-E0317" and caught.value.span.line > 5
