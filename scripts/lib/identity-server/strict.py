"""The clients of `strict`, which have keys and certificates, and its discovery document."""

import base64
import json
import os
import pathlib
import subprocess
import urllib.request

STATE = pathlib.Path(os.environ["STATE"])


def plugin_parameters():
    return json.loads((pathlib.Path(__file__).parent / "strict-plugin.json").read_text())


def signed_plugin(module):
    """A second issuer, which accepts requests that aren't pushed and demands no nonces. glewlwyd ignores the response
    mode of a pushed request, and can't authenticate a client by its certificate when it pushes one."""
    parameters = {**module["parameters"], "iss": os.environ["BASE_URL"] + "/api/signed", "oauth-par-required": False,
                  "oauth-dpop-nonce-mandatory": False}
    return {**module, "name": "signed", "parameters": parameters}


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def der(name, *command):
    return subprocess.run(["openssl", *command, "-in", STATE / name, "-outform", "DER"], check=True,
                          capture_output=True).stdout


def elliptic_key(name, **members):
    """The public JWK of a P-256 key. The coordinates are the last 64 bytes of its DER form."""
    point = der(name + ".key.pem", "pkey", "-pubout")[-64:]
    return {"kty": "EC", "crv": "P-256", "x": encoded(point[:32]), "y": encoded(point[32:]), **members}


def rsa_key(name, **members):
    modulus = subprocess.run(["openssl", "rsa", "-in", STATE / (name + ".key.pem"), "-noout", "-modulus"], check=True,
                             capture_output=True, text=True).stdout
    return {"kty": "RSA", "n": encoded(bytes.fromhex(modulus.strip().removeprefix("Modulus="))), "e": "AQAB", **members}


def certificate_key(name, **members):
    certificate = base64.b64encode(der(name + ".pem", "x509")).decode()
    return {**elliptic_key(name), "x5c": [certificate], **members}


def key_set(*keys):
    return {"keys": keys}


# Those that glewlwyd doesn't know from the start.
PROPERTIES = ["tls_client_auth_subject_dn"]


def clients():
    """The clients' names and properties."""
    ciba = "urn:openid:params:grant-type:ciba"
    signing = key_set(elliptic_key("client", kid="client-1", use="sig", alg="ES256"),
                      elliptic_key("client-next", kid="client-2", use="sig", alg="ES256"))
    confidential = {"confidential": True, "authorization_type": ["code", "refresh_token", "client_credentials"]}
    with_key = {**confidential, "authorization_type": [*confidential["authorization_type"], ciba],
                "token_endpoint_auth_method": ["private_key_jwt"], "jwks": signing,
                "token_endpoint_signing_alg": "ES256", "request_object_signing_alg": "ES256",
                "backchannel_authentication_request_signing_alg": "ES256", "backchannel_token_delivery_mode": "poll",
                "authorization_details_types": ["payment", "account"]}
    secret = {**confidential, "client_secret": "web-app-secret-1",
              "token_endpoint_auth_method": ["client_secret_basic", "client_secret_post"]}
    return {
        "jwt-client": with_key,
        "till": {**secret, "authorization_type": [ciba, "refresh_token"], "backchannel_token_delivery_mode": "poll"},
        "encrypted-client": {
            **secret, "jwks": key_set(elliptic_key("decryption", kid="decryption-1", use="enc")),
            "alg": "ECDH-ES", "enc": "A128CBC-HS256", "alg_kid": "decryption-1", "encrypt_id_token": "1"},
        "rsa-encrypted-client": {
            **secret, "jwks": key_set(rsa_key("decryption-rsa", kid="decryption-rsa-1", use="enc")),
            "alg": "RSA-OAEP-256", "enc": "A256GCM", "alg_kid": "decryption-rsa-1", "encrypt_id_token": "1"},
        "tls-client": {
            **confidential, "token_endpoint_auth_method": ["tls_client_auth"],
            "tls_client_auth_subject_dn": "CN=tls-client,O=Acme"},
        "self-signed-client": {
            **confidential, "token_endpoint_auth_method": ["self_signed_tls_client_auth"],
            "jwks": key_set(certificate_key("self-signed-client", kid="certificate-1"))},
    }


def write_discovery(api):
    """Adds what glewlwyd supports but doesn't list, and the port for mutual TLS."""
    secure, mutual = os.environ["BASE_URL"], "https://localhost:" + os.environ["MUTUAL_TLS_PORT"]
    for plugin in ("oidc", "signed"):
        document = json.load(urllib.request.urlopen(f"{api}/{plugin}/.well-known/openid-configuration"))
        document["authorization_response_iss_parameter_supported"] = True
        document["mtls_endpoint_aliases"] = {
            name: url.replace(secure, mutual) for name, url in document["mtls_endpoint_aliases"].items()
            if not name.startswith("pushed")}  # a request to this alias ends glewlwyd
        (STATE / (plugin + ".json")).write_text(json.dumps(document, indent=1))
