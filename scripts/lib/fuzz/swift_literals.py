"""Reads values from the tables of hostile input in the Swift tests."""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
STRING = re.compile(r'#"(?P<raw>.*?)"#|"(?P<plain>(?:[^"\\\n]|\\.)*)"')
NUMBER = re.compile(r"-?\d[\d_]*(?:\.\d+)?(?:e\d+)?")
# The tests' clock, with an optional offset in seconds.
MOMENT = re.compile(r"now(?: (?P<sign>[-+]) (?P<seconds>[\d_]+))?")
REMOVED = object()


def literals(path: str, pattern: str) -> list[str]:
    """The string literals that follow a pattern, without those that contain an interpolation."""
    text = (ROOT / path).read_text()
    found = []
    for match in re.finditer(pattern + r'(#?)"((?:[^"\\\n]|\\.|"(?!#)(?<=#"))*?)"\1', text):
        raw, body = match.group(1), match.group(2)
        if raw or "\\(" in body:
            continue
        found.append(unescaped(body))
    for match in re.finditer(pattern + r'#"(.*?)"#', text):
        if "\\#(" not in match.group(1):
            found.append(match.group(1))
    return needed(found, path, pattern)


def values(path: str, pattern: str, now: int) -> list[tuple[str, object]]:
    """The first group of a pattern, and the JSON value after each match. Values that the test calculates are left out. `REMOVED`
    stands for the absence of a member."""
    text = (ROOT / path).read_text()
    found = []
    for match in re.finditer(pattern, text):
        try:
            found.append((match.group(1) if match.groups() else "", Parser(text, match.end(), now).value()))
        except ValueError:
            continue
    return needed(found, path, pattern)


def needed(found: list, path: str, pattern: str) -> list:
    """If a table moves, its seeds must not silently disappear."""
    if not found:
        raise SystemExit(f"fuzz: {path} has nothing that matches {pattern}")
    return found


def unescaped(text: str) -> str:
    simple = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", '"': '"', "\\": "\\", "'": "'"}
    text = re.sub(r"\\u\{([0-9A-Fa-f]+)\}", lambda match: chr(int(match.group(1), 16)), text)
    return re.sub(r"\\(.)", lambda match: simple.get(match.group(1), match.group(0)), text)


class Parser:
    """A value such as `.array([.string("a"), .null])`, or `["a": .integer(1)]`. Raises ValueError for any other expression."""

    def __init__(self, text: str, start: int, now: int):
        self.text, self.place, self.now = text, start, now

    def value(self) -> object:
        self.space()
        if self.takes(".null"):
            return REMOVED
        for case in (".string(", ".integer(", ".number(", ".bool(", ".array(", ".object("):
            if self.takes(case):
                found = self.value()
                self.expect(")")
                return found
        for word, found in (("true", True), ("false", False)):
            if self.takes(word):
                return found
        if self.takes("["):
            return self.items()
        return self.string() if self.text[self.place] in '#"' else self.number()

    def items(self) -> object:
        members, elements = {}, []
        if self.takes(":]"):
            return members
        while not self.takes("]"):
            first = self.value()
            if self.takes(":"):
                members[first] = self.value()
            else:
                elements.append(None if first is REMOVED else first)
            if not self.takes(","):
                self.expect("]")
                break
        return members or elements

    def string(self) -> str:
        match = STRING.match(self.text, self.place)
        if not match or "\\(" in (match["plain"] or "") or "\\#(" in (match["raw"] or ""):
            raise ValueError
        self.place = match.end()
        return match["raw"] if match["raw"] is not None else unescaped(match["plain"])

    def number(self) -> object:
        if moment := MOMENT.match(self.text, self.place):
            self.place = moment.end()
            return self.now + int((moment["sign"] or "+") + (moment["seconds"] or "0").replace("_", ""))
        match = NUMBER.match(self.text, self.place)
        if not match:
            raise ValueError
        self.place = match.end()
        text = match[0].replace("_", "")
        return float(text) if re.search(r"[.e]", text) else int(text)

    def takes(self, sign: str) -> bool:
        self.space()
        if not self.text.startswith(sign, self.place):
            return False
        self.place += len(sign)
        return True

    def expect(self, sign: str) -> None:
        if not self.takes(sign):
            raise ValueError

    def space(self) -> None:
        while self.text[self.place].isspace():
            self.place += 1


def changed(members: dict, changes: dict) -> dict:
    """The members with changes, as the tests apply them: a removed member is left out."""
    return {name: value for name, value in {**members, **changes}.items() if value is not REMOVED}
