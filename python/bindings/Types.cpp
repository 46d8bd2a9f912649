//===- Types.cpp - types of the pypto dialect in Python ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoExtension.h"

#include "pypto-c/Dialects.h"

#include "mlir/Bindings/Python/Diagnostics.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <limits>

namespace nb = nanobind;
using namespace mlir::python::nanobind_adaptors;

/// What Python passes for an extent that is known only at run time.
static constexpr int64_t kDynamic = std::numeric_limits<int64_t>::min();

static std::vector<int64_t> getShape(MlirType type) {
  std::vector<int64_t> shape(pyptoShapedTypeGetRank(type));
  for (size_t axis = 0; axis < shape.size(); ++axis)
    shape[axis] = pyptoShapedTypeGetDim(type, axis);
  return shape;
}

/// `get` under a handler that turns its diagnostics into a ValueError.
template <typename Fn> static MlirType getChecked(MlirContext context, Fn get) {
  mlir::python::CollectDiagnosticsToStringScope diagnostics(context);
  MlirType type = get(mlirLocationUnknownGet(context));
  if (mlirTypeIsNull(type))
    throw nb::value_error(diagnostics.takeMessage().c_str());
  return type;
}

static MlirType getTensor(const std::vector<int64_t> &shape, MlirType element,
                          int32_t layout) {
  return getChecked(mlirTypeGetContext(element), [&](MlirLocation loc) {
    return pyptoTensorTypeGetChecked(loc, shape.size(), shape.data(), element,
                                     layout);
  });
}

static MlirType getTile(const std::vector<int64_t> &shape, MlirType element,
                        int32_t space, int32_t layout,
                        const std::optional<std::vector<int64_t>> &valid,
                        int32_t pad) {
  if (valid && valid->size() != shape.size())
    throw nb::value_error("valid and shape must have one number of axes");
  return getChecked(mlirTypeGetContext(element), [&](MlirLocation loc) {
    return pyptoTileTypeGetChecked(loc, shape.size(), shape.data(), element,
                                   space, layout,
                                   valid ? valid->data() : nullptr, pad);
  });
}

void pypto::python::bindTypes(nb::module_ &m) {
  m.attr("DYNAMIC") = kDynamic;

  mlir_type_subclass(m, "TensorType", pyptoTypeIsATensor,
                     pyptoTensorTypeGetTypeID)
      .def_staticmethod(
          "get", &getTensor, nb::arg("shape"), nb::arg("element_type"),
          nb::arg("layout") = 0,
          "`!pypto.tensor`; an extent known at run time is DYNAMIC, the layout "
          "nd 0, dn 1 or nz 2. Raises ValueError.")
      .def_property_readonly("shape", &getShape)
      .def_property_readonly("element_type", &pyptoShapedTypeGetElementType)
      .def_property_readonly("layout", &pyptoShapedTypeGetLayout);

  mlir_type_subclass(m, "TileType", pyptoTypeIsATile, pyptoTileTypeGetTypeID)
      .def_staticmethod(
          "get", &getTile, nb::arg("shape"), nb::arg("element_type"),
          nb::arg("space") = -1, nb::arg("layout") = 0,
          nb::arg("valid") = nb::none(), nb::arg("pad") = 0,
          "`!pypto.tile`; space, layout and pad are members of the dialect's "
          "enums, space -1 a tile without a place. Raises ValueError.")
      .def_property_readonly("shape", &getShape)
      .def_property_readonly("element_type", &pyptoShapedTypeGetElementType)
      .def_property_readonly("layout", &pyptoShapedTypeGetLayout)
      .def_property_readonly("space", &pyptoTileTypeGetSpace)
      .def_property_readonly("pad", &pyptoTileTypeGetPad)
      .def_property_readonly("valid", [](MlirType type) {
        std::vector<int64_t> valid(pyptoShapedTypeGetRank(type));
        for (size_t axis = 0; axis < valid.size(); ++axis)
          valid[axis] = pyptoTileTypeGetValid(type, axis);
        return valid;
      });

  m.def("task_id_type", &pyptoTaskIdTypeGet, nb::arg("context"));
}
