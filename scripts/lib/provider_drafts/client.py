"""The client's half of a draft: authentication, PKCE, and the parameters of the requests."""

import re

from .yaml_text import Flow, literal

SETTING = re.compile(r"\$\{connectionConfig\.(\w+)\}")


def authentication(draft, facts):
    """The client's types and methods. A source that sends a secret says nothing about clients without one."""
    client = draft.child("client")
    methods = [name for name in ("client_secret_basic", "client_secret_post") if name in facts["client"]["auth_methods"]]
    public = facts["client"].get("public")
    quirks = set(facts["quirks"])
    unverified = []
    if public is None and "t.auth_none" in quirks:
        public = "only"
    elif public is None and "k.public_yes" in quirks:
        # The tags of this dimension are general knowledge and not a source's.
        public = True
        unverified.append("client.types")
    if methods and public == "per-app" and facts["pkce"]["support"] == "unsupported-with-secret":
        client.todo("clients without a secret need a descriptor of their own, with PKCE")
        public = False
    if public == "only":
        client.add("types", ["public"])
    elif public in (True, "per-app"):
        client.add("types", ["public", "confidential"] if methods else ["public"])
    elif methods:
        client.add("types", ["confidential"])
        client.add("exchange", "backend")
        if public is None and "k.public_no" not in quirks:
            client.todo("the sources authenticate with a secret; add 'public' if the provider registers clients without one")
            unverified.append("client.types")
    else:
        client.todo("the facts don't say whether clients have a secret, and how they send it")
        unverified.append("client.types")
    if methods and public != "only":
        client.add("authentication", methods)
    if len(methods) > 1:
        unverified.append("client.authentication")
        sources = "; ".join(f"{name}: {', '.join(facts['client']['auth_methods'][name])}" for name in methods)
        client.comment(f"the sources differ: {sources}")
    if settings := facts["client"].get("settings"):
        client.todo(f"the facts name the settings {', '.join(settings)}, but not their use")
    callbacks(client, facts.get("callback_rules", {}))
    return unverified


def callbacks(client, rules):
    found = Flow()
    left = []
    for kind, rule in rules.items():
        if kind in ("custom_scheme", "loopback") and rule == "forbidden":
            found[kind] = "forbidden"
        elif kind == "https" and rule == "only":
            found["custom_scheme"] = "forbidden"
        elif kind == "custom_scheme" and "pkce required" in rule:
            found["custom_scheme"] = Flow(requires=["pkce"])
            left += [item for item in rule if item != "pkce required"]
        else:
            left.append(f"{kind}: {rule}")
    if found:
        client.add("callbacks", found)
    if left:
        client.todo(f"rules about callback URLs in the facts: {'; '.join(left)}")


def pkce(draft, facts):
    """Returns the reason for a weaker protection, if any, and the unverified keys."""
    support = next((tag[3:] for tag in ("pk.required", "pk.unsupported", "pk.supported") if tag in facts["quirks"]),
                   facts["pkce"]["support"])
    methods = facts["pkce"].get("methods", [])
    evidence = facts["pkce"]["evidence"]
    if support == "unsupported":
        sources = ", ".join(evidence.get("unsupported", [])) or "the facts"
        draft.add("pkce", "none")
        return f"PKCE is unsupported or breaks the request, according to {sources}.", ["pkce"]
    if methods and "S256" not in methods:
        draft.add("pkce", Flow(send="plain", provider="required" if support == "required" else "supported"))
        return "The provider supports only the method plain.", []
    if support == "required":
        draft.add("pkce", Flow(provider="required"))
        return None, []
    if support == "supported":
        return None, []
    said = {"tolerated": f"{', '.join(evidence.get('sent', ['a source']))} sends it"}.get(support, "the facts don't say")
    draft.todo(f"does the provider check PKCE? Clients send it ({said}).")
    return None, ["pkce"]


class Parameters:
    """Constant parameters, whose values may name what a connection is configured with."""

    def __init__(self, variables):
        self.variables = variables
        self.settings = []

    def template(self, value):
        text = "true" if value is True else "false" if value is False else str(value)
        parts, end = "", 0
        for found in SETTING.finditer(text):
            parts += literal(text[end:found.start()]) + self.name(found[1])
            end = found.end()
        return parts + literal(text[end:])

    def name(self, name):
        if name in self.variables.kinds:
            return f"{{{name}}}"
        if name not in self.settings:
            self.settings.append(name)
        return f"{{settings.{name}}}"

    def declare(self, client):
        if self.settings:
            settings = client.child("settings")
            for name in self.settings:
                settings.add(name, Flow(type="string", doc=f"TODO: describe '{name}'."))


def authorize(draft, facts, parameters, is_oidc):
    rules = draft.child("authorize")
    offline = facts.get("offline", {}).get("param", {})
    sent = {name: value for name, value in facts.get("authorize_params", {}).items() if name not in offline}
    for name in ("response_type", "response_mode"):
        if name in sent:
            rules.add(name, sent.pop(name))
    sent.pop("scope", None)
    declared = rules.child("parameters")
    for name, value in sent.items():
        if name.lower() in ("password", "client_secret"):
            declared.todo(f"a source sends '{name}', which must not reach a browser")
        elif name == "grant_type":
            declared.todo("a source sends 'grant_type' to the page, but it's a parameter of the token request")
        elif name == "nonce" and is_oidc:
            # The client sends it.
            continue
        elif value == "${random}" or name == "nonce":
            if name == "nonce" and value != "${random}":
                declared.comment(f"a source sends '{value}', but a nonce is new in each request")
            declared.add(name, Flow(type="string", const="{derive.random}"))
            draft.add("derive", Flow(random="uuid()"))
        elif is_oidc and name == "prompt":
            # The family declares the parameter with its values, so that an app may still choose another.
            declared.add(name, Flow(default=str(value)))
        else:
            declared.add(name, Flow(type="string", const=parameters.template(value)))


def scopes(draft, facts, is_oidc):
    facts_scope = facts["scope"]
    if "a.scope_none" in facts["quirks"]:
        draft.add("scopes", "none")
        return
    rules = draft.child("scopes")
    delimiter = facts_scope.get("delimiter", " ")
    if delimiter != " ":
        rules.add("delimiter", delimiter)
    if delimiter == "+":
        rules.todo("'+' may be the encoding of a space; if so, remove 'delimiter'")
    if "scope" in facts.get("authorize_params", {}):
        rules.add("default", [facts["authorize_params"]["scope"]])
    elif not is_oidc:
        rules.todo("which scopes does every app need? Add them as 'default'.")
    family = {"openid", "profile", "email", "offline_access"} if is_oidc else set()
    values = rules.child("values")
    names = [facts["authorize_params"]["scope"]] if "scope" in facts.get("authorize_params", {}) else []
    for scope in facts_scope["seen"]:
        # Some sources write several scopes as one.
        for name in scope.split():
            if name and name not in names:
                names.append(name)
    for name in names:
        if name in family:
            continue
        # Swift needs another name for a scope without letters.
        values.add(name, Flow(case="all") if name == "*" else Flow())
    if second := facts_scope.get("second_parameter"):
        rules.add("groups", Flow({re.sub("_?scopes?$", "", second) or "second": Flow(parameter=second)}))
