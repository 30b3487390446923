"""The costs for consumers: the duration of builds and of the tool, and the size of programs, each with a name."""

import json
import re
import shutil
import statistics
import subprocess
import tempfile
import time

from consumers import COPY, ROOT, Build, Failure, forget_plan

BUNDLE = ROOT / ".build/artifact/authgen.artifactbundle"
PREBUILT = {"AUTHGEN_BUNDLE": str(BUNDLE.relative_to(ROOT))}
TOOL = ROOT / ".build/debug/authgen"
# A client in generated code. A provider may have several.
CLIENT = re.compile(r"typealias Client = AuthClient<(\w+)>")
TRAITS = [None, "Loopback", "AsyncHTTPClient", "Observability"]
SYSTEMS = {"native": [], "swiftbuild": ["--build-system", "swiftbuild"]}


def builds(folder, system, found, keep):
    """Records the duration of builds, with names such as `consumers.native.umbrella.cold_s`, as soon as they are known."""
    builds = TimedBuilds(folder, system, found, keep)
    builds.cold("runtime", COPY / "RuntimeOnly")
    builds.cold("source", with_generator(), {"AUTHGEN_BUNDLE": "source"})
    builds.series("prebuilt", COPY / "Prebuilt", COPY / "Prebuilt/Sources/Prebuilt", PREBUILT)
    builds.series("umbrella", COPY, COPY / "Sources/CatalogApp")
    builds.share()


class TimedBuilds:
    """Builds with one build system, each package in a separate folder."""

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
        """A cold build, a build without a change, and builds after one change of each kind."""
        if self.get(f"{name}.added_s") is not None:
            return
        self.time(name, "cold", package, environment)
        descriptor = source / "Auth0.auth.yaml"
        # The first build wrote Package.resolved, so the second one plans again.
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
        """The cost of the plugin if everything else is already built: the compilation of both plugins and the tool's
        run, and the latter separately. Two cold builds differ by more than that. Therefore the same client, committed,
        is built in the same folder: once for the work that only the first build there does, and once as the reference."""
        if self.get("prebuilt.kept_share_s") is not None:
            return
        folder = self.folder / f"{self.system}.share"
        self.time("share", "runtime", COPY / "RuntimeOnly", None)
        self.build_in_share("first", committed())
        self.build_in_share("committed", twin("Committed", "Again"))
        # SwiftPM compiles all plugins of a dependency, even if the package uses none of them.
        for plugin in plugins(folder):
            shutil.rmtree(plugin.parent, ignore_errors=True)
        self.build_in_share("plugin", COPY / "Prebuilt", makes="Auth0.swift")
        compiled = plugins(folder)
        if not compiled:
            raise Failure("the plugin wasn't compiled, so its compilation wasn't measured")
        self.build_in_share("kept", twin("Prebuilt", "Kept"), makes="Auth0.swift")
        if plugins(folder) != compiled:
            raise Failure("the plugin was compiled again, so it was measured twice")
        for share, step in [("share", "plugin"), ("kept_share", "kept")]:
            self.set(f"prebuilt.{share}_s", self.get(f"share.{step}_s") - self.get("share.committed_s"))
        shutil.rmtree(folder, ignore_errors=True)

    def build_in_share(self, step, package, makes=None):
        """Builds another package where one is already built. The build may have to generate a file."""
        folder = self.folder / f"{self.system}.share"
        forget_plan(folder)
        before = set(folder.rglob(makes)) if makes else set()
        self.time("share", step, package, PREBUILT)
        if makes and not set(folder.rglob(makes)) - before:
            raise Failure(f"the build of {package.name} didn't create {makes}, so the tool's run wasn't measured")

    def time(self, name, step, package, environment):
        start = time.perf_counter()
        scratch = self.folder / f"{self.system}.{name}"
        Build(package, *SYSTEMS[self.system], scratch=scratch, environment=environment).succeeded()
        seconds = time.perf_counter() - start
        self.set(f"{name}.{step}_s", seconds)
        print(f"{self.system} {name} {step}: {seconds:.1f} s", flush=True)


def plugins(folder):
    """The compiled plugins in a build folder, and their dates."""
    found = [path for path in folder.rglob("plugins/**/AuthGeneratorPlugin") if path.is_file()]
    return {path: path.stat().st_mtime_ns for path in found}


def twin(name, other):
    """A copy of a package with another name for it and its target, so that both can be built in one folder."""
    package = COPY / other
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(COPY / name, package)
    (package / "Sources" / name).rename(package / "Sources" / other)
    manifest = package / "Package.swift"
    manifest.write_text(manifest.read_text().replace(f'"{name}"', f'"{other}"'))
    return package


def committed():
    """The consumer of the prebuilt tool, changed to commit the generated client."""
    package = twin("Prebuilt", "Committed")
    sources = package / "Sources/Committed"
    for descriptor in sources.glob("*.yaml"):
        descriptor.unlink()
    manifest = package / "Package.swift"
    lines = [line for line in manifest.read_text().splitlines() if "plugins:" not in line]
    manifest.write_text("\n".join(lines).replace(".error)],", ".error)])") + "\n")
    descriptors = sorted((COPY / "Prebuilt/Sources/Prebuilt").glob("*.auth.yaml"))
    subprocess.run([next(BUNDLE.rglob("bin/authgen")), "generate", *descriptors, "--output", sources], check=True)
    return package


def with_generator():
    """The consumer of the prebuilt tool, changed to build the tool from source."""
    package = COPY / "FromSource"
    shutil.copytree(COPY / "Prebuilt", package, dirs_exist_ok=True)
    manifest = package / "Package.swift"
    manifest.write_text(manifest.read_text().replace("traits: []", 'traits: ["Generator"]'))
    return package


def tool_runs(rounds=15):
    """The duration of the tool's own run, as the plugin starts it: the fastest of several runs and the median, for a
    descriptor of one line, and for a descriptor with templates and settings."""
    programs = {"debug": TOOL, "prebuilt": next(BUNDLE.rglob("bin/authgen"))}
    forget_plan()
    subprocess.run(["swift", "build", "--product", "authgen"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    own = COPY / "Sources/OwnProvider"
    options = ["--templates", own / "AuthTemplates", "--settings", own / "auth-generator.yaml"]
    found = {}
    for name, program in programs.items():
        key = f"consumers.tool.{name}"
        runs = seconds([program, "generate", COPY / "Sources/CatalogApp/Auth0.auth.yaml"], rounds)
        found[f"{key}_s"], found[f"{key}_median_s"] = runs[0], statistics.median(runs)
        runs = seconds([program, "generate", own / "Acme.auth.yaml", *options], rounds)
        found[f"{key}.own_s"], found[f"{key}.own_median_s"] = runs[0], statistics.median(runs)
    return found


def seconds(command, rounds):
    """The duration of each run into an empty folder, the fastest first."""
    found = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as output:
            start = time.perf_counter()
            subprocess.run([*command, "--output", output], check=True)
            found.append(time.perf_counter() - start)
    return sorted(found)


def sizes():
    """The kilobytes that one client adds to a release build of a program, compared with the same program without the
    client's file. Also the megabytes of a program that uses only the runtime with a trait."""
    scratch = ROOT / ".build/consumers-size"
    ids = providers()
    # With the default options, the linker drops unused code, so these builds keep all code of a client.
    programs = program_sizes([None] + ids, scratch, options=["--disable-dead-strip"])
    found = {f"consumers.size.{id}_kb": (size - programs[0]) / 1000 for id, size in zip(ids, programs[1:])}
    for trait in TRAITS:
        [size] = program_sizes([None], scratch, traits=[trait] if trait else [])
        found[f"consumers.program.{trait or 'none'}_mb"] = size / 1e6
    shutil.rmtree(scratch, ignore_errors=True)
    return found


def providers():
    """The IDs of the catalog."""
    listed = subprocess.run([TOOL, "providers", "list"], check=True, capture_output=True, text=True).stdout
    return [line.split("\t")[0] for line in listed.splitlines()]


def program_sizes(contents, scratch, traits=(), options=()):
    """The bytes of stripped programs of one package that use the runtime, each with a provider's client or none."""
    package = COPY / "Size"
    shutil.rmtree(package, ignore_errors=True)
    # All names have the same length, because the programs contain them.
    names = [f"Size{number:02}" for number in range(len(contents))]
    for name, provider in zip(names, contents):
        write_program(package / "Sources" / name, provider)
    original = (COPY / "RuntimeOnly/Package.swift").read_text()
    start, end = original.index("    .executableTarget("), original.index("  ]\n)")
    targets = [original[start:end].rstrip().replace("RuntimeOnly", name) for name in names]
    manifest = original[:start] + ",\n".join(targets) + "\n" + original[end:]
    (package / "Package.swift").write_text(manifest.replace("traits: []", f"traits: {json.dumps(list(traits))}"))
    Build(package, "-c", "release", *options, scratch=scratch).succeeded()
    return [stripped_size(scratch / "release" / name, scratch / "stripped") for name in names]


def write_program(folder, provider):
    folder.mkdir(parents=True)
    main = (COPY / "RuntimeOnly/Sources/RuntimeOnly/RuntimeOnly.swift").read_text()
    # Explicit, because the client's file has it too.
    main = re.sub(r"^import", "internal import", main, flags=re.MULTILINE)
    if provider:
        # The compiler doesn't drop public declarations.
        command = [TOOL, "generate", provider, "--output", folder, "--access", "public"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        clients = [type for file in folder.glob("*.swift") for type in CLIENT.findall(file.read_text())]
        if not clients:
            raise Failure(f"the client of {provider} wasn't found in authgen's output")
        main = main.replace("print(PKCE()", f"{use(clients)}\n    print(PKCE()")
    (folder / "Size.swift").write_text(main.replace("enum RuntimeOnly", "enum Size"))


def use(clients):
    """References the clients, so that they are linked."""
    names = ", ".join(f"{client}.configuration, AuthClient<{client}>.self as any Any.Type" for client in clients)
    return f"print({names})"


def stripped_size(program, copy):
    shutil.copy(program, copy)
    subprocess.run(["strip", copy], check=True)
    return copy.stat().st_size
