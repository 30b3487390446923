"""The packages of Tests/Consumers, copied to where they may be changed, and their builds."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# As deep below the top as Tests/Consumers, so that the paths in the manifests lead to the same places.
COPY = ROOT / ".build/consumers"
SHARED = ROOT / ".build"
# The packages that are resolved without traits, as Package.resolved names them: the protocol's cryptography and the log.
WITHOUT_TRAITS = {"jwt-kit", "swift-asn1", "swift-certificates", "swift-crypto", "swift-http-types", "swift-log"}


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


def origin():
    """A repository of what stands here, as a consumer by URL fetches it, with one commit: what was changed and not yet
    committed is in it."""
    place = COPY / "origin/swift-auth-generator"
    subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch", "main", place], check=True)
    with tempfile.TemporaryDirectory() as folder:
        index = pathlib.Path(folder) / "index"
        shutil.copy(ROOT / git("rev-parse", "--git-path", "index"), index)
        person = {f"GIT_{role}_{key}": value for role in ["AUTHOR", "COMMITTER"]
                  for key, value in [("NAME", "check-consumers"), ("EMAIL", "check-consumers@example.com")]}
        environment = {"GIT_INDEX_FILE": str(index), **person}
        git("add", "--all", environment=environment)
        tree = git("write-tree", environment=environment)
        commit = git("commit-tree", tree, "-m", "What stands here", environment=environment)
        git("push", "--quiet", place, f"{commit}:refs/heads/main")
    return place


def git(*arguments, environment=None):
    done = subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, **(environment or {})})
    if done.returncode:
        raise Failure(f"git {arguments[0]}: {done.stdout}")
    return done.stdout.strip()


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
