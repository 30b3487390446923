"""Measures how long PyJWT and joserfc take to verify an ID token. `runtime.py` runs this script with the environment in which both are
installed.

Reads a JSON object with the algorithm, key set, token, nonce, audience, and issuer from standard input. Prints the time of a
verification for each library, in microseconds. Both parse the key before, check the same claims, and use their default caches.
"""

import json
import sys
import time

import jwt
from joserfc import jwk
from joserfc import jwt as joserfc_jwt

ROUNDS, CALLS = 40, 50


def microseconds(verify):
    """Returns the average time of a call in the fastest round."""
    fastest = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(CALLS):
            verify()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest / CALLS * 1e6


def main():
    sample = json.load(sys.stdin)
    algorithm, token, audience, issuer = (sample[name] for name in ("algorithm", "token", "audience", "issuer"))
    key = jwt.PyJWK(json.loads(sample["keys"])["keys"][0])
    keys = jwk.KeySet.import_key_set(json.loads(sample["keys"]))
    required = ["exp", "iat", "iss", "aud", "sub", "nonce"]
    registry = joserfc_jwt.JWTClaimsRegistry(
        iss={"essential": True, "value": issuer}, aud={"essential": True, "value": audience}, exp={"essential": True},
        iat={"essential": True}, sub={"essential": True}, nonce={"essential": True, "value": sample["nonce"]})

    def by_pyjwt():
        options = {"require": required}
        claims = jwt.decode(token, key, algorithms=[algorithm], audience=audience, issuer=issuer, options=options)
        assert claims["nonce"] == sample["nonce"]

    def by_joserfc():
        registry.validate(joserfc_jwt.decode(token, keys, algorithms=[algorithm]).claims)

    print(json.dumps({"PyJWT": microseconds(by_pyjwt), "joserfc": microseconds(by_joserfc)}))


main()
