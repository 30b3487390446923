"""Checks the package from a consumer's point of view. See scripts/check-consumers."""

import contextlib
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import artifact_checks
from consumers import COPY, ROOT, WITHOUT_TRAITS, Build, Failure, copy, fail, forget_plan, origin, resolved

APP = COPY / "Sources/CatalogApp"
# The build folder of packages without traits. They share the products of the packages that all of them need.
CLEAN = ROOT / ".build/without-traits"
# The output of each program, which depends on its descriptor.
PROGRAMS = {
    "CatalogApp": "auth0 offline_access AuthClient<Auth0>",
    "OwnProvider": "Sign in with Acme signup AuthClient<Acme>",
    "CommittedApp": "keycloak openid",
    "LibraryUser": "offline_access AuthClient<Workforce>",
    "PackUser": 'Acme audience\nAcme for customers orders',
}


def main(only):
    """Runs all steps, or those with the given names. The first steps change files that later ones use.

    The group `lean` has the steps that build only in CLEAN, and `shared` the others. To run both at the same time, set
    AUTH_CONSUMERS to the name of another folder in .build for one of them.
    """
    lean = [desktop, runtime_only]
    shared = [a_release, programs, prebuilt, committed, what_the_command_takes, no_operation, one_change, an_equal_file, a_pack,
              a_new_parent, a_template, mistakes, both_plugins, a_new_package]
    steps = lean + shared
    groups = {name: [step.__name__ for step in group] for name, group in [("lean", lean), ("shared", shared)]}
    only = [step for name in only for step in groups.get(name, [name])]
    copy()
    # It builds Hummingbird for another package, so it runs only by name.
    if a_new_web_app.__name__ in only:
        steps.append(a_new_web_app)
    unknown = set(only) - {step.__name__ for step in steps}
    if unknown:
        fail(f"unknown step: {', '.join(sorted(unknown))}")
    # The user may have set a prebuilt tool for another purpose.
    os.environ.pop("AUTHGEN_BUNDLE", None)
    try:
        for step in steps:
            if only and step.__name__ not in only:
                continue
            start = time.monotonic()
            step()
            print(f"{step.__doc__.splitlines()[0]} ✓ ({time.monotonic() - start:.0f} s)", flush=True)
    except Failure as failure:
        fail(f"{step.__name__}: {failure}")
    finally:
        if not only or not set(only) <= set(groups["lean"]):
            forget_plan()


def programs():
    """Every kind of consumer builds and runs"""
    forget_plan()
    build = Build(COPY).succeeded()
    # The first build wrote Package.resolved, so the second one plans again. From the third one on, there's nothing to
    # do.
    Build(COPY).succeeded()
    no_operation()
    for program, expected in PROGRAMS.items():
        found = build.output(program)
        if found != expected:
            raise Failure(f"{program} printed '{found}'; expected '{expected}'")
    warnings = [line for line in build.text.splitlines() if line.startswith("warning: 'consumers': found")]
    if warnings:
        raise Failure(f"SwiftPM warns about the plugin's files: {warnings}")


def committed():
    """Committed code matches its descriptor"""
    command("--target", "CommittedApp", "--check").succeeded()
    command("--target", "CommitedApp").failed_saying(
        "Unknown target 'CommitedApp'; the targets are CatalogApp, CommittedApp, LibraryUser, OwnProvider")
    command("--target").failed_saying("--target needs a name.", "swift package generate-auth-clients [--target NAME]")
    command("--chek", "more").failed_saying("Unknown argument '--chek', 'more'.")
    client = COPY / "Sources/CommittedApp/Generated/Keycloak.swift"
    good = client.read_text()
    required = 'it.scopes?.required = ["openid"]'
    if good.count(required) != 1:
        raise Failure(f"{client} doesn't contain {required}")
    client.write_text(good.replace(required, required.replace("openid", "opened")))
    command("--check").failed_saying(
        "skipped (build plugin): CatalogApp, OwnProvider, PackUser, PublicLibrary",
        "error: the file differs from its descriptor", "\n@@ ",
        '\n-    it.scopes?.required = ["opened"]\n+    it.scopes?.required = ["openid"]\n')
    command().succeeded()
    if client.read_text() != good:
        raise Failure("the command wrote a file that differs from the committed one")
    client.unlink()
    command("--check").failed_saying(f"{client}:1:1: error: the file is missing")
    for expected in ["CommittedApp: wrote Generated/Keycloak.swift", "CommittedApp: unchanged: Generated/Keycloak.swift"]:
        text = command().succeeded().text
        if expected not in text:
            raise Failure(f"the command's output lacks '{expected}':\n{text}")
    if client.read_text() != good:
        raise Failure("the command wrote a file that differs from the committed one")
    descriptor = next((COPY / "Sources/CommittedApp").rglob("*.auth.yaml"))
    text = descriptor.read_text()
    descriptor.unlink()
    command("--check").failed_saying(
        "Target 'CommittedApp' no longer has a descriptor, but its clients still exist; delete the folder")
    descriptor.write_text(text)
    Build(COPY).succeeded()


def what_the_command_takes():
    """The command uses packs, settings and templates as the build does"""
    target = COPY / "Sources/CommittedApp"
    manifest = COPY / "Package.swift"
    good = manifest.read_text()
    here = '.executableTarget(\n      name: "CommittedApp", dependencies: [runtime]'
    if good.count(here) != 1:
        raise Failure(f"{manifest} doesn't contain {here}")
    pack = '.product(name: "AcmeProviders", package: "ProviderPack")'
    manifest.write_text(good.replace(here, here.replace("[runtime]", f"[runtime, {pack}]")))
    (target / "Corp.auth.yaml").write_text("extends: acme-corp\n")
    shutil.copytree(COPY / "Sources/OwnProvider/AuthTemplates", target / "AuthTemplates")
    (target / "auth-generator.yaml").write_text("access: package\ncomments: [keep out]\n")
    # The target lacks its own settings and templates, as if another package had them.
    (target / "Nested").mkdir()
    (target / "Nested/Package.swift").write_text("// swift-tools-version: 6.2\n")
    (target / "Nested/Other.auth.yaml").write_text("extends: auth0\n")
    command("--target", "CommittedApp").succeeded()
    written = sorted(path.name for path in (target / "Generated").iterdir())
    if written != [".authgen", "Corp.swift", "Keycloak.swift"]:
        raise Failure(f"the command wrote {written}")
    client = (target / "Generated/Corp.swift").read_text()
    for expected in ["// keep out\n", "package enum Corp: ", 'static let buttonTitle = "Sign in with Acme"', "orders"]:
        if expected not in client:
            raise Failure(f"the client lacks '{expected}':\n{client}")
    for path in [target / "Corp.auth.yaml", target / "auth-generator.yaml"]:
        path.unlink()
    for path in [target / "AuthTemplates", target / "Nested"]:
        shutil.rmtree(path)
    manifest.write_text(good)
    command("--target", "CommittedApp", "--check").failed_saying(
        f"{target}/Generated/Corp.swift:1:1: error: no descriptor generates this file anymore",
        f"{target}/Generated/Keycloak.swift:1:1: error: the file differs from its descriptor")
    command("--target", "CommittedApp").succeeded()
    command("--check").succeeded()
    if (target / "Generated/Corp.swift").exists():
        raise Failure("a client wasn't removed with its descriptor")
    Build(COPY).succeeded()


def no_operation():
    """A build without a change runs nothing"""
    build = expect(Build(COPY).succeeded(), generated=[], compiled=[])
    # SwiftPM lists the plugins in every build, whether it compiles them or not.
    idle = "Planning|Write swift-version|Compiling plugin"
    steps = re.findall(rf"^\[\d+/\d+\] (?!{idle})(.*)$", build.text, re.MULTILINE)
    if steps:
        raise Failure(f"{steps} ran")


def one_change():
    """A change of one descriptor regenerates one file, and one build is enough"""
    before = outputs()
    append(APP / "Auth0.auth.yaml", "authorize: { parameters: { ui_theme: { type: string } } }\n")
    build = expect(Build(COPY).succeeded(), generated=["Auth0.auth.yaml"])
    if "Auth0.swift" not in build.compiled:
        raise Failure(f"{build.compiled} were compiled; expected Auth0.swift among them")
    changed = [path.name for path, date in outputs().items() if before[path] != date]
    if changed != ["Auth0.swift"]:
        raise Failure(f"{changed} were written; expected Auth0.swift alone")
    no_operation()


def an_equal_file():
    """A change without an effect writes and compiles nothing"""
    before = outputs()
    append(APP / "Auth0.auth.yaml", "# for people\n")
    expect(Build(COPY).succeeded(), generated=["Auth0.auth.yaml"], compiled=[])
    if outputs() != before:
        raise Failure("an unchanged file was written")
    no_operation()


def a_pack():
    """A change of a pack's descriptor reaches the descriptors that extend it"""
    append(COPY / "ProviderPack/Sources/AcmeProviders/AuthProviders/acme-corp.yaml", "# for people\n")
    expect(Build(COPY).succeeded(), generated=["Customers.auth.yaml", "Staff.auth.yaml"], compiled=[])


def a_new_parent():
    """A descriptor that another one starts to extend is tracked from then on"""
    parent = APP / "our base.yaml"
    descriptor = APP / "Auth0.auth.yaml"
    good = descriptor.read_text()
    parent.write_text("schema: 1\nid: our-base\nname: Ours\nextends: auth0\n")
    descriptor.write_text('extends: "our base.yaml"\nname: Mine\n')
    # When a file is added or removed, SwiftPM plans again and runs every tool.
    Build(COPY).succeeded()
    append(parent, "authorize: { parameters: { shade: { type: string } } }\n")
    expect(Build(COPY).succeeded(), generated=["Auth0.auth.yaml"])
    client = next(path for path in outputs() if path.name == "Auth0.swift")
    if "shade: String? = nil" not in client.read_text():
        raise Failure("a change of the parent isn't in the client")
    parent.unlink()
    descriptor.write_text(good)
    Build(COPY).succeeded()


def a_template():
    """A change of a template or of the settings reaches the file"""
    template = COPY / "Sources/OwnProvider/AuthTemplates/client.swift.stencil"
    template.write_text(template.read_text().replace("Sign in with", "Go on with"))
    build = expect(Build(COPY).succeeded(), generated=["Acme.auth.yaml"])
    if not build.output("OwnProvider").startswith("Go on with Acme"):
        raise Failure("the template's change isn't in the program")
    settings = COPY / "Sources/OwnProvider/auth-generator.yaml"
    settings.write_text("acces: public\n")
    Build(COPY).failed_saying(f"{settings}:1:1: error: unknown key 'acces'; did you mean 'access'?")
    settings.write_text("access: internal\n")
    expect(Build(COPY).succeeded(), generated=["Acme.auth.yaml"])


def mistakes():
    """An error is reported at its line, and missing or duplicate files together"""
    descriptor = APP / "Auth0.auth.yaml"
    good = descriptor.read_text()
    descriptor.write_text(good + "tokn: {}\n")
    line = good.count("\n") + 1
    Build(COPY).failed_saying(f"{descriptor}:{line}:1: error: unknown key 'tokn'; did you mean 'token'? [unknown-key]")
    descriptor.unlink()
    Build(COPY).failed_saying("Target 'CatalogApp' has no file <name>.auth.yaml. Add one")
    (APP / "More").mkdir()
    for path in [descriptor, APP / "More/auth0.auth.yaml", APP / "Other.auth.yml"]:
        path.write_text(good)
    (APP / "auth-generator.yaml").write_text("access: public\n")
    (APP / "More/auth-generator.yaml").write_text("access: public\n")
    Build(COPY).failed_saying(
        f"{descriptor}, {APP}/More/auth0.auth.yaml would all generate",
        f"{APP}/Other.auth.yml:1:1: this file's name isn't recognized; rename it to 'Other.auth.yaml'", "Target 'CatalogApp' has 'auth-generator.yaml' 2 times; keep one of")
    shutil.rmtree(APP / "More")
    (APP / "Other.auth.yml").unlink()
    (APP / "auth-generator.yaml").unlink()
    (APP / "Auth0.swift").write_text("let mine = 1\n")
    Build(COPY).failed_saying(f"generates Auth0.swift, but {APP}/Auth0.swift already exists")
    (APP / "Auth0.swift").unlink()
    Build(COPY).succeeded()


def both_plugins():
    """The two plugins are rejected on the same target, in any order"""
    command("--target", "CatalogApp").failed_saying(
        "Target 'CatalogApp' uses the plugin AuthGeneratorPlugin", "nothing was written")
    committed = COPY / "Sources/CommittedApp"
    committed.rename(COPY / "CommittedApp")
    committed.mkdir()
    (committed / "Nothing.swift").write_text("@main enum Nothing { static func main() {} }\n")
    command().failed_saying("Target 'CatalogApp' uses the plugin AuthGeneratorPlugin")
    shutil.rmtree(committed)
    (COPY / "CommittedApp").rename(committed)
    (APP / "Generated").mkdir()
    shutil.copy(COPY / "Sources/CommittedApp/Generated/Keycloak.swift", APP / "Generated/Auth0.swift")
    Build(COPY).failed_saying("'swift package generate-auth-clients' wrote", "Only one of them can generate")
    shutil.rmtree(APP / "Generated")


def a_new_package():
    """A new package builds immediately and signs in, with a real server and a real browser"""
    authgen = next((ROOT / ".build/artifact").rglob("bin/authgen"))
    subprocess.run([authgen, "new", "Hello", "--provider", "auth0", "--output", COPY], cwd=ROOT, check=True)
    forget_plan()
    Build(COPY / "Hello").succeeded()
    program = ROOT / ".build/debug/Hello"
    asked = subprocess.run([program], capture_output=True, text=True)
    if asked.returncode != 1 or not asked.stdout.startswith("AUTH_DOMAIN isn't set. Find its value in your registration with Auth0"):
        raise Failure(f"without settings it said '{asked.stdout}{asked.stderr}'")
    server = ROOT / "scripts/identity-server"
    started = subprocess.run([server, "start", "auth0"], check=True, capture_output=True, text=True).stdout
    info = dict(line.split("=", 1) for line in started.splitlines() if "=" in line)
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            environment = {
                "AUTH_DOMAIN": f"localhost:{info['PORT']}", "AUTH_CLIENT_ID": info["PUBLIC_CLIENT"],
                "SSL_CERT_FILE": info["CA_FILE"], "BROWSER": str(ROOT / "scripts/headless-browser"),
                "BROWSER_PROFILE": profile, "BROWSER_TRUST_ROOT": info["CA_FILE"],
            }
            done = subprocess.run(
                [program], env={**os.environ, **environment}, capture_output=True, text=True, timeout=600)
    finally:
        subprocess.run([server, "stop", "auth0"], stdout=subprocess.DEVNULL)
    if done.returncode or not done.stdout.startswith("signed in as "):
        raise Failure(f"it printed '{done.stdout}{done.stderr}'")
    print(done.stdout.strip())


def a_new_web_app():
    """A new web app builds immediately, and a user with a real browser signs in at a real server"""
    authgen = next((ROOT / ".build/artifact").rglob("bin/authgen"))
    server = ROOT / "scripts/identity-server"
    descriptor = max((ROOT / "Documentation.docc/Tutorials/Guides/AddYourOwnProvider").glob("*-acme.yaml"))
    subprocess.run([server, "start", "plain"], check=True, stdout=subprocess.DEVNULL)
    try:
        subprocess.run([authgen, "new", "HelloWeb", "--provider", descriptor, "--web", "--output", COPY], cwd=ROOT, check=True)
        forget_plan()
        Build(COPY / "HelloWeb").succeeded()
        settings = {"AUTH_CLIENT_ID": "web-app", "AUTH_CLIENT_SECRET": "web-app-secret-1"}
        with subprocess.Popen([ROOT / ".build/debug/HelloWeb"], env={**os.environ, **settings}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as app:
            try:
                if "listening" not in (line := app.stdout.readline()):
                    raise Failure(f"it said '{line}'")
                page = subprocess.run(
                    [ROOT / "scripts/headless-browser", "http://localhost:8080/me"], text=True, stdout=subprocess.PIPE,
                    env={**os.environ, "BROWSER_APP": "http://localhost:8080"}, timeout=600, check=False).stdout
            finally:
                app.terminate()
    finally:
        subprocess.run([server, "stop", "plain"], stdout=subprocess.DEVNULL, check=False)
    if not page.startswith("Signed in as "):
        raise Failure(f"the page is '{page}'")
    print(page.strip())


def a_release():
    """A release contains the URL of its prebuilt tool, and the plugins use it"""
    url, checksum = "https://example.com/releases/1.0.0/authgen.artifactbundle.zip", "0f" * 32
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "scripts/lib").mkdir(parents=True)
        shutil.copy(ROOT / "Package.swift", folder)
        script = shutil.copy(ROOT / "scripts/lib/state-release", folder / "scripts/lib")
        for wrong in [("http" + url.removeprefix("https"), checksum), (url, checksum[1:])]:
            if subprocess.run([script, *wrong], capture_output=True).returncode == 0:
                raise Failure(f"state-release accepts {wrong}")
        subprocess.run([script, url, checksum], check=True)
        dump = subprocess.run(["swift", "package", "dump-package"], cwd=folder, check=True, capture_output=True, text=True)
    targets = {target["name"]: target for target in json.loads(dump.stdout)["targets"]}
    bundle = targets.get("AuthgenBundle", {})
    if (bundle.get("type"), bundle.get("url"), bundle.get("checksum")) != ("binary", url, checksum):
        raise Failure(f"the manifest of a release contains the bundle {bundle}")
    for plugin in ["AuthGeneratorPlugin", "AuthGeneratorCommand"]:
        tools = [dependency["byName"][0] for dependency in targets[plugin]["dependencies"]]
        if tools != ["AuthgenBundle"]:
            raise Failure(f"the plugin {plugin} of a release uses {tools}")


def desktop():
    """A desktop app sends its requests through libcurl, without SwiftNIO, and ignores the proxy variables"""
    with refusing_issuer() as issuer:
        # Nothing listens on the proxy's port.
        proxy = {name: "http://127.0.0.1:9" for name in ["http_proxy", "all_proxy", "ALL_PROXY"]}
        # The trait Loopback resolves SwiftNIO for AuthTesting, but nothing here compiles it.
        resolves = WITHOUT_TRAITS | {"swift-atomics", "swift-collections", "swift-nio", "swift-system"}
        clean("Desktop", "CurlTransport accessDenied", resolves, issuer, environment=proxy)
    check_linked("Desktop")


@contextlib.contextmanager
def refusing_issuer():
    """An identity server on this machine whose page redirects with the error `access_denied`."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            address, _, query = self.path.partition("?")
            if address == "/authorize":
                parameters = dict(urllib.parse.parse_qsl(query))
                error = urllib.parse.urlencode({"error": "access_denied", "state": parameters["state"], "iss": issuer})
                self.reply(302, b"", {"Location": f"{parameters['redirect_uri']}?{error}"})
            elif address == "/.well-known/openid-configuration":
                self.reply(200, json.dumps(metadata).encode(), {"Content-Type": "application/json"})
            else:
                self.reply(404, b"", {})

        def reply(self, status, body, fields):
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **fields}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        issuer = f"http://127.0.0.1:{server.server_port}"
        metadata = {
            "issuer": issuer, "authorization_endpoint": f"{issuer}/authorize", "token_endpoint": f"{issuer}/token",
            "jwks_uri": f"{issuer}/keys", "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"], "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
        }
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield issuer
        finally:
            server.shutdown()
            thread.join()


def check_linked(name):
    linked = (CLEAN / f"debug/{name}.product/Objects.LinkFileList").read_text()
    modules = set(re.findall(r"/([^/]+)\.build/", linked))
    foreign = [module for module in modules if re.match(r"Auth(Descriptor|Generator)|Swift(Syntax|Parser)|NIO|CNIO|AsyncHTTP", module)]
    if foreign or "JWTKit" not in modules:
        raise Failure(f"{name} is linked with {sorted(modules)}")


def runtime_only():
    """Without traits, five packages are resolved, and no part of the generator and of SwiftNIO is linked"""
    # Committed code needs no other package.
    shutil.copy(COPY / "Sources/CommittedApp/Generated/Keycloak.swift", COPY / "RuntimeOnly/Sources/RuntimeOnly")
    # The length of a challenge, a redacted secret, and a client.
    clean("RuntimeOnly", r"43 <redacted> AuthClient<DynamicProvider>\(.*", WITHOUT_TRAITS)
    check_linked("RuntimeOnly")
    # Without the headers of libcurl and PostgreSQL, a command that names the library would fail.
    plan = (CLEAN / "debug.yaml").read_text()
    named = [name for name in ["CLibCurl", "libcurl", "CLibPQ", "libpq", "sqlite3", "GRDB", "checkouts/hummingbird"] if name in plan]
    if named or "AuthRuntime" not in plan:
        raise Failure(f"the commands that build RuntimeOnly name {named}")


def prebuilt():
    """With the prebuilt tool, a consumer needs no generator. Without it, the error names what is missing

    The steps after this one use the prebuilt tool too. Whenever a file is added or removed, SwiftPM would build a tool
    from source again, which takes a minute.
    """
    # A debug build, from existing build products. scripts/measure-consumers builds the published one.
    subprocess.run([ROOT / "scripts/build-artifact-bundle", "--debug"], check=True)
    # Used from another folder and from its archive, as SwiftPM would fetch it.
    elsewhere = ROOT / ".build/unpacked-artifact"
    shutil.rmtree(elsewhere, ignore_errors=True)
    elsewhere.mkdir()
    bundle = artifact_checks.unpacked(ROOT / ".build/artifact/authgen.artifactbundle.zip", elsewhere)
    os.environ["AUTHGEN_BUNDLE"] = str(bundle)
    clean("Prebuilt", r"auth0 AuthClient<Auth0>", WITHOUT_TRAITS)
    fetch_by_url(COPY / "Prebuilt/Package.swift", origin())
    # The compiler suppresses warnings of fetched packages, and rejects the option to treat them as errors.
    silent = {"AUTH_WARNINGS": ""}
    # SwiftPM runs the plugins and plans everything, but this builds only a module that exists.
    # scripts/rehearse-release builds a consumer by URL.
    forget_plan(CLEAN)
    Build(COPY / "Prebuilt", "--target", "Logging", scratch=CLEAN, environment=silent).succeeded()
    expect_resolved("Prebuilt", WITHOUT_TRAITS | {"swift-auth-generator"})
    source = Build(COPY / "Prebuilt", scratch=CLEAN, environment={"AUTHGEN_BUNDLE": "source", **silent})
    source.failed_saying(
        "authgen requires the trait 'Generator' of swift-auth-generator; enable it, or use a prebuilt authgen")
    command = Build(
        COPY / "Prebuilt", "--allow-writing-to-package-directory", "generate-auth-clients", verb="package",
        scratch=CLEAN, environment={"AUTHGEN_BUNDLE": "source", **silent})
    command.failed_saying(
        "authgen requires the trait 'Generator' of swift-auth-generator; enable it, or use a prebuilt authgen")
    for build in [source, command]:
        if build.compiled:
            raise Failure(f"without the trait {build.compiled} were compiled before the plugin reported what is missing")
    forget_plan()
    Build(COPY).succeeded()


def fetch_by_url(manifest, repository):
    """Changes a consumer of this folder into a consumer of a repository."""
    text = manifest.read_text()
    here = '.package(name: "swift-auth-generator", path: "../../..", traits: [])'
    if text.count(here) != 1:
        raise Failure(f"{manifest} doesn't contain {here}")
    manifest.write_text(text.replace(here, f'.package(url: "file://{repository}", branch: "main", traits: [])'))


def clean(name, prints, resolves, *arguments, environment=None):
    """Builds a package without the products of scripts/test, and checks the resolved packages and the output."""
    forget_plan(CLEAN)
    build = Build(COPY / name, scratch=CLEAN).succeeded()
    expect_resolved(name, resolves)
    output = build.output(name, *arguments, environment=environment)
    if not re.fullmatch(prints, output):
        raise Failure(f"{name} printed '{output}'; expected {prints}")


def expect_resolved(name, expected):
    found = resolved(COPY / name)
    if found != expected:
        raise Failure(f"{name} resolves {sorted(found)}; expected {sorted(expected)}")


def command(*arguments):
    options = ["--allow-writing-to-package-directory", "generate-auth-clients", *arguments]
    return Build(COPY, *options, verb="package")


def expect(build, generated=None, compiled=None):
    if generated is not None and build.generated != generated:
        raise Failure(f"the generator ran on {build.generated}; expected {generated}:\n{build.text}")
    if compiled is not None and build.compiled != compiled:
        raise Failure(f"{build.compiled} were compiled; expected {compiled}")
    return build


def outputs():
    """The date of each generated file."""
    folder = ROOT / ".build/plugins/outputs/consumers"
    return {path: path.stat().st_mtime_ns for path in sorted(folder.rglob("*.swift"))}


def append(path: pathlib.Path, text):
    path.write_text(path.read_text() + text)


if __name__ == "__main__":
    main(sys.argv[1:])
