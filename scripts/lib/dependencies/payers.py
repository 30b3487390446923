"""Finds which products link each package, by following the targets of all manifests."""

from dependencies.packages import dependencies

ROOT = ""  # the identity of this package
PLATFORMS = {"linux": "Linux", "android": "Android", "openbsd": "OpenBSD", "windows": "Windows", "macos": "macOS",
             "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS", "maccatalyst": "Mac Catalyst"}


class Graph:
    """The targets of this package and its dependencies.

    A target of this package may use another under conditions: with a trait, or on some platforms. A dependency's traits
    are known, because only manifests enable them.
    """

    def __init__(self, manifest, manifests):
        self.manifests = {ROOT: manifest, **manifests}
        self.traits = {identity: self.enabled(identity) for identity in manifests}
        self.targets = {identity: {target["name"]: target for target in one["targets"]}
                        for identity, one in self.manifests.items()}
        self.products = {identity: {product["name"]: product["targets"] for product in one["products"]}
                         for identity, one in self.manifests.items()}

    def enabled(self, identity):
        """The traits that manifests enable in a package."""
        waiting = [trait["name"] for one in self.manifests.values() for name, declaration in dependencies(one)
                   if name == identity for trait in declaration.get("traits") or []]
        implied = {trait["name"]: trait["enabledTraits"] for trait in self.manifests[identity].get("traits") or []}
        found = set()
        while waiting:
            trait = waiting.pop()
            if trait not in found:
                found.add(trait)
                waiting += implied.get(trait, [])
        return found

    def uses(self, identity, target):
        """The targets that a target uses, as (identity, target, traits, platforms). An empty set means all platforms."""
        for dependency in self.targets[identity][target]["dependencies"]:
            (kind, value), = dependency.items()
            condition = value[-1] or {}
            platforms = frozenset(condition.get("platformNames", []))
            alternatives = condition.get("traits") or [None]
            if identity != ROOT:
                if alternatives != [None] and not self.traits[identity] & set(alternatives):
                    continue
                alternatives = [None]
            for name in self.named(identity, kind, value):
                for trait in alternatives:
                    yield *name, frozenset([trait] if trait else []), platforms

    def named(self, identity, kind, value):
        if kind == "byName" and value[0] not in self.targets[identity]:
            named = [name for name, _ in dependencies(self.manifests[identity]) if value[0] in self.products.get(name, {})]
            return [(name, target) for name in named[:1] for target in self.products[name][value[0]]]
        if kind != "product":
            return [(identity, value[0])]
        package = (value[1] or "").lower()
        return [(package, target) for target in self.products.get(package, {}).get(value[0], [])]

    def visited(self, targets):
        """The targets that some of this package's targets use, as {(identity, target): conditions}."""
        seen = {}
        waiting = [(ROOT, target, frozenset(), frozenset()) for target in targets]
        while waiting:
            identity, target, traits, platforms = waiting.pop()
            conditions = seen.setdefault((identity, target), set())
            if any(weaker(one, (traits, platforms)) for one in conditions):
                continue
            conditions.add((traits, platforms))
            for name, used, more, only in self.uses(identity, target):
                both = platforms & only if platforms and only else platforms | only
                if both or not (platforms and only):
                    waiting.append((name, used, traits | more, both))
        return seen

    def reached(self, targets):
        """The packages that some of this package's targets use, each with the weakest conditions."""
        found = {}
        for (identity, _), conditions in self.visited(targets).items():
            if identity != ROOT:
                found.setdefault(identity, set()).update(conditions)
        return {identity: weakest(conditions) for identity, conditions in found.items()}

    def payers(self):
        """For each package, the products that link it, with conditions. Tests are listed only if no product is."""
        found = self.owned({name: self.reached(targets) for name, targets in self.products[ROOT].items()})
        tests = [target["name"] for target in self.manifests[ROOT]["targets"] if target["type"] == "test"]
        for identity in self.reached(tests):
            found.setdefault(identity, {"tests": [(frozenset(), frozenset())]})
        return found

    def owned(self, reached):
        """Turns {product: {item: conditions}} into {item: {product: conditions}}.

        A product isn't listed if it links an item because it uses another product that does, under the same conditions.
        """
        products = self.products[ROOT]
        found = {}
        for name, items in reached.items():
            used = [other for other in products if other != name and self.includes(products[name], products[other])]
            for item, conditions in items.items():
                inherited = [one for other in used for one in reached[other].get(item, [])]
                own = [one for one in conditions if not any(weaker(other, one) for other in inherited)]
                if own:
                    found.setdefault(item, {})[name] = own
        return found

    def includes(self, targets, others):
        """Whether some targets of this package use all the others, and not the reverse."""
        return set(others) <= self.closure(targets) and not set(targets) <= self.closure(others)

    def closure(self, targets):
        found, waiting = set(), list(targets)
        while waiting:
            target = waiting.pop()
            if target not in found:
                found.add(target)
                waiting += [name for identity, name, _, _ in self.uses(ROOT, target) if identity == ROOT]
        return found


def weaker(one, other):
    """Whether a condition holds whenever another does."""
    return one[0] <= other[0] and (not one[1] or bool(other[1]) and other[1] <= one[1])


def weakest(conditions):
    return [one for one in conditions if not any(other != one and weaker(other, one) for other in conditions)]


def described(payers):
    """The products that link a package, grouped by their conditions."""
    groups = {}
    for product, conditions in payers.items():
        groups.setdefault(" or ".join(sorted(map(words, conditions))), []).append(product)
    return "; ".join(", ".join(products) + (f" ({text})" if text else "") for text, products in groups.items())


def words(condition):
    traits, platforms = condition
    parts = [f"trait {trait}" for trait in sorted(traits)]
    if platforms:
        parts.append("on " + ", ".join(sorted((PLATFORMS.get(name, name) for name in platforms), key=str.lower)))
    return " ".join(parts)
