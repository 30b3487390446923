"""Reports the cycles of this package's modules."""

import sys

from folders import drawing, graph
from folders.index_store import IndexStore

# The number of uses to list for each pair of folders in a cycle.
MOST = 12


def main(root, options):
    definitions, references = IndexStore(root / ".build/debug/index/store", root / "Sources").read()
    modules = graph.read(root / "Sources", definitions, references)
    problems = [*missing(modules, references), *(line for module in modules for line in cycles(module, root))]
    page = root / "CONTRIBUTING.md"
    text = page.read_text(encoding="utf-8")
    fresh = drawing.redrawn(text, modules)
    if options.update:
        page.write_text(fresh, encoding="utf-8")
    elif options.check and fresh != text:
        problems.append("CONTRIBUTING.md doesn't show the current folders; run 'scripts/check-folders --update'")
    for problem in problems:
        print(f"check-folders: {problem}", file=sys.stderr)
    folders = sum(len(module.folders) for module in modules)
    print(f"{folders} folders in {len(modules)} modules, {sum(len(module.cycles) for module in modules)} cycles")
    return 1 if problems else 0


def missing(modules, references):
    """Files without an index, or with an index that is older than the file."""
    files = [file for module in modules for file in module.files if file not in references]
    if files:
        yield f"{len(files)} files changed after the last build, such as {files[0].name}: run 'swift build' first"


def cycles(module, root):
    for cycle in module.cycles:
        yield f"{module.name}: these folders use each other: {', '.join(sorted(cycle))}"
        pairs = [pair for pair in module.uses if set(pair) <= cycle]
        for pair in sorted(pairs, key=lambda pair: len(module.uses[pair])):
            yield f"  {pair[0]} uses {pair[1]} ({len(module.uses[pair])} times)"
            for use in sorted(module.uses[pair])[:MOST]:
                yield f"    {use.file.relative_to(root)}:{use.line}: {use.name}, in {use.declared_in.relative_to(root)}"
