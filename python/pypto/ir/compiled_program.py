# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiled kernel: its program, its call shape, its executable."""

from __future__ import annotations

import copy
import ctypes
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pypto import dtypes
from pypto.diagnostics import codes, make_error
from pypto.frontend.constant_key import constant_key
from pypto.frontend.types import ScalarType, TensorType
from pypto.ir.program import Program
from pypto.passes import VerificationLevel
from pypto.runtime.arrays import HostArray, UnsupportedArray, allocate, host_array

if TYPE_CHECKING:
    from pypto.frontend.kernel import Argument, CompiledKernel
    from pypto.frontend.program import ProgramCompiler
    from pypto.language.functions import KernelFunction
    from pypto.report import MemoryMap
    from pypto.runtime.config import RunConfig


class CompiledProgram:
    """What `JITFunction.compile()` returns; call it like the kernel.

    program: the IR as the front end emitted it. platform: what it is compiled for.
    """

    def __init__(
        self,
        kernel: KernelFunction,
        arguments: list[Argument],
        compiler: ProgramCompiler,
        entry: CompiledKernel,
        config: RunConfig,
    ) -> None:
        self.kernel = kernel
        self.arguments = arguments
        self.program = Program(compiler.module, entry.name)
        self.entry = entry
        self.config = config
        self._planning = config.planning()
        # False: the IR is not verified between the stages of the pipeline.
        self.verify_stages = config.verification_level() is not VerificationLevel.NONE
        self.platform = config.platform
        self.backend_type = config.backend_type
        self._engine = compiler.engine
        self.operation_count = compiler.operation_count
        self._captures = list(compiler.captures.values())
        self._lookups = list(compiler.lookups)
        self._executable: Any = None
        self._report: Any = None
        self._output_dir = Path(config.output_dir) if config.output_dir else None
        parameters = kernel.signature.parameters
        self.param_names = [p.name for p in parameters]
        self.output_indices = [i for i, p in enumerate(parameters) if p.direction != "In"]
        self.has_return = bool(entry.results)
        # Tensors that the kernel itself creates and returns.
        self._creates = any(alias is None for _, alias in entry.results)
        self.orchestration_names = [entry.name]
        self._plan = [(p, a) for p, a in zip(parameters, arguments, strict=True)]

    def with_config(self, config: RunConfig) -> CompiledProgram:
        """The same program with other options of its runs, as the seed and the checks."""
        if config.run_key() == self.config.run_key():
            return self
        other = copy.copy(self)
        other.config = config
        return other

    @property
    def warnings(self) -> list[str]:
        """The warnings of this compile as text."""
        return list(self._engine.warnings)

    @property
    def perf_hints(self) -> list[str]:
        """What could be faster, as text; also in `report/perf_hints.log` of `output_dir`."""
        return list(dict.fromkeys(hint() for hint in self._engine.hints))

    def _write_hints(self) -> None:
        if not (self.config.dump_passes or self.config.output_dir) or not self._engine.hints:
            return
        folder = self.output_dir / "report"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "perf_hints.log").write_text("\n".join([*self.perf_hints, ""]))

    # Cache -----------------------------------------------------------------------------------

    def captures_unchanged(self) -> bool:
        """True while the Python objects that the kernel refers to are what they were."""
        for source, name, before in self._captures:
            found, now = source.lookup(name)
            if not found or constant_key(now) != before:
                return False
        try:
            return all(
                constant_key(get(base, key)) == before for get, base, key, before in self._lookups
            )
        except (AttributeError, KeyError, IndexError):
            # What was read is there no longer.
            return False

    # Compile ---------------------------------------------------------------------------------

    @property
    def executable(self) -> Any:
        """The native executable; compiled on first use."""
        if self._executable is None:
            from pypto.compiler import compile_module

            executable = compile_module(
                self._copy(),
                platform=self.platform,
                entry=self.entry.name,
                dump_dir=self.output_dir / "passes_dump" if self.config.dump_passes else None,
                planning=self._planning,
                verify_stages=self.verify_stages,
                on_warning=self._engine.warn,
                on_remark=self._remark,
            )
            self._write_hints()
            # Warnings of passes that count as errors.
            self._engine.raise_if_errors()
            self._executable = executable
        return self._executable

    @property
    def output_dir(self) -> Path:
        """The folder for files of this compile; made when first asked for.

        With `RunConfig(dump_passes=True)` its `passes_dump` holds the IR after each pass. Raises
        OSError when it cannot be made.
        """
        if self._output_dir is None:
            from pypto.compiler.dump import output_directory

            self._output_dir = output_directory(self.entry.name)
        return self._output_dir

    def __fspath__(self) -> str:
        return str(self.output_dir)

    def __str__(self) -> str:
        return str(self.output_dir)

    def lowered(self) -> Program:
        """The program after all passes."""
        from pypto.compiler import lower_module

        module = lower_module(
            self._copy(),
            platform=self.platform,
            planning=self._planning,
            on_warning=self._engine.warn,
        )
        self._engine.raise_if_errors()
        return Program(module, self.entry.name)

    def _remark(self, message: str, span: Any) -> None:
        self._engine.hint(None, "", message, lambda: span)

    def memory_map(self) -> MemoryMap:
        """Which on-chip bytes hold what, and when, for each kernel and memory."""
        from pypto.compiler import lower_module
        from pypto.report import MemoryMap

        # What the passes warn about is shown when the executable is compiled.
        return MemoryMap(
            lower_module(
                self._copy(),
                platform=self.platform,
                stop_after="allocated",
                planning=self._planning,
                on_warning=lambda *_, **__: None,
            )
        )

    def _copy(self) -> Any:
        """A copy of the module, which passes change in place."""
        return self.program.module.operation.clone()

    # Call ------------------------------------------------------------------------------------

    def __call__(self, *args: Any, config: RunConfig | None = None) -> Any:
        """Runs on arrays; see `JITFunction`."""
        return self.call(args, config)

    def call(self, args: tuple[Any, ...], config: RunConfig | None = None) -> Any:
        """Checks the arguments, runs, and returns what the call shape asks for."""
        if config is not None and config.arch != self.config.arch:
            raise make_error(
                codes.BadPlatform,
                f"compiled for platform {self.platform!r}, called with {config.platform!r}",
                expected=f"a platform of the architecture {self.config.arch}",
                hint=f"leave config= out, or compile for {config.platform!r} too",
            )
        arrays, values, objects, allocated, kind = self._collect(args)
        _check_memory(self.kernel.name, arrays)
        how = config or self.config
        self._report = self.executable.run(
            [_native(v) for v in values],
            seed=how.seed,
            check_races=how.check_races,
            max_instructions=how.max_instructions,
        )
        for parameter, array in arrays:
            if array.packed is not None and parameter.direction != "In":
                array.unpack()
        if not allocated and not self._creates:
            return None
        returned = self._returned(objects, kind) or [objects[i] for i in allocated]
        if len(returned) == 1 and not self.entry.returns_tuple:
            return returned[0]
        return tuple(returned)

    def _check_returned(self) -> None:
        """A call receives tensors only; refuses anything else before the run."""
        for type, alias in self.entry.results:
            if alias is None and not isinstance(type, TensorType):
                raise make_error(
                    codes.CannotAllocateOutput,
                    f"'{self.kernel.name}' returns a value of type {type}, "
                    "which a call from Python cannot receive",
                    expected="return of tensors",
                    hint="write it to an output parameter and return that",
                )

    def _returned(self, objects: list[Any], kind: str) -> list[Any]:
        """What `return` names, in its order: arguments, or new arrays of what was created."""
        rows = self._report.returned_tensors() if self._creates else ()
        returned = []
        for position, (type, alias) in enumerate(self.entry.results):
            if alias is not None:
                returned.append(objects[alias])
                continue
            arg, shape, data = rows[position]
            if arg >= 0:
                # One of several parameters, which the run chose.
                returned.append(objects[arg])
                continue
            result = allocate(tuple(shape), type.dtype, kind)
            array = host_array(result)
            assert array is not None
            ctypes.memmove(array.pointer, data, len(data))
            array.unpack()
            returned.append(result)
        return returned

    def report(self) -> Any:
        """Cycles and utilisation of the last run; None before the first."""
        return self._report

    def _collect(
        self, args: tuple[Any, ...]
    ) -> tuple[list[Any], list[Any], list[Any], list[int], str]:
        """What a run needs of the arguments.

        (parameters with arrays, run-time values, their Python objects, allocated positions, the
        library of the arrays).
        """
        from pypto.frontend.specialize import OMITTED, arrange

        args = arrange(self.kernel, args)  # pyright: ignore[reportArgumentType]
        if self._creates or any(value is OMITTED for value in args):
            self._check_returned()
        arrays: list[Any] = []
        values: list[Any] = []
        objects: list[Any] = []
        allocated: list[int] = []
        dims: dict[Any, tuple[int, str]] = {}
        pending: list[tuple[int, Any, Any]] = []
        kind = "numpy"
        for (parameter, argument), value in zip(self._plan, args, strict=True):
            if value is OMITTED:
                pending.append((len(values), parameter, argument))
                values.append(None)
                objects.append(None)
                arrays.append(None)
                continue
            if not argument.runtime:
                continue
            objects.append(value)
            if isinstance(argument.type, TensorType):
                array = self._array(parameter, argument.type, value, dims)
                if array.kind == "torch":
                    kind = "torch"
                arrays.append((parameter, array))
                values.append(array)
            else:
                values.append(self._scalar(parameter, argument.type, value))
                arrays.append(None)
        for position, parameter, argument in pending:
            objects[position], array = self._allocate(parameter, argument.type, dims, kind)
            values[position] = array
            arrays[position] = (parameter, array)
            allocated.append(position)
        return [a for a in arrays if a is not None], values, objects, allocated, kind

    def _array(
        self, parameter: Any, type: TensorType, value: Any, dims: dict[Any, tuple[int, str]]
    ) -> HostArray:
        from pypto.frontend import specialize

        kernel: Any = self.kernel
        try:
            array = host_array(value)
        except UnsupportedArray as error:
            raise specialize._array_error(kernel, parameter, error) from None
        if array is None:
            raise specialize._call_error(
                kernel,
                f"argument '{parameter.name}' is no array",
                codes.ArgumentNotArray,
                got=value.__class__.__name__,
            )
        if array.dtype is not type.dtype:
            raise specialize._call_error(
                kernel,
                f"argument '{parameter.name}' has dtype {array.dtype}",
                codes.ArgumentDtype,
                expected=str(type.dtype),
                got=str(array.dtype),
            )
        fits = len(array.shape) == type.rank
        for extent, wanted in zip(array.shape, type.host_shape, strict=False):
            if isinstance(wanted, int):
                fits = fits and extent == wanted
                continue
            known = dims.setdefault(wanted, (extent, parameter.name))
            if known[0] != extent:
                raise specialize._call_error(
                    kernel,
                    f"dynamic dimension {wanted} is {known[0]} in '{known[1]}' and {extent} in "
                    f"'{parameter.name}'",
                    codes.ArgumentShape,
                )
        if not fits:
            raise specialize._call_error(
                kernel,
                f"argument '{parameter.name}' has the wrong shape",
                codes.ArgumentShape,
                expected=str(list(type.host_shape)),
                got=str(list(array.shape)),
            )
        if type.strides is not None:
            self._fill_gaps(parameter, type, array)
        return array

    def _fill_gaps(self, parameter: Any, type: TensorType, array: HostArray) -> None:
        """A strided parameter takes an array with its strides and runs on one without gaps."""
        from pypto.frontend import specialize, strided

        wrong = strided.array_mismatch(type, array.shape, array.strides)
        if wrong is not None:
            raise specialize._call_error(
                self.kernel,  # pyright: ignore[reportArgumentType]
                f"argument '{parameter.name}' has other strides than its pl.TensorView",
                codes.ArgumentShape,
                expected=wrong,
                got=str(list(array.strides or ())),
                hint="strides count elements; a part of a larger array has those of the array",
            )
        array.fill_gaps(*strided.host_layout(type, array.shape))

    def _scalar(self, parameter: Any, type: ScalarType, value: Any) -> Any:
        from pypto.frontend import specialize

        kernel: Any = self.kernel
        number = specialize.python_number(value)
        if number is None:
            from pypto.language.dynamic import RUNTIME

            received = " and received pl.RUNTIME" if value is RUNTIME else ""
            raise specialize._call_error(
                kernel,
                f"scalar parameter '{parameter.name}' must be an int/float/bool{received}",
                codes.BadScalarArgument,
                got=value.__class__.__name__,
            )
        specialize.check_scalar(kernel, parameter, number)
        return float(number) if type.dtype.is_float() else int(number)

    def _allocate(
        self,
        parameter: Any,
        type: TensorType,
        dims: dict[Any, tuple[int, str]],
        kind: str,
    ) -> tuple[Any, HostArray]:
        shape = []
        for extent in type.host_shape:
            known = (extent, "") if isinstance(extent, int) else dims.get(extent)
            if known is None:
                raise make_error(
                    codes.CannotAllocateOutput,
                    f"Cannot allocate output tensor '{parameter.name}': its dimension {extent} "
                    "is known from "
                    "no argument",
                    hint=f"pass '{parameter.name}'",
                )
            shape.append(known[0])
        result = allocate(tuple(shape), type.dtype, kind)
        array = host_array(result)
        assert array is not None
        return result, array


def _native(value: Any) -> Any:
    """An argument in the form that the executable takes."""
    if not isinstance(value, HostArray):
        return value
    from pypto.compiler.executable import BufferArg

    shape = value.shape
    if value.dtype is dtypes.FP4:
        # Pairs, as they are in memory.
        shape = (*shape[:-1], shape[-1] // 2)
    return BufferArg(value.pointer, _ELEMENTS.get(value.dtype.name, value.dtype.mlir), shape)


# Names of element types in the core model where they are not MLIR's.
_ELEMENTS = {
    "BOOL": "bool",
    "UINT8": "u8",
    "UINT16": "u16",
    "UINT32": "u32",
    "UINT64": "u64",
    "FP4": "f4E2M1x2",
    "FP8E8M0": "u8",
    "HF8": "hif8",
}


def _check_memory(name: str, arrays: list[Any]) -> None:
    """Contiguity, writeability, gradients and overlap, before anything runs."""
    for parameter, array in arrays:
        where = f"@pl.jit function '{name}': argument '{parameter.name}'"
        if not array.contiguous and array.spread is None:
            raise make_error(
                codes.ArgumentNotContiguous,
                f"{where} is not contiguous",
                hint=(
                    f"pass {parameter.name}.contiguous() or "
                    f"numpy.ascontiguousarray({parameter.name})"
                ),
            )
        if array.requires_grad:
            raise make_error(
                codes.ArgumentRequiresGrad,
                f"{where} records gradients, which do not flow through a kernel",
                hint=f"pass {parameter.name}.detach()",
            )
        if parameter.direction != "In" and not array.writeable:
            raise make_error(
                codes.ArgumentReadOnly,
                f"{where} is an output but read-only",
                expected="an array that may be written",
                hint=f"pass {parameter.name}.copy()",
            )
    _check_overlap(name, arrays)


def _check_overlap(name: str, arrays: list[Any]) -> None:
    ranges = [(a.pointer, a.pointer + a.nbytes, p) for p, a in arrays if a.nbytes]
    ranges.sort(key=lambda r: r[:2])
    # The open range that reaches furthest, among all and among outputs.
    last: Any = None
    last_output: Any = None
    for begin, end, parameter in ranges:
        written = parameter.direction != "In"
        clash = last if written else last_output
        if clash is not None and begin < clash[1]:
            raise make_error(
                codes.ArgumentAliased,
                f"@pl.jit function '{name}': arguments '{clash[2].name}' and '{parameter.name}' "
                "share memory "
                "and at least one of them is an output",
                hint="pass a copy of one of them",
            )
        if last is None or end > last[1]:
            last = (begin, end, parameter)
        if written and (last_output is None or end > last_output[1]):
            last_output = (begin, end, parameter)
