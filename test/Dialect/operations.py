# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operation of a dialect is read and written in each form, and refused where it is wrong.

    operations.py pto|pypto MLIR-TBLGEN INCLUDES [REFERENCE]

Takes the operations from the definitions (.td) of the dialect and looks for each of them in
test/Dialect: in a file that reads and writes its custom and its generic form, and under an
expected error of a file or a table of wrong forms. With a reference, a text whose section 5 has a
row for each operation, the dialect must have all of those. Prints what lacks what; the exit status
says whether anything does.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
# Tables that print wrong forms: script, arguments.
TABLES = {"pypto": [["Pypto/twins.py"]], "pto": []}


def definitions(dialect: str, tblgen: str, includes: str) -> set[str]:
    """The names of the operations in the .td files."""
    folder = SOURCE / "dialect" / dialect
    root = folder / f"{dialect.capitalize()}Ops.td"
    paths = [*includes.split(";"), folder, SOURCE / "dialect"]
    command = [tblgen, "--print-records", *(f"-I{path}" for path in paths), root]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    record = (
        r"^def \w+ \{\t// (?:\w+ )*Op .*\n  Dialect opDialect = (\w+);\n  string opName = \"(.*)\";"
    )
    ours = f"{dialect.capitalize()}_Dialect"
    return {f"{dialect}.{name}" for of, name in re.findall(record, text, re.M) if of == ours}


def operations_in(text: str, dialect: str) -> set[str]:
    """The operations that a text names; types and attributes begin with another sign."""
    return set(re.findall(rf"(?<![\w!#]){dialect}\.[a-z][\w.]*", text))


def refused(text: str, dialect: str) -> set[str]:
    """The operations in the lines that expected errors point to."""
    found = set()
    lines = text.splitlines()
    for number, line in enumerate(lines):
        match = re.search(r"expected-error(?:-re)? @\+(\d+) \{\{.*\S.*\}\}", line)
        if match:
            # Others in the line are operands' or a region's.
            text = lines[number + int(match[1])].strip()
            name = re.match(rf'(?:%[^=]+ = )?"?({dialect}\.[a-z][\w.]*)', text)
            found |= {name[1]} if name else set()
    return found


def reference(path: str) -> set[str]:
    text = Path(path).read_text()
    section = text[text.index("## 5. Operations") : text.index("## 6. ")]
    return {f"pto.{name}" for name in re.findall(r"^\| `([\w.]+)` \| \d+ \(\d+\)", section, re.M)}


def main() -> int:
    dialect, tblgen, includes, *rest = sys.argv[1:]
    operations = definitions(dialect, tblgen, includes)
    if not operations:
        print("no operation found")
        return 1
    roundtrip, wrong = set(), set()
    for path in sorted((HERE / dialect.capitalize()).glob("*.*")):
        if path.suffix not in (".mlir", ".pto"):
            continue
        text = path.read_text()
        run = "".join(re.findall(r"^// RUN:.*", text, re.M))
        if "mlir-print-op-generic" in run:
            roundtrip |= operations_in(re.sub(r"//.*", "", text), dialect)
        if "-verify-diagnostics" in run:
            wrong |= refused(text, dialect)
    for script, *arguments in TABLES[dialect]:
        command = [sys.executable, HERE / script, *arguments]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        wrong |= refused(text, dialect)
    lacking = {
        "not read and written in custom and generic form": operations - roundtrip,
        "without a wrong form and its message": operations - wrong,
    }
    if rest:
        named = reference(rest[0])
        print(f"the reference names {len(named)} operations")
        lacking["named by the reference and not defined"] = named - operations
    for what, names in lacking.items():
        for name in sorted(names):
            print(f"{name}: {what}")
    print(f"{len(operations)} operations of {dialect}, lacking: {sum(map(len, lacking.values()))}")
    return any(lacking.values())


sys.exit(main())
