# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations and types of the pypto dialect."""

from .._mlir_libs._pypto import DYNAMIC as DYNAMIC
from .._mlir_libs._pypto import TensorType as TensorType
from .._mlir_libs._pypto import TileType as TileType
from .._mlir_libs._pypto import task_id_type as task_id_type
from ._pypto_ops_gen import *
