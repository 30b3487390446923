"""How fast the runtime is: verification beside jwt-kit's, the steps of a sign-in, two tasks beside one
and beside two processes."""

import json
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
    found = json.loads(run(benchmark).stdout)
    lines = {name: (line["value"], line["reference"], line["referenceValue"]) for name, line in found.items()}
    return lines | tasks(benchmark)


def tasks(program, rounds=60, count=2000):
    """Verifications by two tasks, in turns of `count`, beside one task, and beside two processes that share nothing.

    The processes show what two cores give to two at a time. That changes with what else the host does, so the three
    take turns, and their quickest turns are compared.
    """
    sides = {"one": [Worker(program, 1)], "two": [Worker(program, 2)],
             "apart": [Worker(program, 1), Worker(program, 1)]}
    best = dict.fromkeys(sides, float("inf"))
    for _ in range(rounds):
        for name, workers in sides.items():
            best[name] = min(best[name], turn(workers, count))
    for workers in sides.values():
        for worker in workers:
            worker.stop()
    return {
        "runtime.tasks.ratio": (best["two"] / best["one"], "one task, ms", best["one"]),
        "runtime.tasks.apart": (best["two"] / best["apart"], "two processes, ms", best["apart"]),
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
