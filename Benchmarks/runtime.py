"""Measures the runtime: verification compared with that of other libraries, the steps of a sign-in, and two tasks compared with one
task and with two processes."""

import json
import os
import statistics
import subprocess
import time
from pathlib import Path

from generation import ROOT, run

PACKAGE = ROOT / "Benchmarks/Runtime"


def program():
    """Builds the benchmark and returns its path."""
    build = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", ROOT / ".build/bench-runtime"]
    run(*build)
    folder = run(*build, "--show-bin-path").stdout.strip()
    return f"{folder}/RuntimeBenchmarks"


def measure():
    """Name → (value, reference's name, reference's value)."""
    benchmark = program()
    found = json.loads(run(benchmark).stdout) | json.loads(run(benchmark, "proofs").stdout)
    lines = {name: (line["value"], line["reference"], line["referenceValue"]) for name, line in found.items()}
    lines |= peers(benchmark, lines)
    replays = {"api.dpop.replay.mb": (float(run(benchmark, "replays").stdout), "proofs", 1_000_000)}
    counts = {"callers": 100_000, "issuers": 1_000, "sessions": 10_000}
    scale = {f"scale.{name}.kb": (float(run(benchmark, name).stdout), name, count) for name, count in counts.items()}
    return lines | replays | scale | tasks(benchmark)


def peers(program, lines):
    """Compares verification with two Python libraries, which verify a token of the same kind. Both libraries use OpenSSL."""
    run(ROOT / "scripts/lib/install-test-tools", "fuzz")
    python = Path(os.environ.get("AUTH_TEST_STATE", ROOT / ".build/auth-test")) / "fuzz-python/bin/python"
    found = {}
    for sample in json.loads(run(program, "samples").stdout):
        ratio, _, signature = lines[f"runtime.verify.{sample['algorithm'].lower()}.bare"]
        text = subprocess.run(
            [python, ROOT / "Benchmarks/verify.py"], input=json.dumps(sample), capture_output=True, text=True, check=True).stdout
        for name, time in json.loads(text).items():
            found[f"runtime.verify.{sample['algorithm'].lower()}.{name.lower()}"] = ratio * signature / time, f"{name}, µs", time
    return found


def tasks(program, rounds=25, count=10_000):
    """Compares verifications by two tasks with one task, and with two processes that share nothing.

    The processes show how much two cores achieve, which depends on the host's other work. So the three alternate in
    rounds of `count` verifications, and their medians are compared.
    """
    sides = {"one": [Worker(program, 1)], "two": [Worker(program, 2)],
             "apart": [Worker(program, 1), Worker(program, 1)]}
    turns = {name: [] for name in sides}
    for _ in range(rounds):
        for name, workers in sides.items():
            turns[name].append(turn(workers, count))
    for workers in sides.values():
        for worker in workers:
            worker.stop()
    one, two, apart = (statistics.median(turns[name]) for name in sides)
    return {
        "runtime.tasks.ratio": (two / one, "one task, ms", one),
        "runtime.tasks.apart": (two / apart, "two processes, ms", apart),
    }


def turn(workers, count):
    """Returns the milliseconds until the workers have verified `count` tokens in total."""
    start = time.perf_counter()
    for worker in workers:
        worker.request(count // len(workers))
    for worker in workers:
        worker.wait()
    return (time.perf_counter() - start) * 1000


class Worker:
    def __init__(self, program, tasks):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([program, str(tasks)], **pipes)
        self.wait()

    def request(self, count):
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()

    def wait(self):
        if not self.process.stdout.readline():
            raise SystemExit("bench: a worker of Benchmarks/Runtime stopped")

    def stop(self):
        self.process.stdin.close()
        self.process.wait()
