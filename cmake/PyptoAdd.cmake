# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Helpers that add the project's targets.
#
#   pypto_add_library(NAME sources... [NO_MLIR] [DEPENDS tablegen-targets...]
#                     [LINK_LIBS libs...])
#     A static library. NO_MLIR marks the rooms that use neither MLIR nor LLVM.
#   pypto_add_tool(NAME sources... [NO_MLIR] [LINK_LIBS libs...])
#     An executable that is installed on the user's PATH.
#   pypto_pass_decls(FILE NAME)
#     FILE with the declarations of the passes in LLVM_TARGET_DEFINITIONS, for
#     add_public_tablegen_target. NAME is the group's.
#   pypto_add_unittest(NAME sources... [NO_MLIR] [LINK_LIBS libs...])
#     A GoogleTest binary, one per room, run by the check target.

set_property(GLOBAL PROPERTY PYPTO_UNITTESTS)
set_property(GLOBAL PROPERTY PYPTO_TOOLS)
add_custom_target(PyptoTools ALL)

function(_pypto_configure target no_mlir)
  # LLVM's code base has neither exceptions nor RTTI in its style; the bindings
  # are the only place that needs them.
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti>)
  if(NOT no_mlir)
    target_link_libraries(${target} PUBLIC MLIR LLVM)
  endif()
endfunction()

# MLIR's headers are two thirds of the time of compiling a file that includes
# them, so the libraries share one precompiled copy.
option(PYPTO_PRECOMPILE_HEADERS "Precompile the headers of MLIR" ON)
if(PYPTO_PRECOMPILE_HEADERS)
  add_library(PyptoPrecompiled OBJECT ${CMAKE_CURRENT_LIST_DIR}/Precompiled.cpp)
  _pypto_configure(PyptoPrecompiled FALSE)
  target_precompile_headers(PyptoPrecompiled PRIVATE
    <mlir/Dialect/Arith/IR/Arith.h>
    <mlir/Dialect/Func/IR/FuncOps.h>
    <mlir/Dialect/SCF/IR/SCF.h>
    <mlir/IR/BuiltinOps.h>
    <mlir/Pass/Pass.h>)
  if(PYPTO_ENABLE_ASSERTIONS)
    # A ccache that is sloppy about macros would return the copy without them.
    set_target_properties(PyptoPrecompiled PROPERTIES CXX_COMPILER_LAUNCHER "")
  endif()
  # The compiler writes other bytes each time. A ccache that is set to
  # pch_external_checksum takes this for the contents, so that build trees share.
  file(WRITE ${CMAKE_BINARY_DIR}/CMakeFiles/PyptoPrecompiled.dir/cmake_pch.hxx.gch.sum
    "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} MLIR ${LLVM_VERSION} ${CMAKE_BUILD_TYPE} ${PYPTO_ENABLE_ASSERTIONS}")
endif()

function(pypto_add_library name)
  cmake_parse_arguments(ARG "NO_MLIR" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  _pypto_configure(${name} "${ARG_NO_MLIR}")
  if(PYPTO_PRECOMPILE_HEADERS AND NOT ARG_NO_MLIR)
    target_precompile_headers(${name} REUSE_FROM PyptoPrecompiled)
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

function(pypto_add_tool name)
  cmake_parse_arguments(ARG "NO_MLIR" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  _pypto_configure(${name} "${ARG_NO_MLIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  set_property(GLOBAL APPEND PROPERTY PYPTO_TOOLS ${name})
  set_target_properties(${name} PROPERTIES INSTALL_RPATH ${LLVM_LIBRARY_DIR})
  # In a wheel, the environment's bin directory; else the usual one.
  if(SKBUILD_SCRIPTS_DIR)
    set(bindir ${SKBUILD_SCRIPTS_DIR})
  else()
    set(bindir bin)
  endif()
  install(TARGETS ${name} COMPONENT PyptoTools RUNTIME DESTINATION ${bindir})
  add_dependencies(PyptoTools ${name})
endfunction()

macro(pypto_pass_decls file name)
  # mlir_tablegen takes paths below the current binary directory only.
  mlir_tablegen(generated/Passes.h.inc -gen-pass-decls -name ${name})
  set(_declarations ${CMAKE_CURRENT_BINARY_DIR}/generated/Passes.h.inc)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/generated)
  add_custom_command(OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -D IN=${_declarations} -D OUT=${file}
      -P ${PROJECT_SOURCE_DIR}/cmake/CountInPasses.cmake
    DEPENDS ${_declarations} ${PROJECT_SOURCE_DIR}/cmake/CountInPasses.cmake
    VERBATIM)
  list(APPEND TABLEGEN_OUTPUT ${file})
endmacro()

function(pypto_add_unittest name)
  cmake_parse_arguments(ARG "NO_MLIR" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  _pypto_configure(${name} "${ARG_NO_MLIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unit)
  add_test(NAME ${name} COMMAND ${name})
  set_property(GLOBAL APPEND PROPERTY PYPTO_UNITTESTS ${name})
endfunction()
