"""One provider of the facts as a draft of a descriptor.

The draft contains only the facts. For a missing fact, it has a comment with TODO, so `authgen validate` may reject it.
"""

import re

from .client import Parameters, authentication, authorize, pkce, scopes
from .tags import KEYS
from .user import LACKS_ENDPOINT, User
from .variables import PLACEHOLDER, Variables
from .yaml_text import Flow, Map, literal

ENDPOINTS = {
    "authorization": "authorization_endpoint", "token": "token_endpoint", "jwks": "jwks_uri",
    "userinfo": "userinfo_endpoint", "revocation": "revocation_endpoint", "end_session": "end_session_endpoint",
    "device_authorization": "device_authorization_endpoint", "introspection": "introspection_endpoint",
}
NEEDED = ("authorization", "token")
ACRONYMS = {"id", "url", "uri", "jwt", "jwks", "pkce", "http", "https", "api", "mfa"}
# Names of providers that are also types of Swift.
HIDING = {"slice"}
STANDARD = {"access_token", "refresh_token", "id_token", "expires_in", "scope", "token_type"}


def camel(name):
    """The Swift name of a member, as the language itself derives names."""
    words = [word for word in re.split(r"[^A-Za-z0-9]+", name) if word]
    rest = (word.upper() if word.lower() in ACRONYMS else word[:1].upper() + word[1:] for word in words[1:])
    return words[0][:1].lower() + words[0][1:] + "".join(rest)


def identifier(facts_id):
    """The descriptor's ID, which begins with a letter, and whose type doesn't hide one of Swift."""
    return facts_id if facts_id[:1].isalpha() and facts_id not in HIDING else f"provider-{facts_id}"


def domain(url):
    """The registrable domain of a URL's host, nearly, or `None` if a placeholder determines it."""
    host = re.match(r"https?://(?:[^/?#]*@)?([^/?#:]*)", url)
    labels = host[1].lower().split(".") if host else []
    count = 3 if len(labels) > 2 and labels[-2] in ("co", "com", "org", "net", "gov", "ac") and len(labels[-1]) == 2 else 2
    return None if len(labels) < 2 or "{" in ".".join(labels[-count:]) else ".".join(labels[-count:])


def projects(facts, name, at):
    """The projects that have an endpoint at a domain. A thread, or a file of a project, isn't another project."""
    url = facts["endpoints"].get(name, "")
    values = next((found["values"] for found in facts.get("conflicts", []) if found["field"] == f"endpoints.{name}"),
                  {url: facts["sources"]})
    return {source for value, sources in values.items() if domain(value) == at
            for source in sources if re.fullmatch(r"[\w-]+", source)}


def confirmed_domains(all_facts):
    """The projects by a pair of domains that a page and a token endpoint have, for pairs that several projects confirm."""
    found = {}
    for facts in all_facts:
        pair = tuple(domain(facts["endpoints"].get(name, "")) for name in NEEDED)
        if None in pair or pair[0] == pair[1]:
            continue
        confirming = projects(facts, "authorization", pair[0]), projects(facts, "token", pair[1])
        if min(map(len, confirming)) >= 2 and len(confirming[1]) > len(found.get(pair, [])):
            found[pair] = sorted(confirming[1])
    return found


class Draft:
    def __init__(self, facts, is_api_only=False):
        """`is_api_only` is whether the draft ignores the user whose endpoint the facts lack."""
        self.facts = facts
        self.is_api_only = is_api_only
        self.quirks = set(facts["quirks"])
        self.text = Map()
        self.unverified = []
        self.reasons = []
        self.variables = Variables(facts)
        self.endpoints = facts["endpoints"]
        self.issuer = self.endpoints.get("issuer")
        self.lost_issuer = None
        if "m.issuer_template" in self.quirks:
            # The issuer of a token contains a claim, and the facts don't say which.
            self.issuer, self.lost_issuer = None, self.issuer
        self.issuer_note = None
        if facts["kind"] == "oidc" and not self.issuer and not self.lost_issuer:
            self.infer_issuer()
        self.user = User(facts, self.variables, self.issuer, is_discovered=self.issuer == "{issuer}")
        self.lacks_user = self.user.missing()
        if not self.lacks_user and not self.user.has_issuer and self.user.endpoint:
            problem = self.variables.problem(self.user.endpoint) or self.unknown_in_userinfo()
            self.lacks_user = problem and f"the userinfo endpoint can't be used: {problem}"
        self.is_oidc = bool(self.issuer) and facts["kind"] == "oidc" and not self.lacks_user

    def infer_issuer(self):
        """Finds the issuer of OpenID Connect in the other facts.

        The document's URL begins with the issuer (OpenID Connect Discovery 1.0, section 4). If it is at a URL of each
        customer, the app passes the whole URL, because the facts lack its form.
        """
        issuer, _, path = self.endpoints.get("discovery", "").partition("/.well-known/openid-configuration")
        if issuer and not path and "{issuer}" not in issuer:
            self.issuer = issuer
            self.issuer_note = "issuer: from the URL of the discovery document"
            self.unverified.append("server.issuer")
        elif ("m.discovery" in self.quirks and self.quirks & {"p.tenant", "p.self_hosted"}
              and "p.per_request" not in self.quirks and not {"discovery", "userinfo"} & set(self.endpoints)):
            self.issuer = "{issuer}"
            self.issuer_note = "TODO: issuer: the facts only say that each customer has its own, and a discovery document"
            self.unverified.append("server.issuer")

    def unknown_in_userinfo(self):
        """A placeholder that no other URL has comes from a response, and the facts don't say from which."""
        names = set(re.findall(r"\{(\w+)\}", self.user.endpoint)) - {"client_id", "access_token"}
        elsewhere = " ".join(url for name, url in self.endpoints.items() if name in ("authorization", "token", "issuer"))
        left = [name for name in names if f"{{{name}}}" not in elsewhere]
        source = self.quirks & {"p.from_token", "u.url_template", "p.from_userinfo"}
        return f"the facts don't say where {', '.join(sorted(left))} comes from" if left and source else None

    def lines(self):
        facts, text = self.facts, self.text
        text.comment(f"{facts['name']}: a draft from facts of other projects, tier {facts['tier']}, not from the provider's "
                     "documentation. TODO marks what the facts lack.")
        text.add("schema", 1)
        text.add("id", identifier(facts["id"]))
        text.add("name", f"{facts['name']}")
        place = Map()
        text.add("variables", place)
        if self.lacks_user == LACKS_ENDPOINT and not self.is_api_only:
            self.lost_user("so add it, or set 'user: none' if the client only calls the API")
        elif self.lacks_user and not self.is_oidc:
            text.add("user", "none")
            self.lost_user("so this client only calls the API")
        elif self.issuer and not self.is_oidc:
            text.comment("the facts name an issuer, but describe plain OAuth 2.0")
            text.add("extends", "oauth2")
        elif facts["kind"] == "oidc" and not self.issuer and not self.lost_issuer:
            text.todo("the facts say OpenID Connect, but lack the issuer")
        self.server()
        self.discovery()
        parameters = Parameters(self.variables)
        if name := facts["client"].get("client_id_param"):
            text.add("rename", Flow(client_id=name))
        reason, unverified = pkce(text, facts)
        self.reasons += [reason] if reason else []
        self.unverified += unverified
        self.unverified += authentication(text, facts)
        authorize(text, facts, parameters, self.is_oidc)
        scopes(text, facts, self.is_oidc)
        self.callback()
        self.token(parameters)
        self.offline()
        self.refresh()
        self.sessions()
        if not self.lacks_user or (self.lacks_user == LACKS_ENDPOINT and not self.is_api_only):
            self.user.write(text)
        if self.is_oidc and "a.nonce_none" in self.quirks:
            text.add("id_token", Flow(nonce="none"))
            self.reasons.append(f"ID tokens don't contain the nonce, {self.according()}.")
        parameters.declare(text.child("client"))
        self.variables.declared_into(place, "p.per_request" in self.quirks)
        self.rest()
        return text.lines()

    def lost_user(self, consequence):
        found = self.facts.get("userinfo")
        if not found and "userinfo" not in self.endpoints:
            return
        said = {"endpoint": self.user.endpoint, **{key: value for key, value in (found or {}).items() if key != "map_source"}}
        said = ", ".join(f"{key}: {value}" for key, value in said.items() if value)
        self.text.todo(f"{self.lacks_user}, {consequence}. The facts about the user: {said}")

    def url(self, name):
        """A URL of the facts as a template, or `None` with a TODO."""
        value = self.endpoints.get(name)
        if not value:
            return None
        problem = self.variables.problem(value)
        if re.fullmatch(r"\{\w+\}", value) and list(self.endpoints.values()).count(value) > 1:
            problem = "it's a placeholder that stands for several URLs"
        if problem:
            self.text.child("server").todo(f"{ENDPOINTS.get(name, name)}: the facts have '{value}', but {problem}")
            return None
        return self.variables.use(value)

    def server(self):
        server = self.text.child("server")
        if self.lost_issuer:
            server.todo(f"issuer: the facts have '{self.lost_issuer}' with a claim in it, but not which")
        if self.issuer_note:
            server.comment(self.issuer_note)
        if self.issuer:
            if problem := self.variables.problem(self.issuer):
                server.todo(f"issuer: the facts have '{self.issuer}', but {problem}")
            else:
                server.add("issuer", self.variables.use(self.issuer))
        for name in NEEDED:
            if name not in self.endpoints and not self.is_oidc:
                server.todo(f"{ENDPOINTS[name]}: the facts lack it")
        for name, key in ENDPOINTS.items():
            if name not in self.endpoints:
                continue
            if name == "userinfo" and (self.lacks_user or self.user.source()):
                continue
            if name == "revocation" and self.revocation_is_custom():
                self.text.todo(f"revocation: the facts have the endpoint {self.endpoints[name]} and say that it isn't RFC 7009, "
                               "but not how it differs")
                continue
            if self.is_oidc and set(PLACEHOLDER.findall(self.endpoints[name])) != set(PLACEHOLDER.findall(self.issuer)):
                server.comment(f"{key}: from discovery, because the facts' {self.endpoints[name]} has other placeholders than "
                               "the issuer")
                continue
            if value := self.url(name):
                value, route = value.split("#", 1) if name == "authorization" and "#/" in value else (value, None)
                server.add(key, value)
                if route:
                    rules = self.text.child("authorize")
                    rules.add("placement", "fragment_route")
                    rules.add("fragment", route)
                if name == "userinfo" and "{access_token}" in value:
                    self.reasons.append(f"The userinfo endpoint takes the token in its URL, {self.according()}.")
        if self.user.facts.get("url") and not self.lacks_user and "userinfo" not in self.endpoints:
            server.add("userinfo_endpoint", self.variables.use(self.user.facts["url"]))
        for found in self.facts.get("conflicts", []):
            if found["field"].startswith("endpoints."):
                key = ENDPOINTS.get(found["field"][len("endpoints."):], found["field"])
                chosen = self.endpoints.get(found["field"][len("endpoints."):])
                others = [f"{value} ({', '.join(sources)})" for value, sources in found["values"].items() if value != chosen]
                if others:
                    server.comment(f"{key}: other sources have {'; '.join(others)}")
                    if key in server:
                        self.unverified.append(f"server.{key}")

    def domains(self):
        """Says that codes are redeemed at another domain, according to several projects.

        A descriptor that says so vouches for the token endpoint. One project may be wrong about it, and similar names of
        domains don't have to belong to one company.
        """
        pair = tuple(domain(self.endpoints.get(name, "")) for name in NEEDED)
        if None in pair or pair[0] == pair[1]:
            return None
        if not (sources := self.facts.get("confirmed_domains", {}).get(pair)):
            self.text.todo(f"domains: the facts don't confirm that {pair[0]} and {pair[1]} belong to one company. If they do, explain "
                           "it in 'provenance.domains'.")
            return None
        self.text.child("provenance").todo(
            "domains: the facts say where codes are redeemed, but not which company has these domains")
        self.unverified.append("server.token_endpoint")
        return f"The page is at {pair[0]} and the token endpoint at {pair[1]}, according to {', '.join(sources[:3])}."

    def according(self):
        return f"according to {', '.join(self.facts['sources'][:3])}"

    def revocation_is_custom(self):
        return bool({"v.custom", "v.auth", "v.content_type"} & self.quirks)

    def discovery(self):
        found = self.endpoints.get("discovery")
        if not found:
            return
        standard = (self.issuer or "").rstrip("/") + "/.well-known/openid-configuration"
        if found.replace("{issuer}", self.issuer or "") == standard:
            return
        if self.is_oidc and not self.variables.problem(found):
            self.text.add("discovery", Flow(url=self.variables.use(found)))
        else:
            self.text.todo(f"discovery: the facts have the document {found}, but not its issuer")

    def callback(self):
        rules = self.text.child("callback")
        found = self.facts.get("callback", {})
        if name := found.get("code_parameter"):
            rules.add("code", name)
        names = list(found.get("extra_parameters", []))
        fields = rules.child("fields")
        for name in names:
            # A field that an endpoint needs can't be optional.
            needed = f"{{callback.{name}}}" in " ".join(self.endpoints.values())
            fields.add(name, Flow(type="string") if needed else Flow(type="string", optional=True))
        if names:
            fields.todo("are these always present? If so, remove 'optional'.")

    def token(self, parameters):
        rules = self.text.child("token")
        if "t.get" in self.quirks:
            rules.add("method", "GET")
            rules.add("encoding", "query")
            self.reasons.append(f"The token request is a GET, {self.according()}.")
        elif "t.query_post" in self.quirks:
            rules.add("encoding", "query")
            self.reasons.append(f"The token request has its parameters in the query, {self.according()}.")
        elif encoding := self.facts.get("token_encoding"):
            rules.add("encoding", encoding)
        if "t.no_redirect_uri" in self.quirks:
            rules.add("omit", ["redirect_uri"])
        if found := self.facts.get("token_params"):
            rules.add("parameters", Flow({name: parameters.template(value) for name, value in found.items()}))
        response = rules.child("response")
        found = self.facts.get("token_response", {})
        renamed, sets = Flow(), Flow()
        for name, path in found.get("paths", {}).items():
            if name in STANDARD:
                renamed[name] = path
            elif name.endswith(".access_token"):
                sets[name.split(".")[0]] = Flow(root=path[: -len(".access_token")], optional=True)
        if renamed:
            response.add("rename", renamed)
        if sets:
            response.add("tokens", sets)
        fields = response.child("fields")
        for path in found.get("extra_fields", []):
            if path not in STANDARD:
                fields.add(camel(path), Flow(path=path, type="json", optional=True))
        if fields.has_keys():
            fields.todo("the facts lack the types")

    def offline(self):
        found = self.facts.get("offline", {})
        if "param" in found:
            self.text.add("offline", Flow(parameters=Flow({key: literal(value) for key, value in found["param"].items()})))
        elif scope := found.get("scope") or self.offline_scope():
            if not (self.is_oidc and scope == "offline_access"):
                self.text.add("offline", Flow(scope=scope))

    def offline_scope(self):
        """The scope of the tag, if the facts have one with such a name."""
        names = [name for scope in self.facts["scope"]["seen"] for name in scope.split() if name.startswith("offline")]
        return names[0] if "f.offline_scope" in self.quirks and len(names) == 1 else None

    def refresh(self):
        found = self.facts.get("refresh", {})
        url = found.get("url") or self.endpoints.get("refresh")
        rules = Map()
        if url and url != self.endpoints.get("token"):
            problem = self.variables.problem(url)
            if not problem and domain(url) not in {None, *(domain(self.endpoints.get(name, "")) for name in NEEDED)}:
                problem = "no other endpoint is at its domain"
            if problem:
                rules.todo(f"refresh.endpoint: the facts have '{url}', but {problem}")
            else:
                rules.add("endpoint", self.variables.use(url))
        if "method" in found:
            rules.add("method", found["method"])
            if found["method"] == "GET":
                rules.add("encoding", "query")
                self.reasons.append(f"The refresh is a GET, {self.according()}.")
        if "grant_type" in found:
            rules.add("grant_type", found["grant_type"])
        if "f.access_as_refresh" in self.quirks:
            rules.add("exchanged_token", "access_token")
        if "f.no_refresh" in self.quirks and not rules.has_keys():
            self.text.add("refresh", "none")
            self.unverified.append("refresh")
            return
        # The tags of this dimension are general knowledge and not a source's.
        for tag, value in (("f.rotating", "rotate"), ("f.static", "none")):
            if tag in self.quirks:
                rules.add("rotation", value)
                self.unverified.append("refresh.rotation")
                break
        if self.facts.get("token_encoding") or "t.get" in self.quirks or "t.query_post" in self.quirks:
            rules.todo("refresh: is its request encoded as the token request?")
        self.text.add("refresh", rules)

    def sessions(self):
        found = self.facts.get("logout", {})
        if found.get("style") == "custom":
            if problem := self.variables.problem(found["url"]):
                self.text.todo(f"logout.endpoint: the facts have '{found['url']}', but {problem}")
            else:
                rules = Flow(style="custom", endpoint=self.variables.use(found["url"]))
                rules["redirect_parameter"] = found["redirect_param"]
                names = found.get("params", [])
                plain = [name for name in names if "(" not in name]
                rules["parameters"] = Flow({name: f"{{{name}}}" for name in plain})
                flags = [name.split("(")[0] for name in names if name.endswith("(flag)")]
                if flags:
                    rules["flags"] = Flow({name: Flow() for name in flags})
                rules["id_token_hint"] = found.get("id_token_hint", "never")
                self.text.add("logout", rules)
        elif found.get("style") == "rp-initiated" and "id_token_hint" in found and self.is_oidc:
            self.text.add("logout", Flow(id_token_hint=found["id_token_hint"]))
        elif found.get("style") == "none" and self.is_oidc:
            self.text.add("logout", Flow(style="none"))
        elif self.is_oidc and "l.none" in self.quirks:
            self.text.add("logout", Flow(style="none"))
        if lifetime := self.facts.get("lifetimes", {}).get("access_token"):
            self.text.add("lifetimes", Flow(access_token=lifetime))
        self.environments()
        if "device_authorization_endpoint" in self.text.child("server"):
            refresh = [] if "f.no_refresh" in self.quirks else ["refresh_token"]
            self.text.add("flows", ["authorization_code", *refresh, "device_code"])

    def environments(self):
        found = self.facts.get("environments", {})
        hosts = {name for name, value in self.variables.defaults.items() if value in found.values()}
        if len(hosts) == 1 and all("/" not in value for value in found.values()):
            variable = hosts.pop()
            default = self.variables.defaults[variable]
            overlays = Map()
            for name, value in found.items():
                overlay = Flow(default=True) if value == default else Flow(variables=Flow({variable: Flow(default=value)}))
                overlays.add(name, overlay)
            self.text.add("environments", overlays)
        elif found:
            said = ", ".join(f"{name}: {value}" for name, value in found.items())
            self.text.todo(f"environments in the facts: {said}")

    def rest(self):
        text = self.text
        described = {"a.fixed_params", "a.response_mode", "a.scope_delim", "a.scope_none", "k.public_no", "k.public_yes",
                   "a.nonce_none" if self.is_oidc else "", "l.none", "pk.required", "pk.supported", "pk.unsupported", "t.auth_basic", "t.auth_post", "t.get",
                     "t.no_redirect_uri", "t.query_post", "f.rotating", "f.static", "f.no_refresh", "u.id_path",
                     "f.access_as_refresh", "a.hash_route"}
        written = " ".join(text.lines())
        keys = {}
        for tag in sorted(self.quirks - described):
            key = KEYS.get(tag)
            if not key or self.lacks_user and key.startswith("userinfo"):
                continue
            last = key.split(".")[-1]
            if key == "userinfo.root" and re.search(r"map: .*\w\.\w", written):
                continue
            if key in keys or re.search(rf"\b{last}: ", written):
                continue
            keys[key] = tag
        if keys:
            text.todo("quirks that the facts name without details: " + ", ".join(f"{key} ({tag})" for key, tag in keys.items()))
        if variants := self.facts.get("variants"):
            text.todo(f"variants in the facts: {', '.join(variants)}")
        provenance = text.child("provenance")
        provenance.add("sources", [f"{source}" for source in self.facts["sources"]] or ["facts"])
        provenance.todo("read the provider's documentation, add its pages and the date as 'verified'")
        if said := self.domains():
            provenance.add("domains", said)
        if self.unverified:
            provenance.add("unverified", list(dict.fromkeys(self.unverified)))
        if self.reasons:
            provenance.add("reason", " ".join(self.reasons))


def draft(facts, is_api_only=False):
    return "\n".join(Draft(facts, is_api_only).lines()) + "\n"
