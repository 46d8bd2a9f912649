//===- Target.cpp - queries on a chip and the list of chips -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Target/Target.h"
#include "Builtin.h"
#include <deque>
#include <mutex>

namespace pypto::target {

const MoveRoute *Target::move(Space from, Space to) const {
  for (const MoveRoute &route : moves)
    if (route.from == from && route.to == to)
      return &route;
  return nullptr;
}

static bool isL0(Space space) {
  return space == Space::Left || space == Space::Right || space == Space::Acc ||
         space == Space::Bias || space == Space::LeftScale ||
         space == Space::RightScale;
}

std::optional<Pipe> Target::pipeOf(Space from, Space to) const {
  if (const MoveRoute *route = move(from, to))
    return route->pipe;
  if (from == Space::Vec && to == Space::Vec)
    return Pipe::V;
  if (isL0(from) && to == Space::Acc)
    return Pipe::M;
  return std::nullopt;
}

const Target &Target::get(Arch arch) {
  static const Target a2a3 = makeA2A3();
  static const Target a5 = makeA5();
  return arch == Arch::A2A3 ? a2a3 : a5;
}

namespace {
struct AddedTargets {
  std::mutex mutex;
  std::deque<Target> targets; // a deque keeps addresses when it grows
};
} // namespace

static AddedTargets &addedTargets() {
  static AddedTargets added;
  return added;
}

static const Target *findAdded(AddedTargets &added, std::string_view name) {
  for (const Target &target : added.targets)
    if (target.name == name)
      return &target;
  return nullptr;
}

const Target *Target::find(std::string_view platform) {
  if (std::optional<Arch> arch = parsePlatform(platform))
    return &get(*arch);
  AddedTargets &added = addedTargets();
  std::lock_guard<std::mutex> lock(added.mutex);
  return findAdded(added, platform);
}

bool Target::add(Target target) {
  if (target.name.empty() || parsePlatform(target.name))
    return false;
  AddedTargets &added = addedTargets();
  std::lock_guard<std::mutex> lock(added.mutex);
  if (findAdded(added, target.name))
    return false;
  added.targets.push_back(std::move(target));
  return true;
}

} // namespace pypto::target
