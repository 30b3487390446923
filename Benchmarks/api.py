"""Compares the speed of an API that verifies its callers' tokens with the same API without verification."""

import contextlib
import os
import re
import shutil
import statistics
import subprocess
import tempfile

from generation import ROOT, run

PACKAGE = ROOT / "Benchmarks/API"
# Each request has the next caller's token, even if it needs none.
CALLERS = """
local headers, turn = {}, 0
function init(arguments)
  for token in io.lines(arguments[1]) do headers[#headers + 1] = { Authorization = "Bearer " .. token } end
end
function request()
  turn = turn % #headers + 1
  return wrk.format(nil, nil, headers[turn])
end
"""


def check_tools():
    if not shutil.which("wrk"):
        raise SystemExit("bench: install the Debian package wrk")


def measure():
    """Name → (value, reference's name, reference's value)."""
    check_tools()
    # If there is a prebuilt tool, use it, because building it from source takes ten minutes.
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
        "testing.start.ms": (first, "the fastest of 20 starts, ms", quickest),
    }


@contextlib.contextmanager
def served(program, cache):
    """Serves the API in a separate process. Yields its port, and a file with its callers' tokens."""
    server = subprocess.Popen([program, "serve", cache], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        port, *tokens = server.stdout.readline().split() or [None]
        if not tokens:
            raise SystemExit(f"bench: the API ({cache}) didn't start")
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("\n".join(tokens))
            file.flush()
            yield port, file.name
    finally:
        server.kill()
        server.wait()


def requests(program, rounds=5):
    """Compares requests per second with and without verification, in alternating rounds."""
    with served(program, "none") as every, served(program, "cached") as caching:
        sides = {"open": (caching, "open"), "verified": (caching, "timesheets"),
                 "uncached": (every, "timesheets")}
        for side in sides.values():
            rate(*side, seconds=1)
        found = [{name: rate(*side, seconds=3) for name, side in sides.items()} for _ in range(rounds)]
    without = statistics.median(round["open"] for round in found)
    return {f"api.{name}.ratio": (statistics.median(round["open"] / round[name] for round in found),
                                  "without verification, requests/s", without)
            for name in ["verified", "uncached"]}


def rate(api, path, seconds):
    """Returns the requests per second of 32 callers, each of which waits for its response."""
    port, tokens = api
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(CALLERS)
        script.flush()
        text = run("wrk", "-t1", "-c32", f"-d{seconds}s", "-s", script.name, f"http://127.0.0.1:{port}/{path}",
                   "--", tokens).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(f"bench: /{path} rejects its callers or doesn't respond:\n{text}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
