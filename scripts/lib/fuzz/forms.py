"""Forms and queries: urllib.parse.parse_qsl."""
import random
import re
import urllib.parse

import jsontext
from mutation import damaged

NAME = "form"


def questions(source: random.Random, count: int) -> list[dict]:
    return [{"kind": "form", "input": one(source)} for _ in range(count)]


def one(source: random.Random) -> bytes:
    pairs = [(jsontext.text(source), jsontext.text(source)) for _ in range(source.randrange(4))]
    made = urllib.parse.urlencode(pairs, errors="surrogatepass", quote_via=source.choice([urllib.parse.quote, urllib.parse.quote_plus]))
    raw = made.encode()
    if source.randrange(4) == 0:
        raw = b"&".join(source.choice([b"", b"a", b"=", b"a=b=c", b"%61=%62", "é=ü".encode()]) for _ in range(4))
    return damaged(source, raw) if source.random() < 0.6 else raw


def others(question: dict) -> dict:
    try:
        pairs = urllib.parse.parse_qsl(question["input"].decode(), keep_blank_values=True, errors="strict")
    except ValueError:
        return {"urllib": None}
    return {"urllib": [list(pair) for pair in pairs]}


def agree(ours: object, theirs: object) -> bool:
    return ours == theirs


def allowed(question: dict, ours: object, theirs: object, _: str) -> str | None:
    if ours is not None or theirs is None:
        return None
    if re.search(rb"%(?![0-9A-Fa-f]{2})", question["input"]):
        return "a malformed escape could be read in two ways"
    if any(jsontext.longest_run(text) > 128 for pair in theirs for text in pair) or jsontext.longest_run(question["input"].decode()) > 128:
        return "more than 128 combining marks in a row take quadratic time to compare"
    return None


def wrong() -> list[tuple[dict, object]]:
    """Questions, each with a wrong verdict."""
    made = [(b"a=b", [["a", "c"]]), (b"a=b", [["a", "b"], ["a", "b"]]), (b"a=b&a=c", [["a", "b"]]), (b"a=%26", [["a", ""], ["", ""]]), (b"a+b=", [["a+b", ""]]),
            (b"a=%ff", [["a", "\ufffd"]]), (b"a=b", None), (b"", None), (b"%61=%62&=", None)]
    return [({"kind": NAME, "input": raw}, ours) for raw, ours in made]
