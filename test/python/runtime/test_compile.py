# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`ir.compile`, configurations and what surrounds them."""

import dataclasses
import warnings

import numpy as np
import pytest

import pypto.language as pl
from interpreter import Interpreter
from pypto import backend, ir, passes
from pypto.ir.distributed_compiled_program import DistributedConfig
from pypto.runtime import RunConfig, TensorSpec


@pl.program
class Add:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, a: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        o = pl.store(pl.add(pl.load(a, [0, 0], [16, 16]), 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        o = self.kernel(a, o)
        return o


@pl.jit
def filled(o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        o[:] = pl.full([16, 16], dtype=pl.FP32, value=1.0)
    return o


@pl.jit
def wasteful(o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    unused = 3  # noqa: F841
    with pl.at(level=pl.Level.CORE_GROUP):
        o[:] = pl.full([16, 16], dtype=pl.FP32, value=1.0)
    return o


def test_a_program_compiles_its_control_plane_function():
    compiled = ir.compile(Add, platform="a2a3")
    assert compiled.param_names == ["a", "o"] and compiled.entry.name == "main"
    a, o = np.ones((16, 16), np.float32), np.zeros((16, 16), np.float32)
    Interpreter(compiled.program.module).call("main", [a, o])
    assert (o == 2).all()


def test_another_platform_changes_the_arch_of_a_copy():
    assert "#pypto.arch<a5>" in str(ir.compile(Add, platform="a5sim").program)
    assert "#pypto.arch<a2a3>" in str(Add)


def test_an_unknown_option_is_refused():
    with pytest.raises(TypeError, match="unexpected keyword argument 'fast'"):
        ir.compile(Add, fast=True)


def test_a_program_prints_and_parses():
    again = pl.parse_program(Add.as_python())
    assert again.structurally_equal(Add) or str(again) == str(Add)
    assert ir.python_print(Add) == Add.as_python()


def test_text_with_none_or_several_definitions():
    with pytest.raises(ValueError, match=r"No @pl.function or @pl.program found"):
        pl.parse("x = 1\n")
    with pytest.raises(SyntaxError, match="Failed to compile code"):
        pl.parse("def (:\n")
    with pytest.raises(RuntimeError, match="Error executing code"):
        pl.parse("1 / 0\n")
    text = "@pl.jit\ndef {}(y: pl.Out[pl.Tensor[[4], pl.INT32]]):\n    pl.write(y, [0], 1)\n"
    with pytest.raises(ValueError, match="Multiple functions/programs found"):
        pl.parse(text.format("a") + text.format("b"))
    with pytest.raises(ValueError, match=r"Expected @pl.program"):
        pl.parse_program(text.format("a"))


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"platform": "gpu"}, "Invalid platform 'gpu'"),
        ({"ring_heap": 1000}, "ring_heap must be a power of two >= 1024"),
        ({"ring_task_window": 6}, "ring_task_window must be a power of two >= 4"),
        ({"ring_heap": [1024, 1024]}, "needs an int or 4 entries"),
        ({"enable_chip_swimlane": 7}, "enable_chip_swimlane=7(.|\\n)*0..4"),
        ({"enable_chip_swimlane": 1, "enable_l2_swimlane": 1}, "given together"),
        ({"platform": "a5", "backend_type": backend.BackendType.Ascend910B}, "is Ascend950"),
        ({"memory_planner": passes.MemoryPlanner.PTOAS}, "memory_planner=PTOAS is not available"),
    ],
)
def test_invalid_configurations(options, part):
    with pytest.raises(ValueError, match=part):
        RunConfig(**options)


OPTIONS = dataclasses.fields(RunConfig)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_refuses_what_it_is_not(option):
    """Whatever the annotation does not name: another kind of object, and numbers for booleans."""
    if option.type == "Any":
        pytest.skip("takes any object")
    wrong = [object(), {}]
    if option.type.startswith("bool"):
        wrong += [1, "yes"]
    if option.type.startswith("int") and "bool" not in option.type:
        wrong += [1.5, True]
    if "None" not in option.type:
        wrong.append(None)
    for value in wrong:
        with pytest.raises(ValueError, match=option.name) as caught:
            RunConfig(**{option.name: value})
        assert caught.value.expected or "must be" in caught.value.message


@pytest.mark.parametrize(
    "make",
    [
        lambda: RunConfig(enable_dep_gen=True, codegen_only=True),
        lambda: passes.PassContext(runtime=passes.RuntimeKind.HOST_BUILD_GRAPH),
        lambda: ir.compile(filled, emit_source_loc=True),
    ],
    ids=["RunConfig", "PassContext", "ir.compile"],
)
def test_options_without_effect_say_so_at_the_users_line(make):
    with pytest.warns(UserWarning, match="without effect in this version") as caught:
        make()
    assert [w.filename for w in caught] == [__file__]


def test_the_backend_of_configurations_that_name_no_platform():
    backend.set_backend_type(backend.BackendType.Ascend950)
    try:
        assert RunConfig().platform == "a5sim"
        assert RunConfig(platform="a2a3sim").platform == "a2a3sim"
        assert filled.compile().platform == "a5sim"
    finally:
        backend.set_backend_type(backend.BackendType.Ascend910B)
    assert filled.compile().platform == "a2a3sim"


def test_no_diagnostic_phase_shows_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        config = RunConfig(diagnostic_phase=passes.DiagnosticPhase.NONE)
        wasteful.compile(config=config)
    with pytest.warns(UserWarning, match="UnusedVariable"):
        wasteful.compile()


def test_configurations_follow_each_other():
    assert RunConfig(platform="a5sim").backend_type is backend.BackendType.Ascend950
    assert RunConfig(backend_type=backend.BackendType.Ascend950).platform == "a5sim"
    assert RunConfig(enable_chip_swimlane=True).enable_chip_swimlane == 4
    assert RunConfig().any_dfx_enabled() is False
    with pytest.warns(UserWarning, match="enable_pmu without effect"):
        RunConfig(enable_pmu=2)


def test_device_ids_are_distinct():
    assert DistributedConfig(device_ids=[0, 1]).num_sub_workers == 0
    for ids in ([], [0, 0], [-1]):
        with pytest.raises(ValueError, match="device_ids"):
            DistributedConfig(device_ids=ids)


def test_tensor_specs():
    assert TensorSpec("a", [2, 3], np.float32).create().shape == (2, 3)
    assert (TensorSpec("a", [2], np.int32, 7).create() == 7).all()
    with pytest.raises(ValueError, match="init_value has shape") as caught:
        TensorSpec("a", [2], np.int32, np.zeros(3)).create()
    assert caught.value.code == "PYPTO-E0720"
    for name, shape, text in [
        ("a", [-8, 32], "shape="),
        ("a", [8, 2.5], "shape="),
        ("a", [True], "shape="),
        ("a", 8, "shape="),
        ("", [8], "name="),
        (3, [8], "name="),
    ]:
        with pytest.raises(ValueError, match=text) as caught:
            TensorSpec(name, shape, np.float32)
        assert caught.value.code == "PYPTO-E0720"
    assert TensorSpec("a", (np.int64(0), 3), np.float32).create().shape == (0, 3)
    torch = pytest.importorskip("torch")
    made = TensorSpec("a", [4, 5], torch.bfloat16, torch.randn).create()
    assert made.shape == (4, 5) and made.dtype is torch.bfloat16
