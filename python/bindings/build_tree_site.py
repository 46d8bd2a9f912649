# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""In a build tree's python_packages: with that on PYTHONPATH, its package is the one in use.

An editable installation puts a finder in front of the path, which would give the native part as
it was when it was installed.
"""

import sys

sys.meta_path[:] = [f for f in sys.meta_path if type(f).__module__ != "_editable_skbc_pypto"]
