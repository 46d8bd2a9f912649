//===- Npy.cpp - arrays in NumPy's .npy format ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Tools/Npy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace pypto::tools;
using llvm::StringRef;

static constexpr StringRef kMagic("\x93NUMPY", 6);

static llvm::Error fail(StringRef path, const llvm::Twine &what) {
  return llvm::createStringError(llvm::Twine(path) + ": " + what);
}

/// The text after `'key':` in the header's dictionary; quotes may be double.
static StringRef valueOf(StringRef header, StringRef key) {
  for (StringRef quote : {"'", "\""}) {
    size_t at = header.find((quote + key + quote).str());
    if (at != StringRef::npos)
      return header.substr(at + key.size() + 2).ltrim().drop_while([](char c) {
        return c == ':' || c == ' ';
      });
  }
  return {};
}

static bool parseShape(StringRef text, std::vector<int64_t> &shape) {
  if (!text.consume_front("("))
    return false;
  StringRef inside = text.take_until([](char c) { return c == ')'; });
  if (inside.size() == text.size())
    return false;
  llvm::SmallVector<StringRef> parts;
  inside.split(parts, ',');
  for (StringRef part : parts) {
    part = part.trim();
    int64_t extent;
    if (part.empty())
      continue;
    if (part.getAsInteger(10, extent) || extent < 0)
      return false;
    shape.push_back(extent);
  }
  return true;
}

/// Column-major `data` in row-major order.
static std::vector<uint8_t> toRowMajor(const NpyArray &array, size_t itemSize) {
  std::vector<uint8_t> out(array.data.size());
  size_t rank = array.shape.size();
  std::vector<int64_t> index(rank, 0);
  std::vector<int64_t> stride(rank, 1);
  for (size_t axis = 1; axis < rank; ++axis)
    stride[axis] = stride[axis - 1] * array.shape[axis - 1];
  for (size_t at = 0; at < out.size(); at += itemSize) {
    int64_t from = 0;
    for (size_t axis = 0; axis < rank; ++axis)
      from += index[axis] * stride[axis];
    std::copy_n(array.data.begin() + from * itemSize, itemSize,
                out.begin() + at);
    for (size_t axis = rank; axis-- > 0;) {
      if (++index[axis] < array.shape[axis])
        break;
      index[axis] = 0;
    }
  }
  return out;
}

llvm::Expected<NpyArray> pypto::tools::readNpy(StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return fail(path, file.getError().message());
  StringRef bytes = (*file)->getBuffer();
  if (!bytes.starts_with(kMagic) || bytes.size() < 10)
    return fail(path, "not a .npy file");
  unsigned version = static_cast<uint8_t>(bytes[6]);
  size_t lengthBytes = version == 1 ? 2 : 4;
  if (version < 1 || version > 3 || bytes.size() < 8 + lengthBytes)
    return fail(path, "unknown .npy version " + llvm::Twine(version));
  const char *lengthAt = bytes.data() + 8;
  size_t length = lengthBytes == 2 ? llvm::support::endian::read16le(lengthAt)
                                   : llvm::support::endian::read32le(lengthAt);
  size_t start = 8 + lengthBytes + length;
  if (bytes.size() < start)
    return fail(path, "truncated header");
  StringRef header = bytes.substr(8 + lengthBytes, length);

  NpyArray array;
  StringRef descr = valueOf(header, "descr");
  if (descr.empty())
    return fail(path, "the header says no element type; write it with "
                      "numpy.save");
  char quote = descr.front();
  if ((quote != '\'' && quote != '"') || descr.size() < 3)
    return fail(path, "elements are structured; expected plain numbers");
  descr = descr.drop_front().take_until([&](char c) { return c == quote; });
  if (descr.starts_with(">"))
    return fail(path, "big-endian elements '" + descr +
                          "'; expected little-endian ones: save "
                          "x.astype(x.dtype.newbyteorder('<'))");
  // The machine's order may be left out.
  array.dtype = descr.ltrim("<=|").str();
  size_t itemSize;
  if (array.dtype.size() < 2 ||
      StringRef("fiubV").find(array.dtype[0]) == StringRef::npos ||
      StringRef(array.dtype).drop_front().getAsInteger(10, itemSize) ||
      itemSize == 0 || itemSize > 16)
    return fail(path, "element type '" + descr + "'; expected plain numbers");
  if (!parseShape(valueOf(header, "shape"), array.shape))
    return fail(
        path,
        "malformed shape in the header; expected (rows, columns), each at "
        "least 0");

  size_t count = itemSize;
  for (int64_t extent : array.shape) {
    if (extent != 0 && count > bytes.size() / extent + 1)
      return fail(path, "shape larger than the file");
    count *= extent;
  }
  if (bytes.size() - start < count)
    return fail(path, "holds " + llvm::Twine(bytes.size() - start) +
                          " bytes of data, its shape needs " +
                          llvm::Twine(count));
  array.data.assign(bytes.begin() + start, bytes.begin() + start + count);
  if (valueOf(header, "fortran_order").starts_with("True"))
    array.data = toRowMajor(array, itemSize);
  return array;
}

llvm::Error pypto::tools::writeNpy(StringRef path, const NpyArray &array) {
  std::string header = "{'descr': '";
  // Bytes have no order; numbers are little-endian.
  bool oneByte = StringRef(array.dtype).drop_front() == "1";
  header += (oneByte ? "|" : "<") + array.dtype;
  header += "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : array.shape)
    header += std::to_string(extent) + ",";
  header += "), }";
  // Data starts at a multiple of 64 bytes; the header ends with a line break.
  size_t total = llvm::alignTo(kMagic.size() + 4 + header.size() + 1, 64);
  header.resize(total - kMagic.size() - 4 - 1, ' ');
  header += '\n';

  std::error_code code;
  llvm::raw_fd_ostream out(path, code);
  if (code)
    return fail(path, code.message());
  out << kMagic << '\x01' << '\x00';
  char length[2];
  llvm::support::endian::write16le(length, header.size());
  out.write(length, 2);
  out << header;
  out.write(reinterpret_cast<const char *>(array.data.data()),
            array.data.size());
  out.close();
  if (out.has_error())
    return fail(path, out.error().message());
  return llvm::Error::success();
}
