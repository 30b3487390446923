"""How fast an API is that verifies its callers' tokens, beside the same API without verification."""

import re
import shutil
import statistics
import subprocess

from generation import ROOT, run

PACKAGE = ROOT / "Benchmarks/API"


def measure():
    """Name → (value, reference's name, reference's value)."""
    if not shutil.which("wrk"):
        raise SystemExit("bench: install the Debian package wrk")
    build = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", ROOT / ".build/bench-api"]
    run(*build)
    program = f"{run(*build, '--show-bin-path').stdout.strip()}/APIBenchmarks"
    quickest, first = map(float, run(program, "start").stdout.split())
    return requests(program) | {
        "api.memory.mb": (float(run(program, "memory", "100000").stdout), "distinct tokens", 100_000),
        "testing.start.ms": (first, "the quickest of twenty, ms", quickest),
    }


def requests(program, rounds=5):
    """Requests a second with verification, in turns with those without."""
    server = subprocess.Popen([program, "serve"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port, token = server.stdout.readline().split()
        rates = {"open": [], "verified": [], "cached": []}
        for path in rates:
            rate(port, path, token, seconds=1)
        for _ in range(rounds):
            for path, found in rates.items():
                found.append(rate(port, path, token, seconds=3))
    finally:
        server.kill()
        server.wait()
    median = {path: statistics.median(found) for path, found in rates.items()}
    return {f"api.{path}.ratio": (median["open"] / median[path], "without verification, requests/s", median["open"])
            for path in ["verified", "cached"]}


def rate(port, path, token, seconds):
    header = f"Authorization: Bearer {token}"
    text = run("wrk", "-t1", "-c32", f"-d{seconds}s", "-H", header, f"http://127.0.0.1:{port}/{path}").stdout
    if "Non-2xx" in text:
        raise SystemExit(f"bench: /{path} refuses its caller")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
