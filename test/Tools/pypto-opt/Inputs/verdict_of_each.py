# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs pypto-opt on every .pto file of a folder; see hostile-input.test."""

import re
import subprocess
import sys
from pathlib import Path

wrong = 0
for path in sorted(Path(sys.argv[1]).glob("*.pto")):
    for flags in [[], ["--pto-arch=a3"], ["--pto-arch=a5"], ["--pto-assemble"], ["stdin"]]:
        given = subprocess.DEVNULL
        command = ["pypto-opt", *flags, str(path), "-o", "/dev/null"]
        if flags == ["stdin"]:
            given = path.open("rb")
            command = ["pypto-opt", "-", "-o", "/dev/null"]
        done = subprocess.run(command, stdin=given, capture_output=True, timeout=120)
        name = "<stdin>" if flags == ["stdin"] else str(path)
        message = done.stderr.decode(errors="replace")
        accepted = path.name.startswith("ok-")
        place = re.match(rf"{re.escape(name)}:\d+:\d+: error: \S", message)
        if done.returncode != (0 if accepted else 1) or (not accepted and not place):
            wrong += 1
            print(f"{path.name} {flags}: status {done.returncode}\n{message[:300]}")
print("no crash, every refusal has a place" if not wrong else f"{wrong} wrong")
sys.exit(bool(wrong))
