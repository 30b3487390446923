"""See scripts/check-api."""

import argparse
import pathlib
import re
import sys

from api import baseline, commands, declarations, frozen, manifest, revisions, self_test
from release import changelog, version

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = re.compile(r'\.library\(name: "(\w+)"')
# The platforms whose declarations are read from modules that were compiled on Linux.
OTHERS = ("macOS", "iOS", "Windows", "Android")
# The clients that authgen generates from the frozen descriptors in Tests/Descriptor/Schema1.
CLIENTS = "FrozenClients"
COMMANDS = ("authgen", "authctl")
MANIFEST = "Package"
# The libraries of the tools, which may gain cases in any version: Documentation.docc/Versions.md.
OPEN = ("AuthDescriptor", "AuthGenerator", "AuthTutorials")
# The lines that one run prints.
LIMIT = 100


def libraries():
    return LIBRARY.findall((ROOT / "Package.swift").read_text(encoding="utf-8"))


def current(folder):
    """The declarations of each product. The folder has a folder of symbol graphs for each platform."""
    found = {}
    for product in [*libraries(), CLIENTS]:
        files = {platform: sorted((folder / platform).glob(f"{product}.symbols.json")) + sorted((folder / platform).glob(f"{product}@*"))
                 for platform in ("Linux", *OTHERS)}
        platforms = {platform: declarations.read(graphs) for platform, graphs in files.items() if graphs}
        # AuthSwiftUI is empty on Linux.
        found[product] = set(declarations.merged({platform: one for platform, one in platforms.items() if one}))
    found |= {command: commands.read(ROOT / ".build/debug" / command) for command in COMMANDS}
    return found | {MANIFEST: manifest.read(ROOT)}


def checked_in(product):
    file = ROOT / revisions.FOLDER / f"{product}.txt"
    return baseline.parsed(file.read_text(encoding="utf-8")) if file.exists() else set()


def compare(products, names):
    """The messages about differences from the baselines, and those about earlier changes that the changelog omits."""
    earlier = revisions.earlier(ROOT)
    messages = []
    unnamed = [f"since {revision[:12]}, {product}: Package.swift no longer has this product"
               for revision in earlier for product in sorted(revisions.products(ROOT, revision) - set(products) - set(names))]
    for product, found in products.items():
        def changes(old, found=found, counts_cases=product not in OPEN):
            return baseline.changes(old, found, counts_cases)

        differences, is_unnamed = baseline.report(product, changes(checked_in(product)), names)
        (unnamed if is_unnamed else messages).extend(differences)
        for revision in [] if is_unnamed else earlier:
            old = baseline.parsed(revisions.baseline(ROOT, revision, product))
            since = [one for one in changes(old) if one.is_breaking and not one.is_named(names)]
            unnamed += [f"since {revision[:12]}, {line}" for one in since if not one.container for line in one.lines(product)]
    return messages, unnamed


def update(products):
    (ROOT / revisions.FOLDER).mkdir(exist_ok=True)
    for file in (ROOT / revisions.FOLDER).glob("*.txt"):
        if file.stem not in products:
            file.unlink()
    for product, found in products.items():
        (ROOT / revisions.FOLDER / f"{product}.txt").write_text(baseline.text(found), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("graphs", type=pathlib.Path, nargs="?")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test.main()
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    names = changelog.breaking(text)
    products = current(options.graphs)
    empty = [f"{product}: no declarations were found" for product, found in products.items() if not found]
    orphans = [f"{file.stem}: Package.swift has no such product" for file in (ROOT / revisions.FOLDER).glob("*.txt") if file.stem not in products]
    messages, unnamed = compare(products, names)
    unnamed += frozen.problems(ROOT, names)
    problems = empty + list(version.problems((ROOT / version.FILE).read_text(encoding="utf-8"), changelog.releases(text)))
    if unnamed:
        problems += [*unnamed, baseline.ADVICE]
    elif options.update and not empty:
        update(products)
    else:
        stale = any(not (ROOT / revisions.FOLDER / f"{product}.txt").exists()
                    or (ROOT / revisions.FOLDER / f"{product}.txt").read_text(encoding="utf-8") != baseline.text(found)
                    for product, found in products.items())
        problems += [*messages, *orphans, baseline.UPDATE] if stale or orphans else []
    shown = problems if len(problems) <= LIMIT else [*problems[:LIMIT], f"… {len(problems) - LIMIT} more lines", problems[-1]]
    for problem in shown:
        print(problem if problem.startswith("  ") else f"check-api: {problem}", file=sys.stderr)
    count = sum(len(found) for found in products.values())
    print(f"{count} declarations of {len(products)} products; compared with Tests/API, and with those of {' and '.join(revisions.earlier(ROOT))}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
