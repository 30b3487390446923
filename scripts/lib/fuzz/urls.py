"""URLs over which secrets are sent: urllib.parse.urlsplit. Only the scheme, the host, and the port count: they decide who gets a secret."""
import ipaddress
import random
import re
import unicodedata
import urllib.parse

from mutation import damaged

NAME = "url"
LABEL = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)")


def questions(source: random.Random, count: int) -> list[dict]:
    return [{"kind": "url", "input": one(source)} for _ in range(count)]


def one(source: random.Random) -> bytes:
    def some(valid: list[str], invalid: list[str]) -> str:
        return source.choice(valid if source.randrange(6) else invalid)
    scheme = some(["https"], ["HTTPS", "http", "ftp", "javascript", ""])
    host = some(["id.example", "ID.Example", "a", "127.0.0.1", "localhost", "[::1]", "xn--bcher-kva.example", "[::ffff:127.0.0.1]"],
                ["[fe80::1%25eth0]", "10.1", "0x7f.0.0.1", "2130706433", "a..b", "-a.b", "b\u00fccher.example", "a_b.example", "id.example.", "1.2.3.04"])
    user = some([""], ["u@", "u:p@", "a.example@"])
    port = some(["", ":443", ":8443", ":65535"], [":0", ":65536", ":", ":80a", ":-1", ":+1"])
    rest = some(["", "/", "/a/b?c=d", "/a#b", "?a", "#a", "/%2e%2e/", "//evil.example"], ["/a b", "/[x]", "\\@evil.example", "/%", "/\u00e9"])
    raw = f"{scheme}{some(['://'], [':', ':///', '//', ':/'])}{user}{host}{port}{rest}".encode()
    return damaged(source, raw) if source.randrange(4) == 0 else raw


def others(question: dict) -> dict:
    try:
        parts = urllib.parse.urlsplit(question["input"].decode(errors="replace"))
        port = parts.port
    except ValueError:
        return {"urllib": None}
    if not parts.hostname or not is_allowed(parts, port):
        return {"urllib": None}
    return {"urllib": verdict(parts, port)}


def verdict(parts: urllib.parse.SplitResult, port: int | None) -> dict:
    host = parts.hostname or ""
    return {"host": f"[{host}]" if ":" in host else host, "scheme": parts.scheme, "port": port}


def is_allowed(parts: urllib.parse.SplitResult, port: int | None) -> bool:
    """The rules of this package (SecureURL): https, or http on a loopback address, without a user, and with a valid host and port."""
    place = parts.netloc
    if "@" in place or not place.isascii() or port == 0 or place.endswith(":"):
        return False
    host = parts.hostname or ""
    if not is_host(host, place.startswith("[")):
        return False
    return parts.scheme == "https" or parts.scheme == "http" and host in ("127.0.0.1", "localhost", "::1")


def is_host(host: str, in_brackets: bool) -> bool:
    if in_brackets:
        return is_address(host, 6) and "%" not in host
    last = host.split(".")[-1]
    if last.isdigit():
        return is_address(host, 4)
    if re.fullmatch(r"0[xX][0-9A-Fa-f]*", last):
        return False
    return len(host) <= 253 and all(LABEL.fullmatch(label) for label in host.split("."))


def is_address(host: str, version: int) -> bool:
    try:
        return ipaddress.ip_address(host).version == version
    except ValueError:
        return False


def agree(ours: object, theirs: object) -> bool:
    if ours is None or theirs is None:
        return ours is theirs
    return (ours["host"].strip("[]"), ours["scheme"].lower(), ours.get("port")) == (theirs["host"].strip("[]"), theirs["scheme"], theirs["port"])


def allowed(question: dict, ours: object, theirs: object, _: str) -> str | None:
    text = question["input"].decode(errors="replace")
    if ours is not None:
        return accepted_reason(text, ours)
    if re.search(r"[\x00-\x20\x7f]", text):
        return "urllib removes white space and control characters, which aren't allowed in a URL"
    if re.search(r"%(?![0-9A-Fa-f]{2})", text):
        return "a malformed escape makes Foundation reject the URL"
    if re.search(r"[^!#-;=?-\[\]_a-z~]", text):
        return "a character that isn't allowed in a URL makes Foundation reject it"
    return None


def accepted_reason(text: str, ours: dict) -> str | None:
    """Foundation normalizes some URLs that urllib keeps. The scheme, the port, and the host must be the same ones."""
    try:
        parts = urllib.parse.urlsplit(text)
        named = (parts.hostname or "").lower()
        port = parts.port
    except ValueError:
        return None
    # The place without what Foundation changes. Our rules must allow everything else.
    written = parts._replace(netloc=parts.netloc.removesuffix(":"))
    if parts.netloc.endswith(":") and is_allowed(written, port) and agree(ours, verdict(written, port)):
        return "Foundation removes an empty port"
    # The Kelvin sign in lower case is an ASCII letter.
    if parts.netloc.isascii():
        return None
    host = ours["host"]
    encoded = parts._replace(netloc=host + (f":{port}" if port is not None else ""))
    # Some labels of the input may be encoded already.
    is_same = international(named) == international(host)
    if is_same and "@" not in parts.netloc and is_allowed(encoded, port) and agree(ours, verdict(encoded, port)):
        return "Foundation encodes the letters of an international name (RFC 3492)"
    return None


def international(host: str) -> str:
    """A host name with its letters instead of their encoding, in a form that can be compared."""
    # Other full stops become `.` first (RFC 3490 section 3.1).
    labels = (label[4:].encode().decode("punycode") if label.startswith("xn--") and label.isascii() else label
              for label in unicodedata.normalize("NFKC", host).casefold().split("."))
    return unicodedata.normalize("NFKC", ".".join(labels)).casefold()


# Verdicts that no rule may excuse: a URL, and what differs from the usual verdict.
WRONG = [("http://id.example/", {}), ("https://u:p@id.example/", {}), ("ftp://id.example/", {"scheme": "ftp"}), ("javascript://id.example/", {"scheme": "javascript"}),
         ("http://id.example:/", {"scheme": "http"}), ("https://id.example:8443/", {"port": 443}), ("https://id.example:65536/", {}), ("https://-a.b/", {"host": "-a.b"}),
         ("https://10.1/", {"host": "10.1"}), ("https://u@b\u00fccher.example/", {"host": "xn--bcher-kva.example"}),
         ("http://b\u00fccher.example/", {"host": "xn--bcher-kva.example", "scheme": "http"})]


def wrong() -> list[tuple[dict, object]]:
    """Returns questions, each with a wrong verdict."""
    return [({"kind": NAME, "input": text.encode()}, {"host": "id.example", "scheme": "https", **change}) for text, change in WRONG]
