"""The baseline of a product in Tests/API, and its differences from the current declarations."""

import dataclasses
import itertools
import re

from api.declarations import Declaration
from release import changelog

CONFORMS = "conforms to "
# New cases of these enumerations aren't breaking: Documentation.docc/Versions.md.
OPEN = "ProviderConfiguration."


def text(declarations):
    """The lines of a baseline, sorted. A type's unconditional conformances are on one line."""
    plain = [one for one in declarations if one.signature != "conformance"]
    lines = {str(one) for one in plain}
    conformances = sorted(set(declarations) - set(plain), key=lambda one: (*split(one), one.name))
    for (name, *_), group in itertools.groupby(conformances, key=split):
        group = list(group)
        protocols = ", ".join(one.name.rpartition(": ")[2] for one in group)
        lines.add(str(dataclasses.replace(group[0], name=name, signature=CONFORMS + protocols)))
    return "".join(f"{line}\n" for line in sorted(lines))


def split(conformance):
    return conformance.name.rpartition(": ")[0], conformance.deprecation, conformance.platforms


def parsed(content):
    found = set()
    for line in content.splitlines():
        one = Declaration.parsed(line)
        if one.signature.startswith(CONFORMS):
            protocols = one.signature.removeprefix(CONFORMS).split(", ")
            found.update(dataclasses.replace(one, name=f"{one.name}: {protocol}", signature="conformance") for protocol in protocols)
        else:
            found.add(one)
    return found


@dataclasses.dataclass
class Change:
    """A difference of the declarations with one name."""

    name: str
    verb: str
    before: list
    after: list
    is_breaking: bool
    # The removed type, or the removed command, that contains the declaration.
    container: str = ""

    def is_named(self, names):
        return self.name in names or self.container in names

    def lines(self, product):
        yield f"{product}: '{self.name}' {self.verb}"
        yield from (f"  - {one}" for one in sorted(map(str, self.before)))
        yield from (f"  + {one}" for one in sorted(map(str, self.after)))


def changes(old, new, counts_cases=True):
    """The changes from old declarations to new ones, sorted by name. `counts_cases` says whether a new case is breaking."""
    new = restricted(new, old)
    before, after = by_name(old - new), by_name(new - old)
    old_names, new_names = {one.name for one in old}, {one.name for one in new}
    removed = old_names - new_names
    for name in sorted(before.keys() | after.keys()):
        olds, news = before.get(name, []), after.get(name, [])
        inside = next((one for one in containers(name) if one in removed), "")
        if not olds:
            existing = [container for container in containers(name) if container in old_names]
            demands = [one for one in news if one.is_required and existing]
            cases = [one for one in news if counts_cases and is_closed_case(one, existing, old_names)]
            verb = ("is a new requirement of an existing protocol or command" if demands
                    else "is a new case of an existing enumeration" if cases else "is new")
            yield Change(name, verb, [], news, bool(demands or cases))
        elif all(any(replaces(new, old) for new in news) for old in olds):
            yield Change(name, "has other platforms or another deprecation", olds, news, False)
        else:
            yield Change(name, "changed" if news else "was removed", olds, news, True, inside)


def restricted(new, old):
    """The new declarations as they are on the platforms that the old ones name. The API of other platforms wasn't read then."""
    known = {platform for one in old for platform in one.platforms}
    if not known or known >= {platform for one in new for platform in one.platforms}:
        return new
    found = set()
    for one in new:
        platforms = tuple(platform for platform in one.platforms if platform in known)
        if platforms or not one.platforms:
            found.add(dataclasses.replace(one, platforms=() if set(platforms) == known else platforms))
    return found


def is_closed_case(declaration, existing, old_names):
    """Whether it's a case of an existing enumeration, which a program's `switch` may list completely."""
    is_case = re.match(r"(indirect )?case ", declaration.signature)
    is_open = declaration.name.startswith(OPEN) or any(f"{one}: Error" in old_names for one in existing)
    return bool(is_case and existing) and not is_open


def by_name(declarations):
    found = {}
    for one in declarations:
        found.setdefault(one.name, []).append(one)
    return found


def replaces(new, old):
    """Whether all code that uses a declaration still compiles with another one."""
    is_everywhere = not new.platforms or bool(old.platforms) and set(old.platforms) <= set(new.platforms)
    return (new.signature, new.is_required) == (old.signature, old.is_required) and is_everywhere


def containers(name):
    """The names that contain a name, outermost first: `A` and `A.B` contain `A.B.c(_:)`."""
    end = name.find("(") if "(" in name else len(name)
    return [name[:index] for index, sign in enumerate(name[:end]) if sign in ".: " and index]


def report(product, found, names):
    """Messages for the changes that need work, and whether the changelog must name some of them."""
    messages, unnamed = [], False
    for change in found:
        if change.is_breaking and not change.is_named(names):
            unnamed = True
            # One message stands for the members of a removed type.
            if not change.container:
                messages += change.lines(product)
        elif not change.is_breaking:
            messages += change.lines(product)
    return messages, unnamed


ADVICE = (f"Restore these declarations, or describe the change under '{changelog.BREAKING}' in the section "
          f"'{changelog.UNRELEASED.strip()}' of CHANGELOG.md, with each name in backticks.")
UPDATE = "Run 'scripts/check-api --update', and review the difference in Tests/API."
