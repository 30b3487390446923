"""The baseline of a product in Tests/API, and its differences from the current declarations."""

import dataclasses
import itertools

from api.declarations import Declaration
from release import changelog

CONFORMS = "conforms to "


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


def changes(old, new):
    """The changes from old declarations to new ones, sorted by name."""
    before, after = by_name(old - new), by_name(new - old)
    old_names, new_names = {one.name for one in old}, {one.name for one in new}
    removed = old_names - new_names
    for name in sorted(before.keys() | after.keys()):
        olds, news = before.get(name, []), after.get(name, [])
        inside = next((one for one in containers(name) if one in removed), "")
        if not olds:
            demands = [one for one in news if one.is_required and any(container in old_names for container in containers(name))]
            verb = "is a new requirement of an existing protocol or command" if demands else "is new"
            yield Change(name, verb, [], news, bool(demands))
        elif all(any(replaces(new, old) for new in news) for old in olds):
            yield Change(name, "has other platforms or another deprecation", olds, news, False)
        else:
            yield Change(name, "changed" if news else "was removed", olds, news, True, inside)


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
