"""Measures the generator: the whole catalog, many descriptors, and a comparison with another generator."""

import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEER = ROOT / ".build/bench-peer"


def check(result, command):
    if result.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} failed:\n{result.stdout}{result.stderr}")
    return result


def run(*command, cwd=ROOT):
    return check(subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True), command)


def wall_milliseconds(*command, runs=25, warmup=3, output=None):
    """Returns the median of several runs, each of which starts without an output folder and writes all files."""
    samples = []
    for number in range(runs + warmup):
        if output:
            shutil.rmtree(output, ignore_errors=True)
        start = time.perf_counter()
        run(*command)
        if number >= warmup:
            samples.append((time.perf_counter() - start) * 1000)
    return statistics.median(samples)


def usage(*command):
    """Returns the resources that a command used."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"bench: {command[0]} failed:\n{errors.decode()}")
    return used


def peak_megabytes(*command):
    """Returns the peak memory of a command."""
    return usage(*command).ru_maxrss / 1024


def catalog(tool):
    """Returns the IDs of all providers."""
    return [line.split("\t")[0] for line in run(tool, "providers", "list").stdout.splitlines()]


def whole_catalog(tool, folder):
    """Returns the milliseconds per provider of the whole catalog, the megabytes, and the median of the files' lines."""
    ids = catalog(tool)
    command = [tool, "generate", *ids, "--output", folder]
    elapsed = wall_milliseconds(*command, output=folder)
    shutil.rmtree(folder)  # or the next run would render nothing
    memory = peak_megabytes(*command)
    lines = [file.read_text().count("\n") for file in Path(folder).glob("*.swift")]
    return elapsed / len(ids), memory, statistics.median(lines)


def scaling(tool, work):
    """Returns the milliseconds per descriptor with 1,000 synthetic descriptors, and with 25."""
    text = (ROOT / "Providers/keycloak.yaml").read_text()
    def per_descriptor(count, runs):
        folder = work / f"synthetic-{count}"
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(count):
            name = f"synthetic{number}"
            (folder / f"{name}.yaml").write_text(text.replace("id: keycloak", f"id: {name}"))
        command = [tool, "generate", folder, "--output", work / f"out-{count}"]
        return wall_milliseconds(*command, runs=runs, warmup=1, output=work / f"out-{count}") / count
    return per_descriptor(1000, 3), per_descriptor(25, 15)


def synthetic_parameters(count):
    """Returns a descriptor with that many parameters. Half of them require the previous one."""
    lines = [
        "schema: 1", "id: synthetic", "name: Synthetic", "extends: oauth2",
        'server: { authorization_endpoint: "https://id.example/a", token_endpoint: "https://id.example/t" }',
        "userinfo: { source: token, map: { id: id } }", "authorize:", "  parameters:", "    p0: { type: string }",
    ]
    for number in range(1, count):
        needs = f", requires: [p{number - 1}]" if number % 2 else ""
        lines.append(f"    p{number}: {{ type: string{needs} }}")
    return "\n".join(lines) + "\n"


def parameters(tool, work):
    """Returns the CPU seconds for one descriptor with 7,000 parameters, and with 875."""
    def seconds(count):
        file = work / f"parameters-{count}.auth.yaml"
        file.write_text(synthetic_parameters(count))
        samples = []
        for _ in range(5):
            shutil.rmtree(work / "parameters", ignore_errors=True)
            used = usage(tool, "generate", file, "--output", work / "parameters")
            samples.append(used.ru_utime + used.ru_stime)
        return statistics.median(samples)
    work.mkdir(parents=True, exist_ok=True)
    return seconds(7000), seconds(875)


def ten_thousand(tool, work):
    """Returns the seconds and megabytes for 10,000 descriptors."""
    folder = work / "synthetic-10000"
    folder.mkdir(parents=True, exist_ok=True)
    text = (ROOT / "Providers/keycloak.yaml").read_text()
    for number in range(10_000):
        name = f"synthetic{number}"
        (folder / f"{name}.yaml").write_text(text.replace("id: keycloak", f"id: {name}"))
    start = time.perf_counter()
    used = usage(tool, "generate", folder, "--output", work / "out-10000")
    return time.perf_counter() - start, used.ru_maxrss / 1024


def peer(tool, work):
    """Returns the milliseconds of this generator and of openapi-generator-cli's swift6 for the same service."""
    if not (PEER / "bin/openapi-generator-cli").exists():
        run(sys.executable, "-m", "venv", PEER)
        run(PEER / "bin/pip", "install", "--quiet", "openapi-generator-cli")
    own = wall_milliseconds(
        tool, "generate", ROOT / "Benchmarks/peers/example-idp.yaml", "--output", work / "own", runs=15,
        output=work / "own")
    other = wall_milliseconds(
        PEER / "bin/openapi-generator-cli", "generate", "-g", "swift6", "-i", ROOT / "Benchmarks/peers/openapi.yaml",
        "-o", work / "other", runs=3, warmup=1, output=work / "other")
    return own, other


def measure(tool, work):
    """Name → (value, reference's name, reference's value)."""
    start = wall_milliseconds(tool, "explain", "unknown-key")
    elapsed, memory, lines = whole_catalog(tool, work / "catalog")
    many, few = scaling(tool, work)
    most, least = parameters(tool, work)
    seconds, megabytes = ten_thousand(tool, work)
    own, other = peer(tool, work)
    return {
        "generation.catalog.starts": (elapsed / start, "authgen explain, ms", start),
        "generation.catalog.mb": (memory, "authgen explain, MB", peak_megabytes(tool, "explain", "unknown-key")),
        "generation.thousand.ratio": (many / few, "ms per descriptor with 25", few),
        "generation.parameters.cpu_s": (most, "CPU seconds for 875 parameters", least),
        "generation.parameters.ratio": (most / 8 / least, "CPU seconds for 875 parameters", least),
        "generation.tenthousand.s": (seconds, "ms per descriptor with 25", few),
        "generation.tenthousand.mb": (megabytes, "authgen explain, MB", peak_megabytes(tool, "explain", "unknown-key")),
        "lines.median": (lines, "limit of one file", 400),
        "generation.peer.ratio": (own / other, "openapi-generator-cli swift6, ms", other),
    }
