"""Splits Swift source into tokens, with enough detail to find conditions, statements, and literals."""

import re
from dataclasses import dataclass

OPERATORS = set("/=-+!*%<>&|^~?")
WORD = re.compile(r"[@#$]?[^\W\d]\w*|\$\d+|`[^`]+`")
NUMBER = re.compile(r"\d[\w]*(\.\d[\w]*)?")
OPENING, CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}


@dataclass(frozen=True)
class Token:
    kind: str  # word, number, string, operator, or mark
    text: str
    start: int
    end: int
    # Whether it's the first token of its line.
    leads: bool
    # Whether an operator has a space on both sides, or on neither side.
    is_infix: bool = False


class SyntaxProblem(Exception):
    """The source isn't as this reader expects it."""


def read(text):
    """The tokens of a file. Comments are left out, and a string with its interpolations is one token."""
    tokens, position, leads = [], 0, True
    while position < len(text):
        character = text[position]
        if character in " \t\r\n":
            leads = leads or character == "\n"
            position += 1
            continue
        if text.startswith(("//", "/*"), position):
            position = end_of_comment(text, position)
            continue
        kind, end = token_at(text, position)
        tokens.append(Token(kind, text[position:end], position, end, leads, kind == "operator" and is_infix(text, position, end)))
        position, leads = end, False
    return tokens


def token_at(text, position):
    character = text[position]
    if re.compile(r'#*"').match(text, position):
        return "string", end_of_string(text, position)
    for kind, pattern in (("word", WORD), ("number", NUMBER)):
        if found := pattern.match(text, position):
            return kind, found.end()
    if character in "?!" and position and (text[position - 1].isalnum() or text[position - 1] in "_)]}`?!>"):
        return "operator", position + 1
    if character in OPERATORS:
        end = position
        while end < len(text) and text[end] in OPERATORS and not text.startswith(("//", "/*"), end):
            end += 1
        return "operator", end
    if text.startswith(("...", "..<"), position):
        return "operator", position + 3
    return "mark", position + 1


def is_infix(text, start, end):
    before, after = text[start - 1 : start].isspace(), text[end : end + 1].isspace()
    return before and after if text[start:end] in ("?", "!") else before == after


def end_of_comment(text, position):
    if text.startswith("//", position):
        end = text.find("\n", position)
        return len(text) if end < 0 else end
    depth, position = 1, position + 2
    while depth:
        found = re.compile(r"/\*|\*/").search(text, position)
        if not found:
            raise SyntaxProblem("a comment doesn't end")
        depth += 1 if found.group() == "/*" else -1
        position = found.end()
    return position


def end_of_string(text, position):
    hashes = re.compile("#*").match(text, position).group()
    position += len(hashes)
    quote = '"""' if text.startswith('"""', position) else '"'
    position += len(quote)
    escape, end = "\\" + hashes, quote + hashes
    while position < len(text):
        if text.startswith(escape, position):
            position += len(escape)
            position = end_of_group(text, position) if text.startswith("(", position) else position + 1
        elif text.startswith(end, position):
            return position + len(end)
        else:
            position += 1
    raise SyntaxProblem("a string doesn't end")


def end_of_group(text, position):
    """The end of an interpolation, which may contain strings."""
    depth = 0
    while position < len(text):
        if re.compile(r'#*"').match(text, position):
            position = end_of_string(text, position)
            continue
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
        if not depth:
            return position
    raise SyntaxProblem("an interpolation doesn't end")


def partners(tokens):
    """The position of the other bracket, for each bracket."""
    result, opened = {}, []
    for index, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in OPENING:
            opened.append(index)
        elif token.text in CLOSING:
            if not opened or OPENING[tokens[opened[-1]].text] != token.text:
                raise SyntaxProblem(f"an unexpected '{token.text}' at byte {token.start}")
            result[index] = opened.pop()
            result[result[index]] = index
    if opened:
        raise SyntaxProblem("a bracket isn't closed")
    return result
