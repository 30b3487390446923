"""How fast the runtime is: verification beside jwt-kit's, the steps of a sign-in, two tasks beside one
and beside two processes."""

import json
import statistics
import subprocess
import time

from generation import ROOT, run

PACKAGE = ROOT / "Benchmarks/Runtime"


def program():
    """The path of the benchmark, built."""
    build = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", ROOT / ".build/bench-runtime"]
    run(*build)
    folder = run(*build, "--show-bin-path").stdout.strip()
    return f"{folder}/RuntimeBenchmarks"


def measure():
    """Name → (value, reference's name, reference's value)."""
    benchmark = program()
    found = json.loads(run(benchmark).stdout) | json.loads(run(benchmark, "proofs").stdout)
    lines = {name: (line["value"], line["reference"], line["referenceValue"]) for name, line in found.items()}
    replays = {"api.dpop.replay.mb": (float(run(benchmark, "replays").stdout), "proofs", 1_000_000)}
    return lines | replays | tasks(benchmark)


def tasks(program, rounds=25, count=10_000):
    """Verifications by two tasks, in turns of `count`, beside one task, and beside two processes that share nothing.

    The processes show what two cores give to two at a time. That changes with what else the host does, so the three
    take turns, and the medians of their turns are compared: the quickest turn of two needs both cores at their best.
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
    """Milliseconds until all have verified, together `count` times."""
    start = time.perf_counter()
    for worker in workers:
        worker.ask(count // len(workers))
    for worker in workers:
        worker.answer()
    return (time.perf_counter() - start) * 1000


class Worker:
    def __init__(self, program, tasks):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([program, str(tasks)], **pipes)
        self.answer()

    def ask(self, count):
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()

    def answer(self):
        if not self.process.stdout.readline():
            raise SystemExit("bench: a worker of Benchmarks/Runtime stopped")

    def stop(self):
        self.process.stdin.close()
        self.process.wait()
