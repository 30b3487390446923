"""Reads the public declarations of a module from its symbol graphs."""

import dataclasses
import json
import re

# The compiler derives these conformances from others.
IMPLIED = {"BitwiseCopyable", "Copyable", "Escapable", "SendableMetatype"}
CONSTRAINTS = {"conformance": ":", "superclass": ":", "sameType": "=="}
REQUIREMENT, DEPRECATED, ONLY = "requirement ", "deprecated: ", "only on "
EXTENSION = re.compile(r"swift\.(\w+\.)?extension")


@dataclasses.dataclass(frozen=True, order=True)
class Declaration:
    """A public declaration. Overloads have the same name."""

    name: str  # such as `AuthClient.refresh()`, or `AuthClient: Sendable` for a conformance
    signature: str
    # A required member of a protocol without a default implementation.
    is_required: bool = False
    deprecation: str = ""
    # The platforms that have it, if some don't.
    platforms: tuple = ()

    def __str__(self):
        parts = [self.name, (REQUIREMENT if self.is_required else "") + self.signature]
        if self.deprecation:
            parts.append(DEPRECATED + self.deprecation)
        if self.platforms:
            parts.append(ONLY + ", ".join(self.platforms))
        return " | ".join(parts)

    @classmethod
    def parsed(cls, line):
        name, signature, *others = line.split(" | ")
        is_required = signature.startswith(REQUIREMENT)
        deprecation = [other.removeprefix(DEPRECATED) for other in others if other.startswith(DEPRECATED)]
        platforms = [other.removeprefix(ONLY).split(", ") for other in others if other.startswith(ONLY)]
        return cls(name, signature.removeprefix(REQUIREMENT), is_required, *deprecation or [""], tuple(*platforms))


def read(files):
    """The declarations in the symbol graphs of one module for one platform."""
    found = set()
    for file in files:
        graph = json.loads(file.read_text(encoding="utf-8"))
        symbols = {symbol["identifier"]["precise"]: symbol for symbol in graph["symbols"]}
        defaults = {one["target"] for one in graph["relationships"] if one["kind"] == "defaultImplementationOf"}
        requirements = {one["source"] for one in graph["relationships"] if one["kind"] == "requirementOf"} - defaults
        found.update(declaration(symbol, identifier in requirements) for identifier, symbol in symbols.items()
                     if is_declared(symbol))
        found.update(filter(None, (conformance(one, symbols) for one in graph["relationships"]
                                   if one["kind"] in ("conformsTo", "inheritsFrom"))))
    return found


def is_declared(symbol):
    """Whether it's a declaration itself. Types repeat the members that they inherit from a protocol's extension."""
    return "::SYNTHESIZED::" not in symbol["identifier"]["precise"] and not EXTENSION.fullmatch(symbol["kind"]["identifier"])


def declaration(symbol, is_required):
    text = " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())
    text += where(symbol.get("swiftExtension", {}).get("constraints", []))
    available, deprecation = availability(symbol.get("availability", []))
    # A column must not contain the separator.
    return Declaration(name(symbol), (available + text).replace(" | ", " \\| "), is_required, deprecation.replace("|", "\\|"))


def name(symbol):
    return ".".join(symbol["pathComponents"])


def where(constraints):
    texts = sorted(f"{one['lhs']} {CONSTRAINTS[one['kind']]} {one['rhs']}" for one in constraints)
    return f" [where {', '.join(texts)}]" if texts else ""


def availability(entries):
    """The attribute for the versions that have a declaration, and the reason for which it's deprecated."""
    versions, deprecation = [], ""
    for entry in entries:
        domain = entry.get("domain", "*")
        if "introduced" in entry:
            versions.append(f"{domain} {version(entry['introduced'])}")
        if "obsoleted" in entry:
            versions.append(f"{domain} before {version(entry['obsoleted'])}")
        if entry.get("isUnconditionallyUnavailable"):
            versions.append(f"not {domain}")
        if entry.get("isUnconditionallyDeprecated") or "deprecated" in entry:
            deprecation = " ".join(entry.get("message", "without a message").split())
    return f"@available({', '.join(sorted(versions))}) " if versions else "", deprecation


def version(fields):
    return f"{fields['major']}.{fields.get('minor', 0)}"


def conformance(relationship, symbols):
    """The declaration of a conformance, unless the type belongs to another module or the compiler derives it."""
    source = symbols.get(relationship["source"])
    target = symbols.get(relationship["target"])
    protocol = name(target) if target else relationship.get("targetFallback", "").partition(".")[2]
    if source is None or not protocol or protocol in IMPLIED or protocol.startswith("_"):
        return None
    constraints = relationship.get("swiftConstraints") or source.get("swiftExtension", {}).get("constraints", [])
    kind = "superclass" if relationship["kind"] == "inheritsFrom" else "conformance"
    return Declaration(f"{name(source)}: {protocol}", kind + where(constraints))


def merged(platforms):
    """The declarations of all platforms, a dictionary from the platform's name to its declarations."""
    for one in set().union(*platforms.values()):
        having = tuple(platform for platform, declarations in platforms.items() if one in declarations)
        yield one if having == tuple(platforms) else dataclasses.replace(one, platforms=having)
