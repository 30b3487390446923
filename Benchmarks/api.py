"""How fast an API is that verifies its callers' tokens, beside the same API without verification."""

import contextlib
import os
import re
import shutil
import statistics
import subprocess

from generation import ROOT, run

PACKAGE = ROOT / "Benchmarks/API"


def check_tools():
    if not shutil.which("wrk"):
        raise SystemExit("bench: install the Debian package wrk")


def measure():
    """Name → (value, reference's name, reference's value)."""
    check_tools()
    # A prebuilt tool, where there is one, spares ten minutes of building it from source.
    bundle = ROOT / ".build/artifact/authgen.artifactbundle"
    if bundle.exists():
        os.environ.setdefault("AUTHGEN_BUNDLE", str(bundle.relative_to(ROOT)))
    build = ["swift", "build", "-c", "release", "--product", "APIBenchmarks", "--package-path", PACKAGE,
             "--scratch-path", ROOT / ".build/bench-api"]
    run(*build)
    program = f"{run(*build, '--show-bin-path').stdout.strip()}/APIBenchmarks"
    quickest, first = map(float, run(program, "start").stdout.split())
    return requests(program) | {
        "api.memory.mb": (float(run(program, "memory", "100000").stdout), "distinct tokens", 100_000),
        "testing.start.ms": (first, "the quickest of twenty, ms", quickest),
    }


@contextlib.contextmanager
def served(program, cache):
    """The port of an API in a process of its own, and a token for it."""
    server = subprocess.Popen([program, "serve", cache], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        answer = server.stdout.readline().split()
        if len(answer) != 2:
            raise SystemExit(f"bench: the API ({cache}) did not start")
        yield answer
    finally:
        server.kill()
        server.wait()


def requests(program, rounds=5):
    """Requests a second with verification, in turns with those without."""
    with served(program, "none") as every, served(program, "cached") as remembering:
        sides = {"open": (every, "open"), "verified": (every, "timesheets"), "cached": (remembering, "timesheets")}
        for side in sides.values():
            rate(*side, seconds=1)
        found = [{name: rate(*side, seconds=3) for name, side in sides.items()} for _ in range(rounds)]
    without = statistics.median(turn["open"] for turn in found)
    return {f"api.{name}.ratio": (statistics.median(turn["open"] / turn[name] for turn in found),
                                  "without verification, requests/s", without)
            for name in ["verified", "cached"]}


def rate(api, path, seconds):
    """Requests a second of 32 callers, each of whom waits for its answer."""
    port, token = api
    header = f"Authorization: Bearer {token}"
    text = run("wrk", "-t1", "-c32", f"-d{seconds}s", "-H", header, f"http://127.0.0.1:{port}/{path}").stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(f"bench: /{path} does not answer its caller:\n{text}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
