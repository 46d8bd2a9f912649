//===- Types.h - the nouns of a chip description ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations shared by everything that talks about hardware: memory spaces,
// pipes, layouts, core kinds, and the provenance of a number. No MLIR, no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TARGET_TYPES_H
#define PYPTO_TARGET_TYPES_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace pypto::target {

/// Architecture family. A2A3 is the 910B and one die of the 910C (arch code
/// 2201); A5 is the 950 (arch code 3510).
enum class Arch : uint8_t { A2A3, A5 };

/// Memory spaces. The first ten are those of the language, in its order;
/// Scaling is the fixpipe buffer, which only `pto` names.
enum class Space : uint8_t {
  DDR,         ///< global memory
  Vec,         ///< UB, unified buffer of a vector core
  Mat,         ///< L1 of a cube core
  Left,        ///< L0A
  Right,       ///< L0B
  Acc,         ///< L0C
  Bias,        ///< bias table
  LeftScale,   ///< MX scales of L0A (A5)
  RightScale,  ///< MX scales of L0B (A5)
  ScalarLocal, ///< registers and stack of the scalar unit
  Scaling,     ///< fixpipe parameter buffer
};
inline constexpr unsigned kNumSpaces = 11;

/// Instruction pipes of a core; each is a FIFO of its own.
enum class Pipe : uint8_t { S, V, M, MTE1, MTE2, MTE3, FIX };
inline constexpr unsigned kNumPipes = 7;

/// Element order of a tile. First letter: order of the boxes, second: order in
/// a box (N = column major, Z = row major); ND and DN have no boxes.
enum class Layout : uint8_t { ND, DN, NZ, ZN, ZZ, NN };

/// The two core kinds of a cluster.
enum class CoreKind : uint8_t { AIC, AIV };

/// How far a number can be trusted.
enum class Confidence : uint8_t {
  Measured,  ///< measured on silicon and published
  Vendor,    ///< vendor document or platform configuration
  Code,      ///< read from published source code
  Derived,   ///< arithmetic on measured numbers
  Simulated, ///< output of another simulator, not silicon
  Guess,     ///< our guess; nothing published
};

/// A constant with its provenance. Converts to its value.
template <typename T> struct Sourced {
  T value;
  Confidence confidence;
  const char *source; ///< where the number is from, in words
  constexpr operator T() const { return value; }
};

/// "a2a3", "a5".
std::string_view toString(Arch arch);
/// "Vec", "DDR", ...: the spelling of the language.
std::string_view toString(Space space);
/// "S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX".
std::string_view toString(Pipe pipe);
/// "nd", "dn", "nz", "zn", "zz", "nn".
std::string_view toString(Layout layout);
/// "AIC", "AIV".
std::string_view toString(CoreKind kind);
/// "measured", "vendor", "code", "derived", "simulated", "guess".
std::string_view toString(Confidence confidence);

/// Architecture that a platform string selects, whatever its case: a2a3,
/// a2a3sim, a2, a3, 910B, 910C -> A2A3; a5, a5sim, 950 -> A5; nothing for any
/// other string. There is no device here: "sim" makes no difference.
std::optional<Arch> parsePlatform(std::string_view platform);
/// The platform strings that parsePlatform accepts, for error messages.
std::string_view acceptedPlatforms();
/// Inverse of toString(Space); nothing for an unknown name.
std::optional<Space> parseSpace(std::string_view name);
/// Inverse of toString(Pipe); nothing for an unknown name.
std::optional<Pipe> parsePipe(std::string_view name);

} // namespace pypto::target

#endif // PYPTO_TARGET_TYPES_H
