"""The claims of ID tokens: joserfc and PyJWT. Their clocks differ, so each gets the same distances from its own time."""
import json
import random
import time
import warnings

import jwt
from joserfc import jws
from joserfc import jwt as jose
from joserfc.jwk import OctKey

from encoding import encode

warnings.simplefilter("ignore")
NAME = "claims"
# As in Tests/Fuzzing/Targets/Fixture.swift.
NOW = 1_800_000_000
SECRET = "a secret of the client with 32 b"
KEY = OctKey.import_key(SECRET)
ISSUER, CLIENT, LEEWAY = "https://id.example", "app", 60
TIMES = ("exp", "nbf", "iat")
MISSING = object()


def questions(source: random.Random, count: int) -> list[dict]:
    return [one(source) for _ in range(count)]


def one(source: random.Random) -> dict:
    """A token with a valid signature. Most of its claims are valid, too."""
    def usually(valid: object, *others: object) -> object:
        return valid if source.random() < 0.8 else source.choice(others)
    made = {
        "iss": usually(ISSUER, ISSUER + "/", "https://evil.example", ISSUER.upper(), "", 7, [ISSUER], MISSING),
        "aud": usually(source.choice([CLIENT, [CLIENT]]), [CLIENT, "other"], "other", ["other"], [], "", 7, [7], CLIENT.upper(), MISSING),
        "sub": usually("u", "", 7, MISSING),
        "exp": usually(source.choice([600, 1, -30]), -90, -100_000, 1e300, 0.5, "soon", True, MISSING),
        "nbf": usually(source.choice([MISSING, -5, 30]), 90, 1e300, "soon", True),
        "iat": usually(source.choice([0, -100, 30]), 90, 1e300, "soon", True, MISSING)}
    distances = {name: value for name, value in made.items() if value is not MISSING}
    return question(distances)


def at(distances: dict, now: int) -> dict:
    """The claims at a time."""
    return {name: now + value if name in TIMES and is_number(value) else value for name, value in distances.items()}


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def signed(claims: dict) -> str:
    text = ".".join(encode(json.dumps(part).encode()) for part in ({"alg": "HS256"}, claims))
    return f"{text}.{encode(jws.JWSRegistry.algorithms['HS256'].sign(text.encode(), KEY))}"


def others(question: dict) -> dict:
    return {"joserfc": joserfc_accepts(question["distances"]), "PyJWT": pyjwt_accepts(question["distances"])}


def joserfc_accepts(distances: dict) -> bool | None:
    required = {name: {"essential": True} for name in ("sub", "exp", "iat")}
    registry = jose.JWTClaimsRegistry(
        now=NOW, leeway=LEEWAY, iss={"essential": True, "value": ISSUER}, aud={"essential": True, "value": CLIENT}, **required)
    try:
        registry.validate(at(distances, NOW))
        return True
    except Exception:  # Each implementation has many errors, and all of them reject the token.
        return None


def pyjwt_accepts(distances: dict) -> bool | None:
    try:
        jwt.decode(
            signed(at(distances, int(time.time()))), SECRET, algorithms=["HS256"], audience=CLIENT, issuer=ISSUER, leeway=LEEWAY,
            options={"require": ["exp", "iat", "iss", "aud", "sub"]})
        return True
    except Exception:
        return None


def agree(ours: object, theirs: object) -> bool:
    return (ours is None) == (theirs is None)


def allowed(question: dict, ours: object, _: object, __: str) -> str | None:
    distances = question["distances"]
    if ours is not None:
        return None
    if distances.get("sub") == "":
        return "an empty subject names no user"
    if any(isinstance(distances.get(name), bool) for name in TIMES):
        return "a Boolean value isn't a time"
    if distances.get("exp") == 1e300:
        return "the expiration is too late to be a date"
    if isinstance(distances.get("aud"), list) and len(distances["aud"]) > 1:
        return "another audience isn't trusted (OpenID Connect Core 1.0 section 3.1.3.7)"
    return None


def wrong() -> list[tuple[dict, object]]:
    """Questions, each with a wrong verdict."""
    valid = {"iss": ISSUER, "aud": CLIENT, "sub": "u", "exp": 600, "iat": 0}
    changes = [{"iss": "https://evil.example"}, {"iss": ISSUER + "/"}, {"iss": 7}, {"aud": "other"}, {"aud": []}, {"aud": 7}, {"sub": 7}, {"exp": -90},
               {"exp": "soon"}, {"nbf": 90}, {"nbf": "soon"}, {"iat": 90}, {"iat": "soon"}]
    missing = [{name: value for name, value in valid.items() if name != gone} for gone in valid]
    made = [*({**valid, **change} for change in changes), *missing]
    return [*((question(distances), True) for distances in made), (question(valid), None), (question({**valid, "aud": [CLIENT]}), None)]


def question(distances: dict) -> dict:
    return {"kind": NAME, "input": signed(at(distances, NOW)).encode(), "distances": distances}
