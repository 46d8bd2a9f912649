//===- ReadCsv.cpp - reads a table of buffers -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Document.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace pypto::allocator;

namespace {
class CsvReader {
public:
  explicit CsvReader(StringRef text) : text(text) {
    // A byte order mark, as spreadsheets write it.
    this->text.consume_front("\xef\xbb\xbf");
  }

  Expected<Document> run() {
    document.format = FileFormat::Csv;
    Pool pool;
    pool.name = "memory";
    document.problem.pools.push_back(pool);

    while (!text.empty()) {
      StringRef line;
      std::tie(line, text) = text.split('\n');
      ++lineNumber;
      line = line.trim();
      if (line.empty())
        continue;
      SmallVector<StringRef> fields;
      line.split(fields, ',');
      for (StringRef &field : fields)
        field = field.trim();
      if (Error error = columns.empty() ? readHeader(fields) : readRow(fields))
        return error;
    }
    if (columns.empty())
      return fail("the file is empty; expected a header such as "
                  "'id,lower,upper,size'");
    return std::move(document);
  }

private:
  Error fail(const Twine &message) {
    return createStringError(std::make_error_code(std::errc::invalid_argument),
                             Twine(lineNumber) + ": " + message);
  }

  static StringRef canonicalName(StringRef name) {
    if (name == "begin" || name == "start")
      return "lower";
    if (name == "end")
      return "upper";
    if (name == "buffer" || name == "buffer_id")
      return "id";
    return name;
  }

  Error readHeader(ArrayRef<StringRef> fields) {
    for (unsigned i = 0; i < fields.size(); ++i) {
      StringRef name = canonicalName(fields[i]);
      if (!is_contained(
              {"id", "lower", "upper", "size", "alignment", "gaps", "offset"},
              name))
        return fail("unknown column '" + fields[i] +
                    "'; expected id, lower, upper, size and optionally "
                    "alignment, gaps, offset");
      if (!columns.try_emplace(name, i).second)
        return fail("column '" + fields[i] + "' appears twice");
      if (fields[i] == "end")
        upperIsInclusive = true;
    }
    for (StringRef required : {"id", "lower", "upper", "size"})
      if (!columns.count(required))
        return fail("the header has no column '" + required +
                    "'; expected a header such as 'id,lower,upper,size'");
    return Error::success();
  }

  Error readNumber(StringRef column, StringRef field, int64_t &value) {
    if (!field.getAsInteger(10, value))
      return Error::success();
    return fail("column '" + column + "' is '" + field +
                "'; expected an integer");
  }

  /// Removes `from-to` gaps from the one range of \p buffer.
  Error readGaps(StringRef field, Buffer &buffer) {
    SmallVector<StringRef> gaps;
    field.split(gaps, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef text : gaps) {
      if (text.contains('@'))
        return fail("gap '" + text +
                    "' keeps part of the buffer ('@'), which is not "
                    "supported; expected 'from-to'");
      // A time may be negative: the separating dash is not the first sign.
      size_t dash = text.find('-', 1);
      Range gap;
      if (dash == StringRef::npos ||
          text.substr(0, dash).getAsInteger(10, gap.begin) ||
          text.substr(dash + 1).getAsInteger(10, gap.end))
        return fail("gap is '" + text + "'; expected 'from-to', two integers");
      gap.end += upperIsInclusive;
      std::vector<Range> live;
      for (const Range &range : buffer.live) {
        Range before = {range.begin, std::min(range.end, gap.begin)};
        Range after = {std::max(range.begin, gap.end), range.end};
        if (before.length() > 0)
          live.push_back(before);
        if (after.length() > 0)
          live.push_back(after);
      }
      buffer.live = std::move(live);
    }
    if (buffer.live.empty())
      return fail("the gaps leave buffer '" + buffer.id + "' no lifetime");
    return Error::success();
  }

  Error readRow(ArrayRef<StringRef> fields) {
    if (fields.size() != columns.size())
      return fail("has " + Twine(fields.size()) + " fields; expected " +
                  Twine(columns.size()) + " as in the header");
    auto field = [&](StringRef column) { return fields[columns[column]]; };
    Buffer buffer;
    buffer.id = field("id").str();
    buffer.allowedPools = {0};
    Range live;
    if (Error error = readNumber("lower", field("lower"), live.begin))
      return error;
    if (Error error = readNumber("upper", field("upper"), live.end))
      return error;
    if (Error error = readNumber("size", field("size"), buffer.size))
      return error;
    live.end += upperIsInclusive;
    if (live.length() <= 0)
      return fail("buffer '" + buffer.id + "' lives in [" + Twine(live.begin) +
                  ", " + Twine(live.end) +
                  "); expected the upper bound to be above the lower one");
    if (buffer.size < 1)
      return fail("buffer '" + buffer.id + "' has size " + Twine(buffer.size) +
                  "; expected at least 1 byte");
    buffer.live.push_back(live);
    if (columns.count("alignment")) {
      if (Error error =
              readNumber("alignment", field("alignment"), buffer.alignment))
        return error;
      if (buffer.alignment < 1)
        return fail("buffer '" + buffer.id + "' has alignment " +
                    Twine(buffer.alignment) + "; expected at least 1");
    }
    if (columns.count("gaps"))
      if (Error error = readGaps(field("gaps"), buffer))
        return error;
    if (columns.count("offset") && !field("offset").empty()) {
      int64_t offset = 0;
      if (Error error = readNumber("offset", field("offset"), offset))
        return error;
      buffer.pinnedOffset = offset;
    }
    auto [previous, isNew] = rowOf.try_emplace(buffer.id, lineNumber);
    if (!isNew)
      return fail("id '" + buffer.id + "' was used before, in line " +
                  Twine(previous->second));
    document.problem.buffers.push_back(std::move(buffer));
    return Error::success();
  }

  StringRef text;
  unsigned lineNumber = 0;
  StringMap<unsigned> columns;
  StringMap<unsigned> rowOf;
  bool upperIsInclusive = false;
  Document document;
};
} // namespace

Expected<Document> pypto::allocator::readCsv(StringRef text) {
  return CsvReader(text).run();
}
