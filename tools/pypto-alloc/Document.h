//===- Document.h - a problem as read from a file ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_TOOLS_PYPTO_ALLOC_DOCUMENT_H
#define PYPTO_TOOLS_PYPTO_ALLOC_DOCUMENT_H

#include "pypto/Allocator/Solver.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace pypto::allocator {

enum class FileFormat { Csv, Json };

/// A problem together with the file's own names for things.
struct Document {
  FileFormat format = FileFormat::Csv;
  Problem problem;
  /// The file's numbers of buffers and pools, in the order of
  /// Problem::buffers and Problem::pools (JSON only).
  std::vector<int64_t> bufferNumbers;
  std::vector<int64_t> poolNumbers;
};

/// Reads a table whose header names at least `id`, `lower`, `upper` and `size`
/// (bytes; half-open lifetimes), in any order. `begin` or `start` may stand for
/// `lower`, `buffer` or `buffer_id` for `id`, and `end`, which is inclusive,
/// for `upper`. Optional columns are `alignment` (bytes), `gaps` (times at
/// which the buffer holds nothing, `from-to from-to`) and `offset` (pins the
/// buffer). The pool has no capacity. Errors begin with `LINE: ` and say what
/// was expected.
llvm::Expected<Document> readCsv(llvm::StringRef text);

/// Reads a structured problem, schema version 1. Keys that would change the
/// problem and are not understood are errors. Errors name the JSON path.
llvm::Expected<Document> readJson(llvm::StringRef text);

/// Writes one row per buffer: for a problem read from CSV the columns `id`,
/// `lower`, `upper`, `size`, `offset` (one row's lifetime is its hull),
/// otherwise `id`, `name`, `pool`, `offset`, `size`.
void writeCsv(llvm::raw_ostream &os, const Document &document,
              const Solution &solution);

/// Writes status, figures and placements as one JSON object.
void writeJson(llvm::raw_ostream &os, const Document &document,
               const Solution &solution);

/// Prints peak, cost, whether proved and time for people.
void printSummary(llvm::raw_ostream &os, llvm::StringRef file,
                  const Document &document, const Solution &solution);

/// Prints the same as one line of JSON.
void printRecord(llvm::raw_ostream &os, llvm::StringRef file,
                 const Document &document, const Solution &solution);

} // namespace pypto::allocator

#endif // PYPTO_TOOLS_PYPTO_ALLOC_DOCUMENT_H
