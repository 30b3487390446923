"""Writes Providers/CHANGELOG.md from the history of the descriptors in git: the facts of each file that changed on a day.

A fact is the value of a key, also of an inherited one. Documentation, examples, and sources aren't facts. Changes of the root
families, oauth2 and oidc, are listed once, under the family. `--self-test` checks the comparison.
"""

import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "Providers/CHANGELOG.md"
FOLDER = "Providers"

HEAD = """\
# Changes of the catalog

The facts that changed, newest first. Each day with changes is a version. `authgen providers version` prints the version in a
tool. A change to `userinfo.map.id` gives users new IDs, so it is marked as breaking.

<!-- scripts/catalog-changelog writes this from the history of the descriptors. -->
"""

# Keys that aren't facts of the provider.
OTHERS = {"docs", "examples", "provenance", "doc", "schema", "abstract", "extends"}
BREAKING = "userinfo.map.id"
# The families that have their own section, and the keys that a descriptor doesn't inherit.
ROOTS = {"oauth2", "oidc"}
OWN = {"schema", "id", "name", "abstract", "extends", "swift", "provenance"}


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def facts(tree, path=()):
    """The values of a descriptor by key."""
    if isinstance(tree, dict):
        return {
            key: value
            for name, child in tree.items()
            if name not in OTHERS
            for key, value in facts(child, (*path, str(name))).items()
        }
    if isinstance(tree, list):
        tree = "[" + ", ".join(str(item) for item in tree) + "]"
    return {".".join(path): "" if tree is None else str(tree)}


def parse(text):
    try:
        return yaml.load(text, yaml.BaseLoader)
    except yaml.YAMLError:
        return None


def merged(tree, parent):
    """The tree with the values of its parent that it doesn't set."""
    if not isinstance(tree, dict) or not isinstance(parent, dict):
        return tree
    return parent | {name: merged(child, parent.get(name)) if name != "offline" else child for name, child in tree.items()}


def resolved(tree, by_id):
    """The tree with everything that it inherits from descriptors other than the roots."""
    if not isinstance(tree, dict):
        return tree
    if isinstance(variants := tree.get("variants"), dict):
        tree = tree | {"variants": {name: resolved(variant, by_id) for name, variant in variants.items()}}
    parent = by_id.get(tree.get("extends"))
    if parent is None or tree["extends"] in ROOTS:
        return tree
    inherited = {name: child for name, child in resolved(parent, by_id).items() if name not in OWN | {"variants"}}
    return merged({name: child for name, child in tree.items() if name != "extends"}, inherited)


def changes(before, after):
    """A line for each key whose value differs."""
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        mark = "**Breaking:** " if key.endswith(BREAKING) and old is not None else ""
        if old is None:
            yield f"{mark}`{key}` is new: {code(new)}"
        elif new is None:
            yield f"{mark}`{key}` is gone; it was {code(old)}"
        else:
            yield f"{mark}`{key}` changed from {code(old)} to {code(new)}"


def code(value):
    short = value if len(value) <= 100 else value[:100] + "…"
    return f"`{short}`" if short and "`" not in short else f'"{short}"'


def days():
    """The last commit of each day with changes, oldest first."""
    last = {}
    for line in git("log", "--reverse", "--format=%H %ad", "--date=format:%Y.%m.%d", "--", FOLDER).splitlines():
        commit, day = line.split()
        last[day] = commit
    return sorted(last.items())


def catalog(commit):
    """The facts of each descriptor at a commit, by its path in the folder."""
    names = git("ls-tree", "-r", "--name-only", commit, FOLDER).splitlines()
    wanted = [name for name in names if name.endswith(".yaml")]
    trees = {name.removeprefix(f"{FOLDER}/"): parse(git("show", f"{commit}:{name}")) for name in wanted}
    return found(trees)


def found(trees):
    """The facts of each tree. A family that isn't a root is part of the descriptors that extend it."""
    by_id = {Path(path).stem: tree for path, tree in trees.items()}
    return {path: None if tree is None else facts(resolved(tree, by_id)) for path, tree in trees.items()
            if not path.startswith("families/") or Path(path).stem in ROOTS}


def section(day, before, after):
    lines = []
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        name = path.removesuffix(".yaml")
        if path not in before:
            lines.append(f"- `{name}` is new.")
        elif path not in after:
            lines.append(f"- `{name}` was removed.")
        elif old is not None and new is not None and old != new:
            lines.append(f"- `{name}`:")
            lines += [f"  - {line}" for line in changes(old, new)]
    return f"\n## {day}\n\n" + "\n".join(lines) + "\n" if lines else ""


def page():
    if git("rev-parse", "--is-shallow-repository").strip() == "true":
        raise SystemExit("catalog-changelog: this clone doesn't have the whole history")
    before, sections = {}, []
    for day, commit in days():
        after = catalog(commit)
        if not sections:
            names = ", ".join(f"`{path.removesuffix('.yaml')}`" for path in sorted(after))
            sections.append(f"\n## {day}\n\n- The first version: {names}.\n")
        else:
            sections.append(section(day, before, after))
        before = after
    return HEAD + "".join(reversed(sections))


def self_test():
    old = "id: a\nuserinfo: { map: { id: sub } }\nserver: { token_endpoint: x }\ndocs: { native: y }\n"
    new = "id: a\nuserinfo: { map: { id: oid } }\nflows: [b, c]\ndocs: { native: z }\n"
    old, new = (facts(parse(text)) for text in (old, new))
    expected = [
        "`flows` is new: `[b, c]`",
        "`server.token_endpoint` is gone; it was `x`",
        "**Breaking:** `userinfo.map.id` changed from `sub` to `oid`",
    ]
    if list(changes(old, new)) != expected or list(changes(old, old)):
        raise SystemExit(f"catalog-changelog: expected other changes than {list(changes(old, new))}")
    # Moving values to a family, or to another descriptor, changes no fact.
    whole = {"a.yaml": {"id": "a", "scopes": {"x": "1", "y": "2"}, "variants": {"v": {"scopes": {"x": "1", "y": "3"}}}}}
    family = {"id": "f", "abstract": "true", "scopes": {"x": "1", "y": "2"}}
    parts = {"families/f.yaml": family, "a.yaml": {
        "id": "a", "extends": "f", "variants": {"v": {"extends": "f", "scopes": {"y": "3"}}}}}
    if found(whole) != found(parts):
        raise SystemExit(f"catalog-changelog: expected the same facts: {found(whole)}, {found(parts)}")


def main(arguments):
    if arguments not in ([], ["--self-test"]):
        raise SystemExit("usage: catalog-changelog [--self-test]")
    if arguments:
        return self_test()
    PAGE.write_text(page(), encoding="utf-8")


main(sys.argv[1:])
