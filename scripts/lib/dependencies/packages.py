"""The packages that Package.resolved pins, with their files and manifests at the pinned revisions."""

import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile


class Problem(Exception):
    pass


class Package:
    """A package at a pinned revision. Its files are read from SwiftPM's clone, because a checkout may be changed or gone."""

    def __init__(self, pin, clones):
        self.identity = pin["identity"]
        self.url = pin["location"]
        self.revision = pin["state"]["revision"]
        self.version = pin["state"].get("version")
        self.clone = next((clone for clone in candidates(self.url, clones) if self.holds_revision(clone)), None)
        if self.clone is None:
            raise Problem(f"SwiftPM has no clone of {self.identity} {self.version}; run 'swift package resolve' first")

    def holds_revision(self, clone):
        return git(clone, "cat-file", "-e", f"{self.revision}^{{commit}}").returncode == 0

    def names(self):
        return git(self.clone, "ls-tree", "--name-only", self.revision).stdout.split("\n")

    def all_names(self):
        """The paths of all files, not only of those in the top folder."""
        return git(self.clone, "ls-tree", "-r", "--name-only", self.revision).stdout.split("\n")

    def text(self, name):
        return git(self.clone, "show", f"{self.revision}:{name}").stdout

    def has_phrase(self, phrase, folder):
        """Whether a file in the folder contains the phrase."""
        return git(self.clone, "grep", "--quiet", "--fixed-strings", phrase, self.revision, "--", folder).returncode == 0

    def manifest(self, store):
        """The manifest as JSON. Reading one takes a second, so `store` keeps it by its revision."""
        kept = store / f"{self.identity}-{self.revision}.json"
        if not kept.exists():
            with tempfile.TemporaryDirectory() as folder:
                for name in self.names():
                    if name.startswith("Package") and name.endswith(".swift"):
                        pathlib.Path(folder, name).write_text(self.text(name), encoding="utf-8")
                found = dump(folder)
            store.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(found), encoding="utf-8")
        return json.loads(kept.read_text(encoding="utf-8"))


def candidates(url, clones):
    name = url.rsplit("/", 1)[-1].removesuffix(".git")
    for folder in clones:
        yield from sorted(folder.glob(f"{name}-*"))


def git(folder, *arguments):
    return subprocess.run(["git", "-C", folder, *arguments], capture_output=True, text=True)


def dump(folder, environment=None):
    """The manifest of the package in a folder. This neither resolves dependencies nor waits for a build."""
    with tempfile.TemporaryDirectory() as scratch:
        command = ["swift", "package", "--package-path", folder, "--scratch-path", scratch, "dump-package"]
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise Problem(f"'{' '.join(map(str, command))}' failed:\n{done.stderr}")
    return json.loads(done.stdout)


def dependencies(manifest):
    """The packages that a manifest names, as (identity, declaration)."""
    for dependency in manifest["dependencies"]:
        for declarations in dependency.values():
            for declaration in declarations:
                yield declaration["identity"], declaration


def pinned(root):
    """The pinned packages, sorted by identity."""
    resolved = root / "Package.resolved"
    if not resolved.exists():
        raise Problem("Package.resolved is missing; run 'swift package resolve' first")
    home = pathlib.Path.home()
    shared = home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "org.swift.swiftpm/repositories"
    # The prebuilt authgen is built in a separate folder.
    clones = [root / ".build/repositories", root / ".build/bundle/repositories", shared]
    pins = json.loads(resolved.read_text(encoding="utf-8"))["pins"]
    return sorted((Package(pin, clones) for pin in pins), key=lambda package: package.identity)


def manifests(packages, store):
    with concurrent.futures.ThreadPoolExecutor() as pool:
        read = pool.map(lambda package: package.manifest(store), packages)
        return dict(zip((package.identity for package in packages), read))
