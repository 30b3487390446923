"""Plants faults in copies of the state, and checks that each one is found."""

import dataclasses
import pathlib
import sys
import tempfile

from dependencies import check, licenses, notices, packages, payers, spdx, system

GPL = "GNU GENERAL PUBLIC LICENSE\nVersion 3, 29 June 2007"
# An allowed text with a condition that takes the permission back.
COMMONS = '"Commons Clause" License Condition v1.0\n'
EVIL = "The Software shall be used for Good, not Evil."


class Planted:
    """A package with another license file."""

    def __init__(self, package, **texts):
        self.identity, self.version, self.texts = package.identity, package.version, texts

    def names(self):
        return list(self.texts)

    all_names = names

    def text(self, name):
        return self.texts[name]

    def has_phrase(self, phrase, folder):
        return any(name.startswith(f"{folder}/") and phrase in text for name, text in self.texts.items())


def faults(state):
    """Each fault with a part of the expected message."""
    first, rest = state.packages[0], state.packages[1:]
    allowed = first.text(licenses.files(first.names())[0])
    expected = f"the license in {first.identity}'s LICENSE isn't allowed"
    changed = (COMMONS + allowed, f"{allowed}\n{EVIL}", f"{allowed}\nCopyright holders require a paid license for production.\n", allowed[:-100])
    for text in (GPL, "", *changed):
        yield dataclasses.replace(state, packages=[Planted(first, LICENSE=text), *rest]), expected
    yield dataclasses.replace(state, packages=[Planted(first), *rest]), f"{first.identity} has 0 license files"
    vendored = Planted(first, **{"LICENSE": allowed, "Sources/Other/LICENSE": GPL})
    yield dataclasses.replace(state, packages=[vendored, *rest]), f"the license in {first.identity}'s Sources/Other/LICENSE isn't allowed"
    origin = f"derived from BoringSSL cloned from https://example.com/boringssl at revision {'0' * 40}"
    unnamed = Planted(first, **{"LICENSE": allowed, "Sources/C/hash.txt": origin, "Sources/C/a.c": GPL})
    yield dataclasses.replace(state, packages=[unnamed, *rest]), f"no file of BoringSSL in {first.identity}'s Sources/C names a license"
    two = Planted(first, LICENSE=allowed, COPYING=GPL)
    yield dataclasses.replace(state, packages=[two, *rest]), f"{first.identity} has 2 license files"
    purpose, *purposes = state.purposes
    yield dataclasses.replace(state, purposes=purposes), f"{purpose[0]} has no line in"
    yield dataclasses.replace(state, purposes=[*state.purposes, ("swift-foo", "Foos")]), "Package.swift has no dependency swift-foo"
    yield dataclasses.replace(state, purposes=[*state.purposes, purpose]), f"{purpose[0]} has several lines"
    yield dataclasses.replace(state, purposes=[purpose[:1], *purposes]), f"{purpose[0]} has no purpose"
    libraries = [one for one in state.system if one.name != "libpq"]
    postgres, = set(state.system) - set(libraries)
    yield dataclasses.replace(state, system=libraries), "AuthPostgres links the library pq, which"
    unlinked = {name: products for name, products in state.linked.items() if name != "pq"}
    yield dataclasses.replace(state, linked=unlinked), "no product links libpq"
    yield dataclasses.replace(state, system=[*libraries, dataclasses.replace(postgres, license="GPL-3.0")]), "isn't in ALLOWED"
    yield dataclasses.replace(state, system=[*state.system, postgres]), "the library pq is listed twice"
    part = state.copied[0]
    yield dataclasses.replace(state, copied=state.copied[1:]), f"{part.file} names a license"
    yield dataclasses.replace(state, copied=[dataclasses.replace(part, license="GPL-3.0")]), "isn't in ALLOWED"
    yield dataclasses.replace(state, licensed=state.licensed - {part.file}), f"{part.file} is missing or names no license"


def target(name, *uses):
    return {"name": name, "type": "regular", "dependencies": list(uses)}


def product(name, platforms=(), traits=()):
    return {"product": [name, "dependency", None, {"platformNames": list(platforms), "traits": list(traits)}]}


def package(name, targets, uses=()):
    return {"products": [{"name": name, "targets": [one["name"]]} for name, one in zip(name, targets)], "targets": targets,
            "dependencies": [{"sourceControl": [{"identity": one, "traits": []}]} for one in uses]}


def payer_faults():
    """A product pays under its conditions, unless another product that it uses already does."""
    manifest = package(
        ["Base", "Above", "Other"],
        [target("Base", product("Library", ["linux"], ["T"])),
         target("Above", {"byName": ["Base", None]}, product("Library", ["linux", "macos"], ["T"])),
         target("Other", product("Optional"))], ["dependency"])
    dependency = package(
        ["Library", "Optional"],
        [target("Library"), target("Optional", product("Library", traits=["Off"]))])
    found = payers.Graph(manifest, {"dependency": dependency}).payers()
    text = payers.described(found["dependency"])
    expected = "Base (trait T on Linux); Above (trait T on Linux, macOS); Other"
    if text != expected:
        yield f"expected the payers '{expected}', found '{text}'"


def sbom_faults(state):
    """The SBOM of the unchanged state is valid, and a missing or wrong field is found."""
    url, revision = "https://example.com/swift-auth-generator", "0" * 40

    def planted(change):
        document = spdx.document("1.0.0", url, revision, "MIT", state)
        change(document, next(one for one in document["packages"] if one["SPDXID"] == spdx.reference(state.packages[-1])))
        try:
            spdx.validate(document)
        except packages.Problem as problem:
            return str(problem)

    if found := planted(lambda document, package: None):
        yield f"the unchanged SBOM: {found}"
    document = spdx.document("1.0.0", url, revision, "MIT", state)
    containers = {one["spdxElementId"] for one in document["relationships"] if one["relatedSpdxElement"].endswith("-BoringSSL")}
    if containers != {"SPDXRef-Package-swift-crypto", "SPDXRef-Package-swift-nio-ssl"}:
        yield f"the SBOM lists BoringSSL in {sorted(containers)}"
    for expected, change in (
        ("has no documentNamespace", lambda document, package: document.pop("documentNamespace")),
        ("has no versionInfo", lambda document, package: package.pop("versionInfo")),
        ("isn't allowed", lambda document, package: package.update(licenseDeclared="NOASSERTION")),
        ("invalid location", lambda document, package: package.update(downloadLocation="/srv/git/package")),
        ("repeated SPDXID", lambda document, package: package.update(SPDXID=spdx.OWN)),
        ("unknown element", lambda document, package: document["packages"].remove(package)),
    ):
        if expected not in (planted(change) or ""):
            yield f"the SBOM: expected '{expected}', found {planted(change)}"


LDD = """\
\tlinux-vdso.so.1 (0x00007ffd)
\tlibstdc++.so.6 => /lib/x86_64-linux-gnu/libstdc++.so.6 (0x00007f9a)
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f99)
\t/lib64/ld-linux-x86-64.so.2 (0x00007f9b)
"""


def ldd_faults(state):
    """A program may link only the listed libraries that every program links."""
    for output, expected in ((LDD, None), (LDD.replace("libc.", "libpq."), "links pq"), (LDD + "\tlibz.so.1 => not found\n", "ldd didn't"),
                             (LDD + "\tlibcurl.so.4 => /lib/libcurl.so.4 (0x0)\n", "links curl"), ("", "ldd didn't")):
        try:
            system.check_output(output, state.system)
            found = None
        except packages.Problem as problem:
            found = str(problem)
        if (found is None) != (expected is None) or (expected or "") not in (found or ""):
            yield f"expected '{expected}' for the libraries of a program, found {found}"


def notice_faults(state):
    """The licenses of a program are complete, and a missing one is found."""
    root = pathlib.Path(__file__).resolve().parents[3]
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work, "licenses")
        notices.write(state, root, folder)
        texts = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
        if not {"swift/LICENSE.txt", "yams/LICENSE", "yams/LibYAML.txt", "stencil/LICENSE", "publicsuffix/MPL.txt"} <= texts or "swift-nio/LICENSE.txt" in texts:
            yield f"the licenses of authgen are {sorted(texts)}"
        (folder / "yams/LICENSE").write_text("", encoding="utf-8")
        (folder / "yams/LibYAML.txt").unlink()
        try:
            notices.check_folder(folder, ["yams"])
            yield "an empty license isn't found"
        except packages.Problem:
            pass
    fewer = dataclasses.replace(state, packages=[one for one in state.packages if one.identity != "yams"])
    with tempfile.TemporaryDirectory() as work:
        try:
            notices.write(fewer, root, pathlib.Path(work, "licenses"))
            yield "a notice for a package that authgen doesn't contain isn't found"
        except packages.Problem:
            pass


def main(state):
    unchanged = (f"the unchanged state has a problem: {one}" for one in check.problems(state))
    failures = [*unchanged, *payer_faults(), *sbom_faults(state), *ldd_faults(state), *notice_faults(state)]
    planted = list(faults(state))
    for changed, expected in planted:
        found = list(check.problems(changed))
        if len(found) != 1 or expected not in found[0]:
            failures.append(f"expected only '{expected}', found {found}")
    for failure in failures:
        print(f"check-dependencies --self-test: {failure}", file=sys.stderr)
    if not failures:
        print(f"{len(planted)} planted faults found")
    return 1 if failures else 0
