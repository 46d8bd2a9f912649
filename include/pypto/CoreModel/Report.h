//===- Report.h - options and results of a run ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_COREMODEL_REPORT_H
#define PYPTO_COREMODEL_REPORT_H

#include "pypto/CoreModel/Program.h"
#include <functional>
#include <string>
#include <vector>

namespace pypto::coremodel {

/// An argument of a run, in the order of the entry's parameters.
struct HostArg {
  enum Kind : uint8_t { Buffer, Integer, Float } kind = Buffer;
  /// Buffer: contiguous row-major elements. Read at the start; written at the
  /// end of a successful run only, and only where the program stored.
  void *data = nullptr;
  DType type = DType::F32;
  std::vector<int64_t> shape;
  int64_t integer = 0;
  double real = 0;

  static HostArg buffer(void *data, DType type, std::vector<int64_t> shape) {
    HostArg arg;
    arg.data = data;
    arg.type = type;
    arg.shape = std::move(shape);
    return arg;
  }
  static HostArg scalar(int64_t v) {
    HostArg arg;
    arg.kind = Integer;
    arg.type = DType::I64;
    arg.integer = v;
    return arg;
  }
  static HostArg scalar(double v) {
    HostArg arg;
    arg.kind = Float;
    arg.type = DType::F64;
    arg.real = v;
    return arg;
  }
  uint64_t bytes() const;
};

struct RunOptions {
  bool functional = true; ///< execute the data
  bool timing = true;     ///< cycles; off: every instruction costs one unit
  bool trace = false;     ///< keep every instruction's interval
  /// 0: the documented costs. Other values perturb what hardware leaves open:
  /// latencies, the visibility of flags, the arrival of signals between cores,
  /// and which core a block of an unpaired kernel gets. Numbers and verdicts of
  /// a correctly synchronised program do not depend on it.
  uint64_t seed = 0;
  /// Find accesses to the same bytes that no flag, barrier, signal or task
  /// dependency orders (RunResult::races). A run with races fails with the
  /// first of them as its error, and writes nothing back; the first 16 are
  /// kept.
  bool checkRaces = false;
  /// Results that overwrite their own sources are among what is found.
  bool checkOverlap = true;
  int64_t blocks = 1; ///< blocks of an entry that is a kernel
  /// Instructions, of all cores and of the control function, after which the
  /// run is called endless: PYPTO-E0803. What the run keeps to its end counts
  /// as more than one; see Machine::keep. 0: no limit.
  uint64_t maxInstructions = 2'000'000'000;
  /// Asked every thousand events or so, on the thread that runs; true ends the
  /// run with PYPTO-E0813.
  std::function<bool()> interrupted;
};

/// What an error says beside its text: what would be right, and what the author
/// can write instead. Each may be empty.
struct ErrorFacts {
  std::string expected, help;
};

/// A failure. `code` is a row of Diagnostics.def ("PYPTO-E0801").
struct RunError {
  std::string code;
  std::string message;
  SourceLoc loc;
  ErrorFacts facts;
};

/// What limits a run. Rule: take the core that was busy longest and its
/// instruction pipes. If the busiest of them was busy for at least half of that
/// core's time, the bound is Compute for V and M, Move for MTE1, MTE2, MTE3 and
/// FIX. Otherwise no pipe is the limit and the time goes into waiting for each
/// other: Sync.
enum class Bound : uint8_t { Compute, Move, Sync };
std::string_view toString(Bound bound);

/// Bytes moved along one path.
struct PathBytes {
  Space from, to;
  uint64_t bytes;
};

/// A load that brought bytes on chip again which the same block of the same
/// task had already loaded into that memory, in the order of locations.
struct Reload {
  SourceLoc loc;      ///< of the load
  Space to;           ///< Vec or Mat
  uint64_t bytes = 0; ///< loaded there in all
  uint64_t again = 0; ///< of them, loaded before by the same block
};

/// One pipe of one core kind: busy cycles summed over the cores used, an
/// instruction being busy from its start to its completion.
struct PipeUse {
  CoreKind kind;
  Pipe pipe;
  double busyCycles = 0;
  double utilisation = 0; ///< busy / (cores of the kind used * total cycles)
  uint64_t instructions = 0;
};

struct TaskTiming {
  std::string kernel;
  int64_t blocks = 0;
  double submitCycle = 0, startCycle = 0, endCycle = 0;
  std::vector<int32_t> dependsOn; ///< indices of earlier tasks
};

/// One instruction's interval, when RunOptions::trace is set.
struct TraceEvent {
  uint32_t core; ///< index into Report::coreNames
  Pipe pipe;
  double start, end; ///< cycles
  const char *name;  ///< mnemonic
  uint32_t loc;      ///< index into the program's locations
  int32_t task;
};

struct Report {
  /// Core clock, first launch to last completion. This and the other cycles of
  /// a report but those of the trace are whole.
  double cycles = 0;
  double microseconds = 0;
  double clockMHz = 0;
  uint64_t instructions = 0; ///< tile instructions
  uint64_t scalarInstructions = 0;
  uint32_t aicUsed = 0, aivUsed = 0;
  std::vector<PipeUse> pipes;   ///< pipes that executed something
  std::vector<PathBytes> paths; ///< paths that carried something
  std::vector<Reload> reloads;  ///< loads of bytes that had been on chip
  double l2HitRate = 0;         ///< of lines read from global memory
  Bound bound = Bound::Sync;
  std::vector<TaskTiming> tasks;
  std::vector<std::string> warnings;
  std::vector<std::string> coreNames;
  std::vector<TraceEvent> trace;

  /// Human-readable summary, several lines.
  std::string str() const;
};

/// Writes the trace in Chrome's JSON format (also read by Perfetto): a process
/// per core, a thread per pipe, microseconds. False when the file cannot be
/// written or the run kept no trace.
bool writeChromeTrace(const Report &report, const Program &program,
                      const std::string &path);
std::string chromeTrace(const Report &report, const Program &program);

/// A tensor that the control function returned: an argument, or new data.
struct ReturnedTensor {
  int32_t arg = -1; ///< index of the argument that it is; -1: `data`
  DType type = DType::F32;
  std::vector<int64_t> shape;
  std::vector<uint8_t> data;
};

/// Two instructions that touch the same bytes in an order that nothing in the
/// program keeps. Codes: E0830 a read that may miss a write, E0831 a write that
/// may come before a read, E0832 two writes, all three within a block; E0833
/// accesses of different blocks or tasks; E0834 an event that may be set while
/// it is set; E0835 an event left set, or a transfer that nobody has waited
/// for, at the end of a kernel.
struct Race {
  std::string code;
  std::string message;
  /// By program order. Between tasks: where these are submitted.
  SourceLoc earlier, later;
  Space space = Space::DDR;
  uint64_t begin = 0, end = 0; ///< bytes; DDR: from the start of the tensor
  std::string help;            ///< what the author can write instead
};

/// Result of a run: `error.code` is empty on success.
struct RunResult {
  RunError error;
  Report report;
  std::vector<ReturnedTensor> returned;
  std::vector<Race> races; ///< with RunOptions::checkRaces
  bool ok() const { return error.code.empty(); }
};

} // namespace pypto::coremodel

#endif // PYPTO_COREMODEL_REPORT_H
