"""Lists public declarations without documentation, and public types that no topic group lists, from symbol graphs.

It counts declarations in a source file, whether they were written by hand or generated from a template. It doesn't
count those that are documented elsewhere or need no documentation: members from a protocol's extension, members that a
conformance requires (`==`, `hash(into:)`, `init(from:)`, `description` …), extensions themselves, and members that
satisfy a protocol's own requirements.

The documentation lists each top-level type of AuthRuntime and AuthTesting in a topic group of its module's page.
`--self-test` checks that missing documentation and missing groups are found.
"""

import json
import pathlib
import re
import sys
import tempfile

# An extension of another module's type is a list of members, which count. The extension itself needs no documentation.
EXTENSIONS = {"swift.extension", "swift.module.extension", "swift.struct.extension", "swift.enum.extension",
              "swift.class.extension", "swift.protocol.extension", "swift.unknown.extension"}
TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias"}
PAGES = pathlib.Path(__file__).resolve().parents[2] / "Documentation.docc/Modules"
LISTED = re.compile(r"^- ``(\w+)``$", re.MULTILINE)


class Symbol:
    def __init__(self, module, raw):
        self.module = module
        self.id = raw["identifier"]["precise"]
        self.kind = raw["kind"]["identifier"]
        self.path = ".".join(raw["pathComponents"])
        self.location = raw.get("location")
        self.lines = [line["text"] for line in raw.get("docComment", {}).get("lines", [])]

    @property
    def is_documented(self):
        return any(line.strip() for line in self.lines)

    @property
    def counts(self):
        return self.kind not in EXTENSIONS and "::SYNTHESIZED::" not in self.id and self.location is not None

    def __str__(self):
        file = self.location["uri"].removeprefix("file://")
        file = file[file.index("/Sources/") + 1:] if "/Sources/" in file else "Tests/" + file.partition("/Tests/")[2]
        return f"{file}:{self.location['position']['line'] + 1}: {self.path} ({self.kind.removeprefix('swift.')})"


def demanded(graph):
    """The members that satisfy a protocol's requirement. The protocol documents them."""
    return {one["source"] for one in graph["relationships"]
            if one["kind"] in ("requirementOf", "optionalRequirementOf", "overrides", "memberOf", "defaultImplementationOf")
            and "sourceOrigin" in one}


def coverage(folder):
    """For each module, the number of declarations that count, and those without documentation."""
    counted, missing = {}, {}
    for file in sorted(folder.glob("*.symbols.json")):
        graph = json.loads(file.read_text(encoding="utf-8"))
        module = file.name.removesuffix(".symbols.json").split("@")[0]
        fulfilling = demanded(graph)
        for symbol in (Symbol(module, raw) for raw in graph["symbols"]):
            if not symbol.counts or symbol.id in fulfilling:
                continue
            counted.setdefault(module, set()).add(symbol.id)
            if not symbol.is_documented:
                missing.setdefault(module, {})[symbol.id] = symbol
    return counted, missing


def unlisted(folder, pages):
    """A message for each top-level type that its module's page doesn't list in a topic group."""
    for module in ("AuthRuntime", "AuthTesting"):
        graph = json.loads((folder / f"{module}.symbols.json").read_text(encoding="utf-8"))
        page = pages / f"{module}.md"
        listed = set(LISTED.findall(page.read_text(encoding="utf-8").partition("\n## Topics\n")[2]))
        for symbol in sorted((Symbol(module, raw) for raw in graph["symbols"]), key=lambda one: one.path):
            if symbol.kind in TYPES and "." not in symbol.path and symbol.path not in listed:
                yield f"{symbol.path} isn't in a topic group of Documentation.docc/Modules/{page.name}; add ``{symbol.path}``"


def self_test():
    """Plants a type without documentation and without a group."""
    def symbol(name, **more):
        return {"identifier": {"precise": name}, "kind": {"identifier": "swift.struct"}, "pathComponents": name.split(".")} | more

    known = symbol("Known", docComment={"lines": [{"text": "A type."}]})
    planted = symbol("Planted", location={"uri": "file:///a/Sources/B.swift", "position": {"line": 0}})
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        for module, symbols in {"AuthRuntime": [known, planted, symbol("Known.Part")], "AuthTesting": [known]}.items():
            graph = {"symbols": symbols, "relationships": []}
            (folder / f"{module}.symbols.json").write_text(json.dumps(graph), encoding="utf-8")
            (folder / f"{module}.md").write_text("Use ``Planted``.\n\n## Topics\n\n- ``Known``\n", encoding="utf-8")
        messages = list(unlisted(folder, folder))
        assert len(messages) == 1 and messages[0].startswith("Planted isn't in a topic group"), messages
        assert [*coverage(folder)[1]["AuthRuntime"]] == ["Planted"]
    print("missing documentation and missing topic groups are found")


def main(folder):
    folder = pathlib.Path(folder)
    counted, missing = coverage(folder)
    groupless = list(unlisted(folder, PAGES))
    for message in groupless:
        print(f"check-coverage: {message}", file=sys.stderr)
    for module, symbols in missing.items():
        for line in sorted(map(str, symbols.values())):
            print(f"check-coverage: {line} has no documentation", file=sys.stderr)
    for module, ids in counted.items():
        found = len(ids) - len(missing.get(module, {}))
        print(f"{module}: {found} of {len(ids)} public declarations are documented")
    return 1 if missing or groupless else 0


sys.exit(self_test() if sys.argv[1:] == ["--self-test"] else main(sys.argv[1]))
