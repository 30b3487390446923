"""The libraries of the system that products link, and the table of their licenses."""

import dataclasses
import pathlib
import re
import subprocess

from dependencies import payers
from dependencies.packages import Problem

TABLE = pathlib.Path(__file__).with_name("system.txt")
# The licenses that a library of the system may have, as SPDX expressions. Users get the library with their system.
ALLOWED = {"LGPL-2.1-or-later", "GPL-3.0-or-later WITH GCC-exception-3.1", "PostgreSQL", "blessing", "curl", "Zlib"}
# Every program for Linux links these, so no product is listed for them.
RUNTIME = {"glibc", "gcc"}
LINK = re.compile(r'\blink "([^"]+)"')
# A line of ldd, such as `libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x…)`. The kernel provides linux-vdso.
SHARED = re.compile(r"^\s*(?:\S*/)?(?:lib)?(?P<name>[\w+-]+)\.so[.\d]*\b", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Library:
    name: str
    files: tuple  # without `lib` and the version
    license: str
    purpose: str


def read(text):
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    rows = [[column.strip() for column in line.split("|")] for line in lines]
    return [Library(name, tuple(files.split(", ")), license, purpose) for name, files, license, purpose in rows]


def linked(graph, module_map):
    """The conditions under which products link each library: {library: {product: conditions}}.

    `module_map` returns the module map of a system library, from the package's identity and the target.
    """
    found = {}
    for product, targets in graph.products[payers.ROOT].items():
        reached = found.setdefault(product, {})
        for (identity, name), conditions in graph.visited(targets).items():
            target = graph.targets[identity][name]
            for library in libraries(target, lambda: module_map(identity, target)):
                reached.setdefault(library, set()).update(conditions)
        found[product] = {library: payers.weakest(conditions) for library, conditions in reached.items()}
    return graph.owned(found)


def libraries(target, module_map):
    """The libraries that a target of a manifest links on Linux."""
    if target["type"] == "system":
        yield from LINK.findall(module_map())
    for setting in target.get("settings", []):
        platforms = (setting.get("condition") or {}).get("platformNames", [])
        if "linkedLibrary" in setting["kind"] and (not platforms or "linux" in platforms):
            yield setting["kind"]["linkedLibrary"]["_0"]


def problems(table, found):
    """The faults of the table, compared with the libraries that products link."""
    names = [file for library in table for file in library.files]
    for file in sorted({file for file in names if names.count(file) > 1}):
        yield f"the library {file} is listed twice in scripts/lib/dependencies/system.txt"
    for library in table:
        if library.license not in ALLOWED:
            yield f"the license {library.license} of {library.name} isn't in ALLOWED in scripts/lib/dependencies/system.py"
        if library.name not in RUNTIME and not found.keys() & set(library.files):
            yield f"no product links {library.name}; remove its line from scripts/lib/dependencies/system.txt"
    for file in sorted(found.keys() - set(names)):
        products = ", ".join(sorted(found[file]))
        yield f"{products} links the library {file}, which scripts/lib/dependencies/system.txt doesn't list"


def dynamic(output):
    """The libraries in the output of ldd."""
    return {found["name"] for found in SHARED.finditer(output)} - {"linux-vdso"}


def check_program(program, table):
    """Checks that a program links only the libraries of the system that every program does."""
    done = subprocess.run(["ldd", program], capture_output=True, text=True)
    check_output(done.stdout if done.returncode == 0 else "", table)


def check_output(output, table):
    found = dynamic(output)
    if not found or "not found" in output:
        raise Problem(f"ldd didn't find the libraries of the program:\n{output}")
    listed = {file for library in table if library.name in RUNTIME for file in library.files}
    if found - listed:
        raise Problem(f"the program links {', '.join(sorted(found - listed))}; only {', '.join(sorted(RUNTIME))} are allowed")
