//===- A2A3.cpp - the 910B as data ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 910B1 (A2); one die of the 910C (A3) is the same machine. Bank, DMA and
// vector figures are derived from published measurements at 1850 MHz.

#include "Builtin.h"

namespace pypto::target {

static const char *const kCannConfig = "CANN platform configuration, 910B1";
static const char *const kGuide = "Ascend C programming guide, arch 2201";
static const char *const kUbUsable =
    "192 KiB less 8 KiB library scratch at 184 KiB; BiSheng and PyPTO agree";
static const char *const kPtoAlign = "pto-isa tile address checks";
static const char *const kVectorFit =
    "repeats against cycles of published 910B vector samples";
static const char *const kPtoBoard = "pto-isa cost tables, 910B3 board fit";
static const char *const kCopyFit =
    "published GM/L2 copy sweeps on 910B, whole chip";
static const char *const kMatmulFit =
    "published matmul tuning sample on 910B, exact integers";
static const char *const kRuntimeDoc = "simpler runtime measurements, 910C";
static const char *const kNone = "nothing published";

static std::array<SpaceInfo, kNumSpaces> makeSpaces() {
  auto layout = [](Layout l) { return vendor(l, kGuide); };
  return {{
      {Space::DDR, vendor<uint64_t>(64ull << 30, kCannConfig),
       vendor<uint64_t>(64ull << 30, kCannConfig), vendor(32u, kGuide),
       layout(Layout::ND), true, std::nullopt},
      {Space::Vec, fromCode<uint64_t>(188416, kUbUsable),
       vendor<uint64_t>(196608, kCannConfig), vendor(32u, kGuide),
       layout(Layout::ND), true, CoreKind::AIV},
      {Space::Mat, vendor<uint64_t>(524288, kCannConfig),
       vendor<uint64_t>(524288, kCannConfig), vendor(32u, kGuide),
       layout(Layout::NZ), true, CoreKind::AIC},
      {Space::Left, vendor<uint64_t>(65536, kCannConfig),
       vendor<uint64_t>(65536, kCannConfig), vendor(512u, kGuide),
       layout(Layout::ZZ), false, CoreKind::AIC},
      {Space::Right, vendor<uint64_t>(65536, kCannConfig),
       vendor<uint64_t>(65536, kCannConfig), vendor(512u, kGuide),
       layout(Layout::ZN), false, CoreKind::AIC},
      {Space::Acc, vendor<uint64_t>(131072, kCannConfig),
       vendor<uint64_t>(131072, kCannConfig), vendor(64u, kGuide),
       layout(Layout::NZ), false, CoreKind::AIC},
      {Space::Bias, vendor<uint64_t>(1024, kCannConfig),
       vendor<uint64_t>(1024, kCannConfig), vendor(64u, kGuide),
       layout(Layout::ND), false, CoreKind::AIC},
      {Space::LeftScale, vendor<uint64_t>(0, kGuide),
       vendor<uint64_t>(0, kGuide), vendor(32u, kGuide), layout(Layout::ZZ),
       false, CoreKind::AIC},
      {Space::RightScale, vendor<uint64_t>(0, kGuide),
       vendor<uint64_t>(0, kGuide), vendor(32u, kGuide), layout(Layout::NN),
       false, CoreKind::AIC},
      {Space::ScalarLocal, guess<uint64_t>(16384, kNone),
       guess<uint64_t>(16384, kNone), guess(8u, kNone), layout(Layout::ND),
       true, std::nullopt},
      {Space::Scaling, vendor<uint64_t>(2048, kCannConfig),
       vendor<uint64_t>(2048, kCannConfig), fromCode(32u, kPtoAlign),
       layout(Layout::ND), false, CoreKind::AIC},
  }};
}

static std::vector<MoveRoute> makeMoves() {
  return {
      {Space::DDR, Space::Vec, Pipe::MTE2, kGuide},
      {Space::DDR, Space::Mat, Pipe::MTE2, kGuide},
      {Space::Vec, Space::DDR, Pipe::MTE3, kGuide},
      {Space::Mat, Space::Left, Pipe::MTE1, kGuide},
      {Space::Mat, Space::Right, Pipe::MTE1, kGuide},
      {Space::Mat, Space::Bias, Pipe::MTE1, kGuide},
      {Space::Mat, Space::Scaling, Pipe::FIX, kGuide},
      {Space::Mat, Space::DDR, Pipe::MTE3, kGuide},
      {Space::Acc, Space::Mat, Pipe::FIX, kGuide},
      {Space::Acc, Space::DDR, Pipe::FIX, kGuide},
  };
}

static std::array<VectorCost, kNumVectorClasses> makeVector() {
  std::array<VectorCost, kNumVectorClasses> costs{};
  auto set = [&](VectorClass cls, Sourced<double> fixed,
                 Sourced<double> perRepeat) {
    costs[static_cast<unsigned>(cls)] = {fixed, perRepeat};
  };
  auto fit = [](double v) { return derived(v, kVectorFit); };
  auto board = [](double v) { return fromCode(v, kPtoBoard); };
  auto none = [](double v) { return guess(v, kNone); };
  set(VectorClass::Binary, fit(22), fit(1));
  // The board fit has 2.3 a repeat with both sources in one bank group.
  set(VectorClass::Mul, board(25), fit(1));
  set(VectorClass::Div, board(30), board(4));
  set(VectorClass::Fused, fit(22), vendor(2.0, kGuide));
  set(VectorClass::Unary, board(23), board(1));
  set(VectorClass::Scalar, board(23), board(1));
  set(VectorClass::Copy, board(23), board(1));
  set(VectorClass::Exp, board(31), board(2));
  set(VectorClass::Log, board(33), board(2));
  set(VectorClass::Sqrt, board(39), board(2));
  set(VectorClass::Rsqrt, board(24), board(1));
  // The sum of Sqrt and Div.
  set(VectorClass::RsqrtPrecise, derived(69.0, kPtoBoard),
      derived(6.0, kPtoBoard));
  // One variant: nothing per repeat says that the plain class counts.
  set(VectorClass::RecipPrecise, none(22), none(0));
  set(VectorClass::FunctionPrecise, none(22), none(0));
  // 1 divided by a tile: a duplicate and a division.
  set(VectorClass::Recip, board(30), board(5));
  costs[static_cast<unsigned>(VectorClass::Recip)].perRepeatHalf = board(9);
  set(VectorClass::Convert, board(32), board(1));
  set(VectorClass::ReduceFull, board(46), board(7));
  set(VectorClass::ReduceGroup, board(38), board(1));
  set(VectorClass::Select, board(27), board(2));
  set(VectorClass::Compare, board(36), board(2));
  set(VectorClass::Gather, board(24), board(2));
  set(VectorClass::Broadcast, board(18), board(0));
  set(VectorClass::Sort, none(22), none(2));
  set(VectorClass::Merge, board(20), board(78));
  // 16x16 transposition writes eight ways into one bank group.
  set(VectorClass::Transpose, none(22), derived(8.0, kVectorFit));
  set(VectorClass::Other, none(26), none(2));
  return costs;
}

Target makeA2A3() {
  Target t;
  t.name = "910B";
  t.arch = Arch::A2A3;
  t.spaces = makeSpaces();
  t.moves = makeMoves();
  t.numAic = vendor(24u, kCannConfig);
  t.numAiv = vendor(48u, kCannConfig);
  t.aivPerAic = vendor(2u, kCannConfig);
  t.clockMHz = vendor(1850.0, kCannConfig);
  t.vectorBytes = vendor(256u, kGuide);
  t.blockBytes = vendor(32u, kGuide);
  t.vector = makeVector();
  t.vectorRows = {derived(0.0, kVectorFit), derived(1.0, kVectorFit),
                  derived(1.0, kVectorFit), derived(1.0, kVectorFit)};
  t.rowReduce = {derived(33.0, "pto-isa recorded row reductions"),
                 derived(7.15, "pto-isa recorded row reductions"),
                 fromCode(9.0, "pto-isa recorded row reductions"),
                 fromCode(128u, "pto-isa recorded row reductions"),
                 guess(1.0, kNone)};
  t.banks = {vendor(48u, kGuide),     vendor(16u, kGuide),
             vendor(5u, kGuide),      vendor(16u, kGuide),
             vendor(1u, kGuide),      derived(1.0, kVectorFit),
             derived(1.0, kVectorFit)};
  t.cube = {vendor(16u, kGuide),      vendor(16u, kGuide),
            vendor(32u, kGuide),      vendor(1.0, kGuide),
            vendor(2.0, kGuide),      derived(10.0, kMatmulFit),
            derived(61.0, kMatmulFit)};
  t.onChip = {vendor(256.0, kGuide),
              vendor(128.0, kGuide),
              fromCode(18.6, kPtoBoard),
              fromCode(18.6, kPtoBoard),
              guess(0.0, "no such path"),
              derived(47.0, kMatmulFit),
              guess(23.5, kNone),
              derived(66.0, kMatmulFit),
              fromCode(74.3, kPtoBoard),
              guess(0.0, "no such path"),
              guess(47.0, kNone),
              guess(0.0, "no such path"),
              fromCode(32.0, "pto-isa UB copy test"),
              fromCode(5.0, "pto-isa UB copy test"),
              fromCode(18.6, kPtoBoard)};
  t.gm = {fromCode(264.0, kPtoBoard),
          derived(290.0, kCopyFit),
          derived(228.0, kCopyFit),
          fromCode(128.0, kPtoBoard),
          derived(128.0, kCopyFit),
          derived(20.6, kCopyFit),
          guess(20.6, "as measured on the vector core"),
          derived(4.0, kMatmulFit),
          derived(67.8, kCopyFit),
          derived(113.5, kCopyFit),
          derived(6.0e12, kCopyFit),
          derived(1.49e12, kCopyFit),
          vendor<uint64_t>(192ull << 20, kCannConfig),
          vendor(512u, kCannConfig),
          vendor(512u, kGuide),
          measured(10.49e9,
                   "public bandwidth table of remote reads, 4 MiB by SDMA"),
          guess(1000.0, kNone)};
  t.control = {guess(1.0, kNone),
               guess(1.0, kNone),
               fromCode(1.0, kPtoBoard),
               guess(6.0, "spec range 4-10"),
               guess(14.0, "pto-isa tail terms 13-32"),
               derived(8.5, "scalar add sample: 34 cycles for three accesses "
                            "and an add"),
               guess(290.0, "as a DMA that misses L2"),
               vendor(32u, kGuide),
               vendor(8u, kGuide),
               guess(220.0, "pto-isa flash attention model, simulated"),
               vendor(16u * 1024, kGuide),
               vendor(32u * 1024, kGuide)};
  t.runtime = {measured(874.0, kRuntimeDoc),
               measured(5000.0, kRuntimeDoc),
               vendor(3u, kRuntimeDoc),
               measured(20.0, kRuntimeDoc),
               measured(140.0, kRuntimeDoc),
               measured(349.0, kRuntimeDoc),
               measured(600.0, kRuntimeDoc),
               measured(800.0, kRuntimeDoc),
               measured(350.0, "vendor profiling of small kernels")};
  return t;
}

} // namespace pypto::target
