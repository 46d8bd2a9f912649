//===- PairTest.cpp - plans of two cores that exchange tiles --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cube and a vector core run random kernels in step and send each other tiles
// through rings. Each core's kernel is planned by itself. Together they pass
// the race observer under every schedule and give the same numbers; without any
// one pair or barrier of either core the observer finds a race. The exception
// is an order that the rings carry too, there and back, which the plan of one
// core cannot know: the static checker has to agree that this is enough.
//
//===----------------------------------------------------------------------===//

#include "../Sync/RandomProgram.h"
#include "Schedules.h"
#include "pypto/Sync/Checker.h"

using namespace pypto::sync;
using namespace pypto::sync::test;
using pypto::coremodel::FunctionKind;

namespace {
/// Two kernels, each in a loop of the same number of iterations.
struct Pair {
  Program programs[2];
  std::map<NodeId, RingUse> uses[2];
  SyncPlan plans[2];

  Pair(unsigned seed, bool branches, Arch arch) : random(seed) {
    for (unsigned core = 0; core < 2; ++core) {
      RandomProgramOptions options;
      options.nodes = 7;
      options.loops = false;
      options.branches = branches;
      options.outerLoop = true;
      options.cube = core == 0;
      programs[core] = RandomProgram(2 * seed + core, options).program;
    }
    sumInPlace(programs[0]);
    // The same messages in the same order on both sides.
    unsigned count = 1 + random() % 3;
    std::vector<int32_t> messages;
    for (unsigned n = 0; n < count; ++n)
      messages.push_back(static_cast<int32_t>(random() % 2));
    for (unsigned core = 0; core < 2; ++core)
      addMessages(core, messages);
    for (unsigned core = 0; core < 2; ++core) {
      makeExecutable(programs[core], arch);
      InsertSyncOptions options;
      options.arch = arch;
      plans[core] = insertSync(programs[core], options);
    }
  }

  /// With all synchronisation but \p group of core \p mutant.
  EngineProgram build(Arch arch, unsigned mutant = 2,
                      uint32_t group = kNone) const {
    std::vector<CorePart> parts;
    for (unsigned core = 0; core < 2; ++core) {
      CorePart part{&programs[core], {}, uses[core]};
      part.kind = core == 0 ? FunctionKind::Cube : FunctionKind::Vector;
      part.plan = core == mutant ? without(plans[core], group)
                                 : plans[core].instructions;
      parts.push_back(std::move(part));
    }
    return EngineProgram(parts, arch, 2);
  }

  /// Whether core \p core is ordered without \p group, given that what a core
  /// has sent is over when it receives an answer: in the same iteration, and
  /// from one iteration to the next.
  bool isCarriedByRings(unsigned core, uint32_t group, Arch arch) const {
    const Program &program = programs[core];
    std::vector<PlacedSync> plan = without(plans[core], group);
    Pipe from = core == 0 ? Pipe::FIX : Pipe::MTE3;
    auto add = [&](NodeId node, bool before, SyncKind kind, uint8_t id) {
      plan.push_back({node, before, {kind, from, Pipe::MTE2, id}});
    };
    NodeId loop = program.blocks[Program::body()].nodes.front();
    NodeId sent = kNone, firstReceived = kNone, lastSent = kNone;
    for (NodeId node : program.blocks[program.nodes[loop].blocks[0]].nodes) {
      auto use = uses[core].find(node);
      if (use == uses[core].end())
        continue;
      if (use->second.sends) {
        sent = lastSent = node;
        continue;
      }
      if (firstReceived == kNone)
        firstReceived = node;
      if (sent == kNone)
        continue;
      add(sent, false, SyncKind::Set, 7);
      add(node, true, SyncKind::Wait, 7);
      sent = kNone;
    }
    if (firstReceived != kNone && lastSent != kNone) {
      add(loop, true, SyncKind::Set, 6);
      add(firstReceived, true, SyncKind::Wait, 6);
      add(lastSent, false, SyncKind::Set, 6);
      add(loop, false, SyncKind::Wait, 6);
    }
    std::vector<Violation> found = checkSync(program, arch, plan, 1000);
    return std::none_of(found.begin(), found.end(), [](const Violation &v) {
      return v.kind == ViolationKind::Unordered;
    });
  }

  std::string describe(unsigned number, Arch arch) const {
    std::string result = "pair " + std::to_string(number) + " on " +
                         std::string(pypto::target::toString(arch)) + "\n";
    for (unsigned core = 0; core < 2; ++core)
      result += text(programs[core], plans[core].instructions) + "\n";
    return result;
  }

private:
  /// Of what it writes, the matrix unit reads the sum only: its operands come
  /// from memories that it cannot write.
  static void sumInPlace(Program &program) {
    for (Node &node : program.nodes)
      if (node.pipe == Pipe::M && !node.accesses.empty()) {
        Access sum = node.accesses[1];
        for (Access &access : node.accesses) {
          access.begin = sum.begin;
          access.end = sum.end;
        }
      }
  }

  /// Ring 0 leads from the cube core to the vector core, ring 1 back.
  void addMessages(unsigned core, const std::vector<int32_t> &messages) {
    Program &program = programs[core];
    BlockId body = program.nodes[program.blocks[Program::body()].nodes.front()]
                       .blocks.front();
    size_t from = 0;
    for (int32_t ring : messages) {
      bool sends = ring == static_cast<int32_t>(core);
      Pipe pipe = !sends ? Pipe::MTE2 : core == 0 ? Pipe::FIX : Pipe::MTE3;
      int64_t begin = 64 * static_cast<int64_t>(random() % 5);
      NodeId node = program.addInstruction(
          body, pipe, {Access{0, begin, begin + 64, !sends}});
      uses[core][node] = {ring, sends};
      std::vector<NodeId> &nodes = program.blocks[body].nodes;
      size_t place = from + random() % (nodes.size() - from);
      std::rotate(nodes.begin() + static_cast<ptrdiff_t>(place),
                  nodes.end() - 1, nodes.end());
      from = place + 1;
    }
  }

  std::mt19937 random;
};
} // namespace

static constexpr unsigned kPairs = 40;

class RandomPairs : public ::testing::TestWithParam<bool> {
protected:
  template <typename Fn> void forEach(Fn fn) {
    for (unsigned number = 0; number < kPairs; ++number)
      for (Arch arch : kArchs) {
        Pair pair(number, GetParam(), arch);
        fn(pair, arch, pair.describe(number, arch));
        if (HasFailure())
          return;
      }
  }
};

TEST_P(RandomPairs, PassTheObserverUnderFiftySeeds) {
  forEach([&](const Pair &pair, Arch arch, const std::string &what) {
    for (unsigned core = 0; core < 2; ++core)
      for (const Violation &violation :
           checkSync(pair.programs[core], arch, pair.plans[core].instructions))
        ADD_FAILURE() << toString(violation) << "\n" << what;
    EngineProgram kernel = pair.build(arch);
    expectSameNumbers(kernel, what);
  });
}

TEST_P(RandomPairs, RaceWithoutAnyPairOrBarrierOfEitherCore) {
  unsigned mutants = 0, carried = 0;
  forEach([&](const Pair &pair, Arch arch, const std::string &what) {
    for (unsigned core = 0; core < 2; ++core) {
      for (uint32_t group : groupsOf(pair.plans[core])) {
        EngineProgram kernel = pair.build(arch, core, group);
        bool isMissed = isCaught(kernel);
        ++mutants;
        carried += !isMissed;
        EXPECT_TRUE(isMissed || pair.isCarriedByRings(core, group, arch))
            << "group " << group << " of core " << core << " is not missed\n"
            << what;
      }
    }
  });
  EXPECT_GT(mutants, 4 * kPairs);
  EXPECT_LT(20 * carried, mutants);
  RecordProperty("mutants", static_cast<int>(mutants));
  RecordProperty("carried", static_cast<int>(carried));
}

INSTANTIATE_TEST_SUITE_P(Families, RandomPairs, ::testing::Values(false, true),
                         [](const auto &info) {
                           return std::string(info.param ? "branchy"
                                                         : "straight");
                         });
