"""Compares the dependencies with their purposes, licenses, and the table in CONTRIBUTING.md."""

import dataclasses
import functools
import re

from dependencies import copied, licenses, packages, payers, system, vendored


@dataclasses.dataclass
class State:
    """Everything that the checks read."""

    purposes: list  # (identity, purpose)
    manifest: dict
    packages: list
    graph: payers.Graph
    payers: dict
    system: list  # the libraries of the system that are listed
    linked: dict  # those that products link
    copied: list  # the code and data from other projects in this repository that are listed
    licensed: set  # the files that name a license

    @classmethod
    def read(cls, root):
        pinned = packages.pinned(root)
        manifest = packages.dump(root)
        manifests = packages.manifests(pinned, root / ".build/dependencies")
        unpinned = [name for name, _ in packages.dependencies(manifest) if name not in manifests]
        if unpinned:
            raise packages.Problem(f"Package.resolved has no {', '.join(unpinned)}; run 'swift package resolve' first")
        text = (root / "scripts/lib/dependencies/purposes.txt").read_text(encoding="utf-8")
        purposes = [tuple(line.split(None, 1)) for line in text.splitlines() if line and not line.startswith("#")]
        graph = payers.Graph(manifest, manifests)
        sources = {package.identity: package.text for package in pinned}
        sources[payers.ROOT] = lambda name: (root / name).read_text(encoding="utf-8")

        def module_map(identity, target):
            return sources[identity](f"{target.get('path') or 'Sources/' + target['name']}/module.modulemap")

        table = system.read(system.TABLE.read_text(encoding="utf-8"))
        return cls(purposes, manifest, pinned, graph, graph.payers(), table, system.linked(graph, module_map),
                   copied.read(copied.TABLE.read_text(encoding="utf-8")), copied.licensed(root))

    @property
    def direct(self):
        return {identity: declaration for identity, declaration in packages.dependencies(self.manifest)}

    @functools.cached_property
    def vendored(self):
        """The code of other projects in packages."""
        return [part for package in self.packages for part in vendored.parts(package)]

    def payer(self, identity):
        return payers.described(self.payers.get(identity, {})) or "no product"

    def user(self, library):
        """The products that link a library of the system."""
        if library.name in system.RUNTIME:
            return "every program on Linux"
        return "; ".join(payers.described(self.linked[file]) for file in library.files if file in self.linked) or "no product"


def problems(state):
    yield from filter(None, map(licenses.fault, state.packages))
    yield from vendored.problems(state.vendored)
    named = [line[0] for line in state.purposes]
    for identity in sorted(state.direct.keys() - set(named)):
        yield f"{identity} has no line in scripts/lib/dependencies/purposes.txt; add its purpose"
    for line in state.purposes:
        if line[0] not in state.direct:
            yield f"Package.swift has no dependency {line[0]}; remove its line from scripts/lib/dependencies/purposes.txt"
        if len(line) == 1:
            yield f"{line[0]} has no purpose in scripts/lib/dependencies/purposes.txt"
    for identity in sorted({name for name in named if named.count(name) > 1}):
        yield f"{identity} has several lines in scripts/lib/dependencies/purposes.txt"
    yield from system.problems(state.system, state.linked)
    yield from copied.problems(state.copied, state.licensed)


def listing(state):
    for package in state.packages:
        kind = "" if package.identity in state.direct else "  (indirect)"
        license = licenses.license(package) or "unknown license"
        yield f"{package.identity} {package.version}{kind}: {license}, linked by {state.payer(package.identity)}"
        for part in (part for part in state.vendored if part.package == package.identity):
            yield f"  contains {part.name} {part.revision}: {part.license or 'unknown license'}"


class Page:
    """The table of the direct dependencies. The versions of indirect ones change without a change in this repository."""

    name = "CONTRIBUTING.md"
    block = re.compile(r"(<!-- dependencies: .*? -->\n).*?(<!-- /dependencies -->)", re.DOTALL)

    def table(self, state):
        license = {package.identity: licenses.license(package) for package in state.packages}
        yield "| Package | Purpose | License | Linked by |"
        yield "| --- | --- | --- | --- |"
        for identity, *purpose in state.purposes:
            if identity in state.direct:
                yield f"| {identity} | {''.join(purpose)} | {license[identity]} | {state.payer(identity)} |"
        yield ""
        yield "These libraries are part of the operating system, or its package manager installs them:"
        yield ""
        yield "| Library | Purpose | License | Linked by |"
        yield "| --- | --- | --- | --- |"
        for library in state.system:
            yield f"| {library.name} | {library.purpose} | {library.license} | {state.user(library)} |"
        yield ""
        yield "This repository contains code and data from other projects:"
        yield ""
        yield "| Project | Purpose | License | Contained in |"
        yield "| --- | --- | --- | --- |"
        for part in state.copied:
            yield f"| {part.name} | {part.purpose} | {part.license} | {part.product} |"

    def updated(self, text, state):
        table = "\n".join(self.table(state))
        return self.block.sub(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", text)

    def write(self, root, state):
        page = root / self.name
        page.write_text(self.updated(page.read_text(encoding="utf-8"), state), encoding="utf-8")

    def problems(self, root, state):
        text = (root / self.name).read_text(encoding="utf-8")
        if len(self.block.findall(text)) != 1:
            yield f"{self.name} needs one block '<!-- dependencies: … -->'"
        elif self.updated(text, state) != text:
            yield f"the table in {self.name} is out of date; run 'scripts/check-dependencies --update'"


PAGE = Page()
