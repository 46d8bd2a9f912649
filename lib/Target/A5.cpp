//===- A5.cpp - the 950 as data ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 950 with 36 cube and 72 vector cores on two dies, one device.

#include "Builtin.h"

namespace pypto::target {

static const char *const kCannConfig = "CANN platform configuration, 950PR";
static const char *const kGuide = "Ascend C programming guide, arch 3510";
static const char *const kUbUsable =
    "256 KiB less 8 KiB scratch and 8 KiB kept by assembler and runtime";
static const char *const kPtoAlign = "pto-isa tile address checks";
static const char *const kPtoFit = "pto-isa recorded A5 cycles, linear fit";
static const char *const kCopyFit = "published GM/L2 copy sweeps on the 950";
static const char *const kMatmulFit =
    "published matmul tuning sample on the 950, exact integers";
static const char *const kRuntimeDoc = "simpler runtime measurements, 910C";
static const char *const kNone = "nothing published";

static std::array<SpaceInfo, kNumSpaces> makeSpaces() {
  auto layout = [](Layout l) { return vendor(l, kGuide); };
  auto bytes = [](uint64_t v) { return vendor<uint64_t>(v, kCannConfig); };
  return {{
      {Space::DDR, bytes(112ull << 30), bytes(112ull << 30),
       vendor(32u, kGuide), layout(Layout::ND), true, std::nullopt},
      {Space::Vec, fromCode<uint64_t>(245760, kUbUsable), bytes(262144),
       vendor(32u, kGuide), layout(Layout::ND), true, CoreKind::AIV},
      {Space::Mat, bytes(524288), bytes(524288), vendor(32u, kGuide),
       layout(Layout::NZ), true, CoreKind::AIC},
      {Space::Left, bytes(65536), bytes(65536), vendor(512u, kGuide),
       layout(Layout::NZ), false, CoreKind::AIC},
      {Space::Right, bytes(65536), bytes(65536), vendor(512u, kGuide),
       layout(Layout::ZN), false, CoreKind::AIC},
      {Space::Acc, bytes(262144), bytes(262144), vendor(64u, kGuide),
       layout(Layout::NZ), false, CoreKind::AIC},
      {Space::Bias, bytes(4096), bytes(4096), vendor(64u, kGuide),
       layout(Layout::ND), false, CoreKind::AIC},
      {Space::LeftScale, fromCode<uint64_t>(4096, kPtoAlign),
       fromCode<uint64_t>(4096, kPtoAlign), fromCode(32u, kPtoAlign),
       layout(Layout::ZZ), false, CoreKind::AIC},
      {Space::RightScale, fromCode<uint64_t>(4096, kPtoAlign),
       fromCode<uint64_t>(4096, kPtoAlign), fromCode(32u, kPtoAlign),
       layout(Layout::NN), false, CoreKind::AIC},
      {Space::ScalarLocal, guess<uint64_t>(16384, kNone),
       guess<uint64_t>(16384, kNone), guess(8u, kNone), layout(Layout::ND),
       true, std::nullopt},
      {Space::Scaling, bytes(4096), bytes(4096), fromCode(32u, kPtoAlign),
       layout(Layout::ND), false, CoreKind::AIC},
  }};
}

static std::vector<MoveRoute> makeMoves() {
  return {
      {Space::DDR, Space::Vec, Pipe::MTE2, kGuide},
      {Space::DDR, Space::Mat, Pipe::MTE2, kGuide},
      {Space::Vec, Space::DDR, Pipe::MTE3, kGuide},
      {Space::Vec, Space::Mat, Pipe::MTE3, kGuide},
      {Space::Mat, Space::Left, Pipe::MTE1, kGuide},
      {Space::Mat, Space::Right, Pipe::MTE1, kGuide},
      {Space::Mat, Space::Bias, Pipe::MTE1, kGuide},
      {Space::Mat, Space::LeftScale, Pipe::MTE1, kGuide},
      {Space::Mat, Space::RightScale, Pipe::MTE1, kGuide},
      {Space::Mat, Space::Scaling, Pipe::FIX, kGuide},
      {Space::Acc, Space::Mat, Pipe::FIX, kGuide},
      {Space::Acc, Space::DDR, Pipe::FIX, kGuide},
      {Space::Acc, Space::Vec, Pipe::FIX, kGuide},
  };
}

// Start (23) and drain (12) of a vector function plus first load and store
// explain intercepts of 52-56 cycles.
static std::array<VectorCost, kNumVectorClasses> makeVector() {
  std::array<VectorCost, kNumVectorClasses> costs{};
  auto set = [&](VectorClass cls, Sourced<double> fixed,
                 Sourced<double> perRepeat) {
    costs[static_cast<unsigned>(cls)] = {fixed, perRepeat};
  };
  auto fit = [](double v) { return fromCode(v, kPtoFit); };
  auto rate = [](double v) { return vendor(v, kGuide); };
  auto none = [](double v) { return guess(v, kNone); };
  set(VectorClass::Binary, fit(55.07), fit(1.247));
  set(VectorClass::Mul, fit(56.29), fit(1.194));
  set(VectorClass::Div, fit(62), rate(4));
  set(VectorClass::Fused, fit(55.07), fit(1.247));
  set(VectorClass::Unary, fit(53), rate(1));
  set(VectorClass::Scalar, fit(53), rate(1));
  set(VectorClass::Copy, fit(53), rate(1));
  set(VectorClass::Exp, fit(62.66), fit(1.967));
  set(VectorClass::Log, fit(62.66), fit(1.967));
  set(VectorClass::Sqrt, fit(62), fit(2));
  set(VectorClass::Rsqrt, fit(75.57), fit(4.03));
  // The sum of Sqrt and Div.
  set(VectorClass::RsqrtPrecise, derived(124.0, kPtoFit),
      derived(6.0, kPtoFit));
  set(VectorClass::RecipPrecise, fit(48.7), fit(345.2));
  // Nothing is published but the reciprocal, which the others resemble.
  set(VectorClass::FunctionPrecise, none(48.7), none(345.2));
  // Recorded: 878 cycles for 640 numbers of f16, 1723 for 1280.
  for (VectorClass cls :
       {VectorClass::RecipPrecise, VectorClass::FunctionPrecise})
    costs[static_cast<unsigned>(cls)].perRepeatHalf =
        cls == VectorClass::RecipPrecise ? derived(167.0, kPtoFit) : none(167);
  set(VectorClass::Recip, fit(62), fit(2));
  set(VectorClass::Convert, fit(53), fit(1.25));
  set(VectorClass::ReduceFull, none(60), none(4));
  set(VectorClass::ReduceGroup, none(60), none(2));
  // TSEL 1x64: 60, 1x320: 91; ragged rows cost more than this.
  set(VectorClass::Select, fit(52), fit(7.6));
  set(VectorClass::Compare, none(55), none(2));
  set(VectorClass::Gather, none(55), rate(4));
  set(VectorClass::Broadcast, none(53), none(1));
  set(VectorClass::Sort, none(55), none(2));
  set(VectorClass::Merge, none(55), none(78));
  set(VectorClass::Transpose, none(55), none(8));
  set(VectorClass::Other, none(55), none(2));
  return costs;
}

Target makeA5() {
  Target t;
  t.name = "950";
  t.arch = Arch::A5;
  t.spaces = makeSpaces();
  t.moves = makeMoves();
  t.numAic = vendor(36u, kCannConfig);
  t.numAiv = vendor(72u, kCannConfig);
  t.aivPerAic = vendor(2u, kCannConfig);
  t.clockMHz = vendor(1650.0, kCannConfig);
  t.vectorBytes = vendor(256u, kGuide);
  t.blockBytes = vendor(32u, kGuide);
  t.vector = makeVector();
  // The open rows of pto-isa's recorded cycles, e.g. TNEG 10x640 of pitch 672:
  // 201 = 51 + 10 * (5 + 10); TADD 20x1280: 869 = 51 + 20 * 2.04 * 20; TEXP f16
  // 10x1280: 463 = 63 + 10 * 2 * 2 * 10.
  t.vectorRows = {fromCode(5.0, kPtoFit), fromCode(1.35, kPtoFit),
                  fromCode(2.04, kPtoFit), fromCode(2.0, kPtoFit)};
  t.rowReduce = {guess(60.0, kNone), guess(4.0, kNone), guess(6.0, kNone),
                 guess(128u, kNone), guess(1.0, kNone)};
  t.banks = {vendor(16u, kGuide), vendor(8u, kGuide), vendor(5u, kGuide),
             vendor(8u, kGuide), vendor(2u, kGuide),
             // The fitted slope of 1.25 already holds the conflicts.
             derived(0.0, kPtoFit), derived(0.0, kPtoFit)};
  t.cube = {vendor(16u, kGuide),      vendor(16u, kGuide),
            vendor(32u, kGuide),      vendor(1.0, kGuide),
            vendor(8.0, kGuide),      derived(3.0, kMatmulFit),
            derived(92.0, kMatmulFit)};
  t.onChip = {vendor(256.0, kGuide),
              vendor(256.0, kGuide),
              guess(18.6, "as on the 910B"),
              guess(18.6, "as on the 910B"),
              guess(256.0, "as from Mat to Left"),
              derived(27.0, kMatmulFit),
              guess(13.5, kNone),
              derived(75.0, kMatmulFit),
              vendor(128.0, kGuide),
              vendor(128.0, kGuide),
              guess(27.0, kNone),
              vendor(128.0, kGuide),
              simulated(256.0, "pto-isa vector function simulator"),
              guess(0.0, kNone),
              guess(0.0, "no such path")};
  t.gm = {guess(230.0, "fit to one point"),
          guess(320.0, "one core, 8 KiB loads: 386 cycles each"),
          guess(230.0, kNone),
          guess(128.0, "fit to one point"),
          guess(128.0, "fit to one point"),
          derived(39.0, kCopyFit),
          guess(39.0, "as measured on the vector core"),
          guess(4.0, "as on the 910B"),
          derived(50.8, kCopyFit),
          derived(86.0, kMatmulFit),
          derived(5.4e12, kCopyFit),
          derived(1.63e12, kCopyFit),
          vendor<uint64_t>(112ull << 20, kCannConfig),
          vendor(512u, kCannConfig),
          vendor(128u, kGuide),
          measured(10.49e9,
                   "public bandwidth table of remote reads, 4 MiB by SDMA"),
          guess(1000.0, kNone)};
  t.control = {guess(1.0, kNone),
               guess(1.0, kNone),
               fromCode(1.0, kPtoFit),
               guess(6.0, "spec range 4-10"),
               guess(12.0, "drain of a vector function"),
               guess(8.5, "as on the 910B"),
               guess(320.0, "as a DMA that misses L2"),
               vendor(32u, kGuide),
               vendor(8u, kGuide),
               guess(220.0, "as on the 910B"),
               vendor(32u * 1024, kGuide),
               vendor(32u * 1024, kGuide)};
  t.runtime = {measured(874.0, kRuntimeDoc),
               measured(5000.0, kRuntimeDoc),
               vendor(5u, kRuntimeDoc),
               measured(20.0, kRuntimeDoc),
               measured(140.0, kRuntimeDoc),
               measured(349.0, kRuntimeDoc),
               measured(600.0, kRuntimeDoc),
               measured(800.0, kRuntimeDoc),
               measured(1220.0, "empty kernel on the 950")};
  return t;
}

} // namespace pypto::target
