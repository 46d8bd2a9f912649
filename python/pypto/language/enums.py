# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Enumerations of the kernel language."""

from __future__ import annotations

from enum import Enum, EnumMeta, IntEnum, auto
from typing import TYPE_CHECKING


class _Members(EnumMeta):
    """Says which members there are where one is asked for that does not exist."""

    if not TYPE_CHECKING:

        def __getattr__(cls, name):
            if name.startswith("_"):
                raise AttributeError(name)
            from pypto.language.unknown import unknown_member

            raise unknown_member(cls, name)


class FunctionType(Enum, metaclass=_Members):
    """What a function is: control plane, device kernel, or undecided (Opaque)."""

    Opaque = "Opaque"
    Orchestration = "Orchestration"
    InCore = "InCore"
    AIC = "AIC"
    AIV = "AIV"
    Group = "Group"
    Spmd = "Spmd"
    Inline = "Inline"
    Graph = "Graph"


class Level(Enum, metaclass=_Members):
    """Level of the machine's hierarchy that a scope or function runs on."""

    AIV = 0
    AIC = 1
    CORE_GROUP = 2
    CHIP_DIE = 3
    L2CACHE = 3
    CHIP = 4
    PROCESSOR = 4
    UMA = 4
    HOST = 5
    NODE = 5
    CLUSTER_0 = 6
    POD = 6
    CLUSTER_1 = 7
    CLOS1 = 7
    CLUSTER_2 = 8
    CLOS2 = 8
    GLOBAL = 9


class Role(Enum, metaclass=_Members):
    """Role of a function at its level."""

    Orchestrator = "Orchestrator"
    SubWorker = "SubWorker"


class ForKind(Enum, metaclass=_Members):
    """Kind of a counted loop."""

    Sequential = "Sequential"
    Parallel = "Parallel"
    Unroll = "Unroll"
    Pipeline = "Pipeline"


class MemorySpace(Enum, metaclass=_Members):
    """Where a value lives: DDR or one of the on-chip buffers of a core."""

    DDR = "DDR"
    Vec = "Vec"
    Mat = "Mat"
    Left = "Left"
    Right = "Right"
    Acc = "Acc"
    Bias = "Bias"
    LeftScale = "LeftScale"
    RightScale = "RightScale"
    ScalarLocal = "ScalarLocal"


Mem = MemorySpace


class PadValue(Enum, metaclass=_Members):
    """Value of the cells outside a tile's valid region."""

    null = "null"
    zero = "zero"
    max = "max"
    min = "min"


class SplitMode(IntEnum, metaclass=_Members):
    """How two vector lanes divide a tile: not, by rows, or by columns."""

    NONE = 0
    UP_DOWN = 1
    LEFT_RIGHT = 2


class PipeType(Enum, metaclass=_Members):
    """Instruction pipe of a core."""

    MTE1 = "MTE1"
    MTE2 = "MTE2"
    MTE3 = "MTE3"
    M = "M"
    V = "V"
    S = "S"
    FIX = "FIX"
    ALL = "ALL"


class TensorLayout(Enum, metaclass=_Members):
    """Order of a tensor's elements in DDR."""

    ND = "ND"
    DN = "DN"
    NZ = "NZ"
    MX_A_ZZ = "MX_A_ZZ"
    MX_B_NN = "MX_B_NN"


class TileLayout(Enum, metaclass=_Members):
    """Order of a tile's blocks or of the elements in a block."""

    none_box = "none_box"
    row_major = "row_major"
    col_major = "col_major"


class CompactMode(Enum, metaclass=_Members):
    """Whether the pitch of a partly valid tile follows its valid extent."""

    null = "null"
    normal = "normal"


class AtomicType(IntEnum, metaclass=_Members):
    """How a store combines with the value already in DDR."""

    None_ = 0
    Add = 1
    ADD = 1
    NONE = 0


class ScopeMode(IntEnum, metaclass=_Members):
    """Dependency tracking of a runtime scope."""

    AUTO = 0
    MANUAL = 1


class KernelType(Enum, metaclass=_Members):
    """Which kernel of a mixed function an operation belongs to."""

    AIC = auto()
    AIV = auto()
    MIX = auto()


class SyncAllMode(Enum, metaclass=_Members):
    """Implementation of an all-participant barrier."""

    HARD = "hard"
    SOFT = "soft"


class NotifyOp(IntEnum, metaclass=_Members):
    """How a notification changes the peer's signal cell."""

    AtomicAdd = 0
    Set = 1


class WaitCmp(IntEnum, metaclass=_Members):
    """Comparison that ends a wait."""

    Eq = 0
    Ge = 1


class ReduceOp(IntEnum, metaclass=_Members):
    """Reduction of a collective."""

    Sum = 0
    Max = 1
    Min = 2
    Prod = 3


class ParamDirection(Enum, metaclass=_Members):
    """Direction of a kernel parameter."""

    In = "In"
    Out = "Out"
    InOut = "InOut"


class ArgDirection(Enum, metaclass=_Members):
    """Direction of one argument at one call site."""

    Input = "Input"
    Output = "Output"
    OutputExisting = "OutputExisting"
    InOut = "InOut"
    NoDep = "NoDep"
    Scalar = "Scalar"


ND = TensorLayout.ND
DN = TensorLayout.DN
NZ = TensorLayout.NZ
MX_A_ZZ = TensorLayout.MX_A_ZZ
MX_B_NN = TensorLayout.MX_B_NN
