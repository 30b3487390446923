"""The facts about the user: the endpoint, the members of its response, and the claim that identifies the user."""

import re

from .yaml_text import Flow, Map, literal

# A source writes `['data']['id']`, and the facts lost what separates the two names.
LOST = re.compile(r"(data|info|account|resource|values?|included|profile(?=mail|user))(?=[a-z])(?!_)")
GIVEN = re.compile(r"(^|[._])(first|given|last|family|middle|sur)[_]?(name)?$|\.(first|middle|last)$|^title$", re.I)


LACKS_ENDPOINT = "the facts lack the userinfo endpoint"


class Unreadable(Exception):
    """A path of the facts whose meaning can't be known."""


def path(text, root=None):
    """A path of the facts in the language of descriptors, relative to the root."""
    if "://" in text:
        return f"['{text}']"
    if re.search(r"\[\d+(?!\d*\])", text) or text.count("[") != text.count("]"):
        raise Unreadable(f"'{text}' has an open bracket")
    if re.match(LOST, text) and "." not in text:
        raise Unreadable(f"'{text}' seems to be two names without a separator")
    text = re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", text)
    if root and text.startswith(f"{root}."):
        text = text[len(root) + 1:]
    if not re.fullmatch(r"[A-Za-z_][\w-]*(\[\d+\]|\.[A-Za-z_][\w-]*)*", text):
        raise Unreadable(f"'{text}' isn't a path")
    return text


def selector(value, root=None):
    """The selector of a standard claim."""
    if isinstance(value, list):
        if len(value) > 1 and all(GIVEN.search(item.split(".")[-1]) or GIVEN.search(item) for item in value):
            return " ".join(f"{{{path(item, root)}}}" for item in value)
        raise Unreadable(f"{value} doesn't say whether the members are joined or alternatives")
    if value.startswith("template:"):
        return value[len("template:"):]
    if value.startswith("$"):
        raise Unreadable(f"'{value}' isn't in the response of the endpoint")
    if "+" in value:
        return " ".join(f"{{{path(item, root)}}}" for item in value.split("+"))
    return " | ".join(path(item, root) for item in value.split("|"))


def token_rule(text):
    """How a request sends the token: a separate header, or the header with another scheme."""
    if found := re.fullmatch(r"header Authorization: (\S+)", text):
        return Flow(scheme=found[1])
    if found := re.fullmatch(r"header (\S+)", text):
        return Flow(header=found[1])
    return None


class User:
    """The user of a provider, if the facts have what a client needs to know it."""

    def __init__(self, facts, variables, issuer, is_discovered=False):
        """`is_discovered` is whether the app passes the issuer, so that only its discovery document has the endpoints."""
        self.is_discovered = is_discovered
        self.facts = facts.get("userinfo", {})
        self.quirks = set(facts["quirks"]) | set(facts["quirks_auto"])
        self.variables = variables
        self.has_issuer = bool(issuer) and facts["kind"] == "oidc"
        self.endpoint = self.facts.get("url") or facts["endpoints"].get("userinfo")
        self.root = re.sub(r"\.(\d+)", r"[\1]", self.facts["root"]) if self.facts.get("root") else None
        self.notes = []
        self.map = self.mapped()

    def lost_separators(self):
        """Whether every path seems to begin with the name of the object that the tags mention, without a separator."""
        paths = [value for value in self.facts.get("map", {}).values() if isinstance(value, str)]
        return bool({"u.root", "u.nested_paths"} & self.quirks) and not self.root and len(paths) > 1 and any(
            all(re.match(rf"{name}[A-Za-z]", value) for value in paths) for name in ("user", "data", "account", "profile"))

    def mapped(self):
        found = {}
        if self.lost_separators():
            self.notes.append(f"userinfo.map: the facts' paths have lost their separators: {self.facts['map']}")
            return found
        for name, value in self.facts.get("map", {}).items():
            if value is None:
                if name == "email":
                    found[name] = "none"
                continue
            try:
                found[name] = selector(value, self.root)
            except Unreadable as error:
                self.notes.append(f"userinfo.map.{name}: {error}")
        return found

    def missing(self):
        """Returns the missing fact that would identify the user, or `None` if an ID token or the endpoint does."""
        if self.has_issuer:
            return None
        if not self.facts.get("map"):
            return "the facts have no map of claims about the user"
        if not self.endpoint and not self.source():
            return LACKS_ENDPOINT
        if "id" not in self.map:
            return "the facts have no readable path of the user's ID"
        if "u.graphql" in self.quirks:
            return "the facts lack the body of the GraphQL request"
        return None

    def source(self):
        """The source of the claims other than the endpoint."""
        text = self.facts.get("source", "")
        if found := re.fullmatch(r"token_response\((\w+)\)", text):
            return f"token.{found[1]}"
        return None

    def write(self, draft):
        for note in self.notes:
            draft.todo(note)
        rules = Map()
        source = self.source()
        if source:
            rules.add("source", source)
        elif self.has_issuer and self.differs() and self.is_known():
            rules.add("source", ["id_token", "userinfo"])
        if not source and (not self.has_issuer or self.differs()):
            self.request(rules)
        if self.root and not source and "userinfo" in self.sources(source):
            rules.add("root", self.root)
        if self.map and (not self.has_issuer or self.differs()):
            rules.add("map", Flow(self.map))
        self.second(rules)
        if rules.has_keys() or not rules.is_empty():
            draft.add("userinfo", rules)

    def sources(self, source):
        if source:
            return [source]
        return ["userinfo"] if not self.has_issuer or (self.is_known() and self.differs()) else ["id_token"]

    def is_known(self):
        """Whether the facts have the endpoint, or a discovery document has it."""
        return bool(self.endpoint) or self.is_discovered

    def differs(self):
        """Whether the user's claims aren't simply the standard ones of an ID token."""
        return any(value != {"id": "sub"}.get(name, name) for name, value in self.map.items())

    def request(self, rules):
        # An endpoint that differs from the one in `server`.
        method = self.facts.get("method") or ("POST" if "u.post" in self.quirks else None)
        if method and method != "GET":
            rules.add("method", method)
        token = self.facts.get("token")
        if token and token_rule(token):
            rules.add("token", token_rule(token))
        elif token:
            rules.todo(f"userinfo.token: the facts only say '{token}'")
        headers = Flow()
        for name, value in self.facts.get("headers", {}).items():
            if value == "required":
                # The language's name for the app, because a value of this header identifies the app.
                headers[name] = "{app_name}"
                rules.comment(f"the facts say that {name} is required")
            else:
                headers[name] = value if value == "{client_id}" else literal(value)
        if headers:
            rules.add("headers", headers)
        parameters = Flow()
        for name, value in self.facts.get("query", {}).items():
            if value.startswith("{"):
                rules.todo(f"userinfo.parameters.{name}: the facts only say '{value}'")
            else:
                parameters[name] = literal(value)
        if parameters:
            rules.add("parameters", parameters)

    def second(self, rules):
        call = self.facts.get("second_call")
        if not call:
            return
        picked = re.sub(r"^(\w+)==(\w+)$", r"[\1=\2]", call["pick"])
        field = call["field"]
        request = Flow(
            when=f"missing({field})", endpoint=self.variables.use(call["url"]), map=Flow({field: f"{picked}.{field}"}))
        rules.add("further_requests", [request])
