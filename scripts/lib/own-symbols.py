"""Removes the members that every type inherits from the standard library from symbol graphs: `!=`,
`localizedDescription`, and others, a thousand pages without information about this project. Keeps members inherited
from this package's protocols."""

import json
import pathlib
import subprocess
import sys

LIBRARIES = subprocess.check_output([pathlib.Path(__file__).parent / "libraries"], text=True).split()
OURS = (*LIBRARIES, "AuthConfiguration", "GeneratedClients")


def is_foreign(symbol):
    """A member that the compiler repeats for a type. Its name contains the module that declares it."""
    origin, separator, _ = symbol["identifier"]["precise"].partition("::SYNTHESIZED::")
    return separator and not any(f"{len(module)}{module}" in origin for module in OURS)


def main(folder):
    for file in pathlib.Path(folder).glob("*.symbols.json"):
        graph = json.loads(file.read_text(encoding="utf-8"))
        foreign = {symbol["identifier"]["precise"] for symbol in graph["symbols"] if is_foreign(symbol)}
        graph["symbols"] = [one for one in graph["symbols"] if one["identifier"]["precise"] not in foreign]
        graph["relationships"] = [one for one in graph["relationships"] if one["source"] not in foreign]
        file.write_text(json.dumps(graph), encoding="utf-8")


main(sys.argv[1])
