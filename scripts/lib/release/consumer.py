"""New packages that depend on a release by URL and version."""

import json

from release.assets import run
from release.changelog import Problem

# A consumer may have these variables, too. Neither may change whether the package can be used by version.
ENVIRONMENTS = ({}, {"AUTH_WARNINGS": "error"}, {"AUTH_TRAITS": "all"}, {"AUTH_WARNINGS": "error", "AUTH_TRAITS": "all"})
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Consumer", platforms: [.macOS(.v13)],
  dependencies: [.package(url: "{url}", exact: "{version}"{traits})],
  targets: [
    .executableTarget(
      name: "Consumer", dependencies: [.product(name: "AuthRuntime", package: "swift-auth-generator")]{plugins})
  ])
"""
PLUGIN = ',\n      plugins: [.plugin(name: "AuthGeneratorPlugin", package: "swift-auth-generator")]'
# The generated client names the runtime's version that it needs.
CLIENT = 'import AuthRuntime\n\nlet client = GitHub.Client(clientID: "a", redirect: .url("com.example.app:/callback"))\nprint(type(of: client))\n'


def make(folder, url, number, main, traits="", plugins=""):
    sources = folder / "Sources/Consumer"
    sources.mkdir(parents=True)
    manifest = MANIFEST.format(url=url, version=number, traits=traits, plugins=plugins)
    (folder / "Package.swift").write_text(manifest, encoding="utf-8")
    (sources / "main.swift").write_text(main, encoding="utf-8")
    return sources


def resolve(folder, url, number, revision):
    """Resolves a package in each environment."""
    make(folder, url, number, "import AuthRuntime\n\nprint(PKCE.self)\n")
    for environment in ENVIRONMENTS:
        (folder / "Package.resolved").unlink(missing_ok=True)
        run("swift", "package", "resolve", folder=folder, environment=environment)
        pins = json.loads((folder / "Package.resolved").read_text(encoding="utf-8"))["pins"]
        state = next((pin["state"] for pin in pins if pin["identity"] == "swift-auth-generator"), {})
        if state != {"revision": revision, "version": number}:
            raise Problem(f"with {environment or 'no variables'}, the consumer resolved {state} instead of {number}")


def build(folder):
    """Builds and runs the resolved package in the environment without variables."""
    run("swift", "run", "Consumer", folder=folder)


def generate(folder, url, number, bundle):
    """Builds and runs a package that generates a client with the prebuilt authgen of a bundle."""
    sources = make(folder, url, number, CLIENT, traits=", traits: []", plugins=PLUGIN)
    (sources / "GitHub.auth.yaml").write_text("extends: github\n", encoding="utf-8")
    output = run("swift", "run", "Consumer", folder=folder, environment={"AUTHGEN_BUNDLE": str(bundle)})
    if "AuthClient<GitHub>" not in output:
        raise Problem(f"the consumer of the plugin printed {output}")
