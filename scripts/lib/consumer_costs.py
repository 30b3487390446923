"""What consumers pay: seconds of builds and of the tool, kilobytes of programs, each under a name."""

import json
import shutil
import subprocess
import tempfile
import time

from consumers import COPY, ROOT, Build, forget_plan

BUNDLE = ROOT / ".build/artifact/authgen.artifactbundle"
PREBUILT = {"AUTHGEN_BUNDLE": str(BUNDLE.relative_to(ROOT))}
SYSTEMS = {"native": [], "swiftbuild": ["--build-system", "swiftbuild"]}


def builds(folder, system, found, keep):
    """Adds seconds of builds, by names such as `consumers.native.umbrella.cold_s`, as soon as each is known."""
    builds = TimedBuilds(folder, system, found, keep)
    builds.cold("runtime", COPY / "RuntimeOnly")
    builds.cold("source", with_generator(), {"AUTHGEN_BUNDLE": "source"})
    builds.series("prebuilt", COPY / "Prebuilt", COPY / "Prebuilt/Sources/Prebuilt", PREBUILT)
    builds.series("umbrella", COPY, COPY / "Sources/CatalogueApp")
    builds.share()


class TimedBuilds:
    """Builds by one build system, each package in a folder of its own."""

    def __init__(self, folder, system, found, keep):
        self.folder, self.system, self.found, self.keep = folder, system, found, keep

    def get(self, key):
        return self.found.get(f"consumers.{self.system}.{key}")

    def set(self, key, value):
        self.found[f"consumers.{self.system}.{key}"] = value
        self.keep(self.found)

    def cold(self, name, package, environment=None):
        if self.get(f"{name}.cold_s") is None:
            self.time(name, "cold", package, environment)
            shutil.rmtree(self.folder / f"{self.system}.{name}", ignore_errors=True)

    def series(self, name, package, source, environment=None):
        """A cold build, and builds after nothing and after one change of each kind."""
        if self.get(f"{name}.added_s") is not None:
            return
        self.time(name, "cold", package, environment)
        descriptor = source / "Auth0.auth.yaml"
        # The first build wrote Package.resolved, so the second one plans anew.
        self.time(name, "no_op", package, environment)
        self.time(name, "no_op", package, environment)
        descriptor.write_text(descriptor.read_text() + "# touched\n")
        self.time(name, "touched", package, environment)
        append = "authorize: { parameters: { ui_theme: { type: string } } }\n"
        descriptor.write_text(descriptor.read_text() + append)
        self.time(name, "edited", package, environment)
        (source / "More.swift").write_text("let more = 1\n")
        self.time(name, "added", package, environment)
        (source / "More.swift").unlink()
        descriptor.write_text("extends: auth0\n")
        for key in ["touched", "edited"]:
            over = self.get(f"{name}.{key}_s") - self.get(f"{name}.no_op_s")
            self.set(f"{name}.{key}_over_no_op_s", over)
        shutil.rmtree(self.folder / f"{self.system}.{name}", ignore_errors=True)

    def share(self):
        """What a client takes where all else is built already: the plugin, the tool's run, the client's own compilation. Two
        cold builds differ by more than that. The same client committed is built before, for the first build in a folder
        does what all after it need; and what a build without a change takes is the build system's own."""
        if self.get("prebuilt.share_s") is not None:
            return
        folder = self.folder / f"{self.system}.share"
        self.time("share", "runtime", COPY / "RuntimeOnly", None)
        for step, package in [("committed", committed()), ("plugin", COPY / "Prebuilt")]:
            forget_plan(folder)
            self.time("share", step, package, PREBUILT)
        self.set("prebuilt.share_s", self.get("share.plugin_s") - self.get("prebuilt.no_op_s"))
        shutil.rmtree(folder, ignore_errors=True)

    def time(self, name, step, package, environment):
        start = time.perf_counter()
        scratch = self.folder / f"{self.system}.{name}"
        Build(package, *SYSTEMS[self.system], scratch=scratch, environment=environment).succeeded()
        seconds = time.perf_counter() - start
        self.set(f"{name}.{step}_s", seconds)
        print(f"{self.system} {name} {step}: {seconds:.1f} s", flush=True)


def committed():
    """The consumer of the prebuilt tool as one that commits what the tool made."""
    package = COPY / "Committed"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(COPY / "Prebuilt", package, ignore=shutil.ignore_patterns("*.yaml"))
    sources = (package / "Sources/Prebuilt").rename(package / "Sources/Committed")
    manifest = package / "Package.swift"
    lines = [line for line in manifest.read_text().splitlines() if "plugins:" not in line]
    text = "\n".join(lines).replace('"Prebuilt"', '"Committed"').replace(".error)],", ".error)])")
    manifest.write_text(text + "\n")
    descriptors = sorted((COPY / "Prebuilt/Sources/Prebuilt").glob("*.auth.yaml"))
    subprocess.run([next(BUNDLE.rglob("bin/authgen")), "generate", *descriptors, "--output", sources], check=True)
    return package


def with_generator():
    """The consumer of the prebuilt tool as one that builds the tool from source."""
    package = COPY / "FromSource"
    shutil.copytree(COPY / "Prebuilt", package, dirs_exist_ok=True)
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
    for trait in [None, "Loopback", "AsyncHTTPClient"]:
        size = program_size(package, scratch, None, [trait] if trait else [], options=[])
        found[f"consumers.program.{trait or 'none'}_mb"] = size / 1e6
    shutil.rmtree(scratch, ignore_errors=True)
    return found


def program_size(package, scratch, provider, traits=(), options=("--disable-dead-strip",)):
    """Bytes of a stripped program that uses the runtime, with a provider's client or none. By the standard options
    nothing that it does not use is left out, so that all of a client is counted."""
    shutil.rmtree(package, ignore_errors=True)
    source = package / "Sources/Size"
    source.mkdir(parents=True)
    original = (COPY / "RuntimeOnly/Package.swift").read_text()
    manifest = original.replace("RuntimeOnly", "Size").replace("traits: []", f"traits: {json.dumps(traits)}")
    (package / "Package.swift").write_text(manifest)
    main = (COPY / "RuntimeOnly/Sources/RuntimeOnly/RuntimeOnly.swift").read_text()
    (source / "Size.swift").write_text(main.replace("enum RuntimeOnly", "enum Size"))
    if provider:
        command = [ROOT / ".build/debug/authgen", "generate", provider, "--output", source, "--access", "internal"]
        subprocess.run(command, check=True)
        client = next(path for path in source.glob("*.swift") if path.name != "Size.swift").stem
        use(source / "Size.swift", client)
    Build(package, "-c", "release", *options, scratch=scratch).succeeded()
    program = scratch / "stripped"
    shutil.copy(scratch / "release/Size", program)
    subprocess.run(["strip", program], check=True)
    return program.stat().st_size


def use(file, client):
    """Names the client, so that it is linked."""
    name = f"let type: any Any.Type = AuthClient<{client}>.self"
    text = file.read_text().replace("print(PKCE()", f"{name}\n    print({client}.configuration, type, PKCE()")
    file.write_text(text)
