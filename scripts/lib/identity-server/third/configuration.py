"""The configuration of idpyoidc. The keys exist as long as the process, like the sessions."""

import os

ISSUER = os.environ["ISSUER"]
KEYS = {"key_defs": [{"type": "RSA", "use": ["sig"]}, {"type": "EC", "crv": "P-256", "use": ["sig"]}]}
SCOPES = ["openid", "profile", "email", "offline_access"]
CLIENT_AUTHENTICATION = ["private_key_jwt", "client_secret_basic", "client_secret_post", "public"]
USERS = {
    name.lower(): {
        "name": name + " Example", "given_name": name, "family_name": "Example",
        "email": name.lower() + "@example.test", "email_verified": True,
    }
    for name in ("Alice", "Bob")
}


def endpoint(path, name, **properties):
    return {"path": path, "class": "idpyoidc.server." + name, "kwargs": properties}


def token(kind, seconds):
    return {"class": "idpyoidc.server.token." + kind, "kwargs": {"lifetime": seconds}}


def configuration():
    seconds = int(os.environ["ACCESS_TOKEN_SECONDS"])
    minting = ["access_token", "refresh_token", "id_token"]
    return {
        "issuer": ISSUER,
        "key_conf": {**KEYS, "uri_path": "keys.json"},
        "httpc_params": {"verify": False, "timeout": 4},
        "preference": {"subject_types_supported": ["public"], "scopes_supported": SCOPES},
        "template_dir": os.path.dirname(__file__),
        "endpoint": {
            "provider_info": endpoint(
                ".well-known/openid-configuration", "oidc.provider_config.ProviderConfiguration",
                client_authn_method=None),
            "authorization": endpoint(
                "authorization", "oidc.authorization.Authorization", client_authn_method=None,
                response_types_supported=["code"], response_modes_supported=["query", "fragment", "form_post"]),
            "pushed_authorization": endpoint(
                "par", "oauth2.pushed_authorization.PushedAuthorization", client_authn_method=CLIENT_AUTHENTICATION,
                ttl=60),
            "token": endpoint(
                "token", "oidc.token.Token", client_authn_method=CLIENT_AUTHENTICATION, revoke_refresh_on_issue=True),
            "userinfo": endpoint(
                "userinfo", "oidc.userinfo.UserInfo", client_authn_method=["bearer_header", "dpop"]),
        },
        "token_handler_args": {
            "key_conf": {"key_defs": [{"type": "OCT", "bytes": 24, "use": ["enc"], "kid": "code"}]},
            "code": {"kwargs": {"lifetime": 60}},
            "token": token("jwt_token.JWTToken", seconds),
            "refresh": token("jwt_token.JWTToken", 86400),
            "id_token": {"class": "encryption.IDTokenForClient", "kwargs": {
                "base_claims": {"email": {"essential": True}, "name": {"essential": True}}}},
        },
        "authz": {"class": "idpyoidc.server.authz.AuthzHandling", "kwargs": {"grant_config": {
            "usage_rules": {
                "authorization_code": {"supports_minting": minting, "max_usage": 1, "expires_in": 60},
                "access_token": {"expires_in": seconds},
                "refresh_token": {"supports_minting": minting, "expires_in": 86400},
            },
            "expires_in": 86400,
        }}},
        "authentication": {"password": {
            "acr": "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
            "class": "idpyoidc.server.user_authn.user.NoAuthn", "kwargs": {"user": "alice"}}},
        "userinfo": {"class": "idpyoidc.server.user_info.UserInfo", "kwargs": {"db": USERS}},
        "add_ons": {
            "pkce": {"function": "idpyoidc.server.oauth2.add_on.pkce.add_support", "kwargs": {
                "essential": True, "code_challenge_methods": {"S256": None}}},
            "dpop": {"function": "proofs.add_support", "kwargs": {"algorithms": ["ES256"]}},
        },
    }
