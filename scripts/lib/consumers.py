"""The packages of Tests/Consumers, copied to where they may be changed, and their builds."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# As deep below the top as Tests/Consumers, so that the paths in the manifests lead to the same places.
COPY = ROOT / ".build/consumers"
SHARED = ROOT / ".build"
# What only the generator needs, and what only AsyncHTTPClient needs, as Package.resolved names them.
GENERATOR = {"swift-syntax", "stencil", "yams", "swift-argument-parser", "pathkit", "spectre"}
CLIENT = {"async-http-client", "swift-nio-ssl", "swift-nio-http2"}
# What only metrics and traces need.
OBSERVABILITY = {"swift-metrics", "swift-distributed-tracing", "swift-service-context"}


def copy():
    """Fresh copies; what was built of an earlier one is kept in `scratch`."""
    shutil.rmtree(COPY, ignore_errors=True)
    leave = shutil.ignore_patterns(".build", "Package.resolved", ".swiftpm")
    shutil.copytree(ROOT / "Tests/Consumers", COPY, ignore=leave)


class Failure(Exception):
    pass


class Build:
    """One `swift` command over a package, to its end."""

    def __init__(self, package, *arguments, scratch=SHARED, verb="build", environment=None):
        command = ["swift", verb, "--package-path", package, "--scratch-path", scratch, *arguments]
        self.folder = pathlib.Path(scratch)
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env={**os.environ, **(environment or {})})
        self.status, self.text = done.returncode, done.stdout

    def succeeded(self):
        if self.status:
            raise Failure(f"the build failed:\n{self.text}")
        return self

    def failed_saying(self, *expected):
        """The build failed, and said each of these."""
        missing = [text for text in expected if text not in self.text]
        if self.status == 0 or missing:
            raise Failure(f"expected a failure that says {missing or expected}; got:\n{self.text}")
        return self

    @property
    def generated(self):
        """The descriptors that the build ran the generator on."""
        return sorted(set(re.findall(r"Generating \S+ from (\S+)", self.text)))

    @property
    def compiled(self):
        return sorted(set(re.findall(r"Compiling (?:\S+ )?(\S+\.swift)", self.text)))

    def output(self, program):
        """What a program prints that was built."""
        path = self.folder / "debug" / program
        return subprocess.run([path], check=True, capture_output=True, text=True).stdout.strip()


def forget_plan(folder=SHARED):
    """SwiftPM keeps its plan in a build folder and trusts it without asking which package it was made for."""
    for configuration in ["debug", "release"]:
        for name in [f"{configuration}.yaml", f"{configuration}/description.json"]:
            (folder / name).unlink(missing_ok=True)


def resolved(package):
    """The packages that a package's build resolved."""
    text = (package / "Package.resolved").read_text()
    return set(re.findall(r'"identity" : "([^"]+)"', text))


def fail(message):
    print(f"check-consumers: {message}", file=sys.stderr)
    sys.exit(1)
