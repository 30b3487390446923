"""Published keys: joserfc's import of a JSON Web Key. We reject more keys: `allowed` lists the reasons."""
import base64
import json
import random

from joserfc.errors import JoseError
from joserfc.jwk import ECKey, OKPKey, RSAKey

import fixed
import jsontext
from encoding import is_canonical
from mutation import damaged

NAME = "jwk"
ALGORITHMS = {"ES256": ("EC", "P-256", 32), "ES384": ("EC", "P-384", 48), "ES512": ("EC", "P-521", 66), "RS256": ("RSA", None, 0),
              "EdDSA": ("OKP", "Ed25519", 32)}
KEYS = {"ES256": [fixed.ec_key("P-256"), fixed.ec_key("P-256", 2)], "ES384": [fixed.ec_key("P-384")], "ES512": [fixed.ec_key("P-521")],
        "RS256": [fixed.rsa_key(2048), fixed.rsa_key(3072)], "EdDSA": [fixed.okp_key("Ed25519")]}


def questions(source: random.Random, count: int) -> list[dict]:
    return [one(source) for _ in range(count)]


def one(source: random.Random) -> dict:
    algorithm = source.choice(list(ALGORITHMS))
    key = dict(source.choice(KEYS[algorithm]).as_dict(private=source.randrange(12) == 0))
    key.pop("kid", None)
    for _ in range(source.randrange(3)):
        change(source, key)
    raw = json.dumps(key).encode()
    if source.randrange(5) == 0:
        raw = damaged(source, raw)
    return {"kind": "jwk", "input": raw, "algorithm": source.choice([algorithm] * 6 + list(ALGORITHMS))}


def change(source: random.Random, key: dict) -> None:
    name = source.choice(["kty", "crv", "x", "y", "n", "e", "use", "alg", "key_ops", "kid", "d"])
    texts = ["EC", "RSA", "OKP", "P-256", "P-384", "Ed25519", "sig", "enc", "ES256", "RS256", "AQAB", "AQ", "Aw", "", "AAAA", ["verify"], ["sign"], 7, None]
    if name in key and source.random() < 0.5:
        old = key[name]
        if isinstance(old, str) and old:
            place = source.randrange(len(old))
            key[name] = source.choice([old + "=", "A" + old, old[1:], old[:place] + source.choice("ABab-_+/") + old[place + 1:], old[:-1]])
    elif source.random() < 0.4:
        key.pop(name, None)
    else:
        key[name] = source.choice(texts)


def others(question: dict) -> dict:
    kind = {"EC": ECKey, "RSA": RSAKey, "OKP": OKPKey}
    try:
        key = jsontext.parsed(question["input"])
        if not isinstance(key, dict) or key.get("kty") not in kind:
            return {"joserfc": None}
        made = kind[key["kty"]].import_key(key)
        made.public_key
        return {"joserfc": True}
    except (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {"joserfc": None}
    except Exception:  # The cryptography library's own errors.
        return {"joserfc": None}


def agree(ours: object, theirs: object) -> bool:
    return ours == theirs


def allowed(question: dict, ours: object, theirs: object, _: str) -> str | None:
    try:
        key = jsontext.parsed(question["input"])
    except ValueError:
        return None
    if not isinstance(key, dict):
        return None
    reason = rejected_reason(key, *ALGORITHMS[question["algorithm"]], question["algorithm"])
    if ours is None:
        return reason
    return None if reason else accepted_reason(key)


def accepted_reason(key: dict) -> str | None:
    """We use only the members that define the public key, and check that the others are meant for signatures."""
    public = {name: key.get(name) for name in ("kty", "crv", "x", "y", "n", "e") if name in key}
    if others({"input": json.dumps(public).encode()})["joserfc"]:
        return "joserfc checks the values of members that don't define the key"
    return None


def rejected_reason(key: dict, kty: str, crv: str | None, size: int, algorithm: str) -> str | None:
    if "d" in key:
        return "a published private key is no secret"
    if key.get("kty") != kty or crv and key.get("crv") != crv:
        return "the key is for another algorithm"
    if key.get("use") not in (None, "sig") or key.get("alg") not in (None, algorithm, "Ed25519" if algorithm == "EdDSA" else None):
        return "the key's use or algorithm is another one"
    operations = key.get("key_ops")
    if operations is not None and (not isinstance(operations, list) or "verify" not in operations):
        return "the key's operations don't include verification"
    if any(not isinstance(key[name], str) for name in ("kid", "use", "alg", "crv", "issuer") if key.get(name) is not None) or "crv" in key and key["crv"] is None:
        return "a member has the wrong type"
    numbers = [key.get(name) for name in (("n", "e") if kty == "RSA" else ("x", "y") if kty == "EC" else ("x",))]
    if not all(isinstance(number, str) and is_canonical(number) for number in numbers):
        return "a number isn't in canonical base64url"
    if size and any(len(decoded(number)) != size for number in numbers):
        return "a coordinate doesn't have the length of the curve's field (RFC 7518 section 6.2.1.2)"
    if kty == "RSA":
        modulus, exponent = (int.from_bytes(decoded(number)) for number in numbers)
        if not 2048 <= modulus.bit_length() <= 16384 or modulus % 2 == 0 or exponent < 65537 or exponent > 2**33 or exponent % 2 == 0:
            return "the RSA key isn't safe to use (RSAKeyPolicy)"
    return None


def wrong() -> list[tuple[dict, object]]:
    """Questions, each with a wrong verdict. joserfc also accepts some keys that we reject, so it can't show those mistakes."""
    made: list[tuple[dict, object]] = []
    for algorithm, (kty, _, _) in ALGORITHMS.items():
        key = KEYS[algorithm][0].as_dict(private=False)
        first = "n" if kty == "RSA" else "x"
        changes = [{first: ""}, {first: None}, {first: 7}, {first: "A"}, {"kty": "oct"}, {"kty": None}]
        changes += [{"crv": "P-257"}] if kty != "RSA" else [{"e": ""}]
        changes += [{"y": key["x"]}, {"y": key["y"] + "AA"}] if kty == "EC" else []
        made += [({"kind": NAME, "input": json.dumps({**key, **change}).encode(), "algorithm": algorithm}, True) for change in changes]
        made.append(({"kind": NAME, "input": json.dumps(key).encode(), "algorithm": algorithm}, None))
    return made


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
