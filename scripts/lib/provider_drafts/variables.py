"""The placeholders of a provider's URLs, as variables of the kinds that their positions allow."""

import re

from .yaml_text import Flow

PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_.]*)\}")
# The names that the language itself defines for URLs.
BUILT_IN = {"client_id", "access_token"}
# The names of other arguments of the generated initializer.
TAKEN = {"environment", "provider", "redirect", "settings"}
# The keywords of Swift that URLs have as placeholders.
KEYWORDS = {"class", "default", "extension", "in", "internal", "operator", "protocol", "public", "self", "static", "where"}
EXAMPLES = {
    "host": "{}.example.com", "host_label": "acme", "url": "https://{}.example.com", "path_segment": "acme",
}


def swift_words(name):
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "server"


def position(url, start, end):
    """The kind of variable that fits at a position of a URL, or `None`."""
    before, after = url[:start], url[end:]
    if not before:
        return "url" if not after or after.startswith("/") else None
    authority = re.match(r"https?://([^/?#]*)", url)
    if not authority or start >= authority.end():
        return "path_segment"
    if start == authority.start(1) and end == authority.end(1):
        return "host"
    if after.startswith(".") and (before.endswith("//") or before.endswith(".")):
        return "host_label"
    # A part of a label, or the end of the host. Only a closed list of values would be safe.
    return "part_of_host"


def with_scheme(url):
    """A URL with the only scheme that the language allows for hosts of others, if the facts have a placeholder."""
    return re.sub(r"^\{scheme\}://", "https://", url)


class Variables:
    """The variables of one provider, and the URLs that use them."""

    def __init__(self, facts):
        self.defaults = facts.get("placeholder_defaults", {})
        self.enums = facts.get("placeholder_enums", {})
        self.kinds = {}
        self.conflicts = set()
        self.sources = {}
        endpoints = facts["endpoints"]
        self.alternatives = [
            (endpoints.get(found["field"].removeprefix("endpoints."), ""), list(found["values"]))
            for found in facts.get("conflicts", []) if found["field"].startswith("endpoints.")]

    def problem(self, url):
        """The reason that a URL of the facts isn't one, or `None`."""
        url = with_scheme(url)
        rest = PLACEHOLDER.sub("x", url)
        if re.search(r"[\s{}<>|\\^`\"$]", rest):
            return "it contains code of the source"
        if len(re.findall("https?://", url)) > 1:
            return "it contains two URLs"
        names = PLACEHOLDER.findall(url)
        if len(names) > len(set(names)) and "p" in names:
            return "one name stands for several values"
        if re.match(r"\{\w+\}(authorization|token|userinfo)_endpoint$", url):
            return "it contains code of the source"
        if re.match(r"\{\w+\}://", url):
            return "its scheme is a placeholder"
        if re.match(r"\{\w+\}\{", url):
            return "it begins with two placeholders"
        return None

    def anchored(self, url):
        """A URL whose variable at the beginning ends before a slash, as the kind `url` requires."""
        return re.sub(r"^(\{\w+\})(?=[^/])", r"\1/", url)

    def use(self, url):
        """Registers a URL's placeholders. Returns the template."""
        url = self.anchored(with_scheme(url))
        for found in PLACEHOLDER.finditer(url):
            name = found[1]
            if name in BUILT_IN:
                continue
            if name.startswith("callback."):
                # A value of the callback becomes a variable with this source.
                name = name.removeprefix("callback.")
                self.sources[name] = found[1]
            kind = position(url, found.start(), found.end())
            known = self.kinds.setdefault(name, kind)
            if known == kind:
                continue
            # Every label is a valid part of a path.
            if {known, kind} == {"host_label", "path_segment"}:
                self.kinds[name] = "host_label"
            else:
                self.conflicts.add(name)
        return url.replace("{callback.", "{")

    def seen(self, name, default):
        """The values of a placeholder in the URLs of other sources that differ only there."""
        found = [default] if default else []
        for template, others in self.alternatives:
            parts = template.split(f"{{{name}}}")
            if len(parts) != 2 or PLACEHOLDER.search("".join(parts)):
                continue
            pattern = re.escape(parts[0]) + r"([a-z0-9]+(?:[.-][a-z0-9]+)*)" + re.escape(parts[1])
            found += [match[1] for other in others if (match := re.fullmatch(pattern, other))]
        return list(dict.fromkeys(found))

    def allowed(self, name):
        """The hosts of a value from a callback, if other sources have URLs with a label before a fixed domain."""
        found = []
        for template, others in self.alternatives:
            parts = template.split(f"{{callback.{name}}}")
            if len(parts) == 2:
                pattern = re.escape(parts[0]) + r"\{\w+\}(\.[a-z0-9-]+\.[a-z0-9.-]+)" + re.escape(parts[1])
                found += [f"*{match[1]}" for other in others if (match := re.fullmatch(pattern, other))]
        return found

    def declared_into(self, variables, per_request):
        """Writes the declarations, in order of the names' first use.

        `per_request` is whether a user chooses the value for each sign-in. The facts don't say which one, unless there's one.
        """
        for name, kind in self.kinds.items():
            if name in self.conflicts:
                variables.todo(f"'{name}' has several kinds of positions in the facts' URLs")
            rule = Flow()
            listed = self.enums.get(name)
            if name in TAKEN | KEYWORDS:
                rule["case"] = f"{name}Value"
            if name in self.sources:
                rule["from"] = self.sources[name]
                if kind == "host" and (allowed := self.allowed(name)):
                    rule["allow"] = allowed
                    variables.todo(f"other hosts than {', '.join(allowed)}, which the sources have?")
            default = self.defaults.get(name)
            if not listed and kind == "part_of_host" and (seen := self.seen(name, default)):
                listed = seen
                variables.todo(f"'{name}' may have other values; the facts only have {', '.join(seen)}")
            # Listed values may be anywhere. Otherwise the language says which kind fits.
            if not listed or kind == "url":
                rule["kind"] = "host_label" if kind in (None, "part_of_host") else kind
            if per_request and len(self.kinds) == 1 and rule.get("kind") == "host_label":
                rule["scope"] = "request"
            if listed:
                rule["values"] = listed
            if default:
                rule["default"] = default
            elif not listed and name not in self.sources:
                rule["example"] = EXAMPLES[rule["kind"]].format(swift_words(name))
            rule["doc"] = f"TODO: describe '{name}'."
            variables.add(name, rule)
