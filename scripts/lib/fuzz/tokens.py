"""Signed and encrypted tokens: joserfc and PyJWT."""
import json
import random
import warnings

import jwt
from joserfc import jwe, jws
from joserfc.jwk import OctKey

import fixed
import jsontext
from encoding import decode, encode, is_canonical
from mutation import damaged

warnings.simplefilter("ignore")
SECRET = "a secret of the client with 64 bytes, which is enough for HS512."
RSA = fixed.rsa_key(2048)
SIGNING = {**{f"HS{bits}": OctKey.import_key(SECRET) for bits in (256, 384, 512)},
           **{f"{kind}{bits}": RSA for kind in ("RS", "PS") for bits in (256, 384, 512)},
           "ES256": fixed.ec_key("P-256"), "ES384": fixed.ec_key("P-384"), "ES512": fixed.ec_key("P-521"), "EdDSA": fixed.okp_key("Ed25519")}
HEADERS = [{"typ": "JWT"}, {"kid": "1"}, {"kid": 7}, {"kid": None}, {"crit": ["b64"], "b64": False}, {"crit": []}, {"b64": False}, {"cty": "JWT"},
           {"jku": "https://evil.example"}, {"jwk": {"kty": "oct", "k": "AA"}}, {"x5c": "a"}, {"typ": 7}, {"zip": "DEF"}, {"x": [1]}, {"alg": "none"},
           {"alg": "HS256"}, {"alg": ["ES256"]}, {"alg": "es256"}]


def written(source: random.Random, value: object) -> bytes:
    raw = json.dumps(value, separators=(",", ":"), ensure_ascii=source.random() < 0.5).encode("utf-8", "surrogatepass")
    return damaged(source, raw) if source.randrange(8) == 0 else raw


def claims(source: random.Random) -> object:
    made = {"iss": "https://id.example", "sub": "u", "aud": source.choice(["app", ["app", "b"], 7]), "exp": source.choice([2**31, "soon", 1.5, None])}
    if source.random() < 0.4:
        made[jsontext.text(source)] = jsontext.value(source)
    return source.choice([made] * 9 + [[], "text", 7, {}])


def token_damage(source: random.Random, text: str) -> bytes:
    """Changes the compact form: its parts, or their encoding."""
    parts = text.split(".")
    kind = source.randrange(8)
    place = source.randrange(len(parts))
    if kind == 0:
        parts[place] += source.choice(["=", "==", "A", "\n", " ", "."])
    elif kind == 1 and parts[place]:
        # Another last character often has the same leading bits, which lenient decoders accept.
        parts[place] = parts[place][:-1] + source.choice("ABCDEFGHQRSTghwxyz0123-_")
    elif kind == 2:
        parts[place] = parts[place].replace("-", "+").replace("_", "/")
    elif kind == 3:
        parts[place] = source.choice(["", "e30", "AA", encode(b"{}")])
    elif kind == 4:
        parts.append(source.choice(["", "AAAA"]))
    elif kind == 5:
        parts = parts[:-1]
    else:
        return damaged(source, text.encode())
    return ".".join(parts).encode()


def parts_reason(text: str, count: int) -> str | None:
    """The reason for which our parser rejects the encoding of a token."""
    parts = text.split(".")
    if len(parts) != count:
        return "the number of parts is wrong"
    if not all(map(is_canonical, parts)):
        return "a part isn't in canonical base64url, so another token would have the same signature"
    return None


def json_reason(part: str, name: str) -> str | None:
    """The limit of our JSON parser that a part exceeds."""
    raw = decode(part) or b""
    try:
        value = jsontext.parsed(raw)
    except (ValueError, RecursionError) as error:
        return f"the {name} has a repeated member" if isinstance(error, jsontext.Repeated) else f"the {name} isn't valid JSON (RFC 8259)"
    if not isinstance(value, dict):
        return f"the {name} isn't an object"
    reason = jsontext.limit(value)
    return reason and f"the {name}: {reason}"


def header_of(text: str) -> dict:
    try:
        value = json.loads(decode(text.split(".")[0]) or b"")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


class Signed:
    NAME = "jws"

    def questions(self, source: random.Random, count: int) -> list[dict]:
        return [self.one(source) for _ in range(count)]

    def one(self, source: random.Random) -> dict:
        algorithm = source.choice(list(SIGNING))
        header: dict = {"alg": algorithm}
        if source.randrange(3) == 0:
            header.update(source.choice(HEADERS))
        text = f"{encode(written(source, header))}.{encode(written(source, claims(source)))}"
        token = f"{text}.{signature(text, algorithm)}"
        raw = token_damage(source, token) if source.random() < 0.4 else token.encode()
        return self.question(raw, algorithm)

    def question(self, raw: bytes, algorithm: str) -> dict:
        question = {"kind": "jws", "input": raw, "algorithm": algorithm}
        key = SIGNING[algorithm]
        if algorithm.startswith("HS"):
            question["secret"] = SECRET
        else:
            question["key"] = {name: value for name, value in key.as_dict(private=False).items() if name != "kid"}
        return question

    def others(self, question: dict) -> dict:
        algorithm = question["algorithm"]
        return {"joserfc": joserfc_claims(question["input"], algorithm), "PyJWT": pyjwt_claims(question["input"], algorithm)}

    def agree(self, ours: object, theirs: object) -> bool:
        if ours is None or theirs is None:
            return ours is theirs
        return jsontext.same(ours["claims"], theirs)

    def allowed(self, question: dict, ours: object, theirs: object, name: str) -> str | None:
        text = question["input"].decode(errors="replace")
        header = header_of(text)
        if ours is not None and theirs is None:
            # Without this, a rule could excuse a forged token.
            if "crit" in header or not is_signed(text, question["algorithm"]):
                return None
            if header.get("b64") is False:
                return "`b64` counts only if `crit` lists it (RFC 7797 section 6), and PyJWT requires a detached payload"
            rest = without_unused(text, header, question["algorithm"])
            if name == "joserfc" and rest and joserfc_claims(rest, question["algorithm"]) is not None:
                return "joserfc checks the values of header parameters that we don't read"
            if name == "PyJWT" and not isinstance(header.get("typ", ""), str):
                return "PyJWT checks the type of `typ`, which we check for each kind of token"
            return None
        if ours is None:
            if "crit" in header:
                return "a critical extension isn't understood (RFC 7515 section 4.1.11)"
            if "kid" in header and not isinstance(header["kid"], str):
                return "the key ID isn't a string"
            parts = text.split(".")
            return parts_reason(text, 3) or json_reason(parts[0], "header") or json_reason(parts[1], "payload")
        return None

    def wrong(self) -> list[tuple[dict, object]]:
        """Questions, each with a wrong verdict."""
        made = []
        accepted = {"claims": {"sub": "u"}}
        for header in [{}, *HEADERS]:
            for algorithm in ("HS256", "RS256"):
                forged = without_signature({"alg": algorithm, **header}) + "." + encode(bytes(32 if algorithm == "HS256" else 256))
                made.append((self.question(forged.encode(), algorithm), accepted))
        for header, algorithm in (({"alg": "RS256", "crit": ["b64"], "b64": False}, "RS256"), ({"alg": "HS256", "crit": ["exp"]}, "HS256"),
                                  ({"alg": "HS512"}, "HS256"), ({"alg": "none"}, "HS256"), ({"alg": "es256"}, "ES256"), ({}, "HS256")):
            made.append((self.question(signed(header, algorithm), algorithm), accepted))
        made.append((self.question(signed({"alg": "HS256"}, "HS256"), "HS256"), {"claims": {"sub": "v"}}))
        return [*made, *((self.question(signed({"alg": algorithm}, algorithm), algorithm), None) for algorithm in SIGNING)]


def without_signature(header: dict) -> str:
    return f"{encode(json.dumps(header).encode())}.{encode(json.dumps({'sub': 'u'}).encode())}"


def signed(header: dict, algorithm: str) -> bytes:
    text = without_signature(header)
    return f"{text}.{signature(text, algorithm)}".encode()


def signature(text: str, algorithm: str) -> str:
    return encode(jws.JWSRegistry.algorithms[algorithm].sign(text.encode(), SIGNING[algorithm]))


def is_signed(text: str, algorithm: str) -> bool:
    """Whether the key made the signature. The header doesn't matter."""
    message, _, made = text.rpartition(".")
    try:
        return jws.JWSRegistry.algorithms[algorithm].verify(message.encode(), decode(made) or b"", SIGNING[algorithm])
    except Exception:  # An invalid form of a signature.
        return False


def without_unused(text: str, header: dict, algorithm: str) -> bytes | None:
    """The same token without the header parameters that only joserfc reads, signed again, or `None` if it has none of them."""
    kept = {name: value for name, value in header.items() if name in ("alg", "kid", "crit")}
    if kept == header:
        return None
    message = f"{encode(json.dumps(kept).encode())}.{text.split('.')[1]}"
    return f"{message}.{signature(message, algorithm)}".encode()


def joserfc_claims(token: bytes, algorithm: str) -> object:
    registry = jws.JWSRegistry(algorithms=[algorithm], strict_check_header=False)
    registry.max_payload_length = registry.max_header_length = registry.max_signature_length = 1 << 20
    try:
        value = json.loads(jws.deserialize_compact(token, SIGNING[algorithm], registry=registry).payload)
    except Exception:  # Each implementation has many errors, and all of them reject the token.
        return None
    return value if isinstance(value, dict) else None


def pyjwt_claims(token: bytes, algorithm: str) -> object:
    key = SECRET if algorithm.startswith("HS") else SIGNING[algorithm].public_key
    checks = ["exp", "nbf", "iat", "aud", "iss", "sub", "jti"]
    try:
        return jwt.decode(token, key, algorithms=[algorithm], options={f"verify_{name}": False for name in checks})
    except Exception:
        return None


class Encrypted:
    NAME = "jwe"
    KEYS = {"ECDH-ES": [fixed.ec_key("P-256", 2), fixed.okp_key("X25519")], "RSA-OAEP-256": [fixed.rsa_key(2048, 2)]}
    CONTENTS = ["A128CBC-HS256", "A128GCM", "A256GCM"]

    def registry(self) -> jwe.JWERegistry:
        return jwe.JWERegistry(algorithms=[*self.KEYS, *self.CONTENTS, "DEF"], strict_check_header=False)

    def questions(self, source: random.Random, count: int) -> list[dict]:
        # Key agreement is slow.
        return [self.one(source) for _ in range(count // 4)]

    def one(self, source: random.Random) -> dict:
        algorithm = source.choice(list(self.KEYS))
        key = source.choice(self.KEYS[algorithm])
        header = {"alg": algorithm, "enc": source.choice(self.CONTENTS)}
        if source.randrange(3) == 0:
            header.update(source.choice([{"cty": "JWT"}, {"cty": "application/jwt"}, {"cty": "text"}, {"zip": "DEF"}, {"apu": "QQ", "apv": "Qg"}, {"kid": "1"}, {"x": 1}]))
        token = jwe.encrypt_compact(header, source.choice([b"a.b.c", b"", "é".encode(), b"x" * 40]), key, registry=self.registry())
        raw = token_damage(source, token) if source.random() < 0.5 else token.encode()
        return {"kind": "jwe", "input": raw, "secret": json.dumps(key.as_dict(private=True)), "number": self.number(key)}

    def number(self, key: object) -> str:
        return next(f"{name} {index}" for name, all_keys in self.KEYS.items() for index, one in enumerate(all_keys) if one is key)

    def others(self, question: dict) -> dict:
        name, index = question["number"].split()
        try:
            content = jwe.decrypt_compact(question["input"], self.KEYS[name][int(index)], registry=self.registry()).plaintext
        except Exception:
            return {"joserfc": None}
        return {"joserfc": {"content": (content or b"").decode(errors="replace")}}

    def agree(self, ours: object, theirs: object) -> bool:
        return ours == theirs

    def allowed(self, question: dict, ours: object, theirs: object, _: str) -> str | None:
        text = question["input"].decode(errors="replace")
        header = header_of(text)
        if ours is not None or theirs is None:
            return None
        if header.get("cty", "JWT").lower().removeprefix("application/") != "jwt":
            return "the content isn't a JWT"
        if "zip" in header:
            return "compression reveals the length of the content, and allows bombs"
        return parts_reason(text, 5) or json_reason(text.split(".")[0], "header")

    def wrong(self) -> list[tuple[dict, object]]:
        """Questions, each with a wrong verdict."""
        made = []
        for algorithm, all_keys in self.KEYS.items():
            for key in all_keys:
                question = {"kind": "jwe", "secret": json.dumps(key.as_dict(private=True)), "number": self.number(key)}
                token = jwe.encrypt_compact({"alg": algorithm, "enc": "A128GCM"}, b"a.b.c", key, registry=self.registry())
                parts = token.split(".")
                for place in (2, 3, 4):
                    first, *rest = decode(parts[place]) or b"\0"
                    forged = ".".join([*parts[:place], encode(bytes([first ^ 1, *rest])), *parts[place + 1:]])
                    made.append(({**question, "input": forged.encode()}, {"content": "a.b.c"}))
                made += [({**question, "input": token.encode()}, {"content": "other"}), ({**question, "input": token.encode()}, None)]
        return made
