# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MLIR's own Python core and the upstream dialects that the front end builds,
# compiled from the wheel's sources under the package prefix pypto.mlir.

set(upstream ${PYPTO_MLIR_PYTHON_SOURCES})

declare_mlir_python_sources(PyptoUpstreamPythonSources)
declare_mlir_python_sources(PyptoUpstreamPythonSources.Core
  ADD_TO_PARENT PyptoUpstreamPythonSources
  ROOT_DIR ${upstream}/MLIRPythonSources.Core.Python
  SOURCES
    _mlir_libs/__init__.py
    dialects/_ods_common.py
    ir.py
    passmanager.py
    rewrite.py)
declare_mlir_python_sources(PyptoUpstreamPythonSources.Extras
  ADD_TO_PARENT PyptoUpstreamPythonSources
  ROOT_DIR ${upstream}/MLIRPythonSources.Core.Python.Extras
  SOURCES extras/meta.py extras/types.py)

declare_mlir_python_extension(PyptoUpstreamPythonSources.Support
  MODULE_NAME MLIRPythonSupport
  ADD_TO_PARENT PyptoUpstreamPythonSources
  ROOT_DIR ${upstream}/MLIRPythonExtension.MLIRPythonSupport
  SOURCES Globals.cpp IRAttributes.cpp IRCore.cpp IRTypes.cpp
  _PRIVATE_SUPPORT_LIB)
declare_mlir_python_extension(PyptoUpstreamPythonSources.Extension
  MODULE_NAME _mlir
  ADD_TO_PARENT PyptoUpstreamPythonSources
  ROOT_DIR ${upstream}/MLIRPythonExtension.Core
  SOURCES IRAffine.cpp IRInterfaces.cpp MainModule.cpp Pass.cpp Rewrite.cpp)

foreach(dialect builtin func arith scf cf memref)
  foreach(part "" ".ops_gen")
    set(root ${upstream}/MLIRPythonSources.Dialects.${dialect}${part})
    file(GLOB files RELATIVE ${root} ${root}/dialects/*.py)
    declare_mlir_python_sources(
      PyptoUpstreamPythonSources.${dialect}${part}
      ADD_TO_PARENT PyptoUpstreamPythonSources
      ROOT_DIR ${root}
      SOURCES ${files})
  endforeach()
endforeach()
