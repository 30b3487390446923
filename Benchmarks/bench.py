"""Takes the measurements that Benchmarks/thresholds.json limits, and prints each with a reference from the same run.

Run it with scripts/bench on an idle machine. It builds everything twice from scratch, and takes about a quarter of an hour.
`runtime` measures only the runtime, `native` the desktop, `api` an API, and the path of a statically linked authgen the generator.
If a measurement exceeds its limit, the exit status is 1.
"""

import json
import os
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

import api
import generation as generator
import native
import runtime
import start
from generation import ROOT, run, wall_milliseconds

sys.path.append(str(ROOT / "scripts/lib"))
import static_build

PROVIDERS = ["Providers/auth0.yaml", "Providers/scalekit.yaml"]

CONSUMER = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "consumer", platforms: [.macOS(.v13)],
  dependencies: [.package(name: "swift-auth-generator", path: "%s")],
  targets: ["Clients", "Empty"].map {
    .target(name: $0, dependencies: [.product(name: "AuthRuntime", package: "swift-auth-generator")])
  })
"""


def cpu_seconds(*command):
    """Returns the user and system time of a command and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(*command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cold_build(scratch, *options):
    """Returns the CPU seconds of a build into an empty folder, without the time to fetch the packages."""
    run("swift", "package", "resolve", "--scratch-path", scratch)
    return cpu_seconds("swift", "build", "--scratch-path", scratch, *options)


def generation(tool, folder):
    """Returns the milliseconds to generate both providers, and of a command that does almost nothing."""
    generate = wall_milliseconds(tool, "generate", *PROVIDERS, "--output", folder, output=folder)
    return generate, wall_milliseconds(tool, "explain", "unknown-key")


def rebuild_seconds(package, scratch, target, files, runs=7):
    """Returns the median time to rebuild a target after its files changed."""
    samples = []
    for number in range(runs + 1):
        for file in files:
            file.write_text(file.read_text() + f"// {number}\n")
        start = time.perf_counter()
        run("swift", "build", "--package-path", package, "--scratch-path", scratch, "--target", target)
        samples.append(time.perf_counter() - start)
    return statistics.median(samples[1:])


def consumer_rebuild(generated, scratch, work, name):
    """Returns the seconds to rebuild all generated files in one module, and to rebuild an empty module."""
    package = work / name
    clients, empty = package / "Sources/Clients", package / "Sources/Empty"
    clients.mkdir(parents=True)
    empty.mkdir(parents=True)
    (package / "Package.swift").write_text(CONSUMER % ROOT)
    files = []
    for source in sorted(generated.glob("*.swift")):
        files.append(clients / source.name)
        files[-1].write_text(source.read_text())
    (empty / "Empty.swift").write_text("import AuthRuntime\n")
    for plan in ("debug.yaml", "debug/description.json"):  # from another package, which SwiftPM wouldn't check
        (scratch / plan).unlink(missing_ok=True)
    run("swift", "build", "--package-path", package, "--scratch-path", scratch)
    return (
        rebuild_seconds(package, scratch, "Clients", files),
        rebuild_seconds(package, scratch, "Empty", [empty / "Empty.swift"]),
    )


def measure(work, found):
    """Adds name → (value, reference's name, reference's value)."""
    reference = cold_build(work / "reference", "--target", "AuthDescriptor")
    for name, options in {
        "build.authgen.debug": ["--product", "authgen"],
        "build.authgen.release": ["--product", "authgen", "-c", "release", *static_build.OPTIONS],
        "build.runtime.debug": ["--target", "AuthRuntime"],
        "build.desktop.debug": ["--target", "AuthRuntime", "--traits", "Curl,Loopback"],
    }.items():
        found[f"{name}.cpu_s"] = cold_build(work / name, *options), "AuthDescriptor alone, debug", reference
        print(f"{name} is built", file=sys.stderr)
    value, reference = generation(work / "build.authgen.debug/debug/authgen", work / "generated")
    found["generation.debug.ms"] = value, "authgen explain", reference
    for provider in ("Auth0", "Scalekit"):
        lines = (work / "generated" / f"{provider}.swift").read_text().count("\n")
        found[f"lines.{provider.lower()}"] = lines, "lines of YAML", yaml_lines(provider.lower())
    clients, empty = consumer_rebuild(work / "generated", work / "build.runtime.debug", work, "two-user")
    found["rebuild.over_empty.s"] = clients - empty, "an empty file", empty
    found |= of_generator(work / "build.authgen.release/release/authgen", work)
    clients, empty = consumer_rebuild(work / "catalog", work / "build.runtime.debug", work, "catalog-user")
    count = len(generator.catalog(work / "build.authgen.release/release/authgen"))
    found["rebuild.catalog.s"] = (clients - empty) / count, "an empty file", empty
    for part in (runtime, native, api):
        found |= part.measure()


def of_generator(tool, work):
    return start.measure(tool, work) | generator.measure(tool, work)


def yaml_lines(provider):
    return (ROOT / "Providers" / f"{provider}.yaml").read_text().count("\n")


def report(found, limits):
    print("| Measurement | Result | Limit | Reference in the same run | Ratio |")
    print("| --- | ---: | ---: | --- | ---: |")
    exceeded = []
    for name, limit in limits.items():
        if name not in found:
            continue
        value, label, reference = found[name]
        most = limit.get("max", "–")
        print(f"| {limit['what']} (`{name}`) | {value:.4g} | {most} | {label}: {reference:.4g} | {value / reference:.2f} |")
        if "max" in limit and value > limit["max"]:
            exceeded.append(name)
    for name in exceeded:
        print(f"bench: {name} exceeds its threshold", file=sys.stderr)
    unlisted = sorted(found.keys() - limits.keys())
    for name in unlisted:
        print(f"bench: {name} is measured, but thresholds.json doesn't list it", file=sys.stderr)
    return not exceeded and not unlisted


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C"
    results = {}
    limits = json.loads((ROOT / "Benchmarks/thresholds.json").read_text())
    try:
        with tempfile.TemporaryDirectory() as folder:
            match sys.argv[1:]:
                case []:
                    for tools in (api, native):
                        tools.check_tools()  # before the measurements, which take minutes
                    measure(Path(folder), results)
                case ["runtime"]:
                    results |= runtime.measure()
                case ["native"]:
                    results |= native.measure()
                case ["api"]:
                    results |= api.measure()
                case [tool, *_]:  # a built tool: measure only the generator
                    results |= of_generator(Path(tool).resolve(), Path(folder))
    finally:
        is_good = report(results, limits)  # also what was measured before a failure
    sys.exit(0 if is_good else 1)
