"""Writes Tests/Fuzzing/Seeds from the tests' tables of hostile input, the examples of the descriptors, and the fixed keys of
Tests/Fuzzing/Targets/Fixture.swift. `scripts/fuzz --seeds` runs it. A file is a list: text, or bytes after `base64:`. With `--check`,
it compares the files instead."""
import base64
import hashlib
import json
import plistlib
import re
import struct
import sys
from pathlib import Path

import yaml
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from swift_literals import changed, literals, values

ROOT = Path(__file__).resolve().parents[3]
SEEDS = ROOT / "Tests/Fuzzing/Seeds"
NOW = 1_800_000_000
SECRET = b"a secret of the client with 32 b"
KEY = ec.derive_private_key(int.from_bytes(b"\1" * 32), ec.SECP256R1())
seeds: dict[str, list[bytes]] = {}


def add(target: str, *inputs: str | bytes, variants: bytes = b"") -> None:
    """Adds inputs. With variants, each input is added once for each first byte."""
    for item in inputs:
        raw = item.encode() if isinstance(item, str) else item
        for made in [bytes([variant]) + raw for variant in variants] if variants else [raw]:
            if made not in seeds.setdefault(target, []) and len(made) <= 4000:
                seeds[target].append(made)


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def signed(header: object, claims: object, with_secret: bool = False) -> str:
    text = f"{encoded(compact(header).encode())}.{encoded(compact(claims).encode())}"
    if with_secret:
        code = hmac.HMAC(SECRET, hashes.SHA256())
        code.update(text.encode())
        return f"{text}.{encoded(code.finalize())}"
    r, s = decode_dss_signature(KEY.sign(text.encode(), ec.ECDSA(hashes.SHA256(), deterministic_signing=True)))
    return f"{text}.{encoded(r.to_bytes(32) + s.to_bytes(32))}"


def nonce(period: int, letter: int) -> str:
    """A nonce of an API whose key consists of one letter."""
    time = struct.pack(">I", period)
    code = hmac.HMAC(bytes([letter]) * 32, hashes.SHA256())
    code.update(b"dpop-nonce:300:" + time)
    return encoded(time + code.finalize()[:16])


def rsa_encrypted(key: dict, content: str, algorithm: str = "RSA-OAEP-256") -> str:
    """A token that's encrypted for an RSA key (RFC 7518 section 4.3). Nothing is random, so that seeds don't change."""
    header = encoded(compact({"alg": algorithm, "enc": "A256GCM", "cty": "JWT"}).encode())
    content_key, iv = b"\2" * 32, b"\3" * 12
    modulus, exponent = (int.from_bytes(base64.urlsafe_b64decode(key[name] + "==")) for name in "ne")
    wrapped = pow(int.from_bytes(oaep(content_key, modulus.bit_length() // 8)), exponent, modulus).to_bytes(modulus.bit_length() // 8)
    sealed = AESGCM(content_key).encrypt(iv, content.encode(), header.encode())
    return ".".join([header, *map(encoded, (wrapped, iv, sealed[:-16], sealed[-16:]))])


def oaep(message: bytes, size: int, seed: bytes = b"\4" * 32) -> bytes:
    """The encoded message of RFC 8017 section 7.1.1 with SHA-256 and an empty label."""
    def mask(source: bytes, length: int) -> bytes:
        return b"".join(hashlib.sha256(source + number.to_bytes(4)).digest() for number in range(-(-length // 32)))[:length]

    def combined(left: bytes, right: bytes) -> bytes:
        return bytes(a ^ b for a, b in zip(left, right, strict=True))
    block = hashlib.sha256(b"").digest() + b"\0" * (size - len(message) - 66) + b"\1" + message
    masked = combined(block, mask(seed, len(block)))
    return b"\0" + combined(seed, mask(masked, 32)) + masked


def public_key() -> dict[str, str]:
    numbers = KEY.public_key().public_numbers()
    return {"kty": "EC", "crv": "P-256", "x": encoded(numbers.x.to_bytes(32)), "y": encoded(numbers.y.to_bytes(32))}


def examples(name: str) -> list[str]:
    """One example of each kind that the descriptors have, at most 25 of them."""
    found = []
    for path in sorted((ROOT / "Providers").glob("*.yaml")):
        value = ((yaml.safe_load(path.read_text()) or {}).get("examples") or {}).get(name)
        if isinstance(value, dict):
            value = json.dumps(value, default=str)
        if isinstance(value, str) and len(value) < 900:
            found.append(value)
    return found[:: max(1, len(found) // 25)]


def browser() -> None:
    corpus = literals("Tests/Runtime/Corpora/HostileCallbackTests.swift", r"(?:Case|\.no)\(\s*")
    add("callback", *corpus, variants=b"0")
    add("callback", *(text.replace("xyz", "STATE") for text in examples("callback")), variants=b"08")
    add("callback", "code=c&state=STATE&iss=https%3A%2F%2Fid.example", variants=b"04")
    tokens = "state=STATE&id_token=a.b.c&access_token=t&token_type=Bearer&expires_in=60&scope=openid"
    add("callback", f"code=c&{tokens}", f"code=c&state=STATE&id_token=a.b.c", tokens, variants=b"123")
    code = hmac.HMAC(SECRET, hashes.SHA256())
    code.update(b"code=c&state=STATE")
    add("callback", f"code=c&state=STATE&hmac={code.finalize().hex()}", variants=b"8")
    head = "Host: 127.0.0.1:8080\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n"
    form = "Content-Type: application/x-www-form-urlencoded\r\nOrigin: http://127.0.0.1:8080\r\n"
    add("loopback", f"GET /callback?code=c&state=s HTTP/1.1\r\n{head}\r\n", variants=b"\0\x02\xff")
    add("loopback", f"POST /callback HTTP/1.1\r\n{head}{form}Content-Length: 7\r\n\r\nstate=1", variants=b"\0\x40")
    add("loopback", f"GET /callback?error=a HTTP/1.0\r\n{head}Purpose: prefetch\r\n\r\n", variants=b"\x10")
    add("loopback", *literals("Tests/Runtime/Loopback/LoopbackRequestTests.swift", r'\(?(?="(?:GET|POST|\\r))'), variants=b"\x07")
    claims = {"iss": "https://id.example", "aud": "app", "exp": NOW + 60, "state": "STATE", "code": "c"}
    add("authorization-form", *corpus[:12], "code=c&state=STATE", variants=b"0")
    add("authorization-form", "response=" + signed({"alg": "ES256"}, claims), "response=a.b.c", "code=c", variants=b"1")
    callback = "com.example.app:/callback?code=c&state=s"
    callbacks = [callback, callback.upper(), "com.example.app://host/path#a=b", "com.example.app:", "other:/x", "", "com.example.app:/ x",
                 "com.example.app:/%zz", "com.example.app:/\u00e9", "com.example.app:/[", "com.example.app://[::1"]
    add("hand-off", *(f"{text}\n" for text in callbacks), callback, f"{callback}\n\n{callback}", variants=b"\0\x0f")
    own = "https://app.example"
    for path in ["/", "/a/b?c=d#e", "//evil.example", "/\\evil.example", "/%2f/evil", "/%5cevil", "/a/../b", "/%252e%252e/", "/a%"]:
        add("web-request", f"/login?return_to={path}\na=1; b=2; __Host-signin.fuzz.a=AAAA\n{own}\nreturn_to={path}")
        add("web-request", f"{own}{path}\n\nnull\n", f"{path}\n=;a==;;b\nhttps://evil.example\n")
    grant = {"version": 1, "redirect_uri": own, "scopes": ["openid"], "fields": {}, "variables": {}, "parameters": {"a": "b"},
             "code": "c", "code_verifier": "v" * 43, "state": "s", "nonce": "n", "max_age": 60, "resources": [own],
             "signed": {"code": "c"}, "dpop_jkt": "t"}
    implicit = {**grant, "id_token": "a.b.c", "access_token": "t", "expires_at": NOW}
    del implicit["code"]
    add("grant", compact(grant), compact(implicit), compact({**grant, "code": ""}), compact({**grant, "version": 2}),
        compact({**grant, "max_age": 9223372036854775807}), compact({**implicit, "expires_at": 1e300}), "{}")


def logout() -> None:
    own = "iss=https%3A%2F%2Fid.example"
    add("logout-query", f"{own}&sid=s", "", f"{own}&sid=", own, "sid=s", f"{own}&sid=a&sid=b", "iss=https%3A%2F%2Fid.example%2F&sid=s", f"{own}&sid=%C3%A9",
        "iss=https%3A%2F%2Fevil.example&sid=s", "%zz", f"{own}&{own}&sid=s", f"{own}&sid=s&x=y", variants=b"0")
    add("logout-query", "state=STATE", "state=STATE&state=STATE", "state=state", "", "state=STATE%00", "a=b&state=STATE", "%FF", variants=b"1")


def headers() -> None:
    for scheme in ["Bearer", "bearer", "DPoP", "Basic", "Bearer ", ""]:
        add("authorization-header", f"{scheme} abc.DEF-_~+/==", variants=b"01")
    add("authorization-header", "Bearer", "Bearer a b", "Bearer a=b", "Bearer ====", "Bearer \u00e9", "Bearer a, Bearer b", "Bearer\ta", variants=b"0")


def pushed() -> None:
    reference = {"request_uri": "urn:ietf:params:oauth:request_uri:6esc", "expires_in": 60}
    add("pushed-response", compact(reference), compact({**reference, "expires_in": "60"}), compact({**reference, "expires_in": 0}),
        compact({**reference, "expires_in": 9223372036854775807}), compact({**reference, "request_uri": "no scheme"}), compact({"request_uri": 7}),
        compact({**reference, "request_uri": "https://id.example/" + "a" * 2100}), "[]", variants=b"0")
    waiting = {"auth_req_id": "1c266114", "expires_in": 120, "interval": 2}
    add("pushed-response", compact(waiting), compact({**waiting, "interval": 1e300, "expires_in": -1}), compact({**waiting, "auth_req_id": ""}),
        compact({**waiting, "auth_req_id": "a" * 5000}), compact({"auth_req_id": "a", "interval": "nan"}), variants=b"1")


def first_party() -> None:
    code, demand = {"authorization_code": "SplxlOBeZQQYbYS6WxSbIA"}, {"error": "insufficient_authorization", "auth_session": "ce6772f5e07bc8361572f"}
    tokens = {"access_token": "t", "token_type": "Bearer", "expires_in": 60, "auth_session": "s"}
    # The variant's remainder by 3 selects the step, and its third and fourth bits select the status.
    add("first-party-response", compact(code), compact({**code, "authorization_code": ""}), compact({**code, "authorization_code": "\u00e9"}),
        compact({**code, "authorization_code": 7}), compact({**code, "auth_session": "a" * 3900}), "{}", "", "<html>", variants=b"01")
    add("first-party-response", compact(demand), compact({**demand, "auth_session": 7}), compact({**demand, "error": "mfa_required"}),
        compact({"error": "redirect_to_web"}), compact({"error": "redirect_to_web", "request_uri": "urn:example:1", "expires_in": 60}),
        compact({"error": "access_denied", "error_description": "a\nb"}), compact({"error": 7}), variants=b"46")
    add("first-party-response", compact(tokens), compact({**tokens, "token_type": "mac"}), compact(demand), variants=b"2")


def messages() -> None:
    header = compact({"alg": "ES256"})
    event = {"http://schemas.openid.net/event/backchannel-logout": {}}
    logout = {"iss": "https://id.example", "aud": "app", "iat": NOW, "exp": NOW + 60, "jti": "1", "sub": "u", "sid": "s", "events": event}
    for case in [logout, {**logout, "nonce": "n"}, {**logout, "events": {}}, {**logout, "aud": "x"}, {**logout, "exp": 0}, {**logout, "sid": 7},
                 {name: logout[name] for name in logout if name not in ("sub", "sid")}, {**logout, "jti": None}]:
        add("signed-message", header + "\0" + compact(case), variants=b"0")
    add("signed-message", compact({"alg": "ES256", "typ": "logout+jwt"}) + "\0" + compact(logout), variants=b"01")
    response = {"iss": "https://id.example", "aud": ["app"], "exp": NOW + 60, "code": "c", "state": "STATE", "expires_in": 7}
    for case in [response, {**response, "iss": "https://id.example/"}, {**response, "aud": []}, {**response, "exp": None}, {**response, "nbf": 1e300}]:
        add("signed-message", header + "\0" + compact(case), variants=b"1")
    user = {"sub": "u", "email": "a@b.c"}
    for case in [user, {**user, "iss": "https://id.example", "aud": "app"}, {**user, "iss": "https://evil.example"}, {**user, "aud": "x"}, [], {}]:
        add("signed-message", header + "\0" + compact(case), variants=b"2")


def responses() -> None:
    corpus = literals("Tests/Runtime/Corpora/HostileTokenResponseTests.swift", r"(?:Case|\.no)\(\s*")
    add("token-response", *corpus, variants=b"\0")
    add("token-response", *examples("token"), *examples("token_error"), variants=b"\x20")
    token = '"access_token":"t","refresh_token":"r","id_token":"a.b.c","scope":"a b"'
    add("token-response", f'{{{token},"token_type":"DPoP","expires_in":60}}', variants=b"\x10\x90")
    add("token-response", f'callback( {{{token},"expires_in":"60"}} );', variants=b"\x23")
    add("token-response", "access_token=t&token_type=bearer&expires_in=60", "access_token=%ff&a", variants=b"\x02\x0a")
    add("token-response", f'{{{token},"expires_in":"2030-01-01T00:00:00Z"}}', f'\ufeff{{{token}}}', variants=b"\x60")
    add("token-response", b'{"access_token":"t","name":"\xe9"}', variants=b"\x2c\xac")
    device = literals("Tests/Runtime/Corpora/HostileDeviceResponseTests.swift", r"(?:Case|\.no)\(\s*")
    base = {"device_code": "dc", "user_code": "WDJB", "verification_uri": "https://id.example/go"}
    add("device-response", *device, compact(base), compact({**base, "interval": "nan", "expires_in": 1e300}),
        compact({**base, "verification_uri_complete": "https://id.example/go?c=W", "interval": 7, "expires_in": "900"}),
        compact({"device_code": "dc", "user_code": "a/ b"}))
    client = {"client_id": "c", "client_secret": "s", "client_secret_expires_at": 0, "redirect_uris": ["https://app.example/callback"],
              "token_endpoint_auth_method": "client_secret_post", "registration_access_token": "t",
              "registration_client_uri": "https://id.example/register/c"}
    add("registration-response", compact(client), compact({**client, "client_id": 7}), compact({**client, "client_secret": None}),
        compact({**client, "registration_client_uri": "https://evil.example/"}), compact({**client, "redirect_uris": ["x"]}),
        compact({**client, "token_endpoint_auth_method": "private_key_jwt"}), compact({**client, "client_secret_expires_at": 1e99}))
    active = {"active": True, "sub": "u", "aud": ["https://api.example"], "iss": "https://id.example", "exp": NOW + 60, "iat": NOW,
              "scope": "a b", "client_id": "c", "token_type": "Bearer"}
    add("introspection", compact(active), compact({**active, "active": False}), compact({**active, "aud": "other"}),
        compact({**active, "cnf": {"jkt": "t"}, "token_type": "DPoP"}), compact({**active, "exp": "soon"}), '{"active":"true"}', "[]",
        compact({**active, "token_use": "refresh_token"}), compact({**active, "cnf": {"x5t#S256": "t"}}))
    users = examples("userinfo")
    add("userinfo", *users, '{"sub":7,"emails":["a@b.c"],"address":{"country":"x"},"updated_at":"2026-01-01T00:00:00.5Z"}',
        '{"sub":""}', '{"given_name":"A","family_name":"B"}', '{"sub":"u","picture":"https://[::1","age":"12","groups":[1]}', variants=b"0")
    facts = {"iss": "https://id.example", "aud": "app", "sub": "u", "exp": NOW + 60, "email_verified": "true"}
    add("userinfo", signed({"alg": "ES256"}, facts), signed({"alg": "ES256"}, {"sub": 1}), "a.b.c", variants=b"1")


def documents() -> None:
    base = {"issuer": "https://id.example", "authorization_endpoint": "https://id.example/a", "jwks_uri": "https://id.example/k",
            "token_endpoint": "https://id.example/t", "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
            "code_challenge_methods_supported": ["S256"], "mtls_endpoint_aliases": {"token_endpoint": "https://mtls.id.example/t"},
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "private_key_jwt"],
            "dpop_signing_alg_values_supported": ["ES256"], "authorization_response_iss_parameter_supported": True}
    add("discovery", compact(base), compact({**base, "issuer": "https://id.example/"}), "{}", "[]",
        compact({**base, "token_endpoint": "http://id.example/t"}), compact({**base, "jwks_uri": "https://id.example/#a"}),
        compact({**base, "token_endpoint": "https://u:p@id.example:0/"}), compact({**base, "mtls_endpoint_aliases": []}))
    corpus = "Tests/Runtime/Corpora/HostileDiscoveryTests.swift"
    documents = [compact(changed(base, value)) for _, value in values(corpus, r'\.document\(\s*"[^"]*", [^\n]*?,\s*(?=\[")', NOW)]
    add("discovery", *(text.replace("SERVER", "https://id.example") for text in documents + literals(corpus, r"\.json\(")))
    for path in sorted((ROOT / "Tests/authctl/Recorded").glob("*.json"))[::4]:
        text = path.read_text()
        if len(text) < 3500:
            add("discovery", re.sub(r'("issuer"\s*:\s*)"[^"]*"', r'\1"https://id.example"', text))
    resource = {"resource": "https://api.example/mcp", "authorization_servers": ["https://id.example"], "scopes_supported": ["a", "b"],
                "resource_name": "Notes", "dpop_signing_alg_values_supported": ["ES256"], "bearer_methods_supported": ["header"],
                "resource_documentation": "https://api.example/docs", "dpop_bound_access_tokens_required": True}
    add("resource-metadata", compact(resource), compact({**resource, "resource": "https://api.example"}), "{}",
        compact({**resource, "resource": "https://API.example:443/mcp"}), compact({**resource, "resource": "https://evil.example/mcp"}),
        compact({**resource, "scopes_supported": ["a b"]}), compact({**resource, "authorization_servers": [7]}))
    key = public_key()
    rsa = {"kty": "RSA", "n": encoded(b"\xa5" * 255 + b"\1"), "e": "AQAB"}
    okp = {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
    add("key-set", compact({"keys": [{**key, "kid": "1", "use": "sig", "alg": "ES256"}, rsa, okp]}), compact({"keys": [okp]}),
        compact({"keys": [{**key, "d": key["x"]}, {"kty": "oct", "k": "AAAA"}]}), compact({"keys": [{**rsa, "e": "AQ"}]}),
        compact({"keys": [{**key, "key_ops": ["verify"]}, {**key, "x": key["y"]}]}), compact({"keys": {}}), "{}",
        compact({"keys": [{**key, "crv": "P-384"}, {**key, "kid": None, "issuer": "https://id.example/{tenantid}"}]}))
    corpus = "Tests/Runtime/Corpora/HostileKeySetTests.swift"
    for _, value in values(corpus, r'\.key\("[^"]*", [^,]*, (?=\[)', NOW):
        add("key-set", compact({"keys": [changed({**rsa, "alg": "RS256"} if {"n", "e"} & value.keys() else {**key, "kid": "key-1"}, value)]}))
    add("key-set", *literals(corpus, r"\.json\("))
    challenge = literals("Tests/HighSecurity/StepUp/StepUpTests.swift", r'(?=#?"(?:Bearer|DPoP))')
    challenge += literals("Tests/Runtime/UserInfoChallengeTests.swift", r'(?=#?"(?:Bearer|Basic|Negotiate))')
    add("www-authenticate", *challenge, 'Basic realm="a", DPoP algs="ES256 RS256", error="use_dpop_nonce"', "Basic abc==", "",
        'Bearer resource_metadata="https://api.example/.well-known/oauth-protected-resource", scope="a b"',
        'Bearer error="insufficient_user_authentication", acr_values="phr phrh", max_age="300"')
    add("response-fields", "Retry-After: 7", "Cache-Control: no-cache\nExpires: 0", "Cache-Control: public, max-age=\"60\"\nAge: 5",
        "Date: Sun, 06 Nov 1994 08:49:37 GMT\nRetry-After: Sun, 06 Nov 1994 08:50:37 GMT\nExpires: Sun, 06 Nov 1994 09:49:37 GMT",
        "Retry-After: Sun, 9223372036854775807 Nov 1994 08:50:37 GMT", "Retry-After: 99999999999999999999\nX-Request-ID: a", "a")
    add("response-head", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDPoP-Nonce: n\r\n\r\n", "HTTP/2 200 \r\nX-A:  a: b \r\nx-a:c\r\n\r\n",
        "HTTP/1.1 200 OK: really\n folded: a\nBad Name: b\nX-Empty:\n:\nno colon\n\n", b"HTTP/1.1 200\r\nX-A: a\0b\rc\xff\r\n\r\n", "\r\r\n", "HTTP/1.1 200")


def mcp() -> None:
    def rpc(**members: object) -> str:
        return compact({"jsonrpc": "2.0", **members})

    version = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}
    add("mcp-message", rpc(id=1, method="tools/call", params={"name": "run"}) + "\n", rpc(method="ping") + "\r\n \n[]",
        rpc(id="x", result={}) + "\n" + rpc(id=None, error={"code": -32700, "message": "no"}),
        '{"jsonrpc":"2.0","method":"a\u2028b\u0085\\n","params":[1.50e3,123456789012345678901]}\n', rpc(id=1.5, method="a"),
        rpc(id=1, result=1, error={}), '{"jsonrpc":"2.0","id":1,"id":2,"method":"a"}', "", "x" * 1100, variants=b"\1\7\xff")
    add("mcp-events", "data: 1\n\n", "\ufeff: hello\r\n\r\nevent: message\r\ndata: {\r\ndata: }\r\nid: 7\r\n\r\n",
        "retry: 20\rdata:x\r\rid\rdata\r\r", "id: " + "x" * 1025 + "\nretry: 99999999999999999999\ndata: 1\n\n",
        "data: " + "x" * 600, "event:\ndata: a\ndata:  b\n\n", "", variants=b"\1\7\xff")
    annotated = {"name": "run", "inputSchema": {"type": "object", "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "deep": {"type": "object", "properties": {"n": {"type": "integer", "x-mcp-header": "N"}}}}}}
    calls = [rpc(id=1, method="tools/call", params={"name": "run", "arguments": arguments, **version})
             for arguments in ({"region": "eu", "deep": {"n": -7}}, {"region": "a\nb", "deep": []}, {"region": None})]
    twice = {"name": "run", "inputSchema": {"properties": {
        "a": {"type": "string", "x-mcp-header": "A"}, "b": {"type": "string", "x-mcp-header": "a"}}}}
    for tool in (annotated, twice, {"name": "run", "inputSchema": {"items": {"x-mcp-header": "A"}}}, {"name": "run"}):
        add("mcp-tools", *(compact({"tools": [tool]}) + "\n" + call for call in calls))
    add("mcp-tools", "{}\n" + rpc(method="ping"), compact({"tools": [annotated, twice]}) + "\n" + calls[0], "\n", "")


def tokens() -> None:
    claims = {"iss": "https://id.example", "aud": "app", "sub": "u", "iat": NOW, "exp": NOW + 600, "nonce": "NONCE",
              "auth_time": NOW, "at_hash": "P7q7nw", "azp": "app"}
    plain = {name: claims[name] for name in ["iss", "aud", "sub", "iat", "exp"]}
    add("jwt", signed({"alg": "ES256"}, plain), signed({"alg": "HS256", "kid": "1", "typ": "JWT"}, plain, with_secret=True),
        signed({"alg": "none"}, plain), signed({"alg": "ES256", "crit": ["b64"]}, plain), "a.b.c", "..", "a.b.c.d.e",
        signed({"alg": "HS256", "jwk": {"kty": "oct"}}, plain, with_secret=True) + "=", signed({"alg": "ES256", "typ": "at+jwt"}, plain))
    digest = hashes.Hash(hashes.SHA256())
    digest.update(b"access")
    token = {**claims, "at_hash": encoded(digest.finalize()[:16])}
    header = compact({"alg": "HS256"})
    cases = [token, {**token, "aud": ["app"]}, {**token, "aud": ["app", "x"]}, {**token, "iss": "https://id.example/"},
             {**token, "exp": NOW - 100}, {**token, "iat": 1e300}, {**token, "nonce": "x"}, {**token, "azp": "x"}, {**token, "at_hash": 1},
             {**token, "sub": 7}, {**token, "nbf": None}, {**token, "auth_time": NOW - 4000}, {**token, "exp": str(NOW)}, []]
    for case in cases:
        add("id-token", header + "\0" + compact(case))
    corpus = "Tests/Runtime/Corpora/HostileTokenTests.swift"
    for name, value in values(corpus, r'\.claim\("(\w+)", ', NOW):
        text = compact(changed(token, {name: value}))
        add("id-token", header + "\0" + text.replace("test-client", "app").replace("TEST-CLIENT", "APP"))
    for name, value in values(corpus, r'\.header\("(\w+)", ', NOW):
        add("id-token", compact(changed({"alg": "HS256"}, {name: value})) + "\0" + compact(token))
    for text in literals(corpus, r'\.rawHeader\("[^"]*", \.?\w+, '):
        add("id-token", text + "\0" + compact(token))
        add("jwt", f"{encoded(text.encode())}.e30.AAAA")
    for text in literals(corpus, r'\.rawPayload\("[^"]*", \w+, Data\('):
        add("id-token", header + "\0" + text)
    for text in ['{"alg":"ES256"}', '{"alg":"HS256","kid":"1","typ":"JWT"}', '{"alg":"HS256","typ":"at+jwt"}', '{"alg":"none"}']:
        add("id-token", text + "\0" + compact(token))
    access = {"iss": "https://id.example", "aud": ["https://api.example"], "sub": "u", "client_id": "c", "exp": NOW + 60, "iat": NOW,
              "jti": "1", "scope": "a b", "cnf": {"jkt": "t"}}
    add("access-token", compact(access), compact({**access, "nonce": "n"}), compact({**access, "aud": "app"}), compact({**access, "exp": 0}),
        compact({**access, "events": {}}), compact({**access, "permissions": ["a"], "roles": "b", "sub": 5}), "{}", variants=b"01")
    add("jwe", "a.b.c.d.e", "....", f"{encoded(b'{}')}....", signed({"alg": "ES256"}, plain), variants=b"02")
    add("jwe", signed({"alg": "ES256"}, plain), "a.b.c", "", b"\xff", variants=b"1Aa")
    # The variant selects the RSA key of EncryptedTokens.swift.
    source = (ROOT / "Tests/Fuzzing/Targets/EncryptedTokens.swift").read_text()
    key = json.loads(re.sub(r"\\?\n\s*", "", re.search(r'rsaKey = """(.*?)"""', source, re.DOTALL)[1]))
    token = rsa_encrypted(key, signed({"alg": "ES256"}, plain))
    add("jwe", token, token.replace(".", ".A", 1), token[:-1], rsa_encrypted(key, "x", "RSA-OAEP"), rsa_encrypted(key, "x", "ECDH-ES"), variants=b"4")
    vectors = json.loads((ROOT / "Tests/Runtime/Vectors/Data/wycheproof/json_web_encryption.json").read_text())
    for group in vectors:
        add("jwe", *(test["token"] for test in group["tests"][:2]), variants=b"0")
    hashed = hashes.Hash(hashes.SHA256())
    hashed.update(b"access")
    proof = {"jti": "1", "htm": "GET", "htu": "https://api.example/path", "iat": NOW, "ath": encoded(hashed.finalize())}
    header = {"typ": "dpop+jwt", "alg": "ES256", "jwk": public_key()}
    add("dpop-nonce", *[struct.pack(">I", NOW) + nonce(NOW // 300 + distance, key).encode() for distance in (-2, -1, 0, 1) for key in b"kp"],
        struct.pack(">I", 0) + nonce(0, b"k"[0]).encode(), struct.pack(">I", NOW) + b"AAAA", b"")
    add("dpop-proof", signed(header, proof), signed({**header, "typ": "JWT"}, proof), signed({**header, "alg": "none"}, proof),
        signed({**header, "jwk": {**public_key(), "d": "AA"}}, proof), signed({**header, "jwk": {"kty": "RSA", "n": "AA", "e": "AQAB"}}, proof),
        variants=b"02")
    for case in [proof, {**proof, "htu": "https://API.example:443/%70ath?x#y"}, {**proof, "htu": "https://api.example/a/../path"},
                 {**proof, "htm": "get"}, {**proof, "iat": 1e308}, {**proof, "ath": ""}, {**proof, "nonce": "n"}, {**proof, "jti": 1}]:
        add("dpop-proof", compact(case), variants=b"13")


def stored() -> None:
    full = {"version": 1, "access_token": "a", "scopes": ["openid"], "refresh_token": "r", "id_token": "a.b.c", "user_id": "u",
            "claims": {"sub": "u", "iss": "https://id.example", "deep": [[[{"a": None}]]]}, "access_token_claims": {"scope": "a"},
            "told_claims": ["email"], "max_age": 60, "obtained_at": NOW, "expires_at": NOW + 0.1, "refresh_expires_at": 1e300,
            "adopted_from": "x", "superseded_refresh_token": "s", "superseded_at": NOW, "unanswered_refresh": 5e-324,
            "redirect_uri": "http://127.0.0.1/", "callback": {"a": "b"}, "fields": {"a": [1]}, "sets": {"a": "t"}, "variables": {"v": "x"},
            "audience_tokens": [{"audience": "https://api.example", "access_token": "t", "requested_scopes": ["a"], "scopes": ["a"],
                                 "requested_details": [{"type": "x"}], "expires_at": NOW}],
            "exchanged_tokens": {"a": {}}, "authorization_details": [{"type": "x"}],
            "client": {"client_id": "c", "metadata_hash": "h", "client_secret": "s", "token_endpoint_auth_method": "none",
                       "registration_access_token": "t", "registration_client_uri": "https://id.example/r"},
            "session_key": {"kind": "software", "alg": "ES256", "key": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"}}
    least = {"version": 1, "access_token": "a", "scopes": []}
    add("credential", compact(full), compact(least), compact({**least, "claims": {}}), compact({**least, "version": 2}), "{}",
        compact({**least, "client": {}}), compact({**least, "max_age": "60", "obtained_at": -1e-300}))
    add("sealed-file", b"SAGC\1" + b"\0" * 40, b"SAGC\2\x11" + b"\0" * 60, b"SAGC\2", b"", b"\0" * 99, variants=b"0")
    add("sealed-file", compact(full), b"", variants=b"1")
    add("sealed-file", b"SAGP\1\0\1a" + b"\0" * 40, b"SAGP\1\xff\xff", b"SAGP\1\0\0", variants=b"2")
    add("sealed-file", b"protected\0clear", b"\0", variants=b"3")
    session = plistlib.dumps({"credential": compact(full).encode(), "account": "a"}, fmt=plistlib.FMT_BINARY)
    add("web-session", session, plistlib.dumps({"credential": b"{}"}, fmt=plistlib.FMT_BINARY), b"bplist00", variants=b"1")
    pending = {"id": "i", "expiresAt": NOW - 978307200, "returnTo": "/", "authorization": {
        "issuer_is_promised": True, "issuer": "https://id.example", "request": {
            "url": "https://id.example/a", "redirect_uri": "https://app.example/c", "state": "s", "nonce": "n", "code_verifier": "v" * 43,
            "scopes": ["openid"], "max_age": 9223372036854775807, "variables": {}, "parameters": {}, "drawn": {}}}}
    signed_out = {"url": "https://id.example/logout?state=s", "state": "s", "stateName": "state"}
    waiting = pending["authorization"]
    add("pending", compact(waiting), compact({**waiting, "request": {}}), compact({"request": {}}), "{}", "", variants=b"0")
    add("pending", compact(signed_out), compact({**signed_out, "state": None}), compact({"url": ""}), "{}", variants=b"1")
    add("web-session", compact({"signIn": {"_0": pending}}), compact({"reference": {"_0": {"id": "i", "expiresAt": 0, "row": 1}}}), "{}", variants=b"2")
    add("web-session", compact(full), compact(least), "{}", variants=b"3")
    add("web-session", b"\1abcd" + b"\0" * 60, b"", variants=b"0")

    def row(*columns: bytes | None) -> bytes:
        return b"".join(b"\xff\xff" if column is None else struct.pack(">H", len(column)) + column for column in columns)
    date = struct.pack(">q", (NOW - 946684800) * 1_000_000)
    texts = [b"fuzz", b"https://id.example", b"app", b"user", None]
    add("session-row", row(*texts, date, date, date, date, b"contents", struct.pack(">q", 7)),
        row(*texts, date, date, struct.pack(">q", 2**63 - 1), struct.pack(">q", -2**63), b"", struct.pack(">q", -1)),
        row(*texts, date), row(None), row(*texts, date[:7], date, date, date, b"", date), variants=b"0")
    add("session-row", row(*texts, date, date, date, date, session, date), row(*texts, date, date, date, date, b"bplist00", date), variants=b"1")
    lease = "held 18446744073709551615 4242 30.5\n1000.25\n"
    add("lease-record", lease, lease + "1030.75\n", lease + "1030", lease.replace("held", "free"), lease.replace("1000.25", "nan"),
        lease.replace("30.5", "1e308"), lease.replace("4242", "-1"), "held 1 2\n3\n", "", "\n\n")
    archive()


def archive() -> None:
    def keyed(objects: list[object]) -> bytes:
        return plistlib.dumps({"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": plistlib.UID(1)},
                               "$objects": ["$null", *objects]}, fmt=plistlib.FMT_BINARY)
    uid = plistlib.UID
    auth0 = [{"$class": uid(5), "accessToken": uid(2), "refreshToken": uid(3), "expiresIn": uid(4), "scope": uid(6)}, "a", "r",
             {"NS.time": 700000000.0, "$class": uid(5)}, {"$classname": "A0Credentials", "$classes": ["A0Credentials"]}, "openid"]
    state = [{"$class": uid(2), "lastTokenResponse": uid(3), "refreshToken": uid(4), "scope": uid(4)}, {"$classname": "OIDAuthState"},
             {"access_token": uid(4), "request": uid(5), "expires_in": uid(6)}, {"NS.string": "r"}, {"client_id": uid(4)}, {"NS.time": 7}]
    loop = [{"$class": uid(2), "lastTokenResponse": uid(1), "refreshToken": uid(1), "request": uid(1)}, {"$classname": "OIDAuthState"}]
    add("archive", keyed(state), keyed(loop), keyed(auth0), b"bplist00" + b"\0" * 40, variants=b"0")
    add("archive", keyed(auth0), b"bplist00" + b"\xff" * 40, variants=b"1")
    item = {"credential_type": "RefreshToken", "secret": "r", "home_account_id": "a.b", "client_id": "app", "target": "x y"}
    token = {**item, "credential_type": "IdToken", "realm": "b", "secret": "t"}
    add("archive", compact({"RefreshToken": {"1": item}, "IdToken": {"2": token}}), compact(item), compact({"Account": {}}), "{}", "[]", variants=b"2")


def desktop() -> None:
    def message(kind: int, fields: bytes, body: bytes, order: str = "<") -> bytes:
        start = (b"l" if order == "<" else b"B") + bytes([kind, 0, 1]) + struct.pack(order + "III", len(body), 7, len(fields))
        return start + fields + b"\0" * (-len(fields) % 8) + body

    def field(code: int, kind: bytes, value: bytes) -> bytes:
        made = bytes([code, len(kind)]) + kind + b"\0" + value
        return made + b"\0" * (-len(made) % 8)

    def text(value: bytes) -> bytes:
        return struct.pack("<I", len(value)) + value + b"\0"
    serial = field(5, b"u", struct.pack("<I", 3))
    def signature(value: bytes) -> bytes:
        return bytes([8, 1]) + b"g\0" + bytes([len(value)]) + value + b"\0"
    double = struct.pack("<d", float("nan"))
    add("dbus", message(2, serial, b""), message(2, serial + signature(b"s"), text(b"hello")),
        message(4, field(1, b"o", text(b"/a/b")) + field(3, b"s", text(b"Changed")) + signature(b"d"), double),
        message(2, serial + signature(b"a{sv}"), struct.pack("<II", 20, 0) + text(b"key") + b"\1u\0\0\0\0\0\0" + struct.pack("<I", 9)),
        message(2, serial + signature(b"(bay)"), struct.pack("<II", 1, 3) + b"abc"),
        message(2, serial + signature(b"v"), b"\1v\0" + b"\1v\0" * 20 + b"\1y\0\7"), message(9, b"", b""), b"l\2\0\1" + b"\xff" * 12, b"",
        message(2, b"", b"", ">"), message(2, serial + signature(b"aas"), struct.pack("<II", 4, 0)),
        message(2, serial + signature(b"a" * 40 + b"y"), struct.pack("<I", 0) * 40))
    ready = b"OK 1234deadbeef\r\n"
    add("dbus-input", ready, ready + message(2, serial, b"") * 2, ready + message(2, serial, b"")[:20], b"OK\n" + message(2, b"", b"", ">"), b"REJECTED",
        b"REJECTED EXTERNAL\r\n", b"\n", b"", b"OK" + b" " * 3800, ready + b"l\2\0\1" + b"\xff" * 12, variants=b"\0\x0f")
    add("dbus-address", "unix:path=/run/user/0/bus", "unix:abstract=/tmp/a,guid=1;tcp:host=a", "unix:path=%2ftmp%2f%00", "unix:path=/a,path=/b",
        "unix:path=%", "unix:" + "path=/" + "a" * 120, ";;", "unix:abstract=%ff", "unix:path=/a,abstract=b")


def developer() -> None:
    shortest = sorted((ROOT / "Providers").glob("*.yaml"), key=lambda path: path.stat().st_size)
    add("descriptor", *(path.read_text() for path in shortest[:5]))
    add("descriptor", "schema: 1\nname: X\nserver: { issuer: https://id.example }\n", "a: [", "a: &b c\nd: *b", "? x", "%YAML 1.1\n---\na: !!str b",
        "name: X\nextends: oidc\n", "{" * 400, "[" * 400 + "]" * 400, "- " * 400 + "a", "a: \"\\u202E\"", "a:\n b: 1\n b: 2", "\ufeffname: x", "a: |\n  b\n  c\n")
    for path in ["everything.yaml"]:
        text = (ROOT / "Tests/Reference/Descriptors" / path).read_text()
        for start in range(0, min(len(text), 9000), 3000):
            add("descriptor", text[start:start + 3000])
    grammars: list[list[str]] = [
        ["https://{a}/{b.c}", "{{x}}", "{", "}{", "{a}{b}", "{}", "a{b"], ["a.b[0].c", "[primary=true].email", "['https://ns/x']", ".", "a | b", "a..b", "a[", "[x=]"],
        ["name | login", "{first} {last}", "none", "a[0] | {b}", "|"], ["has(a)", "missing(b) and a = x", "prefix(a, b)", "contains(list, x)", "a != b", "a =", "has("],
        ["[a-z0-9]+", "(a|b)*c{2,5}", "^\\d{1,3}$", "(a{1000}){1000}", "[^/]*", "((((a))))", "a**", "(?=a)", "[z-a]", "(){1000}", "(a|){50}"],
        ["sha256hex({a})", "hmac_sha256_hex(sorted_query(a, b), {key})", "uuid()", "base64(base64(x))", "sha256hex(", "unix_ms(1)"],
        ["present", "equals({a})", "equals_lowercased({a}) if prefix(org_)", "equals({a}) unless contains(x) or any(*)", "equals(", "equals(a)) if prefix("],
        ["example.com", "id.example.com:8443", "127.0.0.1", "[::1]:80", "[::ffff:1.2.3.4]", "127.1", "0x7f.1", "a..b", "-a.com", "a_b", "localhost", "x" * 64, "[::1%25eth0]", "a:0", "1.2.3.4.5"]]
    for number, texts in enumerate(grammars):
        add("grammar", *(text + "\0" + "value/a-1" for text in texts), variants=bytes([ord("0") + number]))
    add("json", *literals("Tests/Runtime/JSONTests.swift", r'(?:\(|, |\[|^    )(?=#?")'), '{"a":[1,2.5e3,-0,"\\ud83d\\ude00\\u0301",true,null]}', "1e400",
        "-9223372036854775808", "[" * 31 + "]" * 31, "[" * 33 + "]" * 33, '{"K":1,"\u212a":2}', '"a' + "\u0301" * 200 + '"', '"' + "\\u0301" * 200 + '"', "-0.0", "1E+2")
    add("form", "a=b&c=d", "a=%C3%A9+x&&=&b", "a=%zz", "a=%", "%FF=1", "a=b=c", "a=%00", "=", "a=%CC%81" + "%CC%81" * 200)
    metadata = {"issuer": "https://id.example", "authorization_endpoint": "https://id.example/authorize", "token_endpoint": "https://id.example/token",
                "jwks_uri": "https://id.example/keys", "scopes_supported": ["openid", "a b"], "code_challenge_methods_supported": ["S256"]}
    flow = {"authorizationCode": {"authorizationUrl": "https://id.example/authorize", "tokenUrl": "https://id.example/token", "scopes": {"read": "Reads: # all"}}}
    scheme = {"openapi": "3.0.0", "info": {"title": "A \"B\""}, "components": {"securitySchemes": {"it": {"type": "oauth2", "flows": flow}}}}
    command = "curl -u id:secret -d grant_type=authorization_code -d code=c -d 'redirect_uri=https://app.example/cb' https://id.example/token"
    add("imported-document", compact(metadata), compact({**metadata, "issuer": "http://id.example"}), compact({**metadata, "scopes_supported": "\u2028#"}), compact(scheme),
        yaml.safe_dump(scheme), compact({**scheme, "swagger": "2.0"}), command, command + '\n\n{"access_token":"t","token_type":"Bearer","expires_in":60}',
        "$ " + command + ' \\\n  -H "Accept: application/json"\nHTTP/1.1 200 OK\ncontent-type: application/json\n\n{"access_token":"t","refresh_token":"r"}',
        "curl 'https://id.example/token", "curl", "openapi: 3.0.0\ncomponents: {}", "issuer: [", "", "text")
    includes = '{% include "part.stencil" %}'
    add("template", "{{ name }}", "{{ name|uppercase }}", "{% if isFirst %}a{% elif rows %}b{% else %}c{% endif %}", "{% for row in rows %}{{ row.label }}{{ forloop.last }}\n{% endfor %}",
        "{%- if not isFirst and rows -%} {# a comment #}{% endif %}", includes + "\0{{ name }}", includes * 9 + "\0" + includes * 9, '{% include "page.stencil" %}' * 9,
        "{% for a in rows %}{% for b in rows %}{% endfor %}", "{{ nmae }}", "{{ name|upper }}", "{{ rows|join:\", \"|capitalize }}", "{{ rows }}", "{% now %}", "{% if %}", "{{", "{%", "{#", "%}", "{{ name | }}", "{{}}",
        "{% for in rows %}", "{% include part %}", "{% endif %}", "")
    add("url", *("https://" + host for host in ["id.example/a?b=c", "a:1/", "[::1]:80/x", "u@h/", "a/%2e%2E/b", "127.0.0.1:65536", "h:0/", "é.example", "a\\b", "a b", "[::1", "h/[x]", "h#f", "A:443/./a/../b"]),
        "http://127.0.0.1:8080/", "http://localhost", "http://a/", "HTTPS://x", "javascript://a/%0a", "//a", "/", "", "https:", "https:a", "https://")


def files() -> dict[str, str]:
    return {f"{target}.json": "[\n" + ",\n".join(json.dumps(shown(item), ensure_ascii=True) for item in inputs) + "\n]\n"
            for target, inputs in sorted(seeds.items())}


def write() -> None:
    SEEDS.mkdir(exist_ok=True)
    for path in SEEDS.glob("*.json"):
        path.unlink()
    for name, text in files().items():
        (SEEDS / name).write_text(text)


def check() -> None:
    """Fails if the seeds aren't those that this program writes."""
    written = {path.name: path.read_text() for path in SEEDS.glob("*.json")}
    stale = sorted(name for name in written.keys() | files().keys() if written.get(name) != files().get(name))
    if stale:
        raise SystemExit(f"fuzz: run scripts/fuzz --seeds, and review the difference in Tests/Fuzzing/Seeds: {', '.join(stale)}")
    print(f"{len(written)} files of seeds are as their sources say.")


def shown(item: bytes) -> str:
    try:
        text = item.decode()
    except UnicodeDecodeError:
        return "base64:" + base64.b64encode(item).decode()
    return text if not text.startswith("base64:") else "base64:" + base64.b64encode(item).decode()


for make in (browser, logout, headers, pushed, first_party, messages, responses, documents, mcp, tokens, stored, desktop, developer):
    make()
if sys.argv[1:] == ["--check"]:
    check()
else:
    write()
