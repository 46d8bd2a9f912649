//===- Types.cpp - names of spaces, pipes, layouts --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Target/Types.h"
#include "pypto/Target/Costs.h"
#include <cctype>
#include <string>

namespace pypto::target {

static constexpr std::string_view kSpaces[kNumSpaces] = {
    "DDR",  "Vec",       "Mat",        "Left",        "Right",  "Acc",
    "Bias", "LeftScale", "RightScale", "ScalarLocal", "Scaling"};
static constexpr std::string_view kPipes[kNumPipes] = {
    "S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX"};
static constexpr std::string_view kLayouts[] = {"nd", "dn", "nz",
                                                "zn", "zz", "nn"};
static constexpr std::string_view kConfidences[] = {
    "measured", "vendor", "code", "derived", "simulated", "guess"};
static constexpr std::string_view kVectorClasses[kNumVectorClasses] = {
    "binary",        "mul",           "div",
    "fused",         "unary",         "scalar",
    "copy",          "exp",           "log",
    "sqrt",          "rsqrt",         "recip",
    "rsqrt-precise", "recip-precise", "function-precise",
    "convert",       "reduce-full",   "reduce-group",
    "select",        "compare",       "gather",
    "broadcast",     "sort",          "merge",
    "transpose",     "other"};

std::string_view toString(Arch arch) {
  return arch == Arch::A2A3 ? "a2a3" : "a5";
}
std::string_view toString(Space space) {
  return kSpaces[static_cast<unsigned>(space)];
}
std::string_view toString(Pipe pipe) {
  return kPipes[static_cast<unsigned>(pipe)];
}
std::string_view toString(Layout layout) {
  return kLayouts[static_cast<unsigned>(layout)];
}
std::string_view toString(CoreKind kind) {
  return kind == CoreKind::AIC ? "AIC" : "AIV";
}
std::string_view toString(Confidence confidence) {
  return kConfidences[static_cast<unsigned>(confidence)];
}
std::string_view toString(VectorClass cls) {
  return kVectorClasses[static_cast<unsigned>(cls)];
}

std::optional<Arch> parsePlatform(std::string_view platform) {
  std::string lower;
  for (char c : platform)
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (std::string_view name :
       {"a2a3", "a2a3sim", "a2", "a3", "910b", "910c", "ascend910b"})
    if (lower == name)
      return Arch::A2A3;
  for (std::string_view name : {"a5", "a5sim", "950", "ascend950"})
    if (lower == name)
      return Arch::A5;
  return std::nullopt;
}

std::string_view acceptedPlatforms() {
  return "a2a3, a2a3sim, 910B, 910C, a5, a5sim, 950";
}

std::optional<Space> parseSpace(std::string_view name) {
  for (unsigned i = 0; i < kNumSpaces; ++i)
    if (kSpaces[i] == name)
      return static_cast<Space>(i);
  return std::nullopt;
}

std::optional<Pipe> parsePipe(std::string_view name) {
  for (unsigned i = 0; i < kNumPipes; ++i)
    if (kPipes[i] == name)
      return static_cast<Pipe>(i);
  return std::nullopt;
}

} // namespace pypto::target
