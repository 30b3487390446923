"""Compares the frozen descriptors, their facts, and the frozen data of stores with those of earlier revisions. Otherwise, editing a
descriptor together with its facts would hide a change of the language."""

import pathlib

from api import revisions

FOLDER = "Tests/Descriptor/Schema1"
FOLDERS = (FOLDER, "Tests/Stored")


def problems(root, names):
    """The messages about files that changed and aren't among the names in the changelog."""
    return [message for revision in revisions.earlier(root) for folder in FOLDERS for path in revisions.files(root, revision, folder)
            if pathlib.PurePath(path).name not in names
            for message in difference(root, revision, path)]


def difference(root, revision, path):
    file = pathlib.Path(root, path)
    old, new = revisions.data(root, revision, path), file.read_bytes() if file.exists() else None
    if new is None:
        yield f"since {revision[:12]}, {path} was removed"
    elif path.endswith(".txt"):
        # Other facts are those that SchemaOneTests allows, such as the meaning of another error code.
        lines = set(new.decode().splitlines())
        lost = [line for line in old.decode().splitlines() if line not in lines]
        if lost:
            yield f"since {revision[:12]}, {path} no longer has '{lost[0]}'"
    elif new != old:
        yield f"since {revision[:12]}, {path} changed, but a frozen file must stay the same"
