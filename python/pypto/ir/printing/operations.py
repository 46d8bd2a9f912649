# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor and tile operations as calls. Those without an entry here are `pl.<level>.<name>(...)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.ir.printing.types import NotPrintable, Shaped, integer, member, number_of

if TYPE_CHECKING:
    from collections.abc import Callable

    Name = Callable[[Any], str]

_RENAMED = {"and": "and_", "or": "or_", "not": "not_"}
# Scalar forms that exist on tiles only under this name.
_TENSOR_RENAMED = {"maximums": "maximum", "minimums": "minimum"}
_HIGH_PRECISION = "high_precision"
_HANDLERS: dict[str, Any] = {}


def _prints(*names: str) -> Any:
    def register(function: Any) -> Any:
        for name in names:
            _HANDLERS[f"pypto.{name}"] = function
        return function

    return register


def call(op: Any, name: Name) -> str:
    """The call that makes `op`."""
    handler = _HANDLERS.get(op.name)
    if handler is not None:
        return handler(op, name)
    _, level, written = op.name.split(".")
    short: str = written
    unknown = [key for key in op.attributes if key != _HIGH_PRECISION]
    if unknown or level not in ("tensor", "tile"):
        raise NotPrintable(f"operation {op.name}")
    if any("memref" in str(o.type) for o in op.operands):
        raise NotPrintable(f"operation {op.name} with a buffer")
    operands = [name(o) for o in op.operands]
    if _HIGH_PRECISION in op.attributes:
        operands.append("high_precision=True")
    if level == "tensor":
        short = _TENSOR_RENAMED.get(short, short)
    elif short.startswith("matmul") and len(Shaped(op.results[0].type).dims) > 2:
        short = f"batch_{short}"
    return f"pl.{level}.{_RENAMED.get(short, short)}({', '.join(operands)})"


@_prints("tensor.rsqrt_precise", "tile.rsqrt_precise")
def _rsqrt(op: Any, name: Name) -> str:
    operands = ", ".join(name(o) for o in op.operands)
    if len(op.operands) > 1:
        return f"pl.tile.rsqrt({operands})"
    return f"pl.tensor.rsqrt({operands}, high_precision=True)"


def _list(items: Any) -> str:
    return f"[{', '.join(str(i) for i in items)}]"


def _shape(shaped: Shaped, dynamic: Any = ()) -> str:
    extents = iter(dynamic)
    try:
        return _list(next(extents) if d is None else d for d in shaped.dims)
    except (StopIteration, RuntimeError):
        raise NotPrintable("a shape with an extent that no operand gives") from None


def operand_groups(op: Any, name: Name) -> list[list[str]]:
    """The names of the operands by group."""
    sizes = [int(n) for n in op.attributes["operandSegmentSizes"]]
    operands = iter([name(o) for o in op.operands])
    return [[next(operands) for _ in range(size)] for size in sizes]


def _keywords(**given: str | None) -> str:
    return "".join(f", {key}={value}" for key, value in given.items() if value is not None)


def _valid(shaped: Shaped, dynamic: list[str]) -> str | None:
    text = shaped.option("valid")
    if text is None:
        return None
    extents = iter(dynamic)
    return _list(next(extents) if d == "?" else d for d in text.split("x"))


def _atomic(op: Any) -> str | None:
    if "atomic" in op.attributes and member(op.attributes["atomic"]) == "add":
        return "pl.AtomicType.Add"
    return None


@_prints("tensor.create")
def _create(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    init = op.attributes["init"] if "init" in op.attributes else None
    extra = _keywords(
        init_value=None if init is None else repr(number_of(init)),
        manual_dep="True" if "manual_dep" in op.attributes else None,
    )
    shape = _shape(shaped, [name(o) for o in op.operands])
    return f"pl.create_tensor({shape}, dtype=pl.{shaped.dtype}{extra})"


@_prints("tensor.full", "tile.full")
def _full(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    return f"pl.{shaped.kind}.full({_shape(shaped)}, pl.{shaped.dtype}, {name(op.operands[0])})"


@_prints("tensor.dim")
def _dim(op: Any, name: Name) -> str:
    return f"pl.tensor.dim({name(op.operands[0])}, {integer(op.attributes['axis'])})"


@_prints("tensor.slice")
def _slice(op: Any, name: Name) -> str:
    (source,), offsets, sizes = operand_groups(op, name)
    drop = [int(d) for d in op.attributes["drop"]] if "drop" in op.attributes else []
    kept, extents = iter(Shaped(op.results[0].type).dims), iter(sizes)
    window = []
    for axis in range(len(offsets)):
        extent = 1 if axis in drop else next(kept)
        window.append(next(extents) if extent is None else str(extent))
    extra = _keywords(
        drop_dims=_list(drop) if drop else None,
        clamp="True" if "clamp" in op.attributes else None,
    )
    return f"pl.tensor.slice({source}, {_list(window)}, {_list(offsets)}{extra})"


@_prints("tensor.reshape", "tile.reshape")
def _reshape(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    return f"pl.{shaped.kind}.reshape({name(op.operands[0])}, {_shape(shaped)})"


@_prints("tensor.transpose")
def _transpose(op: Any, name: Name) -> str:
    first, second = (integer(op.attributes[a]) for a in ("axis0", "axis1"))
    return f"pl.tensor.transpose({name(op.operands[0])}, {first}, {second})"


@_prints("tensor.assemble", "tile.assemble")
def _assemble(op: Any, name: Name) -> str:
    level = op.name.split(".")[1]
    target, source, *offsets = (name(o) for o in op.operands)
    extra = _keywords(atomic=_atomic(op))
    return f"pl.{level}.assemble({target}, {source}, {_list(offsets)}{extra})"


@_prints("tensor.read", "tile.read")
def _read(op: Any, name: Name) -> str:
    level = op.name.split(".")[1]
    source, *indices = (name(o) for o in op.operands)
    return f"pl.{level}.read({source}, {_list(indices)})"


@_prints("tensor.write", "tile.write")
def _write(op: Any, name: Name) -> str:
    level = op.name.split(".")[1]
    value, target, *indices = (name(o) for o in op.operands)
    return f"pl.{level}.write({target}, {_list(indices)}, {value})"


@_prints("tensor.cast", "tile.cast")
def _cast(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    mode = member(op.attributes["mode"])
    return f'pl.{shaped.kind}.cast({name(op.operands[0])}, pl.{shaped.dtype}, mode="{mode}")'


@_prints("tensor.matmul", "tensor.matmul_acc")
def _matmul(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    short = op.name.split(".")[2]
    extra = _keywords(
        out_dtype=f"pl.{shaped.dtype}" if short == "matmul" else None,
        a_trans="True" if "transpose_lhs" in op.attributes else None,
        b_trans="True" if "transpose_rhs" in op.attributes else None,
    )
    return f"pl.tensor.{short}({', '.join(name(o) for o in op.operands)}{extra})"


@_prints("tile.load")
def _load(op: Any, name: Name) -> str:
    (source,), offsets, valid, buffer = operand_groups(op, name)
    shaped = Shaped(op.results[0].type)
    if buffer or shaped.space is None:
        raise NotPrintable("a load into a tile that is not placed, or into a buffer")
    if "window" in op.attributes:
        raise NotPrintable("a load of several axes into the rows of a tile")
    extra = _keywords(valid_shape=_valid(shaped, valid), target_memory=f"pl.Mem.{shaped.space}")
    return f"pl.tile.load({source}, {_list(offsets)}, {_shape(shaped)}{extra})"


@_prints("tile.store")
def _store(op: Any, name: Name) -> str:
    (source,), (target,), offsets, scales = operand_groups(op, name)
    scale = scales[0] if scales else None
    if "quant_scale" in op.attributes:
        scale = repr(number_of(op.attributes["quant_scale"]))
    window = [int(d) for d in op.attributes["window"]] if "window" in op.attributes else None
    if window and min(window) < 0:
        raise NotPrintable("a store to a window with an extent of run time")
    extra = _keywords(
        shapes=_list(window) if window else None,
        atomic=_atomic(op),
        quant_scale=scale,
        relu="True" if "relu" in op.attributes else None,
    )
    return f"pl.tile.store({source}, {_list(offsets)}, {target}{extra})"


@_prints("tile.create")
def _create_tile(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    if shaped.space is None or len(op.operands) or shaped.option("layout"):
        raise NotPrintable("a created tile without a space, or with a buffer")
    return f"pl.tile.create({_shape(shaped)}, pl.{shaped.dtype}, pl.Mem.{shaped.space})"


@_prints("tile.move")
def _move(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    if shaped.space is None or len(op.operands) > 1:
        raise NotPrintable("a move to no space, or into a buffer")
    return f"pl.tile.move({name(op.operands[0])}, target_memory=pl.Mem.{shaped.space})"


@_prints("tile.extract")
def _extract(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    operands = ", ".join(name(o) for o in op.operands)
    return f"pl.tile.extract({operands}, {_shape(shaped)}, target_memory=pl.Mem.{shaped.space})"


@_prints("tile.slice")
def _slice_tile(op: Any, name: Name) -> str:
    (source,), offsets, valid = operand_groups(op, name)
    shaped = Shaped(op.results[0].type)
    extra = _keywords(valid_shape=_valid(shaped, valid))
    return f"pl.tile.slice({source}, {_shape(shaped)}, {_list(offsets)}{extra})"


@_prints("tile.set_validshape")
def _set_validshape(op: Any, name: Name) -> str:
    return f"pl.tile.set_validshape({', '.join(name(o) for o in op.operands)})"


@_prints("tensor.set_validshape")
def _tensor_set_validshape(op: Any, name: Name) -> str:
    # The word has no pad value; a window with one has no words of its own yet.
    padded = "pad" in op.attributes and "null" not in str(op.attributes["pad"])
    if padded or len(op.operands) != 3:
        raise NotPrintable(f"operation {op.name}")
    return f"pl.tensor.set_validshape({', '.join(name(o) for o in op.operands)})"


@_prints("tensor.fillpad")
def _tensor_fillpad(op: Any, name: Name) -> str:
    shaped, source = Shaped(op.results[0].type), Shaped(op.operands[0].type)
    pad = f"pl.PadValue.{str(op.attributes['pad']).split('<')[1].rstrip('>')}"
    if source.dims == shaped.dims:
        return f"pl.tensor.fillpad({name(op.operands[0])}, {pad})"
    return f"pl.tensor.fillpad_expand({name(op.operands[0])}, {_shape(shaped)}, {pad})"


@_prints("tile.fillpad")
def _fillpad(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    source = Shaped(op.operands[0].type)
    pad = f"pl.PadValue.{shaped.option('pad')}"
    if source.dims == shaped.dims:
        return f"pl.tile.fillpad({name(op.operands[0])}, {pad})"
    return f"pl.tile.fillpad_expand({name(op.operands[0])}, {_shape(shaped)}, {pad})"


_CMP = ("eq", "ne", "lt", "le", "gt", "ge")


@_prints("tensor.cmp", "tile.cmp", "tensor.cmps", "tile.cmps")
def _compare(op: Any, name: Name) -> str:
    _, level, short = op.name.split(".")
    # The scalar form exists on tiles only under its own name.
    short = "cmp" if level == "tensor" else short
    mode = _CMP.index(member(op.attributes["mode"]))
    operands = ", ".join(name(o) for o in op.operands)
    return f"pl.{level}.{short}({operands}, cmp_type={mode})"


@_prints("tensor.ci", "tile.ci")
def _ci(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    extra = _keywords(descending="True" if "descending" in op.attributes else None)
    start = name(op.operands[0])
    return f"pl.{shaped.kind}.ci({start}, {_shape(shaped)}, pl.{shaped.dtype}{extra})"


@_prints("tile.tri")
def _tri(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    extra = _keywords(upper="True" if "upper" in op.attributes else None)
    return f"pl.tri({name(op.operands[0])}, {_shape(shaped)}, dtype=pl.{shaped.dtype}{extra})"


@_prints("tensor.random", "tile.random")
def _random(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    words = ", ".join(name(o) for o in op.operands)
    rounds = integer(op.attributes["rounds"])
    extra = f"dtype=pl.{shaped.dtype}, rounds={rounds}"
    return f"pl.{shaped.kind}.random({words}, {_shape(shaped)}, {extra})"


@_prints("tensor.reinterpret_view", "tile.reinterpret_view")
def _reinterpret(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    shape = _shape(shaped)
    return (
        f"pl.{shaped.kind}.reinterpret_view({name(op.operands[0])}, pl.{shaped.dtype}, "
        f"shape={shape})"
    )


@_prints("tensor.gather")
def _gather(op: Any, name: Name) -> str:
    source, index = (name(o) for o in op.operands)
    return f"pl.tensor.gather({source}, -1, {index})"


@_prints("tensor.gather_mask", "tile.gather_mask")
def _gather_mask(op: Any, name: Name) -> str:
    shaped, source = Shaped(op.results[0].type), Shaped(op.operands[0].type)
    pattern = integer(op.attributes["pattern"])
    extra = _keywords(output_dtype=None if shaped.dtype == source.dtype else f"pl.{shaped.dtype}")
    short = "gather" if shaped.kind == "tensor" else "gather_mask"
    return f"pl.{shaped.kind}.{short}({name(op.operands[0])}, mask_pattern={pattern}{extra})"


@_prints("tensor.scatter")
def _scatter(op: Any, name: Name) -> str:
    target, index, source = (name(o) for o in op.operands)
    return f"pl.tensor.scatter({target}, -1, {index}, {source})"


@_prints("tensor.scatter_mask", "tile.scatter_mask")
def _scatter_mask(op: Any, name: Name) -> str:
    target, source = (name(o) for o in op.operands)
    pattern = integer(op.attributes["pattern"])
    if op.name.startswith("pypto.tensor"):
        return f"pl.tensor.scatter({source}, mask_pattern={pattern}, dst={target})"
    return f"pl.tile.scatter_mask({target}, {source}, mask_pattern={pattern})"


@_prints("tensor.scatter_update", "tile.scatter_update")
def _scatter_update(op: Any, name: Name) -> str:
    level = op.name.split(".")[1]
    target, index, source = (name(o) for o in op.operands)
    return f"pl.{level}.scatter_update({target}, -2, {index}, {source})"


@_prints("tile.gather_row")
def _gather_row(op: Any, name: Name) -> str:
    (target,), (source,), to, start = operand_groups(op, name)
    shape = _list(int(d) for d in op.attributes["shape"])
    return f"pl.tile.gather_row({target}, {source}, {_list(to)}, {_list(start)}, {shape})"


@_prints("tile.col_sum_tree")
def _col_sum_tree(op: Any, name: Name) -> str:
    source, scratch = (name(o) for o in op.operands)
    return f"pl.tile.col_sum({source}, {scratch})"


@_prints("tensor.mrgsort", "tile.mrgsort")
def _mrgsort(op: Any, name: Name) -> str:
    level = op.name.split(".")[1]
    length = integer(op.attributes["block_len"])
    return f"pl.{level}.mrgsort({name(op.operands[0])}, block_len={length})"


@_prints("tensor.mrgsort_lists", "tile.mrgsort_lists")
def _mrgsort_lists(op: Any, name: Name) -> str:
    level = op.name.split(".")[1]
    operands = [name(o) for o in op.operands]
    scratch = operands.pop() if level == "tile" else None
    extra = _keywords(tmp=scratch, exhausted="True" if "exhausted" in op.attributes else None)
    return f"pl.{level}.mrgsort({', '.join(operands)}{extra})"


@_prints("tile.transpose", "task.submit", "memref.alloc")
def _refused(op: Any, name: Name) -> str:
    raise NotPrintable(f"operation {op.name}")


@_prints("task.invalid")
def _task_invalid(op: Any, name: Name) -> str:
    return "pl.system.task_invalid()"


@_prints("task.dummy")
def _task_dummy(op: Any, name: Name) -> str:
    return f"pl.system.task_dummy(deps={_list(name(o) for o in op.operands)})"


@_prints("dump_tag")
def _dump_tag(op: Any, name: Name) -> str:
    return f"pl.dump_tag({name(op.operands[0])})"


@_prints("prefetch.async")
def _prefetch(op: Any, name: Name) -> str:
    source, *offsets = (name(o) for o in op.operands)
    shape = [int(d) for d in op.attributes["shape"]]
    if any(offset != "0" for offset in offsets) or shape != Shaped(op.operands[0].type).dims:
        raise NotPrintable(f"operation {op.name} of a part of a tensor")
    return f"pl.prefetch.async_prefetch({source}, pl.prefetch.make_context())"


@_prints("prefetch.wait")
def _prefetch_wait(op: Any, name: Name) -> str:
    return (
        f"pl.prefetch.wait({name(op.operands[0])}, pl.prefetch.session(pl.prefetch.make_context()))"
    )


@_prints("tensor.aiv_shard", "tensor.aic_gather", "tile.aiv_shard", "tile.aic_gather")
def _crossing(op: Any, name: Name) -> str:
    return f"pl.{op.name.split('.')[2]}({name(op.operands[0])})"


@_prints("system.bar_v", "system.bar_m", "system.bar_all", "system.fence")
def _barrier(op: Any, name: Name) -> str:
    return f"pl.{op.name.removeprefix('pypto.')}()"


@_prints("system.sync_src", "system.sync_dst")
def _flag(op: Any, name: Name) -> str:
    pipes = (f"{key}=pl.PipeType.{member(op.attributes[key])}" for key in ("set_pipe", "wait_pipe"))
    event = integer(op.attributes["event_id"])
    return f"pl.{op.name.removeprefix('pypto.')}({', '.join(pipes)}, event_id={event})"


@_prints("system.sync_set", "system.sync_wait")
def _event(op: Any, name: Name) -> str:
    extra = _keywords(
        ffts_mode=_optional(op, "ffts_mode"),
        core_type=(
            f"pl.KernelType.{member(op.attributes['core_type'])}"
            if "core_type" in op.attributes
            else None
        ),
    )
    pipe = f"pl.PipeType.{member(op.attributes['pipe'])}"
    return f"pl.{op.name.removeprefix('pypto.')}({name(op.operands[0])}, pipe={pipe}{extra})"


@_prints("system.set_ffts")
def _set_ffts(op: Any, name: Name) -> str:
    return f"pl.system.set_ffts({name(op.operands[0])})"


@_prints("system.syncall")
def _syncall(op: Any, name: Name) -> str:
    workspace, cores = operand_groups(op, name)
    extra = _keywords(
        gm_workspace=workspace[0] if workspace else None, used_cores=cores[0] if cores else None
    )
    mode, participants = (member(op.attributes[key]) for key in ("mode", "core_type"))
    return (
        f"pl.system.syncall(core_type=pl.KernelType.{participants}, "
        f"mode=pl.SyncAllMode.{mode}{extra})"
    )


@_prints("system.cacheinvalid")
def _cacheinvalid(op: Any, name: Name) -> str:
    tensor, offsets = operand_groups(op, name)
    if not tensor:
        return "pl.system.cacheinvalid()"
    ones = _list("1" for _ in offsets)
    return f"pl.system.cacheinvalid({tensor[0]}, {ones}, {_list(offsets)})"


def _optional(op: Any, key: str) -> str | None:
    return str(integer(op.attributes[key])) if key in op.attributes else None


def _ring(op: Any, *keys: str) -> str:
    return _keywords(**{key: _optional(op, key) for key in keys})


@_prints("system.tpush_to_aiv", "system.tpush_to_aic", "system.tfree_to_aic", "system.tfree_to_aiv")
def _push(op: Any, name: Name) -> str:
    short = op.name.split(".")[2]
    return f"pl.{short}({name(op.operands[0])}{_ring(op, 'split', 'lane_stride', 'id')})"


@_prints("system.tpop_from_aic", "system.tpop_from_aiv")
def _pop(op: Any, name: Name) -> str:
    shaped = Shaped(op.results[0].type)
    extra = _ring(op, "split", "lane_stride", "id")
    return f"pl.{op.name.split('.')[2]}(shape={_shape(shaped)}, dtype=pl.{shaped.dtype}{extra})"


@_prints("system.aic_initialize_pipe", "system.aiv_initialize_pipe")
def _initialize(op: Any, name: Name) -> str:
    extra = _ring(op, "dir_mask", "slot_size", "slot_num", "local_slot_num", "id")
    return f"pl.{op.name.split('.')[2]}({', '.join(name(o) for o in op.operands)}{extra})"


@_prints("system.reserve_buffer")
def _reserve(op: Any, name: Name) -> str:
    return f"pl.reserve_buffer(name={op.attributes['name']}{_ring(op, 'size', 'base')})"


@_prints("system.import_peer_buffer")
def _import(op: Any, name: Name) -> str:
    given = (f"{key}={op.attributes[key]}" for key in ("name", "peer_func"))
    return f"pl.import_peer_buffer({', '.join(given)})"


@_prints("system.get_block_idx", "system.get_block_num", "system.get_subblock_idx")
def _identity(op: Any, name: Name) -> str:
    return f"pl.tile.{op.name.split('.')[2]}()"


@_prints("system.available_cluster_count", "system.available_aiv_count")
def _geometry(op: Any, name: Name) -> str:
    return f"pl.system.{op.name.split('.')[2]}()"
