//===- Inputs.h - the arguments of one run ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TOOLS_PYPTO_RUN_INPUTS_H
#define PYPTO_TOOLS_PYPTO_RUN_INPUTS_H

#include "pypto/Tools/EntryArguments.h"
#include "pypto/Tools/Npy.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace pypto::tools {

/// What the command line says of the arguments, by parameter name or
/// "arg<index>".
struct InputOptions {
  /// Files of `--input name=file.npy`.
  llvm::StringMap<std::string> files;
  /// Shapes of `--shape name=16x128`.
  llvm::StringMap<std::vector<int64_t>> shapes;
  /// Numbers of `--scalar name=3`, as written.
  llvm::StringMap<std::string> scalars;
  /// Names and files of `--output name=file.npy`.
  std::vector<std::pair<std::string, std::string>> outputs;
  uint64_t seed = 0;
};

/// Buffers and scalars for every parameter; the buffers live here.
struct Inputs {
  std::vector<EntryArgument> parameters;
  std::vector<NpyArray> buffers; ///< one per parameter, empty for scalars
  std::vector<coremodel::HostArg> args;
  /// Parameters to write after the run, and the files.
  std::vector<std::pair<size_t, std::string>> outputs;
};

/// Fills every parameter: from its file, else random by the seed where the
/// entry reads it, else zero. Fails on a name that no parameter of the option's
/// kind has, on a file of the wrong element type or shape, and where a shape is
/// unknown.
llvm::Expected<Inputs> makeInputs(std::vector<EntryArgument> parameters,
                                  const InputOptions &given);

/// The .npy element type of `type`: "f4", "i1", ...
std::string toNpyType(coremodel::DType type);

} // namespace pypto::tools

#endif // PYPTO_TOOLS_PYPTO_RUN_INPUTS_H
