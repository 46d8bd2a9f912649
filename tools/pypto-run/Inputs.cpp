//===- Inputs.cpp - the arguments of one run --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Inputs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pypto;
using namespace pypto::tools;
using coremodel::DType;

static llvm::Error fail(const llvm::Twine &text) {
  return llvm::createStringError(text);
}

std::string pypto::tools::toNpyType(DType type) {
  std::string size = std::to_string(coremodel::sizeOf(type));
  switch (type) {
  case DType::F16:
  case DType::F32:
  case DType::F64:
    return "f" + size;
  case DType::Bool:
    return "b1";
  case DType::BF16:
  case DType::F8E4M3:
  case DType::F8E5M2:
  case DType::HiF8:
  case DType::F4E2M1x2:
    // Types that NumPy itself lacks are stored as bytes without a meaning.
    return "V" + size;
  default:
    return (coremodel::isUnsignedInt(type) ? "u" : "i") + size;
  }
}

static std::string text(const std::vector<int64_t> &shape) {
  std::string out = "[";
  llvm::raw_string_ostream os(out);
  llvm::interleaveComma(shape, os, [&](int64_t extent) {
    if (extent < 0)
      os << '?';
    else
      os << extent;
  });
  os << ']';
  return out;
}

//===----------------------------------------------------------------------===//
// Random data
//===----------------------------------------------------------------------===//

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014): the same numbers on every machine.
static uint64_t next(uint64_t &state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/// Floats uniform in [-1, 1), integers in [-8, 8), unsigned in [0, 16).
static void fillRandom(NpyArray &array, DType type, uint64_t seed) {
  uint64_t state = seed;
  unsigned size = coremodel::sizeOf(type);
  for (size_t at = 0; at + size <= array.data.size(); at += size) {
    uint64_t bits = next(state);
    void *element = array.data.data() + at;
    if (coremodel::isFloat(type))
      coremodel::storeDouble(type, element, (bits >> 11) * 0x1.0p-52 - 1.0);
    else if (type == DType::Bool)
      coremodel::storeInt(type, element, bits & 1);
    else if (coremodel::isUnsignedInt(type))
      coremodel::storeInt(type, element, bits & 15);
    else
      coremodel::storeInt(type, element, int64_t(bits & 15) - 8);
  }
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

/// The parameter that an option means: tensors have files and shapes, scalars
/// have numbers.
static llvm::Expected<size_t>
findParameter(llvm::StringRef name, llvm::StringRef option, bool isTensor,
              const std::vector<EntryArgument> &parameters) {
  std::string known;
  for (auto [index, parameter] : llvm::enumerate(parameters)) {
    bool has = isTensor == (parameter.kind == coremodel::Param::Pointer);
    if (parameter.name != name && name != "arg" + std::to_string(index)) {
      if (has)
        known += (known.empty() ? "" : ", ") + parameter.name;
      continue;
    }
    if (has)
      return index;
    return fail("--" + option + ": parameter '" + name + "' is a " +
                (isTensor ? "scalar; give --scalar " + name + "=number"
                          : "tensor; give --input " + name + "=file.npy"));
  }
  return fail("--" + option + ": the entry has no " +
              (isTensor ? "tensor" : "scalar") + " parameter '" + name +
              "'; it has: " + (known.empty() ? "none" : known));
}

/// What was given, by the parameters' own names.
template <typename ValueT>
static llvm::Expected<llvm::StringMap<ValueT>>
byParameter(const llvm::StringMap<ValueT> &given, llvm::StringRef option,
            bool isTensor, const std::vector<EntryArgument> &parameters) {
  llvm::StringMap<ValueT> named;
  for (const auto &entry : given) {
    llvm::Expected<size_t> index =
        findParameter(entry.first(), option, isTensor, parameters);
    if (!index)
      return index.takeError();
    const std::string &name = parameters[*index].name;
    if (!named.try_emplace(name, entry.second).second)
      return fail("--" + option + " says twice what '" + name +
                  "' is; leave one out");
  }
  return named;
}

/// Same rank, and equal where the wanted extent is known.
static bool fits(const std::vector<int64_t> &got,
                 const std::vector<int64_t> &wanted) {
  return got.size() == wanted.size() &&
         llvm::all_of(llvm::zip(got, wanted), [](auto pair) {
           return std::get<1>(pair) < 0 ||
                  std::get<0>(pair) == std::get<1>(pair);
         });
}

static llvm::Expected<NpyArray> makeBuffer(const EntryArgument &parameter,
                                           const InputOptions &options,
                                           uint64_t seed) {
  auto file = options.files.find(parameter.name);
  auto shape = options.shapes.find(parameter.name);
  if (file != options.files.end()) {
    llvm::Expected<NpyArray> array = readNpy(file->second);
    if (!array)
      return array.takeError();
    if (array->dtype != toNpyType(parameter.type))
      return fail(llvm::Twine(file->second) + ": elements are '" +
                  array->dtype + "', parameter '" + parameter.name +
                  "' takes '" + toNpyType(parameter.type) + "' (" +
                  std::string(toString(parameter.type)) +
                  "); convert them before they are saved");
    if (shape != options.shapes.end() && shape->second != array->shape)
      return fail(llvm::Twine(file->second) + ": shape " + text(array->shape) +
                  ", --shape " + parameter.name + " says " +
                  text(shape->second));
    if (parameter.shape && !fits(array->shape, *parameter.shape))
      return fail(llvm::Twine(file->second) + ": shape " + text(array->shape) +
                  ", parameter '" + parameter.name + "' takes " +
                  text(*parameter.shape));
    return array;
  }
  NpyArray array;
  array.dtype = toNpyType(parameter.type);
  if (shape != options.shapes.end()) {
    if (parameter.shape && !fits(shape->second, *parameter.shape))
      return fail("--shape " + parameter.name + ": " + text(shape->second) +
                  " does not fit " + text(*parameter.shape));
    array.shape = shape->second;
  } else if (parameter.shape && !llvm::is_contained(*parameter.shape, -1)) {
    array.shape = *parameter.shape;
  } else {
    return fail("the shape of parameter '" + parameter.name + "' is " +
                (parameter.shape ? text(*parameter.shape) : "not known") +
                "; give --input or --shape " + parameter.name + "=...");
  }
  constexpr uint64_t kMost = uint64_t(1) << 34;
  uint64_t bytes = coremodel::sizeOf(parameter.type);
  for (int64_t extent : array.shape)
    if ((bytes = llvm::SaturatingMultiply(
             bytes, static_cast<uint64_t>(extent))) > kMost)
      return fail("parameter '" + parameter.name + "' of shape " +
                  text(array.shape) + " would take more than 16 GiB");
  array.data.resize(bytes);
  if (parameter.reads)
    fillRandom(array, parameter.type, seed);
  return array;
}

static llvm::Expected<coremodel::HostArg>
makeScalar(const EntryArgument &parameter, llvm::StringRef text) {
  bool isFloat = parameter.kind == coremodel::Param::Float;
  double real;
  int64_t integer;
  if (isFloat && !text.getAsDouble(real))
    return coremodel::HostArg::scalar(real);
  if (!isFloat && !text.getAsInteger(0, integer))
    return coremodel::HostArg::scalar(integer);
  return fail("--scalar " + parameter.name + "=" + text + ": the parameter " +
              "takes " + (isFloat ? "a number" : "an integer") + " (" +
              std::string(toString(parameter.type)) + ")");
}

llvm::Expected<Inputs>
pypto::tools::makeInputs(std::vector<EntryArgument> parameters,
                         const InputOptions &given) {
  auto files = byParameter(given.files, "input", true, parameters);
  if (!files)
    return files.takeError();
  auto shapes = byParameter(given.shapes, "shape", true, parameters);
  if (!shapes)
    return shapes.takeError();
  auto scalars = byParameter(given.scalars, "scalar", false, parameters);
  if (!scalars)
    return scalars.takeError();
  InputOptions options;
  options.files = std::move(*files);
  options.shapes = std::move(*shapes);
  options.scalars = std::move(*scalars);
  options.seed = given.seed;
  Inputs inputs;
  for (const auto &[name, path] : given.outputs) {
    llvm::Expected<size_t> index =
        findParameter(name, "output", true, parameters);
    if (!index)
      return index.takeError();
    inputs.outputs.emplace_back(*index, path);
  }
  inputs.parameters = std::move(parameters);
  uint64_t stream = options.seed;
  for (const EntryArgument &parameter : inputs.parameters) {
    uint64_t seed = next(stream);
    if (parameter.kind == coremodel::Param::Pointer) {
      llvm::Expected<NpyArray> array = makeBuffer(parameter, options, seed);
      if (!array)
        return array.takeError();
      inputs.buffers.push_back(std::move(*array));
      continue;
    }
    inputs.buffers.emplace_back();
    if (!options.scalars.contains(parameter.name))
      return fail("parameter '" + parameter.name +
                  "' is a scalar; give --scalar " + parameter.name + "=...");
  }
  for (auto [parameter, buffer] :
       llvm::zip(inputs.parameters, inputs.buffers)) {
    if (parameter.kind == coremodel::Param::Pointer) {
      inputs.args.push_back(coremodel::HostArg::buffer(
          buffer.data.data(), parameter.type, buffer.shape));
      continue;
    }
    llvm::Expected<coremodel::HostArg> value =
        makeScalar(parameter, options.scalars.lookup(parameter.name));
    if (!value)
      return value.takeError();
    inputs.args.push_back(*value);
  }
  return inputs;
}
