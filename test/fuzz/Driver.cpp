//===- Driver.cpp - damage a corpus within a budget -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   pypto-fuzz-reader [--runs=N] [--seed=N] [--limit=N] FILE|FOLDER...
//
// Runs every file of the corpus, then N damaged copies of them: truncated, with
// bytes and words replaced, removed, doubled and swapped, and spliced; and with
// operations, types, attributes, names and numbers replaced by others of their
// kind, which leaves more of the text for the verifiers and the passes. The
// input at work is kept in `last-input`; a crash or an input that takes longer
// than the limit (seconds) ends the process with a status that is not zero and
// leaves it there.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace fs = std::filesystem;
using Bytes = std::string;

static std::mt19937_64 generator;
static size_t below(size_t bound) { return bound ? generator() % bound : 0; }

/// What upsets readers: huge numbers, unbalanced brackets, odd bytes.
static const char *const kHostile[] = {"99999999999999999999999999",
                                       "-1",
                                       "0x",
                                       "?",
                                       "<<<<<<<<<<<<<<<<",
                                       "((((((((((((((((",
                                       "!pto.tile_buf<",
                                       "#pto.tile_buf_config<",
                                       "\"",
                                       "",
                                       "9223372036854775807",
                                       "-9223372036854775808",
                                       "4294967296",
                                       "1000000",
                                       "!pto.pipe",
                                       "!pto.async_session",
                                       "!pto.async_event",
                                       "!pto.eventid_array<2>",
                                       "!pto.ptr<i8>",
                                       "f8E4M3FN",
                                       "valid=?x?",
                                       "memref<?xi8>",
                                       "array<i32: 1, 0, 0>",
                                       "array<i32: -1, 2147483647>"};

static bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}

/// What a word is, by how it begins and by what is in front of it.
enum Kind { Operation, Type, Attribute, Value, Number, Other, NumKinds };
static Kind kindOf(const Bytes &data, size_t begin, size_t end) {
  char before = begin > 0 ? data[begin - 1] : ' ';
  if (before == '!')
    return Type;
  if (before == '#')
    return Attribute;
  if (before == '%')
    return Value;
  if (data.compare(begin, 4, "pto.") == 0 ||
      data.compare(begin, 6, "pypto.") == 0)
    return Operation;
  bool isNumber = std::all_of(data.begin() + begin, data.begin() + end,
                              [](char c) { return c >= '0' && c <= '9'; });
  return isNumber ? Number : Other;
}

/// The words of the corpus by kind, each once.
static std::vector<Bytes> words[NumKinds];
static void collectWords(const std::vector<Bytes> &corpus) {
  std::set<Bytes> seen[NumKinds];
  for (const Bytes &data : corpus)
    for (size_t i = 0; i < data.size();) {
      size_t end = i;
      while (end < data.size() && isWord(data[end]))
        ++end;
      if (end > i && end - i < 64)
        seen[kindOf(data, i, end)].insert(data.substr(i, end - i));
      i = end > i ? end : i + 1;
    }
  for (size_t kind = 0; kind < NumKinds; ++kind)
    words[kind].assign(seen[kind].begin(), seen[kind].end());
}

/// Bounds of the word, or the single character, around \p at.
static std::pair<size_t, size_t> wordAt(const Bytes &data, size_t at) {
  size_t begin = at, end = at + 1;
  if (!isWord(data[at]))
    return {begin, end};
  while (begin > 0 && isWord(data[begin - 1]))
    --begin;
  while (end < data.size() && isWord(data[end]))
    ++end;
  return {begin, end};
}

static Bytes damage(Bytes data, const std::vector<Bytes> &corpus) {
  size_t rounds = 1 + below(4);
  while (rounds-- && !data.empty()) {
    size_t at = below(data.size());
    auto [begin, end] = wordAt(data, at);
    switch (below(12)) {
    case 0:
      data.resize(at);
      break;
    case 1:
      data[at] = static_cast<char>(generator());
      break;
    case 2:
      data.replace(begin, end - begin, kHostile[below(std::size(kHostile))]);
      break;
    case 3:
      data.erase(begin, end - begin);
      break;
    case 4:
      data.insert(begin, data.substr(begin, end - begin));
      break;
    case 5: {
      auto [from, to] = wordAt(data, below(data.size()));
      Bytes word = data.substr(from, to - from);
      data.replace(begin, end - begin, word);
      break;
    }
    case 6: {
      // A line more, or one less.
      size_t line = data.find('\n', at);
      size_t next = line == Bytes::npos ? line : data.find('\n', line + 1);
      if (next == Bytes::npos)
        break;
      if (below(2))
        data.insert(line, data.substr(line, next - line));
      else
        data.erase(line, next - line);
      break;
    }
    case 7: {
      const Bytes &other = corpus[below(corpus.size())];
      data = data.substr(0, at) + other.substr(below(other.size()));
      break;
    }
    default: {
      // Another word of the same kind; for values, one of this text.
      Kind kind = kindOf(data, begin, end);
      if (kind == Value) {
        auto [from, to] = wordAt(data, below(data.size()));
        if (kindOf(data, from, to) == Value)
          data.replace(begin, end - begin, data.substr(from, to - from));
      } else if (!words[kind].empty() && isWord(data[begin])) {
        data.replace(begin, end - begin,
                     words[kind][below(words[kind].size())]);
      }
      break;
    }
    }
  }
  return data;
}

static Bytes readFile(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

static void tooLong(int) {
  static const char text[] = "an input takes too long; see last-input\n";
  (void)!write(2, text, sizeof(text) - 1);
  _exit(2);
}

static void run(const Bytes &data, unsigned limit) {
  {
    std::ofstream file("last-input", std::ios::binary | std::ios::trunc);
    file.write(data.data(), static_cast<std::streamsize>(data.size()));
  }
  alarm(limit);
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(data.data()),
                         data.size());
  alarm(0);
}

/// `--name=number`, if \p argument is that.
static bool parse(const std::string &argument, const char *name,
                  unsigned long &value) {
  std::string prefix = std::string("--") + name + "=";
  if (argument.compare(0, prefix.size(), prefix) != 0)
    return false;
  value = std::strtoul(argument.c_str() + prefix.size(), nullptr, 10);
  return true;
}

int main(int argc, char **argv) {
  unsigned long runs = 1000, seed = 1, limit = 60;
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (parse(argument, "runs", runs) || parse(argument, "seed", seed) ||
        parse(argument, "limit", limit))
      continue;
    std::error_code code;
    if (!fs::is_directory(argument, code)) {
      files.push_back(argument);
      continue;
    }
    for (const fs::directory_entry &entry :
         fs::recursive_directory_iterator(argument))
      if (entry.path().extension() == ".pto" ||
          entry.path().extension() == ".mlir" ||
          entry.path().extension() == ".mlirbc")
        files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Bytes> corpus;
  for (const fs::path &file : files)
    corpus.push_back(readFile(file));
  corpus.erase(std::remove(corpus.begin(), corpus.end(), Bytes()),
               corpus.end());
  if (corpus.empty()) {
    std::fprintf(stderr, "no .pto, .mlir or .mlirbc file given\n");
    return 1;
  }
  collectWords(corpus);
  std::signal(SIGALRM, tooLong);
  generator.seed(seed);
  size_t inputs = 0;
  for (; inputs < corpus.size(); ++inputs)
    run(corpus[inputs], static_cast<unsigned>(limit));
  while (runs--) {
    // Split test files hold several modules; damage one part of a file.
    Bytes data = corpus[below(corpus.size())];
    size_t begin = data.rfind("\n// -----", below(data.size()));
    if (begin != Bytes::npos) {
      size_t until = data.find("\n// -----", begin + 1);
      data = data.substr(begin + 1,
                         until == Bytes::npos ? until : until - begin - 1);
    }
    run(damage(std::move(data), corpus), static_cast<unsigned>(limit));
    ++inputs;
  }
  std::printf("%zu inputs, seed %lu: no crash, none longer than %lu s\n",
              inputs, seed, limit);
  std::remove("last-input");
  return 0;
}
