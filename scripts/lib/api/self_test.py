"""Plants changes in small APIs, versions, and changelogs, and checks that each one is found."""

import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile

from api import baseline, commands, declarations, frozen, manifest, revisions
from api.declarations import Declaration
from release import changelog, version

LOG = "# Changelog\n\n## Unreleased\n\n### Fixed\n\n- `C.other()`\n\n{}## 0.1.0 (2026-11-01)\n\n### Breaking changes\n\n- `A.old()`\n"
API = {
    Declaration("A", "struct A"), Declaration("A: Hashable", "conformance"), Declaration("A: Sendable", "conformance"),
    Declaration("A.run(_:)", "func run(_ a: Int)"), Declaration("A.run(_:)", "func run(_ a: String)"),
    Declaration("P", "protocol P"), Declaration("P.go()", "func go()", True),
    Declaration("B", "class B", platforms=("macOS", "iOS")), Declaration("B.x", "var x: Int", platforms=("macOS", "iOS")),
    Declaration("tool go", "command"), Declaration("tool go --at", "option <place>"),
    Declaration("D.init()", "required init()", deprecation="use E"), Declaration("E", "enum E"), Declaration("F", "enum F"),
    Declaration("F: Error", "conformance"), Declaration("L", "struct L", platforms=("Linux",)),
}


def without(*names):
    return {one for one in API if one.name not in names}


def having(*declarations):
    return API | set(declarations)


# Changed declarations, the names in the changelog, the expected first message, and whether the change is breaking.
CHANGES = (
    (without("A.run(_:)"), (), "X: 'A.run(_:)' was removed", True),
    (API - {Declaration("A.run(_:)", "func run(_ a: Int)")}, (), "X: 'A.run(_:)' was removed", True),
    (without("P.go()") | {Declaration("P.go()", "func go() async", True)}, (), "X: 'P.go()' changed", True),
    (without("A: Sendable"), (), "X: 'A: Sendable' was removed", True),
    (without("B", "B.x"), (), "X: 'B' was removed", True),
    (without("B.x") | {Declaration("B.x", "var x: Int", platforms=("iOS",))}, (), "X: 'B.x' changed", True),
    (without("tool go --at"), (), "X: 'tool go --at' was removed", True),
    (having(Declaration("P.stop()", "func stop()", True)), (), "X: 'P.stop()' is a new requirement", True),
    (having(Declaration("tool go --by", "option <means>", True)), (), "X: 'tool go --by' is a new requirement", True),
    (having(Declaration("E.x(_:)", "indirect case x(E)")), (), "X: 'E.x(_:)' is a new case", True),
    (having(Declaration("F.x", "case x")), (), "X: 'F.x' is new", False),
    (having(Declaration("G", "enum G"), Declaration("G.x", "case x")), (), "X: 'G' is new", False),
    (having(Declaration("P.stop()", "func stop()")), (), "X: 'P.stop()' is new", False),
    (having(Declaration("Q", "protocol Q"), Declaration("Q.go()", "func go()", True)), (), "X: 'Q' is new", False),
    (without("B.x") | {Declaration("B.x", "var x: Int")}, (), "X: 'B.x' has other platforms", False),
    (without("A") | {Declaration("A", "struct A", deprecation="use B")}, (), "X: 'A' has other platforms", False),
    # Another platform is read for the first time, and lacks `A.run(_:)`.
    (without("A.run(_:)") | {
        Declaration("A.run(_:)", "func run(_ a: Int)", platforms=("Linux", "macOS", "iOS")),
        Declaration("A.run(_:)", "func run(_ a: String)", platforms=("Linux", "macOS", "iOS")),
        Declaration("W", "struct W", platforms=("Windows",))}, (), None, False),
    (without("A.run(_:)"), ("A.run(_:)",), None, False),
    (without("B", "B.x"), ("B",), None, False),
    # The type still exists, so its name doesn't describe the removed member.
    (without("B.x"), ("B",), "X: 'B.x' was removed", True),
)


def change_faults():
    if baseline.parsed(baseline.text(API)) != API:
        yield "a baseline isn't read as it was written"
    if list(baseline.changes(API, set(API))):
        yield "an unchanged API has changes"
    for changed, names, expected, is_unnamed in CHANGES:
        messages, unnamed = baseline.report("X", baseline.changes(API, changed), set(names))
        first = messages[0] if messages else None
        if unnamed != is_unnamed or (first is None) != (expected is None) or not (first or "").startswith(expected or ""):
            yield f"expected '{expected}', found {messages}"


def changelog_faults():
    text = LOG.format("### Breaking changes\n\n- `A.run(_:)` and `B` are gone.\n\n")
    if changelog.breaking(text) != {"A.run(_:)", "B"} or changelog.breaking(LOG.format("")):
        yield "only the names under the unreleased breaking changes count"
    if changelog.releases(text) != [(0, 1, 0)]:
        yield "the releases of a changelog aren't found"
    after, changes = changelog.released(text, "0.2.0")
    if changelog.breaking(after) or changelog.releases(after) != [(0, 2, 0), (0, 1, 0)] or "`C.other()`" not in changes:
        yield f"a release doesn't move the changes: {after}"


MEMBER = "  public enum Version_0_2 {}\n"
DROPPED = '  @available(*, unavailable, message: "generate this file again")\n'
SOURCE = '  package static let current = "0.2.0-dev"\n' + MEMBER
VERSIONS = (
    (SOURCE, [(0, 1, 0)], None),
    (SOURCE.replace("-dev", ""), [(0, 2, 0), (0, 1, 0)], None),
    (SOURCE + (DROPPED + MEMBER).replace("_2", "_1"), [], None),
    (SOURCE.replace("0.2.0-dev", "0.2"), [], "needs one line"),
    (SOURCE, [(0, 2, 0)], "already released"),
    (SOURCE.replace("-dev", ""), [(0, 1, 0)], "newest release in CHANGELOG.md is 0.1.0"),
    (SOURCE, [(0, 1, 0), (0, 1, 1)], "aren't sorted"),
    (SOURCE.replace(MEMBER, ""), [], "needs the member Version_0_2"),
    (SOURCE.replace(MEMBER, DROPPED + MEMBER), [], "needs the member Version_0_2"),
    (SOURCE + MEMBER.replace("_2", "_3"), [], "newer than the package"),
    (SOURCE + (DROPPED.replace("generate", "drop") + MEMBER).replace("_2", "_1"), [], "must advise users"),
    (SOURCE + (DROPPED + MEMBER).replace("_2", "_1") + MEMBER.replace("_2", "_0"), [], "older ones are supported"),
)


def version_faults():
    for text, releases, expected in VERSIONS:
        found = list(version.problems(text, releases))
        if len(found) != (0 if expected is None else 1) or expected and expected not in found[0]:
            yield f"expected '{expected}' for the version, found {found}"


def symbol(identifier, path, text, kind="swift.method", **more):
    return {"identifier": {"precise": identifier}, "kind": {"identifier": kind}, "pathComponents": path.split("."),
            "declarationFragments": [{"spelling": text}]} | more


def graph_faults():
    """A graph with each kind of symbol and relationship."""
    graph = {
        "symbols": [
            symbol("p", "P", "protocol P", "swift.protocol"), symbol("r", "P.must()", "func must()"),
            symbol("d", "P.may()", "func may()"), symbol("i", "P.may()", "func may()\n  ", swiftExtension={"constraints": [
                {"kind": "sameType", "lhs": "Self", "rhs": "Int"}]}),
            symbol("a", "A", "enum A", "swift.enum", availability=[
                {"domain": "macOS", "introduced": {"major": 13, "minor": 3}},
                {"isUnconditionallyDeprecated": True, "message": "use B"}]),
            symbol("s::SYNTHESIZED::a", "A.may()", "func may()"), symbol("e", "Int", "extension Int", "swift.struct.extension"),
        ],
        "relationships": [
            {"kind": "requirementOf", "source": "r", "target": "p"}, {"kind": "requirementOf", "source": "d", "target": "p"},
            {"kind": "defaultImplementationOf", "source": "i", "target": "d"},
            {"kind": "conformsTo", "source": "a", "target": "p"},
            {"kind": "conformsTo", "source": "a", "target": "x", "targetFallback": "Swift.Copyable"},
            {"kind": "conformsTo", "source": "e", "target": "x", "targetFallback": "Other.Q"},
        ]}
    expected = """\
A | @available(macOS 13.3) enum A | deprecated: use B
A | conforms to P
Int | conforms to Q
P | protocol P
P.may() | func may()
P.may() | func may() [where Self == Int]
P.must() | requirement func must()
"""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "M.symbols.json")
        file.write_text(json.dumps(graph), encoding="utf-8")
        found = declarations.read([file])
    if baseline.text(found) != expected:
        yield f"expected the declarations\n{expected}found\n{baseline.text(found)}"
    one, other = Declaration("A", "enum A"), Declaration("B", "enum B")
    if set(declarations.merged({"Linux": {one, other}, "iOS": {one}})) != {one, dataclasses.replace(other, platforms=("Linux",))}:
        yield "the platforms of a declaration aren't found"


def command_faults():
    option = {"kind": "option", "names": [{"kind": "long", "name": "at"}, {"kind": "short", "name": "a"}], "valueName": "place",
              "preferredName": {"kind": "long", "name": "at"}, "isOptional": False, "isRepeating": True, "shouldDisplay": True}
    hidden = option | {"shouldDisplay": False}
    tool = {"commandName": "tool", "arguments": [], "subcommands": [
        {"commandName": "go", "arguments": [option, hidden]}, {"commandName": "help"}]}
    found = baseline.text(commands.declarations(tool, ()))
    expected = "tool go --at | requirement option also -a <place> repeating\ntool go | command\ntool | command\n"
    if found != expected:
        yield f"expected the options\n{expected}found\n{found}"


def manifest_faults():
    """A manifest with each kind of product and trait."""
    command = {"command": [{"custom": {"verb": "write-it"}}, [{"writeToPackageDirectory": {"reason": "It writes."}}]]}
    package = {
        "name": "Tool", "toolsVersion": {"_version": "6.2.0"}, "platforms": [{"platformName": "ios", "version": "16.0"}],
        "products": [{"name": "A", "type": {"library": ["automatic"]}, "targets": ["A"]},
                     {"name": "C", "type": {"plugin": None}, "targets": ["C"]},
                     {"name": "B", "type": {"plugin": None}, "targets": ["B"]}],
        "targets": [{"name": "A", "type": "regular"}, {"name": "C", "type": "plugin", "pluginCapability": command},
                    {"name": "B", "type": "plugin", "pluginCapability": {"buildTool": None}}],
        "traits": [{"name": "S", "enabledTraits": []}, {"name": "T", "enabledTraits": ["S"]},
                   {"name": "default", "enabledTraits": ["T"]}]}
    found = baseline.text(manifest.declarations(package))
    expected = """\
default trait T | trait
name | tool
platform ios | 16.0
product A | library
product B | plugin buildTool
product C | plugin command write-it with writeToPackageDirectory
tools version | 6.2.0
trait S | trait
trait T | trait that enables S
"""
    if found != expected:
        yield f"expected the manifest\n{expected}found\n{found}"


# The new text of a frozen file, and the expected message.
FROZEN = (("a.yaml", "id: b\n", "a.yaml changed"), ("a.yaml", None, "a.yaml was removed"), ("a.txt", "two\n", "no longer has 'one'"),
          ("a.txt", "three\ntwo\none\n", None), ("a.txt", None, "a.txt was removed"), ("b.yaml", "id: b\n", None))


def frozen_faults():
    """Commits changes of frozen descriptors and of their facts."""
    for name, text, expected in FROZEN:
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder, frozen.FOLDER)
            place.mkdir(parents=True)
            for file, content in (("a.yaml", "id: a\n"), ("a.txt", "one\ntwo\n")):
                (place / file).write_text(content, encoding="utf-8")
            git(folder, "init", "--quiet")
            commit(folder, "first")
            if text is None:
                (place / name).unlink()
            else:
                (place / name).write_text(text, encoding="utf-8")
            commit(folder, "second")
            found = list(frozen.problems(folder, set()))
            if len(found) != (1 if expected else 0) or expected and expected not in found[0]:
                yield f"expected '{expected}' for {name}, found {found}"
            if list(frozen.problems(folder, {name})):
                yield f"{name} is in the changelog, and not accepted"


def git(folder, *arguments):
    subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.com", *arguments], cwd=folder, check=True)


def commit(folder, message):
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", message)


def revision_faults():
    """Commits a removal together with its baseline, before and after the first release."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, revisions.FOLDER, "X.txt")
        file.parent.mkdir(parents=True)
        git(folder, "init", "--quiet")
        for text in ("A | struct A\n", "B | struct B\n", "C | struct C\n"):
            file.write_text(text, encoding="utf-8")
            commit(folder, text[0])
            if text[0] == "A":
                git(folder, "tag", "0.9.0")
                git(folder, "tag", "0.10.0")
        before = [revisions.baseline(folder, one, "X") for one in revisions.earlier(folder)]
        if revisions.newest_release(folder) != "0.10.0" or before != ["A | struct A", "B | struct B"]:
            yield f"the earlier baselines are {before}"
        if revisions.products(folder, "0.9.0") != {"X"} or revisions.baseline(folder, "0.9.0", "Y"):
            yield "the products of a revision aren't found"


def main():
    faults = [*change_faults(), *revision_faults(), *frozen_faults(), *changelog_faults(), *version_faults(), *graph_faults(),
              *command_faults(), *manifest_faults()]
    for fault in faults:
        print(f"check-api --self-test: {fault}", file=sys.stderr)
    if not faults:
        print(f"{len(CHANGES) + len(FROZEN)} planted changes and {len(VERSIONS)} versions are found")
    return 1 if faults else 0
