"""DPoP (RFC 9449) for idpyoidc. Its own add-on doesn't check the proofs of refreshes, and compares `ath` as hexadecimal
digits."""

import base64
import hashlib
import time

from cryptojwt.jwk.jwk import key_from_jwk_dict
from idpyoidc.message.oauth2 import ResponseMessage
from idpyoidc.server.oauth2.add_on.dpop import DPoPClientAuth, DPoPProof

MAXIMUM_AGE = 60
used = {}  # the time of each `jti`


def encoded(digest):
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def verified(header, http_info):
    """The proof of a request. Throws ValueError."""
    proof = DPoPProof().verify_header(header)
    proof.verify()
    now = time.time()
    if proof["alg"] != "ES256" or proof["jwk"].get("d"):
        raise ValueError("the proof isn't signed with a public ES256 key")
    if (proof["htm"], proof["htu"]) != (http_info["method"], http_info["url"]):
        raise ValueError("the proof belongs to another request")
    if abs(now - proof["iat"]) > MAXIMUM_AGE or used.setdefault(proof["jti"], now) != now:
        raise ValueError("the proof is old")
    return proof


def thumbprint(proof):
    return key_from_jwk_dict(proof["jwk"]).thumbprint("SHA-256").decode()


def rejection(reason):
    return ResponseMessage(error="invalid_dpop_proof", error_description=str(reason))


def check_grant(request, client_id, context, http_info=None, **_):
    """For the token endpoint: binds the tokens to the key of the proof. A refresh needs the key of the first proof."""
    header = http_info["headers"].get("dpop")
    try:
        key = thumbprint(verified(header, http_info)) if header else None
    except Exception as error:
        return rejection(error)
    bound_to = bound_key(request, context)
    if key != bound_to and (bound_to or request.get("grant_type") == "refresh_token"):
        return rejection("the grant is bound to another key")
    if key:
        request["dpop_jkt"] = key
    return request


def bound_key(request, context):
    """The key to which the grant is bound, by an earlier proof or by `dpop_jkt` of the authorization request."""
    token = request.get("refresh_token") or request.get("code")
    try:
        grant = context.session_manager.get_session_info_by_token(token, grant=True)["grant"]
    except Exception:
        return None  # idpyoidc rejects the grant itself
    return grant.extra.get("dpop_jkt") or grant.authorization_request.get("dpop_jkt")


def check_push(request, client_id, context, http_info=None, **_):
    """For pushed requests: binds the code to the key of the proof (RFC 9449 §10.1)."""
    header = http_info["headers"].get("dpop")
    if header:
        try:
            request["dpop_jkt"] = thumbprint(verified(header, http_info))
        except Exception as error:
            return rejection(error)
    return request


def check_access(request, client_id, context, auth_info=None, http_info=None, **_):
    """For the UserInfo endpoint: the proof belongs to the token and to the key of the token."""
    token = auth_info["token"]
    info = context.session_manager.get_session_info_by_token(token, grant=True)
    key = info["grant"].extra.get("dpop_jkt")
    if key is None and auth_info["method"] == "bearer_header":
        return request
    try:
        proof = verified(http_info["headers"]["dpop"], http_info)
        if auth_info["method"] == "bearer_header" or thumbprint(proof) != key:
            raise ValueError("the token is bound to another key")
        if proof["ath"] != encoded(hashlib.sha256(token.encode()).digest()):
            raise ValueError("the proof belongs to another token")
    except Exception as error:
        return ResponseMessage(error="invalid_token", error_description=str(error))
    return request


class Authentication(DPoPClientAuth):
    tag = "dpop"

    def _verify(self, *arguments, **named):
        return {**super()._verify(*arguments, **named), "method": self.tag}


def add_support(endpoints, algorithms):
    context = endpoints["token"].upstream_get("context")
    context.provider_info["dpop_signing_alg_values_supported"] = algorithms
    context.set_preference("dpop_signing_alg_values_supported", algorithms)
    context.add_on["dpop"] = {"algs_supported": algorithms}
    context.client_authn_methods["dpop"] = Authentication(endpoints["token"].upstream_get)
    for name, check in (("token", check_grant), ("pushed_authorization", check_push), ("userinfo", check_access)):
        endpoints[name].post_parse_request.append(check)
