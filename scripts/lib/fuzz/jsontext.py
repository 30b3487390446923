"""JSON: Python's parser, which rejects repeated names here."""
import json
import math
import random
import re
import sys
import unicodedata

from mutation import damaged

NAME = "json"
sys.set_int_max_str_digits(0)


class Repeated(ValueError):
    """An object has two members with the same name."""


def unique(pairs: list) -> dict:
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise Repeated
    return dict(pairs)


def no_constant(name: str) -> None:
    raise ValueError(name)


def parsed(data: bytes) -> object:
    """The value of strict JSON. Raises ValueError."""
    return json.loads(data.decode(), object_pairs_hook=unique, parse_constant=no_constant)


def value(source: random.Random, depth: int = 0) -> object:
    kind = source.randrange(9 if depth < 5 else 7)
    if kind == 0:
        return source.choice([True, False, None])
    if kind == 1:
        return source.choice([0, -1, 7, 2**53, 2**63 - 1, 2**63, -2**63, -2**63 - 1, 10**30, source.randrange(10**9)])
    if kind == 2:
        return source.choice([0.5, -0.0, 1e300, 5e-324, 1e16, 123456789.125, source.random()])
    if kind < 7:
        return text(source)
    if kind == 7:
        return [value(source, depth + 1) for _ in range(source.randrange(4))]
    return {text(source): value(source, depth + 1) for _ in range(source.randrange(5))}


def text(source: random.Random) -> str:
    parts = ["", "a", "iss", "K", "\u212a", "\u00e9", "e\u0301", "\u0301" * source.choice([1, 100, 200]), "😀", "\ud800", "\\", '"', "\n", "\0", "\x7f",
             "\u2028", "\ufeff", "\u0f73", "name", " "]
    return "".join(source.choice(parts) for _ in range(source.randrange(1, 4)))


def questions(source: random.Random, count: int) -> list[dict]:
    return [{"kind": "json", "input": one(source)} for _ in range(count)]


def one(source: random.Random) -> bytes:
    if source.randrange(20) == 0:
        depth = source.choice([30, 31, 32, 33, 40])
        return b"[" * depth + b"]" * depth
    made = json.dumps(value(source), ensure_ascii=source.random() < 0.5, separators=source.choice([(",", ":"), (", ", ": ")]))
    raw = made.encode("utf-8", "surrogatepass")
    if source.randrange(8) == 0:
        raw = raw.replace(b'"a"', source.choice([b'"\\u0061"', b'"a":1,"a"', b"NaN", b"1e999", b"01", b"-"]))
    return damaged(source, raw) if source.random() < 0.5 else raw


def others(question: dict) -> dict:
    try:
        return {"json": {"value": parsed(question["input"])}}
    except (ValueError, RecursionError):
        return {"json": None}


def agree(ours: object, theirs: object) -> bool:
    if ours is None or theirs is None:
        return ours is theirs
    return same(ours["value"], theirs["value"])


def same(ours: object, theirs: object) -> bool:
    """Whether the values are equal. Our parser keeps an integer of more than 64 bits as text, so that rounding can't make two users one."""
    if isinstance(theirs, bool) or theirs is None or isinstance(ours, bool):
        return ours is theirs
    if isinstance(theirs, int) and not -2**63 <= theirs < 2**63:
        return isinstance(ours, str) and int(ours) == theirs
    if isinstance(theirs, (int, float)):
        return isinstance(ours, (int, float)) and ours == theirs
    if isinstance(theirs, list):
        return isinstance(ours, list) and len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(theirs, dict):
        return isinstance(ours, dict) and ours.keys() == theirs.keys() and all(same(ours[name], theirs[name]) for name in theirs)
    return ours == theirs


def allowed(question: dict, ours: object, theirs: object, _: str) -> str | None:
    return limit(theirs["value"]) if ours is None and theirs is not None else None


def limit(item: object, depth: int = 1) -> str | None:
    """The limit of our parser that a value exceeds."""
    if depth > 32:
        return "more than 32 levels could exhaust the stack"
    if isinstance(item, float) and not math.isfinite(item):
        return "a number that isn't finite has no JSON form"
    if isinstance(item, str):
        return text_limit(item)
    if isinstance(item, list):
        return next(filter(None, (limit(part, depth + 1) for part in item)), None) or empty_limit(item, depth)
    if isinstance(item, dict):
        if len({unicodedata.normalize("NFC", name) for name in item}) < len(item):
            return "canonically equivalent names are equal in Swift, so one would be lost"
        found = (limit(part, depth + 1) for pair in item.items() for part in pair)
        return next(filter(None, found), None) or empty_limit(item, depth)
    return None


def empty_limit(item: object, depth: int) -> str | None:
    return "more than 32 levels could exhaust the stack" if depth > 31 else None


def text_limit(item: str) -> str | None:
    if re.search("[\ud800-\udfff]", item):
        return "a lone surrogate isn't a character"
    if longest_run(item) > 128:
        return "more than 128 combining marks in a row take quadratic time to compare"
    return None


def longest_run(item: str) -> int:
    longest = run = 0
    for character in item:
        run = run + 1 if unicodedata.combining(character) or character in "\u0f73\u0f75\u0f81" else 0
        longest = max(longest, run)
    return longest


def wrong() -> list[tuple[dict, object]]:
    """Questions, each with a wrong verdict."""
    made = [(b'{"a":1,"a":2}', {"a": 2}), (b'{"a":1,"\\u0061":2}', {"a": 1}), (b"NaN", 0), (b"1 2", 1), (b"01", 1), (b"[1,]", [1]), (b"'a'", "a"), (b'"\n"', "\n"),
            (b"\xff", "\ufffd"), (b"9223372036854775808", 9223372036854775807), (b"true", 1), (b"0.1", 0.2)]
    rejected = [b"{}", b"[]", b'"a"', b"-1.5e3", b"null", b'{"a":{"b":[1,2]}}', b"[" * 30 + b"]" * 30]
    return [*(({"kind": NAME, "input": raw}, {"value": ours}) for raw, ours in made), *(({"kind": NAME, "input": raw}, None) for raw in rejected)]
