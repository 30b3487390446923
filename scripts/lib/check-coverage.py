"""Which public declarations have no documentation, from the symbol graphs of the modules.

Counted is what a person or a template wrote: a declaration with a place in a source file of its own. Not counted is what
has its documentation elsewhere or has nothing to say: members that come from a protocol's extension, members that a
conformance demands (`==`, `hash(into:)`, `init(from:)`, `description` …), extensions as such, and parts of a protocol's
own requirements that it fulfils itself.
"""

import json
import pathlib
import sys

# An extension of another module's type is a list of members, which count; itself it says nothing.
EXTENSIONS = {"swift.extension", "swift.module.extension", "swift.struct.extension", "swift.enum.extension",
              "swift.class.extension", "swift.protocol.extension", "swift.unknown.extension"}


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
    """The members that fulfil a protocol's requirement: the protocol documents them."""
    return {one["source"] for one in graph["relationships"]
            if one["kind"] in ("requirementOf", "optionalRequirementOf", "overrides", "memberOf", "defaultImplementationOf")
            and "sourceOrigin" in one}


def coverage(folder):
    """For each module: how many declarations count, and those without documentation."""
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


def main(folder):
    counted, missing = coverage(pathlib.Path(folder))
    for module, symbols in missing.items():
        for line in sorted(map(str, symbols.values())):
            print(f"check-coverage: {line} has no documentation", file=sys.stderr)
    for module, ids in counted.items():
        found = len(ids) - len(missing.get(module, {}))
        print(f"{module}: {found} of {len(ids)} public declarations are documented")
    return 1 if missing else 0


sys.exit(main(sys.argv[1]))
