//===- RaceMessages.cpp - what is said of a race ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Engine/Names.h"
#include "RaceObserver.h"

namespace pypto::coremodel {

static std::string inParentheses(const SourceLoc &loc) {
  std::string place = loc.str();
  return place.empty() ? place : " (" + place + ")";
}

static std::string quoted(const Touch &touch) {
  return "'" + std::string(touch.name) + "' on " +
         std::string(target::toString(touch.pipe));
}

static std::string setAndWait(const std::string &from, const std::string &to) {
  return "put pto.set_flag[<PIPE_" + from + ">, <PIPE_" + to +
         ">, <EVENT_IDn>] after the one and pto.wait_flag before the other, or "
         "run --pto-insert-sync";
}

std::string RaceObserver::where(Space space, const Region &region,
                                uint64_t base) const {
  std::string place(target::toString(space));
  if (space == Space::DDR) {
    GmBuffer *buffer = gm.find(region.lo);
    std::string name = buffer ? nameOf(program, *buffer) : std::string();
    if (!name.empty())
      place = "'" + name + "'";
    else if (buffer && buffer->arg >= 0)
      place = "argument " + std::to_string(buffer->arg);
    else
      place = "a tensor in global memory";
  }
  return "bytes " + std::to_string(region.lo - base) + ".." +
         std::to_string(region.hi - base) + " of " + place;
}

/// Two accesses of one task, in the order of the program.
std::string RaceObserver::textWithin(const BlockState &block,
                                     const std::string &bytes,
                                     const Touch &earlier,
                                     const Touch &later) const {
  auto word = [](const Touch &touch) {
    return touch.kind == TouchKind::Read ? "read" : "write";
  };
  std::string text = quoted(later) + " may start before " + quoted(earlier) +
                     inParentheses(program.locs[earlier.loc]) +
                     " has finished: the " + word(earlier) + " of " + bytes +
                     " must come before the " + word(later);
  const BlockName &first = blocks[earlier.block],
                  &second = blocks[block.number];
  if (earlier.block != block.number && !first.starter && !second.starter)
    text += "; block " + std::to_string(second.index) + " of '" +
            second.function->name + "' waits for no signal of block " +
            std::to_string(first.index) + " of '" + first.function->name + "'";
  return text;
}

std::string RaceObserver::helpWithin(const BlockState &block,
                                     const Touch &earlier,
                                     const Touch &later) const {
  const BlockName &first = blocks[earlier.block],
                  &second = blocks[block.number];
  std::string from(target::toString(earlier.pipe));
  std::string to(target::toString(later.pipe));
  if (earlier.block == block.number)
    return earlier.pipe == later.pipe ? "put pto.barrier <PIPE_" + to +
                                            "> between them, or run "
                                            "--pto-insert-sync"
                                      : setAndWait(from, to);
  if (first.starter && !first.isAwaited)
    return "wait for the earlier transfer: pto.wait_async_event";
  if (second.starter == earlier.block)
    return setAndWait(from, "S");
  if (earlier.kind == TouchKind::Rewrite || later.kind == TouchKind::Rewrite)
    return "the core writes whole lines of 64 bytes: give each block lines of "
           "its own, or signal after a write-back";
  return "let each block write a part of its own, or order them by a signal: "
         "pl.system.sync_set and pl.system.sync_wait, pl.system.syncall "
         "between all blocks";
}

/// Tasks have the order in which they are submitted.
void RaceObserver::betweenTasks(const BlockState &block,
                                const std::string &bytes, const Touch &earlier,
                                const Touch &later, Race &race) const {
  const BlockName *first = &blocks[earlier.block],
                  *second = &blocks[block.number];
  const Touch *one = &earlier, *other = &later;
  if (first->task > second->task) {
    std::swap(first, second);
    std::swap(one, other);
  }
  uint32_t firstPlace = taskPlace(first->task),
           secondPlace = taskPlace(second->task);
  auto named = [](const BlockName *name) {
    return "task '" + name->function->name + "'";
  };
  bool isSame =
      firstPlace == secondPlace && first->function == second->function;
  std::string before = isSame ? "the same task of an earlier iteration"
                              : "the earlier " + named(first) +
                                    inParentheses(program.locs[firstPlace]);
  bool reads = other->kind == TouchKind::Read;
  bool afterRead = one->kind == TouchKind::Read;
  race.message = named(second) + " may " +
                 (reads       ? "read "
                  : afterRead ? "overwrite "
                              : "write ") +
                 bytes + " before " + before +
                 (afterRead ? " has read them" : " has written them");
  if (one->kind == TouchKind::Rewrite || other->kind == TouchKind::Rewrite)
    race.help = "a core writes whole lines of 64 bytes: give each task lines "
                "of its own, or name the id of the earlier task in deps=[...] "
                "of the later one";
  else if (isSame)
    race.help = "give each iteration a tensor or a part of its own, or name "
                "the id of the task of the iteration before in deps=[...]";
  else
    race.help = "name the id of '" + first->function->name +
                "' in deps=[...] of '" + second->function->name +
                "', or give each of them a tensor of its own";
  if (firstPlace)
    race.earlier = program.locs[firstPlace];
  if (secondPlace)
    race.later = program.locs[secondPlace];
}

void RaceObserver::report(const BlockState &block, Space space,
                          const Region &region, const Touch &earlier,
                          const Touch &later) {
  bool isLocal = earlier.block == block.number;
  const BlockName &first = blocks[earlier.block],
                  &second = blocks[block.number];
  const char *code = !isLocal                          ? "PYPTO-E0833"
                     : later.kind == TouchKind::Read   ? "PYPTO-E0830"
                     : earlier.kind == TouchKind::Read ? "PYPTO-E0831"
                                                       : "PYPTO-E0832";
  if (races.size() >= kLimit ||
      !seen.insert({earlier.loc, later.loc, static_cast<uint8_t>(code[10])})
           .second)
    return;
  uint64_t base = 0;
  if (space == Space::DDR)
    if (GmBuffer *buffer = gm.find(region.lo))
      base = buffer->base;
  Race race{code,
            {},
            program.locs[earlier.loc],
            program.locs[later.loc],
            space,
            region.lo - base,
            region.hi - base,
            {}};
  std::string bytes = where(space, region, base);
  if (first.task != second.task && !(first.starter && !first.isAwaited)) {
    betweenTasks(block, bytes, earlier, later, race);
  } else {
    race.message = textWithin(block, bytes, earlier, later);
    race.help = helpWithin(block, earlier, later);
  }
  races.push_back(std::move(race));
}

} // namespace pypto::coremodel
