"""The areas whose rules are removed (areas.txt)."""

from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("areas.txt")


@dataclass(frozen=True)
class Area:
    path: str
    lists: tuple
    is_left_out: bool

    def includes(self, file):
        return file == self.path or file.startswith(self.path + "/")


def read(text):
    areas = []
    for line in text.splitlines():
        words = line.split()
        if words and words[0] != "#":
            is_left_out = words[0] == "-"
            path, *lists = words[1:] if is_left_out else words
            areas.append(Area(path, tuple(lists), is_left_out))
    return areas


def files(sources, areas):
    """The files of the areas below `Sources`, each with the names of its lists of rules."""
    for area in areas:
        if not (sources / area.path).exists():
            raise SystemExit(f"mutate: areas.txt names {area.path}, which doesn't exist")
    for path in sorted(sources.rglob("*.swift")):
        file = path.relative_to(sources).as_posix()
        found = [area for area in areas if area.includes(file)]
        if found and not any(area.is_left_out for area in found):
            # The most specific line decides.
            yield file, max(found, key=lambda area: len(area.path)).lists
