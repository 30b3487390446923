"""Lists public declarations without documentation, from the symbol graphs of the modules.

It counts declarations in a source file, whether they were written by hand or generated from a template. It doesn't
count those that are documented elsewhere or need no documentation: members from a protocol's extension, members that a
conformance requires (`==`, `hash(into:)`, `init(from:)`, `description` …), extensions themselves, and members that
satisfy a protocol's own requirements.
"""

import json
import pathlib
import sys

# An extension of another module's type is a list of members, which count. The extension itself needs no documentation.
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
