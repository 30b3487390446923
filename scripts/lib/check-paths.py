#!/usr/bin/env python3
"""Checks that each page of a path leads to the next one. The landing page lists the paths, in its table under "Follow a
path". An article links to the next page in its section "Next", and a tutorial in any of its sections.

`--self-test` removes each of these links from a copy of its page, and checks that the error names both pages.
"""

import pathlib
import re
import sys

CATALOG = pathlib.Path(__file__).resolve().parents[2] / "Documentation.docc"
LINK = re.compile(r"<doc:([\w-]+)>")
# DocC resolves no link from a tutorial to an article of a site with several modules, so tutorials name the path.
PATH = re.compile(r"\]\(/documentation/swift-auth-generator/([\w-]+)\)")


def paths(landing):
    """The names of the pages of each path, in order."""
    table = landing.partition("### Follow a path")[2].partition("\n#")[0]
    rows = [LINK.findall(line) for line in table.splitlines() if line.startswith("| ")]
    return [row for row in rows if row]


def read(name):
    """The file of a page, and its text."""
    files = [file for kind in ("md", "tutorial") for file in CATALOG.rglob(f"{name}.{kind}")]
    if len(files) != 1:
        sys.exit(f"check-paths: '{name}' is the name of {len(files)} pages")
    return files[0], files[0].read_text(encoding="utf-8")


def links(file, text):
    """The pages that a page recommends to read next, in lowercase."""
    if file.suffix == ".tutorial":
        return PATH.findall(text)
    return [name.lower() for name in LINK.findall(text.partition("\n### Next\n")[2])]


def problem(file, text, following):
    place = file.relative_to(CATALOG.parent)
    return None if following.lower() in links(file, text) else f"{place}: the path continues with {following}, but no link leads there"


def steps():
    found = paths((CATALOG / "AuthDocs.md").read_text(encoding="utf-8"))
    if len(found) < 4:
        sys.exit("check-paths: AuthDocs.md lists fewer than four paths")
    return [(name, following) for path in found for name, following in zip(path, path[1:])]


def self_test():
    count = 0
    for name, following in steps():
        file, text = read(name)
        damaged = re.sub(rf"<doc:{following}>|/swift-auth-generator/{following}\b", "another page", text, flags=re.IGNORECASE)
        found = problem(file, damaged, following)
        if not found or file.name not in found:
            sys.exit(f"check-paths: the missing link from {name} to {following} wasn't found")
        count += 1
    print(f"found: {count} missing links, each in its page")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    problems = [found for name, following in steps() if (found := problem(*read(name), following))]
    for found in problems:
        print(f"check-paths: {found}", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
