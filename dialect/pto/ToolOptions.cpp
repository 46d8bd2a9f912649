//===- ToolOptions.cpp - what tools that read .pto files share --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/ToolOptions.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "pypto/Dialect/Pto/Passes.h"
#include "pypto/Dialect/Pto/PtoDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ManagedStatic.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
enum class Level : unsigned { L1 = 1, L2, L3 };

/// Names in any case; a wrong one is told the right ones.
template <typename T> struct NameParser : llvm::cl::parser<T> {
  using llvm::cl::parser<T>::parser;
  bool parse(llvm::cl::Option &option, StringRef, StringRef name, T &value) {
    SmallVector<StringRef> names;
    for (const auto &known : this->Values) {
      if (known.Name.equals_insensitive(name)) {
        value = known.V.getValue();
        return false;
      }
      names.push_back(known.Name);
    }
    return option.error("'" + name + "' is none of " + llvm::join(names, ", "));
  }
};
template <typename T> using NameOption = llvm::cl::opt<T, false, NameParser<T>>;

/// a3 and a2a3 are one target here.
struct ToolOptions {
  NameOption<TargetArch> arch{
      "pto-arch",
      llvm::cl::desc("Target of pto text; replaces the module attribute "
                     "pto.target_arch"),
      llvm::cl::values(clEnumValN(TargetArch::A3, "a3", "A2 and A3"),
                       clEnumValN(TargetArch::A3, "a2a3", "the same"),
                       clEnumValN(TargetArch::A5, "a5", "A5"))};
  NameOption<Level> level{
      "pto-level",
      llvm::cl::desc("Check that the text is of this compile level: level3 has "
                     "addresses, level1 and level2 do not"),
      llvm::cl::values(
          clEnumValN(Level::L1, "level1", "as level2"),
          clEnumValN(Level::L1, "1", "the same"),
          clEnumValN(Level::L2, "level2", "addresses are planned"),
          clEnumValN(Level::L2, "2", "the same"),
          clEnumValN(Level::L3, "level3", "the author gives addresses"),
          clEnumValN(Level::L3, "3", "the same"))};
};
} // namespace

static llvm::ManagedStatic<ToolOptions> options;

void pto::registerToolOptions() { *options; }

std::optional<TargetArch> pto::getArchOption() {
  if (!options.isConstructed() || options->arch.getNumOccurrences() == 0)
    return std::nullopt;
  return options->arch;
}

static void setDefaultArch(MLIRContext *, PtoDialect *dialect) {
  if (std::optional<TargetArch> arch = getArchOption())
    dialect->setDefaultArch(*arch);
}

void pto::addArchOption(DialectRegistry &registry) {
  if (getArchOption())
    registry.addExtension(setDefaultArch);
}

void pto::addInputPasses(OpPassManager &manager, StringRef inputFilename) {
  if (std::optional<TargetArch> arch = getArchOption()) {
    PtoSetTargetArchOptions passOptions;
    passOptions.arch = stringifyTargetArch(*arch).str();
    manager.addPass(createPtoSetTargetArch(passOptions));
  }
  if (options.isConstructed() && options->level.getNumOccurrences()) {
    PtoVerifyLevelOptions levelOptions;
    levelOptions.level = static_cast<unsigned>(options->level.getValue());
    manager.addPass(createPtoVerifyLevel(levelOptions));
  }
  bool isStandardInput = inputFilename == "-" && getArchOption();
  if (inputFilename.ends_with(".pto") || isStandardInput) {
    manager.addPass(createPtoVerifyProgram());
    manager.addPass(createPtoLint());
  }
}
