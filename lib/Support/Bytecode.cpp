//===- Bytecode.cpp - refuse input that the readers cannot survive --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Support/Bytecode.h"
#include "pypto/Support/Nesting.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;

/// Far above what reading any sensible file takes.
static constexpr rlim_t kMostSeconds = 60;
static constexpr rlim_t kMostBytes = rlim_t(16) << 30;
/// How a program in the public assembler's binary form begins.
static constexpr llvm::StringLiteral kAssemblerMagic = "PTOBC";

static void limit(int resource, rlim_t most) {
  struct rlimit value;
  if (getrlimit(resource, &value) == 0 &&
      (value.rlim_cur == RLIM_INFINITY || value.rlim_cur > most)) {
    value.rlim_cur = most;
    (void)setrlimit(resource, &value);
  }
}

/// The child's status for what it reads and nobody else should.
static constexpr int kNestedTooDeeply = 3;

/// The child: reads, says nothing and leaves no trace.
[[noreturn]] static void readOnce(llvm::MemoryBufferRef buffer,
                                  const DialectRegistry &registry) {
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP})
    std::signal(signal, SIG_DFL);
  int null = open("/dev/null", O_WRONLY);
  if (null >= 0)
    (void)dup2(null, STDERR_FILENO);
  limit(RLIMIT_CPU, kMostSeconds);
  limit(RLIMIT_AS, kMostBytes);
  limit(RLIMIT_CORE, 0);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.getDiagEngine().registerHandler(
      [](Diagnostic &) { return success(); });
  Block block;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  (void)readBytecodeFile(buffer, &block, config);
  if (pypto::isNestedTooDeeply(block))
    _exit(kNestedTooDeeply);
  for (Operation &op : block)
    (void)verify(&op);
  _exit(0);
}

LogicalResult pypto::checkInput(llvm::MemoryBufferRef buffer,
                                const DialectRegistry &registry) {
  if (buffer.getBuffer().starts_with(kAssemblerMagic)) {
    llvm::errs() << buffer.getBufferIdentifier()
                 << ":1:1: error: [PYPTO-E0600] this is the binary form of the "
                    "PTO assembler; it is not read here, translate it to text "
                    "first\n";
    return failure();
  }
  if (!isBytecode(buffer))
    return checkNesting(buffer);
  llvm::outs().flush();
  llvm::errs().flush();
  pid_t child = fork();
  if (child == 0)
    readOnce(buffer, registry);
  int status = 0;
  if (child < 0)
    return success(); // no process to spare: as without this check
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return success();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return success();
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNestedTooDeeply) {
    llvm::errs() << buffer.getBufferIdentifier()
                 << ":1:1: error: [PYPTO-E0600] nested more than "
                 << kMostLevels
                 << " levels deep, or too large when written out\n";
    return failure();
  }
  llvm::errs()
      << buffer.getBufferIdentifier()
      << ":1:1: error: [PYPTO-E0600] this MLIR bytecode is corrupt and "
         "cannot be read; write it again, for instance with pypto-opt "
         "-emit-bytecode\n";
  return failure();
}
