"""Fills an empty glewlwyd through its own admin interface: signing keys, scopes, users and clients.

    provision.py start     everything; writes revocation.token, discovery.json and paths.map
    provision.py rotate    adds a new RS256 signing key before the others

Called by scripts/identity-server, which sets these environment variables: STATE, STYLE, ISSUER, BASE_URL, BACKEND_PORT,
API_PREFIX, PLUGIN, ACCESS_TOKEN_SECONDS.
"""

import hashlib
import json
import os
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import strict

HERE = pathlib.Path(__file__).parent
ENV = os.environ
STATE = pathlib.Path(ENV["STATE"])
BACKEND = f"http://127.0.0.1:{ENV['BACKEND_PORT']}"
API = f"{BACKEND}/{ENV['API_PREFIX'].lstrip('/')}"
PLUGIN = ENV["PLUGIN"]

RESOURCE = "https://api.acme.test"
CALLBACK_PORTS = range(8765, 8770)
# Redirect.perIssuer: the issuer with and without a slash at its end.
ISSUER_PATHS = ["", *("/" + hashlib.sha256(issuer.encode()).hexdigest()[:32]
                      for issuer in dict.fromkeys([ENV["ISSUER"], ENV["ISSUER"].rstrip("/")]))]
# A web app by `authgen new`, and Examples/WebApp.
WEB_APP = ["http://localhost:8080/auth/callback",
           *([ENV["IDP_WEB_APP"] + "/auth/auth0/callback"] if "IDP_WEB_APP" in ENV else [])]
SCOPES = {
    "openid": "Sign you in",
    "profile": "Your name",
    "email": "Your e-mail address",
    "offline_access": "Access while you are away",
    "read:timesheets": "Read your timesheets",
    "create:timesheets": "Create timesheets",
    **({"payments": "Pay from your account"} if ENV["STYLE"] == "strict" else {}),
}
USERS = {
    "alice": {"name": "Alice Example", "organization": "org_42"},
    "bob": {"name": "Bob Example"},
}


class Admin:
    """An administrator's session. Its credentials are those of glewlwyd's initial database."""

    def __init__(self):
        self.cookie = ""
        body = {"username": "admin", "password": "password"}
        self.cookie = self.send("POST", "/auth/", body).headers["Set-Cookie"].split(";")[0]

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        try:
            return urllib.request.urlopen(urllib.request.Request(API + path, data, headers, method=method), timeout=120)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"glewlwyd rejected {method} {path}: {error.code} {error.read()[:800]!r}")

    def get(self, path):
        return json.load(self.send("GET", path))

    def replace_module(self, kind, name, module):
        """Modules read their parameters only when they are reset."""
        self.send("PUT", f"/mod/{kind}/{name}", module)
        self.send("PUT", f"/mod/{kind}/{name}/reset/")


def wait_until_up():
    for _ in range(600):
        try:
            return urllib.request.urlopen(BACKEND + "/config", timeout=1)
        except OSError:
            time.sleep(0.1)
    raise SystemExit("glewlwyd didn't start; see " + str(STATE / "glewlwyd.out"))


def allow_properties(admin, kind, names):
    """glewlwyd's stores drop unknown properties of a user or client, so this declares them."""
    module = admin.get(f"/mod/{kind}/database")
    for name in names:
        multiple = name.endswith("uris")
        module["parameters"]["data-format"][name] = {"multiple": multiple, "read": True, "write": True}
    admin.replace_module(kind, "database", module)


def add_scopes(admin):
    rights = {"password_required": True, "password_max_age": 0, "scheme": {}}
    for name, title in {**SCOPES, "g_revoke": "Revoke tokens"}.items():
        scope = {"name": name, "display_name": title, "description": title, **rights}
        if name == "openid":  # exists from the start
            admin.send("PUT", "/scope/openid", scope)
        else:
            admin.send("POST", "/scope", scope)


def add_users(admin):
    allow_properties(admin, "user", ["organization"])
    for username, properties in USERS.items():
        admin.send("POST", "/user", {
            "username": username, "password": username + "-password-1", "email": username + "@example.test",
            "enabled": True, "scope": ["g_profile", *SCOPES], **properties,
        })


def add_client(admin, client_id, redirects=(), **properties):
    admin.send("POST", "/client", {
        "client_id": client_id, "name": client_id, "enabled": True, "confidential": False, "scope": list(SCOPES),
        "authorization_type": ["code", "refresh_token", "delete_token", "device_authorization", "none"],
        "token_endpoint_auth_method": ["none"],
        "redirect_uri": [f"http://127.0.0.1:{port}/callback{path}"
                         for path in ISSUER_PATHS for port in CALLBACK_PORTS]
                        + ["com.example.app:/callback", *redirects],
        "post_logout_redirect_uris": [f"http://127.0.0.1:{port}/signed-out" for port in CALLBACK_PORTS],
        "refresh-token-one-use": "yes", **properties,
    })


def add_clients(admin):
    allow_properties(
        admin, "client", ["sign_kid", "refresh-token-one-use", "post_logout_redirect_uris", *strict.PROPERTIES])
    add_client(admin, "native-app")
    # For the response types other than `code`: hybrid and implicit.
    add_client(
        admin, "native-hybrid",
        authorization_type=["code", "token", "id_token", "refresh_token", "delete_token", "none"])
    for key in ("es256", "ps256", "eddsa"):
        add_client(admin, "native-" + key, sign_kid=key)
    add_client(
        admin, "web-app", WEB_APP, confidential=True, client_secret="web-app-secret-1",
        authorization_type=["code", "refresh_token", "client_credentials", "delete_token"],
        token_endpoint_auth_method=["client_secret_basic", "client_secret_post"])
    add_client(
        admin, "proxy", confidential=True, client_secret="proxy-secret-1", scope=["g_revoke"],
        authorization_type=["client_credentials"], token_endpoint_auth_method=["client_secret_post"])
    if ENV["STYLE"] == "strict":
        for client_id, properties in strict.clients().items():
            add_client(admin, client_id, **properties)


def plugin_module(access_token_seconds):
    api_scopes = ["openid", "read:timesheets", "create:timesheets"]
    organization = {"auth0": "org_id", "scalekit": "oid"}.get(ENV["STYLE"])
    claim = {"name": organization, "user-property": "organization", "type": "string", "mandatory": True,
             "on-demand": False, "scope": []}
    return {"module": "oidc", "name": PLUGIN, "display_name": "OpenID Connect", "enabled": True, "parameters": {
        **json.loads((HERE / "oidc-plugin.json").read_text()),
        **(strict.plugin_parameters() if ENV["STYLE"] == "strict" else {}),
        "iss": ENV["ISSUER"],
        "jwks-private": (STATE / "keys.jwks").read_text(),
        "access-token-duration": access_token_seconds,
        "allowed-scope": list(SCOPES),
        "resource-scope": {scope: [RESOURCE] for scope in api_scopes},
        "claims": [claim] if organization else [],
    }}


def write_revocation_token():
    """The token that the proxy uses for public clients that revoke a token."""
    form = {"grant_type": "client_credentials", "scope": "g_revoke", "client_id": "proxy", "client_secret": "proxy-secret-1"}
    answer = urllib.request.urlopen(f"{API}/{PLUGIN}/token", urllib.parse.urlencode(form).encode())
    (STATE / "revocation.token").write_text(json.load(answer)["access_token"])


def write_provider_paths():
    """The discovery document with the provider's paths, and the proxy's table of them."""
    provider = json.loads((HERE / "provider-paths.json").read_text())
    endpoints, paths = provider["endpoints"], provider[ENV["STYLE"]]
    document = json.load(urllib.request.urlopen(f"{API}/{PLUGIN}/.well-known/openid-configuration"))
    for field, endpoint in endpoints.items():
        document[field] = ENV["BASE_URL"] + paths[field]
    document["authorization_response_iss_parameter_supported"] = True  # glewlwyd supports it but doesn't list it
    document["grant_types_supported"] = ["authorization_code", "refresh_token", "client_credentials",
                                         "urn:ietf:params:oauth:grant-type:device_code"]
    document["token_endpoint_auth_methods_supported"] = ["client_secret_basic", "client_secret_post", "none"]
    document["revocation_endpoint_auth_methods_supported"] = document["token_endpoint_auth_methods_supported"]
    (STATE / "discovery.json").write_text(json.dumps(document, indent=1))
    (STATE / "paths.map").write_text("".join(f"{paths[field]} {endpoint}\n" for field, endpoint in endpoints.items()))


def start():
    wait_until_up()
    admin = Admin()
    add_scopes(admin)
    add_users(admin)
    add_clients(admin)
    admin.send("POST", "/mod/plugin/", plugin_module(access_token_seconds=30 * 86400))
    write_revocation_token()  # with the long lifetime
    admin.replace_module("plugin", PLUGIN, plugin_module(int(ENV["ACCESS_TOKEN_SECONDS"])))
    if ENV["STYLE"] == "strict":
        admin.send("POST", "/mod/plugin/", strict.signed_plugin(plugin_module(int(ENV["ACCESS_TOKEN_SECONDS"]))))
        strict.write_discovery(API)
    elif ENV["STYLE"] != "plain":
        write_provider_paths()


def rotate():
    admin = Admin()
    module = admin.get("/mod/plugin/" + PLUGIN)
    newest = json.loads((STATE / "new.jwks").read_text())["keys"]
    older = json.loads(module["parameters"]["jwks-private"])["keys"]
    module["parameters"]["jwks-private"] = json.dumps({"keys": newest + older})
    module["parameters"]["default-kid"] = newest[0]["kid"]
    admin.replace_module("plugin", PLUGIN, module)
    print("now signing with", newest[0]["kid"])


if __name__ == "__main__":
    {"start": start, "rotate": rotate}[sys.argv[1]]()
