#!/usr/bin/env python3
"""Type-checks the steps of tutorials, two at a time. See scripts/check-tutorials. The argument is the tutorials'
folder."""

import concurrent.futures
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = pathlib.Path(os.environ.get("AUTH_MODULES", ".build/debug/Modules")).absolute()
STEP = re.compile(r"-\d+-")


def main(folder):
    tutorials = pathlib.Path(folder)
    notes = read_notes(tutorials / "steps.txt")
    clients = reference_clients()
    steps = sorted(path for path in tutorials.rglob("*.swift") if STEP.search(path.name))
    if not steps:
        fail([f"no step found in {folder}"])
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda step: check(step, notes, clients, pathlib.Path(work)), steps))
    fail([f"{step.name}:\n{text}" for step, (_, text) in zip(steps, results) if text])
    kinds = [kind for kind, _ in results]
    print(f"{len(steps)} steps: {kinds.count('checked')} type-checked, {kinds.count('manifest')} manifests type-checked, "
          f"{kinds.count('parsed')} parsed, {kinds.count('fails')} that must not compile")


def check(step, notes, clients, work):
    """The kind of check for a step, and its error."""
    words = words_of(step, notes)
    if "parse" in words:
        return "parsed", run(["swiftc", "-frontend", "-parse", "-swift-version", "6", step])
    if step.name.endswith("-Package.swift"):
        return "manifest", run([*typecheck(), "-package-description-version", "6.2", "-I", manifest_modules(), step])
    sources = [str(ROOT / word) for word in words if word.endswith(".swift")]
    sources += [str(path) for path in [step.parent / (STEP.split(step.name)[0] + "-Support.swift")] if path.exists()]
    if "Providers" in step.parts:
        sources.append(client_of(step, clients))
    program, library = step, ["-parse-as-library"]
    if "script" in words:
        program, library = work / step.stem / "main.swift", []
        program.parent.mkdir()
        shutil.copy(step, program)
    findings = run([*typecheck(), *library, *built_modules(), program, *sources])
    if "fails" in words:
        return "fails", "" if "error:" in findings else "the step compiles, although it must not"
    return "checked", findings


def typecheck():
    return ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-module-name", "Step"]


@functools.cache
def built_modules():
    """The built modules, and the C modules that they depend on."""
    products = MODULES.resolve().parent
    maps = [path for path in sorted(products.glob("*.build/module.modulemap"))]
    includes = sorted([*(products.parents[1] / "checkouts").glob("*/Sources/*/include/module.modulemap"),
                       *(ROOT / "Sources").glob("*/module.modulemap")])
    return ["-I", MODULES, *(word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")),
            *(word for path in includes for word in ("-I", path.parent))]


def manifest_modules():
    return pathlib.Path(shutil.which("swiftc")).resolve().parents[1] / "lib/swift/pm/ManifestAPI"


def run(command):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT)
    text = result.stdout + result.stderr
    return "" if result.returncode == 0 else text or "the compiler failed without a message"


def read_notes(path):
    """The options for each prefix of names."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {line.split()[0]: line.split()[1:] for line in lines if line.strip()}


def words_of(step, notes):
    prefixes = [prefix for prefix in notes if step.name.startswith(prefix)]
    words = notes[max(prefixes, key=len)] if prefixes else []
    unknown = [word for word in words if word not in ("script", "parse", "fails") and not (ROOT / word).is_file()]
    if unknown:
        fail([f"steps.txt: '{unknown[0]}' is neither an option nor a file"])
    return words


def reference_clients():
    """The file that declares each client."""
    clients = {}
    for path in sorted((ROOT / "Tests/Reference").glob("*.swift")):
        for name in re.findall(r"^public enum (\w+): DescribedProvider", path.read_text(), re.MULTILINE):
            clients[name] = str(path)
    return clients


def client_of(step, clients):
    name = step.parent.name
    if name not in clients:
        fail([f"{step.name}: there is no reference client '{name}' in Tests/Reference"])
    return clients[name]


def fail(messages):
    for message in messages:
        print(f"check-tutorials: {message}", file=sys.stderr)
    if messages:
        sys.exit(1)


main(*sys.argv[1:])
