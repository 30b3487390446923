"""A descriptor as text: maps with comments between their keys. Every string from the facts is quoted or in a comment."""

import json
import re
import textwrap

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*([.-][A-Za-z0-9_]+)*")
READ_AS_OTHER = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}


def scalar(value):
    """A word of the language as it is, and every other string between double quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if PLAIN.fullmatch(value) and value.lower() not in READ_AS_OTHER:
        return value
    return json.dumps(value, ensure_ascii=False)


def literal(text):
    """A string of the facts in a template: its braces are literal."""
    return text.replace("{", "{{").replace("}", "}}")


def one_line(text, limit=400):
    """A string in a comment, which no line break can end."""
    return "".join(character if character.isprintable() else " " for character in str(text))[:limit]


class Flow(dict):
    """A map on one line."""


class Map:
    """A map with comments, in order."""

    def __init__(self):
        self.entries = []

    def add(self, key, value):
        self.entries.append((key, value))

    def comment(self, text):
        self.entries.append((None, one_line(text)))

    def todo(self, text):
        self.comment(f"TODO: {text}")

    def child(self, key):
        """The map of a key, which is left out if it stays without entries."""
        for name, value in self.entries:
            if name == key:
                return value
        self.entries.append((key, Map()))
        return self.entries[-1][1]

    def __contains__(self, key):
        return any(name == key and not (isinstance(value, Map) and value.is_empty()) for name, value in self.entries)

    def is_empty(self):
        return not self.entries

    def has_keys(self):
        return any(name is not None and not (isinstance(value, Map) and not value.has_keys()) for name, value in self.entries)

    def lines(self, indentation=""):
        for key, value in self.entries:
            if key is None:
                yield from comment_lines(value, indentation)
            elif isinstance(value, Map):
                if value.has_keys():
                    yield f"{indentation}{scalar(key)}:"
                    yield from value.lines(indentation + "  ")
                else:
                    # Only comments: a key without a value isn't allowed.
                    yield from value.lines(indentation)
            else:
                yield f"{indentation}{scalar(key)}: {inline(value)}"


def comment_lines(text, indentation):
    return textwrap.wrap(text, 110, initial_indent=f"{indentation}# ", subsequent_indent=f"{indentation}# ") or []


def inline(value):
    if isinstance(value, Flow):
        return "{ " + ", ".join(f"{scalar(key)}: {inline(item)}" for key, item in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(inline(item) for item in value) + "]"
    return scalar(value)
