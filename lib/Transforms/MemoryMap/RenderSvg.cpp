//===- RenderSvg.cpp - charts of address over time --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MemoryMap/MemoryMapChart.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace pypto {

static constexpr int64_t kLeft = 80, kTop = 40, kRight = 20, kBottom = 40;
static constexpr int64_t kPlotWidth = kChartWidth - kLeft - kRight;
static constexpr int64_t kPlotHeight = kChartHeight - kTop - kBottom;
/// Eight colours that stay apart for most kinds of colour vision.
static const char *const kColours[] = {"#4477aa", "#ee6677", "#228833",
                                       "#ccbb44", "#66ccee", "#aa3377",
                                       "#ee7733", "#bbbbbb"};

std::string escapeXml(StringRef text) {
  std::string result;
  for (char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += c;
    }
  }
  return result;
}

namespace {
/// Draws one memory. Addresses grow upwards, steps to the right.
class Chart {
public:
  Chart(llvm::raw_ostream &os, const MemoryMapKernel &kernel,
        const MemoryMapSpace &space)
      : os(os), kernel(kernel), space(space),
        numSteps(std::max<int64_t>(kernel.steps.size(), 1)),
        scale(std::max<int64_t>({space.capacity, space.peak, 1})) {}

  void draw(StringRef target);

private:
  double x(int64_t step) const {
    return kLeft + static_cast<double>(kPlotWidth) * step / numSteps;
  }
  double y(int64_t address) const {
    return kTop + kPlotHeight -
           static_cast<double>(kPlotHeight) * address / scale;
  }
  void text(double atX, double atY, StringRef anchor, StringRef content);
  void drawBuffer(const MemoryMapBuffer &buffer, unsigned number);

  llvm::raw_ostream &os;
  const MemoryMapKernel &kernel;
  const MemoryMapSpace &space;
  int64_t numSteps;
  /// Address at the top of the chart.
  int64_t scale;
};
} // namespace

void Chart::text(double atX, double atY, StringRef anchor, StringRef content) {
  os << llvm::formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" text-anchor=\"{2}\">{3}"
                      "</text>\n",
                      atX, atY, anchor, escapeXml(content));
}

void Chart::drawBuffer(const MemoryMapBuffer &buffer, unsigned number) {
  std::string label = buffer.name.empty() ? "-" : buffer.name;
  std::string title = llvm::formatv(
      "{0}: {1}, bytes {2} to {3} ({4})", label, buffer.type, buffer.address,
      buffer.address + buffer.bytes, buffer.bytes);
  if (!buffer.location.empty())
    title += ", " + buffer.location;
  double high = y(buffer.address + buffer.bytes), low = y(buffer.address);
  for (const MemoryMapSpan &span : buffer.live) {
    double from = x(span.first), to = x(span.last + 1);
    os << llvm::formatv(
        "<rect x=\"{0:f1}\" y=\"{1:f1}\" width=\"{2:f1}\" height=\"{3:f1}\" "
        "fill=\"{4}\" stroke=\"#fff\" stroke-width=\"0.5\"><title>{5}, steps "
        "{6} to {7}</title></rect>\n",
        from, high, std::max(to - from, 1.0), std::max(low - high, 1.0),
        kColours[number % std::size(kColours)], escapeXml(title), span.first,
        span.last);
    // 7 units per character, as the font is about that wide.
    if (low - high >= 12 && to - from >= 7.0 * label.size())
      text((from + to) / 2, (low + high) / 2 + 4, "middle", label);
  }
}

void Chart::draw(StringRef target) {
  text(kLeft, 16, "start",
       llvm::formatv("{0} ({1}, {2}): {3}", kernel.name, kernel.core, target,
                     space.name)
           .str());
  text(kLeft, 32, "start",
       llvm::formatv("{0} of {1} bytes used, at most {2} live at step {3}",
                     space.peak, space.capacity, space.mostLive,
                     space.mostLiveStep)
           .str());
  os << llvm::formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
                      "fill=\"none\" stroke=\"#888\"/>\n",
                      kLeft, kTop, kPlotWidth, kPlotHeight);
  for (auto [number, buffer] : llvm::enumerate(space.buffers))
    drawBuffer(buffer, number);
  for (int64_t quarter = 0; quarter <= 4; ++quarter) {
    int64_t address = scale * quarter / 4;
    text(kLeft - 6, y(address) + 4, "end", std::to_string(address));
    int64_t step = (numSteps - 1) * quarter / 4;
    text(x(step), kTop + kPlotHeight + 16, "middle", std::to_string(step));
  }
  text(kLeft + kPlotWidth / 2.0, kTop + kPlotHeight + 32, "middle", "step");
}

void drawChart(llvm::raw_ostream &os, const MemoryMap &map,
               const MemoryMapKernel &kernel, const MemoryMapSpace &space,
               int64_t top) {
  os << "<g transform=\"translate(0," << top << ")\">\n";
  Chart(os, kernel, space).draw(map.target);
  os << "</g>\n";
}

std::string renderSvg(const MemoryMap &map) {
  std::string text;
  llvm::raw_string_ostream os(text);
  int64_t count = 0;
  for (const MemoryMapKernel &kernel : map.kernels)
    count += kernel.spaces.size();
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << kChartWidth
     << "\" height=\"" << std::max<int64_t>(count, 1) * kChartHeight
     << "\" font-family=\"monospace\" font-size=\"11\">\n";
  int64_t top = 0;
  for (const MemoryMapKernel &kernel : map.kernels)
    for (const MemoryMapSpace &space : kernel.spaces) {
      drawChart(os, map, kernel, space, top);
      top += kChartHeight;
    }
  os << "</svg>\n";
  return text;
}

} // namespace pypto
