"""The packages of Tests/Consumers, copied to a folder where they can be changed, and their builds."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# At the same depth as Tests/Consumers, so that relative paths in the manifests stay valid.
COPY = ROOT / ".build" / (os.environ.get("AUTH_CONSUMERS") or "consumers")
SHARED = ROOT / ".build"
# The packages that are resolved without traits, with their names in Package.resolved: cryptography and logging.
WITHOUT_TRAITS = {"jwt-kit", "swift-asn1", "swift-certificates", "swift-crypto", "swift-http-types", "swift-log"}


def copy():
    """Fresh copies. The build products of an earlier copy are kept in `scratch`."""
    if COPY.resolve().parent != (ROOT / ".build").resolve():
        sys.exit("AUTH_CONSUMERS: expected the name of a folder in .build")
    shutil.rmtree(COPY, ignore_errors=True)
    leave = shutil.ignore_patterns(".build", "Package.resolved", ".swiftpm")
    shutil.copytree(ROOT / "Tests/Consumers", COPY, ignore=leave)


class Failure(Exception):
    pass


class Build:
    """Runs one `swift` command on a package until it ends."""

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
        """Checks that the build failed with each of these messages."""
        missing = [text for text in expected if text not in self.text]
        if self.status == 0 or missing:
            raise Failure(f"expected a failure with {missing or expected}; got:\n{self.text}")
        return self

    @property
    def generated(self):
        """The descriptors that the build ran the generator for."""
        return sorted(set(re.findall(r"Generating \S+ from (\S+)", self.text)))

    @property
    def compiled(self):
        return sorted(set(re.findall(r"Compiling (?:\S+ )?(\S+\.swift)", self.text)))

    def output(self, program, *arguments, environment=None):
        """The output of a built program."""
        command = [self.folder / "debug" / program, *arguments]
        done = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **(environment or {})})
        return done.stdout.strip()


def origin():
    """A repository of the current files, including uncommitted changes, with one commit. A consumer fetches it by URL."""
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
    """SwiftPM stores its plan in a build folder and reuses it without checking which package it was made for."""
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
