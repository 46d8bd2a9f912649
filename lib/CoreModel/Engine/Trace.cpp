//===- Trace.cpp - timeline for chrome://tracing and Perfetto ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/CoreModel/Report.h"
#include <cstdio>
#include <set>

namespace pypto::coremodel {

static std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", c);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string chromeTrace(const Report &report, const Program &program) {
  std::string out = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
  bool first = true;
  auto comma = [&] {
    out += first ? "\n" : ",\n";
    first = false;
  };
  std::set<std::pair<uint32_t, unsigned>> tracks;
  for (const TraceEvent &event : report.trace)
    tracks.insert({event.core, static_cast<unsigned>(event.pipe)});
  uint32_t last = UINT32_MAX;
  for (auto [core, pipe] : tracks) {
    if (core != last) {
      comma();
      out += "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" +
             std::to_string(core) +
             ",\"args\":{\"name\":" + quoted(report.coreNames[core]) + "}}";
      last = core;
    }
    comma();
    out += "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":" +
           std::to_string(core) + ",\"tid\":" + std::to_string(pipe) +
           ",\"args\":{\"name\":" +
           quoted(std::string(target::toString(static_cast<Pipe>(pipe)))) +
           "}}";
  }
  for (const TraceEvent &event : report.trace) {
    comma();
    char times[96];
    std::snprintf(times, sizeof(times), "\"ts\":%.6f,\"dur\":%.6f",
                  event.start / report.clockMHz,
                  (event.end - event.start) / report.clockMHz);
    const SourceLoc &loc = program.locs[event.loc];
    out += "{\"ph\":\"X\",\"pid\":" + std::to_string(event.core) +
           ",\"tid\":" + std::to_string(static_cast<unsigned>(event.pipe)) +
           "," + times + ",\"name\":" + quoted(event.name) +
           ",\"args\":{\"source\":" + quoted(loc.str());
    if (!loc.name.empty())
      out += ",\"value\":" + quoted(loc.name);
    out += ",\"task\":" + std::to_string(event.task) + "}}";
  }
  return out + "\n]}\n";
}

bool writeChromeTrace(const Report &report, const Program &program,
                      const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file)
    return false;
  std::string text = chromeTrace(report, program);
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

} // namespace pypto::coremodel
