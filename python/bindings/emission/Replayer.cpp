//===- Replayer.cpp - statements that repeat operations ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Replayer.h"

#include "../PyptoExtension.h"

#include "Location.h"
#include "Operations.h"
#include "Value.h"

#include "mlir/Bindings/Python/IRCore.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace pypto::python;
using namespace mlir::python::MLIR_BINDINGS_PYTHON_DOMAIN;

//===----------------------------------------------------------------------===//
// Python's side
//===----------------------------------------------------------------------===//

namespace {
/// First word of an argument in a key.
enum Tag : uintptr_t {
  TileTag = 1,
  TensorTag,
  ScalarTag,
  FloatTag,
  IntegerTag,
  BooleanTag,
  ListTag,
  WindowTag,
  ObjectTag
};
} // namespace

struct pypto::python::ReplayNames {
  // Classes.
  nb::object assign, expr, name, call, attribute, constant, list, tuple;
  nb::object tile, tensor, scalar, object, listValue, tupleValue;
  // Element types of numbers as they are written.
  nb::object floating, index, boolean;
  nb::object convert;
  // Attributes.
  nb::object targets, value, func, args, keywords, id, attr, elts;
  nb::object line, column, type, ir, shape, valid, parameter, const_, dtype;
  nb::object literal, object_, items, codeInfo, markWritten, repeatHints;

  static const ReplayNames &get();
};

static nb::object interned(const char *text) {
  return nb::steal(PyUnicode_InternFromString(text));
}

const ReplayNames &ReplayNames::get() {
  // Kept for the life of the process, as the classes are.
  static const ReplayNames *names = [] {
    auto *n = new ReplayNames();
    nb::object ast = nb::module_::import_("ast");
    n->assign = ast.attr("Assign");
    n->expr = ast.attr("Expr");
    n->name = ast.attr("Name");
    n->call = ast.attr("Call");
    n->attribute = ast.attr("Attribute");
    n->constant = ast.attr("Constant");
    n->list = ast.attr("List");
    n->tuple = ast.attr("Tuple");
    nb::object values = nb::module_::import_("pypto.frontend.values");
    n->tile = values.attr("TileValue");
    n->tensor = values.attr("TensorValue");
    n->scalar = values.attr("ScalarValue");
    n->object = values.attr("PyValue");
    n->listValue = values.attr("ListValue");
    n->tupleValue = values.attr("TupleValue");
    n->floating = values.attr("float_constant")(0.0).attr("dtype");
    n->index = values.attr("int_constant")(0).attr("dtype");
    n->boolean = values.attr("bool_constant")(true).attr("dtype");
    n->convert =
        nb::module_::import_("pypto.frontend.scalars").attr("constant_as");
    n->targets = interned("targets");
    n->value = interned("value");
    n->func = interned("func");
    n->args = interned("args");
    n->keywords = interned("keywords");
    n->id = interned("id");
    n->attr = interned("attr");
    n->elts = interned("elts");
    n->line = interned("lineno");
    n->column = interned("col_offset");
    n->type = interned("type");
    n->ir = interned("ir");
    n->shape = interned("shape");
    n->valid = interned("valid");
    n->parameter = interned("parameter");
    n->const_ = interned("const");
    n->dtype = interned("dtype");
    n->literal = interned("literal");
    n->object_ = interned("object");
    n->items = interned("items");
    n->codeInfo = interned("code_info");
    n->markWritten = interned("mark_written");
    n->repeatHints = interned("repeat_hints");
    return n;
  }();
  return *names;
}

static bool isA(nb::handle object, nb::handle type) {
  return reinterpret_cast<PyObject *>(Py_TYPE(object.ptr())) == type.ptr();
}

static nb::object get(nb::handle object, nb::handle name) {
  PyObject *found = PyObject_GetAttr(object.ptr(), name.ptr());
  if (!found)
    throw nb::python_error();
  return nb::steal(found);
}

/// An attribute of a node, which is in its dictionary.
static nb::handle field(nb::handle node, nb::handle name) {
  PyObject **fields = _PyObject_GetDictPtr(node.ptr());
  PyObject *found = fields && *fields
                        ? PyDict_GetItemWithError(*fields, name.ptr())
                        : nullptr;
  if (!found) {
    PyErr_Clear();
    return Py_None;
  }
  return found;
}

static nb::handle lookup(nb::handle dict, nb::handle key) {
  PyObject *found = PyDict_GetItemWithError(dict.ptr(), key.ptr());
  if (!found)
    PyErr_Clear();
  return found;
}

/// The items of a list that a node has; none of something else.
static llvm::ArrayRef<PyObject *> itemsOf(nb::handle list) {
  if (!PyList_CheckExact(list.ptr()))
    return {};
  return {reinterpret_cast<PyListObject *>(list.ptr())->ob_item,
          static_cast<size_t>(PyList_GET_SIZE(list.ptr()))};
}

static uintptr_t word(nb::handle object) {
  return reinterpret_cast<uintptr_t>(object.ptr());
}

/// The number of a Python int, none for one of more than 64 bits.
static std::optional<int64_t> integer(nb::handle value) {
  int overflow = 0;
  long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow)
    return std::nullopt;
  return number;
}

Replayer::Replayer(nb::handle compiler)
    : names(ReplayNames::get()), compiler(compiler) {}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

bool Replayer::number(nb::handle value, nb::handle dtype, bool isLiteral,
                      RecipeKey &key, CallArgument &found) {
  found.constant = nb::borrow(value);
  // A float is an operand and nothing else; an integer may choose between
  // operations.
  if (PyFloat_CheckExact(value.ptr())) {
    key.append({FloatTag, word(dtype), isLiteral});
    return true;
  }
  bool isBool = PyBool_Check(value.ptr());
  if (!isBool && !PyLong_CheckExact(value.ptr()))
    return false;
  std::optional<int64_t> exact = integer(value);
  if (!exact)
    return false;
  key.append({isBool ? BooleanTag : IntegerTag, word(dtype), isLiteral,
              static_cast<uintptr_t>(*exact)});
  return true;
}

bool Replayer::describe(nb::handle value, bool isWindow, RecipeKey &key,
                        CallArgument &found) {
  auto keep = [&](nb::object object) {
    uintptr_t identity = word(object);
    if (isLearning)
      kept.push_back(std::move(object));
    return identity;
  };
  if (isA(value, names.tile)) {
    key.append({TileTag, keep(get(value, names.type))});
    found.value = toValue(get(value, names.ir));
    return true;
  }
  if (isA(value, names.tensor)) {
    nb::object type = get(value, names.type);
    if (!get(type, names.shape).is(get(value, names.valid)))
      return false;
    key.append({TensorTag, keep(type), keep(get(value, names.parameter))});
    found.value = toValue(get(value, names.ir));
    return true;
  }
  if (isA(value, names.scalar)) {
    nb::object constant = get(value, names.const_);
    uintptr_t dtype = keep(get(value, names.dtype));
    bool isLiteral = nb::cast<bool>(get(value, names.literal));
    if (!constant.is_none())
      return number(constant, get(value, names.dtype), isLiteral, key, found);
    nb::object ir = get(value, names.ir);
    if (ir.is_none())
      return false;
    key.append({ScalarTag, dtype, isLiteral});
    found.value = toValue(ir);
    return true;
  }
  if (isA(value, names.object)) {
    key.append({ObjectTag, keep(get(value, names.object_))});
    return true;
  }
  if (isA(value, names.listValue) || isA(value, names.tupleValue))
    return items(get(value, names.items), isWindow, key, found, true);
  return false;
}

/// Adds an entry of a list: an index that is known.
bool Replayer::item(nb::handle value, CallArgument &found) {
  if (!isA(value, names.scalar) || !get(value, names.dtype).is(names.index))
    return false;
  nb::object constant = get(value, names.const_);
  if (!PyLong_CheckExact(constant.ptr()))
    return false;
  std::optional<int64_t> exact = integer(constant);
  if (exact)
    found.items.push_back(*exact);
  return exact.has_value();
}

bool Replayer::items(nb::handle list, bool isWindow, RecipeKey &key,
                     CallArgument &found, bool areValues) {
  for (nb::handle entry : list) {
    if (areValues) {
      if (!item(entry, found))
        return false;
      continue;
    }
    if (isA(entry, names.constant)) {
      nb::handle value = field(entry, names.value);
      if (!PyLong_CheckExact(value.ptr()))
        return false;
      std::optional<int64_t> exact = integer(value);
      if (!exact)
        return false;
      found.items.push_back(*exact);
      continue;
    }
    if (!isA(entry, names.name))
      return false;
    nb::handle value = lookup(variables, field(entry, names.id));
    nb::object captured;
    if (!value.is_valid()) {
      captured = compiler.attr("read")(entry);
      value = captured;
    }
    if (!item(value, found))
      return false;
  }
  key.append({isWindow ? WindowTag : ListTag, found.items.size()});
  // Where a window is does not matter while it is inside.
  if (!isWindow)
    for (int64_t number : found.items)
      key.push_back(static_cast<uintptr_t>(number));
  return true;
}

bool Replayer::argument(nb::handle node, bool isWindow, RecipeKey &key,
                        CallArgument &found) {
  if (isA(node, names.name)) {
    nb::handle value = lookup(variables, field(node, names.id));
    if (value.is_valid())
      return describe(value, isWindow, key, found);
    return describe(compiler.attr("read")(node), isWindow, key, found);
  }
  if (isA(node, names.constant)) {
    nb::handle value = field(node, names.value);
    nb::handle dtype;
    if (PyFloat_CheckExact(value.ptr()))
      dtype = names.floating;
    else if (PyBool_Check(value.ptr()))
      dtype = names.boolean;
    else if (PyLong_CheckExact(value.ptr()))
      dtype = names.index;
    return dtype.is_valid() && number(value, dtype, true, key, found);
  }
  if (isA(node, names.list) || isA(node, names.tuple))
    return items(field(node, names.elts), isWindow, key, found, false);
  if (!isA(node, names.call))
    return false;
  found.planned = plan(node);
  if (found.planned < 0)
    return false;
  const Recipe &recipe = *planned[found.planned].recipe;
  if (!recipe.make.is_valid())
    return false;
  key.append(
      {recipe.make.is(names.tile) ? TileTag : TensorTag, word(recipe.type)});
  if (!recipe.make.is(names.tile))
    key.push_back(word(nb::none()));
  return true;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// What is called, as `pl.add`; starts the key of the call.
bool Replayer::operation(nb::handle call, RecipeKey &key) const {
  nb::handle function = field(call, names.func);
  if (!isA(function, names.attribute))
    return false;
  nb::handle root = field(function, names.value);
  if (!isA(root, names.name) || !itemsOf(field(call, names.keywords)).empty())
    return false;
  nb::handle module = field(root, names.id);
  nb::handle name = field(function, names.attr);
  if (PyDict_Contains(variables.ptr(), module.ptr()))
    return false;
  key.append({word(source), word(frameKind), isPlaced, isDivided, word(module),
              word(name)});
  return true;
}

/// Plans a call after its arguments; its number in the plan, or -1.
int Replayer::plan(nb::handle call) {
  RecipeKey key;
  if (!operation(call, key))
    return -1;
  auto called = operations.find(key);
  if (called == operations.end())
    return -1;
  int window = called->second;
  llvm::SmallVector<CallArgument, 4> arguments;
  for (nb::handle node : itemsOf(field(call, names.args))) {
    bool isWindow = window == static_cast<int>(arguments.size());
    if (!argument(node, isWindow, key, arguments.emplace_back()))
      return -1;
  }
  auto known = recipes.find(key);
  if (known == recipes.end())
    return -1;
  PlannedOperation operation;
  operation.recipe = known->second.get();
  operation.node = call;
  operation.line = nb::cast<unsigned>(field(call, names.line));
  operation.column = nb::cast<unsigned>(field(call, names.column)) + 1;
  if (!resolve(*operation.recipe, arguments, window, operation))
    return -1;
  planned.push_back(std::move(operation));
  return static_cast<int>(planned.size()) - 1;
}

bool Replayer::isInside(const Recipe &recipe,
                        const CallArgument &offsets) const {
  if (offsets.items.size() != recipe.bounds.size())
    return false;
  for (auto [i, offset] : llvm::enumerate(offsets.items))
    if (offset < 0 || offset > recipe.bounds[i] - recipe.extents[i])
      return false;
  return true;
}

bool Replayer::resolve(const Recipe &recipe,
                       llvm::ArrayRef<CallArgument> arguments, int window,
                       PlannedOperation &into) {
  if (window >= 0 && !isInside(recipe, arguments[window]))
    return false;
  for (const OperandSource &source : recipe.operands) {
    std::optional<MlirValue> value;
    switch (source.kind) {
    case OperandSource::Argument: {
      const CallArgument &argument = arguments[source.index];
      into.operands.emplace_back(argument.value, argument.planned);
      continue;
    }
    case OperandSource::Fixed:
      value = constant(source.dtype, source.number, false);
      break;
    case OperandSource::Converted:
      value = constant(source.dtype, arguments[source.index].constant, true);
      break;
    case OperandSource::Offset:
      value = constant(names.index,
                       nb::int_(arguments[window].items[source.index]), false);
      break;
    }
    if (!value)
      return false;
    into.operands.emplace_back(*value, -1);
  }
  return true;
}

/// The constant that the builder makes for a number.
std::optional<MlirValue> Replayer::constant(nb::handle dtype, nb::handle number,
                                            bool converted) {
  uint64_t bits = 0;
  char kind = converted ? 'C' : 'F';
  if (PyFloat_CheckExact(number.ptr())) {
    double value = PyFloat_AS_DOUBLE(number.ptr());
    std::memcpy(&bits, &value, sizeof(bits));
  } else if (PyLong_CheckExact(number.ptr())) {
    std::optional<int64_t> exact = integer(number);
    if (!exact)
      return std::nullopt;
    bits = static_cast<uint64_t>(*exact);
    kind = converted ? 'c' : 'f';
  } else {
    return toValue(builder.attr("constant")(
        dtype, converted ? names.convert(number, dtype) : nb::borrow(number)));
  }
  auto [place, isNew] = constants.try_emplace({dtype.ptr(), kind, bits});
  if (isNew) {
    try {
      nb::object exact =
          converted ? names.convert(number, dtype) : nb::borrow(number);
      nb::object made = builder.attr("constant")(dtype, exact);
      place->second = toValue(made);
    } catch (...) {
      constants.erase(place);
      throw;
    }
  }
  return place->second;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

MlirOperation Replayer::emit(size_t number, nb::handle name) {
  const PlannedOperation &operation = planned[number];
  const Recipe &recipe = *operation.recipe;
  llvm::SmallVector<MlirValue, 6> operands;
  for (auto [value, from] : operation.operands)
    operands.push_back(from < 0 ? value
                                : mlirOperationGetResult(emitted[from], 0));
  MlirOperationState state = mlirOperationStateGet(
      toStringRef(recipe.name), makeLocation(context, file, operation.line,
                                             operation.column, name, callers));
  mlirOperationStateAddOperands(&state, operands.size(), operands.data());
  mlirOperationStateAddResults(&state, 1, &recipe.result);
  mlirOperationStateAddAttributes(&state, recipe.attributes.size(),
                                  recipe.attributes.data());
  MlirOperation made = mlirOperationCreate(&state);
  insertOperation(block, before, made);
  if (recipe.target >= 0)
    get(compiler, names.markWritten)(recipe.parameter,
                                     makeValue(operands[recipe.target]));
  if (recipe.hints.is_valid())
    get(compiler, names.repeatHints)(recipe.hints, operation.node);
  return made;
}

/// Emits a statement if it repeats what is known.
bool Replayer::statement(nb::handle node) {
  nb::handle variable, target;
  if (isA(node, names.assign)) {
    llvm::ArrayRef<PyObject *> targets = itemsOf(field(node, names.targets));
    if (targets.size() != 1)
      return false;
    target = targets.front();
    if (!isA(target, names.name))
      return false;
    variable = field(target, names.id);
    nb::handle old = lookup(variables, variable);
    // A tile may take the name of a tile in most functions; for the rest the
    // front end checks more.
    if (old.is_valid() && !(mayRebind && isA(old, names.tile)))
      return false;
  } else if (!isA(node, names.expr)) {
    return false;
  }
  nb::handle call = field(node, names.value);
  if (!isA(call, names.call))
    return false;
  planned.clear();
  emitted.clear();
  try {
    if (plan(call) < 0)
      return false;
  } catch (nb::python_error &error) {
    if (!PyObject_HasAttr(error.value().ptr(), names.codeInfo.ptr()))
      throw;
    // The front end meets the same error and reports it.
    return false;
  }
  const Recipe &last = *planned.back().recipe;
  if (last.make.is_valid() != variable.is_valid() ||
      (variable.is_valid() && !last.make.is(names.tile) &&
       lookup(variables, variable).is_valid()))
    return false;
  for (size_t i = 0; i < planned.size(); ++i) {
    bool isLast = i + 1 == planned.size();
    emitted.push_back(
        emit(i, isLast && variable.is_valid() ? variable : nb::none()));
  }
  count += planned.size();
  lastLine = planned.back().line;
  lastColumn = planned.back().column;
  lastName = variable.is_valid() ? nb::borrow(variable) : nb::none();
  if (!variable.is_valid())
    return true;
  nb::object value = last.make(
      last.type, makeValue(mlirOperationGetResult(emitted.back(), 0)));
  PyDict_SetItem(variables.ptr(), variable.ptr(), value.ptr());
  PyDict_SetItem(lastAssignment.ptr(), variable.ptr(), target.ptr());
  return true;
}

/// Reads the state of the compiler; false where nothing may be replayed.
bool Replayer::enter() {
  builder = compiler.attr("b");
  frame = compiler.attr("frame");
  source = frame.attr("source");
  if (!builder.attr("trace").is_none() ||
      !nb::cast<bool>(source.attr("is_ascii")))
    return false;
  variables = frame.attr("names");
  insertion = builder.attr("insertion");
  PyInsertionPoint &point = nb::cast<PyInsertionPoint &>(insertion);
  context = point.getBlock().getParentOperation()->getContext()->get();
  block = point.getBlock().get();
  before = insertedBefore(point);
  callers = frame.attr("call_locations");
  file = source.attr("filename");
  lastAssignment = frame.attr("last_assignment");
  frameKind = frame.attr("kind");
  isPlaced = nb::cast<bool>(compiler.attr("in_core")) ||
             !nb::cast<bool>(compiler.attr("is_control_plane"));
  isDivided = nb::cast<bool>(compiler.attr("divided"));
  mayRebind = !nb::cast<bool>(frame.attr("strict_ssa")) &&
              !frameKind.equal(nb::str("function"));
  count = 0;
  return true;
}

size_t Replayer::run(nb::list body, size_t position) {
  if (operations.empty() || !compiler.attr("pending_name").is_none() ||
      !enter())
    return position;
  while (position < nb::len(body) &&
         statement(PyList_GET_ITEM(body.ptr(), position)))
    ++position;
  if (count) {
    builder.attr("count") = nb::cast<size_t>(builder.attr("count")) + count;
    builder.attr("where") =
        nb::make_tuple(file, lastLine, lastColumn, lastName, callers);
  }
  return position;
}

//===----------------------------------------------------------------------===//
// Recipes
//===----------------------------------------------------------------------===//

static unsigned indexOf(nb::handle list, nb::handle name) {
  Py_ssize_t found = PySequence_Index(list.ptr(), name.ptr());
  if (found < 0)
    throw nb::python_error();
  return static_cast<unsigned>(found);
}

/// operands of recipes.py: the name of an argument; (dtype, number); (dtype,
/// name); the number of an offset.
static OperandSource toSource(nb::handle operand, nb::handle positional) {
  OperandSource source;
  if (PyUnicode_Check(operand.ptr())) {
    source.kind = OperandSource::Argument;
    source.index = indexOf(positional, operand);
  } else if (PyLong_Check(operand.ptr())) {
    source.kind = OperandSource::Offset;
    source.index = nb::cast<unsigned>(operand);
  } else {
    source.dtype = operand[0];
    source.number = operand[1];
    bool named = PyUnicode_Check(source.number.ptr());
    source.kind = named ? OperandSource::Converted : OperandSource::Fixed;
    if (named)
      source.index = indexOf(positional, source.number);
  }
  return source;
}

void Replayer::learn(nb::handle node, nb::dict arguments, nb::tuple positional,
                     nb::handle recipe, nb::object window) {
  if (!isA(node, names.call) || !enter())
    return;
  size_t given = itemsOf(field(node, names.args)).size();
  if (given > nb::len(positional))
    return;
  RecipeKey key;
  if (!operation(node, key))
    return;
  int offsets = -1;
  if (!window.is_none())
    offsets = static_cast<int>(indexOf(positional, nb::object(window[0])));
  if (operations.try_emplace(key, offsets).second) {
    nb::handle function = field(node, names.func);
    for (nb::object part : {source, frameKind, get(function, names.attr),
                            get(get(function, names.value), names.id)})
      kept.push_back(part);
  }
  size_t before = kept.size();
  isLearning = true;
  bool known = true;
  llvm::SmallVector<CallArgument, 4> described(given);
  for (size_t i = 0; i < given && known; ++i)
    known = describe(arguments[positional[i]], offsets == static_cast<int>(i),
                     key, described[i]);
  isLearning = false;
  if (!known || recipes.count(key)) {
    kept.resize(before);
    return;
  }
  auto made = std::make_unique<Recipe>();
  made->name = recipe.attr("name");
  for (nb::handle operand : nb::object(recipe.attr("operands"))) {
    made->operands.push_back(toSource(operand, positional));
    const OperandSource &source = made->operands.back();
    if (source.kind == OperandSource::Argument &&
        (source.index >= given || !described[source.index].value.ptr))
      return;
    if (source.kind == OperandSource::Converted &&
        (source.index >= given || !described[source.index].constant.is_valid()))
      return;
  }
  made->attributes =
      namedAttributes(context, nb::object(recipe.attr("attributes")));
  nb::object results = recipe.attr("results");
  made->result = nb::cast<PyType &>(nb::object(results[0])).get();
  made->type = recipe.attr("type");
  nb::object make = recipe.attr("make");
  if (!make.is_none())
    made->make = make;
  if (!window.is_none()) {
    made->bounds = nb::cast<std::vector<int64_t>>(nb::object(window[1]));
    made->extents = nb::cast<std::vector<int64_t>>(nb::object(window[2]));
    nb::object hints = window[4];
    if (nb::len(hints))
      made->hints = hints;
    nb::object target = window[3];
    if (!target.is_none()) {
      made->target = static_cast<int>(
          indexOf(nb::object(recipe.attr("operands")), target));
      made->parameter = get(nb::object(arguments[target]), names.parameter);
    }
  }
  recipes.emplace(std::move(key), std::move(made));
}

void pypto::python::bindReplayer(nb::module_ &m) {
  nb::class_<Replayer>(m, "Replayer",
                       "Emits statements that repeat operations; see recipes.")
      .def(nb::init<nb::handle>(), nb::arg("compiler"))
      .def("run", &Replayer::run, nb::arg("body"), nb::arg("position"),
           "Emits statements from a position on; the first one that it leaves.")
      .def("learn", &Replayer::learn, nb::arg("node"), nb::arg("arguments"),
           nb::arg("positional"), nb::arg("recipe"),
           nb::arg("window").none() = nb::none(),
           "Remembers what a call emits. window: name of the list of offsets, "
           "bounds, extents, name of the tensor that is written or None, texts "
           "of hints.");
}
