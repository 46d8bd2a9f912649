//===- pypto-alloc.cpp - address allocator for the command line -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exit code: 0 if every problem fits, 1 if one does not (or no fit was found),
// 2 if an input or option is bad.
//
//===----------------------------------------------------------------------===//

#include "Document.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace pypto::allocator;

static cl::OptionCategory category("pypto-alloc options");

static cl::list<std::string> inputs(cl::Positional, cl::OneOrMore,
                                    cl::desc("FILE..."), cl::cat(category));

static cl::opt<Planner> planner(
    "planner", cl::desc("How to look for addresses:"), cl::init(Planner::Exact),
    cl::values(clEnumValN(Planner::Exact, "exact",
                          "greedy orders, then branch and bound (default)"),
               clEnumValN(Planner::Heuristic, "heuristic",
                          "the best of several greedy orders"),
               clEnumValN(Planner::FirstFit, "first-fit",
                          "baseline: by decreasing size, lowest address"),
               clEnumValN(Planner::BestFit, "best-fit",
                          "baseline: by decreasing size, tightest gap")),
    cl::cat(category));

static cl::opt<double>
    timeLimit("time-limit",
              cl::desc("Stop the search of one file after this many "
                       "seconds (default: no limit)"),
              cl::value_desc("seconds"), cl::init(0), cl::cat(category));

static cl::opt<int64_t>
    nodeLimit("node-limit",
              cl::desc("Stop the search of one file after this many steps"),
              cl::init(20000000), cl::cat(category));

static cl::opt<int64_t>
    capacity("capacity",
             cl::desc("Capacity in bytes of a problem read from CSV (default: "
                      "the number in a name like 'A.1048576.csv')"),
             cl::init(-1), cl::cat(category));

enum class Goal { Auto, Fit, Peak };
static cl::opt<Goal> goal(
    "minimize", cl::desc("What to minimise for a problem read from CSV:"),
    cl::init(Goal::Auto),
    cl::values(clEnumValN(Goal::Auto, "auto",
                          "fit the capacity, if known, otherwise the peak "
                          "(default)"),
               clEnumValN(Goal::Fit, "fit", "any solution within the capacity"),
               clEnumValN(Goal::Peak, "peak", "the peak")),
    cl::cat(category));

static cl::opt<std::string>
    output("output",
           cl::desc("Write the offsets to this file ('-' is the standard "
                    "output); with several inputs a folder"),
           cl::value_desc("path"), cl::cat(category));
static cl::alias outputShort("o", cl::aliasopt(output), cl::cat(category));

enum class Format { Auto, Csv, Json };
static cl::opt<Format> outputFormat(
    "format", cl::desc("Format of the offsets:"), cl::init(Format::Auto),
    cl::values(clEnumValN(Format::Auto, "auto",
                          "by the name of the output, otherwise csv (default)"),
               clEnumValN(Format::Csv, "csv", "one row per buffer"),
               clEnumValN(Format::Json, "json", "one object")),
    cl::cat(category));

static cl::opt<bool>
    records("records",
            cl::desc("Print one line of JSON per file instead of "
                     "text"),
            cl::init(false), cl::cat(category));

/// Reports what is wrong with \p file, or with FILE:LINE.
static void reportError(const Twine &file, const Twine &message) {
  errs() << "pypto-alloc: error: " << file << ": " << message << '\n';
}

/// Reads `NAME.<bytes>.csv`.
static std::optional<int64_t> capacityFromName(StringRef file) {
  StringRef stem = sys::path::stem(file);
  size_t dot = stem.rfind('.');
  int64_t bytes = 0;
  if (dot == StringRef::npos || stem.substr(dot + 1).getAsInteger(10, bytes))
    return std::nullopt;
  return bytes;
}

static std::optional<Document> readDocument(StringRef file) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> text =
      MemoryBuffer::getFileOrSTDIN(file);
  if (!text) {
    reportError(file, text.getError().message());
    return std::nullopt;
  }
  StringRef contents = (*text)->getBuffer();
  bool isJson = contents.ltrim().starts_with("{");
  Expected<Document> document = isJson ? readJson(contents) : readCsv(contents);
  if (!document) {
    std::string message = toString(document.takeError());
    // Both readers' errors of syntax begin with the line, JSON's as
    // [LINE:COLUMN, byte=N].
    StringRef rest = message;
    StringRef line = rest.consume_front("[")
                         ? rest.take_until([](char c) { return c == ','; })
                         : rest.take_while(isDigit);
    if (line.empty()) {
      reportError(file, message);
    } else {
      rest = rest.substr(rest.find(": ") + 2);
      reportError(file + ":" + line, rest);
    }
    return std::nullopt;
  }
  if (isJson)
    return std::move(*document);
  Pool &pool = document->problem.pools.front();
  if (capacity >= 0)
    pool.capacity = capacity;
  else
    pool.capacity = capacityFromName(file);
  bool wantsPeak = goal == Goal::Peak || (goal == Goal::Auto && !pool.capacity);
  document->problem.name = sys::path::filename(file).str();
  if (pool.capacity)
    document->problem.objectives.push_back(Objective::CapacityOverflow);
  if (wantsPeak)
    document->problem.objectives.push_back(Objective::TotalPeak);
  return std::move(*document);
}

/// Says what is wrong with the options together, or nothing.
static std::string checkOptions() {
  if (nodeLimit < 0)
    return "--node-limit must not be negative, got " +
           std::to_string(nodeLimit.getValue());
  // A limit that is not a number is not below anything either.
  if (!(timeLimit >= 0))
    return "--time-limit must not be negative; 0 means no limit";
  if (capacity.getNumOccurrences() > 0 && capacity < 0)
    return "--capacity must not be negative, got " +
           std::to_string(capacity.getValue());
  if (outputFormat.getNumOccurrences() > 0 && output.empty())
    return "--format has no effect without --output; '-o -' prints the offsets";
  if (output == "-" && inputs.size() > 1)
    return "with several inputs --output is a folder, not '-'";
  return "";
}

static bool wantsJson(StringRef path) {
  if (outputFormat == Format::Auto)
    return sys::path::extension(path) == ".json";
  return outputFormat == Format::Json;
}

/// Returns false if the file cannot be written.
static bool writeOffsets(StringRef file, const Document &document,
                         const Solution &solution) {
  std::string path = output;
  if (inputs.size() > 1) {
    if (std::error_code code = sys::fs::create_directories(output)) {
      reportError(output, code.message());
      return false;
    }
    SmallString<128> joined(output.getValue());
    sys::path::append(joined,
                      sys::path::stem(file) +
                          (outputFormat == Format::Json ? ".json" : ".csv"));
    path = std::string(joined);
    static StringSet<> written;
    if (!written.insert(path).second) {
      reportError(file, "another input already wrote '" + path +
                            "'; expected inputs with different names");
      return false;
    }
  }
  std::error_code code;
  raw_fd_ostream os(path, code);
  if (code) {
    reportError(path, code.message());
    return false;
  }
  if (wantsJson(path))
    writeJson(os, document, solution);
  else
    writeCsv(os, document, solution);
  return true;
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  // LLVM's command line exits with 1 on a bad option, which here means that a
  // problem does not fit.
  std::string message;
  raw_string_ostream messages(message);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Assigns addresses to buffers with lifetimes.\n",
          &messages)) {
    errs() << message;
    return 2;
  }

  if (std::string fault = checkOptions(); !fault.empty()) {
    errs() << "pypto-alloc: error: " << fault << '\n';
    return 2;
  }

  SolverOptions options;
  options.planner = planner;
  options.nodeLimit = nodeLimit;
  options.timeLimit = timeLimit;
  // The offsets own the standard output if they go there.
  raw_ostream &report = output == "-" ? errs() : outs();
  bool allFit = true, allGood = true;
  for (const std::string &file : inputs) {
    std::optional<Document> document = readDocument(file);
    if (!document) {
      allGood = false;
      continue;
    }
    Solution solution = solve(document->problem, options);
    if (solution.status == Status::Invalid) {
      for (const std::string &fault : solution.errors)
        reportError(file, fault);
      allGood = false;
      continue;
    }
    if (records)
      printRecord(report, file, *document, solution);
    else
      printSummary(report, file, *document, solution);
    allFit &= solution.fits();
    if (!output.empty() && solution.fits())
      allGood &= writeOffsets(file, *document, solution);
  }
  if (!allGood)
    return 2;
  return allFit ? 0 : 1;
}
