# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names that programs import besides `pl` and `pld`: by module, and those that there are not."""

from __future__ import annotations

PRESENT = {
    "pypto": "DataType Error InternalError LogLevel __version__ backend get_log_level ir language "
    "log_debug log_error log_fatal log_info log_warn passes runtime set_log_level DT_BF16 DT_BOOL "
    "DT_FP16 DT_FP32 DT_FP4 DT_FP8E4M3FN DT_FP8E5M2 DT_FP8E8M0 DT_HF4 DT_HF8 DT_INDEX DT_INT16 "
    "DT_INT32 DT_INT4 DT_INT64 DT_INT8 DT_UINT16 DT_UINT32 DT_UINT4 DT_UINT64 DT_UINT8",
    "pypto.backend": "BackendType set_backend_type",
    "pypto.backend.pto_backend": "PartialCodegenError",
    "pypto.ir": "ArgDirection CompiledProgram CoreType DiagnosticCheckSet OptimizationStrategy "
    "ParamDirection PassManager compile deserialize deserialize_from_file python_print serialize "
    "serialize_to_file",
    "pypto.ir.distributed_compiled_program": "DistributedCompiledProgram DistributedConfig",
    "pypto.ir.pass_manager": "OptimizationStrategy PassManager",
    "pypto.ir.printer": "python_print",
    "pypto.passes": "DiagnosticPhase MemoryPlanner PassContext PassDumpLevel RuntimeKind "
    "VerificationLevel",
    "pypto.runtime": "RunConfig TensorSpec benchmark compile_program configure_log log_level run",
    "pypto.runtime.log_config": "configure_log current_level",
}

_NO_DEVICE = "kernels run on the core model: there is no device to attach to"
_NO_RANKS = "a run has one rank"
_NO_SOURCES = "kernels are lowered to instructions: there are no C++ sources and no binaries"
# The name with its module, and why it does not exist.
ABSENT = {
    "pypto.runtime.ChipWorker": _NO_DEVICE,
    "pypto.runtime.DeviceTensor": _NO_DEVICE,
    "pypto.runtime.RegistrationHandle": _NO_DEVICE,
    "pypto.runtime.DistributedWorker": _NO_RANKS,
    "pypto.runtime.StackedDeviceTensor": _NO_RANKS,
    "pypto.runtime.execute_compiled": _NO_SOURCES,
    "pypto.runtime.ensure_pto_isa_root": _NO_SOURCES,
    "pypto.runtime.pto_isa_include_dir": _NO_SOURCES,
    "pypto.runtime.debug.replay.invalidate_binary_cache": _NO_SOURCES,
    "pypto.runtime.debug.pto_rebuild.rebuild_kernel_cpp_from_pto": _NO_SOURCES,
    "golden": "a package of its own, of the kernel library",
}
