# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links every file under SOURCE at the same place under TARGET.

    python link_tree.py SOURCE TARGET

Links to files that are gone are removed; files that are no links (generated
modules) are left alone.
"""

import os
import sys
from pathlib import Path


def main(source: Path, target: Path) -> None:
    for link in target.rglob("*"):
        if link.is_symlink() and not link.exists():
            link.unlink()
    for path in source.rglob("*"):
        if not path.is_file() or "__pycache__" in path.parts:
            continue
        link = target / path.relative_to(source)
        if link.exists() or link.is_symlink():
            continue
        link.parent.mkdir(parents=True, exist_ok=True)
        os.symlink(path, link)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
