"""Compares commands with the floor: an empty program that imports Foundation, linked statically. All programs alternate, and the fastest
of many runs counts, so other work of the machine hardly matters."""

import shutil
import subprocess
import time

from generation import ROOT, catalog, check, peak_megabytes, run

FLOOR = "import Foundation\n\nprint(ProcessInfo.processInfo.processName)\n"
SERVICE = ROOT / "Benchmarks/peers/example-idp.yaml"


def floor(work):
    """Builds the floor and returns its path."""
    source = work / "floor.swift"
    source.write_text(FLOOR)
    run("swiftc", "-O", "-static-stdlib", source, "-o", work / "floor")
    return work / "floor"


class Command:
    def __init__(self, *arguments, output=None):
        self.arguments = [str(argument) for argument in arguments]
        self.output = output
        self.fastest = float("inf")

    def time(self):
        """Runs the command. If it has an output folder, the folder is missing at the start."""
        if self.output:
            shutil.rmtree(self.output, ignore_errors=True)
        start = time.perf_counter()
        result = subprocess.run(self.arguments, capture_output=True, text=True)
        self.fastest = min(self.fastest, (time.perf_counter() - start) * 1000)
        check(result, self.arguments)


def measure(tool, work):
    """Name → (value, reference's name, reference's value)."""
    ids = catalog(tool)[:12]
    commands = {
        "floor": Command(floor(work)),
        "start": Command(tool, "explain", "unknown-key"),
        "one": Command(tool, "generate", SERVICE, "--output", work / "one", output=work / "one"),
        "two": Command(tool, "generate", *ids[:2], "--output", work / "two", output=work / "two"),
        "twelve": Command(tool, "generate", *ids, "--output", work / "twelve", output=work / "twelve"),
        "unchanged": Command(tool, "generate", SERVICE, "--output", work / "unchanged", "--cache", work / "cache"),
        "list": Command(tool, "providers", "list"),
    }
    for _ in range(60):
        for command in commands.values():
            command.time()
    times = {name: command.fastest for name, command in commands.items()}
    times["further"] = (times.pop("twelve") - times["two"]) / 10
    base = times.pop("floor")
    rows = {f"start.{name}.floors": (value / base, "an empty program, ms", base) for name, value in times.items()}
    memory = peak_megabytes(tool, "generate", SERVICE, "--output", work / "memory")
    return rows | {"start.one.mb": (memory, "an empty program, MB", peak_megabytes(work / "floor"))}
