//===- NpyTest.cpp - reading and writing .npy files -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Tools/Npy.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace pypto::tools;

namespace {

/// A temporary file with the given bytes.
class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef bytes) : remover() {
    llvm::sys::fs::createTemporaryFile("npy", "npy", path);
    std::error_code code;
    llvm::raw_fd_ostream out(path, code);
    out << bytes;
    remover.setFile(path);
  }
  llvm::SmallString<128> path;
  llvm::FileRemover remover;
};

/// A version 1 file around a header dictionary.
std::string file(llvm::StringRef header, llvm::StringRef data) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header.str() + data.str();
}

std::string errorOf(llvm::StringRef bytes) {
  TemporaryFile temporary(bytes);
  llvm::Expected<NpyArray> array = readNpy(temporary.path);
  if (!array)
    return llvm::toString(array.takeError());
  return "";
}

} // namespace

// What is written is read again, for ranks 0 to 3 and an empty array.
TEST(Npy, RoundTrip) {
  for (std::vector<int64_t> shape :
       {std::vector<int64_t>{}, {5}, {3, 4}, {2, 3, 4}, {0, 4}}) {
    NpyArray array;
    array.dtype = "f4";
    array.shape = shape;
    size_t count = 4;
    for (int64_t extent : shape)
      count *= extent;
    for (size_t i = 0; i < count; ++i)
      array.data.push_back(static_cast<uint8_t>(i * 37 + 11));
    TemporaryFile temporary("");
    ASSERT_FALSE(static_cast<bool>(writeNpy(temporary.path, array)));
    llvm::Expected<NpyArray> read = readNpy(temporary.path);
    ASSERT_TRUE(static_cast<bool>(read));
    EXPECT_EQ(read->dtype, "f4");
    EXPECT_EQ(read->shape, shape);
    EXPECT_EQ(read->data, array.data);
  }
}

// A header as NumPy writes it; spacing and order of keys are free.
TEST(Npy, ReadsNumPysHeader) {
  TemporaryFile temporary(file(
      "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 2), }      \n",
      std::string("\x01\x00\x02\x00\x03\x00\x04\x00", 8)));
  llvm::Expected<NpyArray> array = readNpy(temporary.path);
  ASSERT_TRUE(static_cast<bool>(array));
  EXPECT_EQ(array->dtype, "i2");
  EXPECT_EQ(array->shape, (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(array->data, (std::vector<uint8_t>{1, 0, 2, 0, 3, 0, 4, 0}));
}

// Column-major data comes out row-major: [[1, 3, 5], [2, 4, 6]].
TEST(Npy, ColumnMajor) {
  TemporaryFile temporary(
      file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }\n",
           "\x01\x02\x03\x04\x05\x06"));
  llvm::Expected<NpyArray> array = readNpy(temporary.path);
  ASSERT_TRUE(static_cast<bool>(array));
  EXPECT_EQ(array->data, (std::vector<uint8_t>{1, 3, 5, 2, 4, 6}));
}

// Each kind of wrong file gives a message that says what is wrong.
TEST(Npy, Errors) {
  auto has = [](const std::string &text, const char *part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(errorOf(""), "not a .npy file"));
  EXPECT_TRUE(has(errorOf("hello, world"), "not a .npy file"));
  EXPECT_TRUE(has(errorOf(std::string("\x93NUMPY\x09\x00\x10\x00", 10)),
                  "unknown .npy version 9"));
  EXPECT_TRUE(has(errorOf(std::string("\x93NUMPY\x01\x00\xff\x00", 10)),
                  "truncated header"));
  EXPECT_TRUE(has(errorOf(file("{'descr': '>f4', 'shape': (1,), }", "abcd")),
                  "big-endian"));
  EXPECT_TRUE(
      has(errorOf(file("{'descr': [('a', '<f4')], 'shape': (1,), }", "abcd")),
          "structured"));
  EXPECT_TRUE(
      has(errorOf(file("{'descr': '|O8', 'shape': (1,), }", "abcdefgh")),
          "plain numbers"));
  EXPECT_TRUE(has(errorOf(file("{'descr': '<f4', 'shape': (-1,), }", "abcd")),
                  "malformed shape"));
  EXPECT_TRUE(has(errorOf(file("{'descr': '<f4', 'shape': (2,), }", "abcd")),
                  "holds 4 bytes of data, its shape needs 8"));
  EXPECT_TRUE(has(
      errorOf(file("{'descr': '<f4', 'shape': (99999999999, 99999999999), }",
                   "abcd")),
      "larger than the file"));
  llvm::Expected<NpyArray> missing = readNpy("no-such-file.npy");
  EXPECT_FALSE(static_cast<bool>(missing));
  llvm::consumeError(missing.takeError());
}
