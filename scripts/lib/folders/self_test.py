"""Creates cycles in copies, and checks that each one is found."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from folders import graph
from folders.index_store import IndexStore

# Two folders that use each other's members. No line names a type of the other folder.
MEMBERS = {
    "First/Count.swift": "struct Count { var value = 1 }\nextension Int { var next: Int { self + 1 } }\n",
    "First/Sum.swift": "func sum() -> Int { 1.doubled }\n",
    "Second/Doubling.swift": "extension Int { var doubled: Int { next + next } }\n",
}
# A use in code for another platform. The third folder has the names in a comment, a string, a nested type and a generic parameter.
NAMES = {
    "First/One.swift": "struct One {}\n#if os(Windows)\n  let planted = Two()\n#endif\n",
    "Second/Two.swift": 'struct Two { let one = One() }\nstruct Three {}\n',
    "Third/Words.swift": '// One\nlet text = "Two"\nenum Words { struct Three {} }\nfunc same<Three>(_ three: Three) -> Three { three }\n',
}


def main(root):
    failures = [
        *found("members", planted(MEMBERS), [{"First", "Second"}]),
        *found("names", planted(NAMES), [{"First", "Second"}]),
        *found("this package", copied(root), [{"Browser", "Client"}]),
    ]
    for failure in failures:
        print(f"check-folders: {failure}", file=sys.stderr)
    print(f"3 cycles were created, {3 - len(failures)} were found")
    return 1 if failures else 0


def found(title, cycles, expected):
    if cycles != expected:
        yield f"self-test of {title}: expected the cycle {expected}, found {cycles}"


def planted(files):
    """The cycles of a module with these files, compiled for this machine."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder).resolve()
        for name, text in files.items():
            file = folder / "Sources/Planted" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        sources = sorted((folder / "Sources").rglob("*.swift"))
        subprocess.run(
            ["swiftc", "-parse-as-library", "-module-name", "Planted", "-index-store-path", folder / "index", "-c", *sources],
            cwd=folder, check=True)
        definitions, references = IndexStore(folder / "index", folder / "Sources").read()
        return [set(cycle) for module in graph.read(folder / "Sources", definitions, references) for cycle in module.cycles]


def copied(root):
    """The cycles of a copy of the runtime in which the browser uses the client."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "Runtime"
        shutil.copytree(root / "Sources/Runtime", copy)
        (copy / "Browser/Planted.swift").write_text("let planted = AuthEnvironment.self\n", encoding="utf-8")
        return [set(cycle) & {"Browser", "Client"} for module in graph.read(folder, {}, {}) for cycle in module.cycles]
