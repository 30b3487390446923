"""The uses between the folders of a module."""

import collections
import pathlib

from folders.source_text import SourceText

# The files next to a module's folders, such as the one with the entry point.
TOP = "top"

Use = collections.namedtuple("Use", "file line name declared_in")


class Module:
    """The folders of a module, and their uses of each other."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.name = self.folder.name
        self.files = sorted(self.folder.rglob("*.swift"))
        self.uses = collections.defaultdict(set)

    def folder_of(self, file):
        parts = file.relative_to(self.folder).parts
        return parts[0] if len(parts) > 1 else TOP

    @property
    def folders(self):
        return sorted({self.folder_of(file) for file in self.files})

    def add(self, file, line, name, declared_in):
        pair = self.folder_of(file), self.folder_of(declared_in)
        if pair[0] != pair[1]:
            self.uses[pair].add(Use(file, line, name, declared_in))

    def read_index(self, definitions, references):
        """Adds the references of the compiler's index."""
        own = set(self.files)
        for file in own & references.keys():
            for reference in references[file]:
                declared_in = definitions.get(reference.symbol)
                if declared_in in own:
                    self.add(file, reference.line, reference.name, declared_in)

    def read_text(self):
        """Adds the names of types, also in code that this machine doesn't compile."""
        texts = {file: SourceText(file.read_text(encoding="utf-8")) for file in self.files}
        hidden = set().union(*(text.hidden for text in texts.values()))
        places = collections.defaultdict(set)
        for file, text in texts.items():
            for name in text.declared - hidden:
                places[name].add(file)
        for file, text in texts.items():
            for name, line in text.named:
                # A type that is declared for each platform is in several files of one folder.
                if len({self.folder_of(place) for place in places[name]}) == 1 and file not in places[name]:
                    self.add(file, line, name, min(places[name]))

    def using(self, folder):
        """The folders that a folder uses."""
        return {used for user, used in self.uses if user == folder}

    def reached(self, folder, without=None):
        """The folders that a folder uses, directly or indirectly, without one of the uses."""
        found, waiting = set(), [folder]
        while waiting:
            user = waiting.pop()
            new = {used for used in self.using(user) if (user, used) != without} - found
            found |= new
            waiting += new
        return found

    @property
    def cycles(self):
        """The groups of folders that use each other."""
        groups = {}
        for folder in self.folders:
            group = frozenset(other for other in self.reached(folder) if folder in self.reached(other))
            if group:
                groups[group] = None
        return list(groups)

    @property
    def lines(self):
        """The uses that don't follow from others, for a drawing."""
        return sorted(pair for pair in self.uses if pair[1] not in self.reached(pair[0], without=pair))


def read(sources, definitions, references):
    """The modules in a folder that contain folders."""
    modules = [Module(folder) for folder in sorted(pathlib.Path(sources).iterdir()) if folder.is_dir()]
    for module in modules:
        module.read_index(definitions, references)
        module.read_text()
    return [module for module in modules if len(module.folders) > 1]
