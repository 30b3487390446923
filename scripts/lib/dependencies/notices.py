"""The licenses of everything that the prebuilt authgen contains."""

import pathlib
import re
import shutil

from dependencies import payers
from dependencies.packages import Problem

FOLDER = pathlib.Path(__file__).with_name("notices")
# The license files of a package, also of code that it copied from another project.
FILE = re.compile(r"(?:.*/)?(licen[cs]e|notices?|copying)(\.(txt|md))?", re.IGNORECASE)
OTHER_CODE = re.compile(r"(^|/)(tests?|examples?|benchmarks?|snippets|[^/]*\.docc)/", re.IGNORECASE)
# Swift's standard library and Foundation have the same license text as this package of the Swift project.
SWIFT = "swift-syntax"
# The trait with which authgen is built.
TRAITS = {"Generator"}


def linked(state, product="authgen"):
    """The packages that a product contains on some platform, sorted by identity."""
    targets = state.graph.products[payers.ROOT][product]
    found = {identity for identity, conditions in state.graph.reached(targets).items()
             if any(traits <= TRAITS for traits, _ in conditions)}
    return [package for package in state.packages if package.identity in found]


def write(state, root, folder):
    """Writes a folder for this package, for each linked package and copied part, and for Swift's runtime, with their licenses."""
    packages = linked(state)
    shutil.rmtree(folder, ignore_errors=True)
    add(folder, "swift-auth-generator", {"LICENSE": (root / "LICENSE").read_text(encoding="utf-8")})
    for package in packages:
        names = [name for name in package.all_names() if FILE.fullmatch(name) and not OTHER_CODE.search(name)]
        add(folder, package.identity, {name: package.text(name) for name in names})
        if package.identity == SWIFT:
            add(folder, "swift", {"LICENSE.txt": package.text("LICENSE.txt")})
    for part in state.copied:
        (folder / part.name).mkdir()
    # The licenses of parts that are missing in the package: PACKAGE.PART.txt.
    for file in sorted(FOLDER.glob("*.txt")):
        identity, part, _ = file.name.split(".")
        if not (folder / identity).is_dir():
            raise Problem(f"authgen doesn't contain {identity}; remove scripts/lib/dependencies/notices/{file.name}")
        shutil.copy(file, folder / identity / f"{part}.txt")
    check_folder(folder, [package.identity for package in packages] + [part.name for part in state.copied])


def add(folder, identity, texts):
    for name, text in texts.items():
        file = folder / identity / name.replace("/", "-")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def check_folder(folder, identities):
    """Checks that each part of the program has a license."""
    for identity in ["swift-auth-generator", "swift", *identities]:
        files = sorted((folder / identity).glob("*"))
        if not any("copyright" in file.read_text(encoding="utf-8").lower() for file in files):
            raise Problem(f"the bundle has no license text of {identity}")

