//===- OpTable.cpp - the list of instructions, shared helpers ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpTable.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

static const std::vector<const OpInfo *> &allOps() {
  static const std::vector<const OpInfo *> sorted = [] {
    std::vector<const OpInfo *> all;
    for (OpList list :
         {elementwiseOps(), scalarOps(), unaryOps(), convertOps(), reduceOps(),
          broadcastOps(), moveOps(), globalOps(), matrixOps(), compareOps(),
          generateOps(), reorderOps(), gatherOps(), sortOps(), quantiseOps(),
          byteOps(), globalIndexedOps()})
      for (size_t i = 0; i < list.count; ++i)
        all.push_back(&list.ops[i]);
    std::sort(all.begin(), all.end(), [](const OpInfo *a, const OpInfo *b) {
      return std::string_view(a->name) < b->name;
    });
    return all;
  }();
  return sorted;
}

const OpInfo *findOp(std::string_view name) {
  const auto &ops = allOps();
  auto it = std::lower_bound(
      ops.begin(), ops.end(), name,
      [](const OpInfo *op, std::string_view n) { return op->name < n; });
  return it != ops.end() && (*it)->name == name ? *it : nullptr;
}
size_t numOps() { return allOps().size(); }
const OpInfo &getOp(size_t i) { return *allOps()[i]; }

void TileDesc::finalize(unsigned fractalBytes) {
  int32_t size = static_cast<int32_t>(sizeOf(type));
  if (fractalBytes == 1024) {
    boxRows = boxCols = 16;
  } else {
    int32_t lanes = static_cast<int32_t>(32 / size);
    if (fractalBytes == 32)
      lanes = 2;
    bool colInner = layout == Layout::ZN || layout == Layout::NN;
    boxRows = colInner ? lanes : 16;
    boxCols = colInner ? 16 : lanes;
  }
  int64_t elements;
  switch (layout) {
  case Layout::ND:
    boxRows = boxCols = 1;
    if (!ld)
      ld = cols;
    elements = rows > 0 ? int64_t(rows - 1) * ld + cols : 0;
    break;
  case Layout::DN:
    boxRows = boxCols = 1;
    if (!ld)
      ld = rows;
    elements = cols > 0 ? int64_t(cols - 1) * ld + rows : 0;
    break;
  default: {
    bool columnBlocks = layout == Layout::NZ || layout == Layout::NN;
    // One row has no boxes to fill: the matrix unit reads it as it lies
    // (vector-matrix mode). A view keeps the boxes of what it is a part of.
    if (rows == 1 && (!ld || (columnBlocks && ld < boxRows)))
      boxRows = 1;
    auto roundUp = [](int32_t n, int32_t m) { return (n + m - 1) / m * m; };
    if (!ld)
      ld = columnBlocks ? roundUp(rows, boxRows) : roundUp(cols, boxCols);
    elements = 0;
    if (rows > 0 && cols > 0) {
      // Up to the end of the last box.
      int64_t box = int64_t(boxRows) * boxCols;
      int64_t br = (rows - 1) / boxRows, bc = (cols - 1) / boxCols;
      elements = columnBlocks ? ((ld / boxRows) * bc + br + 1) * box
                              : ((ld / boxCols) * br + bc + 1) * box;
    }
  }
  }
  bytes = static_cast<int32_t>(elements * size);
}

Runs commonRuns(int64_t rows, int64_t cols,
                std::initializer_list<const TileRef *> tiles) {
  Runs runs;
  Layout layout = (*tiles.begin())->desc->layout;
  bool single = rows == 1 && cols == 1;
  for (const TileRef *t : tiles)
    if (!isPlain(*t->desc) || (t->desc->layout != layout && !single))
      return runs;
  runs.columns = layout == Layout::DN;
  runs.outer = runs.columns ? cols : rows;
  runs.inner = runs.columns ? rows : cols;
  bool dense = true;
  for (const TileRef *t : tiles)
    dense &= t->desc->ld == runs.inner;
  if (dense || runs.outer == 1) {
    runs.inner *= runs.outer;
    runs.outer = runs.outer ? 1 : 0;
  }
  return runs;
}

bool noForm(std::string &why, DType type) {
  why = "has no form for " + std::string(toString(type));
  return false;
}

bool onlyA5(const Program &program, std::string &why) {
  if (program.target->arch == target::Arch::A5)
    return true;
  why = "is an instruction of the 950 (a5); the " + program.target->name +
        " has none";
  return false;
}

bool needTiles(const TileInst &inst, unsigned count, std::string &why) {
  if (dataTiles(inst) >= count)
    return true;
  why = "needs " + std::to_string(count) + " tile operands, got " +
        std::to_string(dataTiles(inst));
  return false;
}

Part wholePart(const TileRef &tile) {
  return {0, 0, tile.desc->rows, tile.desc->cols};
}

Part validPart(const ExecInst &e, unsigned tile) {
  return {0, 0, e.tile[tile].validRows, e.tile[tile].validCols};
}

Part resultPart(const ExecInst &e, unsigned tile) {
  if (e.inst->access[tile] & AccessScratch)
    return wholePart(e.tile[tile]);
  return {0, 0, e.tile[0].validRows, e.tile[0].validCols};
}

unsigned dataTiles(const TileInst &inst) {
  unsigned n = 0;
  for (unsigned i = 0; i < inst.numTiles; ++i)
    n += !(inst.access[i] & AccessScratch);
  return n;
}

bool sameTypes(const TileInst &inst, const Program &program, unsigned first,
               unsigned last, std::string &why) {
  DType type = tileOf(inst, program, 0).type;
  for (unsigned i = first; i <= last; ++i)
    if (tileOf(inst, program, i).type != type) {
      why = "needs one element type, got " + std::string(toString(type)) +
            " and " + std::string(toString(tileOf(inst, program, i).type));
      return false;
    }
  return true;
}

void scalarElement(const ExecInst &e, unsigned i, DType type, void *out) {
  if (e.inst->scalar[i].isFloat)
    storeDouble(type, out, e.scalar[i].f);
  else if (isFloat(type))
    storeDouble(type, out, static_cast<double>(e.scalar[i].i));
  else
    storeInt(type, out, e.scalar[i].i);
}

} // namespace pypto::coremodel
