//===- Executable.cpp - the core model in Python ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoExtension.h"

#include "pypto-c/CoreModel.h"
#include "pypto/CoreModel/Run.h"

#include "mlir/Bindings/Python/NanobindAdaptors.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>

namespace nb = nanobind;
using namespace pypto::coremodel;

namespace {

/// A decoded entry; copies share it.
struct Executable {
  std::shared_ptr<const DecodedProgram> program;
};

/// A result that keeps the program whose locations its trace names.
struct Result {
  RunResult run;
  std::shared_ptr<const DecodedProgram> program;
};

} // namespace

static DType parseDType(std::string_view name) {
  for (unsigned i = 0; i < kNumDTypes; ++i)
    if (toString(static_cast<DType>(i)) == name)
      return static_cast<DType>(i);
  throw nb::value_error(
      ("element type '" + std::string(name) + "' cannot cross the boundary")
          .c_str());
}

/// Tuples `(address, dtype, shape)` for tensors, numbers for scalars.
static std::vector<HostArg> parseArgs(nb::sequence values) {
  std::vector<HostArg> args;
  args.reserve(nb::len(values));
  for (nb::handle value : values) {
    if (nb::isinstance<nb::tuple>(value)) {
      auto fields = nb::borrow<nb::tuple>(value);
      auto address = nb::cast<uintptr_t>(fields[0]);
      args.push_back(
          HostArg::buffer(reinterpret_cast<void *>(address),
                          parseDType(nb::cast<std::string>(fields[1])),
                          nb::cast<std::vector<int64_t>>(fields[2])));
    } else if (nb::isinstance<nb::float_>(value)) {
      args.push_back(HostArg::scalar(nb::cast<double>(value)));
    } else {
      // The bits: those of a large UINT64 are no int64_t.
      nb::int_ whole{nb::borrow(value)};
      args.push_back(HostArg::scalar(
          static_cast<int64_t>(PyLong_AsUnsignedLongLongMask(whole.ptr()))));
    }
  }
  return args;
}

static nb::list pipeRows(const Result &result) {
  nb::list rows;
  for (const PipeUse &use : result.run.report.pipes)
    rows.append(nb::make_tuple(
        pypto::target::toString(use.kind), pypto::target::toString(use.pipe),
        use.busyCycles, use.utilisation, use.instructions));
  return rows;
}

static nb::list pathRows(const Result &result) {
  nb::list rows;
  for (const PathBytes &path : result.run.report.paths)
    rows.append(nb::make_tuple(pypto::target::toString(path.from),
                               pypto::target::toString(path.to), path.bytes));
  return rows;
}

static nb::list reloadRows(const Result &result) {
  nb::list rows;
  for (const Reload &reload : result.run.report.reloads)
    rows.append(nb::make_tuple(
        reload.loc.file, reload.loc.line, reload.loc.column, reload.loc.name,
        pypto::target::toString(reload.to), reload.bytes, reload.again));
  return rows;
}

static nb::list taskRows(const Result &result) {
  nb::list rows;
  for (const TaskTiming &task : result.run.report.tasks)
    rows.append(nb::make_tuple(task.kernel, task.blocks, task.submitCycle,
                               task.startCycle, task.endCycle, task.dependsOn));
  return rows;
}

static nb::list raceRows(const Result &result) {
  auto place = [](const SourceLoc &loc) {
    return nb::make_tuple(loc.file, loc.line, loc.column);
  };
  nb::list rows;
  for (const Race &race : result.run.races)
    rows.append(nb::make_tuple(
        race.code, race.message, place(race.earlier), place(race.later),
        pypto::target::toString(race.space), race.begin, race.end));
  return rows;
}

/// `(argument, dtype, shape, bytes)` of each tensor that the entry returns; the
/// bytes are empty where it is an argument (>= 0).
static nb::list returnedRows(const Result &result) {
  nb::list rows;
  for (const ReturnedTensor &tensor : result.run.returned)
    rows.append(nb::make_tuple(
        tensor.arg, toString(tensor.type), tensor.shape,
        nb::bytes(reinterpret_cast<const char *>(tensor.data.data()),
                  tensor.data.size())));
  return rows;
}

void pypto::python::bindExecutable(nb::module_ &m) {
  nb::class_<Result>(m, "RunResult")
      .def_prop_ro("error_code",
                   [](const Result &r) { return r.run.error.code; })
      .def_prop_ro("error_message",
                   [](const Result &r) { return r.run.error.message; })
      .def_prop_ro("error_location",
                   [](const Result &r) {
                     const SourceLoc &loc = r.run.error.loc;
                     return nb::make_tuple(loc.file, loc.line, loc.column);
                   })
      .def_prop_ro("error_expected",
                   [](const Result &r) { return r.run.error.facts.expected; })
      .def_prop_ro("error_help",
                   [](const Result &r) { return r.run.error.facts.help; })
      .def_prop_ro("races", &raceRows)
      .def_prop_ro("returned", &returnedRows)
      .def_prop_ro("cycles",
                   [](const Result &r) { return r.run.report.cycles; })
      .def_prop_ro("microseconds",
                   [](const Result &r) { return r.run.report.microseconds; })
      .def_prop_ro("clock_mhz",
                   [](const Result &r) { return r.run.report.clockMHz; })
      .def_prop_ro("bound",
                   [](const Result &r) {
                     return std::string(toString(r.run.report.bound));
                   })
      .def_prop_ro("instructions",
                   [](const Result &r) { return r.run.report.instructions; })
      .def_prop_ro("aic_used",
                   [](const Result &r) { return r.run.report.aicUsed; })
      .def_prop_ro("aiv_used",
                   [](const Result &r) { return r.run.report.aivUsed; })
      .def_prop_ro("l2_hit_rate",
                   [](const Result &r) { return r.run.report.l2HitRate; })
      .def_prop_ro("warnings",
                   [](const Result &r) { return r.run.report.warnings; })
      .def_prop_ro("pipes", &pipeRows)
      .def_prop_ro("paths", &pathRows)
      .def_prop_ro("reloads", &reloadRows)
      .def_prop_ro("tasks", &taskRows)
      .def_prop_ro("has_trace",
                   [](const Result &r) { return !r.run.report.trace.empty(); })
      .def("chrome_trace",
           [](const Result &r) {
             return chromeTrace(r.run.report, r.program->program());
           })
      .def("text", [](const Result &r) { return r.run.report.str(); });

  nb::class_<Executable>(m, "Executable")
      .def(
          "run",
          [](Executable &self, nb::sequence values, bool functional,
             bool timing, bool trace, uint64_t seed, int64_t blocks,
             bool checkRaces, std::optional<uint64_t> maxInstructions) {
            std::vector<HostArg> args = parseArgs(values);
            RunOptions options;
            options.functional = functional;
            options.timing = timing;
            options.trace = trace;
            options.seed = seed;
            options.blocks = blocks;
            options.checkRaces = checkRaces;
            if (maxInstructions)
              options.maxInstructions = *maxInstructions;
            // Ctrl-C: the handler runs here and its exception leaves below.
            options.interrupted = [] {
              nb::gil_scoped_acquire acquire;
              return PyErr_CheckSignals() != 0;
            };
            std::optional<Result> result;
            {
              nb::gil_scoped_release release;
              result = Result{self.program->run(args, options), self.program};
            }
            if (PyErr_Occurred())
              throw nb::python_error();
            return std::move(*result);
          },
          nb::arg("args"), nb::arg("functional"), nb::arg("timing"),
          nb::arg("trace"), nb::arg("seed"), nb::arg("blocks"),
          nb::arg("check_races"), nb::arg("max_instructions") = nb::none());

  m.def(
      "decode",
      [](MlirOperation op, const std::string &entry, const std::string &arch) {
        MlirModule module = mlirModuleFromOperation(op);
        if (mlirModuleIsNull(module))
          throw nb::value_error("expected a builtin.module");
        std::optional<Executable> executable;
        // The reason of a null is a diagnostic, which the caller's handler
        // collects.
        if (void *program = pyptoDecode(module, entry.c_str(), arch.c_str())) {
          using Shared = std::shared_ptr<const DecodedProgram>;
          std::unique_ptr<Shared> owned(static_cast<Shared *>(program));
          executable = Executable{*owned};
        }
        return executable;
      },
      nb::arg("op"), nb::arg("entry"), nb::arg("arch"),
      "The entry of a lowered module as something to run; None after a "
      "diagnostic.");
}
