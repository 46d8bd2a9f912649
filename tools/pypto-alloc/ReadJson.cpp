//===- ReadJson.cpp - reads a structured problem ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Document.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace pypto::allocator;

namespace {
/// Reads values and remembers the first thing that is wrong, with its path.
class JsonReader {
public:
  Expected<Document> run(const json::Value &root) {
    document.format = FileFormat::Json;
    const json::Object *top = asObject(root, "the file");
    if (top)
      readTop(*top);
    if (!error.empty())
      return createStringError(
          std::make_error_code(std::errc::invalid_argument), Twine(error));
    return std::move(document);
  }

private:
  void fail(const Twine &path, const Twine &message) {
    if (error.empty())
      error = (path + ": " + message).str();
  }

  const json::Object *asObject(const json::Value &value, const Twine &path) {
    const json::Object *object = value.getAsObject();
    if (!object)
      fail(path, "expected an object");
    return object;
  }

  const json::Value *require(const json::Object &object, StringRef key,
                             const Twine &path) {
    const json::Value *value = object.get(key);
    if (!value)
      fail(path, "the key '" + key + "' is missing");
    return value;
  }

  int64_t integer(const json::Object &object, StringRef key,
                  const Twine &path) {
    const json::Value *value = require(object, key, path);
    if (!value)
      return 0;
    std::optional<int64_t> number = value->getAsInteger();
    if (!number)
      fail(path + "." + key, "expected an integer");
    return number.value_or(0);
  }

  std::string string(const json::Object &object, StringRef key,
                     const Twine &path) {
    const json::Value *value = require(object, key, path);
    if (!value)
      return "";
    std::optional<StringRef> text = value->getAsString();
    if (!text)
      fail(path + "." + key, "expected a string");
    return text.value_or("").str();
  }

  /// Calls \p body for every object of the array \p key, with its path.
  template <typename Body>
  void forEach(const json::Object &object, StringRef key, const Twine &path,
               bool isRequired, Body body) {
    std::string where = (path + "." + key).str();
    const json::Value *value =
        isRequired ? require(object, key, path) : object.get(key);
    if (!value)
      return;
    const json::Array *array = value->getAsArray();
    if (!array)
      return fail(where, "expected an array");
    for (unsigned i = 0; i < array->size() && error.empty(); ++i) {
      std::string element = where + "[" + std::to_string(i) + "]";
      if (const json::Object *entry = asObject((*array)[i], element))
        body(*entry, element);
    }
  }

  void allowOnly(const json::Object &object, ArrayRef<StringRef> keys,
                 const Twine &path) {
    std::vector<std::string> unknown;
    for (const auto &entry : object)
      if (!is_contained(keys, StringRef(entry.first)))
        unknown.push_back(entry.first.str());
    if (unknown.empty())
      return;
    llvm::sort(unknown);
    std::string expected;
    for (StringRef key : keys)
      expected += (expected.empty() ? "" : ", ") + key.str();
    fail(path, "the key '" + unknown.front() +
                   "' is not understood; expected " + expected);
  }

  unsigned buffer(const json::Object &object, StringRef key,
                  const Twine &path) {
    int64_t number = integer(object, key, path);
    auto it = bufferIndex.find(number);
    if (it == bufferIndex.end()) {
      fail(path + "." + key, "there is no buffer " + Twine(number));
      return 0;
    }
    return it->second;
  }

  unsigned pool(int64_t number, const Twine &path) {
    auto it = poolIndex.find(number);
    if (it == poolIndex.end()) {
      fail(path, "there is no pool " + Twine(number));
      return 0;
    }
    return it->second;
  }

  void readTop(const json::Object &top) {
    if (integer(top, "schema_version", "the file") != 1)
      fail("schema_version", "only version 1 is understood");
    document.problem.name = string(top, "instance", "the file");
    const json::Value *value = require(top, "problem", "the file");
    const json::Object *problem = value ? asObject(*value, "problem") : nullptr;
    if (!problem)
      return;
    allowOnly(*problem,
              {"buffers", "pools", "constraints", "cost_model", "objective",
               "pypto_structure"},
              "problem");
    forEach(*problem, "pools", "problem", true,
            [&](const json::Object &entry, StringRef path) {
              readPool(entry, path);
            });
    forEach(*problem, "buffers", "problem", true,
            [&](const json::Object &entry, StringRef path) {
              readBuffer(entry, path);
            });
    if (error.empty())
      readConstraints(*problem);
    if (error.empty())
      readCosts(*problem);
    if (error.empty())
      readObjective(*problem);
    if (error.empty())
      readStructure(*problem);
  }

  void readRange(const json::Object &entry, StringRef begin, StringRef end,
                 StringRef path, std::vector<Range> &ranges) {
    allowOnly(entry, {begin, end}, path);
    Range range = {integer(entry, begin, path), integer(entry, end, path)};
    if (range.length() <= 0)
      fail(path, "the range [" + Twine(range.begin) + ", " + Twine(range.end) +
                     ") is empty; expected '" + end + "' above '" + begin +
                     "'");
    ranges.push_back(range);
  }

  void readPool(const json::Object &entry, StringRef path) {
    // The geometry of banks only matters to an objective that is refused.
    allowOnly(entry,
              {"id", "name", "capacity", "alignment", "reserved_ranges",
               "bank_geometry"},
              path);
    Pool pool;
    int64_t number = integer(entry, "id", path);
    pool.name = string(entry, "name", path);
    const json::Value *capacity = require(entry, "capacity", path);
    if (capacity && capacity->kind() != json::Value::Null)
      pool.capacity = integer(entry, "capacity", path);
    if (entry.get("alignment"))
      pool.alignment = integer(entry, "alignment", path);
    forEach(entry, "reserved_ranges", path, false,
            [&](const json::Object &range, StringRef rangePath) {
              readRange(range, "begin", "end", rangePath, pool.reserved);
            });
    if (!poolIndex.try_emplace(number, document.problem.pools.size()).second)
      fail(path + ".id", "pool " + Twine(number) + " is defined twice");
    document.poolNumbers.push_back(number);
    document.problem.pools.push_back(std::move(pool));
  }

  void readBuffer(const json::Object &entry, StringRef path) {
    allowOnly(
        entry,
        {"id", "name", "size", "alignment", "live_intervals", "allowed_pools"},
        path);
    Buffer buffer;
    int64_t number = integer(entry, "id", path);
    buffer.id = entry.getString("name").value_or("").str();
    if (buffer.id.empty())
      buffer.id = "#" + std::to_string(number);
    buffer.size = integer(entry, "size", path);
    if (buffer.size < 1)
      fail(path + ".size",
           "is " + Twine(buffer.size) + "; expected at least 1 byte");
    if (entry.get("alignment"))
      buffer.alignment = integer(entry, "alignment", path);
    forEach(entry, "live_intervals", path, true,
            [&](const json::Object &range, StringRef rangePath) {
              readRange(range, "lower", "upper", rangePath, buffer.live);
            });
    std::string poolsPath = path.str() + ".allowed_pools";
    const json::Array *pools = entry.getArray("allowed_pools");
    if (!pools || pools->empty())
      return fail(poolsPath, "expected a non-empty array of pool ids");
    for (const json::Value &value : *pools) {
      std::optional<int64_t> id = value.getAsInteger();
      if (!id)
        return fail(poolsPath, "expected integers");
      buffer.allowedPools.push_back(pool(*id, poolsPath));
    }
    if (!bufferIndex.try_emplace(number, document.problem.buffers.size())
             .second)
      fail(path + ".id", "buffer " + Twine(number) + " is defined twice");
    document.bufferNumbers.push_back(number);
    document.problem.buffers.push_back(std::move(buffer));
  }

  void readConstraints(const json::Object &problem) {
    const json::Value *value = require(problem, "constraints", "problem");
    std::string path = "problem.constraints";
    const json::Object *constraints = value ? asObject(*value, path) : nullptr;
    if (!constraints)
      return;
    allowOnly(*constraints,
              {"colocations", "separations", "temporal_exclusions",
               "pinned_allocations"},
              path);
    auto readPairs = [&](StringRef key, std::vector<BufferPair> &pairs) {
      forEach(*constraints, key, path, false,
              [&](const json::Object &entry, StringRef pairPath) {
                allowOnly(entry, {"first", "second", "reasons"}, pairPath);
                BufferPair pair = {buffer(entry, "first", pairPath),
                                   buffer(entry, "second", pairPath)};
                pairs.push_back(pair);
              });
    };
    readPairs("colocations", document.problem.colocations);
    readPairs("separations", document.problem.separations);
    readPairs("temporal_exclusions", document.problem.temporalExclusions);
    forEach(*constraints, "pinned_allocations", path, false,
            [&](const json::Object &entry, StringRef pinPath) {
              readPin(entry, pinPath);
            });
  }

  void readPin(const json::Object &entry, StringRef path) {
    allowOnly(entry, {"buffer", "pool", "offset", "exclusive_for_all_time"},
              path);
    unsigned index = buffer(entry, "buffer", path);
    unsigned home = pool(integer(entry, "pool", path), path + ".pool");
    int64_t offset = integer(entry, "offset", path);
    if (!error.empty())
      return;
    Buffer &pinned = document.problem.buffers[index];
    if (!is_contained(pinned.allowedPools, home))
      return fail(path + ".pool", "is not among the buffer's allowed pools");
    if (pinned.pinnedOffset)
      return fail(path, "buffer '" + pinned.id + "' is pinned twice");
    pinned.allowedPools = {home};
    pinned.pinnedOffset = offset;
    pinned.pinnedExclusive =
        entry.getBoolean("exclusive_for_all_time").value_or(false);
  }

  void readCosts(const json::Object &problem) {
    const json::Value *value = problem.get("cost_model");
    if (!value)
      return;
    std::string path = "problem.cost_model";
    const json::Object *model = asObject(*value, path);
    if (!model)
      return;
    allowOnly(*model, {"reuse_penalties"}, path);
    forEach(*model, "reuse_penalties", path, true,
            [&](const json::Object &entry, StringRef costPath) {
              allowOnly(entry, {"first", "second", "cost", "reason"}, costPath);
              SharingCost cost;
              cost.first = buffer(entry, "first", costPath);
              cost.second = buffer(entry, "second", costPath);
              cost.cost = integer(entry, "cost", costPath);
              if (cost.cost < 0)
                fail(costPath + ".cost", "is negative");
              document.problem.sharingCosts.push_back(cost);
            });
  }

  void readObjective(const json::Object &problem) {
    const json::Value *value = require(problem, "objective", "problem");
    std::string path = "problem.objective";
    const json::Object *objective = value ? asObject(*value, path) : nullptr;
    if (!objective)
      return;
    allowOnly(*objective, {"aggregation", "terms"}, path);
    std::string aggregation = string(*objective, "aggregation", path);
    if (error.empty() && aggregation != "lexicographic")
      return fail(path + ".aggregation",
                  "is '" + aggregation + "'; expected 'lexicographic'");
    const json::Array *terms = objective->getArray("terms");
    if (!terms)
      return fail(path, "the key 'terms' is missing or no array");
    for (const json::Value &term : *terms) {
      StringRef name = term.getAsString().value_or("");
      bool known = false;
      for (Objective candidate :
           {Objective::CapacityOverflow, Objective::TotalPeak,
            Objective::MaxPeak, Objective::ReuseCost})
        if (name == getName(candidate)) {
          document.problem.objectives.push_back(candidate);
          known = true;
        }
      if (!known)
        return fail(path + ".terms",
                    "'" + name +
                        "' is not understood; expected capacity_overflow, "
                        "total_peak, max_peak or reuse_cost");
    }
  }

  /// Pipeline groups are kept as a description: the file states the
  /// separations that they imply, or has given them up.
  void readStructure(const json::Object &problem) {
    const json::Object *structure = problem.getObject("pypto_structure");
    if (!structure)
      return;
    if (structure->getBoolean("whole_slot_reuse").value_or(false))
      return fail("problem.pypto_structure.whole_slot_reuse",
                  "is not supported");
    forEach(*structure, "pipeline_groups", "problem.pypto_structure", false,
            [&](const json::Object &entry, StringRef path) {
              PipelineGroup group;
              group.enforced = false;
              forEach(entry, "members", path, true,
                      [&](const json::Object &member, StringRef memberPath) {
                        int64_t residue =
                            integer(member, "residue", memberPath);
                        group.members.push_back(
                            {buffer(member, "buffer", memberPath),
                             static_cast<unsigned>(residue)});
                      });
              document.problem.pipelineGroups.push_back(std::move(group));
            });
  }

  std::string error;
  Document document;
  DenseMap<int64_t, unsigned> bufferIndex;
  DenseMap<int64_t, unsigned> poolIndex;
};
} // namespace

Expected<Document> pypto::allocator::readJson(StringRef text) {
  Expected<json::Value> root = json::parse(text);
  if (!root)
    return root.takeError();
  return JsonReader().run(*root);
}
