"""Measures what consumers pay: see scripts/measure-consumers."""

import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from consumers import COPY, ROOT, Build, copy, forget_plan

ARTICLE = ROOT / "Documentation.docc/UseThePlugins.md"
BEGIN, END = "<!-- measurements begin -->", "<!-- measurements end -->"
BUNDLE = ROOT / ".build/artifact/authgen.artifactbundle"
PREBUILT = {"AUTHGEN_BUNDLE": str(BUNDLE.relative_to(ROOT))}
SYSTEMS = {"native": [], "swiftbuild": ["--build-system", "swiftbuild"]}


def main(arguments):
    systems = ["native"] if "--quick" in arguments else list(SYSTEMS)
    subprocess.run([ROOT / "scripts/build-artifact-bundle"], check=True)
    copy()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for system in systems:
            found |= builds(pathlib.Path(folder), system)
    found |= tool_runs()
    found |= sizes()
    rows = table(found)
    write(rows)
    print("\n".join(rows))
    over = exceeded(found)
    for name in over:
        print(f"measure-consumers: {name} exceeds its threshold", file=sys.stderr)
    sys.exit(1 if over else 0)


def builds(folder, system):
    """Seconds of builds, by names such as `consumers.native.umbrella.cold_s`."""
    found = {}

    def timed(name, package, environment=None, scratch=None):
        start, before = time.perf_counter(), processor_time()
        Build(package, *SYSTEMS[system], scratch=scratch, environment=environment).succeeded()
        found[f"consumers.{system}.{name}"] = time.perf_counter() - start
        found[f"consumers.{system}.{name}.cpu"] = processor_time() - before
        print(f"{system} {name}: {found[f'consumers.{system}.{name}']:.1f} s", flush=True)

    runtime, prebuilt, source, umbrella = (
        folder / f"{system}.{name}" for name in ["runtime", "prebuilt", "source", "umbrella"])
    timed("runtime.cold_s", COPY / "RuntimeOnly", None, runtime)
    timed("prebuilt.cold_s", COPY / "Prebuilt", PREBUILT, prebuilt)
    # In seconds of the processor: two long builds by the clock differ by more than the plugin takes.
    share = found[f"consumers.{system}.prebuilt.cold_s.cpu"] - found[f"consumers.{system}.runtime.cold_s.cpu"]
    found[f"consumers.{system}.prebuilt.share_s"] = share
    timed("source.cold_s", with_generator(), {"AUTHGEN_BUNDLE": "source"}, source)
    timed("umbrella.cold_s", COPY, None, umbrella)
    for name, package, environment, scratch in [
        ("prebuilt", COPY / "Prebuilt", PREBUILT, prebuilt), ("umbrella", COPY, None, umbrella)
    ]:
        folders = {"prebuilt": "Sources/Prebuilt", "umbrella": "Sources/CatalogueApp"}
        descriptor = package / folders[name] / "Auth0.auth.yaml"
        timed(f"{name}.no_op_s", package, environment, scratch)
        timed(f"{name}.no_op_s", package, environment, scratch)
        descriptor.write_text(descriptor.read_text() + "# touched\n")
        timed(f"{name}.touched_s", package, environment, scratch)
        append = "authorize: { parameters: { ui_theme: { type: string } } }\n"
        descriptor.write_text(descriptor.read_text() + append)
        timed(f"{name}.edited_s", package, environment, scratch)
        descriptor.write_text("extends: auth0\n")
        (descriptor.parent / "More.swift").write_text("let more = 1\n")
        timed(f"{name}.added_s", package, environment, scratch)
        (descriptor.parent / "More.swift").unlink()
        for key in ["touched", "edited"]:
            no_op = found[f"consumers.{system}.{name}.no_op_s"]
            found[f"consumers.{system}.{name}.{key}_over_no_op_s"] = found[f"consumers.{system}.{name}.{key}_s"] - no_op
    for scratch in [runtime, prebuilt, source, umbrella]:
        shutil.rmtree(scratch, ignore_errors=True)
    return found


def processor_time():
    """Seconds of the processor that all builds so far took."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def with_generator():
    """The consumer of the prebuilt tool as one that builds the tool from source."""
    package = COPY / "FromSource"
    shutil.copytree(COPY / "Prebuilt", package)
    manifest = package / "Package.swift"
    manifest.write_text(manifest.read_text().replace("traits: []", 'traits: ["Generator"]'))
    return package


def tool_runs(rounds=15):
    """Seconds of the tool's own run on one descriptor, as the plugin starts it: the quickest of several."""
    programs = {"debug": ROOT / ".build/debug/authgen", "prebuilt": next(BUNDLE.rglob("bin/authgen"))}
    forget_plan()
    subprocess.run(["swift", "build", "--product", "authgen"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    descriptor = COPY / "Sources/CatalogueApp/Auth0.auth.yaml"
    found = {}
    for name, program in programs.items():
        best = float("inf")
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as output:
                start = time.perf_counter()
                subprocess.run([program, "generate", descriptor, "--output", output], check=True)
                best = min(best, time.perf_counter() - start)
        found[f"consumers.tool.{name}_s"] = best
    return found


def sizes():
    """Kilobytes that one client adds to a program built for release: the same with and without the client's file."""
    found = {}
    scratch = ROOT / ".build/consumers-size"
    package = COPY / "Size"
    without = program_size(package, scratch, None)
    for provider in ["auth0", "scalekit", "microsoft-entra-id", "keycloak"]:
        found[f"consumers.size.{provider}_kb"] = (program_size(package, scratch, provider) - without) / 1000
    found["consumers.program.none_mb"] = without / 1e6
    for traits in ["Loopback", "AsyncHTTPClient"]:
        found[f"consumers.program.{traits}_mb"] = program_size(package, scratch, None, [traits]) / 1e6
    shutil.rmtree(scratch, ignore_errors=True)
    return found


def program_size(package, scratch, provider, traits=()):
    """Bytes of a stripped program that uses the runtime, with a provider's client or none. Nothing that it does not use is
    left out, so that all of a client is counted."""
    shutil.rmtree(package, ignore_errors=True)
    source = package / "Sources/Size"
    source.mkdir(parents=True)
    original = (COPY / "RuntimeOnly/Package.swift").read_text()
    (package / "Package.swift").write_text(original.replace("RuntimeOnly", "Size").replace("traits: []", f"traits: {json.dumps(traits)}"))
    main = (COPY / "RuntimeOnly/Sources/RuntimeOnly/RuntimeOnly.swift").read_text()
    (source / "Size.swift").write_text(main.replace("enum RuntimeOnly", "enum Size"))
    if provider:
        command = [ROOT / ".build/debug/authgen", "generate", provider, "--output", source, "--access", "internal"]
        subprocess.run(command, check=True)
        client = next(path for path in source.glob("*.swift") if path.name != "Size.swift").stem
        use(source / "Size.swift", client)
    Build(package, "-c", "release", "--disable-dead-strip", scratch=scratch).succeeded()
    program = scratch / "stripped"
    shutil.copy(scratch / "release/Size", program)
    subprocess.run(["strip", program], check=True)
    return program.stat().st_size


def use(file, client):
    """Names the client, so that it is linked."""
    text = file.read_text().replace(
        "print(PKCE()", f"let type: any Any.Type = AuthClient<{client}>.self\n    print({client}.configuration, type, PKCE()")
    file.write_text(text)


ROWS = [
    ("A cold build of the runtime without traits", "runtime.cold_s", None),
    ("The same with a client, made by the prebuilt tool", "prebuilt.cold_s", None),
    ("The plugin's share of that in seconds of the processor, the client's compilation included", "prebuilt.share_s", 5),
    ("The same client, the tool built from source", "source.cold_s", None),
    ("A cold build of six consumers with every trait, the tool from source", "umbrella.cold_s", None),
    ("A build without a change, one consumer", "prebuilt.no_op_s", None),
    ("After touching a descriptor, over a build without a change", "prebuilt.touched_over_no_op_s", 3),
    ("After a change of a descriptor, over a build without a change", "prebuilt.edited_over_no_op_s", None),
    ("After adding a source file, the tool prebuilt", "prebuilt.added_s", None),
    ("A build without a change, six consumers", "umbrella.no_op_s", None),
    ("After touching a descriptor, over that", "umbrella.touched_over_no_op_s", 3),
    ("After a change of a descriptor, over that", "umbrella.edited_over_no_op_s", None),
    ("After adding a source file, the tool from source", "umbrella.added_s", None),
]
TOOL = [
    ("One run of the tool, built for debugging", "consumers.tool.debug_s", 0.5),
    ("One run of the prebuilt tool", "consumers.tool.prebuilt_s", 0.05),
]
SIZE_LIMIT = 60


def table(found):
    systems = [system for system in SYSTEMS if f"consumers.{system}.runtime.cold_s" in found]
    rows = ["| What | At most | " + " | ".join(f"`{system}`" for system in systems) + " |",
            "| --- | ---: |" + " ---: |" * len(systems)]
    for name, key, limit in ROWS:
        values = [f"{found[f'consumers.{system}.{key}']:.1f} s" for system in systems]
        rows.append(f"| {name} | {f'{limit} s' if limit else '–'} | {' | '.join(values)} |")
    rows += ["", "| What | At most | Measured |", "| --- | ---: | ---: |"]
    rows += [f"| {name} | {limit} s | {found[key]:.3f} s |" for name, key, limit in TOOL]
    for key, value in found.items():
        if key.startswith("consumers.size."):
            provider = key.removeprefix("consumers.size.").removesuffix("_kb")
            rows.append(f"| What the client of `{provider}` adds to a release program | {SIZE_LIMIT} KB | {value:.0f} KB |")
        if key.startswith("consumers.program."):
            trait = key.removeprefix("consumers.program.").removesuffix("_mb")
            name = "without traits" if trait == "none" else f"with the trait `{trait}`"
            rows.append(f"| A release program that uses the runtime {name} | – | {value:.1f} MB |")
    return rows


def exceeded(found):
    limits = {f"consumers.{system}.{key}": limit for _, key, limit in ROWS if limit for system in SYSTEMS}
    limits |= {key: limit for _, key, limit in TOOL}
    limits |= {key: SIZE_LIMIT for key in found if key.startswith("consumers.size.")}
    return [name for name, limit in limits.items() if found.get(name, 0) > limit]


def write(rows):
    day = time.strftime("%Y-%m-%d")
    cores = os.cpu_count()
    head = f"Seconds by the clock, on {cores} cores of Linux x86_64, {day}; one run each:"
    before, rest = ARTICLE.read_text().split(BEGIN)
    _, after = rest.split(END)
    ARTICLE.write_text(before + "\n".join([BEGIN, "", head, "", *rows, "", END]) + after)


if __name__ == "__main__":
    main(sys.argv[1:])
