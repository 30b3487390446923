"""The clients of the server, with the keys that scripts/identity-server has made."""

import hashlib
import os
import pathlib

from cryptojwt.jwk.ec import ECKey
from cryptojwt.jwk.rsa import RSAKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from configuration import ISSUER, SCOPES

STATE = pathlib.Path(os.environ["STATE"])
CALLBACK_PORTS = range(8765, 8770)
# Redirect.perIssuer: the hash of the issuer.
PATHS = ["", "/" + hashlib.sha256(ISSUER.encode()).hexdigest()[:32]]


def public_key(name, kid, use):
    key = load_pem_private_key((STATE / (name + ".key.pem")).read_bytes(), None).public_key()
    kind = RSAKey if hasattr(key.public_numbers(), "n") else ECKey
    jwk = kind(kid=kid, use=use)
    jwk.load_key(key)
    return jwk.serialize()


def add(server, client_id, keys=(), redirects=(), **properties):
    context = server.context
    callbacks = [(f"http://127.0.0.1:{port}/callback{path}", {}) for path in PATHS for port in CALLBACK_PORTS]
    callbacks += [(redirect, {}) for redirect in redirects]
    context.cdb[client_id] = {
        "client_id": client_id, "redirect_uris": callbacks, "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "allowed_scopes": SCOPES, **properties,
    }
    if keys:
        server.keyjar.import_jwks({"keys": list(keys)}, client_id)
    if "client_secret" in properties:
        server.keyjar.add_symmetric(client_id, properties["client_secret"])


def add_all(server):
    signing = [public_key("client", "client-1", "sig"), public_key("client-next", "client-2", "sig")]
    add(server, "native-app", token_endpoint_auth_method="public")
    add(server, "jwt-client", signing, token_endpoint_auth_method="private_key_jwt")
    secret = {"client_secret": "web-app-secret-1" * 2, "token_endpoint_auth_method": "client_secret_basic"}
    # Examples/WebApp.
    app = os.environ.get("IDP_WEB_APP")
    add(server, "web-app", redirects=[app + "/auth/company/callback"] if app else [], **secret)
    add(server, "encrypted-client", [public_key("decryption", "decryption-1", "enc")], **secret,
        id_token_encrypted_response_alg="ECDH-ES", id_token_encrypted_response_enc="A128CBC-HS256")
    # Not with GCM: cryptojwt's initialization vector has 16 bytes then, and RFC 7518 §5.3 requires 12.
    add(server, "rsa-encrypted-client", [public_key("decryption-rsa", "decryption-rsa-1", "enc")], **secret,
        id_token_encrypted_response_alg="RSA-OAEP-256", id_token_encrypted_response_enc="A128CBC-HS256")
