"""A copy of the package with all mutants, which is built once."""

import os
import shutil
import subprocess
from pathlib import Path

from mutate import areas, rewrite

# SwiftPM uses this file if it exists. Otherwise, it looks for XCTest's tests in an index, which isn't built.
ENTRY_POINT = "Tests/XCTMain.swift"
# The environment of scripts/lib/environment.sh, but warnings stay warnings: removed rules leave unused values.
SETTINGS = {"AUTH_TRAITS": "all", "SWIFT_DETERMINISTIC_HASHING": "1"}


class Tree:
    def __init__(self, root):
        self.root = root
        self.folder = root / ".build/mutation"
        self.copy = self.folder / "tree"
        self.build_folder = self.folder / "build"
        self.bundle = self.build_folder / "debug/swift-auth-generatorPackageTests.xctest"

    def mutants(self):
        """The mutants of the package, and the sources that contain them."""
        sources, mutants = {}, []
        for file, lists in areas.files(self.root / "Sources", areas.read(areas.FILE.read_text(encoding="utf-8"))):
            text = (self.root / "Sources" / file).read_text(encoding="utf-8")
            sources[file], found = rewrite.rewrite(text, file, len(mutants) + 1, lists)
            mutants += found
        for module in {file.split("/")[0] for file in sources}:
            sources[f"{module}/Mutant.swift"] = rewrite.runtime(len(mutants))
        return mutants, sources

    def write(self, sources):
        """Copies the package and replaces the sources. Files that stay equal keep their dates, so they aren't built again."""
        self.copy.mkdir(parents=True, exist_ok=True)
        wanted = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=self.root, check=True,
            capture_output=True).stdout.decode().split("\0")
        # The resolved versions aren't in git, but the checkouts are of these versions.
        wanted = {name for name in [*wanted, "Package.resolved"] if name and os.path.lexists(self.root / name)}
        for name in sorted(wanted):
            self._copy(name, sources)
        for module_file in sources:
            self._put(self.copy / "Sources" / module_file, sources[module_file].encode())
        self._put(self.copy / ENTRY_POINT, Path(__file__).with_name("EntryPoint.swift").read_bytes())
        kept = wanted | {f"Sources/{file}" for file in sources} | {ENTRY_POINT}
        for path in sorted(self.copy.rglob("*"), reverse=True):
            if (path.is_file() or path.is_symlink()) and path.relative_to(self.copy).as_posix() not in kept:
                path.unlink()

    def _copy(self, name, sources):
        source, target = self.root / name, self.copy / name
        if name.removeprefix("Sources/") in sources and name.startswith("Sources/"):
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            if not target.is_symlink() or os.readlink(target) != os.readlink(source):
                target.unlink(missing_ok=True)
                target.symlink_to(os.readlink(source))
        elif source.is_file():
            self._put(target, source.read_bytes())
            shutil.copymode(source, target)

    def _put(self, path, data):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)

    def build(self):
        """Builds the copy with its tests."""
        self._reuse_checkouts()
        subprocess.run(
            [
                "nice", "-n", "10", "swift", "build", "--build-tests", "--package-path", self.copy, "--scratch-path",
                self.build_folder, "--disable-index-store", "-debug-info-format", "none"],
            env=os.environ | SETTINGS | {"AUTH_WARNINGS": ""}, check=True)

    def _reuse_checkouts(self):
        """Takes the packages from the build folder of this package, if it has them."""
        self.build_folder.mkdir(parents=True, exist_ok=True)
        for name in ("repositories", "checkouts", "workspace-state.json"):
            source, target = self.root / ".build" / name, self.build_folder / name
            if source.exists() and not target.exists():
                shutil.copytree(source, target, symlinks=True) if source.is_dir() else shutil.copy2(source, target)
