# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit configuration of the .mlir, .pto and .test files under test/."""

import os

import lit.formats

config.name = "PyPTO"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".pto", ".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.pypto_build_dir, "test")
config.excludes = ["Inputs", "CMakeLists.txt", "unit", "python", "kernels"]

config.environment["PATH"] = os.pathsep.join(
    [config.pypto_tools_dir, config.llvm_tools_dir, os.environ["PATH"]]
)
config.environment["PYTHONPATH"] = config.pypto_python_dir
# The tools read .py files with the Python that the bindings were built for.
config.environment["PYPTO_PYTHON"] = config.python_executable
config.substitutions.append(("%python", config.python_executable))
config.substitutions.append(("%shared_data", config.shared_data_dir))
if os.path.isdir(config.shared_data_dir):
    config.available_features.add("shared-data")
# The reference of the public assembler's dialect.
config.substitutions.append(("%reference", config.reference_dir))
if os.path.isfile(os.path.join(config.reference_dir, "pto-dialect.md")):
    config.available_features.add("reference")
config.substitutions.append(("%mlir_tblgen", config.mlir_tblgen))
config.substitutions.append(("%mlir_include", config.mlir_include_dirs))
