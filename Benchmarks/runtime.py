"""How fast the runtime is: verification beside jwt-kit's, the steps of a sign-in, two tasks beside one."""

import json

from generation import ROOT, run

PACKAGE = ROOT / "Benchmarks/Runtime"


def measure():
    """Name → (value, reference's name, reference's value)."""
    build = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", ROOT / ".build/bench-runtime"]
    run(*build)
    folder = run(*build, "--show-bin-path").stdout.strip()
    found = json.loads(run(f"{folder}/RuntimeBenchmarks").stdout)
    return {name: (line["value"], line["reference"], line["referenceValue"]) for name, line in found.items()}
